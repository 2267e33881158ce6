//! One process that follows a path: right answers whatever the order of questions, and processes that misbehave.

use std::time::Duration;

use crate::common::fake::Fake;
use crate::common::{Random, options, variable, z3};
use effigy_base::function::{Function, FunctionKind};
use effigy_base::sort::Sort;
use effigy_base::symbol::Symbol;
use effigy_base::value::Value;
use effigy_solver::{BackEnd, Entails, Incremental, Layers, Why};
use effigy_term::{Role, Term, TermStore, VarInfo};
use effigy_testkit::{cases, times};
use num_rational::BigRational;

const LIMIT: Duration = Duration::from_secs(5);

fn incremental() -> Incremental {
    Incremental::new(&options(BackEnd::Z3, Layers::NONE))
}

fn reference() -> Sort {
    Sort::Named(Symbol::new("Ref"))
}

fn uninterpreted(name: &str, parameters: &[Sort], result: Sort) -> Function {
    Function::new(name, parameters, result, FunctionKind::Uninterpreted)
}

fn role(store: &mut TermStore, name: &str, sort: Sort, role: Role) -> Term {
    store.variable(&VarInfo { name: name.to_owned(), sort, role })
}

/// Random comparisons over a few integers, an uninterpreted function and shared sums.
fn conditions(store: &mut TermStore, random: &mut Random, count: usize) -> Vec<Term> {
    let f = uninterpreted("f", &[Sort::Int], Sort::Int);
    let mut terms: Vec<Term> =
        ["a", "b", "c"].iter().map(|name| variable(store, name, Sort::Int)).collect();
    for n in 0..4 {
        terms.push(store.int(n));
    }
    let mut result = Vec::new();
    while result.len() < count {
        let (x, y) = (random.pick(&terms), random.pick(&terms));
        match random.below(6) {
            0 => terms.push(store.add(x, y)),
            1 => terms.push(store.apply(f, &[x])),
            2 => result.push(store.eq(x, y)),
            3 => result.push(store.distinct(x, y)),
            _ => result.push(store.le(x, y)),
        }
    }
    result
}

/// Questions along random paths, which are extended, cut and replaced, are answered as by a process for each question.
#[test]
fn answers_do_not_depend_on_earlier_questions() {
    if z3().is_none() {
        return;
    }
    let mut seen = [0; 2];
    cases([5], |seed| {
        let mut store = TermStore::new();
        let mut random = Random::new(seed);
        let pool = conditions(&mut store, &mut random, 1 + times(59));
        let mut kept = incremental();
        let mut path = Vec::new();
        let rounds = times(150);
        for round in 0..rounds {
            path.truncate(random.below(path.len() + 1));
            for _ in 0..random.below(4) {
                path.push(random.pick(&pool));
            }
            let goal = random.pick(&pool);
            let answer = kept.entails(&mut store, &path, goal, LIMIT);
            let expected = incremental().entails(&mut store, &path, goal, LIMIT);
            assert_eq!(answer, expected, "round {round}");
            match answer {
                Entails::Yes => seen[0] += 1,
                Entails::No => seen[1] += 1,
                Entails::Unknown(why) => panic!("round {round}: {why}"),
            }
        }
        assert_eq!(kept.statistics().processes, 1);
        assert_eq!(kept.statistics().questions, rounds as u64);
    });
    assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
}

