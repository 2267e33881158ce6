//! `GenerateInputs`: the work list of inputs, the best one first, and what workers share: the list, the coverage, the findings.

use crate::counts::{Counts, Times};
use crate::pool::Pool;
use crate::runner::{Native, Ran, Runner};
use crate::sweep::Sweeps;
use crate::words::Words;
use crate::work::{Item, Origin, WorkList};
use crate::worker::Worker;
use effigy_base::budget::{CancelToken, StopReason};
use effigy_base::finding::FindingKind;
use effigy_exec::chosen::TakenValue;
use effigy_exec::context::Job;
use effigy_exec::explorer::{Coverage, InputValue};
use effigy_exec::guides::GivenBytes;
use effigy_exec::state::{Failure, InputKind, StackFrame};
use effigy_exec::stop::Ending;
use effigy_solver::{SolverError, Statistics};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Stack of a thread that searches in bytes: terms are walked recursively to a bounded depth.
const STACK: usize = 256 << 20;

/// How long a worker waits for work before it looks whether the run is to stop.
const PAUSE: Duration = Duration::from_millis(20);

/// What a new block or edge counts in a score where the numbers of times that edges are run count too.
pub(crate) const EDGE: u64 = 16;

/// The least length that changes keep to, and how many changed inputs are run before it is doubled.
const FIRST_REACH: usize = 64;
const BETWEEN_LENGTHS: u64 = 1 << 17;

/// How a search is made.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Most instructions of a run of the machine.
    pub most_steps: u64,
    /// Workers; one is the same search each time when nothing runs natively.
    pub workers: usize,
    /// Whether it ends with the first way to fail.
    pub first: bool,
    /// Whether it goes on with changes by chance until it is stopped, even when nothing new comes any more.
    pub endless: bool,
    /// Most bytes that an input grows to by changes.
    pub longest: usize,
    /// Whether inputs that fail are made smaller.
    pub shrinks: bool,
    /// Of changes by chance.
    pub seed: u64,
    /// Pieces of inputs that are likely to mean something, such as constants of the program.
    pub words: Vec<Vec<u8>>,
}

impl Settings {
    /// One worker, to the end, whose runs take so many instructions at most.
    pub fn new(most_steps: u64) -> Self {
        Self {
            most_steps,
            workers: 1,
            first: false,
            endless: false,
            longest: 4096,
            shrinks: false,
            seed: 0,
            words: Vec::new(),
        }
    }
}

/// An input to begin with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seed {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How many steps it is away from a seed of the user's; more than 0 for inputs that an earlier search kept.
    pub generation: u64,
}

/// What runs inputs for one worker.
pub struct Tools<'t> {
    /// The machine.
    pub runner: Box<dyn Runner + 't>,
    /// The user's native program, when it can be run.
    pub native: Option<Box<dyn Native + 't>>,
}

/// Makes the tools of a worker, in its own thread.
pub type MakeTools<'t> = &'t (dyn Fn() -> Result<Tools<'t>, SolverError> + Sync);

/// An input as it was run.
#[derive(Debug)]
pub struct Tried<'a> {
    /// The inputs that the program asked for.
    pub inputs: &'a [InputValue],
    /// How many steps it is away from a seed.
    pub generation: u64,
    /// The conjunct at which it leaves its parent's path.
    pub bound: usize,
    /// How many blocks it ran that no input before it ran.
    pub new_blocks: u64,
    /// How it ended.
    pub ending: &'a Ending,
}

/// An input that ran something new.
#[derive(Debug)]
pub struct Kept<'a> {
    /// Its bytes, one input after the other.
    pub bytes: &'a [u8],
    /// How many steps it is away from a seed.
    pub generation: u64,
    /// The conjunct at which it leaves its parent's path.
    pub bound: usize,
}

/// Inputs on which the program fails in one way.
#[derive(Clone, Debug)]
pub struct Found {
    /// How the program fails.
    pub failure: Failure,
    /// One such input, the first or a smaller one.
    pub inputs: Vec<InputValue>,
    /// Where the path stood.
    pub place: Arc<StackFrame>,
    /// What the path requires of its input, readable.
    pub condition: Vec<Arc<str>>,
    /// How many steps the input is away from a seed.
    pub generation: u64,
    /// How many inputs fail so.
    pub times: u64,
    /// Instructions executed.
    pub steps: u64,
}

/// A way in which runs end that says nothing about the program.
#[derive(Clone, Debug)]
pub struct Odd {
    /// How they end.
    pub ending: Ending,
    /// Where.
    pub place: Arc<StackFrame>,
}

