use crate::support::{endings, run, with_input};
use effigy_posix::PosixOptions;

#[test]
fn an_unknown_function_ends_its_own_path_by_name() {
    let body = "  call @mystery()\n  return 0:bv32";
    assert_eq!(
        run("declare @mystery() -> ()", body),
        ["Unsupported(\"the external function mystery\")"]
    );
    let declarations = "declare @mystery() -> ()\ndeclare @getchar() -> (bv32)";
    let body = "  %0: bv32 := call @getchar()\n  %1: bool := = %0, 7:bv32\n  branch %1, b1, b2\n\
                b1:\n  call @mystery()\n  return 0:bv32\nb2:\n  return 1:bv32";
    let endings = with_input(declarations, body, 1);
    assert_eq!(endings, ["Unsupported(\"the external function mystery\")", "exit 1"]);
}

#[test]
fn registered_functions_run_last_first_and_before_the_end() {
    let text = "
declare @atexit(bv64) -> (bv32)
declare @_exit(bv32) -> ()
global $count size 4 align 4 {
  bytes 0 \"00\"
}
define @first() -> () {
b0:
  %0: bv32 := load $count
  call @_exit(%0)
  return
}
define @second() -> () {
b0:
  %0: bv32 := load $count
  %1: bv32 := bvadd %0, 5:bv32
  store $count, %1
  return
}";
    let body =
        "  %0: bv32 := call @atexit(@first)\n  %1: bv32 := call @atexit(@second)\n  return 1:bv32";
    assert_eq!(run(text, body), ["exit 5"]);
}

#[test]
fn constructors_run_before_the_entry() {
    let text = "
global $ready size 4 align 4 {
  bytes 0 \"00\"
}
constructors @prepare
define @prepare() -> () {
b0:
  store $ready, 9:bv32
  return
}";
    assert_eq!(run(text, "  %0: bv32 := load $ready\n  return %0"), ["exit 9"]);
}

#[test]
fn destructors_run_behind_what_the_program_registered_the_last_one_first() {
    let text = "
global $count size 4 align 4 {
  bytes 0 \"01000000\"
}
declare @atexit(bv64) -> (bv32)
declare @_exit(bv32) -> ()
destructors @last, @middle
define @last() -> () {
b0:
  %0: bv32 := load $count
  call @_exit(%0)
  return
}
define @middle() -> () {
b0:
  %0: bv32 := load $count
  %1: bv32 := bvmul %0, 3:bv32
  store $count, %1
  return
}
define @early() -> () {
b0:
  %0: bv32 := load $count
  %1: bv32 := bvadd %0, 4:bv32
  store $count, %1
  return
}";
    assert_eq!(run(text, "  %0: bv32 := call @atexit(@early)\n  return 0:bv32"), ["exit 15"]);
}

#[test]
fn ways_to_end() {
    let declarations =
        "declare @exit(bv32) -> ()\ndeclare @abort() -> ()\ndeclare @reach_error() -> ()";
    assert_eq!(run(declarations, "  call @exit(258:bv32)\n  return 0:bv32"), ["exit 2"]);
    assert_eq!(
        run(declarations, "  call @abort()\n  return 0:bv32"),
        ["abort: the program aborted itself"]
    );
    let endings = run(declarations, "  call @reach_error()\n  return 0:bv32");
    assert!(endings[0].starts_with("error-call: "), "{endings:?}");
}

#[test]
fn a_number_that_the_competition_asks_for_is_assumed() {
    let declarations = "declare @__VERIFIER_nondet_int() -> (bv32)\ndeclare @__VERIFIER_assume(bv32) -> ()\n\
                        declare @__VERIFIER_assert(bv32) -> ()";
    let body = "  %0: bv32 := call @__VERIFIER_nondet_int()\n  %1: bool := bvult %0, 4:bv32\n  \
                %2: bv32 := bool_to_bv[32] %1\n  call @__VERIFIER_assume(%2)\n  %3: bool := bvult %0, 3:bv32\n  \
                %4: bv32 := bool_to_bv[32] %3\n  call @__VERIFIER_assert(%4)\n  return 0:bv32";
    assert_eq!(
        run(declarations, body),
        ["assertion: assertion `__VERIFIER_assert` failed", "exit 0"]
    );
}

#[test]
fn variadic_arguments_stand_in_memory() {
    let text = "
declare @llvm.va_start(bv64) -> ()
define @second(%0: bv32, ...) -> (bv32) {
b0:
  %1: bv64 := alloc 24:bv64 align 8
  call @llvm.va_start(%1)
  %2: bv64 := bvadd %1, 8:bv64
  %3: bv64 := load %2
  %4: bv64 := bvadd %3, 8:bv64
  %5: bv32 := load %4
  return %5
}";
    let body = "  %0: bv32 := call @second(1:bv32, 10:bv32, 20:bv32)\n  return %0";
    assert_eq!(run(text, body), ["exit 20"]);
}