#[test]
fn axioms_hold_on_every_path_after_they_were_given() {
    if z3().is_none() {
        return;
    }
    let mut store = TermStore::new();
    let snap = Sort::Named(Symbol::new("Seq<Int>"));
    let length = uninterpreted("length", &[snap], Sort::Int);
    let q = role(&mut store, "q", snap, Role::Bound);
    let [xs, ys] = ["xs", "ys"].map(|name| variable(&mut store, name, snap));
    let zero = store.int(0);
    let mut kept = incremental();
    let [x_first, y_first] = [xs, ys].map(|xs| {
        let of = store.apply(length, &[xs]);
        store.le(zero, of)
    });
    let differ = store.distinct(xs, ys);
    let path = [differ];
    assert_eq!(kept.entails(&mut store, &path, x_first, LIMIT), Entails::No);
    let of_q = store.apply(length, &[q]);
    let body = store.le(zero, of_q);
    let axiom = store.forall(&[q], &[vec![of_q]], body, "length", None);
    kept.background(axiom);
    let x_two = {
        let (of, two) = (store.apply(length, &[xs]), store.int(2));
        store.le(two, of)
    };
    assert_eq!(
        kept.entails(&mut store, &path, x_first, LIMIT),
        Entails::Yes,
        "given below a scope"
    );
    assert_eq!(kept.entails(&mut store, &[], y_first, LIMIT), Entails::Yes, "its scope was left");
    assert_eq!(kept.entails(&mut store, &path, y_first, LIMIT), Entails::Yes);
    let answer = kept.entails(&mut store, &path, x_two, LIMIT);
    let Entails::Unknown(Why::Incomplete(reason)) = answer else { panic!("{answer:?}") };
    assert!(reason.contains("quantifiers"), "{reason}");
    assert_eq!(kept.statistics().processes, 1);
}

#[test]
fn new_objects_differ_in_every_scope() {
    if z3().is_none() {
        return;
    }
    let mut store = TermStore::new();
    let null = Function::new("null", &[], reference(), FunctionKind::Constructor);
    let null = store.apply(null, &[]);
    let x = variable(&mut store, "x", reference());
    let objects: Vec<Term> =
        (0..5).map(|n| role(&mut store, &format!("o{n}"), reference(), Role::Object)).collect();
    let mut kept = incremental();
    // What `x` is on each path is found out by the process alone.
    let p = variable(&mut store, "p", Sort::Bool);
    let mut choices = Vec::new();
    for (i, o) in objects.iter().chain([&null]).enumerate() {
        let other = objects[(i + 1) % objects.len()];
        let (is_o, is_other) = (store.eq(x, *o), store.eq(x, other));
        let chosen = store.ite(p, is_o, is_other);
        choices.push(chosen);
    }
    for (i, choice) in choices.iter().enumerate() {
        let is_second = store.eq(x, objects[(i + 2) % objects.len()]);
        let is_not = store.not(is_second);
        assert_eq!(kept.entails(&mut store, &[*choice], is_not, LIMIT), Entails::Yes, "{i}");
        let is_null = store.eq(x, null);
        let expected = if i == objects.len() { Entails::No } else { Entails::Yes };
        let is_not_null = store.not(is_null);
        assert_eq!(kept.entails(&mut store, &[*choice], is_not_null, LIMIT), expected, "{i}");
    }
    assert_eq!(kept.entails(&mut store, &choices, p, LIMIT), Entails::Yes, "contradictory");
    assert_eq!(kept.contradictory(&mut store, &choices, LIMIT), Entails::Yes);
    assert_eq!(kept.contradictory(&mut store, &choices[..1], LIMIT), Entails::No);
}

