//! Unbounded integers, arrays over them and quantifiers: what is decided without a solver, and what Z3 decides.

use crate::common::{self, Random, assert_satisfies, check, shown, solver, variable, z3};
use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_base::value::Value;
use effigy_solver::{Answer, BackEnd, Layers, Query, Solver, Statistics, Why};
use effigy_term::{Model, Role, Term, TermStore, VarInfo};
use effigy_testkit::cases;

const INTS: Sort = Sort::Array { index: Scalar::Int, element: Scalar::Int };

fn int(store: &mut TermStore, name: &str) -> Term {
    variable(store, name, Sort::Int)
}

fn bound(store: &mut TermStore, name: &str) -> Term {
    store.variable(&VarInfo { name: name.to_owned(), sort: Sort::Int, role: Role::Bound })
}

fn queries(solver: &dyn Solver, layer: &str) -> u64 {
    let mut statistics = Statistics::default();
    solver.statistics(&mut statistics);
    statistics.layers.iter().find(|(name, _)| *name == layer).map_or(0, |(_, l)| l.queries)
}

/// `low < x`, `x < high` and `x != hole` for each hole.
fn between(store: &mut TermStore, x: Term, low: i128, high: i128, holes: &[i128]) -> Vec<Term> {
    let (low, high) = (store.int(low), store.int(high));
    let mut result = vec![store.lt(low, x), store.lt(x, high)];
    for hole in holes {
        let hole = store.int(*hole);
        result.push(store.distinct(x, hole));
    }
    result
}

#[test]
fn bounds_of_variables_need_no_solver() {
    let mut store = TermStore::new();
    let mut embedded = solver(BackEnd::Embedded, Layers::ALL);
    let x = int(&mut store, "x");
    for (low, high, holes, expected) in [
        (-9, 9, &[0, 1, -1][..], Some(2)),
        (4, 7, &[5], Some(6)),
        (-7, -3, &[], Some(-4)),
        (4, 7, &[5, 6], None),
        (4, 4, &[], None),
    ] {
        let assertions = between(&mut store, x, low, high, holes);
        match (check(&mut *embedded, &mut store, &assertions), expected) {
            (Answer::Sat(model), Some(value)) => {
                assert_eq!(model.get(x), Some(&Value::int(value)), "{low}..{high}");
                assert_satisfies(&store, &assertions, &model);
            }
            (Answer::Unsat(core), None) => {
                let core: Vec<Term> = core.iter().map(|i| assertions[*i]).collect();
                assert!(matches!(check(&mut *embedded, &mut store, &core), Answer::Unsat(_)));
            }
            (answer, _) => panic!("{low}..{high}: {answer:?}"),
        }
    }
}

/// Bounds of one sum contradict each other, whatever else a query says; only the bounds are in the core.
#[test]
fn bounds_of_sums_contradict_without_a_solver() {
    let mut store = TermStore::new();
    let mut embedded = solver(BackEnd::Embedded, Layers::ALL);
    let [x, y, z] = ["x", "y", "z"].map(|name| int(&mut store, name));
    let (sum, product) = (store.add(x, y), store.mul(x, z));
    let five = store.int(5);
    let assertions = [store.le(sum, five), store.lt(five, product), store.lt(five, sum)];
    assert_eq!(check(&mut *embedded, &mut store, &assertions), Answer::Unsat(vec![0, 2]));
}

#[test]
fn what_needs_a_solver_says_how_to_install_one() {
    let mut store = TermStore::new();
    let mut embedded = solver(BackEnd::Embedded, Layers::ALL);
    let [x, y] = ["x", "y"].map(|name| int(&mut store, name));
    let i = bound(&mut store, "i");
    let product = store.mul(x, y);
    let six = store.int(6);
    let body = store.lt(i, product);
    let quantified = store.forall_between(x, y, i, body);
    let power = store.app(Op::IntPow, &[x, y]);
    let prime = store.int(1_000_003);
    let power = store.eq(power, prime);
    for (assertion, theory) in
        [(power, "unbounded integers"), (store.and(power, quantified), "quantifiers")]
    {
        let answer = check(&mut *embedded, &mut store, &[assertion]);
        let Answer::Unknown(why @ Why::NoBackEnd { .. }) = answer else { panic!("{answer:?}") };
        assert!(why.to_string().contains(theory), "{why}");
        assert!(why.to_string().contains("pip install z3-solver"), "{why}");
    }
    // A model of an earlier query, and variables with one value, need no solver.
    let hint: Model = [(x, Value::int(-3)), (y, Value::int(-4))].into_iter().collect();
    let assertions = [store.lt(six, product)];
    let answer = embedded.check(&mut store, &Query::with_hint(&assertions, &hint));
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
    let fixed = [store.eq(x, six), store.eq(y, six), store.lt(product, six)];
    assert!(matches!(check(&mut *embedded, &mut store, &fixed), Answer::Unsat(_)));
}

