//! The byte memory: each kind of bad access, and bytes that were never initialised.

use crate::support::{endings, explore, main_job, only_finding, run, sorted, value};
use effigy_base::finding::FindingKind as Kind;
use effigy_exec::stop::Ending;
use effigy_solver::BackEnd;

const HEAP: &str = "declare @heap(bv64) -> (bv64)\ndeclare @release(bv64) -> ()";

fn assert_finds(declarations: &str, body: &str, kind: Kind, says: &str) {
    let explored = run(declarations, &format!("b0:\n{body}\n  return 0:bv32"));
    let (found, message) = only_finding(&explored);
    assert_eq!(found, kind, "{message}");
    assert!(message.contains(says), "{message}");
}

#[test]
fn values_come_back_as_they_were_written() {
    let explored = run(
        "global $g size 16 align 8 {\nbytes 0 \"0102030405060708\"\naddress 8 $g + 2\n}",
        "
b0:
  %0: bv64 := load $g + 8
  %1: bv16 := load %0
  %2: bv64 := alloc 8:bv64 align 8
  store %2, 0x11223344:bv32
  %3: bv64 := bvadd %2, 1:bv64
  copy %3, %2, 3:bv64
  fill %2, 0x99:bv8, 1:bv64
  %4: bv32 := load %2
  %5: bool := = %1, 0x0403:bv16
  %6: bool := = %4, 0x22334499:bv32
  %7: bool := and %5, %6
  branch %7, b1, b2
b1:
  return 1:bv32
b2:
  return %4",
    );
    assert_eq!(endings(&explored), ["exit 1"]);
}

#[test]
fn accesses_outside_of_objects_are_found() {
    let read =
        "  %0: bv64 := alloc 4:bv64 align 4\n  %1: bv64 := bvadd %0, 2:bv64\n  %2: bv32 := load %1";
    assert_finds(
        "",
        read,
        Kind::OutOfBounds,
        "a read of 4 bytes at byte 2 of a local variable of 4 bytes",
    );
    let write =
        "  %0: bv64 := call @heap(4:bv64)\n  %1: bv64 := bvsub %0, 1:bv64\n  store %1, 0:bv8";
    assert_finds(HEAP, write, Kind::OutOfBounds, "a write of 1 bytes at byte -1 of a heap object");
    let global = "global $g size 2 align 1 {\nbytes 0 \"0102\"\n}";
    assert_finds(global, "  %0: bv32 := load $g", Kind::OutOfBounds, "global variable of 2 bytes");
    assert_finds("", "  store 0x77777777777:bv64, 0:bv8", Kind::OutOfBounds, "no object");
}

#[test]
fn a_constant_is_not_written() {
    let constant = "constant $g size 2 align 1 {\nbytes 0 \"0102\"\n}";
    assert_finds(constant, "  store $g, 0:bv8", Kind::OutOfBounds, "a write to a constant");
}

#[test]
fn null_is_found_at_every_small_address() {
    assert_finds(
        "",
        "  %0: bv8 := load 0:bv64",
        Kind::Null,
        "a read of 1 bytes through a null pointer",
    );
    assert_finds("", "  store 24:bv64, 0:bv8", Kind::Null, "a write of 1 bytes");
}

#[test]
fn heap_objects_have_one_life() {
    let life =
        |rest: &str| format!("  %0: bv64 := call @heap(4:bv64)\n  call @release(%0)\n{rest}");
    assert_finds(HEAP, &life("  %1: bv8 := load %0"), Kind::UseAfterFree, "was released");
    assert_finds(HEAP, &life("  store %0, 0:bv8"), Kind::UseAfterFree, "was released");
    assert_finds(HEAP, &life("  call @release(%0)"), Kind::DoubleFree, "a second time");
    let inner =
        "  %0: bv64 := call @heap(4:bv64)\n  %1: bv64 := bvadd %0, 1:bv64\n  call @release(%1)";
    assert_finds(HEAP, inner, Kind::InvalidFree, "not the start of a heap object");
    let local = "  %0: bv64 := alloc 4:bv64 align 4\n  call @release(%0)";
    assert_finds(HEAP, local, Kind::InvalidFree, "not the start of a heap object");
}

#[test]
fn a_local_variable_ends_with_its_function() {
    let callee =
        "define @local() -> (bv64) {\nb0:\n  %0: bv64 := alloc 4:bv64 align 4\n  return %0\n}";
    let body = "  %0: bv64 := call @local()\n  store %0, 1:bv8";
    assert_finds(callee, body, Kind::UseAfterScope, "whose block or function has ended");
}

#[test]
fn a_branch_on_uninitialised_bytes_is_found() {
    let explored = run(
        "",
        "
b0:
  %0: bv64 := alloc 4:bv64 align 4
  %1: bv8 := load %0
  %2: bool := bvult %1, 3:bv8
  branch %2, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32",
    );
    assert_eq!(only_finding(&explored).0, Kind::Uninitialised);
}

