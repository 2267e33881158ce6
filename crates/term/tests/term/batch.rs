//! A term's values under many models at once are those under each.

use crate::support::random::Recipe;
use crate::support::{self, Rng};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_term::{Batch, Evaluator, LANES, Model, Role, TermStore, VarInfo};
use effigy_testkit::cases;

#[test]
fn batches_agree_with_the_evaluator() {
    let (mut compared, mut without) = (0, 0);
    cases(0..200, |seed| {
        let mut random = Rng::new(seed);
        let width = [4, 8, 16, 32, 64][random.below(5)];
        let mut store = TermStore::new();
        let terms = Recipe::random(&mut random, width, 60).build(&mut store);
        for t in terms {
            let variables = store.variables(t).to_vec();
            if !matches!(store.sort(t), Sort::Bool | Sort::BitVec(..=64)) {
                assert!(Batch::new(&store, t, &variables).is_none());
                continue;
            }
            let Some(mut batch) = Batch::new(&store, t, &variables) else {
                without += 1;
                continue;
            };
            let models = 1 + random.below(LANES);
            let mut values = vec![Vec::new(); models];
            for (place, variable) in variables.iter().enumerate() {
                let width = store.sort(*variable).width().expect("a word");
                let lane = batch.variable(place).expect("a place for each variable");
                for (model, lane) in values.iter_mut().zip(lane) {
                    *lane = support::number(&mut random) as u64 & (u64::MAX >> (64 - width));
                    model.push(*lane);
                }
            }
            let results = batch.run(models).expect("a value").to_vec();
            let mut evaluator = Evaluator::new();
            for (model, result) in values.iter().zip(results) {
                evaluator.reset();
                for (variable, bits) in variables.iter().zip(model) {
                    evaluator.assign(*variable, *bits);
                }
                assert_eq!(evaluator.word(&store, t, &Model::new()), Some(result), "{seed}: {t:?}");
                compared += 1;
            }
        }
    });
    assert!(compared > 100_000 && without > 20, "{compared} {without}");
}

/// Words of up to 128 bits, and floats, as a number is printed.
#[test]
fn wide_words_and_floats_agree_with_the_evaluator() {
    let mut store = TermStore::new();
    let info = VarInfo { name: "n".to_owned(), sort: Sort::BitVec(8), role: Role::Input };
    let byte = store.variable(&info);
    let wide = store.zero_extend(128, byte);
    let factor = store.bits(128, 0xcccc_cccc_cccc_cccc_cccc_cccc_cccc_cccd);
    let product = store.app(Op::BvMul, &[wide, factor]);
    let shift = store.bits(128, 67);
    let quotient = store.app(Op::BvLshr, &[product, shift]);
    let digits = store.extract(63, 0, quotient);
    let word = store.zero_extend(64, byte);
    let float = store.app(Op::FpFromUbv { width: 64 }, &[word]);
    let tenth = store.bits(64, u128::from(0.1f64.to_bits()));
    let scaled = store.app(Op::FpMul, &[float, tenth]);
    let below = store.app(Op::FpLt, &[scaled, tenth]);
    assert!(Batch::new(&store, product, &[byte]).is_none(), "a root is a word");
    for t in [digits, scaled, below] {
        let mut batch = Batch::new(&store, t, &[byte]).expect("it has at most 128 bits");
        *batch.variable(0).expect("one variable") = std::array::from_fn(|value| value as u64);
        assert!(batch.work() > batch.operators());
        let values = batch.run(LANES).expect("values").to_vec();
        let mut evaluator = Evaluator::new();
        for (bits, value) in (0..).zip(values) {
            evaluator.reset();
            evaluator.assign(byte, bits);
            assert_eq!(evaluator.word(&store, t, &Model::new()), Some(value), "{t:?} for {bits}");
        }
    }
}

#[test]
fn tables_have_their_default_outside() {
    let mut store = TermStore::new();
    let info = VarInfo { name: "i".to_owned(), sort: Sort::BitVec(8), role: Role::Input };
    let index = store.variable(&info);
    let table = store.const_array(8, 8, [3, 1, 4].as_slice().into(), 7);
    let element = store.select(table, index);
    let mut batch = Batch::new(&store, element, &[index]).expect("words");
    let places = batch.variable(0).expect("one variable");
    places.iter_mut().zip(0..).for_each(|(place, n)| *place = n);
    assert_eq!(batch.run(5), Some([3, 1, 4, 7, 7].as_slice()));
}

/// A batch that turns from term to term gives what a new one gives, also behind terms that it refused.
#[test]
fn a_batch_turns_to_other_terms() {
    let (mut turned, mut refused) = (0, 0);
    cases(0..60, |seed| {
        let mut random = Rng::new(seed);
        let mut store = TermStore::new();
        let terms = Recipe::random(&mut random, 8, 60).build(&mut store);
        let byte = terms.iter().find_map(|t| store.variables(*t).first().copied());
        let Some(byte) = byte.filter(|byte| store.sort(*byte) == Sort::BitVec(8)) else { return };
        let mut batch = Batch::over(&store, &[byte]);
        *batch.variable(0).expect("one variable") = std::array::from_fn(|value| value as u64);
        for t in terms {
            let Some(mut alone) = Batch::new(&store, t, &[byte]) else {
                assert!(batch.turn_to(&store, t, usize::MAX).is_none());
                continue;
            };
            let most = random.below(8);
            if batch.turn_to(&store, t, most).is_none() {
                refused += 1;
                assert!(alone.operators() > most, "{seed}: {t:?}");
                continue;
            }
            *alone.variable(0).expect("one variable") = std::array::from_fn(|value| value as u64);
            let models = 1 + random.below(LANES);
            assert_eq!(batch.run(models), alone.run(models), "{seed}: {t:?}");
            turned += 1;
        }
    });
    assert!(turned > 500 && refused > 50, "{turned} {refused}");
}
