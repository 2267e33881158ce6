//! Two explorations of one program side by side: one walks each path by itself, which finds failures, tests and coverage from
//! the first moment; the other merges paths that meet, which may come to the end of a tree that the first never ends.
//!
//! The one that is over first has the report, and first is by counted effort ([`effigy_exec::effort`]), not by time: so the report
//! depends neither on the machine nor on the number of workers. A tree of little effort is always reported path by path.
//!
//! What fails on merged paths guides the other exploration, so that a run that is cut reports it with a path of its own.

use crate::job::internal;
use effigy_base::budget::{CancelToken, StopReason};
use effigy_base::gate::Gate;
use effigy_exec::context::Job;
use effigy_exec::effort::of_leaf;
use effigy_exec::explorer::{self, Exploration, ExploreOptions, PathRecord, Progress, Start};
use effigy_exec::frontier::{Queue, WorkItem};
use effigy_exec::guides::{GivenBytes, Guide, Guides};
use effigy_exec::merge::Merge;
use effigy_exec::observer::{Leaf, Observer};
use effigy_exec::resources::memory_limit;
use effigy_exec::stop::Ending;
use effigy_outcome::error::SessionError;
use effigy_solver::Work;
use rustix::time::{ClockId, clock_gettime};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

/// Effort of a tree that is reported path by path, whatever merging does: a second, some ten thousand short paths.
const SMALL: u64 = 100_000_000;

/// Effort after which merging begins, and the processor time of each worker after which it begins in any case: on a busy machine a
/// short run is not merged either. Where another process solves, it begins after some time on the clock.
const BEGIN: u64 = SMALL / 2;
const BEGIN_AFTER: Duration = Duration::from_millis(800);
const BEGIN_AT_LATEST: Duration = Duration::from_secs(4);

/// Most effort of merging that does not come to its end.
const MOST: u64 = 1_500_000_000;

/// What is over first waits for the other exploration to have spent as much. Should its work take far longer than its effort says,
/// it waits so much processor time, which does not depend on other load, and so much for each unit of its own effort.
const PATIENCE: Duration = Duration::from_secs(3);
const PATIENCE_OF_UNIT: Duration = Duration::from_nanos(60);

/// The same on the clock: where another process solves, this one spends nothing.
const LONG_PATIENCE: Duration = Duration::from_secs(10);

/// How often the turns change, and of how many turns the last of several workers has one while paths are merged.
const TURN: Duration = Duration::from_millis(10);
const TURNS: u32 = 8;

/// Merging stops where so many tenths of the memory are used.
const TENTHS_OF_MEMORY: u64 = 6;

/// An exploration that merges, beside one that does not.
pub(crate) struct Merging<'a> {
    job: Job,
    settings: ExploreOptions,
    guides: &'a Guides,
    /// Where each of the two waits for its turn.
    gates: (Gate, Gate),
    /// Stops either of the two.
    cancel: (CancelToken, CancelToken),
    /// Workers of the other exploration.
    workers: u32,
    begun: AtomicBool,
    /// Whether either of the two is over.
    over: (AtomicBool, AtomicBool),
    /// Whether either of the two is over and decided every path.
    decided: (AtomicBool, AtomicBool),
}

impl<'a> Merging<'a> {
    /// What merges the paths of a job that is explored path by path, with a test for each merged side where there are `sides`.
    pub(crate) fn new(
        job: &Job,
        settings: &ExploreOptions,
        guides: &'a Guides,
        sides: bool,
    ) -> Self {
        let cancel = (job.cancel.part(None), job.cancel.part(None));
        let gates = (Gate::default(), Gate::default());
        let mut solver = job.solver.clone();
        solver.cancel = cancel.1.clone();
        solver.work = Work::default();
        let job = Job {
            merge: Merge::Auto,
            sides,
            cancel: cancel.1.clone(),
            solver,
            effort: Default::default(),
            ..job.clone()
        };
        // Workers of the other exploration wait for this one where there is one worker in all.
        let workers = u32::try_from(settings.threads.max(1)).unwrap_or(u32::MAX);
        let gate = (settings.threads <= 1).then(|| gates.1.clone());
        let settings = ExploreOptions { threads: 1, gate, ..settings.clone() };
        let (begun, over, decided) = Default::default();
        Self { job, settings, guides, gates, cancel, workers, begun, over, decided }
    }

