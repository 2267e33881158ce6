//! Calls, returns, the depth of the stack, and calls through pointers.

use crate::support::{endings, explore, job, main_job, only_finding, run, sorted};
use effigy_base::finding::FindingKind as Kind;
use effigy_exec::resources::FRAME_BYTES;
use effigy_exec::stop::Ending;

const FACTORIAL: &str = "
define @factorial(%0: bv32) -> (bv32) {
b0:
  %1: bool := = %0, 0:bv32
  branch %1, b1, b2
b1:
  return 1:bv32
b2:
  %2: bv32 := bvsub %0, 1:bv32
  %3: bv32 := call @factorial(%2)
  %4: bv32 := bvmul %0, %3
  return %4
}";

#[test]
fn recursion_returns_through_its_callers() {
    let explored = run(FACTORIAL, "b0:\n  %0: bv32 := call @factorial(6:bv32)\n  return %0");
    assert_eq!(endings(&explored), ["exit 720"]);
    assert_eq!(explored.counters.forks, 0);
}

#[test]
fn states_that_share_callers_return_to_their_own() {
    let explored = run(
        &format!("{FACTORIAL}\ndeclare @input_n() -> (bv32)"),
        "
b0:
  %0: bv32 := call @input_n()
  %1: bv32 := bvand %0, 3:bv32
  %2: bv32 := call @factorial(%1)
  return %2",
    );
    assert_eq!(sorted(&explored), ["exit 1", "exit 1", "exit 2", "exit 6"]);
}

#[test]
fn a_stack_that_grows_without_end_is_a_finding() {
    let deep = "define @deep() -> () {\nb0:\n  call @deep()\n  return\n}";
    let mut job = main_job(deep, "b0:\n  call @deep()\n  return 0:bv32");
    job.stack = 50 * FRAME_BYTES;
    let explored = explore(&job, 1);
    let (kind, message) = only_finding(&explored);
    assert_eq!((kind, message), (Kind::StackOverflow, "more than 50 nested calls"));
    let Ending::Finding(failure) = &explored.paths[0].ending else { panic!("a finding") };
    assert_eq!(failure.stack.len(), 50);
    assert_eq!(failure.stack[0].function, "deep");
    assert_eq!(failure.stack[49].function, "main");
}

#[test]
fn a_symbolic_pointer_calls_each_function_that_it_may_be() {
    let explored = run(
        "declare @input_x() -> (bv8)
define @one() -> (bv32) {\nb0:\n  return 1:bv32\n}
define @two() -> (bv32) {\nb0:\n  return 2:bv32\n}",
        "
b0:
  %0: bv8 := call @input_x()
  %1: bool := bvult %0, 9:bv8
  %2: bv64 := ite %1, @one, @two
  %3: bv32 := call *%2()
  return %3",
    );
    assert_eq!(sorted(&explored), ["exit 1", "exit 2"]);
}

#[test]
fn calls_through_bad_pointers_are_found() {
    let null = run("", "b0:\n  %0: bv32 := call *0:bv64()\n  return %0");
    assert_eq!(only_finding(&null), (Kind::Null, "a call through a null pointer"));
    let data = run("global $g size 8 align 8 {\n}", "b0:\n  %0: bv32 := call *$g()\n  return %0");
    assert_eq!(only_finding(&data).0, Kind::BadCall);
}

#[test]
fn calls_with_another_type_than_the_functions_are_found() {
    let functions = "define @two(%0: bv32, %1: bv32) -> (bv32) {
b0:
  return %0
}
define @none() -> () {
b0:
  return
}";
    let bad = [
        "  %0: bv32 := call *@two(1:bv32)\n  return %0",
        "  %0: bv32 := call *@two(1:bv32, 2:bv32, 3:bv32)\n  return %0",
        "  %0: bv32 := call *@two(1:bv32, 2:bv64)\n  return %0",
        "  %0: bv64 := call *@two(1:bv32, 2:bv32)\n  return 0:bv32",
        "  %0: bv32 := call *@none()\n  return %0",
        "  call *@none(1:bv32)\n  return 0:bv32",
    ];
    for body in bad {
        let run = run(functions, &format!("b0:\n{body}"));
        assert_eq!(only_finding(&run).0, Kind::BadCall, "{body}");
    }
    let fine = "b0:\n  call *@two(1:bv32, 2:bv32)\n  return 0:bv32";
    assert_eq!(sorted(&run(functions, fine)), ["exit 0"]);
}

#[test]
fn an_external_function_without_a_model_ends_its_path_by_name() {
    let explored = run("declare @mystery() -> ()", "b0:\n  call @mystery()\n  return 0:bv32");
    assert_eq!(endings(&explored), ["unsupported: the external function mystery"]);
}

#[test]
fn several_results_arrive_in_order() {
    let explored = explore(
        &job("
define @both() -> (bv32, bool) {
b0:
  return 5:bv32, true
}
define @main() -> (bv32) {
b0:
  %0: bv32, %1: bool := call @both()
  branch %1, b1, b2
b1:
  return %0
b2:
  return 0:bv32
}"),
        1,
    );
    assert_eq!(endings(&explored), ["exit 5"]);
}
