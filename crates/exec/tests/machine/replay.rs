//! Concrete runs stay out of the term store; a state's decisions lead to the same state again.

use crate::support::{context, endings, explore, main_job};
use effigy_exec::context::{Context, Job};
use effigy_exec::explorer::PathRecord;
use effigy_exec::state::State;
use effigy_exec::stop::{Ending, Stop};
use effigy_exec::trail::{Choice, Decision};
use effigy_term::print::infix;

const INPUT: &str = "declare @input_x() -> (bv8)\ndeclare @input_y() -> (bv8)";

/// Two open decisions with a forced one between them, and a value that is split.
const BODY: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bool := bvult %0, 100:bv8
  branch %1, b1, b5
b1:
  %2: bool := bvult %0, 120:bv8
  branch %2, b2, b5
b2:
  %3: bv8 := call @input_y()
  %4: bv8 := bvand %3, 3:bv8
  %5: bv64 := zero_extend[64] %4
  %6: bv64 := alloc %5 align 1
  %7: bool := bvult %0, 50:bv8
  branch %7, b3, b4
b3:
  return 3:bv32
b4:
  return 4:bv32
b5:
  return 5:bv32";

/// Runs a prefix, last decision first, to the next fork or the end.
fn follow(job: &Job, prefix: Vec<Choice>) -> (Context, State, Stop) {
    let mut context = context(job.clone());
    let (mut state, started) = context.initial(prefix);
    started.expect("the path starts");
    let stop = context.run(&mut state, u64::MAX);
    (context, state, stop)
}

fn condition(context: &Context, state: &State) -> Vec<String> {
    state.path.condition.iter().map(|term| infix(&context.store, *term)).collect()
}

#[test]
fn a_concrete_run_makes_no_term() {
    let job = main_job(
        "global $g size 4096 align 8 {\n}",
        "
b0:
  jump b1(0:bv64, 0:bv32)
b1(%0: bv64, %1: bv32):
  %2: bool := bvult %0, 4096:bv64
  branch %2, b2, b3
b2:
  %3: bv64 := bvadd $g, %0
  %4: bv8 := extract[7,0] %0
  store %3, %4
  %5: bv8 := load %3
  %6: bv32 := zero_extend[32] %5
  %7: bv32 := bvadd %1, %6
  %8: bv64 := bvadd %0, 1:bv64
  jump b1(%8, %7)
b3:
  %9: bv32 := bvurem %1, 1000:bv32
  switch %9 { 1: b4, else: b5 }
b4:
  return 1:bv32
b5:
  return %9",
    );
    let mut context = context(job);
    let (mut state, started) = context.initial(Vec::new());
    started.expect("the path starts");
    let before = context.store.len();
    let stop = context.run(&mut state, u64::MAX);
    // 16 rounds over the values 0 to 255.
    let sum = 16 * (255 * 256 / 2);
    assert!(matches!(stop, Stop::End(Ending::Exit(status)) if status == sum % 1000), "{stop:?}");
    assert!(state.history.steps > 4096 * 8);
    assert_eq!(context.store.len(), before);
}

#[test]
fn a_trail_leads_to_the_same_condition_again() {
    let job = main_job(INPUT, BODY);
    let mut prefixes = vec![Vec::new()];
    let mut forks = 0;
    let mut ends = Vec::new();
    // Walks the tree by prefixes alone: each fork is met again from its state's own trail.
    while let Some(prefix) = prefixes.pop() {
        let (first, state, stop) = follow(&job, prefix);
        let trail = state.history.trail.reversed().collect::<Vec<_>>();
        let (second, again, stopped) = follow(&job, trail.clone());
        assert_eq!(condition(&first, &state), condition(&second, &again));
        assert_eq!(again.history.trail.reversed().collect::<Vec<_>>(), trail);
        assert_eq!(
            (again.history.steps, again.history.depth),
            (state.history.steps, state.history.depth)
        );
        match (stop, stopped) {
            (Stop::Fork(sides), Stop::Fork(others)) => {
                assert_eq!(sides.len(), others.len());
                forks += 1;
                for side in 0..sides.len() as u32 {
                    let mut longer = trail.clone();
                    let question = first.question_of(&sides);
                    longer.insert(0, Choice { question, answer: Decision::Took(side) });
                    prefixes.push(longer);
                }
            }
            (Stop::End(end), Stop::End(other)) => {
                assert_eq!(end, other);
                ends.push((first.tree.path(state.history.node, 0), condition(&first, &state)));
            }
            (stop, stopped) => panic!("{stop:?} and {stopped:?}"),
        }
    }
    ends.sort();
    let explored = explore(&job, 1);
    let texts = |p: &PathRecord| p.condition.iter().map(|c| c.to_string()).collect::<Vec<_>>();
    let paths: Vec<_> = explored.paths.iter().map(|p| (p.key.clone(), texts(p))).collect();
    assert_eq!(ends, paths);
    assert_eq!(forks, explored.counters.forks);
    assert_eq!(endings(&explored).len(), 9);
}

/// The first question mentions a byte that was never written, and any contents answer it alike.
const ODD: &str = "
b0:
  %0: bv64 := alloc 1:bv64 align 1
  %1: bv8 := load %0
  %2: bv8 := bvmul %1, %1
  %3: bv8 := bvadd %2, %1
  %4: bv8 := bvadd %3, 1:bv8
  %5: bv8 := call @input_x()
  %6: bv32 := call @zero(%4, %5)
  return %6";

#[test]
fn an_answer_is_not_given_to_the_next_question() {
    let job = main_job("declare @input_x() -> (bv8)\ndeclare @zero(bv8, bv8) -> (bv32)", ODD);
    assert_eq!(endings(&explore(&job, 1)), ["exit 2", "exit 1"]);
}

#[test]
fn an_assumption_before_a_fork_is_made_once() {
    let declarations = "declare @input_x() -> (bv8)\ndeclare @below(bv8, bv8, bv8) -> (bv32)";
    let body = "
b0:
  %0: bv8 := call @input_x()
  %1: bv32 := call @below(%0, 100:bv8, 50:bv8)
  return %1";
    let job = main_job(declarations, body);
    let conditions: Vec<usize> = explore(&job, 1).paths.iter().map(|p| p.condition.len()).collect();
    assert_eq!(conditions, [2, 2]);
    // A worker that takes a state over comes to the same condition.
    let (context, mut state, stop) = follow(&job, Vec::new());
    let Stop::Fork(sides) = stop else { panic!("{stop:?}") };
    let mut context = context;
    context.take(&mut state, &sides, 1);
    let (second, again, _) = follow(&job, state.history.trail.reversed().collect::<Vec<_>>());
    context.run(&mut state, u64::MAX);
    assert_eq!(condition(&context, &state), condition(&second, &again));
}

#[test]
fn a_prefix_of_another_program_is_an_internal_error() {
    let job = main_job(INPUT, BODY);
    let (context, _, stop) = follow(&job, Vec::new());
    let Stop::Fork(sides) = stop else { panic!("{stop:?}") };
    let question = context.question_of(&sides);
    let wrong = [
        Choice { question, answer: Decision::Value(3) },
        Choice { question, answer: Decision::Took(7) },
        Choice { question: question ^ 1, answer: Decision::Took(0) },
    ];
    for wrong in wrong {
        let (_, _, stop) = follow(&job, vec![wrong]);
        assert!(matches!(stop, Stop::End(Ending::Internal(_))), "{stop:?}");
    }
}
