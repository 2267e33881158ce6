//! A worker: expands inputs of the list, runs what comes out, and mutates inputs at random between expansions.

mod growing;
mod splicing;

use crate::counts::{Counts, Times};
use crate::expand::{Child, Expander, Turn};
use crate::mutate::havoc;
use crate::runner::{Compared, Native, NativeEnd, NativeRun, Ran, Runner};
use crate::settings::Tools;
use crate::shared::{EDGE, Shared, Task, Way, score, way};
use crate::shrink::{shrink, trim};
use crate::sweep::changed;
use crate::watch::{Found, Kept, Tried};
use crate::work::{Base, Item, List, Origin, Parent, Steps};
use crate::worker::growing::Growing;
use effigy_base::budget::StopReason;
use effigy_base::comparison::Comparison;
use effigy_base::finding::FindingKind;
use effigy_base::random::Random;
use effigy_exec::explorer::Coverage;
use effigy_exec::guides::GivenBytes;
use effigy_exec::state::{Failure, InputKind};
use effigy_exec::stop::{CutReason, Ending};
use effigy_solver::{SolverError, Statistics};
use rustc_hash::FxHashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often the inputs that a program makes are looked for before the first run counts.
const ROUNDS: usize = 8;

/// How often memory is looked at again after a run took too much; the bytes that are asked for and given back in between, so that the
/// allocator does its work; how much may be left; and how long it has.
const LOOKS: usize = 50;
const ROOM: usize = 48 << 20;
const MOST_LEFT: u64 = 32 << 20;
const PAUSE: Duration = Duration::from_millis(20);

/// Changed inputs of one turn at least and at most, and how many begin with one input.
const LEAST_TURN: usize = 4;
const MOST_TURN: usize = 1024;
const OF_ONE: usize = 64;

/// How long a turn should take at most: where runs take long, there are fewer in it.
const LONG_TURN: Duration = Duration::from_millis(100);

/// Changed inputs behind the last one that was kept after which a search without a limit of time ends.
const QUIET: u64 = 200_000;

/// How long inputs are changed before expansions have to have their part, and how many times the time of expansions they have until
/// then.
const AT_FIRST: Duration = Duration::from_secs(1);
const AT_FIRST_SHARE: u32 = 3;

/// How many inputs are only changed in order at first, as long as that does not take all of the time above. It leaves seeds as they
/// are but for one place; what chance makes of them hides that.
const SWEEPING: usize = 1 << 14;

/// How long an input is expanded before others have their turn, where random mutations have theirs too: at first less, and then as
/// long as these had until now.
const EXPANSION: Duration = Duration::from_millis(400);
const FIRST_EXPANSION: Duration = Duration::from_millis(10);

/// How many children a side of a decision gets before sides with fewer come first, in the same case.
const FEW: u64 = 6;

/// Bytes that are added at least where an input runs something new, so that the program finds some where it came to the end; and how
/// many where it runs a new edge, since lengths of more than one byte begin beyond 127 or 255.
const GROWTH: usize = 8;
const MUCH_GROWTH: usize = 256;

/// Bytes of an input that is short enough, and most pieces of one that is not which are tried to be left out.
const SHORT: usize = 16;
const TRIMS: usize = 64;

/// The same where the input only runs something another number of times: there are many of those, and to ask for all of them takes
/// more runs than they are changed in.
const FEW_TRIMS: usize = 8;

/// Most runs to make a failing input smaller, and how long that may take.
const SHRINKS: usize = 20_000;
const SHRINKING: Duration = Duration::from_secs(2);

/// Changed inputs that crash in one way, as the native program says it, which the machine runs too: what it says may be several ways to
/// fail.
const MOST_CRASHES: u64 = 16;

/// Runs of the machine on changed inputs that may be longer than so many instructions before only those that fail natively are run.
const MOST_LONG: u64 = 16;
const LONG: u64 = 2_000_000;

