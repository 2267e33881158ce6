//! What a run may use: memory, the program's stack, time; and what ends a program without a decision.

use crate::support::{endings, explore, main_job, only_finding, run};
use effigy_base::budget::StopReason;
use effigy_base::budget::resident_memory;
use effigy_base::finding::FindingKind as Kind;
use effigy_exec::explorer::InputValue;
use effigy_exec::resources::FRAME_BYTES;
use effigy_exec::stop::{CutReason, Ending};
use std::time::Duration;

/// Calls itself `%0` times with a local variable of 16 bytes.
const DEEP: &str = "
define @deep(%0: bv32) -> () {
b0:
  %1: bv64 := alloc 16:bv64 align 8
  %2: bool := = %0, 0:bv32
  branch %2, b1, b2
b1:
  return
b2:
  %3: bv32 := bvsub %0, 1:bv32
  call @deep(%3)
  return
}";

#[test]
fn a_symbolic_exit_status_is_one_path() {
    let body = "b0:\n  %0: bv32 := call @input_n()\n  %1: bv32 := bvadd %0, 7:bv32\n  return %1";
    let explored = run("declare @input_n() -> (bv32)", body);
    assert_eq!(explored.paths.len(), 1);
    assert_eq!(explored.counters.forks, 0);
    let path = &explored.paths[0];
    let [InputValue { bytes, .. }] = path.inputs.as_slice() else { panic!("one input") };
    let n = u32::from_le_bytes(bytes.as_slice().try_into().expect("four bytes"));
    assert_eq!(path.ending, Ending::Exit(n.wrapping_add(7) as i32));
}

#[test]
fn a_stack_holds_as_many_activations_as_their_sizes_allow() {
    let call = |count: u32| format!("b0:\n  call @deep({count}:bv32)\n  return 0:bv32");
    let mut job = main_job(DEEP, &call(100));
    let frame = FRAME_BYTES + 16;
    job.stack = 102 * frame;
    assert_eq!(endings(&explore(&job, 1)), ["exit 0"]);
    job.stack = 100 * frame;
    let explored = explore(&job, 1);
    assert_eq!(only_finding(&explored).0, Kind::StackOverflow);
}

#[test]
fn the_usual_stack_is_deep_and_a_deep_stack_is_dropped() {
    let job = main_job(DEEP, "b0:\n  call @deep(100000:bv32)\n  return 0:bv32");
    assert_eq!(endings(&explore(&job, 1)), ["exit 0"]);
}

#[test]
fn returning_gives_the_stack_back() {
    let calls: String = "  call @deep(10:bv32)\n".repeat(100);
    let body = format!("b0:\n{calls}  return 0:bv32");
    let mut job = main_job(DEEP, &body);
    job.stack = 13 * (FRAME_BYTES + 16);
    assert_eq!(endings(&explore(&job, 1)), ["exit 0"]);
}

#[test]
fn a_local_variable_larger_than_the_stack_is_a_finding() {
    let explored = run("", "b0:\n  %0: bv64 := alloc 40000000:bv64 align 8\n  return 0:bv32");
    let (kind, message) = only_finding(&explored);
    let expected = "a local variable of 40000000 bytes beyond the end of the stack";
    assert_eq!((kind, message), (Kind::StackOverflow, expected));
}

#[test]
fn an_instruction_that_takes_more_than_the_memory_budget_is_cut_by_name() {
    let declarations = "declare @heap(bv64) -> (bv64)";
    let body = "
b0:
  %0: bv64 := call @heap(4000000000:bv64)
  fill %0, 1:bv8, 4000000000:bv64
  return 0:bv32";
    let mut job = main_job(declarations, body);
    let before = resident_memory();
    job.budget.memory = Some(before + (512 << 20));
    let explored = explore(&job, 1);
    assert_eq!(explored.paths[0].ending, Ending::Cut(CutReason::Memory));
    // It is cut before it begins, not when the memory is used up.
    assert!(explored.peak_memory < before + (256 << 20), "{} MB", explored.peak_memory >> 20);
}

#[test]
fn a_run_that_is_stopped_says_why() {
    // It counts, so it never comes back to the same values.
    let forever =
        "b0:\n  jump b1(0:bv64)\nb1(%0: bv64):\n  %1: bv64 := bvadd %0, 1:bv64\n  jump b1(%1)";
    for (reason, cut) in [
        (StopReason::User, CutReason::Cancelled),
        (StopReason::Memory, CutReason::Memory),
        (StopReason::SolverTime, CutReason::SolverTime),
    ] {
        let job = main_job("", forever);
        job.cancel.stop(reason);
        let explored = explore(&job, 1);
        assert_eq!(explored.paths[0].ending, Ending::Cut(cut));
        assert_eq!(explored.stopped, Some(cut));
    }
    let mut job = main_job("", forever);
    job.budget.time = Some(Duration::from_millis(50));
    assert_eq!(explore(&job, 2).stopped, Some(CutReason::Time));
}

#[test]
fn a_query_ends_with_the_time_of_the_run() {
    // A product of two primes of 61 bits: no solver factors it in time.
    let body = "
b0:
  %0: bv64 := call @input_a()
  %1: bv64 := call @input_b()
  %2: bv128 := zero_extend[128] %0
  %3: bv128 := zero_extend[128] %1
  %4: bv128 := bvmul %2, %3
  %5: bool := = %4, 5316911983139663487003542222693990401:bv128
  %6: bool := bvult 1:bv64, %0
  %7: bool := bvult %0, %1
  %8: bool := and %6, %7
  %9: bool := and %5, %8
  branch %9, b1, b2
b1:
  return 1:bv32
b2:
  return 0:bv32";
    let declarations = "declare @input_a() -> (bv64)\ndeclare @input_b() -> (bv64)";
    let mut job = main_job(declarations, body);
    job.budget.time = Some(Duration::from_millis(500));
    let explored = explore(&job, 1);
    assert_eq!(explored.stopped, Some(CutReason::Time));
    assert!(explored.elapsed < Duration::from_secs(20), "{:?}", explored.elapsed);
    assert!(explored.paths.iter().all(|p| !matches!(p.ending, Ending::Unknown(_))));
}
