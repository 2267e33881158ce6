//! Integer terms: normal forms, quantifiers, printing and minimal conjunctions.

use crate::support::expression::build;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::print::{Style, infix, infix_in};
use effigy_term::smtlib::{self, ScriptOptions};
use effigy_term::{Model, Term, TermStore, conjunction};
use rustc_hash::FxHashMap;

fn term(store: &mut TermStore, text: &str) -> Term {
    build(store, text, 8).unwrap_or_else(|| panic!("{text} is ill-sorted"))
}

/// The words of each line build one term.
#[test]
fn equal_constraints_are_one_term() {
    let mut store = TermStore::new();
    for (a, b) in [
        ("(int.lt i j)", "(int.le (int.add i %1) j)"),
        ("(not (int.le j i))", "(int.lt i j)"),
        ("(int.le (int.mul i %2) %5)", "(int.lt i %3)"),
        ("(int.le %1 i)", "(int.lt %0 i)"),
        ("(int.le (int.sub i j) %3)", "(int.le (int.sub i %3) j)"),
        ("(= (int.add i %2) j)", "(= i (int.sub j %2))"),
        ("(= (int.mul i %3) (int.mul j %3))", "(= j i)"),
        ("(int.mul (int.add i %1) (int.add i %1))", "(int.add (int.mul i (int.add i %2)) %1)"),
        ("(int.pow (int.add i j) %2)", "(int.mul (int.add j i) (int.add i j))"),
        ("(int.mul i (int.mul j k))", "(int.mul (int.mul k i) j)"),
        ("(and (int.lt i j) (int.le j i))", "false"),
        ("(or (int.lt %0 i) (int.lt i %1))", "true"),
    ] {
        let (a_term, b_term) = (term(&mut store, a), term(&mut store, b));
        assert_eq!(a_term, b_term, "{a} and {b}");
    }
}

#[test]
fn big_constants_fold() {
    let mut store = TermStore::new();
    let big = store.int(i128::MAX);
    let one = store.int(1);
    let sum = store.add(big, one);
    assert_eq!(store.as_int(sum), None);
    assert!(store.is_constant(sum));
    let difference = store.sub(sum, one);
    assert_eq!(difference, big);
    assert_eq!(store.as_int(big), Some(i128::MAX));
    let minus = term(&mut store, "%-3");
    assert_eq!(store.as_int(minus), Some(-3));
    assert_eq!(store.value(minus), Some(Value::int(-3)));
}

/// Coefficients that leave 128 bits stop the rewriting, not the value.
#[test]
fn overflowing_polynomials_keep_their_value() {
    let mut store = TermStore::new();
    let i = term(&mut store, "i");
    let big = store.int(i128::MAX);
    let product = store.mul(i, big);
    let square = store.mul(product, big);
    let model: Model = [(i, Value::int(1))].into_iter().collect();
    let (Value::Int(value), max) =
        (store.evaluate(square, &model), num_bigint::BigInt::from(i128::MAX))
    else {
        panic!("an integer");
    };
    assert_eq!(value, &max * &max);
}

#[test]
fn terms_print_as_people_write_them() {
    let mut store = TermStore::new();
    for (text, expected) in [
        ("(int.add (int.add i j) k)", "i + j + k"),
        ("(int.sub (int.mul %2 i) j)", "2*i - j"),
        ("(int.sub %0 (int.mul %3 i))", "-3*i"),
        ("(int.sub i %4)", "i - 4"),
        ("(int.lt i (select f %3))", "i < f[3]"),
        ("(int.le %2 i)", "i >= 2"),
        ("(int.lt %0 n)", "n > 0"),
        ("(int.lt (int.quot (int.add n %1) %2) n)", "(n + 1) / 2 < n"),
        ("(not (= i %3))", "i != 3"),
        ("(= i (int.add j %1))", "i == j + 1"),
        ("(int.mod i j)", "mod(i, j)"),
        ("(int.div i j)", "div(i, j)"),
        ("(int.mul k (int.pow i j))", "i ** j*k"),
        ("(int.mul i %-2)", "-2*i"),
        ("(forall i j v (int.lt %0 (select f v)))", "forall v in i..j: f[v] > 0"),
    ] {
        let t = term(&mut store, text);
        assert_eq!(infix(&store, t), expected, "{text}");
    }
}

#[test]
fn languages_choose_their_style() {
    let mut store = TermStore::new();
    for (text, expected) in [
        ("(int.lt i (select f %3))", "i < f(3)"),
        ("(and (= i %3) (not (= j %4)))", "i = 3 & j ¬= 4"),
        ("(not (or p q))", "¬(p | q)"),
        ("(= (store f i j) f)", "f = f(i := j)"),
        ("(= (select f %3) i)", "i = f(3)"),
        ("(int.le (select f %3) i)", "i >= f(3)"),
        ("(int.div (int.add i %1) %2)", "(i + 1) / 2"),
        ("(int.quot i j)", "quot(i, j)"),
    ] {
        let t = term(&mut store, text);
        assert_eq!(infix_in(&store, t, &Style::KING), expected, "{text}");
    }
}

fn names(store: &mut TermStore, t: Term) -> Vec<String> {
    let variables = store.variables(t);
    let mut names: Vec<String> =
        variables.iter().filter_map(|v| store.as_variable(*v)).map(|v| v.name.clone()).collect();
    names.sort();
    names
}