#[test]
fn datatypes_are_known() {
    if z3().is_none() {
        return;
    }
    let mut store = TermStore::new();
    let (tree, forest) = (Sort::Named(Symbol::new("Tree")), Sort::Named(Symbol::new("List")));
    let make =
        |name: &str, parameters: &[Sort], sort, kind| Function::new(name, parameters, sort, kind);
    let node = make("node", &[Sort::Real, forest], tree, FunctionKind::Constructor);
    let nil = make("nil", &[], forest, FunctionKind::Constructor);
    let cons = make("cons", &[tree, forest], forest, FunctionKind::Constructor);
    let selector = |name: &str, constructor: Function, index: usize| {
        let kind = FunctionKind::Selector { constructor, index: index as u32 };
        make(name, &[constructor.result()], constructor.parameters()[index], kind)
    };
    let (value, children) = (selector("value", node, 0), selector("children", node, 1));
    let (head, tail) = (selector("head", cons, 0), selector("tail", cons, 1));
    let mut kept = incremental();
    kept.datatype(tree, &[(node, vec![value, children])]);
    kept.datatype(forest, &[(nil, vec![]), (cons, vec![head, tail])]);
    let [xs, ys] = ["xs", "ys"].map(|name| variable(&mut store, name, forest));
    let (first, rest) = (store.apply(head, &[xs]), store.apply(tail, &[xs]));
    let again = store.apply(cons, &[first, rest]);
    let is_cons = store.eq(xs, again);
    let nothing = store.apply(nil, &[]);
    let is_nil = store.eq(xs, nothing);
    let either = store.or(is_cons, is_nil);
    assert_eq!(kept.entails(&mut store, &[], either, LIMIT), Entails::Yes);
    let not_nil = store.not(is_nil);
    let tester = make("is", &[forest], Sort::Bool, FunctionKind::Tester { constructor: cons });
    let tested = store.apply(tester, &[xs]);
    assert_eq!(kept.entails(&mut store, &[not_nil], tested, LIMIT), Entails::Yes);
    assert_eq!(kept.entails(&mut store, &[], tested, LIMIT), Entails::No);
    let made = store.apply(tester, &[again]);
    assert_eq!(store.as_bool(made), Some(true), "decided when built");
    // No list is its own tail.
    let own = store.apply(cons, &[first, ys]);
    let cyclic = store.eq(ys, own);
    assert_eq!(kept.contradictory(&mut store, &[cyclic], LIMIT), Entails::Yes);
    assert_eq!(kept.statistics().processes, 1);
}

/// Terms that share their parts are written in linear space, over many conjuncts too.
#[test]
fn shared_terms_are_written_once() {
    if z3().is_none() {
        return;
    }
    let mut store = TermStore::new();
    let pair = uninterpreted("pair", &[Sort::Int, Sort::Int], Sort::Int);
    let mut term = variable(&mut store, "x", Sort::Int);
    let mut path = Vec::new();
    for n in 0..400 {
        term = store.apply(pair, &[term, term]);
        let n = store.int(n);
        path.push(store.le(n, term));
    }
    let mut kept = incremental();
    let goal = store.int(300);
    let goal = store.le(goal, term);
    for end in [100, 399, 400] {
        let expected = if end == 400 { Entails::Yes } else { Entails::No };
        assert_eq!(kept.entails(&mut store, &path[..end], goal, LIMIT), expected);
    }
}

#[test]
fn counterexamples_have_values() {
    if z3().is_none() {
        return;
    }
    let mut store = TermStore::new();
    let f = uninterpreted("f", &[reference()], Sort::Int);
    let [x, y] = ["x", "y"].map(|name| variable(&mut store, name, reference()));
    let p = variable(&mut store, "p", Sort::Real);
    let new = role(&mut store, "new", reference(), Role::Object);
    let [f_x, f_y] = [x, y].map(|t| store.apply(f, &[t]));
    let (seven, third) = (store.int(7), store.fraction(-1, 3));
    let path = [store.eq(f_x, seven), store.eq(p, third)];
    let goal = store.eq(f_x, f_y);
    let mut kept = incremental();
    assert_eq!(kept.entails(&mut store, &path, goal, LIMIT), Entails::No);
    let values = kept.model(&mut store, &[x, y, f_x, p, goal, new]);
    let [Some(of_x), Some(of_y), ..] = values.as_slice() else { panic!("{values:?}") };
    assert_ne!(of_x, of_y, "{values:?}");
    let known = [Value::int(7), Value::Real(BigRational::new((-1).into(), 3.into()))];
    assert_eq!(values[2..4], known.map(Some));
    assert_eq!(values[4], Some(Value::Bool(false)));
    // What was mentioned first by a model is distinguished afterwards.
    let other = role(&mut store, "other", reference(), Role::Object);
    let chosen = store.ite(goal, new, other);
    let path = [store.eq(x, chosen)];
    let is_new = store.eq(x, new);
    let differ = {
        let is_not = store.not(is_new);
        store.or(is_not, goal)
    };
    assert_eq!(kept.entails(&mut store, &path, differ, LIMIT), Entails::Yes);
    assert_eq!(kept.model(&mut store, &[x]), [None], "there is no counterexample");
    assert_eq!(kept.statistics().processes, 1);
}

