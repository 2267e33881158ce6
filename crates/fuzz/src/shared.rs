//! What the workers of a search share: the list of inputs, the coverage, the findings.

use crate::counts::{Counts, Times};
use crate::holes::Holes;
use crate::pool::Pool;
use crate::runner::Ran;
use crate::settings::{Seed, Settings};
use crate::splice::Stock;
use crate::sweep::Sweeps;
use crate::watch::{Found, Odd, Watch};
use crate::words::Words;
use crate::work::{Item, Origin, WorkList};
use effigy_base::budget::CancelToken;
use effigy_base::finding::FindingKind;
use effigy_exec::chosen::TakenValue;
use effigy_exec::context::Job;
use effigy_exec::explorer::Coverage;
use effigy_exec::guides::GivenBytes;
use effigy_exec::state::{Failure, InputKind};
use effigy_exec::stop::Ending;
use effigy_solver::Statistics;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a worker waits for work before it looks whether the run is to stop.
const PAUSE: Duration = Duration::from_millis(20);

/// What a new block or edge counts in a score where the numbers of times that edges are run count too.
pub(crate) const EDGE: u64 = 16;

/// The least length that changes keep to, and how many changed inputs are run before it is doubled.
const FIRST_REACH: usize = 64;

const BETWEEN_LENGTHS: u64 = 1 << 17;

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
    pub(crate) odd: BTreeMap<(String, String, u32), (Odd, u64)>,
    pub(crate) taken: BTreeMap<(String, String, u32, bool), TakenValue>,
    pub(crate) counts: Counts,
    /// Whether a decision depended on an input.
    pub(crate) decided: bool,
    pub(crate) pool: Pool,
    pub(crate) words: Words,
    pub(crate) sweeps: Sweeps,
    pub(crate) holes: Holes,
    /// Inputs that pieces are put in, and are taken of.
    pub(crate) stock: Stock,
    /// Why the program does not tell what it compares.
    pub(crate) untold: Option<String>,
    /// Changed inputs that were run since one was kept.
    pub(crate) quiet: u64,
    /// The length that changes keep to now, and the changed inputs that were run with it.
    reach: (usize, u64),
    /// Workers that run a seed or expand an input.
    busy: usize,
    over: bool,
    pub(crate) lost: Option<String>,
    pub(crate) coverage: Coverage,
    pub(crate) statistics: Statistics,
    pub(crate) times: Times,
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

impl<'a> Shared<'a> {
    /// What workers share at the start of a search.
    pub(crate) fn new(
        job: &'a Job,
        settings: &'a Settings,
        (seeds, kind): (&'a [Seed], InputKind),
        watch: &'a mut dyn Watch,
    ) -> Self {
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
            holes: Holes::default(),
            stock: Stock::default(),
            untold: None,
            quiet: 0,
            reach: (first_reach(seeds, settings), 0),
            busy: 0,
            over: false,
            lost: None,
            coverage: Coverage::default(),
            statistics: Statistics::default(),
            times: Times::default(),
        };
        Self {
            job,
            settings,
            seeds,
            kind,
            cancel: job.cancel.clone(),
            table: Mutex::new(table),
            wake: Condvar::new(),
        }
    }

    /// What the workers shared, once they are over.
    pub(crate) fn into_table(self) -> Table<'a> {
        self.table.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work list, the coverage and the findings, for one worker at a time.
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
    /// Whether the workers are told to end.
    pub(crate) fn is_ending(&self) -> bool {
        self.over
    }

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
