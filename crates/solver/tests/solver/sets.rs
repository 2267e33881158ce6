//! Sets of inputs against evaluation.

use crate::common::{Generator, Random, bv, shown};
use effigy_base::op::Op;
use effigy_base::value::Value;
use effigy_solver::{Set, Sets, SolverOptions};
use effigy_term::{Evaluator, Model, Term, TermStore};
use effigy_testkit::{cases, times};

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
    cases(0..400, |seed| {
        let mut store = TermStore::new();
        let width = [1, 3, 5, 8][seed as usize % 4];
        let random = Random::new(seed);
        let mut generator =
            Generator { random, width, store: &mut store, arrays: false, easy: seed % 3 != 0 };
        let condition = generator.condition(4);
        let mut random = Random::new(seed + 1_000);
        let mut sets = sets();
        if sets.of(&mut store, condition).is_none() {
            return;
        }
        let mut evaluator = Evaluator::new();
        for _ in 0..times(20) {
            let model = random_model(&mut store, &mut random, condition);
            let one = only(&mut sets, &mut store, &model);
            let set = sets.of(&mut store, condition).expect("it had one");
            let common = sets.both(set, one).expect("it is small");
            evaluator.reset();
            let holds = evaluator.truth(&store, condition, &model).expect("it has a value");
            let text = || shown(&store, &[condition]);
            assert_eq!(!common.is_empty(), holds, "seed {seed}: {} under {model:?}", text());
            match holds {
                true => inside += 1,
                false => outside += 1,
            }
        }
        let set = sets.of(&mut store, condition).expect("it had one");
        if !set.is_empty() {
            let first = sets.first(&store, set);
            evaluator.reset();
            assert_eq!(
                evaluator.truth(&store, condition, &first),
                Some(true),
                "seed {seed}: {}",
                shown(&store, &[condition])
            );
        }
        let negation = store.not(condition);
        assert_eq!(sets.of(&mut store, negation), Some(sets.others(set)));
    });
    assert!(inside > 1_000 && outside > 1_000, "{inside} in sets, {outside} not");
}

#[test]
fn values_of_a_word_have_the_inputs_for_which_it_is_them() {
    let mut several = 0;
    cases(0..300, |seed| {
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
        let Some(values) = all.and_then(|all| sets.values(&mut store, word, all)) else { return };
        several += usize::from(values.len() > 2);
        assert!(values.is_sorted_by_key(|(value, _)| *value));
        let mut random = Random::new(seed + 1_000);
        let mut evaluator = Evaluator::new();
        for _ in 0..times(10) {
            let model = random_model(&mut store, &mut random, word);
            let one = only(&mut sets, &mut store, &model);
            let all = sets.all();
            let values = sets.values(&mut store, word, all).expect("it had them");
            evaluator.reset();
            let value = evaluator.value(&store, word, &model).and_then(|value| value.scalar());
            for (candidate, set) in values {
                let common = sets.both(set, one).expect("it is small");
                assert_eq!(
                    !common.is_empty(),
                    Some(candidate) == value,
                    "seed {seed}: {}",
                    shown(&store, &[word])
                );
            }
        }
    });
    assert!(several > 50, "only {several} words had several values");
}

