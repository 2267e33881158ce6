//! The explorer: walks the execution tree of a program within its budgets, with one or more workers.
//!
//! Workers exchange path prefixes: lists of decisions that a worker executes again to come to the state. What a run
//! that is exhausted reports depends on the program and the options alone, not on the number of workers.

use crate::data::record::PathRecord;
use crate::data::trail::WorkItem;
use crate::explore::exploration::{Earlier, Exploration, ExploreOptions, Progress};
use crate::explore::frontier::{Frontier, Queue};
use crate::explore::observer::Observer;
use crate::explore::shared::Shared;
use crate::explore::worker::Worker;
use crate::features::guides::Guides;
use crate::machine::Job;
use crate::machine::resources::memory_limit;
use effigy_base::budget::{Budget, StopReason, resident_memory};
use effigy_solver::SolverError;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Stack of a worker's thread in bytes: terms are walked recursively to a bounded depth.
const WORKER_STACK: usize = 256 << 20;

/// What a run begins with.
pub struct Start<'a> {
    /// The parts of the tree to walk.
    pub frontier: &'a dyn Frontier,
    /// What is known already.
    pub earlier: Earlier,
    /// Who is told of each path as it ends.
    pub observer: Option<&'a dyn Observer>,
    /// Inputs that are known to fail. Not used where a limit on the forks of the run is to be met in one order.
    pub guides: Option<&'a Guides>,
}

/// Walks the execution tree of a job. `observe` is called from the calling thread a few times a second.
///
/// # Errors
/// When a worker's solver chain cannot be assembled.
pub fn explore(
    job: &Job,
    options: &ExploreOptions,
    observe: &mut dyn FnMut(&Progress),
) -> Result<Exploration, SolverError> {
    let frontier = Queue::new([WorkItem::default()]);
    let start =
        Start { frontier: &frontier, earlier: Earlier::default(), observer: None, guides: None };
    explore_from(job, options, start, observe)
}

/// Walks the parts of the execution tree that the start names, and adds what they hold to what is known.
///
/// # Errors
/// When a worker's solver chain cannot be assembled.
pub fn explore_from(
    job: &Job,
    options: &ExploreOptions,
    start: Start<'_>,
    observe: &mut dyn FnMut(&Progress),
) -> Result<Exploration, SolverError> {
    // A limit on the forks of the run is met in one order only.
    let threads = if job.budget.forks.is_some() { 1 } else { options.threads.max(1) };
    let started = Instant::now();
    let whole = job.cancel.part(job.budget.time.map(|limit| started + limit));
    let exploring = |end: Instant| end.checked_sub(options.reserve).unwrap_or(started);
    let memory = memory_limit(&job.budget);
    let cancel = whole.bounded(whole.deadline().map(exploring), Some(memory));
    let mut job = job.clone();
    job.cancel = cancel.clone();
    job.solver.cancel = cancel.clone();
    let guides = start.guides.filter(|_| job.budget.forks.is_none());
    let Start { frontier, earlier: Earlier { found, covered }, observer, guides: _ } = start;
    found.paths.iter().for_each(|path| job.effort.add_leaf(path));
    let tokens = (started, whole, cancel);
    let mut shared = Shared::new(threads, tokens, frontier, observer, &covered, &found);
    shared.guides = guides;
    let mut parts = Vec::new();
    std::thread::scope(|scope| {
        let spawn = |index: usize| {
            let shared = &shared;
            let mut job = job.clone();
            if let Some(gate) = options.gate.as_ref().filter(|_| index + 1 == threads) {
                job.cancel = job.cancel.gated(gate.clone());
                job.solver.cancel = job.cancel.clone();
            }
            let run = move || Worker::new(job, options, shared, index).map(Worker::run);
            std::thread::Builder::new().stack_size(WORKER_STACK).spawn_scoped(scope, run)
        };
        let workers: Vec<_> = (0..threads).map(spawn).collect();
        let running = || workers.iter().flatten().any(|w| !w.is_finished());
        let mut tick = 0u32;
        while running() {
            std::thread::sleep(Duration::from_millis(if tick < 100 { 2 } else { 10 }));
            tick += 1;
            watch(&shared, &job.budget);
            if tick.is_multiple_of(10) {
                observe(&shared.progress());
                if let Some(observer) = observer {
                    observer.tick();
                }
            }
        }
        for worker in workers {
            parts.push(worker.map(|w| w.join()));
        }
    });
    let mut exploration = found;
    for part in parts {
        match part {
            Ok(Ok(result)) => merge(&mut exploration, result?),
            Ok(Err(_)) => exploration.paths.push(no_worker("a worker died".into())),
            Err(error) => {
                exploration.paths.push(no_worker(format!("no thread for a worker: {error}")));
            }
        }
    }
    finish(&mut exploration, options, &shared);
    Ok(exploration)
}

