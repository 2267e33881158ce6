//! Paths that never end.

use crate::support::{endings, explore, main_job, sorted, value};
use effigy_base::check::Check;
use effigy_exec::context::Job;
use effigy_exec::stop::Ending;

const INPUT: &str = "declare @input_x() -> (bv8)";

/// A job for a program that goes round while something of its input and of a register holds. The register is a byte.
fn round(next: &str, stays: &str) -> Job {
    let body = format!(
        "
b0:
  %0: bv8 := call @input_x()
  jump b1(0:bv8)
b1(%1: bv8):
{next}
  %3: bool := {stays}
  branch %3, b1(%2), b2
b2:
  return 0:bv32"
    );
    let mut job = main_job(INPUT, &body);
    job.budget.steps = Some(300_000);
    job
}

const SAME: &str = "  %2: bv8 := bvand %1, 1:bv8";
const COUNTS: &str = "  %2: bv8 := bvadd %1, 1:bv8";

#[test]
fn a_state_that_comes_again_never_ends() {
    // The loop forks once: the other side leaves it.
    let job = round(SAME, "bvult 9:bv8, %0");
    for workers in 1..=3 {
        assert_eq!(sorted(&explore(&job, workers)), ["endless-loop", "exit 0"]);
    }
}

#[test]
fn a_value_that_goes_round_comes_again_too() {
    let explored = explore(&round(COUNTS, "= %0, 3:bv8"), 1);
    assert_eq!(sorted(&explored), ["endless-loop", "exit 0"]);
    let endless = explored.paths.iter().find(|path| matches!(path.ending, Ending::Finding(_)));
    assert_eq!(endless.map(|path| value(path, "x")), Some(3));
}

#[test]
fn a_loop_that_ends_late_is_none() {
    let body = "
b0:
  jump b1(0:bv32)
b1(%0: bv32):
  %1: bv32 := bvadd %0, 1:bv32
  %2: bv32 := bvand %1, 1:bv32
  %3: bool := bvult %1, 50000:bv32
  branch %3, b1(%1), b2
b2:
  return %2";
    assert_eq!(endings(&explore(&main_job("", body), 1)), ["exit 0"]);
}

#[test]
fn a_model_of_which_nothing_is_known_may_end_a_loop() {
    let body = "
b0:
  jump b1
b1:
  %0: bv64 := call @heap(8:bv64)
  call @release(%0)
  jump b1";
    let mut job = main_job("declare @heap(bv64) -> (bv64)\ndeclare @release(bv64) -> ()", body);
    job.budget.steps = Some(100_000);
    assert_eq!(endings(&explore(&job, 1)), ["cut: max-steps"]);
}

#[test]
fn volatile_memory_may_end_a_loop() {
    let source = "
define @waits() -> () volatile {
b0:
  jump b1
b1:
  jump b1
}";
    let mut job = main_job(source, "\nb0:\n  call @waits()\n  return 0:bv32");
    job.budget.steps = Some(100_000);
    assert_eq!(endings(&explore(&job, 1)), ["cut: max-steps"]);
}

#[test]
fn a_check_that_is_off_looks_at_nothing() {
    let mut job = round(SAME, "bvult 9:bv8, %0");
    job.checks = job.checks.without(Check::EndlessLoop);
    assert_eq!(sorted(&explore(&job, 1)), ["cut: max-steps", "exit 0"]);
}