#[test]
fn words_one_behind_the_other_are_compared_part_by_part() {
    let mut store = TermStore::new();
    let (x, y) = (bv(&mut store, "x", 8), bv(&mut store, "y", 8));
    let both = store.concat(x, y);
    let (first, second) = (store.bits(16, 0x0d37), store.bits(16, 0xd9a5));
    let values = [0x0d00, 0x0d36, 0x0d37, 0x0dff, 0x0e00, 0x7fff, 0xd8ff, 0xd9a4, 0xd9a5, 0xffff];
    let mut sets = sets();
    let mut evaluator = Evaluator::new();
    for bound in [first, second] {
        for condition in [store.ult(both, bound), store.slt(both, bound)] {
            let set = sets.of(&mut store, condition).expect("it is small");
            for value in values {
                let parts = [(x, Value::bits(8, value >> 8)), (y, Value::bits(8, value & 255))];
                let model: Model = parts.into_iter().collect();
                let one = only(&mut sets, &mut store, &model);
                let common = sets.both(set, one).expect("it is small");
                evaluator.reset();
                let holds = evaluator.truth(&store, condition, &model);
                assert_eq!(Some(!common.is_empty()), holds, "{}", shown(&store, &[condition]));
            }
        }
    }
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
    let product = store.app(Op::BvMul, &[x, y]);
    let k = store.bits(32, 0x0abc_def1);
    let factors = store.eq(product, k);
    assert_eq!(sets().of(&mut store, factors), None);
}

#[test]
fn a_part_that_is_asked_for_again_is_not_large_because_others_were() {
    let mut store = TermStore::new();
    let mut sets = Sets::new(&SolverOptions::default(), 2_000);
    let words: Vec<Term> = (0..60).map(|i| bv(&mut store, &format!("x{i}"), 4)).collect();
    // Each is small, all together they are not.
    let parts: Vec<Term> = words.chunks(2).map(|pair| store.ult(pair[0], pair[1])).collect();
    let all = store.and_all(&parts);
    assert!(sets.of(&mut store, all).is_none(), "all together take more steps");
    assert!(parts.iter().all(|part| sets.of(&mut store, *part).is_some()));
    let asked = (0..30).find(|_| sets.of(&mut store, all).is_some());
    assert!(asked.is_some(), "their parts are known");
}

/// A random condition, another one as the path, and a word, with choices among constants and variables in it.
fn on_a_path(store: &mut TermStore, seed: u64) -> [Term; 3] {
    let random = Random::new(seed);
    let width = [3, 5, 8][seed as usize % 3];
    let mut generator =
        Generator { random, width, store, arrays: false, easy: seed.is_multiple_of(2) };
    let (path, chosen, other) =
        (generator.condition(2), generator.condition(2), generator.condition(2));
    let [a, b, c] = [(); 3].map(|()| generator.word(1));
    let three = store.bits(width, 3);
    let inner = store.ite(chosen, a, three);
    let word = store.ite(other, inner, b);
    let moved = store.bvadd(word, c);
    let condition = store.ult(moved, word);
    [condition, path, word]
}

#[test]
fn on_a_path_a_condition_a_word_and_a_set_are_what_they_are() {
    let mut counts = [0; 6];
    cases(0..300, |seed| {
        let mut store = TermStore::new();
        let [condition, path, word] = on_a_path(&mut store, seed);
        let text = shown(&store, &[condition, path, word]);
        let mut sets = sets();
        let all = store.and(condition, path);
        if sets.of(&mut store, all).is_none() || !sets.place(&mut store, word) {
            return;
        }
        let Some(holds) = sets.of(&mut store, condition) else { return };
        let Some(here) = sets.of(&mut store, path) else { return };
        let Some(both) = sets.both(holds, here) else { return };
        // Of sets and conditions.
        let on_path = sets.on_path(&mut store, condition, here);
        assert!(on_path.is_none_or(|found| found == both), "seed {seed}: {text}");
        let Some(short) = sets.within(holds, here) else { return };
        assert_eq!(sets.both(short, here), Some(both), "seed {seed}: {text}");
        let Some(term) = sets.term(&mut store, holds) else { return };
        assert_eq!(sets.of(&mut store, term), Some(holds), "seed {seed}: {text}");
        // Of words.
        let chosen = sets.choice(&mut store, word, here);
        let Some(taken) = sets.taken(&mut store, condition, here) else { return };
        let values = sets.values_on(&mut store, word, here);
        let mut random = Random::new(seed + 1_000);
        let mut evaluator = Evaluator::new();
        for _ in 0..times(40) {
            let everything = store.bool_to_bv(8, all);
            let everything = store.concat(everything, word);
            let model = random_model(&mut store, &mut random, everything);
            evaluator.reset();
            if evaluator.truth(&store, path, &model) != Some(true) {
                continue;
            }
            let truth = |evaluator: &mut Evaluator, t| evaluator.truth(&store, t, &model);
            assert_eq!(truth(&mut evaluator, taken), truth(&mut evaluator, condition), "{text}");
            counts[0] += 1;
            let value = evaluator.value(&store, word, &model);
            if let Some(chosen) = chosen {
                assert_eq!(evaluator.value(&store, chosen, &model), value, "seed {seed}: {text}");
                counts[1] += 1;
            }
            if let (Some(values), Some(value)) = (&values, value.and_then(|v| v.scalar())) {
                assert!(values.contains(&value), "seed {seed}: {text}");
                counts[2] += 1;
            }
        }
        counts[3] += usize::from(short != holds);
        counts[4] += usize::from(on_path.is_some());
        counts[5] += usize::from(chosen.is_some_and(|chosen| chosen != word));
    });
    assert!(
        counts.iter().zip([1_000, 1_000, 20, 50, 100, 50]).all(|(n, least)| *n >= least),
        "{counts:?}"
    );
}