    /// The job and the settings of the exploration beside which this one stands.
    pub(crate) fn beside(&self, job: &Job, settings: &ExploreOptions) -> (Job, ExploreOptions) {
        let mut solver = job.solver.clone();
        solver.cancel = self.cancel.0.clone();
        let job = Job { cancel: self.cancel.0.clone(), solver, ..job.clone() };
        let gate = Some(self.gates.0.clone());
        (job, ExploreOptions { sizes: true, gate, ..settings.clone() })
    }

    /// Runs both; `single` runs the exploration beside. The exploration that has the report.
    pub(crate) fn run(
        &self,
        job: &Job,
        single: impl FnOnce() -> Result<Exploration, SessionError>,
    ) -> Result<Exploration, SessionError> {
        let begun = Instant::now();
        let (single, merged) = std::thread::scope(|scope| {
            let merged = scope.spawn(|| self.merge());
            let waits = merged.thread().clone();
            let watching = scope.spawn(move || self.watch(job, &waits));
            let over = Over(&self.over.0);
            let single = single();
            self.decided.0.store(single.as_ref().is_ok_and(is_decided), Ordering::Release);
            drop(over);
            watching.thread().unpark();
            (single, merged.join())
        });
        let (mut single, merged) = (single?, merged.unwrap_or(Ok(None))?);
        // What it waited for the other one is part of the exploration.
        single.elapsed = begun.elapsed();
        let Some(mut merged) = merged else { return Ok(single) };
        merged.elapsed = single.elapsed;
        let spent = self.spent();
        let is_decided = self.decided.1.load(Ordering::Acquire);
        if is_decided && (single.stopped.is_some() || self.decides(&single, spent)) {
            return Ok(first_seen(merged, &single));
        }
        if single.stopped.is_some() {
            single.coverage.merge(merged.coverage);
            single.assumes.extend(merged.assumes);
        }
        single.solver.add(&merged.solver);
        Ok(single)
    }

    /// Whether the report is the merged one, both being over.
    fn decides(&self, single: &Exploration, spent: u64) -> bool {
        let effort: u64 = single.paths.iter().map(of_leaf).sum();
        effort > spent.max(SMALL)
    }

    /// Effort of merging: of its instructions, its forks and its questions.
    fn spent(&self) -> u64 {
        self.job.effort.of_work() + self.job.solver.work.units()
    }

    /// Merges, once the other exploration is not over soon.
    fn merge(&self) -> Result<Option<Exploration>, SessionError> {
        let _over = Over(&self.over.1);
        while !self.begun.load(Ordering::Acquire) {
            if self.cancel.1.is_cancelled() {
                return Ok(None);
            }
            std::thread::park_timeout(TURN);
        }
        let frontier = Queue::new([WorkItem::default()]);
        let earlier = explorer::Earlier::default();
        let start = Start { frontier: &frontier, earlier, observer: Some(self), guides: None };
        let merged =
            explorer::explore_from(&self.job, &self.settings, start, &mut |_: &Progress| {});
        let is_decided = merged.as_ref().is_ok_and(is_decided);
        let is_bounded = self.spent() <= MOST;
        self.decided.1.store(is_decided && is_bounded, Ordering::Release);
        merged.map(Some).map_err(internal)
    }