/// Watches a search, from any of its workers, one after the other. Nothing that it does changes the search.
pub trait Watch: Send {
    /// An input was run on the machine.
    fn ran(&mut self, _tried: &Tried<'_>) {}
    /// An input is kept because it ran something new.
    fn kept(&mut self, _kept: &Kept<'_>) {}
    /// The program failed in a way in which it did not fail before, or a smaller input was found for that way. Ways are
    /// numbered from 0.
    fn found(&mut self, _way: usize, _found: &Found) {}
    /// How the search stands; called before each run and each expansion.
    fn stands(&mut self, _counts: &Counts, _waiting: usize, _found: usize) {}
    /// Inputs that came from elsewhere since the last call, such as those of a fuzzer that works beside.
    fn news(&mut self) -> Vec<Vec<u8>> {
        Vec::new()
    }
}

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
}

/// What tells one way to fail from another: the kind, and the places of the calls, each once; of a failure without places, what
/// it says.
pub(crate) type Way = (FindingKind, Vec<(String, String, u32)>);

/// What workers share.
pub(crate) struct Shared<'a> {
    pub(crate) job: &'a Job,
    pub(crate) settings: &'a Settings,
    pub(crate) seeds: &'a [Seed],
    pub(crate) kind: InputKind,
    pub(crate) cancel: CancelToken,
    table: Mutex<Table<'a>>,
    wake: Condvar,
}

/// The work list, the coverage as far as it is not the runners', and the findings.
pub(crate) struct Table<'a> {
    pub(crate) watch: &'a mut dyn Watch,
    pub(crate) work: WorkList,
    /// The next seed to be run.
    next_seed: usize,
    /// The inputs that were run, by what tells one from another.
    known: FxHashSet<(u64, u64)>,
    pub(crate) found: Vec<Found>,
    pub(crate) ways: FxHashMap<Way, usize>,
    odd: BTreeMap<(String, String, u32), (Odd, u64)>,
    taken: BTreeMap<(String, String, u32, bool), TakenValue>,
    pub(crate) counts: Counts,
    /// Whether a decision depended on an input.
    pub(crate) decided: bool,
    pub(crate) pool: Pool,
    pub(crate) words: Words,
    pub(crate) sweeps: Sweeps,
    /// Changed inputs that were run since one was kept.
    pub(crate) quiet: u64,
    /// The length that changes keep to now, and the changed inputs that were run with it.
    reach: (usize, u64),
    /// Workers that run a seed or expand an input.
    busy: usize,
    over: bool,
    pub(crate) lost: Option<String>,
    coverage: Coverage,
    statistics: Statistics,
    times: Times,
}

/// What a worker is to do next.
pub(crate) enum Task {
    /// Run the seed of this number.
    Seed(usize),
    /// Expand an input.
    Expand(Box<Item>),
    /// Nothing waits.
    Nothing,
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
    let table = Table {
        watch,
        work: WorkList::default(),
        next_seed: 0,
        known: FxHashSet::default(),
        found: Vec::new(),
        ways: FxHashMap::default(),
        odd: BTreeMap::new(),
        taken: BTreeMap::new(),
        counts: Counts::default(),
        decided: false,
        pool: Pool::default(),
        words: Words::of(&settings.words),
        sweeps: Sweeps::default(),
        quiet: 0,
        reach: (first_reach(seeds, settings), 0),
        busy: 0,
        over: false,
        lost: None,
        coverage: Coverage::default(),
        statistics: Statistics::default(),
        times: Times::default(),
    };
    let shared = Shared {
        job,
        settings,
        seeds,
        kind,
        cancel: job.cancel.clone(),
        table: Mutex::new(table),
        wake: Condvar::new(),
    };
    shared.work_all(tools)?;
    let Shared { table, cancel, .. } = shared;
    let table = table.into_inner().unwrap_or_else(PoisonError::into_inner);
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
    })
}

impl<'a> Shared<'a> {
    /// Lets all workers work: the first one in this thread.
    fn work_all(&self, tools: MakeTools<'_>) -> Result<(), SolverError> {
        let work = |number: usize| -> Result<(), SolverError> {
            // Whatever ends a worker, the others do not wait for it.
            let _ending = Leaving(self);
            let mut worker = Worker::new(self, tools()?, number)?;
            worker.work();
            let (coverage, statistics, times) = worker.finish();
            let mut table = self.table();
            table.coverage.merge(coverage);
            table.statistics.add(&statistics);
            table.times.add(&times);
            Ok(())
        };
        if self.settings.workers <= 1 {
            return work(0);
        }
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.settings.workers)
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

    pub(crate) fn table(&self) -> MutexGuard<'_, Table<'a>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the search is over.
    pub(crate) fn is_over(&self) -> bool {
        self.cancel.is_cancelled() || self.table().over
    }

