//! Heap functions: fields, contents of arrays, global variables, new objects.

use crate::support::{endings, explore, main_job, run};
use effigy_base::value::Value;
use std::sync::Arc;

const NODES: &str = "
field &\".value\" (bv32) -> bv32 value
field &\".next\" (bv32) -> bv32 reference
field &\"[]\" (bv32, bv32) -> bv32 value
field &\".length\" (bv32) -> bv32 length
field &a () -> bv32 reference
field &b () -> bv32 reference";

/// The condition of each path.
fn conditions(explored: &effigy_exec::explorer::Exploration) -> Vec<String> {
    explored.paths.iter().map(|path| path.condition.join(" && ")).collect()
}

/// The results of each path.
fn outputs(explored: &effigy_exec::explorer::Exploration) -> Vec<String> {
    let of = |path: &effigy_exec::explorer::PathRecord| {
        let outputs = path.outputs.iter().map(|(name, value)| format!("{name} = {value}"));
        outputs.collect::<Vec<_>>().join(", ")
    };
    explored.paths.iter().map(of).collect()
}

#[test]
fn a_field_written_through_two_references_has_two_cases() {
    let explored = run(
        NODES,
        "
b0:
  %0: bv32 := get &a()
  %1: bv32 := get &b()
  set &\".value\"(%0), 1:bv32
  set &\".value\"(%1), 2:bv32
  %2: bv32 := get &\".value\"(%0)
  %3: bool := = %2, 1:bv32
  branch %3, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32",
    );
    assert_eq!(endings(&explored), ["exit 1", "exit 2"]);
    assert_eq!(conditions(&explored), ["a != b", "a == b"]);
}

#[test]
fn a_new_object_is_none_that_was_there_before() {
    let explored = run(
        NODES,
        "
b0:
  %0: bv32 := create
  %1: bv32 := create
  %2: bv32 := get &a()
  %3: bv32 := get &\".next\"(%2)
  %4: bool := = %0, %1
  %5: bool := = %0, %3
  %6: bool := = %0, 0:bv32
  %7: bool := or %4, %5
  %8: bool := or %7, %6
  output \"same\" %8
  set &\".next\"(%0), %3
  %9: bv32 := get &\".next\"(%0)
  output \"next\" %9
  return 0:bv32",
    );
    assert_eq!(outputs(&explored), ["same = false, next = a.next"]);
}

#[test]
fn a_reference_from_before_may_be_null_and_a_length_is_not_negative() {
    let explored = run(
        NODES,
        "
b0:
  %0: bv32 := get &a()
  %1: bool := = %0, 0:bv32
  branch %1, b1, b2
b1:
  return 1:bv32
b2:
  %2: bv32 := get &\".length\"(%0)
  %3: bool := bvslt %2, 0:bv32
  branch %3, b3, b4
b3:
  return 3:bv32
b4:
  return 4:bv32",
    );
    assert_eq!(endings(&explored), ["exit 1", "exit 4"]);
    assert_eq!(conditions(&explored), ["a == null", "a != null"]);
}

#[test]
fn contents_of_arrays_are_distinguished_by_object_and_index() {
    let explored = run(
        NODES,
        "
b0:
  %0: bv32 := get &a()
  %1: bv32 := get &b()
  %2: bv32 := unknown \"i\" value
  set &\"[]\"(%0, %2), 7:bv32
  %3: bv32 := get &\"[]\"(%1, 0:bv32)
  %4: bool := = %3, 7:bv32
  check %4 assertion \"seven\"
  return 0:bv32",
    );
    assert_eq!(endings(&explored), ["exit 0", "assertion"]);
    assert_eq!(conditions(&explored)[1], "!(a == b && i == 0 || b[0] == 7)");
}

#[test]
fn integers_without_bounds_are_distinguished_in_the_same_way() {
    let mut job = main_job(
        "
field &\".value\" (int) -> int value
field &\".next\" (int) -> int reference
field &\"[]\" (int, int) -> int value
field &\".length\" (int) -> int length
field &a () -> int reference",
        "
b0:
  %0: int := get &a()
  %1: int := get &\".next\"(%0)
  %2: int := create
  %3: bool := = %1, %2
  output \"same\" %3
  %4: int := get &\"[]\"(%1, 3:int)
  output \"element\" %4
  %5: int := get &\".length\"(%0)
  %6: bool := int.lt %5, 0:int
  check %6 assertion \"negative\"
  return 0:bv32",
    );
    job.solver.back_end = effigy_solver::BackEnd::Z3;
    let Some(_) = effigy_testkit::tool("z3") else { return };
    let explored = explore(&job, 1);
    assert_eq!(endings(&explored), ["assertion"]);
    assert_eq!(outputs(&explored), ["same = false, element = a.next[3]"]);
    // What a length is anyway is no condition of the path.
    assert_eq!(conditions(&explored), [""]);
}

/// Three executions of an instruction for an unknown value.
const THREE_UNKNOWNS: &str = "
b0:
  jump b1(0:bv32)
b1(%0: bv32):
  %1: bv32 := unknown \"x\" value
  output \"x\" %1
  %2: bv32 := bvadd %0, 1:bv32
  %3: bool := = %2, 3:bv32
  branch %3, b2, b1(%2)
b2:
  return 0:bv32";

#[test]
fn what_is_unknown_is_new_each_time() {
    let explored = run(NODES, THREE_UNKNOWNS);
    assert_eq!(outputs(&explored), ["x = x, x = x#2, x = x#3"]);
}

#[test]
fn what_is_unknown_has_its_given_value_each_time() {
    let mut job = main_job(NODES, THREE_UNKNOWNS);
    let given = [("x", 7), ("x#2", 8)];
    let given = given.map(|(name, n)| (name.to_owned(), Value::bits(32, n)));
    job.given = Arc::new(given.to_vec());
    assert_eq!(outputs(&explore(&job, 1)), ["x = 7, x = 8, x = x#3"]);
}
