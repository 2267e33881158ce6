use super::*;
use crate::Rng;

/// The panic's text of a test on random inputs.
fn text(seeds: std::ops::Range<u64>, test: impl FnMut(u64)) -> String {
    let failed = quietly(|| cases(seeds, test)).expect_err("the test fails");
    *failed.payload.downcast().expect("a text")
}

/// A list of numbers as generators make them: a length, then so many numbers.
fn list(rng: &mut Rng) -> Vec<u64> {
    (0..rng.below(40)).map(|_| rng.next_u64() % 1_000).collect()
}

#[test]
fn a_failure_is_that_of_the_smallest_input() {
    let told = text(0..100, |seed| {
        let list = list(&mut Rng::new(seed));
        assert!(list.iter().all(|n| *n < 200), "{list:?}");
    });
    assert_eq!(told, "[200]");
}

/// The generator may live longer than a case, and the input may depend on the seed.
#[test]
fn what_lies_outside_of_a_case_stays() {
    let mut rng = Rng::new(1);
    let told = text(7..100, |seed| {
        let (a, b) = (rng.below(100), rng.below(100));
        assert!(a < 10 || a <= b, "{seed} {a} {b}");
    });
    assert!(told.ends_with(" 10 0"), "{told}");
}

#[test]
fn a_failure_at_another_place_is_another_one() {
    let told = text(0..100, |seed| {
        let n = Rng::new(seed).below(1_000);
        assert!(n != 3, "the wrong one");
        assert!(n < 500, "{n}");
    });
    assert!(told == "500" || told == "the wrong one", "{told}");
}

/// A generator that does not end on zeros is stopped when it draws more than the input that is known to fail.
#[test]
fn a_generator_without_end_is_stopped() {
    let told = text(0..100, |seed| {
        let mut rng = Rng::new(seed);
        let mut count = 0;
        while !rng.one_in(4) || count < 3 {
            count += 1;
        }
        let mut more = 0;
        while rng.one_in(2) {
            more += 1;
        }
        assert!(more < 2, "{count} {more}");
    });
    assert_eq!(told, "3 2");
}

#[test]
fn all_seeds_are_tried_when_none_fails() {
    let mut seeds = Vec::new();
    cases(3..6, |seed| seeds.push((seed, Rng::new(seed).next_u64())));
    let expected = [3, 4, 5].map(|seed| (seed, Rng::new(seed).next_u64()));
    assert_eq!(seeds, expected);
}

#[test]
fn a_case_is_written_and_read() {
    for case in [(7, vec![]), (0, vec![3]), (u64::MAX, vec![0, u64::MAX, 2])] {
        assert_eq!(read(&written(case.0, &case.1)), Some(case));
    }
    assert_eq!([read("7"), read("x:1"), read("1:x")], [None, None, None]);
    assert!(command(5, &[1, 2]).contains("EFFIGY_CASE=5:1,2 cargo test"));
}

#[test]
fn of_inputs_that_are_tried_together_one_fails() {
    let mut asked = Vec::new();
    let mut test = |seeds: std::ops::Range<u64>| {
        asked.push(seeds.clone());
        let inputs: Vec<usize> = seeds.map(|seed| Rng::new(seed).below(100)).collect();
        assert!(inputs.iter().all(|n| *n < 97), "{inputs:?}");
        inputs.len()
    };
    let failed = quietly(|| assert_eq!(batch(0..200, &mut test), 0)).expect_err("the test fails");
    assert_eq!(*failed.payload.downcast::<String>().expect("a text"), "[97]");
    assert_eq!(asked[..2], [0..200, 0..100]);
    assert_eq!(batch(0..3, |seeds| seeds.count()), 3);
}

#[test]
fn on_all_cores_all_seeds_are_tried_and_a_failure_is_that_of_the_smallest_input() {
    let seeds = Mutex::new(Vec::new());
    cases_on_all_cores(3..50, |seed| seeds.lock().expect("no panic").push(seed));
    let mut seeds = seeds.into_inner().expect("no panic");
    seeds.sort_unstable();
    assert_eq!(seeds, Vec::from_iter(3..50));
    let failed = quietly(|| {
        cases_on_all_cores(0..100, |seed| {
            let list = list(&mut Rng::new(seed));
            assert!(list.iter().all(|n| *n < 200), "{list:?}");
        });
    });
    let failed = failed.expect_err("the test fails");
    assert_eq!(*failed.payload.downcast::<String>().expect("a text"), "[200]");
}