/// That each of some bytes is a digit.
fn digits(store: &mut TermStore, bytes: &[Term]) -> Term {
    let (zero, nine) = (store.bits(8, u128::from(b'0')), store.bits(8, u128::from(b'9')));
    let is_digit = |byte: &Term| {
        let (above, below) = (store.ule(zero, *byte), store.ule(*byte, nine));
        store.and(above, below)
    };
    let all: Vec<Term> = bytes.iter().map(is_digit).collect();
    store.and_all(&all)
}

/// Whether the square of what some bytes say as a number leaves this remainder, by 97.
fn remainder(store: &mut TermStore, bytes: &[Term], left: u128) -> Term {
    let number = bytes.iter().fold(store.bits(32, 0), |number, byte| {
        let ten = store.bits(32, 10);
        let shifted = store.app(Op::BvMul, &[number, ten]);
        let byte = store.zero_extend(32, *byte);
        store.bvadd(shifted, byte)
    });
    let square = store.app(Op::BvMul, &[number, number]);
    let by = store.bits(32, 97);
    let rest = store.app(Op::BvUrem, &[square, by]);
    let left = store.bits(32, left);
    store.eq(rest, left)
}

#[test]
fn what_has_no_diagram_is_tried_on_the_inputs_of_a_path() {
    let mut store = TermStore::new();
    let mut sets = Sets::new(&SolverOptions::default(), 20_000);
    let bytes = ["a", "b", "c", "d"].map(|name| bv(&mut store, name, 8));
    let path = digits(&mut store, &bytes);
    let condition = remainder(&mut store, &bytes[1..], 33);
    let otherwise = store.not(condition);
    assert_eq!(sets.of(&mut store, condition), None, "its diagram is large");
    let here = sets.of(&mut store, path).expect("it is small");
    let with = sets.on_path(&mut store, condition, here).expect("there are a thousand inputs");
    let without = sets.on_path(&mut store, otherwise, here).expect("there are a thousand inputs");
    assert_eq!(sets.either(with, without), Some(here));
    let mut evaluator = Evaluator::new();
    let mut held = 0;
    for number in 0..1000u32 {
        let digits = format!("7{number:03}");
        let values = bytes.iter().zip(digits.bytes());
        let model: Model = values.map(|(t, byte)| (*t, Value::bits(8, byte.into()))).collect();
        evaluator.reset();
        let holds = evaluator.truth(&store, condition, &model).expect("it has a value");
        let one = only(&mut sets, &mut store, &model);
        for (set, is_in) in [(with, holds), (without, !holds)] {
            let common = sets.both(set, one).expect("it is small");
            assert_eq!(!common.is_empty(), is_in, "{digits}");
        }
        held += usize::from(holds);
    }
    assert!((1..100).contains(&held), "{held}");
    let all = sets.all();
    assert_eq!(sets.on_path(&mut store, condition, all), None, "there are sixteen million inputs");
}