/// One of the workers of a search.
pub(crate) struct Worker<'s, 'a> {
    shared: &'s Shared<'a>,
    expander: Expander,
    growing: Growing,
    runner: Box<dyn Runner + 's>,
    native: Option<Box<dyn Native + 's>>,
    random: Random,
    /// Time spent on expansions, on random mutations, and on those changed inputs that ran something new.
    expanding: Duration,
    mutating: Duration,
    taking: Duration,
    /// How often each side of a decision was asked for.
    asked: FxHashMap<u64, u64>,
    /// Long runs of the machine.
    long: u64,
    /// How many changed inputs crashed, by what the native program said.
    crashes: FxHashMap<String, u64>,
    times: Times,
    /// How many changed inputs the next turn has.
    turn: usize,
    /// How many inputs were changed in order.
    swept: usize,
}

impl<'s, 'a> Worker<'s, 'a> {
    /// # Errors
    /// When the solver chain of the job cannot be assembled.
    pub(crate) fn new(
        shared: &'s Shared<'a>,
        tools: Tools<'s>,
        number: usize,
    ) -> Result<Self, SolverError> {
        let Tools { runner, native } = tools;
        let seed = shared.settings.seed.wrapping_add(number as u64);
        Ok(Self {
            shared,
            expander: Expander::new(shared.job, shared.settings.most_steps)?,
            growing: Growing::new(shared.job, shared.settings.most_steps),
            runner,
            native,
            random: Random::new(seed.wrapping_add(1)),
            expanding: Duration::ZERO,
            taking: Duration::ZERO,
            mutating: Duration::ZERO,
            asked: FxHashMap::default(),
            long: 0,
            crashes: FxHashMap::default(),
            times: Times::default(),
            turn: LEAST_TURN,
            swept: 0,
        })
    }

    /// Works until the search is over.
    pub(crate) fn work(&mut self) {
        while !self.stops() {
            self.take_news();
            let mutates = self.native.is_some() && !self.shared.table().pool.is_empty();
            if mutates && self.is_turn_of_growth() && self.grow_one() {
                continue;
            }
            if mutates && self.is_turn_of_changes() {
                self.mutate();
                continue;
            }
            let begun = Instant::now();
            match self.shared.task(mutates) {
                Task::Seed(number) => self.seed(number),
                Task::Expand(item) => {
                    let list = item.list;
                    self.expand(*item);
                    self.shared.table().work.took(list, begun.elapsed());
                }
                Task::Nothing => {
                    if mutates {
                        self.mutate();
                    }
                    continue;
                }
            }
            self.shared.done();
            self.expanding += begun.elapsed();
        }
    }

    /// Whether inputs are changed now, in order or at random: as long as others are expanded, and at first longer, when most is found
    /// so. What it takes to look at changed inputs that ran something new counts for the other side, as long as expansions get a fifth
    /// of the time: many come at first.
    fn is_turn_of_changes(&self) -> bool {
        let changes = self.mutating + self.taking;
        let share = match self.mutating {
            first if first < AT_FIRST => AT_FIRST_SHARE * self.expanding,
            _ if self.growing.has_begun() => self.expanding / 2,
            _ => self.expanding,
        };
        let is_behind = self.mutating < share + self.taking;
        is_behind && changes <= AT_FIRST + 4 * self.expanding
    }

    /// What ran on the machine, what the solver did, and where the time went.
    pub(crate) fn finish(&self) -> (Coverage, Statistics, Times) {
        let mut statistics = Statistics::default();
        self.expander.statistics(&mut statistics);
        (self.runner.coverage(), statistics, self.times)
    }

    /// Whether the search is to stop. Where memory is short, what expansions left is freed first.
    fn stops(&mut self) -> bool {
        let cancel = &self.shared.cancel;
        if cancel.is_short() {
            self.expander.free();
            wait_while(|| cancel.is_short());
            if cancel.is_short() {
                cancel.stop(StopReason::Memory);
            }
        }
        self.shared.is_over()
    }

    fn seed(&mut self, number: usize) {
        let Some(seed) = self.shared.seeds.get(number) else { return };
        let input = self.dealt(&seed.bytes, self.shared.kind);
        let origin = Origin { generation: seed.generation, seed: number, ..Origin::default() };
        self.try_input(input, origin, &[]);
    }

