//! What is said of a failing path that several became: the conditions on the way of its input.

use crate::support::main_job;
use effigy_exec::explorer::{self, ExploreOptions, PathRecord};
use effigy_exec::merge::Merge;
use effigy_exec::stop::Ending;

const INPUTS: &str = "declare @input_x() -> (bv8)\ndeclare @input_y() -> (bv32)";

/// Both sides of the first fork meet, and what comes behind fails for one value of another input.
const BODY: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bv32 := call @input_y()
  %2: bool := bvult %0, 100:bv8
  branch %2, b1, b2
b1:
  jump b3(1:bv32)
b2:
  jump b3(2:bv32)
b3(%3: bv32):
  %4: bool := = %1, 70000:bv32
  branch %4, b4, b5
b4:
  check false assertion \"met\"
  return 0:bv32
b5:
  return %3";

/// The paths that fail.
fn failing(body: &str, merge: Merge, threads: usize) -> Vec<PathRecord> {
    let mut job = main_job(INPUTS, body);
    job.merge = merge;
    let options = ExploreOptions { threads, ..ExploreOptions::default() };
    let explored = explorer::explore(&job, &options, &mut |_| {}).expect("a run");
    let fails = |path: &PathRecord| matches!(path.ending, Ending::Finding(_));
    explored.paths.into_iter().filter(fails).collect()
}

/// What they require, and whether it is one way of several.
fn said(body: &str, merge: Merge, threads: usize) -> Vec<(Vec<String>, bool)> {
    let condition = |path: &PathRecord| path.condition.iter().map(|c| c.to_string()).collect();
    failing(body, merge, threads).iter().map(|path| (condition(path), path.one_way)).collect()
}

#[test]
fn a_finding_on_a_merged_path_says_what_the_way_of_its_input_requires() {
    let way = |x: &str| vec![x.to_owned(), "y == 0x11170".to_owned()];
    let unmerged = [(way("x <u 100"), false), (way("x >u 99"), false)];
    assert_eq!(said(BODY, Merge::Never, 1), unmerged);
    for threads in [1, 3] {
        assert_eq!(said(BODY, Merge::Auto, threads), [(way("x <u 100"), true)]);
    }
}

#[test]
fn each_test_of_a_merged_path_that_fails_has_a_way_of_its_own() {
    let mut job = main_job(INPUTS, BODY);
    (job.merge, job.sides) = (Merge::Auto, true);
    let explored = explorer::explore(&job, &ExploreOptions::default(), &mut |_| {}).expect("a run");
    let failed = explored.paths.iter().find(|path| matches!(path.ending, Ending::Finding(_)));
    let failed = failed.expect("a path fails");
    let [further] = &*failed.further else { panic!("{failed:?}") };
    assert_eq!((&*failed.condition[0], &*further.condition[0]), ("x <u 100", "x >u 99"));
    assert!(failed.one_way && further.one_way);
}

/// Inputs below 100 fail at once, before anything was merged.
const EARLY: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bv32 := call @input_y()
  %2: bool := bvult %0, 100:bv8
  branch %2, b6, b1
b1:
  %3: bool := bvult %0, 200:bv8
  branch %3, b2, b3
b2:
  jump b4(1:bv32)
b3:
  jump b4(2:bv32)
b4(%4: bv32):
  %5: bool := = %1, 70000:bv32
  branch %5, b6, b5
b5:
  return %4
b6:
  check false assertion \"met\"
  return 0:bv32";

#[test]
fn a_condition_that_holds_for_all_of_a_path_is_not_one_way_of_several() {
    let found = said(EARLY, Merge::Auto, 1);
    let way = ["x >u 99", "x <u 200", "y == 0x11170"].map(str::to_owned).to_vec();
    assert_eq!(found, [(vec!["x <u 100".to_owned()], false), (way, true)]);
}

/// The last question is decided by the one before.
const DECIDED: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bv32 := call @input_y()
  %2: bool := bvult %0, 100:bv8
  branch %2, b1, b2
b1:
  jump b3(1:bv32)
b2:
  jump b3(2:bv32)
b3(%3: bv32):
  %4: bool := bvult %1, 5:bv32
  branch %4, b4, b6
b4:
  %5: bv64 := alloc 1:bv64 align 1
  %6: bool := bvult %1, 9:bv32
  branch %6, b5, b6
b5:
  check false assertion \"met\"
  return 0:bv32
b6:
  return %3";

#[test]
fn what_follows_from_what_was_asked_before_is_left_out() {
    let way = ["x <u 100", "y <u 5"].map(str::to_owned).to_vec();
    assert_eq!(said(DECIDED, Merge::Auto, 1), [(way, true)]);
}
