//! The byte memory: each kind of bad access, and bytes that were never initialised.

use crate::support::{endings, only_finding, run};
use effigy_base::finding::FindingKind as Kind;

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
    assert_finds(callee, body, Kind::UseAfterFree, "a function that has returned");
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
