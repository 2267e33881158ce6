//! Declared functions and sorts, reals, unbounded quantifiers.

use crate::support::examples::examples;
use crate::support::expression::{build, constructor, reference};
use crate::support::z3::Batch;
use effigy_base::function::{Function, FunctionKind};
use effigy_base::sort::Sort;
use effigy_base::symbol::Symbol;
use effigy_base::value::Value;
use effigy_term::print::infix;
use effigy_term::smtlib::{ScriptOptions, script};
use effigy_term::{Model, Node, Role, Term, TermStore, VarInfo, smtlib};
use effigy_testkit::tool;
use rustc_hash::FxHashMap;

fn variable(store: &mut TermStore, name: &str, sort: Sort, role: Role) -> Term {
    store.variable(&VarInfo { name: name.to_owned(), sort, role })
}

fn uninterpreted(name: &str, parameters: &[Sort], result: Sort) -> Function {
    Function::new(name, parameters, result, FunctionKind::Uninterpreted)
}

fn built(store: &mut TermStore, text: &str) -> Term {
    build(store, text, 8).expect("an expression")
}

#[test]
fn reals_have_a_normal_form() {
    let mut store = TermStore::new();
    for (left, right) in [
        ("(real.sub s s)", "~0"),
        ("(real.sub (real.add s t) s)", "t"),
        ("(real.sub ~1 ~1/2)", "~1/2"),
        ("(real.add (real.div s ~2) (real.div s ~2))", "s"),
        ("(real.sub (real.sub ~1 s) (real.sub ~1 s))", "~0"),
        ("(real.lt s s)", "false"),
        ("(real.le s s)", "true"),
        ("(real.lt ~1/3 ~1/2)", "true"),
        ("(= ~2/4 ~1/2)", "true"),
        ("(to_real %3)", "~3"),
        ("(and (real.lt s t) (real.le t s))", "false"),
        ("(and (real.lt (real.mul s ~3) ~1) (real.le ~2 (real.mul s ~6)))", "false"),
        ("(or (real.lt s (real.add t ~1)) (real.le ~1 (real.sub s t)))", "true"),
        (
            "(real.lt (real.add s (real.mul t ~1/2)) u)",
            "(real.lt (real.add s s t) (real.mul u ~2))",
        ),
    ] {
        let right = right.replace("(real.add s s t)", "(real.add (real.add s s) t)");
        let (left_term, right_term) = (built(&mut store, left), built(&mut store, &right));
        assert_eq!(left_term, right_term, "{left}: {}", infix(&store, left_term));
    }
}

#[test]
fn a_real_divided_by_zero_has_no_value() {
    let mut store = TermStore::new();
    let t = built(&mut store, "(real.div ~1 ~0)");
    assert!(!store.is_constant(t));
    assert_eq!(store.try_evaluate(t, &Model::new()), None);
    assert_eq!(built(&mut store, "(real.div ~1 ~0)"), t);
}

#[test]
fn selectors_and_boxes_are_undone() {
    let mut store = TermStore::new();
    let pair = constructor("pair").unwrap();
    let (s, c) = (built(&mut store, "s"), built(&mut store, "c"));
    let made = store.apply(pair, &[s, c]);
    let selector = |index, sort| {
        let kind = FunctionKind::Selector { constructor: pair, index };
        Function::new("part", &[reference()], sort, kind)
    };
    assert_eq!(store.apply(selector(0, Sort::Real), &[made]), s);
    assert_eq!(store.apply(selector(1, reference()), &[made]), c);
    let other = store.apply(selector(1, reference()), &[c]);
    assert!(matches!(store.node(other), Node::Apply(..)));

    let snap = Sort::Named(Symbol::new("Snap"));
    let kind = FunctionKind::Box { inverse: Symbol::new("unbox") };
    let boxed = Function::new("box", &[Sort::Real], snap, kind);
    let kind = FunctionKind::Unbox { inverse: Symbol::new("box") };
    let unbox = Function::new("unbox", &[snap], Sort::Real, kind);
    let inside = store.apply(boxed, &[s]);
    assert_eq!(store.apply(unbox, &[inside]), s);
    let snapshot = variable(&mut store, "snapshot", snap, Role::Input);
    let outside = store.apply(unbox, &[snapshot]);
    assert_eq!(store.apply(boxed, &[outside]), snapshot);
}