/// Stops a run whose memory or solver time is used up; its wall time is the token's deadline.
fn watch(shared: &Shared<'_>, budget: &Budget) {
    let progress = shared.progress();
    let running: Duration = shared.asked.iter().filter_map(|a| a.now()).map(|(time, _)| time).sum();
    if budget.solver_time.is_some_and(|limit| progress.solver + running >= limit) {
        shared.cancel.stop(StopReason::SolverTime);
    }
    let memory = shared.cancel.memory();
    shared.peak.fetch_max(memory, Ordering::Relaxed);
    let limit = memory_limit(budget);
    if memory >= limit / 20 * 19 {
        shared.cancel.stop(StopReason::Memory);
    }
    // What was freed is not always given back to the system: what counts is that it grows again.
    let grown = shared.short_at.load(Ordering::Relaxed).saturating_add(limit / 32);
    if memory >= (limit / 4 * 3).max(grown) {
        shared.short_at.store(memory, Ordering::Relaxed);
        shared.shortages.fetch_add(1, Ordering::Relaxed);
    }
}

fn no_worker(why: String) -> PathRecord {
    PathRecord::lost(Vec::new(), Arc::default(), why)
}

fn merge(all: &mut Exploration, part: Exploration) {
    let Exploration { mut paths, mut forks, .. } = part;
    match all.paths.is_empty() {
        true => all.paths = paths,
        false => all.paths.append(&mut paths),
    }
    match all.forks.is_empty() {
        true => all.forks = forks,
        false => all.forks.append(&mut forks),
    }
    all.coverage.merge(part.coverage);
    all.counters.steps += part.counters.steps;
    all.counters.forks += part.counters.forks;
    all.concretised.extend(part.concretised);
    for (place, forks) in part.loops {
        *all.loops.entry(place).or_default() += forks;
    }
    all.tree_cut |= part.tree_cut;
    all.solver.add(&part.solver);
    all.assumed += part.assumed;
    all.assumes.extend(part.assumes);
    all.variables.extend(part.variables);
}

/// Sorts paths by their place in the tree. Records are large and their keys lie elsewhere: most comparisons are of the
/// beginnings of keys, and each record is moved once.
fn sort(paths: &mut [PathRecord]) {
    if paths.is_sorted_by(|a, b| a.key <= b.key) {
        return;
    }
    let mut order: Vec<(u128, usize)> =
        paths.iter().enumerate().map(|(index, path)| (beginning(&path.key), index)).collect();
    let key = |index: usize| paths.get(index).map(|path| path.key.as_slice());
    order.sort_unstable_by(|(a, i), (b, j)| {
        a.cmp(b).then_with(|| key(*i).cmp(&key(*j))).then_with(|| i.cmp(j))
    });
    let mut from: Vec<usize> = order.into_iter().map(|(_, index)| index).collect();
    for at in 0..from.len() {
        // What stood there may have been moved on.
        let mut source = from[at];
        while source < at {
            source = from[source];
        }
        from[at] = source;
        paths.swap(at, source);
    }
}

/// The first sides of a key as a number in the order of the keys; keys with the same number have to be compared.
fn beginning(key: &[u32]) -> u128 {
    let mut number = 0;
    for (at, side) in key.iter().take(16).enumerate() {
        let byte = (*side).min(254) + 1;
        number |= u128::from(byte) << (120 - 8 * at);
        if byte == 255 {
            break;
        }
    }
    number
}

fn finish(exploration: &mut Exploration, options: &ExploreOptions, shared: &Shared<'_>) {
    sort(&mut exploration.paths);
    exploration.counters.forks = shared.forks.load(Ordering::Relaxed);
    exploration.stopped = shared.stopped();
    exploration.elapsed = shared.started.elapsed();
    exploration.peak_memory = shared.peak.load(Ordering::Relaxed).max(resident_memory());
    while exploration.forks.len() > options.max_tree {
        exploration.forks.pop_last();
        exploration.tree_cut = true;
    }
}
