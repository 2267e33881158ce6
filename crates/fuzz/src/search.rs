//! `GenerateInputs`: the work list of inputs, the best one first.

use crate::counts::Counts;
use crate::expand::{Child, Expander, Expansion, Prediction};
use crate::runner::{Ran, Runner};
use effigy_base::budget::{CancelToken, StopReason};
use effigy_base::finding::FindingKind;
use effigy_exec::context::Job;
use effigy_exec::explorer::InputValue;
use effigy_exec::guides::GivenBytes;
use effigy_exec::state::{Failure, InputKind, StackFrame};
use effigy_exec::stop::{CutReason, Ending};
use effigy_solver::{SolverError, Statistics};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

/// How often the inputs that a program makes are looked for before the first run counts.
const ROUNDS: usize = 8;

/// How often memory is looked at again after a run took too much; the bytes that are asked for and given back in between, so that the
/// allocator does its work; how much may be left; and how long it has.
const LOOKS: usize = 50;
const ROOM: usize = 48 << 20;
const MOST_LEFT: u64 = 32 << 20;
const PAUSE: Duration = Duration::from_millis(20);

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

/// Inputs on which the program fails in one way.
#[derive(Clone, Debug)]
pub struct Found {
    /// How the program fails.
    pub failure: Failure,
    /// The first such input.
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

/// Watches a search. Nothing that it does changes it.
pub trait Watch {
    /// An input was run.
    fn ran(&mut self, _tried: &Tried<'_>) {}
    /// The program failed in a way in which it did not fail before.
    fn found(&mut self, _found: &Found) {}
    /// How the search stands; called before each run and each expansion.
    fn stands(&mut self, _counts: &Counts, _waiting: usize, _found: usize) {}
}

/// Why a search is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// No input waits any more.
    Empty,
    /// It was stopped.
    Stopped(StopReason),
    /// No decision of the program depends on a seed: there is nothing to turn.
    Blind,
}

/// An input that waits to be expanded. The one that ran most new blocks comes first. Most run none: of equals the one comes
/// first whose side of a decision fewer inputs before it were made for, so that no loop keeps the search for itself; then the one
/// that was made first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Item {
    score: u64,
    before: Reverse<u64>,
    order: Reverse<u64>,
    origin: Origin,
    input: Vec<GivenBytes>,
}

/// Where an input comes from.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Origin {
    generation: u64,
    bound: usize,
    predicted: Option<Prediction>,
    /// The side that was asked for; none for a seed.
    site: Option<u64>,
}

/// What tells one way to fail from another: the kind, and the places of the calls, each once.
type Way = (FindingKind, Vec<(String, String, u32)>);

/// A search.
pub struct Search<'a> {
    runner: &'a mut dyn Runner,
    expander: Expander,
    cancel: CancelToken,
    work: BinaryHeap<Item>,
    made: u64,
    /// How many inputs were made for each side of a decision in the program.
    sites: FxHashMap<u64, u64>,
    /// The inputs that were run, by what tells one from another.
    known: FxHashSet<(u64, u64)>,
    found: Vec<Found>,
    ways: FxHashMap<Way, usize>,
    odd: BTreeMap<(String, String, u32), (Odd, u64)>,
    counts: Counts,
    /// Whether a decision depended on an input.
    decided: bool,
}

impl<'a> Search<'a> {
    /// A search through a job's program with a runner; paths take so many instructions at most.
    ///
    /// # Errors
    /// When the solver chain of the job cannot be assembled.
    pub fn new(
        job: &Job,
        runner: &'a mut dyn Runner,
        most_steps: u64,
    ) -> Result<Self, SolverError> {
        Ok(Self {
            runner,
            expander: Expander::new(job, most_steps)?,
            cancel: job.cancel.clone(),
            work: BinaryHeap::new(),
            made: 0,
            sites: FxHashMap::default(),
            known: FxHashSet::default(),
            found: Vec::new(),
            ways: FxHashMap::default(),
            odd: BTreeMap::new(),
            counts: Counts::default(),
            decided: false,
        })
    }

    /// Runs the seeds, and then the children of the best input again and again, until none is left or the run is to stop.
    /// A seed is the bytes of the input `kind`; of a program that makes its own inputs, their bytes one after the other.
    pub fn run(&mut self, seeds: &[Vec<u8>], kind: InputKind, watch: &mut dyn Watch) -> Over {
        for seed in seeds {
            if self.stops() {
                break;
            }
            let input = self.dealt(seed, kind);
            self.try_input(input, Origin::default(), watch);
        }
        while !self.stops()
            && let Some(item) = self.work.pop()
        {
            watch.stands(&self.counts, self.work.len(), self.found.len());
            self.expand(item, watch);
        }
        match self.cancel.reason() {
            Some(reason) => Over::Stopped(reason),
            None if !self.decided => Over::Blind,
            None => Over::Empty,
        }
    }

    /// The ways in which the program failed.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// Ways in which runs ended that say nothing about the program, each with how many runs did.
    pub fn odd(&self) -> impl Iterator<Item = (&Odd, u64)> {
        self.odd.values().map(|(odd, times)| (odd, *times))
    }

    /// How many inputs wait to be expanded.
    pub fn waiting(&self) -> usize {
        self.work.len()
    }

