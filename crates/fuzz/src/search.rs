//! `GenerateInputs`: the work list of inputs, the best one first.

use crate::counts::{Counts, Times};
use crate::settings::{MakeTools, Seed, Settings};
use crate::shared::Shared;
use crate::watch::{Found, Odd, Watch};
use crate::worker::Worker;
use effigy_base::budget::StopReason;
use effigy_exec::chosen::TakenValue;
use effigy_exec::context::Job;
use effigy_exec::explorer::Coverage;
use effigy_exec::state::InputKind;
use effigy_solver::{SolverError, Statistics};

/// Stack of a thread that searches in bytes: terms are walked recursively to a bounded depth.
const STACK: usize = 256 << 20;

/// Why a search is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// No input waits any more.
    Empty,
    /// It was stopped.
    Stopped(StopReason),
    /// A way to fail was found, and no more was asked for.
    First,
    /// No decision of the program depends on a seed: there is nothing to turn.
    Blind,
}

/// What a search came to.
#[derive(Debug)]
pub struct Searched {
    /// The ways in which the program failed.
    pub found: Vec<Found>,
    /// Ways in which runs ended that say nothing about the program, each with how many runs did.
    pub odd: Vec<(Odd, u64)>,
    /// Where values were taken because there is no meaning, in runs of the machine and path conditions.
    pub taken: Vec<TakenValue>,
    /// What was done.
    pub counts: Counts,
    /// Why it is over.
    pub over: Over,
    /// How many inputs wait to be expanded.
    pub waiting: usize,
    /// What ran on the machine, by lines.
    pub coverage: Coverage,
    /// What the solvers did.
    pub statistics: Statistics,
    /// Where the time went.
    pub times: Times,
    /// Why inputs were no longer run natively, when that was so.
    pub lost: Option<String>,
    /// Why no input was put together of pieces of others: the program does not tell what it compares.
    pub untold: Option<String>,
}

/// Runs the seeds, and then the children of the best input again and again, until none is left or the run is to stop. A seed
/// is the bytes of the input `kind`; of a program that makes its own inputs, their bytes one after the other.
///
/// # Errors
/// When the solver chain of the job cannot be assembled, or a thread cannot be made.
pub fn search(
    job: &Job,
    settings: &Settings,
    (seeds, kind): (&[Seed], InputKind),
    tools: MakeTools<'_>,
    watch: &mut dyn Watch,
) -> Result<Searched, SolverError> {
    let shared = Shared::new(job, settings, (seeds, kind), watch);
    work_all(&shared, tools)?;
    let cancel = shared.cancel.clone();
    let table = shared.into_table();
    let over = match cancel.reason() {
        _ if settings.first && !table.found.is_empty() => Over::First,
        Some(reason) => Over::Stopped(reason),
        None if !table.decided && table.counts.changed_kept == 0 => Over::Blind,
        None => Over::Empty,
    };
    Ok(Searched {
        found: table.found,
        odd: table.odd.into_values().collect(),
        taken: table.taken.into_values().collect(),
        counts: table.counts,
        over,
        waiting: table.work.len(),
        coverage: table.coverage,
        statistics: table.statistics,
        times: table.times,
        lost: table.lost,
        untold: table.untold,
    })
}

/// Lets all workers work: the first one in this thread.
fn work_all(shared: &Shared<'_>, tools: MakeTools<'_>) -> Result<(), SolverError> {
    let work = |number: usize| -> Result<(), SolverError> {
        // Whatever ends a worker, the others do not wait for it.
        let _ending = Leaving(shared);
        let mut worker = Worker::new(shared, tools()?, number)?;
        worker.work();
        let (coverage, statistics, times) = worker.finish();
        let mut table = shared.table();
        table.coverage.merge(coverage);
        table.statistics.add(&statistics);
        table.times.add(&times);
        Ok(())
    };
    if shared.settings.workers <= 1 {
        return work(0);
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..shared.settings.workers)
            .filter_map(|number| {
                let thread = std::thread::Builder::new().stack_size(STACK);
                thread.spawn_scoped(scope, move || work(number)).ok()
            })
            .collect();
        let mut result = work(0);
        for other in others {
            match other.join() {
                Ok(its) => result = result.and(its),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        result
    })
}

/// Ends the search when a worker leaves it in the middle.
struct Leaving<'s, 'a>(&'s Shared<'a>);

impl Drop for Leaving<'_, '_> {
    fn drop(&mut self) {
        self.0.end();
    }
}