#[test]
fn substitution_goes_below_functions_and_quantifiers() {
    let mut store = TermStore::new();
    let f = uninterpreted("f", &[Sort::Int, Sort::Int], Sort::Int);
    let x = variable(&mut store, "x", Sort::Int, Role::Bound);
    let [y, z] = ["y", "z"].map(|n| variable(&mut store, n, Sort::Int, Role::Input));
    let applied = store.apply(f, &[x, y]);
    let body = store.lt(applied, x);
    let all = store.forall(&[x], &[vec![applied], vec![x]], body, "all", Some(3));
    assert_eq!(&*store.variables(all), &[y]);
    let Node::Quantifier(quantifier) = store.node(all) else { panic!("no quantifier") };
    assert_eq!(
        quantifier.triggers().collect::<Vec<_>>(),
        [[applied]],
        "bare variables are dropped"
    );

    let sigma: FxHashMap<Term, Term> = [(x, z)].into_iter().collect();
    assert_eq!(store.substitute(all, &sigma), all, "bound variables stay");
    let sigma: FxHashMap<Term, Term> = [(y, z)].into_iter().collect();
    let replaced = store.substitute(all, &sigma);
    assert_eq!(infix(&store, replaced), "forall x: Int :: f(x, z) < x");
    let sigma: FxHashMap<Term, Term> = [(y, x)].into_iter().collect();
    let renamed = store.substitute(all, &sigma);
    assert_eq!(&*store.variables(renamed), &[x], "what is put in stays free");
    assert_eq!(infix(&store, renamed), "forall x': Int :: f(x', x) < x'");
}

#[test]
fn constant_bodies_fold() {
    let mut store = TermStore::new();
    let x = variable(&mut store, "x", Sort::Real, Role::Bound);
    let (yes, no) = (store.bool(true), store.bool(false));
    assert_eq!(store.forall(&[x], &[], yes, "", None), yes);
    assert_eq!(store.exists(&[x], &[], no, "", None), no);
}

#[test]
fn people_read_them() {
    let mut store = TermStore::new();
    for (text, expected) in [
        ("(real.lt s (real.sub t ~1/2))", "s + 1/2 < t"),
        ("(real.mul s ~1/2)", "1/2*s"),
        ("(= c null)", "c == null"),
        ("(not (= (one c) d))", "d != one(c)"),
        ("(real.div s t)", "s / t"),
        ("(real.sub ~1 s)", "1 - s"),
    ] {
        let t = built(&mut store, text);
        assert_eq!(infix(&store, t), expected);
    }
}

#[test]
fn terms_that_only_a_solver_decides_have_no_value() {
    let mut store = TermStore::new();
    let f = uninterpreted("f", &[Sort::Int], Sort::Bool);
    let zero = store.int(0);
    let applied = store.apply(f, &[zero]);
    let same = built(&mut store, "(= c d)");
    for t in [applied, same] {
        assert_eq!(store.try_evaluate(t, &Model::new()), None);
        assert!(store.features(t).declared());
    }
    let half = built(&mut store, "(real.lt s ~1/2)");
    assert_eq!(store.try_evaluate(half, &Model::new()), Some(Value::Bool(true)));
}

#[test]
fn equal_structure_has_an_equal_hash_in_every_store() {
    let make = |store: &mut TermStore, backwards: bool| {
        if backwards {
            built(store, "(pair t d)");
        }
        let x = variable(store, "x", reference(), Role::Bound);
        let pair = built(store, "(pair s c)");
        let body = store.eq(x, pair);
        store.exists(&[x], &[], body, "some", None)
    };
    let (mut first, mut second) = (TermStore::new(), TermStore::new());
    let (a, b) = (make(&mut first, false), make(&mut second, true));
    assert_eq!(first.structural_hash(a), second.structural_hash(b));
    assert_eq!(smtlib::term(&first, a), smtlib::term(&second, b));
}