    /// Takes up what came from elsewhere: seeds, if they run anything new.
    fn take_news(&mut self) {
        let mut table = self.shared.table();
        // The user's own seeds come first.
        let news = if table.has_seeds(self.shared.seeds) { Vec::new() } else { table.watch.news() };
        drop(table);
        for bytes in news {
            if self.stops() {
                return;
            }
            let input = self.dealt(&bytes, self.shared.kind);
            let origin = Origin { generation: 1, steps: Steps::Chance, ..Origin::default() };
            self.try_input(input, origin, &[]);
        }
    }

    /// A seed as an input. Where the program makes inputs of its own, its bytes are theirs, in the order in which they are
    /// made; that order may depend on them.
    fn dealt(&mut self, seed: &[u8], kind: InputKind) -> Vec<GivenBytes> {
        let whole = vec![(kind, String::new(), seed.to_vec())];
        // A program that runs natively has this input alone.
        if self.native.is_some() {
            return whole;
        }
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

    /// Negates the conjuncts of the path of an input, and runs the children. Where random mutations have their turn too, the
    /// sides that were asked for seldom come first, and a long path is negated in parts.
    fn expand(&mut self, item: Item) {
        let Item { score, mut origin, input, list, .. } = item;
        self.note(|counts| counts.expansions += 1);
        let begun = Instant::now();
        let mut expansion = self.expander.expand(&input, origin.bound);
        self.times.symbols += begun.elapsed();
        let mut table = self.shared.table();
        table.decided |= !expansion.path().is_empty();
        table.count_taken(&expansion.run().taken);
        drop(table);
        if let Some(predicted) = origin.predicted.take()
            && !expansion.is(&predicted)
        {
            self.note(|counts| counts.diverged += 1);
            // The bound is a place on another path.
            expansion = self.expander.expand(&input, 0);
        }
        let in_turns = self.native.is_some();
        let longest = EXPANSION.min(FIRST_EXPANSION + self.mutating + self.taking);
        let (parts, alone) = (origin.parts, origin.steps == Steps::Solved);
        // Lists share by time. Without native runs there is one list, and the search is the same each time.
        let has_part = in_turns && list != List::Behind && origin.generation > 0;
        let behind = if has_part { score / 2 } else { 0 };
        let mut asked = std::mem::take(&mut self.asked);
        loop {
            let mut counts = Counts::default();
            let solving = Instant::now();
            let child = self.expander.next(&mut expansion, &mut counts, &mut |site| {
                if in_turns && begun.elapsed() > longest {
                    return Turn::Stop;
                }
                let asked = asked.entry(site).or_default();
                if in_turns && !alone && *asked >= FEW << (2 * parts).min(32) {
                    return Turn::Skip;
                }
                *asked += 1;
                if in_turns && parts == 0 { Turn::AskHastily } else { Turn::Ask }
            });
            self.times.solver += solving.elapsed();
            self.note(|all| all.add(&counts));
            let Some(Child { input: child, bound, predicted, site }) = child else { break };
            self.shared.table().words.learn(joined(&input), joined(&child));
            let (generation, site) = (origin.generation + 1, Some(site));
            let after = origin.site;
            let of_child =
                Origin { generation, bound, predicted, site, after, parts: 0, behind, ..origin };
            self.try_input(child, of_child, joined(&input));
            if self.stops() {
                break;
            }
        }
        self.asked = asked;
        // The rest waits behind what is better now.
        if let Some(at) = expansion.rest() {
            self.shared.push(score / 2, Origin { bound: at, ..origin }, input);
        } else if expansion.has_skipped() {
            self.shared.push(0, Origin { parts: parts + 1, ..origin }, input);
        }
    }

    /// `Run&Check` and `Score`: runs an input that was not run before, natively first, and keeps it for an expansion. A guess
    /// is kept when it was a good one.
    fn try_input(&mut self, input: Vec<GivenBytes>, origin: Origin, parent: &[u8]) {
        let mut table = self.shared.table();
        table.stands();
        if !table.is_new(&input) {
            table.counts.covered += u64::from(origin.site.is_some());
            return;
        }
        drop(table);
        let native = self.run_native(joined(&input));
        self.judge(input, origin, native, parent);
    }

    /// Runs an input that was made of `parent` on the machine, and puts it where it belongs.
    fn judge(
        &mut self,
        input: Vec<GivenBytes>,
        origin: Origin,
        native: Option<NativeRun>,
        parent: &[u8],
    ) {
        let Origin { generation, bound, predicted, site, seed, steps, .. } = origin;
        let is_guess = site.is_some() && predicted.is_none();
        let shared = self.shared;
        let held = shared.cancel.memory();
        let begun = Instant::now();
        let ran = self.runner.run(&input);
        self.times.machine += begun.elapsed();
        // Who is stopped in the middle has seen nothing.
        if matches!(ran.ending, Ending::Cut(_)) && shared.cancel.is_cancelled() {
            return;
        }
        if ran.ending == Ending::Cut(CutReason::Memory) {
            wait_while(|| shared.cancel.memory() > held.saturating_add(MOST_LEFT));
        }
        self.long += u64::from(ran.steps > LONG);
        let (score, is_kept) = match &native {
            Some(run) => (score(run.new_edges, run.new_classes), run.is_new()),
            None => (ran.new_blocks, ran.new_blocks > 0),
        };
        let ends = native.as_ref().is_none_or(|run| run.end == NativeEnd::Exit);
        let is_slow = native.as_ref().is_some_and(NativeRun::is_slow);
        let failed = failure(&ran, native.as_ref());
        let mut table = shared.table();
        let counts = &mut table.counts;
        counts.runs += 1;
        counts.children += u64::from(site.is_some());
        counts.fruitful += u64::from(site.is_some() && is_kept);
        counts.generations = counts.generations.max(generation);
        table.count(&ran);
        let covered = native.as_ref().map_or(&[][..], |run| &run.covered);
        let score = score.max(EDGE * table.work.new_edges(steps, covered));
        let (inputs, new_blocks) = (&ran.inputs[..], ran.new_blocks);
        table.watch.ran(&Tried { inputs, generation, bound, new_blocks, ending: &ran.ending });
        // Of an input that crashes, most changes crash.
        if is_kept && ends {
            let bytes: Vec<u8> = input.iter().flat_map(|(.., bytes)| bytes.clone()).collect();
            table.watch.kept(&Kept { bytes: &bytes, generation, bound });
            let base = Base { generation, seed, steps };
            table.pool.add(&bytes, base, covered);
            if let Some(run) = native.as_ref().filter(|run| run.new_edges > 0) {
                let (edges, is_valid) = (covered.len(), run.succeeded);
                table.sweeps.add(&bytes, base, parent);
                table.holes.add(&bytes, base, (edges, is_valid), parent);
                let changed = changed(parent, &bytes);
                table.stock.add(&bytes, base, (edges, is_valid, 0), changed, None);
            }
            table.quiet = 0;
        }
        drop(table);
        let is_new = failed.is_some_and(|failure| self.check(failure, &ran, &input, &origin));
        let is_good = is_new || is_kept;
        if is_guess {
            self.note(|counts| {
                counts.guesses += 1;
                counts.good_guesses += u64::from(is_good);
            });
        }
        if is_slow || is_guess && !is_good {
            return;
        }
        if let Some(run) = &native
            && is_kept
            && ends
        {
            self.grow(&input, &origin, run.new_edges);
        }
        shared.push(if ends { score } else { 0 }, origin, input);
    }

    /// Puts longer inputs on the list, behind all that ran something new: one that is a little longer, and where the input ran a new
    /// edge one that is much longer.
    fn grow(&mut self, input: &[GivenBytes], origin: &Origin, new_edges: u32) {
        let longest = self.shared.settings.longest;
        let [(kind, name, bytes)] = input else { return };
        let much = (new_edges > 0).then_some(MUCH_GROWTH);
        for by in [Some(GROWTH.max(bytes.len() / 2)), much].into_iter().flatten() {
            let length = (bytes.len() + by).min(longest);
            let mut longer = bytes.clone();
            longer.resize(length, 0);
            let longer = vec![(*kind, name.clone(), longer)];
            let origin = Origin {
                generation: origin.generation + 1,
                seed: origin.seed,
                steps: Steps::Chance,
                ..Origin::default()
            };
            // One that is as long as it may be already is known.
            if self.shared.table().is_new(&longer) {
                self.shared.push(0, origin, longer);
            }
        }
    }

    /// A native run of an input; `None` where there are none.
    fn run_native(&mut self, bytes: &[u8]) -> Option<NativeRun> {
        self.natively(|native| native.run(bytes).map(|run| vec![run]))?.pop()
    }

    /// Native runs of which nothing is remembered; `None` where there are none.
    fn look(&mut self, inputs: &[Vec<u8>]) -> Option<Vec<NativeRun>> {
        self.natively(|native| native.look(inputs))
    }

    /// Native runs with what they compare; `None` where the program does not tell.
    fn compare(&mut self, inputs: &[Vec<u8>]) -> Option<Vec<(NativeRun, Vec<Comparison>)>> {
        let begun = Instant::now();
        let result = self.native.as_deref_mut()?.compare(inputs);
        self.times.native += begun.elapsed();
        self.note(|counts| {
            counts.native += inputs.len() as u64;
            counts.grown += inputs.len() as u64;
        });
        match result {
            Ok(Compared::Runs(runs)) => return Some(runs),
            Ok(Compared::Untold(why)) => {
                self.growing.compares = false;
                // Who is stopped while the program is built lacks nothing.
                if !self.shared.cancel.is_cancelled() {
                    self.shared.table().untold = Some(why);
                }
            }
            Err(why) => self.lose(why),
        }
        None
    }

    fn natively(
        &mut self,
        run: impl FnOnce(&mut (dyn Native + 's)) -> Result<Vec<NativeRun>, String>,
    ) -> Option<Vec<NativeRun>> {
        let begun = Instant::now();
        let result = run(self.native.as_deref_mut()?);
        self.times.native += begun.elapsed();
        match result {
            Ok(runs) => {
                let slow = runs.iter().filter(|run| run.is_slow()).count() as u64;
                self.note(|counts| {
                    counts.native += runs.len() as u64;
                    counts.slow += slow;
                });
                Some(runs)
            }
            Err(why) => {
                self.lose(why);
                None
            }
        }
    }

    /// There are no more native runs.
    fn lose(&mut self, why: String) {
        self.native = None;
        self.shared.table().lost = Some(why);
    }

    /// Mutates inputs at random, and runs them natively.
    fn mutate(&mut self) {
        let begun = Instant::now();
        let (made, from) = self.changed();
        let mut told: Vec<(usize, NativeRun)> = Vec::new();
        let Some(native) = &mut self.native else { return };
        if let Err(why) = native.run_all(&made, &mut |number, run| told.push((number, run))) {
            return self.lose(why);
        }
        let slow = told.iter().filter(|(_, run)| run.is_slow()).count() as u64;
        let mut table = self.shared.table();
        table.counts.native += made.len() as u64;
        table.counts.changed += made.len() as u64;
        table.counts.slow += slow;
        table.quiet += made.len() as u64;
        let is_quiet = table.quiet > QUIET;
        table.stands();
        drop(table);
        self.turn = match begun.elapsed() {
            long if long > LONG_TURN => (self.turn / 2).max(LEAST_TURN),
            short if short < LONG_TURN / 4 => (self.turn * 2).min(MOST_TURN),
            _ => self.turn,
        };
        self.mutating += begun.elapsed();
        self.times.native += begun.elapsed();
        let begun = Instant::now();
        for (number, run) in told {
            if let (Some(bytes), Some(from)) = (made.get(number), from.get(number)) {
                self.take_changed(bytes, run, from);
            }
        }
        self.taking += begun.elapsed();
        if is_quiet && !self.shared.settings.endless {
            self.shared.end_when_empty();
        }
    }

    /// Changed inputs for a turn, with where each comes from: at random, and half of the time in order, as long as there are inputs for
    /// that.
    fn changed(&mut self) -> (Vec<Vec<u8>>, Vec<Parent>) {
        let random = &mut self.random;
        let mut table = self.shared.table();
        let table = &mut *table;
        let longest = table.reach(self.turn as u64, self.shared.settings.longest);
        let has_time = self.swept < SWEEPING && self.mutating < AT_FIRST;
        let is_first = has_time && table.sweeps.are_there(false);
        if is_first || table.sweeps.are_there(true) && random.below(2) == 0 {
            let made = table.sweeps.next((self.turn, !is_first), &table.words, longest);
            self.swept += made.len();
            return made.into_iter().unzip();
        }
        let (mut made, mut from) = (Vec::with_capacity(self.turn), Vec::with_capacity(self.turn));
        let Some((mut bytes, mut base)) = table.pool.pick(random) else { return (made, from) };
        while made.len() < self.turn {
            let Some((other, its)) = table.pool.pick(random) else { break };
            let longest = longest.max(bytes.len());
            for _ in 0..OF_ONE.min(self.turn) {
                made.push(havoc(&bytes, &other, &table.words, longest, random));
                from.push((bytes.clone(), base.changed(Steps::Chance)));
            }
            (bytes, base) = (other, its);
        }
        (made, from)
    }

    /// Takes up a changed input that ran something new or crashed.
    fn take_changed(&mut self, bytes: &[u8], run: NativeRun, (parent, base): &Parent) {
        let crashed = match &run.end {
            NativeEnd::Crash(_) | NativeEnd::Hang => {
                let text = match &run.end {
                    NativeEnd::Crash(text) => text.clone(),
                    _ => HANG.to_owned(),
                };
                let times = self.crashes.entry(text).or_default();
                *times += 1;
                if *times > MOST_CRASHES && run.new_edges == 0 {
                    return;
                }
                true
            }
            NativeEnd::Exit if run.is_new() => false,
            NativeEnd::Exit | NativeEnd::Cut => return,
        };
        let bytes = &self.trimmed(bytes, &run);
        let input = vec![(self.shared.kind, String::new(), bytes.to_vec())];
        let mut table = self.shared.table();
        if !table.is_new(&input) {
            return;
        }
        table.counts.changed_kept += 1;
        drop(table);
        let Base { generation, seed, steps } = *base;
        let origin = Origin { generation, seed, steps, ..Origin::default() };
        if crashed || run.new_edges > 0 && self.long < MOST_LONG {
            return self.judge(input, origin, Some(run), parent);
        }
        // Only the numbers of times are new: the machine sees it when it is expanded.
        let mut table = self.shared.table();
        table.counts.generations = table.counts.generations.max(generation);
        table.watch.kept(&Kept { bytes, generation, bound: 0 });
        table.pool.add(bytes, *base, &run.covered);
        table.quiet = 0;
        drop(table);
        self.shared.push(score(run.new_edges, run.new_classes), origin, input);
    }

    /// A shorter input that runs the same, when there is one that is found fast.
    fn trimmed(&mut self, bytes: &[u8], run: &NativeRun) -> Vec<u8> {
        if bytes.len() <= SHORT || run.end != NativeEnd::Exit {
            return bytes.to_vec();
        }
        let most = if run.new_edges > 0 { TRIMS } else { FEW_TRIMS };
        trim(bytes.to_vec(), most, &mut |candidates| {
            let runs = self.look(candidates).unwrap_or_default();
            runs.iter().map(|it| it.end == run.end && it.trace == run.trace).collect()
        })
    }

    /// Notes how a run failed; whether no run failed so before. A new way is told at once, and again when its input was made
    /// smaller.
    fn check(
        &mut self,
        failure: Failure,
        ran: &Ran,
        input: &[GivenBytes],
        origin: &Origin,
    ) -> bool {
        let way = way(&failure);
        if self.shared.table().is_known(&way) {
            return false;
        }
        let found = Found {
            failure,
            inputs: ran.inputs.clone(),
            place: ran.place.clone(),
            condition: self.expander.condition(input),
            generation: origin.generation,
            times: 1,
            steps: ran.steps,
        };
        let mut table = self.shared.table();
        // Another worker may have found it meanwhile, or the failure with which the search ends.
        let first = self.shared.settings.first;
        if table.is_known(&way) || first && table.is_ending() {
            return false;
        }
        let number = table.found.len();
        table.watch.found(number, &found);
        table.ways.insert(way.clone(), number);
        table.found.push(found);
        drop(table);
        if first {
            self.shared.end();
        }
        // Each run on a smaller input would take as long again.
        if self.shared.settings.shrinks && way.0 != FindingKind::Hang {
            self.shrink(number, &way, input, origin.seed);
        }
        true
    }

    /// Makes the input of a way to fail smaller. Where the failure is seen natively the native program is asked first, which
    /// is faster; the machine has the last word.
    fn shrink(&mut self, number: usize, wanted: &Way, input: &[GivenBytes], seed: usize) {
        let [(kind, name, bytes)] = input else { return };
        let seed = self.shared.seeds.get(seed).map(|seed| seed.bytes.clone()).unwrap_or_default();
        let end = Instant::now() + SHRINKING;
        let run = self.look(std::slice::from_ref(bytes)).and_then(|mut runs| runs.pop());
        let crashes = run.is_some_and(|run| matches!(run.end, NativeEnd::Crash(_)));
        let mut best: Option<Ran> = None;
        let smaller = shrink(bytes, &seed, SHRINKS, &mut |candidate| {
            if Instant::now() > end || self.shared.cancel.is_cancelled() {
                return false;
            }
            let mut native = None;
            if crashes {
                native = self.look(&[candidate.to_vec()]).and_then(|mut runs| runs.pop());
                let end = native.as_ref().map(|run| &run.end);
                if !matches!(end, Some(NativeEnd::Crash(_))) {
                    return false;
                }
            }
            let ran = self.runner.run(&[(*kind, name.clone(), candidate.to_vec())]);
            let same = failure(&ran, native.as_ref()).is_some_and(|it| way(&it) == *wanted);
            if same {
                best = Some(ran);
            }
            same
        });
        let Some(ran) = best else { return };
        let condition = self.expander.condition(&[(*kind, name.clone(), smaller)]);
        let mut table = self.shared.table();
        let Some(found) = table.found.get_mut(number) else { return };
        found.inputs = ran.inputs;
        found.place = ran.place;
        found.condition = condition;
        found.steps = ran.steps;
        if let Ending::Finding(failure) = ran.ending {
            found.failure = *failure;
        }
        let found = found.clone();
        table.watch.found(number, &found);
    }

    /// Counts something.
    fn note(&self, count: impl FnOnce(&mut Counts)) {
        count(&mut self.shared.table().counts);
    }
}

/// What is said of an input on which the program does not end.
const HANG: &str = "the program does not end in its time, natively and on Effigy's machine";

/// How a run failed: as the machine says, or where it sees nothing, as the native run ended. Behind a value that was chosen the
/// machine is not believed where the native program would show the failure and does not.
fn failure(ran: &Ran, native: Option<&NativeRun>) -> Option<Failure> {
    let chose = ran.taken.iter().any(|value| !value.is_known);
    let ends_well = native.is_some_and(|run| run.end == NativeEnd::Exit);
    if let Ending::Finding(failure) = &ran.ending
        && !(chose && ends_well && failure.kind.natively().ends)
    {
        return Some(Failure::clone(failure));
    }
    let (kind, message) = match native?.end.clone() {
        NativeEnd::Crash(message) => (FindingKind::Crash, message),
        // A run that is slow natively and ends on the machine is none.
        NativeEnd::Hang if ran.ending == Ending::Cut(CutReason::Steps) => {
            (FindingKind::Hang, HANG.to_owned())
        }
        NativeEnd::Exit | NativeEnd::Cut | NativeEnd::Hang => return None,
    };
    Some(Failure { kind, message, reported_at: None, stack: Vec::new() })
}

/// The bytes of the one input that a native program is given.
fn joined(input: &[GivenBytes]) -> &[u8] {
    input.first().map(|(.., bytes)| bytes.as_slice()).unwrap_or_default()
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