#[test]
fn a_choice_is_one_term_whatever_it_was_made_of() {
    let mut store = TermStore::new();
    let (x, y) = (bv(&mut store, "in[0]", 8), bv(&mut store, "in[1]", 8));
    let [ten, comma, two] = [10, 44, 2].map(|k| store.bits(8, k));
    let (low, is_comma) = (store.ult(x, ten), store.eq(y, comma));
    let inner = store.ite(is_comma, y, two);
    let one = store.ite(low, ten, inner);
    // The same from the other end, with a side that is never taken.
    let either = store.or(low, is_comma);
    let never = store.and(is_comma, low);
    let nowhere = store.ite(never, x, ten);
    let first = store.ite(low, nowhere, y);
    let high = store.not(low);
    let other = store.ite(either, first, two);
    let mut sets = sets();
    let apart = store.not(never);
    let path = sets.of(&mut store, apart).expect("it is small");
    let one = sets.choice(&mut store, one, path);
    assert!(one.is_some());
    assert_eq!(one, sets.choice(&mut store, other, path));
    // Where one thing is left, it is that.
    let path = store.and(low, apart);
    let path = sets.of(&mut store, path).expect("it is small");
    assert_eq!(sets.choice(&mut store, other, path), Some(ten));
    let path = store.and(high, is_comma);
    let path = sets.of(&mut store, path).expect("it is small");
    assert_eq!(sets.choice(&mut store, other, path), Some(y));
}

#[test]
fn words_one_behind_the_other_are_in_the_order_of_the_high_and_then_of_the_low_one() {
    let mut store = TermStore::new();
    let (x, y) = (bv(&mut store, "in[0]", 8), bv(&mut store, "in[1]", 8));
    let word = store.concat(x, y);
    let (zero, most) = (store.bits(8, 0), store.bits(8, 0xff));
    for k in [0u128, 1, 0x7f, 0x80, 0x1234, 0x7fff, 0x8000, 0x8001, 0xff00, 0xfffe] {
        let constant = store.bits(16, k);
        for (high, low) in [(x, y), (zero, y), (x, most), (most, y)] {
            let word = store.concat(high, low);
            let conditions =
                [store.ult(word, constant), store.slt(word, constant), store.eq(word, constant)];
            for condition in conditions {
                let mut sets = sets();
                let set = sets.of(&mut store, condition).expect("it is small");
                let mut evaluator = Evaluator::new();
                for near in [k.wrapping_sub(1), k, k + 1, k ^ 0x100, k ^ 0x8000, k ^ 0xff] {
                    let (high, low) =
                        (Value::bits(8, near >> 8 & 0xff), Value::bits(8, near & 0xff));
                    let model: Model = [(x, high), (y, low)].into_iter().collect();
                    let one = only(&mut sets, &mut store, &model);
                    let set = sets.of(&mut store, condition).unwrap_or(set);
                    let common = sets.both(set, one).expect("it is small");
                    evaluator.reset();
                    let holds = evaluator.truth(&store, condition, &model);
                    assert_eq!(Some(!common.is_empty()), holds, "{k:#x} {near:#x}");
                }
            }
        }
    }
    assert_eq!(store.width(word), 16);
}

