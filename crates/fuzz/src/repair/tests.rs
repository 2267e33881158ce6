use super::ParentPath;
use crate::counts::Counts;
use crate::expand::Expander;
use crate::testing::job;
use effigy_exec::guides::GivenBytes;
use effigy_exec::state::InputKind;

/// A count of at most two, and six bytes of which the last one is the sum of the others. One that counts two ends early, too.
const SUM: &str = "
declare @text() -> (bv64)
define @main() -> (bv32) {
b0:
  %0: bv64 := call @text()
  %1: bv8 := extract[7, 0] %0
  %2: bool := bvult %1, 3:bv8
  branch %2, b1, b3
b1:
  %3: bv8 := extract[15, 8] %0
  %4: bv8 := extract[23, 16] %0
  %5: bv8 := extract[31, 24] %0
  %6: bv8 := extract[39, 32] %0
  %7: bv8 := extract[47, 40] %0
  %8: bv8 := extract[63, 56] %0
  %9: bv8 := bvadd %3, %4
  %10: bv8 := bvadd %9, %5
  %11: bv8 := bvadd %10, %6
  %12: bv8 := bvadd %11, %7
  %13: bool := = %12, %8
  branch %13, b2, b3
b2:
  %14: bool := = %1, 2:bv8
  branch %14, b3, b4
b3:
  return 1:bv32
b4:
  return 0:bv32
}
";

fn given(bytes: [u8; 8]) -> Vec<GivenBytes> {
    vec![(InputKind::Stdin, String::new(), bytes.to_vec())]
}

/// What is made of an input that was made of `parent`.
fn turned(parent: [u8; 8], bytes: [u8; 8], behind: usize) -> Vec<Vec<u8>> {
    let mut expander = Expander::new(&job(SUM), 1_000).expect("a solver is there");
    let parent = expander.expand(&given(parent), usize::MAX);
    let path = ParentPath::of(&parent);
    let mut counts = Counts::default();
    let made = expander.turned(&given(bytes), (&path.sides, behind), &mut counts);
    made.into_iter().flatten().map(|(.., bytes)| bytes).collect()
}

const WHOLE: [u8; 8] = [1, 10, 20, 30, 40, 50, 0, 150];

#[test]
fn a_sum_is_made_right_by_its_own_bytes() {
    let made = turned(WHOLE, [1, 10, 21, 30, 40, 50, 0, 150], 0);
    let sum = |bytes: &Vec<u8>| bytes[1..6].iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    let right: Vec<&Vec<u8>> = made.iter().filter(|bytes| sum(bytes) == bytes[7]).collect();
    assert!(!right.is_empty(), "{made:?}");
    // The bytes that are far from the last one stay.
    assert!(right.iter().all(|bytes| bytes[..4] == [1, 10, 21, 30]), "{made:?}");
}

#[test]
fn a_count_is_what_the_first_input_has_it_be() {
    let made = turned(WHOLE, [2, 10, 20, 30, 40, 50, 0, 150], 0);
    assert!(made.iter().any(|bytes| bytes[0] != 2 && bytes[1..] == WHOLE[1..]), "{made:?}");
}

#[test]
fn what_is_in_front_of_a_negated_decision_stays() {
    // Both inputs end at the last decision.
    assert!(turned(WHOLE, [2, 10, 20, 30, 40, 50, 0, 150], 3).is_empty());
}

#[test]
fn only_sides_that_the_first_input_takes_are_asked_for() {
    let ends_early = [9, 10, 20, 30, 40, 50, 0, 150];
    // It never comes to the sum.
    let made = turned(ends_early, [1, 10, 21, 30, 40, 50, 0, 150], 0);
    assert!(made.iter().all(|bytes| bytes[0] > 2), "{made:?}");
}
