//! What is said of a finding on a merged path: what the path requires that its input would be on if nothing was merged.

use super::{Program, context, job, leaves, said};
use crate::data::options::Merge;
use crate::data::record::PathRecord;
use crate::data::stop::Ending;
use crate::explore::exploration::ExploreOptions;
use crate::explore::explorer;
use crate::features::input_path::Ways;
use crate::state::State;
use effigy_base::bits::BitVec;
use effigy_base::budget::CancelToken;
use effigy_base::value::Value;
use effigy_solver::SolverOptions;
use effigy_term::print::infix;
use effigy_term::{Evaluator, Model};
use effigy_testkit::cases;
use std::sync::Arc;

/// The paths of a program that fail.
fn failing(source: &str, merge: Merge, threads: usize) -> Vec<PathRecord> {
    let options = ExploreOptions { threads, ..ExploreOptions::default() };
    let explored = explorer::explore(&job(source, merge), &options, &mut |_| {}).expect("a run");
    let fails = |path: &PathRecord| matches!(path.ending, Ending::Finding(_));
    explored.paths.into_iter().filter(fails).collect()
}

/// The values that a path's test gives the inputs.
fn model(state: &State, path: &PathRecord) -> Model {
    let mut model = Model::new();
    for (input, value) in state.inputs.iter().zip(&path.inputs) {
        assert_eq!(input.name, value.name);
        let byte = BitVec::new(8, u128::from(value.bytes[0]));
        model.set(input.terms[0], Value::BitVec(byte));
    }
    model
}

#[test]
fn a_finding_on_a_merged_path_requires_what_the_path_of_its_input_requires() {
    let (mut compared, mut several) = (0, 0);
    cases(1..=300, |seed| {
        let source = Program::random(seed);
        let mut context = context(job(&source, Merge::Never));
        let unmerged = leaves(&mut context);
        for path in failing(&source, Merge::Auto, 1) {
            let mut evaluator = Evaluator::new();
            let mut on_path = unmerged.iter().filter(|(state, _)| {
                let model = model(state, &path);
                let mut conditions = state.path.condition.iter();
                evaluator.reset();
                conditions.all(|c| evaluator.truth(&context.store, *c, &model) == Some(true))
            });
            let (state, ending) = on_path.next().expect("a leaf");
            assert_eq!(said(ending), said(&path.ending), "{source}");
            let expected: Vec<Arc<str>> =
                state.path.condition.iter().map(|c| infix(&context.store, *c).into()).collect();
            if path.condition != expected {
                // No paths were merged; a function with a summary was called.
                assert!(!path.one_way, "{source}");
                assert!(path.condition.iter().all(|c| expected.contains(c)), "{path:?}\n{source}");
            }
            compared += 1;
            several += usize::from(path.one_way);
        }
    });
    assert!(compared > 40 && several > 15, "{several} of {compared} are one way of several");
}

/// Fails behind a place where paths met; the last question is decided by the one before.
const DECIDED: &str = "
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bool := bvult %0, 100:bv8
  branch %2, b1, b2
b1:
  jump b3(1:bv32)
b2:
  jump b3(2:bv32)
b3(%3: bv32):
  %4: bool := bvult %1, 5:bv8
  branch %4, b4, b6
b4:
  %5: bv64 := alloc 1:bv64 align 1
  %6: bool := bvult %1, 9:bv8
  branch %6, b5, b6
b5:
  check false assertion \"met\"
  return 0:bv32
b6:
  return %3
}
";

#[test]
fn ways_of_a_run_that_is_stopped_are_found_by_a_token_of_their_own() {
    let job = job(DECIDED, Merge::Auto);
    let stopped = job.cancel.clone();
    let mut context = context(crate::machine::Job {
        solver: SolverOptions { cancel: stopped.clone(), ..job.solver.clone() },
        ..job
    });
    let found = leaves(&mut context);
    let fails = |(_, ending): &&(State, Ending)| matches!(ending, Ending::Finding(_));
    let (state, ending) = found.iter().find(fails).expect("a path fails");
    assert!(state.kept.met);
    let Ending::Finding(failure) = ending else { panic!("{ending:?}") };
    let values = context.canonical_model(state).expect("a model");
    stopped.cancel();
    let late = Ways::new(&mut context).late_way(state, &values, failure, CancelToken::new());
    let late = late.expect("a way");
    let said: Vec<String> = late.conditions.iter().map(|c| infix(&context.store, *c)).collect();
    assert_eq!((said, late.is_one_of_several), (vec!["x <u 100".into(), "y <u 5".into()], true));
    // By the token of the run nothing is left out, and nothing is known of other ways.
    let way = Ways::new(&mut context).way(state, &values, failure);
    assert!(way.is_none_or(|way| way.conditions.len() == 3 && way.is_one_of_several));
    assert!(context.job.cancel.is_cancelled());
}