    /// What was done so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// What the solver did.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = Statistics::default();
        self.expander.statistics(&mut statistics);
        statistics
    }

    /// Whether the search is to stop. Where memory is short, what expansions left is freed first.
    fn stops(&mut self) -> bool {
        if self.cancel.is_short() {
            self.expander.free();
            wait_while(|| self.cancel.is_short());
            if self.cancel.is_short() {
                self.cancel.stop(StopReason::Memory);
            }
        }
        self.cancel.is_cancelled()
    }

    /// A seed as an input. Where the program makes inputs of its own, its bytes are theirs, in the order in which they are
    /// made; that order may depend on them.
    fn dealt(&mut self, seed: &[u8], kind: InputKind) -> Vec<GivenBytes> {
        let whole = vec![(kind, String::new(), seed.to_vec())];
        let mut input = whole.clone();
        for _ in 0..ROUNDS {
            let made = self.expander.made(&input);
            if made.iter().all(|input| input.kind != InputKind::Object) {
                return whole;
            }
            let mut rest = seed;
            let mut dealt = vec![(kind, String::new(), Vec::new())];
            for object in made.iter().filter(|input| input.kind == InputKind::Object) {
                let (own, behind) = rest.split_at(object.bytes.len().min(rest.len()));
                let mut bytes = own.to_vec();
                bytes.resize(object.bytes.len(), 0);
                dealt.push((InputKind::Object, object.name.clone(), bytes));
                rest = behind;
            }
            if dealt == input {
                break;
            }
            input = dealt;
        }
        input
    }

    /// Turns the conjuncts of the path of an input, and runs the children.
    fn expand(&mut self, item: Item, watch: &mut dyn Watch) {
        self.counts.expansions += 1;
        let Item { origin, input, .. } = item;
        let mut expansion = self.expander.expand(&input, origin.bound);
        self.decided |= !expansion.path().is_empty();
        if let Some(predicted) = &origin.predicted
            && !expansion.is(predicted)
        {
            self.counts.diverged += 1;
            // The bound is a place on another path.
            expansion = self.expander.expand(&input, 0);
        }
        self.children(&mut expansion, origin.generation + 1, watch);
    }

    fn children(&mut self, expansion: &mut Expansion, generation: u64, watch: &mut dyn Watch) {
        while let Some(child) = self.expander.next(expansion, &mut self.counts) {
            watch.stands(&self.counts, self.work.len(), self.found.len());
            let Child { input, bound, predicted, site } = child;
            let origin = Origin { generation, bound, predicted, site: Some(site) };
            self.try_input(input, origin, watch);
        }
    }

    /// `Run&Check` and `Score`: runs an input that was not run before, and keeps it for an expansion. A guess is kept when it
    /// was a good one.
    fn try_input(&mut self, input: Vec<GivenBytes>, origin: Origin, watch: &mut dyn Watch) {
        let Origin { generation, bound, predicted, site } = origin;
        let is_guess = site.is_some() && predicted.is_none();
        if !self.known.insert(digest(&input)) {
            self.counts.covered += u64::from(site.is_some());
            return;
        }
        let held = self.cancel.memory();
        let ran = self.runner.run(&input);
        // Who is stopped in the middle has seen nothing.
        if matches!(ran.ending, Ending::Cut(_)) && self.cancel.is_cancelled() {
            return;
        }
        if ran.ending == Ending::Cut(CutReason::Memory) {
            wait_while(|| self.cancel.memory() > held.saturating_add(MOST_LEFT));
        }
        self.count(&ran, generation);
        let Ran { ending, inputs, new_blocks, .. } = &ran;
        watch.ran(&Tried { inputs, generation, bound, new_blocks: *new_blocks, ending });
        let is_new = self.check(&ran, &input, generation, watch);
        let is_good = is_new || ran.new_blocks > 0;
        self.counts.guesses += u64::from(is_guess);
        self.counts.good_guesses += u64::from(is_guess && is_good);
        if is_guess && !is_good {
            return;
        }
        let made = site.map(|site| self.sites.entry(site).or_default());
        let before = made.map_or(0, |made| std::mem::replace(made, *made + 1));
        self.made += 1;
        let (before, order) = (Reverse(before), Reverse(self.made));
        self.work.push(Item { score: ran.new_blocks, before, order, origin, input });
    }

    fn count(&mut self, ran: &Ran, generation: u64) {
        self.counts.runs += 1;
        self.counts.children += u64::from(generation > 0);
        self.counts.fruitful += u64::from(generation > 0 && ran.new_blocks > 0);
        self.counts.generations = self.counts.generations.max(generation);
        self.counts.steps += ran.steps;
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

    /// Notes how a run failed; whether no run failed so before.
    fn check(
        &mut self,
        ran: &Ran,
        input: &[GivenBytes],
        generation: u64,
        watch: &mut dyn Watch,
    ) -> bool {
        let Ending::Finding(failure) = &ran.ending else { return false };
        let way = way(failure);
        if let Some(known) = self.ways.get(&way) {
            self.found[*known].times += 1;
            return false;
        }
        let found = Found {
            failure: Failure::clone(failure),
            inputs: ran.inputs.clone(),
            place: ran.place.clone(),
            condition: self.expander.condition(input),
            generation,
            times: 1,
            steps: ran.steps,
        };
        watch.found(&found);
        self.ways.insert(way, self.found.len());
        self.found.push(found);
        true
    }
}

/// Gives the allocator a while to give back to the system what was freed.
fn wait_while(much: impl Fn() -> bool) {
    for _ in 0..LOOKS {
        if !much() {
            return;
        }
        std::thread::sleep(PAUSE);
        drop(black_box(Vec::<u8>::with_capacity(ROOM)));
    }
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

fn way(failure: &Failure) -> Way {
    let mut places: Vec<(String, String, u32)> = Vec::new();
    for frame in &failure.stack {
        let place = (frame.function.clone(), frame.file.clone(), frame.line);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    (failure.kind, places)
}
