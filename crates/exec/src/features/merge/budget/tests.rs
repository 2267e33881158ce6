use super::is_small;
use crate::machine::Job;
use crate::testing::job;
use effigy_base::budget::CancelToken;

/// A program with so many forks one behind the other, each on an input of its own.
fn forks(count: usize) -> String {
    let mut text = String::from("define @main() -> (bv32) {\n");
    for fork in 0..count {
        let (here, input, holds) = (3 * fork, 2 * fork, 2 * fork + 1);
        let (yes, no, next) = (here + 1, here + 2, here + 3);
        text += &format!(
            "b{here}:\n  %{input}: bv8 := symbolic \"x{fork}\"\n  %{holds}: bool := bvult %{input}, 9:bv8\n  \
             branch %{holds}, b{yes}, b{no}\nb{yes}:\n  jump b{next}\nb{no}:\n  jump b{next}\n"
        );
    }
    text + &format!("b{}:\n  return 0:bv32\n}}\n", 3 * count)
}

#[test]
fn a_tree_is_small_up_to_some_ten_thousand_paths() {
    assert!(is_small(&job(&forks(0))));
    assert!(is_small(&job(&forks(10))));
    assert!(!is_small(&job(&forks(20))));
}

#[test]
fn a_tree_of_long_paths_is_not_small() {
    let iterations = |count: u32| {
        format!(
            "define @main() -> (bv32) {{\nb0:\n  jump b1(0:bv32)\nb1(%0: bv32):\n  \
             %1: bool := bvult %0, {count}:bv32\n  branch %1, b2, b3\nb2:\n  \
             %2: bv32 := bvadd %0, 1:bv32\n  jump b1(%2)\nb3:\n  return %0\n}}\n"
        )
    };
    assert!(is_small(&job(&iterations(1000))));
    assert!(!is_small(&job(&iterations(10_000_000))));
}

/// Two words whose product is a prime beyond both.
const FACTORS: &str = "
define @main() -> (bv32) {
b0:
  %0: bv32 := symbolic \"x\"
  %1: bv32 := symbolic \"y\"
  %2: bv64 := zero_extend[64] %0
  %3: bv64 := zero_extend[64] %1
  %4: bv64 := bvmul %2, %3
  %5: bool := = %4, 2305843009213693951:bv64
  branch %5, b1, b2
b1:
  return 1:bv32
b2:
  return 0:bv32
}
";

#[test]
fn a_tree_with_a_hard_question_is_not_small() {
    assert!(!is_small(&job(FACTORS)));
}

#[test]
fn limits_that_can_change_when_a_run_is_taken_up_again_change_nothing() {
    let mut small = job(&forks(10));
    small.budget.steps = Some(1);
    assert!(is_small(&small));
    // Under these nothing is merged, whatever the tree.
    small.budget.depth = Some(1);
    assert!(!is_small(&small));
    let cancel = CancelToken::new();
    cancel.cancel();
    assert!(!is_small(&Job { cancel, ..job(&forks(10)) }));
}
