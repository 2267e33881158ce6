//! Models of external functions: decisions, replacement, and their one rule.

use crate::support::{endings, explore, main_job, run, sorted, value};
use effigy_exec::stop::Ending;

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
fn inputs_of_one_name_are_distinguished() {
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

/// Two of four paths panic.
const PANICS: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := call @input_y()
  %2: bool := bvult %0, 10:bv8
  branch %2, b1, b1
b1:
  %3: bool := bvult %1, 10:bv8
  branch %3, b2, b3
b2:
  call @boom()
  return 1:bv32
b3:
  return 2:bv32";

#[test]
fn a_panic_costs_its_path_and_says_so() {
    let declarations =
        "declare @input_x() -> (bv8)\ndeclare @input_y() -> (bv8)\ndeclare @boom() -> ()";
    let job = main_job(declarations, PANICS);
    for threads in [1, 2, 3] {
        let explored = explore(&job, threads);
        let keys: Vec<&[u32]> = explored.paths.iter().map(|path| path.key.as_slice()).collect();
        assert_eq!(keys, [[0, 0], [0, 1], [1, 0], [1, 1]], "{threads} workers");
        for path in &explored.paths {
            match (&path.ending, path.key[1]) {
                (Ending::Internal(said), 0) => {
                    assert!(said.contains("a defect in a model at "), "{said}");
                    assert!(said.contains("support.rs:"), "{said}");
                    assert_eq!(path.place.function, "main");
                }
                (ending, side) => assert_eq!((ending, side), (&Ending::Exit(2), 1)),
            }
        }
        assert!(!explored.forks.is_empty());
    }
}

#[test]
fn a_panic_at_once_does_not_hang() {
    let body = "b0:\n  call @boom()\n  return 0:bv32";
    for threads in [1, 2] {
        let explored = explore(&main_job("declare @boom() -> ()", body), threads);
        let [path] = explored.paths.as_slice() else { panic!("{:?}", endings(&explored)) };
        assert!(matches!(path.ending, Ending::Internal(_)), "{:?}", path.ending);
    }
}
