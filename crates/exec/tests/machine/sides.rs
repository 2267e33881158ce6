//! Tests for each side that was merged on a path.

use crate::support::{endings, explore, main_job};
use effigy_exec::context::Job;
use effigy_exec::explorer::{Exploration, InputValue, PathRecord};
use effigy_exec::merge::Merge;
use effigy_exec::sides::MOST_SIDES;

const INPUTS: &str = "declare @input_x() -> (bv8)\ndeclare @input_y() -> (bv8)";

/// Both sides of one fork meet again, and on one of them those of another one; then one more of its own.
const NESTED: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := call @input_y()
  %2: bool := bvult 10:bv8, %0
  branch %2, b1, b4(3:bv32)
b1:
  %3: bool := bvult 5:bv8, %1
  branch %3, b2, b3
b2:
  jump b4(1:bv32)
b3:
  jump b4(2:bv32)
b4(%4: bv32):
  %5: bool := = %1, 9:bv8
  branch %5, b5, b6(%4)
b5:
  %7: bv32 := bvadd %4, 10:bv32
  jump b6(%7)
b6(%6: bv32):
  return %6";

fn merged(body: &str) -> Job {
    let mut job = main_job(INPUTS, body);
    job.merge = Merge::Always;
    job.sides = true;
    job
}

fn values(inputs: &[InputValue]) -> (u8, u8) {
    let byte = |name: &str| inputs.iter().find(|input| input.name == name).map(|i| i.bytes[0]);
    (byte("x").expect("an x"), byte("y").expect("a y"))
}

/// All inputs of a path with its endings there.
fn tests(path: &PathRecord) -> Vec<((u8, u8), i32)> {
    let effigy_exec::stop::Ending::Exit(first) = path.ending else { panic!("{:?}", path.ending) };
    let further = path.further.iter().map(|f| (values(&f.inputs), f.status.expect("an exit")));
    std::iter::once((values(&path.inputs), first)).chain(further).collect()
}

fn nested(x: u8, y: u8) -> i32 {
    let inner = if x <= 10 { 3 } else { 2 - i32::from(y > 5) };
    if y == 9 { inner + 10 } else { inner }
}

fn only_path(explored: &Exploration) -> &PathRecord {
    let [path] = explored.paths.as_slice() else { panic!("{:?}", endings(explored)) };
    path
}

#[test]
fn each_side_that_was_merged_is_a_test_s() {
    let explored = explore(&merged(NESTED), 1);
    let tests = tests(only_path(&explored));
    let some = |holds: &dyn Fn(u8, u8) -> bool| {
        assert!(tests.iter().any(|((x, y), _)| holds(*x, *y)), "{tests:?}");
    };
    some(&|x, _| x <= 10);
    some(&|x, y| x > 10 && y > 5);
    some(&|x, y| x > 10 && y <= 5);
    some(&|_, y| y == 9);
    some(&|_, y| y != 9);
    for ((x, y), status) in &tests {
        assert_eq!(nested(*x, *y), *status, "{x} {y}");
    }
    // None is on sides of earlier ones only.
    assert_eq!(tests.len(), 4, "{tests:?}");
    assert_eq!(only_path(&explored).untested, 0);
}

#[test]
fn tests_of_sides_depend_on_the_program_alone() {
    let told = |threads| {
        let explored = explore(&merged(NESTED), threads);
        format!("{:?}", explored.paths)
    };
    assert_eq!(told(1), told(3));
}

#[test]
fn sides_that_the_path_left_have_no_test() {
    // Behind the merge only one side is left.
    let body = NESTED
        .replace("b4(%4: bv32):\n", "b4(%4: bv32):\n  %8: bool := = %4, 1:bv32\n  assume %8\n");
    let body = body.replace("%5: bool := = %1, 9:bv8", "%5: bool := = %1, 4:bv8");
    let explored = explore(&merged(&body), 1);
    let tests = tests(only_path(&explored));
    assert!(tests.iter().all(|((x, y), status)| *x > 10 && *y > 5 && *status == 1), "{tests:?}");
    assert_eq!(tests.len(), 1, "{tests:?}");
}

#[test]
fn nothing_is_remembered_where_it_is_not_asked_for() {
    let mut job = merged(NESTED);
    job.sides = false;
    assert!(only_path(&explore(&job, 1)).further.is_empty());
    job.sides = true;
    job.merge = Merge::Never;
    let explored = explore(&job, 1);
    assert!(explored.paths.len() > 3 && explored.paths.iter().all(|p| p.further.is_empty()));
}

#[test]
fn a_path_with_too_many_sides_says_so() {
    // Each round merges two sides, which differ for each.
    let body = format!(
        "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := call @input_y()
  jump b1(0:bv32, 0:bv32)
b1(%2: bv32, %3: bv32):
  %4: bool := bvult %2, {}:bv32
  branch %4, b2, b5
b2:
  %5: bv8 := extract[7, 0] %2
  %6: bool := bvult %5, %0
  branch %6, b3, b4(%3)
b3:
  %7: bv32 := bvadd %3, 1:bv32
  jump b4(%7)
b4(%8: bv32):
  %9: bv32 := bvadd %2, 1:bv32
  jump b1(%9, %8)
b5:
  return %3",
        MOST_SIDES / 2 + 5
    );
    let explored = explore(&merged(&body), 1);
    let path = only_path(&explored);
    assert_eq!(path.untested, 1);
    assert!(tests(path).len() > 1);
}