/// Large copies are made slice by slice: those between overlapping ranges too, in either direction.
#[test]
fn large_overlapping_copies_keep_what_is_still_to_be_read() {
    for (from, to) in [(0, 4), (4, 0)] {
        let at = (1 << 24) + 1;
        let explored = run(
            "declare @heap(bv64) -> (bv64)",
            &format!(
                "
b0:
  %0: bv64 := call @heap(33554440:bv64)
  fill %0, 1:bv8, 33554440:bv64
  %1: bv64 := bvadd %0, {from}:bv64
  %2: bv64 := bvadd %0, {to}:bv64
  %3: bv64 := bvadd %1, {at}:bv64
  store %3, 7:bv8
  copy %2, %1, 33554432:bv64
  %4: bv64 := bvadd %2, {at}:bv64
  %5: bv8 := load %4
  %6: bv32 := zero_extend[32] %5
  return %6"
            ),
        );
        assert_eq!(endings(&explored), ["exit 7"], "{from} to {to}");
    }
}

#[test]
fn uninitialised_bytes_may_be_copied_and_masked_out() {
    let explored = run(
        "",
        "
b0:
  %0: bv64 := alloc 8:bv64 align 4
  %1: bv64 := bvadd %0, 4:bv64
  store %0, 5:bv8
  copy %1, %0, 4:bv64
  %2: bv32 := load %1
  %3: bv32 := bvand %2, 255:bv32
  %4: bool := = %3, 5:bv32
  branch %4, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32",
    );
    assert_eq!(endings(&explored), ["exit 1"]);
}

#[test]
fn a_frozen_uninitialised_value_is_any_value() {
    let explored = run(
        "",
        "
b0:
  %0: bv8 := freeze undef bv8
  %1: bv8 := bvxor %0, %0
  %2: bool := = %1, 0:bv8
  branch %2, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32",
    );
    assert_eq!(endings(&explored), ["exit 1"]);
}

/// `x > 100 & u = 3` for an unwritten `u`: only where `x > 100` the contents matter.
const SWALLOWS: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bv64 := alloc 1:bv64 align 1
  %2: bv8 := load %1
  %3: bool := = %2, 3:bv8
  %4: bool := bvult 100:bv8, %0
  %5: bool := and %3, %4
  branch %5, b1, b2
b1:
  return 1:bv32
b2:
  %6: bool := = %0, 5:bv8
  branch %6, b3, b4
b3:
  fail assertion \"five\"
b4:
  return 2:bv32";

#[test]
fn a_decision_that_may_depend_on_uninitialised_bytes_splits_the_path() {
    for threads in [1, 3] {
        let explored = explore(&main_job("declare @input_x() -> (bv8)", SWALLOWS), threads);
        assert_eq!(sorted(&explored), ["assertion", "exit 2", "uninitialised"]);
        for path in &explored.paths {
            let x = value(path, "x");
            match &path.ending {
                Ending::Finding(failure) if failure.kind == Kind::Uninitialised => {
                    assert!(x > 100, "{x}");
                    assert_eq!(path.condition.len(), 1, "{:?}", path.condition);
                }
                Ending::Finding(_) => assert_eq!(x, 5),
                _ => assert!(x <= 100 && x != 5, "{x}"),
            }
        }
    }
}

#[test]
fn the_condition_of_an_uninitialised_decision_speaks_of_the_inputs() {
    let body = |test: &str| {
        format!(
            "
b0:
  %0: bv8 := call @input_x()
  %1: bv64 := alloc 1:bv64 align 1
  %2: bv8 := load %1
  %3: bool := {test}
  branch %3, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32"
        )
    };
    let endings = |test: &str| sorted(&run("declare @input_x() -> (bv8)", &body(test)));
    // Some contents are equal to every input, and none is below 0.
    assert_eq!(endings("= %2, %0"), ["uninitialised"]);
    assert_eq!(endings("bvult %0, %2"), ["exit 2", "uninitialised"]);
    assert_eq!(endings("bvult %2, %0"), ["exit 2", "uninitialised"]);
}

/// No contents that are tried make the square 49 for every input that some contents make so; what is left is said.
#[test]
fn what_nobody_knows_of_uninitialised_bytes_is_not_decided() {
    let explored = run(
        "declare @input_x() -> (bv8)",
        "
b0:
  %0: bv8 := call @input_x()
  %1: bv64 := alloc 1:bv64 align 1
  %2: bv8 := load %1
  %3: bv8 := bvmul %2, %2
  %4: bv8 := bvadd %3, %0
  %5: bool := = %4, 49:bv8
  branch %5, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32",
    );
    let endings = sorted(&explored);
    assert!(endings.iter().any(|e| e == "uninitialised"), "{endings:?}");
    assert!(endings.iter().any(|e| e.starts_with("Unknown(")), "{endings:?}");
}

