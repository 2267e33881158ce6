//! The explorer: walks the execution tree of a program within its budgets, with one or more workers.
//!
//! Workers exchange path prefixes: lists of decisions that a worker executes again to come to the state. What a run
//! that is exhausted reports depends on the program and the options alone, not on the number of workers.

use crate::data::finding::StackFrame;
use crate::data::record::{Assumed, Concretised, Coverage, ForkRecord, PathRecord};
use crate::data::stop::{CutReason, Ending};
use crate::data::trail::WorkItem;
use crate::explore::frontier::{Frontier, Queue};
use crate::explore::observer::Observer;
use crate::explore::searcher::Search;
use crate::explore::worker::Worker;
use crate::features::guides::Guides;
use crate::machine::resources::{Asked, memory_limit};
use crate::machine::{Counters, Job};
use effigy_base::budget::{Budget, CancelToken, StopReason, resident_memory};
use effigy_ir::program::{FuncId, GlobalId};
use effigy_solver::{SolverError, Statistics};
use effigy_term::print::Style;
use std::collections::btree_map::{Entry, VacantEntry};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A loop, and how often it forked.
pub type LoopForks = (Arc<StackFrame>, u64);

/// How to walk the tree.
#[derive(Clone, Debug)]
pub struct ExploreOptions {
    /// Which state runs next.
    pub search: Search,
    /// Functions whose calls are looked for before all else.
    pub targets: Vec<FuncId>,
    /// Seed of the strategies that choose at random.
    pub seed: u64,
    /// Number of workers; 0 counts as 1.
    pub threads: usize,
    /// Whether to record the path condition of every path, as text and as SMT-LIB.
    pub conditions: bool,
    /// Whether conditions are recorded without what other conjuncts imply, results without what the condition says
    /// already, and findings with the smallest inputs.
    pub minimal: bool,
    /// How conditions and results are written.
    pub style: Style,
    /// Most forks of the tree to record, in order of the tree.
    pub max_tree: usize,
    /// Whether paths that run to an end have the values of their inputs.
    pub inputs: bool,
    /// The part of the run's time that is kept for what comes after the exploration: it stops so much before the
    /// deadline.
    pub reserve: Duration,
    /// How long the run has been going on when the exploration begins: it counts in the times of findings.
    pub before: Duration,
}

impl Default for ExploreOptions {
    fn default() -> Self {
        Self {
            search: Search::default(),
            targets: Vec::new(),
            seed: 1,
            threads: 1,
            conditions: false,
            minimal: false,
            style: Style::default(),
            max_tree: 50_000,
            inputs: true,
            reserve: Duration::ZERO,
            before: Duration::ZERO,
        }
    }
}

/// A place where a value was made concrete, or the result of a call was made up: the file and the line, and the function.
pub type ConcretePlace = (String, u32, Option<String>);

/// What a run found.
#[derive(Debug, Default)]
pub struct Exploration {
    /// All paths, in order of the tree.
    pub paths: Vec<PathRecord>,
    /// The forks, by the sides taken to reach them.
    pub forks: BTreeMap<Vec<u32>, ForkRecord>,
    /// Whether the tree has more forks than were recorded.
    pub tree_cut: bool,
    /// What ran.
    pub coverage: Coverage,
    /// Where values were made concrete, by the sides taken and the number of such places before.
    pub concretised: BTreeMap<(Vec<u32>, usize), ConcretePlace>,
    /// What the run takes for granted.
    pub assumes: BTreeSet<Assumed>,
    /// Counters over all workers.
    pub counters: Counters,
    /// Solver counters over all workers.
    pub solver: Statistics,
    /// Paths that an assumption ended.
    pub assumed: u64,
    /// The variables outside of functions that a path came to and that the program may change.
    pub variables: BTreeSet<GlobalId>,
    /// How often loops forked, by the file, the line and the function of the loop. A loop of the user's counts what forks in functions
    /// that it calls, where those have no loops of their own that are the user's.
    pub loops: BTreeMap<(String, u32, String), u64>,
    /// Why the run stopped early.
    pub stopped: Option<CutReason>,
    /// Wall time.
    pub elapsed: Duration,
    /// Largest memory of the process seen, in bytes.
    pub peak_memory: u64,
}

/// From so many paths on room is made for eight times as many.
const MANY_PATHS: usize = 4096;

/// How a run stands.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Paths that are over.
    pub paths: u64,
    /// Those that ended in a finding.
    pub failed: u64,
    /// States that wait.
    pub pending: u64,
    /// Instructions executed.
    pub steps: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// Solver time over all workers.
    pub solver: Duration,
    /// The query that is being decided for longest: since when, and the place in the program that asks.
    pub slow: Option<(Duration, Arc<StackFrame>)>,
    /// The loop that forked most on one worker, and how often.
    pub forking: Option<LoopForks>,
}

/// What is known when a run begins.
#[derive(Debug, Default)]
pub struct Earlier {
    /// What was found already: paths, forks, assumed paths, values made concrete.
    pub found: Exploration,
    /// Places in compiled functions that ran already.
    pub covered: Vec<(FuncId, u32)>,
}

