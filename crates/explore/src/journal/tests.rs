//! Choices as bytes and back; frames.

use super::record::{Frame, RecordIn, RecordOut, Session, Step, push, steps};
use effigy_compile::cache::digest::checksum;
use effigy_exec::trail::{Choice, Decision};
use effigy_outcome::options::ExploreOptions;
use effigy_testkit::{Rng, cases};
use std::path::Path;
use std::sync::Arc;

#[test]
fn choices_come_back_as_they_were() {
    let mut rng = Rng::new(5);
    cases(0..200, |_| {
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
        let bytes = postcard::to_stdvec(&steps(&trail, &open, from).unwrap()).unwrap();
        let read: Vec<Step> = postcard::from_bytes(&bytes).unwrap();
        let read: Vec<_> = read.into_iter().map(Step::into_choice).collect();
        assert!(open.is_empty() || steps(&trail, &open[..open.len() - 1], 0).is_none());
        let again: Vec<Choice> = read.iter().map(|(choice, _)| *choice).collect();
        assert_eq!(again, trail[from..]);
        let sides: Vec<_> = read.into_iter().filter_map(|(_, open)| open).collect();
        let before = trail[..from].iter().filter_map(Choice::side).count();
        assert_eq!(sides, open[before..]);
    });
}

#[test]
fn a_frame_keeps_its_bytes_and_is_found_again() {
    let session = Session::new("program", &ExploreOptions::new(Path::new("a.c")));
    let mut journal = Vec::new();
    let sum = push(&mut journal, 5, &RecordOut::Session(session.clone())).unwrap();
    journal.extend_from_slice(b"rest");
    let (frame, rest) = Frame::first(&journal).unwrap();
    assert_eq!(rest, b"rest");
    assert_eq!((frame.sum(5), frame.sum(6)), (Some(sum), None));
    let Some(RecordIn::Session(read)) = frame.record() else { panic!("no session") };
    assert_eq!(read, session);
    assert!(Frame::first(&journal[1..]).is_none() && Frame::first(&journal[..20]).is_none());
    let twice = [&b"torn"[..], &journal, &journal].concat();
    let first = Frame::behind(&twice).unwrap();
    assert_eq!(
        (first.len(), Frame::behind(first).unwrap().len()),
        (2 * journal.len(), journal.len())
    );
}

#[test]
fn a_checksum_depends_on_every_byte_and_on_the_record_before() {
    let bytes = b"nineteen bytes long";
    assert_ne!(checksum(0, bytes), checksum(1, bytes));
    for at in 0..bytes.len() {
        let mut other = *bytes;
        other[at] ^= 1;
        assert_ne!(checksum(7, bytes), checksum(7, &other));
        assert_ne!(checksum(7, &bytes[..at]), checksum(7, bytes));
    }
    assert_ne!(checksum(7, &[0; 8]), checksum(7, &[0; 9]));
}