#[test]
fn an_address_that_mentions_uninitialised_bytes_does_not_depend_on_them() {
    let body = |bound: u8| {
        format!(
            "
b0:
  %0: bv8 := call @input_x()
  %1: bv64 := alloc 1:bv64 align 1
  %2: bool := bvult 5:bv8, %0
  branch %2, b1, b2
b1:
  %3: bool := bvult {bound}:bv8, %0
  %4: bv64 := ite %3, %1, undef bv64
  store %4, 1:bv8
  return 1:bv32
b2:
  return 2:bv32"
        )
    };
    let endings = |bound: u8| sorted(&run("declare @input_x() -> (bv8)", &body(bound)));
    assert_eq!(endings(4), ["exit 1", "exit 2"]);
    assert_eq!(endings(9), ["exit 1", "exit 2", "uninitialised"]);
}

#[test]
fn what_is_not_decided_about_uninitialised_bytes_is_no_finding() {
    let mut job = main_job(
        "declare @input_x() -> (bv64)",
        "
b0:
  %0: bv64 := call @input_x()
  %1: bv64 := alloc 8:bv64 align 8
  %2: bv64 := load %1
  %3: bv64 := fp.fmod %0, %0
  %4: bv64 := fp.mul %2, 0:bv64
  %5: bool := fp.lt %3, %4
  branch %5, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32",
    );
    job.solver.back_end = BackEnd::Embedded;
    job.solver.query_time = Some(std::time::Duration::ZERO);
    let endings = endings(&explore(&job, 1));
    assert!(endings.len() == 1 && endings[0].starts_with("Unknown("), "{endings:?}");
}

#[test]
fn each_use_of_what_is_undefined_has_a_value_of_its_own() {
    let explored = run(
        "",
        "
b0:
  %0: bv8 := bvsub undef bv8, undef bv8
  %1: bool := = %0, 0:bv8
  branch %1, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32",
    );
    assert_eq!(only_finding(&explored).0, Kind::Uninitialised);
}

#[test]
fn what_is_undefined_has_another_value_in_each_round_of_a_loop() {
    let explored = run(
        "",
        "
b0:
  jump b1(0:bv8, 0:bv8)
b1(%0: bv8, %1: bv8):
  %2: bv8 := bvadd undef bv8, 1:bv8
  %3: bv8 := bvadd %0, 1:bv8
  %4: bool := = %3, 2:bv8
  branch %4, b2, b1(%3, %2)
b2:
  %5: bool := = %1, %2
  branch %5, b3, b4
b3:
  return 1:bv32
b4:
  return 2:bv32",
    );
    assert_eq!(only_finding(&explored).0, Kind::Uninitialised);
}

#[test]
fn both_sides_of_a_branch_on_a_frozen_value_are_taken() {
    let explored = run(
        "",
        "
b0:
  %0: bool := freeze undef bool
  branch %0, b1, b2
b1:
  branch %0, b3, b4
b2:
  return 2:bv32
b3:
  return 3:bv32
b4:
  return 4:bv32",
    );
    assert_eq!(sorted(&explored), ["exit 2", "exit 3"]);
}

#[test]
fn padding_of_a_constant_is_not_uninitialised() {
    let body = "
b0:
  %0: bv64 := bvadd $g, 1:bv64
  %1: bv8 := load %0
  %2: bool := = %1, 0:bv8
  branch %2, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32";
    let padded = "constant $g size 4 align 1 {\n  bytes 0 \"01\"\n  undef 1..4\n}";
    assert_eq!(endings(&run(padded, body)), ["exit 1"]);
    let variable = "global $g size 4 align 1 {\n  bytes 0 \"01\"\n  undef 1..4\n}";
    assert_eq!(endings(&run(variable, body)), ["uninitialised"]);
}

#[test]
fn what_is_asked_about_uninitialised_bytes_is_asked_again_when_paths_are_merged() {
    // That the value is 7 does not depend on what was never initialised; that it is 1 could.
    let body = "
b0:
  %0: bv8 := call @input_x()
  %1: bv64 := alloc 1:bv64 align 1
  %2: bv8 := load %1
  %3: bool := bvult %0, 10:bv8
  branch %3, b1, b2
b1:
  %4: bool := = %0, 5:bv8
  %5: bool := bvult 20:bv8, %0
  %6: bool := bvult %2, 128:bv8
  %7: bv8 := ite %6, 1:bv8, 0:bv8
  %8: bv8 := ite %5, %7, 9:bv8
  %9: bv8 := ite %4, 7:bv8, %8
  switch %9 { 1: b3, 7: b4, else: b5 }
b2:
  return 0:bv32
b3:
  return 1:bv32
b4:
  return 2:bv32
b5:
  return 3:bv32";
    let mut job = main_job("declare @input_x() -> (bv8)", body);
    job.merge = effigy_exec::merge::Merge::Always;
    assert_eq!(sorted(&explore(&job, 1)), ["exit 0", "exit 2", "exit 3"]);
}