/// The newest assertion is met by moving one variable of the hint.
#[test]
fn hints_are_repaired_without_a_solver() {
    let mut store = TermStore::new();
    let mut embedded = solver(BackEnd::Embedded, Layers::ALL);
    let [x, y] = ["x", "y"].map(|name| int(&mut store, name));
    let hint: Model = [(x, Value::int(4)), (y, Value::int(9))].into_iter().collect();
    let four = store.int(4);
    let assertions = [store.le(four, x), store.lt(y, x)];
    let answer = embedded.check(&mut store, &Query::with_hint(&assertions, &hint));
    let Answer::Sat(model) = answer else { panic!("{answer:?}") };
    assert_satisfies(&store, &assertions, &model);
}

/// A random integer over three variables and an array.
fn expression(random: &mut Random, store: &mut TermStore, depth: u32) -> Term {
    if depth == 0 {
        return match random.below(3) {
            0 => {
                let n = random.below(9) as i128 - 4;
                store.int(n)
            }
            _ => {
                let name = random.pick(&["x", "y", "z"]);
                int(store, name)
            }
        };
    }
    let a = expression(random, store, depth - 1);
    let b = expression(random, store, depth - 1);
    match random.below(8) {
        0..=2 => store.add(a, b),
        3 => store.sub(a, b),
        4 => {
            let k = store.int(random.below(5) as i128 - 2);
            store.mul(a, k)
        }
        5 => {
            let k = store.int(random.below(7) as i128 - 3);
            let op = random.below(3);
            match op {
                0 => store.int_div(a, k),
                1 => store.int_mod(a, k),
                _ => store.quot(a, k),
            }
        }
        6 => store.int_abs(a),
        _ => {
            let array = variable(store, "A", INTS);
            store.select(array, a)
        }
    }
}

fn conditions(random: &mut Random, store: &mut TermStore, count: usize) -> Vec<Term> {
    (0..count)
        .map(|_| {
            let (a, b) = (expression(random, store, 2), expression(random, store, 1));
            match random.below(4) {
                0 => store.eq(a, b),
                1 => store.distinct(a, b),
                2 => store.lt(a, b),
                _ => store.le(a, b),
            }
        })
        .collect()
}

/// One process in scopes, the whole chain, and canonical answers agree, and their models and cores are right.
#[test]
fn z3_decides_integers() {
    let Some(mut z3) = z3() else { return };
    let mut store = TermStore::new();
    let mut auto = solver(BackEnd::Auto, Layers::ALL);
    let mut kinds = [0; 2];
    cases(0..120, |seed| {
        let mut random = Random::new(seed);
        let assertions = conditions(&mut random, &mut store, 4);
        let answers = [
            check(&mut *z3, &mut store, &assertions),
            check(&mut *auto, &mut store, &assertions),
            auto.canonical(&mut store, &Query::new(&assertions)),
        ];
        for answer in &answers {
            match answer {
                Answer::Sat(model) => {
                    assert_satisfies(&store, &assertions, model);
                    kinds[0] += 1;
                }
                Answer::Unsat(core) => {
                    let core: Vec<Term> = core.iter().map(|i| assertions[*i]).collect();
                    let again = check(&mut *z3, &mut store, &core);
                    assert!(
                        matches!(again, Answer::Unsat(_)),
                        "seed {seed}: {again:?} of {}",
                        shown(&store, &core)
                    );
                    kinds[1] += 1;
                }
                Answer::Unknown(why) => panic!("seed {seed}: {why}"),
            }
        }
        let is_sat = |answer: &Answer| matches!(answer, Answer::Sat(_));
        assert!(
            answers.iter().all(|a| is_sat(a) == is_sat(&answers[0])),
            "seed {seed}: {}",
            shown(&store, &assertions)
        );
    });
    assert!(kinds.iter().all(|count| *count > 30), "{kinds:?}");
}