#[test]
fn what_the_process_is_sent_is_written_down() {
    if z3().is_none() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("effigy-proofs-{}", std::process::id()));
    let mut asked = options(BackEnd::Z3, Layers::NONE);
    asked.dump_queries = Some(folder.clone());
    let mut store = TermStore::new();
    let [p, q] = ["p", "q"].map(|name| variable(&mut store, name, Sort::Bool));
    let mut kept = Incremental::new(&asked);
    assert_eq!(kept.entails(&mut store, &[p], q, LIMIT), Entails::No);
    let written: Vec<_> = std::fs::read_dir(&folder).expect("folder").collect();
    assert_eq!(written.len(), 1);
    let text = std::fs::read_to_string(written[0].as_ref().expect("entry").path()).expect("text");
    assert!(
        text.contains("(assert (not q))\n(set-option :rlimit 10000000)\n(check-sat)"),
        "{text}"
    );
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_small_proof_starts_no_process() {
    let mut store = TermStore::new();
    let mut none = Incremental::new(&options(BackEnd::Embedded, Layers::NONE));
    let [p, q] = ["p", "q"].map(|name| variable(&mut store, name, Sort::Bool));
    assert_eq!(none.entails(&mut store, &[p], p, LIMIT), Entails::Yes);
    assert_eq!(none.entails(&mut store, &[], q, LIMIT), Entails::No, "nothing is said of it");
    let answer = none.entails(&mut store, &[p], q, LIMIT);
    assert!(matches!(answer, Entails::Unknown(Why::NoBackEnd { .. })), "{answer:?}");
    assert_eq!((none.statistics().embedded, none.statistics().processes), (2, 0));
}

#[test]
fn a_question_keeps_its_limit_and_the_next_is_answered() {
    if z3().is_none() {
        return;
    }
    let mut store = TermStore::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| variable(&mut store, name, Sort::Int));
    // A sum of three cubes that is hard to find.
    let cubes = [x, y, z].map(|t| {
        let square = store.mul(t, t);
        store.mul(square, t)
    });
    let sum = store.add(cubes[0], cubes[1]);
    let sum = store.add(sum, cubes[2]);
    let n = store.int(114);
    let no = store.distinct(sum, n);
    let mut kept = incremental();
    let short = Duration::from_millis(200);
    // The solver counts its work, and the clock does not matter.
    assert_eq!(kept.entails(&mut store, &[], no, short), Entails::Unknown(Why::Work(short)));
    let one = store.int(1);
    let (less, more) = (store.lt(x, one), store.le(x, one));
    assert_eq!(kept.entails(&mut store, &[less], more, LIMIT), Entails::Yes);
}

/// The answers to one question, asked three times of a script as the solver.
fn answers(fake: &Fake) -> Vec<Entails> {
    let mut store = TermStore::new();
    let [p, q] = ["p", "q"].map(|name| variable(&mut store, name, Sort::Bool));
    let mut kept = Incremental::new(&fake.options());
    (0..3).map(|_| kept.entails(&mut store, &[p], q, Duration::from_millis(300))).collect()
}

/// What `body` does for the first question only; later ones are answered `unsat`.
fn first_only(name: &str, body: &str) -> Vec<Entails> {
    let name = format!("incremental-{name}");
    let flag = std::env::temp_dir().join(format!("effigy-fake-{}-{name}/seen", std::process::id()));
    let flag = flag.display();
    let body = format!("if [ -e {flag} ]; then echo unsat; else touch {flag}; {body}; fi");
    answers(&Fake::new(&name, &body))
}

