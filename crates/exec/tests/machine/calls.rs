//! Calls, returns, the depth of the stack, and calls through pointers.

use crate::support::{endings, explore, job, main_job, only_finding, run, sorted, value};
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

/// Registers of `@wide`, more than an activation needs to keep only those that it reads again.
const WIDE: u32 = 100;

/// A recursive function that makes many words, forks on a bit of its argument, and adds some of the words to what the rest of the
/// recursion returns.
fn wide() -> String {
    let mut body = String::from("define @wide(%0: bv8, %1: bv32, %2: bv8) -> (bv32) {\nb0:\n");
    for word in 0..WIDE {
        body += &format!("  %{}: bv32 := bvadd %1, {}:bv32\n", 3 + word, word * word);
    }
    let next = 3 + WIDE;
    let [end, bit, odd, less, half, more, first, second] = std::array::from_fn(|i| next + i as u32);
    body += &format!(
        "  %{end}: bool := = %2, 0:bv8
  branch %{end}, b1, b2
b1:
  return %1
b2:
  %{bit}: bv8 := bvand %0, 1:bv8
  %{odd}: bool := = %{bit}, 1:bv8
  %{less}: bv8 := bvsub %2, 1:bv8
  %{half}: bv8 := bvlshr %0, 1:bv8
  %{more}: bv32 := bvadd %1, 7:bv32
  branch %{odd}, b3, b4
b3:
  %{first}: bv32 := call @wide(%{half}, %{more}, %{less})
  jump b5(%{first})
b4:
  %{second}: bv32 := call @wide(%{half}, %1, %{less})
  jump b5(%{second})
b5(%{result}: bv32):\n",
        result = second + 1
    );
    let (mut sum, mut next) = (second + 1, second + 2);
    for word in (0..WIDE).step_by(9) {
        body += &format!("  %{next}: bv32 := bvadd %{sum}, %{}\n", 3 + word);
        (sum, next) = (next, next + 1);
    }
    body + &format!("  return %{sum}\n}}\ndeclare @input_x() -> (bv8)")
}

/// What `@wide` returns.
fn wide_value(x: u64, k: u64, depth: u32) -> u64 {
    if depth == 0 {
        return k;
    }
    let rest = wide_value(x >> 1, k + 7 * (x & 1), depth - 1);
    (0..u64::from(WIDE)).step_by(9).fold(rest, |sum, word| sum + k + word * word)
}

#[test]
fn activations_at_rest_keep_what_they_read_again() {
    let body = "b0:\n  %0: bv8 := call @input_x()
  %1: bv32 := call @wide(%0, 1:bv32, 6:bv8)\n  return %1";
    let job = main_job(&wide(), body);
    for threads in [1, 3] {
        let explored = explore(&job, threads);
        assert_eq!(explored.paths.len(), 64);
        for path in &explored.paths {
            let expected = wide_value(value(path, "x"), 1, 6);
            assert_eq!(path.ending, Ending::Exit(expected as i32));
        }
    }
}