/// A canonical answer does not depend on what was asked before.
#[test]
fn canonical_models_of_integers_depend_on_the_query_alone() {
    if z3().is_none() {
        return;
    }
    let mut store = TermStore::new();
    let mut busy = solver(BackEnd::Auto, Layers::ALL);
    cases(0..12, |seed| {
        let mut random = Random::new(seed);
        let other = conditions(&mut random, &mut store, 2);
        busy.canonical(&mut store, &Query::new(&other));
        let assertions = conditions(&mut random, &mut store, 2);
        let mut idle = solver(BackEnd::Auto, Layers::ALL);
        let (a, b) = (
            busy.canonical(&mut store, &Query::new(&assertions)),
            idle.canonical(&mut store, &Query::new(&assertions)),
        );
        assert_eq!(a, b, "seed {seed}: {}", shown(&store, &assertions));
    });
}

/// King's sortedness, and arrays that Z3 describes by functions.
#[test]
fn z3_decides_quantifiers_with_models_that_hold() {
    let Some(mut z3) = z3() else { return };
    let mut store = TermStore::new();
    let (array, n) = (variable(&mut store, "A", INTS), int(&mut store, "n"));
    let i = bound(&mut store, "i");
    let [zero, one, five, seven, big] = [0, 1, 5, 7, 100].map(|k| store.int(k));
    let next = store.add(i, one);
    let (here, there) = (store.select(array, i), store.select(array, next));
    let ordered = store.lt(here, there);
    let sorted = store.forall_between(zero, n, i, ordered);
    let third = store.select(array, five);
    let first = store.select(array, one);
    let beyond = {
        let after = store.add(n, one);
        store.select(array, after)
    };
    let zeros = {
        let is_zero = store.eq(here, zero);
        store.forall_between(one, n, i, is_zero)
    };
    let not_sorted = store.not(sorted);
    for (label, assertions, satisfiable) in [
        ("sorted", vec![sorted, store.lt(five, n), store.lt(seven, third)], true),
        ("not sorted", vec![sorted, store.le(five, n), store.le(third, first)], false),
        ("zeros", vec![zeros, store.eq(beyond, five), store.lt(big, n)], true),
        ("a gap", vec![not_sorted, store.eq(first, five)], true),
    ] {
        match check(&mut *z3, &mut store, &assertions) {
            Answer::Sat(model) => {
                assert!(satisfiable, "{label}");
                assert_satisfies(&store, &assertions, &model);
            }
            answer => {
                assert!(!satisfiable && matches!(answer, Answer::Unsat(_)), "{label}: {answer:?}")
            }
        }
    }
}

#[test]
fn bit_vectors_and_integers_take_turns() {
    let Some(mut z3) = z3() else { return };
    let mut store = TermStore::new();
    let b = common::bv(&mut store, "b", 32);
    let (x, y) = (int(&mut store, "x"), int(&mut store, "y"));
    for round in 0..6u32 {
        let (k, word) = (store.int(i128::from(round)), store.bits(32, u128::from(round)));
        let product = store.mul(x, y);
        let integers = [store.eq(product, k), store.le(y, x)];
        let words = [store.ult(word, b)];
        for assertions in [&integers[..], &words[..]] {
            let answer = check(&mut *z3, &mut store, assertions);
            let Answer::Sat(model) = answer else { panic!("round {round}: {answer:?}") };
            assert_satisfies(&store, assertions, &model);
        }
    }
    assert_eq!(queries(&*z3, "process"), 12);
}

/// Random quantifiers over two arrays: every model holds by enumeration.
#[test]
fn z3_decides_random_quantifiers() {
    let Some(mut z3) = z3() else { return };
    let mut store = TermStore::new();
    let i = bound(&mut store, "i");
    let arrays = ["A", "B"].map(|name| variable(&mut store, name, INTS));
    cases(0..40, |seed| {
        let mut random = Random::new(seed + 7000);
        let mut assertions = conditions(&mut random, &mut store, 2);
        for _ in 0..2 {
            let offset = expression(&mut random, &mut store, 1);
            let moved = store.add(offset, i);
            let (x, y) = (store.select(arrays[0], i), store.select(arrays[1], moved));
            let body = store.le(x, y);
            let low = expression(&mut random, &mut store, 1);
            let high = expression(&mut random, &mut store, 1);
            let quantified = store.forall_between(low, high, i, body);
            let negated = random.below(3) == 0;
            assertions.push(if negated { store.not(quantified) } else { quantified });
        }
        match check(&mut *z3, &mut store, &assertions) {
            Answer::Sat(model) => assert_satisfies(&store, &assertions, &model),
            Answer::Unsat(_) => {}
            Answer::Unknown(why) => panic!("seed {seed}: {why}"),
        }
    });
}
