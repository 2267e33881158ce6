use super::{Over, shrink};

/// The smallest choices that `fails` finds, and how often it was asked.
fn smallest(choices: &[u64], fails: impl Fn(&[u64]) -> bool) -> (Vec<u64>, usize) {
    let mut asked = 0;
    let found = shrink(choices.to_vec(), &mut |choices, most| {
        asked += 1;
        Ok((choices.len() <= most && fails(choices)).then(|| choices.to_vec()))
    });
    (found, asked)
}

#[test]
fn choices_become_fewer_and_less() {
    let choices: Vec<u64> = (0..1_000).collect();
    let (found, asked) = smallest(&choices, |c| c.iter().any(|n| *n >= 700));
    assert_eq!(found, [700]);
    assert!(asked < 200, "{asked}");
    let (found, asked) = smallest(&choices, |c| c.iter().filter(|n| **n >= 700).count() >= 3);
    assert_eq!(found, [700, 700, 700]);
    assert!(asked < 300, "{asked}");
    assert_eq!(smallest(&choices, |_| true).0, [0; 0]);
}

/// The first choice is a number of parts: where 8 is not the first part, the parts before it are left out with lowering the
/// number, and those behind it are not drawn any more.
#[test]
fn a_count_falls_with_what_it_counts() {
    let found = shrink(vec![4, 9, 1, 8, 2], &mut |choices, _| {
        let count = *choices.first().unwrap_or(&0) as usize;
        let parts = choices.iter().skip(1).chain([&0; 4]).take(count);
        let drawn: Vec<u64> = [count as u64].iter().chain(parts).copied().collect();
        Ok(drawn[1..].contains(&8).then_some(drawn))
    });
    assert_eq!(found, [1, 8]);
}

#[test]
fn what_is_found_when_the_time_is_over_counts() {
    let mut left = 3;
    let found = shrink(vec![5; 64], &mut |choices, _| {
        left -= 1;
        if left == 0 { Err(Over) } else { Ok((choices.len() >= 32).then(|| choices.to_vec())) }
    });
    assert_eq!(found.len(), 32);
}
