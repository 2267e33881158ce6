//! Models of external functions: decisions, replacement, and their one rule.

use crate::support::{endings, run, sorted, value};

const DECLARATIONS: &str = "declare @input_x() -> (bv8)
declare @input_y() -> (bv8)
declare @larger(bv8, bv8) -> (bv8)
declare @hasty(bv8, bv8, bv64) -> (bv8)";

#[test]
fn a_model_that_decides_forks_its_caller() {
    let explored = run(
        DECLARATIONS,
        "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := call @input_y()
  %2: bv8 := call @larger(%0, %1)
  %3: bool := bvule %0, %2
  %4: bool := bvule %1, %2
  %5: bool := and %3, %4
  check %5 assertion \"the larger one\"
  return 0:bv32",
    );
    assert_eq!(endings(&explored), ["exit 0", "exit 0"]);
    assert!(value(&explored.paths[0], "x") > value(&explored.paths[0], "y"));
    assert!(value(&explored.paths[1], "x") <= value(&explored.paths[1], "y"));
}

#[test]
fn a_decision_after_a_change_is_an_internal_error() {
    let explored = run(
        DECLARATIONS,
        "
b0:
  %0: bv8 := call @input_x()
  %1: bv64 := alloc 1:bv64 align 1
  %2: bv8 := call @hasty(%0, 5:bv8, %1)
  return 0:bv32",
    );
    assert_eq!(
        endings(&explored),
        ["Internal(\"the model of an external function decided after a change\")"]
    );
}

#[test]
fn a_model_may_run_another_function_or_the_body_itself() {
    let explored = run(
        "declare @input_x() -> (bv8)
define @double(%0: bv8) -> (bv8) {\nb0:\n  %1: bv8 := bvadd %0, %0\n  return %1\n}
define @twice(%0: bv8) -> (bv8) {\nb0:\n  return 99:bv8\n}",
        "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := bvand %0, 2:bv8
  %2: bv8 := call @twice(%1)
  %3: bv32 := zero_extend[32] %2
  return %3",
    );
    assert_eq!(sorted(&explored), ["exit 4", "exit 99"]);
}

#[test]
fn inputs_of_one_name_are_told_apart() {
    let explored = run(
        DECLARATIONS,
        "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := call @input_x()
  %2: bool := = %0, 1:bv8
  assume %2
  %3: bool := = %1, 2:bv8
  assume %3
  return 0:bv32",
    );
    assert_eq!(endings(&explored), ["exit 0"]);
    assert_eq!((value(&explored.paths[0], "x"), value(&explored.paths[0], "x#2")), (1, 2));
}
