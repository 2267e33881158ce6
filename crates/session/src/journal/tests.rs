//! Choices as text and back.

use super::line::{checksum, choice, choices};
use effigy_exec::trail::{Choice, Decision};
use effigy_testkit::Rng;
use std::sync::Arc;

#[test]
fn choices_come_back_as_they_were() {
    let mut rng = Rng::new(5);
    for _ in 0..200 {
        let mut trail = Vec::new();
        let mut open: Vec<Arc<[u32]>> = Vec::new();
        for _ in 0..rng.below(20) {
            let answer = match rng.below(3) {
                0 => {
                    let sides: Vec<u32> = (0..2 + rng.below(300) as u32).collect();
                    let side = *rng.pick(&sides);
                    open.push(sides.into());
                    Decision::Took(side)
                }
                1 => Decision::Forced(rng.next_u64() as u32),
                _ => Decision::Value(rng.next_u128()),
            };
            trail.push(Choice { question: rng.next_u64(), answer });
        }
        let from = rng.below(trail.len() + 1);
        let text = choices(&trail, &open, from);
        let read: Vec<_> = text.split_ascii_whitespace().map(|c| choice(c).unwrap()).collect();
        let again: Vec<Choice> = read.iter().map(|(choice, _)| *choice).collect();
        assert_eq!(again, trail[from..]);
        let sides: Vec<_> = read.into_iter().filter_map(|(_, open)| open).collect();
        let before = trail[..from].iter().filter_map(Choice::side).count();
        assert_eq!(sides, open[before..]);
    }
}

#[test]
fn what_is_no_choice_is_refused() {
    for text in ["", "T", "5", "xT0", "5T", "5T0,", "5T0,x", "5F", "5V", "5Vx", "5T-1", "é"] {
        assert!(choice(text).is_none(), "{text}");
    }
}

#[test]
fn a_checksum_depends_on_every_byte_and_on_the_line_before() {
    let text = b"{\"w\":0}";
    assert_ne!(checksum(0, text), checksum(1, text));
    for at in 0..text.len() {
        let mut other = *text;
        other[at] ^= 1;
        assert_ne!(checksum(7, text), checksum(7, &other));
    }
}