fn assert_costs_one_question(answers: &[Entails], expected: impl Fn(&Why) -> bool) {
    let Some((Entails::Unknown(why), rest)) = answers.split_first() else { panic!("{answers:?}") };
    assert!(expected(why), "{why}");
    assert_eq!(rest, [Entails::Yes, Entails::Yes]);
}

#[test]
fn a_process_that_misbehaves_costs_one_question() {
    assert_eq!(answers(&Fake::new("incremental-good", "echo sat")), vec![Entails::No; 3]);
    let timeout = Why::Timeout(Duration::from_millis(900));
    assert_costs_one_question(&first_only("hang", "sleep 60"), |why| *why == timeout);
    let died = |why: &Why| matches!(why, Why::ProcessDied(_));
    assert_costs_one_question(&first_only("die", "exit 3"), died);
    let rubbish = |why: &Why| matches!(why, Why::ProcessGarbage(_));
    assert_costs_one_question(&first_only("rubbish", "echo 'Segmentation fault'"), rubbish);
    assert_costs_one_question(
        &first_only("error", "echo '(error \"line 3\")'; echo unsat"),
        rubbish,
    );
    assert_costs_one_question(&first_only("silent", ":"), rubbish);
}

/// A solver that was renewed knows nothing of before, names included, and keeps its process.
#[test]
fn a_renewed_solver_answers_as_a_new_one() {
    if z3().is_none() {
        return;
    }
    let mut kept = incremental();
    let mut store = TermStore::new();
    let [p, q] = ["p", "q"].map(|name| variable(&mut store, name, Sort::Bool));
    let implied = store.or(p, q);
    kept.background(implied);
    let not = store.not(p);
    assert_eq!(kept.entails(&mut store, &[not], q, LIMIT), Entails::Yes);
    assert_eq!(kept.statistics().processes, 1);
    kept.renew();

    let mut other = TermStore::new();
    let [p, q] = ["p", "q"].map(|name| variable(&mut other, name, Sort::Int));
    let less = other.lt(p, q);
    let square = other.mul(p, p);
    let not_negative = other.le(q, square);
    assert_eq!(kept.entails(&mut other, &[less], not_negative, LIMIT), Entails::No);
    assert!(kept.model(&mut other, &[p]).iter().all(Option::is_some));
    assert_eq!(kept.statistics().processes, 0);
}

/// A process that ends or misbehaves between the questions of two users costs nobody an answer.
#[test]
fn a_process_that_cannot_be_renewed_is_replaced() {
    let bodies = [("hangs", "sleep 60"), ("ends", "exit 3"), ("rubbish", "echo '(error \"no\")'")];
    for (name, body) in bodies {
        let fake = Fake::with_reset(&format!("incremental-reset-{name}"), "echo sat", body);
        let mut kept = Incremental::new(&fake.options());
        for _ in 0..2 {
            let mut store = TermStore::new();
            let [p, q] = ["p", "q"].map(|name| variable(&mut store, name, Sort::Bool));
            assert_eq!(kept.entails(&mut store, &[p], q, LIMIT), Entails::No, "{name}");
            assert_eq!(kept.statistics().processes, 1, "{name}");
            kept.renew();
        }
    }
}

#[test]
fn a_stopped_run_asks_nothing() {
    let options = options(BackEnd::Z3, Layers::NONE);
    let mut store = TermStore::new();
    let [p, q] = ["p", "q"].map(|name| variable(&mut store, name, Sort::Bool));
    let mut kept = Incremental::new(&options);
    options.cancel.cancel();
    assert_eq!(kept.entails(&mut store, &[q], p, LIMIT), Entails::Unknown(Why::Cancelled));
    assert_eq!(kept.statistics().processes, 0);
}
