//! Values that there are not: where they come from, which uses of them are found, and which are none.

use crate::support::{only_finding, run, sorted};
use effigy_base::finding::FindingKind as Kind;

/// A number of 32 bits that is symbolic, and `%2`, which is that number where it is below ten.
const POISON: &str = "
  %0: bv32 := symbolic \"n\"
  %1: bool := bvult %0, 10:bv32
  %2: bv32 := poison %0, %1 overflow \"a sum that does not fit\"";

fn ends(rest: &str) -> Vec<String> {
    let explored = run("", &format!("b0:{POISON}\n{rest}"));
    sorted(&explored)
}

#[test]
fn a_branch_on_what_has_no_value_is_found() {
    let rest = "  %3: bool := bvult %2, 5:bv32
  branch %3, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32";
    assert_eq!(ends(rest), ["exit 1", "exit 2", "overflow"]);
    let never = POISON.replace("%0, %1 overflow", "%0, false overflow");
    let explored = run("", &format!("b0:{never}\n{rest}"));
    let (kind, message) = only_finding(&explored);
    assert_eq!(kind, Kind::Overflow);
    assert_eq!(message, "a branch depends on a sum that does not fit");
}

#[test]
fn what_nothing_depends_on_is_no_finding() {
    assert_eq!(ends("  return 0:bv32"), ["exit 0", "exit 0"]);
    let chosen = "  %3: bv32 := ite %1, %2, 7:bv32
  %4: bool := = %3, 7:bv32
  branch %4, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32";
    assert_eq!(ends(chosen), ["exit 1", "exit 1", "exit 2"]);
    let frozen = "  %3: bv32 := freeze %2
  %4: bv32 := bvand %3, 0:bv32
  return %4";
    assert_eq!(ends(frozen), ["exit 0", "exit 0"]);
}

#[test]
fn what_is_stored_and_read_again_has_no_value_either() {
    let rest = "  %3: bv64 := alloc 4:bv64 align 4
  store %3, %2
  %4: bv32 := load %3
  %5: bool := = %4, 3:bv32
  branch %5, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32";
    assert_eq!(ends(rest), ["exit 1", "exit 2", "overflow"]);
}

#[test]
fn an_argument_that_must_be_a_value_is_asked_for() {
    assert_eq!(ends("  defined %2 \"an argument\"\n  return 0:bv32"), ["exit 0", "overflow"]);
    let memory = "b0:
  %0: bv64 := alloc 4:bv64 align 4
  %1: bv32 := load %0
  defined %1 \"an argument\"
  return 0:bv32";
    let explored = run("", memory);
    let (kind, message) = only_finding(&explored);
    assert_eq!(kind, Kind::Uninitialised);
    assert_eq!(message, "an argument depends on memory that was never initialised");
}

#[test]
fn addresses_are_told_by_their_objects() {
    let same = |first: &str, second: &str| {
        let body = format!(
            "b0:
  %0: bv64 := alloc 8:bv64 align 8
  %1: bv64 := alloc 8:bv64 align 8
  %2: bv64 := bvadd %0, 8:bv64
  %3: bv64 := bvadd %0, 9:bv64
  %4: bv8 := symbolic \"n\"
  %5: bv64 := zero_extend[64] %4
  %6: bv64 := bvadd %0, %5
  %7: bool := sameobject {first}, {second}
  branch %7, b1, b2
b1:
  return 1:bv32
b2:
  return 0:bv32"
        );
        sorted(&run("global $g size 8 align 8 {\n}", &body)).join(" ")
    };
    assert_eq!(same("%0", "%2"), "exit 1");
    assert_eq!(same("%0", "%3"), "exit 0");
    assert_eq!(same("%0", "%1"), "exit 0");
    assert_eq!(same("%1", "%1"), "exit 1");
    assert_eq!(same("%6", "%2"), "exit 0 exit 1");
    assert_eq!(same("%6", "%1"), "exit 0");
    assert_eq!(same("$g + 4", "$g"), "exit 1");
    assert_eq!(same("77:bv64", "77:bv64"), "exit 1");
    assert_eq!(same("77:bv64", "78:bv64"), "exit 0");
}
