//! Branches, switches, assumptions and checks on symbolic values.

use crate::support::{endings, explore, main_job, run, sorted, value};
use effigy_base::search::Search;
use effigy_exec::explorer::{self, ExploreOptions};
use effigy_exec::stop::Ending;
use effigy_solver::BackEnd;

const INPUT: &str = "declare @input_x() -> (bv8)";

const BRANCHES: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bool := bvult %0, 10:bv8
  branch %1, b1, b2
b1:
  %2: bool := bvult 20:bv8, %0
  branch %2, b3, b4
b2:
  return 2:bv32
b3:
  return 3:bv32
b4:
  return 4:bv32";

#[test]
fn a_branch_forks_only_where_both_sides_are_feasible() {
    let explored = run(INPUT, BRANCHES);
    assert_eq!(endings(&explored), ["exit 4", "exit 2"]);
    assert_eq!(explored.counters.forks, 1);
    assert!(value(&explored.paths[0], "x") < 10);
    assert!(value(&explored.paths[1], "x") >= 10);
    assert_eq!(explored.paths[0].key, [0]);
    assert_eq!(explored.paths[1].key, [1]);
}

#[test]
fn every_search_order_and_number_of_workers_gives_one_report() {
    let job = main_job(INPUT, BRANCHES);
    let report = |search, threads| {
        let options =
            ExploreOptions { search, threads, conditions: true, ..ExploreOptions::default() };
        let explored = explorer::explore(&job, &options, &mut |_| {}).expect("a run");
        format!("{:?}", explored.paths)
    };
    let expected = report(Search::Dfs, 1);
    for search in Search::ALL {
        assert_eq!(report(*search, 1), expected, "{}", search.name());
        assert_eq!(report(*search, 3), expected, "{}", search.name());
    }
}

#[test]
fn paths_have_inputs_where_they_are_wanted_and_findings_always() {
    let body = "
b0:
  %0: bv8 := call @input_x()
  %1: bool := bvult %0, 10:bv8
  check %1 assertion \"x is small\"
  return 2:bv32";
    let job = main_job(INPUT, body);
    for inputs in [true, false] {
        let options = ExploreOptions { inputs, ..ExploreOptions::default() };
        let explored = explorer::explore(&job, &options, &mut |_| {}).expect("a run");
        assert_eq!(endings(&explored).len(), 2);
        for path in &explored.paths {
            let finding = matches!(path.ending, Ending::Finding(_));
            assert_eq!(path.inputs.is_empty(), !inputs && !finding, "{path:?}");
        }
    }
}

#[test]
fn a_switch_forks_once_for_each_target() {
    let explored = run(
        INPUT,
        "
b0:
  %0: bv8 := call @input_x()
  switch %0 { 1: b1, 2: b1, 3: b1, 7: b2, 9: b3, else: b3 }
b1:
  return 1:bv32
b2:
  return 2:bv32
b3:
  return 3:bv32",
    );
    assert_eq!(endings(&explored), ["exit 1", "exit 2", "exit 3"]);
    assert_eq!(explored.counters.forks, 1);
    let values: Vec<u64> = explored.paths.iter().map(|p| value(p, "x")).collect();
    assert!((1..=3).contains(&values[0]) && values[1] == 7, "{values:?}");
    assert!(![1, 2, 3, 7].contains(&values[2]), "{values:?}");
}

#[test]
fn an_assumption_narrows_the_path_and_a_contradiction_ends_it() {
    let explored = run(
        INPUT,
        "
b0:
  %0: bv8 := call @input_x()
  %1: bool := bvult %0, 10:bv8
  assume %1
  %2: bool := = %0, 3:bv8
  branch %2, b1, b2
b1:
  %3: bool := bvult 5:bv8, %0
  assume %3
  return 1:bv32
b2:
  return 2:bv32",
    );
    assert_eq!(endings(&explored), ["exit 2"]);
    assert_eq!(explored.assumed, 1);
    assert!(value(&explored.paths[0], "x") < 10);
}

#[test]
fn a_check_fails_on_one_side_and_goes_on_on_the_other() {
    let explored = run(
        INPUT,
        "
b0:
  %0: bv8 := call @input_x()
  %1: bool := = %0, 77:bv8
  %2: bool := not %1
  check %2 division-by-zero \"no 77\"
  return 0:bv32",
    );
    assert_eq!(sorted(&explored), ["division-by-zero", "exit 0"]);
    let failed = explored.paths.iter().find(|p| !p.condition.is_empty() && value(p, "x") == 77);
    assert!(failed.is_some());
}

#[test]
fn a_fail_terminator_is_a_finding_of_its_kind() {
    let explored = run("", "b0:\n  fail abort \"no\"");
    assert_eq!(endings(&explored), ["abort"]);
}

#[test]
fn what_is_not_supported_ends_its_path_only() {
    let explored = run(
        INPUT,
        "
b0:
  %0: bv8 := call @input_x()
  %1: bool := bvult %0, 10:bv8
  branch %1, b1, b2
b1:
  unsupported \"a thing\"
  return 1:bv32
b2:
  return 2:bv32",
    );
    assert_eq!(endings(&explored), ["unsupported: a thing", "exit 2"]);
}

#[test]
fn budgets_cut_paths_and_name_themselves() {
    let endless = "
b0:
  jump b1(0:bv8)
b1(%0: bv8):
  %1: bv8 := call @input_x()
  %2: bool := = %1, 0:bv8
  branch %2, b1(%1), b2
b2:
  return 0:bv32";
    let cut = |limit: &dyn Fn(&mut effigy_base::budget::Budget)| {
        let mut job = main_job(INPUT, endless);
        limit(&mut job.budget);
        sorted(&explore(&job, 2))
    };
    assert_eq!(cut(&|b| b.depth = Some(2)), ["cut: max-depth", "exit 0", "exit 0"]);
    assert_eq!(cut(&|b| b.forks = Some(3)).iter().filter(|e| *e == "cut: max-forks").count(), 1);
    let steps = cut(&|b| b.steps = Some(20));
    assert!(steps.len() > 2 && steps[0] == "cut: max-steps", "{steps:?}");
    assert!(steps.iter().all(|e| e == "cut: max-steps" || e == "exit 0"), "{steps:?}");
}

#[test]
fn a_side_that_is_not_decided_is_said() {
    let mut job = main_job(
        "declare @input_x() -> (bv64)",
        "
b0:
  %0: bv64 := call @input_x()
  %1: bv64 := fp.fmod %0, 4613937818241073152:bv64
  %2: bool := fp.lt %1, 0:bv64
  branch %2, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32",
    );
    job.solver.back_end = BackEnd::Embedded;
    job.solver.query_time = Some(std::time::Duration::ZERO);
    let explored = explore(&job, 1);
    // The other side has a model, but not one that another run would find.
    let keys: Vec<&[u32]> = explored.paths.iter().map(|path| path.key.as_slice()).collect();
    assert_eq!(keys, [[0], [1]]);
    let endings = endings(&explored);
    assert!(endings.iter().all(|ending| ending.starts_with("Unknown(")), "{endings:?}");
}