    /// Begins and ends what merges, gives turns, and stops the exploration beside when it cannot have the report any more.
    fn watch(&self, job: &Job, waits: &Thread) {
        let begins = processor_time() + BEGIN_AFTER * self.workers;
        let latest = Instant::now() + BEGIN_AT_LATEST;
        let limit = memory_limit(&job.budget) / 10 * TENTHS_OF_MEMORY;
        let mut is_merging = false;
        let (mut of_merged, mut of_single) = (None, None);
        let mut turn = 0;
        loop {
            let (single, spent) = (job.effort.of_leaves(), self.spent());
            let over = (&self.over.0, &self.over.1);
            let (one, other) = (over.0.load(Ordering::Acquire), over.1.load(Ordering::Acquire));
            if one && other {
                return self.turn(true, true);
            }
            let is_late = processor_time() > begins || Instant::now() > latest || single > BEGIN;
            let is_small = one && single <= SMALL;
            if !is_merging && is_late && !is_small {
                is_merging = true;
                self.begun.store(true, Ordering::Release);
            }
            let is_answer = one && self.decided.0.load(Ordering::Acquire);
            let waited =
                is_answer && of_single.get_or_insert_with(|| Patience::new(single)).is_over();
            if is_small || one && single <= spent || waited || spent > MOST {
                self.cancel.1.cancel();
                waits.unpark();
            }
            if is_merging && !other && self.cancel.1.memory() > limit {
                self.cancel.1.stop(StopReason::Memory);
            }
            if self.decided.1.load(Ordering::Acquire) {
                let waited = of_merged.get_or_insert_with(|| Patience::new(spent)).is_over();
                if single > spent.max(SMALL) || waited {
                    self.cancel.0.cancel();
                }
            }
            turn += 1;
            match (is_merging && !other && !one, self.settings.gate.is_some()) {
                (true, true) => self.turn(turn % 2 == 0, turn % 2 == 1),
                (true, false) => self.turn(turn % TURNS == 0, true),
                (false, _) => self.turn(true, true),
            }
            // Merging that never began is over at once.
            match one && !is_merging {
                true => std::thread::yield_now(),
                false => std::thread::park_timeout(TURN),
            }
        }
    }

    /// Opens and closes the gates of the two explorations.
    fn turn(&self, single: bool, merging: bool) {
        for (gate, is_open) in [(&self.gates.0, single), (&self.gates.1, merging)] {
            match is_open {
                true => gate.open(),
                false => gate.close(),
            }
        }
    }
}

/// How long an exploration that is over waits for the other one.
struct Patience {
    /// Up to which processor time of this process.
    time: Duration,
    clock: Instant,
}

impl Patience {
    /// Of an exploration that spent so much: from now on.
    fn new(effort: u64) -> Self {
        let time = PATIENCE + PATIENCE_OF_UNIT * u32::try_from(effort).unwrap_or(u32::MAX);
        let clock = Instant::now() + LONG_PATIENCE + time;
        Self { time: processor_time() + time, clock }
    }

    fn is_over(&self) -> bool {
        processor_time() > self.time || Instant::now() > self.clock
    }
}

/// What this process has spent on all processors.
fn processor_time() -> Duration {
    let spent = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(spent.tv_sec.unsigned_abs(), spent.tv_nsec.try_into().unwrap_or_default())
}

/// Says that an exploration is over, also when it panics: nobody waits for it then.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// What fails on a merged path guides the other exploration.
impl Observer for Merging<'_> {
    fn leaf(&self, leaf: &Leaf<'_>) {
        let Some(path) = leaf.path else { return };
        if let Ending::Finding(failure) = &path.ending {
            let bytes = |input: &explorer::InputValue| -> GivenBytes {
                (input.kind, input.name.clone(), input.bytes.clone())
            };
            let inputs = path.inputs.iter().map(bytes).collect();
            self.guides.add(Guide::new(inputs, (**failure).clone()));
        }
    }
}

/// Whether a tree was walked to its end, and every path of it was decided.
fn is_decided(explored: &Exploration) -> bool {
    let decided = |path: &PathRecord| {
        matches!(path.ending, Ending::Exit(_) | Ending::Finding(_) | Ending::Assumed)
    };
    explored.stopped.is_none()
        && explored.concretised.is_empty()
        && explored.paths.iter().all(decided)
}

/// What was merged, with the times at which failures were first seen.
fn first_seen(mut merged: Exploration, single: &Exploration) -> Exploration {
    for path in &mut merged.paths {
        let Ending::Finding(failure) = &path.ending else { continue };
        let same = single.paths.iter().filter(|other| {
            matches!(&other.ending, Ending::Finding(seen) if seen.kind == failure.kind)
                && other.place == path.place
        });
        let earliest = same.filter_map(|other| other.found_at).min();
        path.found_at = earliest.into_iter().chain(path.found_at).min();
    }
    merged
}

#[cfg(test)]
mod tests;
