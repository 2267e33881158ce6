use super::{Diver, ENDS_OF_LINE, Growth, Hole, Holes, Place, places};
use crate::testing::job;
use crate::work::Base;
use effigy_exec::state::InputKind;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

fn holes_of(bytes: &[u8], changed: usize) -> Vec<Place> {
    places(bytes, changed..changed)
}

#[test]
fn a_hole_becomes_a_line_or_a_token_of_a_text() {
    let text = b"one two\r\nend\r\n";
    let all = holes_of(text, 9);
    let lines: BTreeSet<usize> =
        all.iter().filter(|place| place.end == b"\r\n").map(|place| place.at).collect();
    assert_eq!(lines, BTreeSet::from([0, 9, 14]));
    // Near the change first.
    assert_eq!(all.first().map(|place| place.at), Some(9));
    assert!(all.iter().all(|place| place.never == ENDS_OF_LINE));
    let in_place =
        |at, replaced| all.iter().any(|place| (place.at, place.replaced) == (at, replaced));
    assert!(in_place(0, 3) && in_place(4, 3) && in_place(9, 3) && in_place(7, 0));
    assert!(!in_place(3, 1), "a blank is no token");
}

#[test]
fn a_hole_stands_anywhere_in_what_is_no_text() {
    let all = holes_of(b"\x00\x01\x02", 3);
    let at: BTreeSet<usize> = all.iter().map(|place| place.at).collect();
    assert_eq!(at, BTreeSet::from([0, 1, 2, 3]));
    assert!(all.iter().all(|place| place.replaced == 0 && place.never.is_empty()));
}

/// What is done to make inputs longer, one after the other.
fn next(holes: &mut Holes, count: usize) -> Vec<Growth> {
    (0..count).map_while(|_| holes.next()).collect()
}

#[test]
fn pieces_are_repeated_and_holes_are_made_in_turn() {
    let mut holes = Holes::default();
    holes.add(b"a\nb\n", Base::default(), 10, b"");
    let Some(Growth::Unknown(bytes)) = holes.next() else { panic!("the pieces are not known") };
    holes.plan(&bytes, &[0..2, 2..4]);
    let done = next(&mut holes, 4);
    let repeated: Vec<&[u8]> = done
        .iter()
        .filter_map(|growth| match growth {
            Growth::Repeat { bytes, .. } => Some(bytes.as_slice()),
            _ => None,
        })
        .collect();
    assert_eq!(repeated, [b"a\na\nb\n", b"a\nb\nb\n"]);
    let rest = next(&mut holes, 4);
    let is_behind_the_other =
        |growth: &Growth| matches!(growth, Growth::Repeat { bytes, .. } if bytes == b"a\nb\na\n");
    assert!(rest.iter().any(is_behind_the_other), "{rest:?}");
    let all = std::iter::from_fn(|| holes.next()).count();
    assert!(all > 20, "{all}: each place has holes of several sizes");
}

#[test]
fn an_input_that_runs_more_comes_first_until_much_of_it_was_explored() {
    let mut holes = Holes::default();
    holes.add(b"few\n", Base::default(), 10, b"");
    holes.add(b"many\n", Base::default(), 12, b"");
    for bytes in [&b"few\n"[..], b"many\n"] {
        holes.plan(bytes, &[]);
    }
    let of = |growth: &Growth| match growth {
        Growth::Hole(Hole { parent, .. }) => parent.0.to_vec(),
        other => panic!("{other:?}"),
    };
    let order: Vec<Vec<u8>> = next(&mut holes, 40).iter().map(of).collect();
    assert!(order[..3].iter().all(|bytes| bytes == b"many\n"));
    assert!(order.iter().filter(|bytes| *bytes == b"few\n").count() > 10);
}

#[test]
fn what_a_repeated_piece_can_be_is_explored_first() {
    let mut holes = Holes::default();
    holes.add_longer(b"\x01\x02\x01\x02", Base::default(), 5, (b"\x01\x02", 2..4));
    holes.plan(b"\x01\x02\x01\x02", &[0..2, 2..4]);
    let Some(Growth::Hole(hole)) = holes.next() else { panic!("a hole comes first") };
    assert_eq!((hole.free, hole.bytes.len()), (2..4, 4));
}

const THREE: &str = "
declare @text() -> (bv24)
define @main() -> (bv32) {
b0:
  %0: bv24 := call @text()
  %1: bool := = %0, 6513249:bv24
  branch %1, b1, b2
b1:
  return 1:bv32
b2:
  %2: bool := bvult %0, 6513249:bv24
  branch %2, b3, b4
b3:
  return 2:bv32
b4:
  return 3:bv32
}
";

/// Only the bytes of the hole are symbolic, and have none of the values that they never have.
#[test]
fn a_hole_is_explored_and_the_rest_is_the_inputs() {
    let mut diver = Diver::new(&job(THREE), 1_000);
    let explore = |diver: &mut Diver, never| {
        let parent = (Arc::from(&b"ac"[..]), Base::default());
        let (bytes, time) = (b"a\0c".to_vec(), Duration::from_secs(60));
        let hole = Hole { parent, bytes, free: 1..2, time, never };
        diver.explore(&hole, InputKind::Stdin).expect("a solver is there")
    };
    // `abc` is 6513249.
    let made = explore(&mut diver, b"");
    assert_eq!(made.len(), 3, "{made:?}");
    assert!(made.contains(&b"abc".to_vec()));
    assert!(made.iter().all(|bytes| bytes[0] == b'a' && bytes[2] == b'c'));
    let made = explore(&mut diver, b"b");
    assert_eq!(made.len(), 2, "{made:?}");
    assert!(!made.contains(&b"abc".to_vec()));
}
