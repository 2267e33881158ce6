use super::{Diver, ENDS_OF_LINE, Hole, Holes, Next, Place, Sums, places};
use crate::structure::Parts;
use crate::testing::job;
use crate::work::Base;
use effigy_exec::concolic::{Concolic, Follow};
use effigy_exec::state::InputKind;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

fn holes_of(bytes: &[u8], changed: usize) -> Vec<Place> {
    places(bytes, changed..changed, &Parts::default())
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

/// The next hole of inputs of which no parts are known.
fn next_of(holes: &mut Holes) -> Option<Hole> {
    loop {
        match holes.next()? {
            Next::Explore(hole) => return Some(hole),
            Next::Plan(bytes) => holes.plan(&bytes, &Arc::default()),
        }
    }
}

/// A record that begins with its length, read twice: `(length, byte, length, byte)`; then the end is compared with the length of all.
const RECORDS: &str = "
declare @text() -> (bv32)
define @main() -> (bv32) {
b0:
  %0: bv32 := call @text()
  %1: bv8 := extract[7, 0] %0
  %2: bv8 := extract[23, 16] %0
  %3: bv8 := bvadd %1, %2
  %4: bool := = %3, 2:bv8
  branch %4, b1, b2
b1:
  return 1:bv32
b2:
  return 0:bv32
}
";

#[test]
fn a_hole_stands_where_a_length_ends_and_the_length_counts_it() {
    let bytes = [1, 7, 1, 8];
    let mut machine = Concolic::new(&job(RECORDS), Follow::Symbols).expect("a solver is there");
    let run = machine.run(vec![(InputKind::Stdin, String::new(), bytes.to_vec())], 1_000);
    let parts = Arc::new(Parts::of(machine.store(), &run, &bytes));
    let mut holes = Holes::default();
    holes.add(&bytes, Base::default(), (1, true), &bytes);
    assert!(matches!(holes.next(), Some(Next::Plan(_))), "the parts are asked for first");
    holes.plan(&bytes, &parts);
    let next = || match holes.next()? {
        Next::Explore(hole) => Some(hole.bytes),
        Next::Plan(_) => None,
    };
    let made: BTreeSet<Vec<u8>> = std::iter::from_fn(next).collect();
    assert!(made.contains(&[2, 7, 0, 1, 8][..]) && made.contains(&[1, 7, 2, 8, 0][..]), "{made:?}");
}

#[test]
fn each_place_has_holes_of_several_sizes() {
    let mut holes = Holes::default();
    holes.add(b"a\nb\n", Base::default(), (10, true), b"");
    let sizes: BTreeSet<usize> =
        std::iter::from_fn(|| next_of(&mut holes)).map(|hole| hole.free.len()).collect();
    assert!(sizes.len() > 10, "{sizes:?}");
}

#[test]
fn an_input_that_runs_more_comes_first_until_much_of_it_was_explored() {
    let mut holes = Holes::default();
    holes.add(b"few\n", Base::default(), (10, true), b"");
    holes.add(b"many\n", Base::default(), (12, true), b"");
    let next = |_| next_of(&mut holes).map(|hole| hole.parent.0.to_vec());
    let order: Vec<Vec<u8>> = (0..40).map_while(next).collect();
    assert!(order[..3].iter().all(|bytes| bytes == b"many\n"));
    assert!(order.iter().filter(|bytes| *bytes == b"few\n").count() > 10);
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
        let (free, sums) = (BTreeSet::from([1]), Sums::default());
        let hole = Hole { parent, bytes, free, time, never, sums };
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

/// All ten bytes together decide in `fits`; then the first one does in `main`.
const SUMMED: &str = "
declare @text() -> (bv80)
define @fits(%0: bv80) -> (bv8) {
b0:
  %1: bv80 := bvurem %0, 251:bv80
  %2: bool := = %1, 0:bv80
  branch %2, b1, b2
b1:
  return 1:bv8
b2:
  return 0:bv8
}
define @main() -> (bv32) {
b0:
  %0: bv80 := call @text()
  %1: bv8 := call @fits(%0)
  %2: bool := = %1, 1:bv8
  branch %2, b1, b2
b1:
  %3: bv8 := extract[7, 0] %0
  %4: bool := = %3, 65:bv8
  branch %4, b3, b2
b2:
  return 0:bv32
b3:
  return 1:bv32
}
";

#[test]
fn what_lies_behind_a_sum_is_explored_as_if_the_sum_were_right() {
    let zeros = [0; 10];
    let mut machine = Concolic::new(&job(SUMMED), Follow::Symbols).expect("a solver is there");
    let run = machine.run(vec![(InputKind::Stdin, String::new(), zeros.to_vec())], 1_000);
    let sums = Parts::of(machine.store(), &run, &zeros).sums;
    let sides: Vec<_> = sums.iter().map(|(place, side)| (&*place.function, *side)).collect();
    assert_eq!(sides, [("fits", Some(0))]);
    let mut diver = Diver::new(&job(SUMMED), 1_000);
    let mut explore = |sums: &Sums| {
        let parent = (Arc::from(zeros), Base::default());
        let hole = Hole::of_piece(parent, zeros.to_vec(), (&(0..2), vec![1]), sums);
        diver.explore(&hole, InputKind::Stdin).expect("a solver is there")
    };
    let is_behind = |made: &Vec<Vec<u8>>| made.iter().any(|bytes| bytes[0] == 65);
    // 65 is no multiple of 251.
    assert!(!is_behind(&explore(&Sums::default())));
    assert!(is_behind(&explore(&sums)));
}