    /// The next task of a worker, to be given back by [`Shared::done`]. Where nothing waits and `mutates` is false it waits for what
    /// other workers make; the search is over when none is busy.
    pub(crate) fn task(&self, mutates: bool) -> Task {
        let mut table = self.table();
        loop {
            if self.cancel.is_cancelled() || table.over {
                return Task::Nothing;
            }
            if table.next_seed < self.seeds.len() {
                table.next_seed += 1;
                table.busy += 1;
                return Task::Seed(table.next_seed - 1);
            }
            if let Some(item) = table.work.pop() {
                table.busy += 1;
                return Task::Expand(Box::new(item));
            }
            if mutates {
                return Task::Nothing;
            }
            if table.busy == 0 {
                table.over = true;
                self.wake.notify_all();
                return Task::Nothing;
            }
            table = match self.wake.wait_timeout(table, PAUSE) {
                Ok((table, _)) => table,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
    }

    /// A task is done.
    pub(crate) fn done(&self) {
        self.table().busy -= 1;
        self.wake.notify_all();
    }

    /// Ends the search when no input waits and no worker makes any.
    pub(crate) fn end_when_empty(&self) {
        let mut table = self.table();
        let has_seeds = table.has_seeds(self.seeds);
        table.over |= table.busy == 0 && table.work.is_empty() && !has_seeds;
    }

    /// Puts an input on the list.
    pub(crate) fn push(&self, score: u64, origin: Origin, input: Vec<GivenBytes>) {
        self.table().work.push(score, origin, input);
        self.wake.notify_one();
    }

    /// Ends the search.
    pub(crate) fn end(&self) {
        self.table().over = true;
        self.wake.notify_all();
    }
}

impl Table<'_> {
    /// Whether an input was not run before; it counts as run from here on.
    pub(crate) fn is_new(&mut self, input: &[GivenBytes]) -> bool {
        self.known.insert(digest(input))
    }

    /// Whether seeds are to be run yet.
    pub(crate) fn has_seeds(&self, seeds: &[Seed]) -> bool {
        self.next_seed < seeds.len()
    }

    /// Whether the program failed so before, which is counted.
    pub(crate) fn is_known(&mut self, way: &Way) -> bool {
        let known = self.ways.get(way).and_then(|number| self.found.get_mut(*number));
        known.map(|found| found.times += 1).is_some()
    }

    /// The length that changes keep to, when so many more changed inputs are to be run. It grows slowly: long inputs cost more, and most
    /// that is new needs few bytes.
    pub(crate) fn reach(&mut self, runs: u64, most: usize) -> usize {
        let (length, since) = &mut self.reach;
        *since += runs;
        if *since > BETWEEN_LENGTHS {
            (*length, *since) = ((*length * 2).min(most), 0);
        }
        *length
    }

    pub(crate) fn stands(&mut self) {
        self.watch.stands(&self.counts, self.work.len(), self.found.len());
    }

    /// Counts values that were taken where there is no meaning.
    pub(crate) fn count_taken(&mut self, taken: &[TakenValue]) {
        for value in taken {
            let TakenValue { what, place, is_known, times } = value;
            let count = match is_known {
                true => &mut self.counts.concretised,
                false => &mut self.counts.chosen,
            };
            *count += times;
            let key = (what.clone(), place.file.clone(), place.line, *is_known);
            match self.taken.entry(key) {
                Entry::Occupied(known) => known.into_mut().times += times,
                Entry::Vacant(free) => drop(free.insert(value.clone())),
            }
        }
    }

    /// Counts a run of the machine.
    pub(crate) fn count(&mut self, ran: &Ran) {
        self.counts.steps += ran.steps;
        self.count_taken(&ran.taken);
        *match ran.ending {
            Ending::Exit(_) => &mut self.counts.exits,
            Ending::Finding(_) => &mut self.counts.failed,
            Ending::Assumed => &mut self.counts.assumed,
            Ending::Cut(_) => &mut self.counts.cut,
            Ending::Unsupported(_) => &mut self.counts.unsupported,
            Ending::Unknown(_) | Ending::Internal(_) => &mut self.counts.undecided_runs,
        } += 1;
        if !matches!(ran.ending, Ending::Exit(_) | Ending::Finding(_) | Ending::Assumed) {
            let key = (format!("{:?}", ran.ending), ran.place.file.clone(), ran.place.line);
            let odd = || (Odd { ending: ran.ending.clone(), place: ran.place.clone() }, 0);
            self.odd.entry(key).or_insert_with(odd).1 += 1;
        }
    }
}

/// The length that changes keep to at first.
fn first_reach(seeds: &[Seed], settings: &Settings) -> usize {
    let longest = seeds.iter().map(|seed| seed.bytes.len()).max().unwrap_or_default();
    (2 * longest).max(FIRST_REACH).min(settings.longest)
}

/// Ends the search when a worker leaves it in the middle.
struct Leaving<'s, 'a>(&'s Shared<'a>);

impl Drop for Leaving<'_, '_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The score of an input that ran so many new edges, and so many edges another number of times than any input before.
pub(crate) fn score(edges: u32, classes: u32) -> u64 {
    u64::from(edges) * EDGE + u64::from(classes)
}

/// What tells an input from others: that two of them have it in common is not to be expected in any search.
fn digest(input: &[GivenBytes]) -> (u64, u64) {
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        (salt, input).hash(&mut hasher);
        hasher.finish()
    };
    (half(0), half(1))
}

pub(crate) fn way(failure: &Failure) -> Way {
    let mut places: Vec<(String, String, u32)> = Vec::new();
    for frame in &failure.stack {
        let place = (frame.function.clone(), frame.file.clone(), frame.line);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    if places.is_empty() {
        places.push((failure.message.clone(), String::new(), 0));
    }
    (failure.kind, places)
}