#[test]
fn arguments_are_concrete_ones_then_symbolic_ones() {
    let text = "
define @main(%0: bv32, %1: bv64) -> (bv32) {
b0:
  %2: bv64 := bvadd %1, 16:bv64
  %3: bv64 := load %2
  %4: bv8 := load %3
  %5: bool := = %4, 0:bv8
  branch %5, b1, b2
b1:
  return %0
b2:
  return 0:bv32
}";
    let options =
        || PosixOptions { args: vec![b"x".to_vec()], sym_args: vec![1], ..PosixOptions::default() };
    assert_eq!(endings(text, options()), ["exit 0", "exit 3"]);
}

#[test]
fn registered_functions_get_the_arguments_that_they_take() {
    let text = "
declare @on_exit(bv64, bv64) -> (bv32)
declare @__cxa_atexit(bv64, bv64, bv64) -> (bv32)
declare @_exit(bv32) -> ()
define @last(%0: bv64) -> () {
b0:
  %1: bv32 := extract[31,0] %0
  call @_exit(%1)
  return
}
define @status(%0: bv32, %1: bv64) -> () {
b0:
  %2: bool := = %0, 3:bv32
  check %2 assertion \"the status\"
  return
}";
    let body = "  %0: bv32 := call @__cxa_atexit(@last, 7:bv64, 0:bv64)\n  \
                %1: bv32 := call @on_exit(@status, 9:bv64)\n  return 3:bv32";
    assert_eq!(run(text, body), ["exit 7"]);
}

#[test]
fn random_numbers_come_by_a_function_a_system_call_and_a_device() {
    let text = "
declare @getrandom(bv64, bv64, bv32) -> (bv64)
declare @syscall(bv64, bv64, bv64, bv64) -> (bv64)
declare @open(bv64, bv32) -> (bv32)
declare @read(bv32, bv64, bv64) -> (bv64)
constant $device size 13 align 1 {
  bytes 0 \"2f6465762f7572616e646f6d\"
}";
    let ask = |how: &str| {
        format!(
            "  %0: bv64 := alloc 8:bv64 align 8
{how}
  %3: bv8 := load %0
  %4: bool := = %2, 8:bv64
  %5: bool := = %3, 41:bv8
  %6: bool := and %4, %5
  %7: bv32 := ite %6, 0:bv32, 1:bv32
  return %7"
        )
    };
    for how in [
        "  %1: bv32 := bvadd 1:bv32, 2:bv32
  %2: bv64 := call @getrandom(%0, 8:bv64, 0:bv32)",
        "  %1: bv32 := bvadd 1:bv32, 2:bv32
  %2: bv64 := call @syscall(318:bv64, %0, 8:bv64, 0:bv64)",
        "  %1: bv32 := call @open($device, 0:bv32)
  %2: bv64 := call @read(%1, %0, 8:bv64)",
    ] {
        assert_eq!(run(text, &ask(how)), ["exit 0"], "{how}");
    }
}

#[test]
fn nobody_waits_for_a_device_or_a_stream() {
    let text = "
declare @open(bv64, bv32) -> (bv32)
declare @poll(bv64, bv64, bv32) -> (bv32)
constant $device size 12 align 1 {
  bytes 0 \"2f6465762f72616e646f6d\"
}";
    // What descriptor is asked for which events, how many are ready, and what is said of it.
    for (descriptor, events, ready, said) in
        [("%1", 1, 1, 1), ("0:bv32", 4, 1, 4), ("1:bv32", 0, 0, 0), ("77:bv32", 1, 1, 0x20)]
    {
        let body = format!(
            "  %0: bv64 := alloc 8:bv64 align 8
  %1: bv32 := call @open($device, 0:bv32)
  store %0, {descriptor}
  %2: bv64 := bvadd %0, 4:bv64
  store %2, {events}:bv16
  %3: bv32 := call @poll(%0, 1:bv64, 0:bv32)
  %4: bv64 := bvadd %0, 6:bv64
  %5: bv16 := load %4
  %6: bool := = %3, {ready}:bv32
  %7: bool := = %5, {said}:bv16
  %8: bool := and %6, %7
  %9: bv32 := ite %8, 0:bv32, 1:bv32
  return %9"
        );
        assert_eq!(run(text, &body), ["exit 0"], "{descriptor}");
    }
}
