use super::*;

fn test(status: i32, byte: u8) -> TestCase {
    TestCase {
        number: 1,
        arguments: Vec::new(),
        stdin: Some(vec![byte]),
        objects: Vec::new(),
        predicted: Outcome::Exit(status),
        results: Vec::new(),
        threads: false,
    }
}

#[test]
fn tests_with_a_rare_status_are_not_lost_among_others() {
    let seeds = Seeds::default();
    let mut random = Random::new(3);
    assert_eq!(seeds.pick(&mut random), None);
    for step in 0..5_000 {
        seeds.add(&test(1, 1), step % 900);
    }
    seeds.add(&test(0, 2), 17);
    for status in 100..200 {
        seeds.add(&test(status, 3), 5);
    }
    let picked: Vec<TestCase> = (0..1_000).filter_map(|_| seeds.pick(&mut random)).collect();
    let rare = picked.iter().filter(|test| test.predicted == Outcome::Exit(0)).count();
    assert!(rare > 1_000 / STATUSES / 2, "{rare}");
    let pools = seeds.pools.lock().expect("no thread failed");
    assert_eq!(pools.len(), STATUSES);
    assert!(pools.values().all(|pool| pool.deep.len() <= DEEP && pool.sampled.len() <= SAMPLED));
}

#[test]
fn inputs_are_distinguished_by_what_the_program_itself_says() {
    let words = ["unknown", "escape", "expected"].map(|w| w.as_bytes().to_vec());
    let mut found = Found::new(words.into());
    for byte in 0..200 {
        // The program repeats its input, which is nothing new.
        found.add(&test(0, byte), 0, &format!("input {byte}: unknown escape zz{byte}q"));
    }
    assert_eq!(found.ways.len(), 1);
    assert!(found.add(&test(0, 7), 0, "a value expected"));
    for byte in 0..FOUND as u8 {
        assert!(!found.add(&test(0, byte), 0, "expected a"));
    }
    assert!(found.add(&test(0, 8), 3, "a value expected"));
    assert_eq!(found.ways.len(), 3);
    assert!(found.ways.values().all(|inputs| inputs.len() <= FOUND));
    for status in 0..1_000 {
        found.add(&test(0, 9), status, "");
    }
    assert_eq!(found.ways.len(), WAYS);
}

#[test]
fn what_goes_on_from_the_last_new_input_comes_often_and_all_comes_once() {
    let mut found = Found::default();
    let mut random = Random::new(3);
    assert!(found.staged(&mut random).is_none());
    for batch in 0..4 {
        found.stage((0..100).map(|at| test(0, 100 * (batch % 2) + at)).collect());
    }
    found.stage(vec![test(0, 250); 30]);
    let all: Vec<TestCase> = std::iter::from_fn(|| found.staged(&mut random)).collect();
    let last = |tests: &[TestCase]| tests.iter().filter(|t| **t == test(0, 250)).count();
    assert_eq!((all.len(), last(&all)), (430, 30));
    assert!(last(&all[..60]) > 20, "{}", last(&all[..60]));
    for _ in 0..3 * BATCHES {
        found.stage(vec![test(0, 1)]);
    }
    assert_eq!(std::iter::from_fn(|| found.staged(&mut random)).count(), BATCHES);
}