#[test]
fn quantifiers_bind() {
    let mut store = TermStore::new();
    let t = term(&mut store, "(forall i j v (int.lt k (select f v)))");
    assert_eq!(names(&mut store, t), ["f", "i", "j", "k"]);
    let (v, k, three) = (term(&mut store, "v"), term(&mut store, "k"), term(&mut store, "%3"));
    let sigma: FxHashMap<Term, Term> = [(v, three)].into_iter().collect();
    assert_eq!(store.substitute(t, &sigma), t, "the bound variable is not replaced");
    let sigma: FxHashMap<Term, Term> = [(k, v)].into_iter().collect();
    let captured = store.substitute(t, &sigma);
    assert_eq!(infix(&store, captured), "forall v' in i..j: v < f[v']");
    assert_eq!(names(&mut store, captured), ["f", "i", "j", "v"]);
}

#[test]
fn quantifiers_simplify() {
    let mut store = TermStore::new();
    for (text, expected) in [
        ("(forall %1 %3 v (int.lt %0 (select f v)))", "f[1] > 0 && f[2] > 0 && f[3] > 0"),
        ("(forall %3 %1 v (int.lt %0 (select f v)))", "true"),
        ("(forall i i v (int.lt %0 (select f v)))", "f[i] > 0"),
        ("(forall i j v (int.lt k n))", "j < i || k < n"),
        ("(forall i j v true)", "true"),
        ("(forall %1 %65 v (int.lt v i))", "forall v in 1..65: v < i"),
    ] {
        let t = term(&mut store, text);
        assert_eq!(infix(&store, t), expected, "{text}");
    }
}

#[test]
fn quantifiers_are_evaluated() {
    let mut store = TermStore::new();
    let t = term(&mut store, "(forall i j v (int.le v (select f v)))");
    let nested = term(&mut store, "(forall %0 j v (or p (forall v j v (int.le v (int.mul v v)))))");
    let [i, j] = ["i", "j"].map(|name| term(&mut store, name));
    for (low, high, expected) in [(-5, 0, true), (0, 1, false), (3, 2, true), (-99, -1, true)] {
        let model: Model = [(i, Value::int(low)), (j, Value::int(high))].into_iter().collect();
        assert_eq!(store.try_evaluate(t, &model), Some(Value::Bool(expected)), "{low}..{high}");
        assert_eq!(store.try_evaluate(nested, &model), Some(Value::Bool(true)));
    }
    let model: Model = [(j, Value::int(1i64 << 40))].into_iter().collect();
    let holds = term(&mut store, "(forall i j v (int.le %0 (int.mul v v)))");
    assert_eq!(store.try_evaluate(holds, &model), None, "too many instances");
}

/// Minimal conjunctions, as King's Figure 5 shows them.
#[test]
fn conjunctions_become_minimal() {
    let mut store = TermStore::new();
    for (conjuncts, expected) in [
        (&["(int.le %1 i)", "(not (int.le %2 i))"][..], &["i == 1"][..]),
        (&["(int.le i %5)", "(int.lt j k)", "(int.le i %3)"], &["i <= 3", "j < k"]),
        (&["(int.le %1 i)", "p", "(= i %4)", "p"], &["i == 4", "p"]),
        (
            &[
                "(= i %4)",
                "(int.lt %0 (int.add i j))",
                "(int.lt j (int.add i %9))",
                "(int.lt i %9)",
            ],
            &["i == 4", "i + j > 0", "j <= i + 8"],
        ),
        (&["(int.le %1 i)", "(not (= i %1))", "(not (= i %7))"], &["i >= 2", "i != 7"]),
        (&["(int.lt (int.sub i j) %3)", "(int.lt %5 (int.sub i j))"], &["false"]),
        (&["(int.le (int.sub i j) %3)", "(int.le %3 (int.sub i j))"], &["i == j + 3"]),
        (&["(= i %4)", "(= (int.mul i i) %16)"], &["i == 4"]),
        (&["(= i %4)", "(= (int.mul i i) %15)"], &["false"]),
        (&["p", "(and q p)", "true"], &["p", "q"]),
    ] {
        let conjuncts: Vec<Term> = conjuncts.iter().map(|text| term(&mut store, text)).collect();
        let before = store.and_all(&conjuncts);
        let result = conjunction::minimal(&mut store, &conjuncts);
        let texts: Vec<String> = result.iter().map(|t| infix(&store, *t)).collect();
        assert_eq!(texts, expected, "{}", infix(&store, before));
    }
}

#[test]
fn scripts_define_what_smtlib_does_not_have() {
    let mut store = TermStore::new();
    let t = term(&mut store, "(int.lt (int.quot i j) (int.mod k %-3))");
    let script = smtlib::script(&store, &[t], ScriptOptions::default());
    assert!(script.contains("(set-logic ALL)"), "{script}");
    assert!(script.contains("(define-fun int.quot"), "{script}");
    assert!(!script.contains("int.pow") && !script.contains("int.mod"), "{script}");
    assert!(script.contains("(mod k (- 3))"), "{script}");
    let quantified = term(&mut store, "(forall i j v (int.lt v (select f v)))");
    assert_eq!(
        smtlib::term(&store, quantified),
        "(forall ((v Int)) (=> (and (<= i v) (<= v j)) (< v (select f v))))"
    );
    assert_eq!(store.sort(quantified), Sort::Bool);
}