impl Exploration {
    /// Where a fork is to be recorded, when it is new; makes room for it. Of too many forks those are kept that come
    /// first in order of the tree.
    pub fn room_for_fork(
        &mut self,
        key: &[u32],
        max_tree: usize,
    ) -> Option<VacantEntry<'_, Vec<u32>, ForkRecord>> {
        if self.forks.len() >= max_tree {
            if self.forks.contains_key(key) {
                return None;
            }
            self.tree_cut = true;
            self.forks.last_key_value().filter(|(last, _)| key < last.as_slice())?;
            self.forks.pop_last();
        }
        match self.forks.entry(key.to_vec()) {
            Entry::Vacant(room) => Some(room),
            Entry::Occupied(_) => None,
        }
    }

    /// Adds a path. Records are large: of many of them, room is made seldom, for what is not used costs no memory.
    pub(crate) fn add_path(&mut self, path: PathRecord) {
        let (len, room) = (self.paths.len(), self.paths.capacity());
        if len == room && len >= MANY_PATHS {
            self.paths.reserve_exact(7 * len);
        }
        self.paths.push(path);
    }

    /// Adds the values that the path at this place in the tree made concrete.
    pub fn add_concretised(&mut self, key: &[u32], events: &[Concretised]) {
        for (number, event) in events.iter().enumerate() {
            let before = key.get(..event.forks).unwrap_or(key).to_vec();
            let place = (event.place.file.clone(), event.place.line, event.external.clone());
            self.concretised.insert((before, number), place);
        }
    }
}

/// What the workers share.
pub(crate) struct Shared<'a> {
    pub(crate) frontier: &'a dyn Frontier,
    pub(crate) observer: Option<&'a dyn Observer>,
    /// Inputs that are known to fail.
    pub(crate) guides: Option<&'a Guides>,
    /// Places that ran before the run began.
    pub(crate) covered: &'a [(FuncId, u32)],
    pub(crate) forks: AtomicU64,
    pub(crate) paths: AtomicU64,
    pub(crate) failed: AtomicU64,
    pub(crate) steps: AtomicU64,
    pub(crate) pending: Vec<AtomicU64>,
    pub(crate) solver_nanos: Vec<AtomicU64>,
    pub(crate) started: Instant,
    pub(crate) peak: AtomicU64,
    cancel: CancelToken,
    /// Stops what follows the exploration too.
    pub(crate) whole: CancelToken,
    /// How often memory was found to be short: each time every worker makes room.
    pub(crate) shortages: AtomicU64,
    /// Memory of the process when it was last found to be short.
    short_at: AtomicU64,
    /// By worker, the loop that forked most.
    pub(crate) forking: Vec<Mutex<Option<LoopForks>>>,
    /// By worker, what it asks the solver now.
    pub(crate) asked: Vec<Arc<Asked>>,
}

impl<'a> Shared<'a> {
    fn new(
        threads: usize,
        (started, whole, cancel): (Instant, CancelToken, CancelToken),
        frontier: &'a dyn Frontier,
        observer: Option<&'a dyn Observer>,
        covered: &'a [(FuncId, u32)],
        found: &Exploration,
    ) -> Self {
        let fails = |p: &&PathRecord| matches!(p.ending, Ending::Finding(_));
        let failed = found.paths.iter().filter(fails).count();
        let zeros = || (0..threads).map(|_| AtomicU64::new(0)).collect();
        Self {
            frontier,
            observer,
            guides: None,
            covered,
            forks: AtomicU64::new(found.counters.forks),
            paths: AtomicU64::new(found.paths.len() as u64),
            failed: AtomicU64::new(failed as u64),
            steps: AtomicU64::new(0),
            pending: zeros(),
            solver_nanos: zeros(),
            started,
            peak: AtomicU64::new(0),
            cancel,
            whole,
            shortages: AtomicU64::new(0),
            short_at: AtomicU64::new(0),
            forking: (0..threads).map(|_| Mutex::default()).collect(),
            asked: (0..threads).map(|_| Arc::new(Asked::new())).collect(),
        }
    }

    /// Why the run stops, if it does.
    pub(crate) fn stopped(&self) -> Option<CutReason> {
        self.cancel.reason().map(CutReason::from)
    }

    fn progress(&self) -> Progress {
        let sum = |all: &[AtomicU64]| all.iter().map(|n| n.load(Ordering::Relaxed)).sum::<u64>();
        Progress {
            paths: self.paths.load(Ordering::Relaxed),
            failed: self.failed.load(Ordering::Relaxed),
            pending: sum(&self.pending) + self.frontier.waiting(),
            steps: self.steps.load(Ordering::Relaxed),
            elapsed: self.started.elapsed(),
            solver: Duration::from_nanos(sum(&self.solver_nanos)),
            slow: self.asked.iter().filter_map(|asked| asked.now()).max_by_key(|(time, _)| *time),
            forking: self
                .forking
                .iter()
                .filter_map(|most| most.lock().unwrap_or_else(PoisonError::into_inner).clone())
                .max_by_key(|(_, forks)| *forks),
        }
    }
}

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
    let tokens = (started, whole, cancel);
    let mut shared = Shared::new(threads, tokens, frontier, observer, &covered, &found);
    shared.guides = guides;
    let mut parts = Vec::new();
    std::thread::scope(|scope| {
        let spawn = |index: usize| {
            let shared = &shared;
            let job = job.clone();
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