#[test]
fn collected_functions_and_quantifiers_free_their_memory() {
    let mut store = TermStore::new();
    built(&mut store, "(pair s c)");
    store.collect([]);
    let before = (store.len(), store.bytes());
    let x = variable(&mut store, "s", Sort::Real, Role::Input);
    let half = store.fraction(1, 2);
    let sum = store.real_add(x, half);
    let c = built(&mut store, "c");
    let pair = constructor("pair").unwrap();
    store.apply(pair, &[sum, c]);
    assert!(store.len() > before.0);
    store.collect([]);
    assert_eq!(store.len(), before.0);
}

/// Both sides of the law of constructors, with references as a datatype and objects that differ.
#[test]
fn constructed_terms_are_equal_as_in_a_datatype() {
    let Some(z3) = tool("z3") else { return };
    let mut batch = Batch::default();
    let example = examples().find(|example| example.rule == "eq-constructed").unwrap();
    for text in example.applies {
        let (mut plain, mut rewriting) = (TermStore::with_rewriting(false), TermStore::new());
        let (before, after) = (built(&mut plain, text), built(&mut rewriting, text));
        let written = |store: &TermStore, t| smtlib::term(store, t).replace("null!", "null");
        let question = format!(
            "(declare-datatypes ((Ref 0)) (((null) (none!) (pair! (first Real) (second Ref)) (one! (third Ref)) \
             (object (number Int)))))
             (declare-const s Real) (declare-const t Real) (declare-const c Ref) (declare-const d Ref)
             (define-fun o1 () Ref (object 1)) (define-fun o2 () Ref (object 2))
             (assert (not (= {} {})))\n(check-sat)\n",
            written(&plain, before),
            written(&rewriting, after)
        );
        batch.add((*text).to_owned(), &question);
    }
    for (label, answer) in batch.run(&z3) {
        assert_eq!(answer, "unsat", "{label}");
    }
}

/// A script with everything in it is read by Z3, and answered rightly.
#[test]
fn scripts_with_declarations_are_read() {
    let Some(z3) = tool("z3") else { return };
    let mut store = TermStore::new();
    let sequence = Sort::Named(Symbol::new("Seq<Int>"));
    let seq = Sort::Named(Symbol::new("Seq"));
    let length = uninterpreted("length", &[sequence], Sort::Int);
    let and = uninterpreted("and", &[Sort::Int, Sort::Bool], Sort::Bool);
    let odd = uninterpreted("a name | with spaces", &[seq], Sort::Real);
    let kind = FunctionKind::Interpreted(Symbol::new("(_ int2bv 8)"));
    let to_bits = Function::new("to_bits", &[Sort::Int], Sort::BitVec(8), kind);
    let q = variable(&mut store, "q", sequence, Role::Bound);
    let b = variable(&mut store, "b", Sort::Bool, Role::Bound);
    let [xs, ys] = ["xs", "length!"].map(|n| variable(&mut store, n, sequence, Role::Input));
    let of_q = store.apply(length, &[q]);
    let applied = store.apply(and, &[of_q, b]);
    let zero = store.int(0);
    let least = store.le(zero, of_q);
    let body = store.and(least, applied);
    let all = store.forall(&[q, b], &[vec![of_q, applied], vec![least]], body, "q id", Some(2));
    let (of_xs, of_ys) = (store.apply(length, &[xs]), store.apply(length, &[ys]));
    let sum = store.add(of_xs, of_ys);
    let negative = store.lt(sum, zero);
    let s = variable(&mut store, "s", seq, Role::Input);
    let odd = store.apply(odd, &[s]);
    let minus = store.fraction(-1, 3);
    let is_minus = store.eq(odd, minus);
    let bits = store.apply(to_bits, &[of_xs]);
    let nine = store.bits(8, 9);
    let is_nine = store.eq(bits, nine);
    let mut batch = Batch::default();
    let options = ScriptOptions::default();
    batch.add("unsat".to_owned(), &script(&store, &[all, negative, is_minus, is_nine], options));
    batch.add("sat".to_owned(), &script(&store, &[negative, is_minus, is_nine], options));
    for (expected, answer) in batch.run(&z3) {
        assert_eq!(answer, expected);
    }
}
