//! Sets of inputs against evaluation.

mod common;

use common::{Generator, Random, bv};
use effigy_base::value::Value;
use effigy_solver::{Set, Sets, SolverOptions};
use effigy_term::{Evaluator, Model, Term, TermStore};

fn sets() -> Sets {
    Sets::new(&SolverOptions::default(), Sets::MANY_STEPS)
}

/// Random values of the variables of a term.
fn random_model(store: &mut TermStore, random: &mut Random, t: Term) -> Model {
    let values = store.variables(t);
    values.iter().map(|v| (*v, random_value(store, random, *v))).collect()
}

fn random_value(store: &TermStore, random: &mut Random, variable: Term) -> Value {
    match store.sort(variable).width() {
        Some(width) if !matches!(store.sort(variable), effigy_base::sort::Sort::Bool) => {
            Value::bits(width, u128::from(random.next()) & (u128::MAX >> (128 - width)))
        }
        _ => Value::Bool(random.below(2) == 0),
    }
}

/// The set that holds just the values of a model.
fn only(sets: &mut Sets, store: &mut TermStore, model: &Model) -> Set {
    let equations: Vec<Term> = model
        .iter()
        .map(|(variable, value)| {
            let constant = store.constant(value);
            store.eq(variable, constant)
        })
        .collect();
    sets.of_all(store, &equations).expect("an assignment has a small diagram")
}

#[test]
fn a_set_holds_the_inputs_for_which_its_condition_is_true() {
    let (mut inside, mut outside) = (0, 0);
    for seed in 0..400 {
        let mut store = TermStore::new();
        let width = [1, 3, 5, 8][seed as usize % 4];
        let random = Random::new(seed);
        let mut generator =
            Generator { random, width, store: &mut store, arrays: false, easy: seed % 3 != 0 };
        let condition = generator.condition(4);
        let mut random = Random::new(seed + 1_000);
        let mut sets = sets();
        if sets.of(&mut store, condition).is_none() {
            continue;
        }
        let mut evaluator = Evaluator::new();
        for _ in 0..20 {
            let model = random_model(&mut store, &mut random, condition);
            let one = only(&mut sets, &mut store, &model);
            let set = sets.of(&mut store, condition).expect("it had one");
            let common = sets.both(set, one).expect("it is small");
            evaluator.reset();
            let holds = evaluator.truth(&store, condition, &model).expect("it has a value");
            assert_eq!(!common.is_empty(), holds, "seed {seed}");
            match holds {
                true => inside += 1,
                false => outside += 1,
            }
        }
        let set = sets.of(&mut store, condition).expect("it had one");
        if !set.is_empty() {
            let first = sets.first(&store, set);
            evaluator.reset();
            assert_eq!(evaluator.truth(&store, condition, &first), Some(true), "seed {seed}");
        }
        let negation = store.not(condition);
        assert_eq!(sets.of(&mut store, negation), Some(sets.others(set)));
    }
    assert!(inside > 1_000 && outside > 1_000, "{inside} in sets, {outside} not");
}

#[test]
fn values_of_a_word_have_the_inputs_for_which_it_is_them() {
    let mut several = 0;
    for seed in 0..300 {
        let mut store = TermStore::new();
        let random = Random::new(seed);
        let mut generator =
            Generator { random, width: 4, store: &mut store, arrays: false, easy: false };
        let (condition, word) = (generator.condition(3), generator.word(3));
        let (three, nine) = (store.bits(4, 3), store.bits(4, 9));
        let choice = store.ite(condition, three, nine);
        let word = store.bvadd(word, choice);
        let mut sets = sets();
        let all = sets.of(&mut store, condition).map(|_| sets.all());
        let Some(values) = all.and_then(|all| sets.values(&mut store, word, all)) else { continue };
        several += usize::from(values.len() > 2);
        assert!(values.is_sorted_by_key(|(value, _)| *value));
        let mut random = Random::new(seed + 1_000);
        let mut evaluator = Evaluator::new();
        for _ in 0..10 {
            let model = random_model(&mut store, &mut random, word);
            let one = only(&mut sets, &mut store, &model);
            let all = sets.all();
            let values = sets.values(&mut store, word, all).expect("it had them");
            evaluator.reset();
            let value = evaluator.value(&store, word, &model).and_then(|value| value.scalar());
            for (candidate, set) in values {
                let common = sets.both(set, one).expect("it is small");
                assert_eq!(!common.is_empty(), Some(candidate) == value, "seed {seed}");
            }
        }
    }
    assert!(several > 50, "only {several} words had several values");
}

#[test]
fn equal_conditions_have_one_set_whatever_they_look_like() {
    let mut store = TermStore::new();
    let (x, y) = (bv(&mut store, "x", 8), bv(&mut store, "y", 8));
    let (comma, high) = (store.bits(8, 44), store.bits(8, 128));
    let (is_comma, is_small) = (store.eq(x, comma), store.ult(x, high));
    let both = store.and(is_small, is_comma);
    let other = store.ult(y, high);
    let (first, second) = (store.and(other, both), store.and(is_comma, other));
    let mut sets = sets();
    let first = sets.of(&mut store, first);
    assert!(first.is_some());
    assert_eq!(first, sets.of(&mut store, second));
}

#[test]
fn sets_that_were_thrown_away_say_nothing() {
    let mut store = TermStore::new();
    let second = bv(&mut store, "in[1]", 8);
    let k = store.bits(8, 7);
    let is_k = store.eq(second, k);
    let mut sets = sets();
    let old = sets.of(&mut store, is_k).expect("it is small");
    // Its place is before the other one's, so that all sets are made anew.
    let first = bv(&mut store, "in[0]", 8);
    let is_first = store.eq(first, k);
    let new = sets.of(&mut store, is_first).expect("it is small");
    assert_eq!(sets.both(old, new), None);
    let again = sets.of(&mut store, is_k).expect("it is small");
    assert!(sets.both(again, new).is_some_and(|both| !both.is_empty()));
}

#[test]
fn a_condition_with_a_large_diagram_has_no_set() {
    let mut store = TermStore::new();
    let (x, y) = (bv(&mut store, "x", 32), bv(&mut store, "y", 32));
    let product = store.app(effigy_base::op::Op::BvMul, &[x, y]);
    let k = store.bits(32, 0x0abc_def1);
    let factors = store.eq(product, k);
    assert_eq!(sets().of(&mut store, factors), None);
}