#[test]
fn what_is_not_used_is_thrown_away_and_the_rest_stays_what_it_was() {
    let mut store = TermStore::new();
    let (x, y) = (bv(&mut store, "in[0]", 8), bv(&mut store, "in[1]", 8));
    let product = store.bvmul(x, y);
    let mut sets = sets();
    let old = store.ult(x, y);
    let first = sets.of(&mut store, old).expect("it is small");
    let mut swept = false;
    for k in 1..20_000u128 {
        let constant = store.bits(8, k % 251);
        let moved = store.bvxor(product, constant);
        let (high, low) = (store.bits(8, k % 256), store.bits(8, k / 256));
        let (high, low) = (store.bvxor(x, high), store.bvadd(y, low));
        let (a, b) = (store.ult(moved, high), store.ult(low, moved));
        let condition = store.and(a, b);
        sets.of(&mut store, condition);
        // A set from before a sweep says nothing.
        if sets.both(first, first).is_none() {
            swept = true;
            break;
        }
    }
    assert!(swept, "there was room for all");
    let again = sets.of(&mut store, old).expect("it had one");
    for (a, b) in [(0, 0), (1, 2), (2, 1), (200, 201), (255, 0)] {
        let model: Model = [(x, Value::bits(8, a)), (y, Value::bits(8, b))].into_iter().collect();
        let one = only(&mut sets, &mut store, &model);
        let again = sets.of(&mut store, old).unwrap_or(again);
        let common = sets.both(again, one).expect("it is small");
        assert_eq!(!common.is_empty(), a < b, "{a} {b}");
    }
}

#[test]
fn a_fingerprint_is_the_same_in_every_worker_and_differs_for_other_sets() {
    let (mut same, mut other) = (0, 0);
    for seed in 0..200 {
        let fingerprints = |more: bool| {
            let mut store = TermStore::new();
            let mut sets = sets();
            if more {
                // Another worker knows more inputs, and met them in another order.
                for name in ["a0", "zz", "m"] {
                    let input = bv(&mut store, name, 8);
                    let five = store.bits(8, 5);
                    let small = store.ult(input, five);
                    sets.of(&mut store, small).expect("a small diagram");
                }
            }
            let random = Random::new(seed);
            let mut generator =
                Generator { random, width: 5, store: &mut store, arrays: false, easy: true };
            let (one, two) = (generator.condition(4), generator.condition(4));
            let found = [one, two].map(|t| sets.of(&mut store, t));
            // Again, as the second can have given the first's inputs other places.
            let found = found.map(|set| set.is_some()).contains(&false);
            let again = [one, two].map(|t| sets.of(&mut store, t));
            match (found, again) {
                (false, [Some(one), Some(two)]) => {
                    let fingerprint =
                        |set| sets.fingerprint(&store, set).expect("a set that is good");
                    Some((fingerprint(one), fingerprint(two), one == two))
                }
                _ => None,
            }
        };
        let (Some(here), Some(there)) = (fingerprints(false), fingerprints(true)) else { continue };
        assert_eq!(here, there, "seed {seed}");
        assert_eq!(here.0 == here.1, here.2, "seed {seed}");
        same += 1;
        other += u32::from(!here.2);
    }
    assert!(same > 100 && other > 50, "{same} {other}");
}

/// How many of forty bytes are above a letter, as a sum that each of them may raise: after all sums there are few.
#[test]
fn a_count_of_many_choices_is_a_set_of_each_number() {
    let (mut store, mut sets) = (TermStore::new(), sets());
    let letter = store.bits(8, u128::from(b'm'));
    let one = store.bits(32, 1);
    let mut count = store.bits(32, 0);
    for number in 0..40 {
        let byte = bv(&mut store, &format!("stdin[{number}]"), 8);
        let above = store.ult(letter, byte);
        let more = store.bvadd(count, one);
        count = store.ite(above, more, count);
    }
    let all = sets.all();
    let most = store.bits(32, 40);
    let few = store.ult(count, most);
    let set = sets.on_path(&mut store, few, all).expect("a set");
    assert!(!set.is_empty() && !set.is_full());
    let none = store.ult(most, count);
    assert!(sets.on_path(&mut store, none, all).expect("a set").is_empty());
    let values = sets.values_on(&mut store, count, all).expect("the numbers");
    assert_eq!(values, Vec::from_iter(0..=40));
}
