//! Whether merging can pay at all: it does not where the tree without merging is small.
//!
//! A fork costs microseconds, and a merge the diagrams of all that meets; queries about what was merged can be hard where those
//! about single paths are not. So the tree is walked without merging first, up to limits that a program with many paths exceeds in
//! some tenths of a second. They count what is the same on every machine, and one worker walks in one order, so that every process that works
//! on a program comes to the same answer.

use crate::data::options::Merge;
use crate::data::stop::{Ending, Stop};
use crate::machine::panics::caught;
use crate::machine::resources::memory_limit;
use crate::machine::{Context, Job};
use effigy_base::budget::Budget;
use effigy_solver::{BackEnd, Effort, SolverOptions, Statistics};

/// Most paths of a small tree.
const MOST_PATHS: usize = 1 << 15;

/// Most instructions.
const MOST_STEPS: u64 = 3_000_000;

/// Most terms of all queries that reach a back end together.
const MOST_TERMS: u64 = 200_000;

/// The work of the solver for one answer, and for some that may take more.
const EFFORT: Effort = Effort { conflicts: 100, long: 1000, searches: 2 };

/// Most forks of a path: what is asked grows with each.
const MOST_DEPTH: u64 = 1 << 10;

/// Most of the run's memory, as a part of it.
const SHARE_OF_MEMORY: u64 = 4;

/// Instructions between two looks at the limits.
const QUANTUM: u64 = 50_000;

/// Whether the tree of a program is so small without merging that it is walked faster than with it.
pub fn is_small(job: &Job) -> bool {
    // Under these limits nothing is merged.
    let counted = job.budget.forks.is_some() || job.budget.depth.is_some();
    if counted || job.stress.merge {
        return false;
    }
    let memory = memory_limit(&job.budget) / SHARE_OF_MEMORY;
    let cancel = job.cancel.bounded(None, Some(memory));
    // Nothing that can be another when the run is taken up again.
    let solver = SolverOptions {
        back_end: BackEnd::Embedded,
        effort: Some(EFFORT),
        cancel: cancel.clone(),
        ..SolverOptions::default()
    };
    let budget = Budget { memory: Some(memory), ..Budget::default() };
    let job = Job { merge: Merge::Never, sides: false, solver, budget, cancel, ..job.clone() };
    let Ok(mut context) = Context::new(job) else { return false };
    // A defect that shows here shows again in the run, which says what it costs.
    caught(|| is_walked(&mut context)).unwrap_or(false)
}

/// Walks the tree; whether all of it is walked within the limits.
fn is_walked(cx: &mut Context) -> bool {
    let (state, Ok(())) = cx.initial(Vec::new()) else { return true };
    let mut pending = vec![state];
    let mut paths = 0;
    let (mut asked, mut terms) = (0, 0);
    while let Some(mut state) = pending.pop() {
        if paths + pending.len() >= MOST_PATHS
            || cx.counters.steps >= MOST_STEPS
            || terms >= MOST_TERMS
            || state.history.depth >= MOST_DEPTH
            || !cx.job.cancel.affords(0)
            || cx.job.cancel.is_cancelled()
        {
            return false;
        }
        let stop = cx.run(&mut state, QUANTUM);
        let queries = back_end_queries(cx);
        if queries > asked {
            terms += (queries - asked) * cx.store.size(&state.path.condition) as u64;
            asked = queries;
        }
        match stop {
            Stop::Pause => pending.push(state),
            Stop::End(Ending::Unknown(_) | Ending::Cut(_)) => return false,
            Stop::End(_) => paths += 1,
            Stop::Fork(sides) => {
                for (child, ending) in cx.take_sides(state, &sides) {
                    match ending {
                        None => pending.push(child),
                        Some(_) => return false,
                    }
                }
            }
        }
    }
    true
}

/// How many queries reached a back end.
fn back_end_queries(cx: &Context) -> u64 {
    let mut statistics = Statistics::default();
    cx.solver.statistics(&mut statistics);
    statistics.back_end_queries()
}

#[cfg(test)]
mod tests;
