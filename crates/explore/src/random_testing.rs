//! Random testing: while the workers explore, inputs of tests are changed a little and run natively. What fails is run again by
//! the machine on its values, and becomes a guide for the exploration ([`effigy_exec::guides`]).
//!
//! It takes a share of the time of the thread that replays tests early. What an exhaustive run reports does not depend on
//! it: a guide changes no more than the order of the search.

mod concrete;
mod constants;
mod mutate;
mod seeds;

pub use concrete::inputs as inputs_of_test;
use concrete::{Concrete, Ran};
use effigy_base::budget::CancelToken;
use effigy_compile::UserFiles;
use effigy_exec::context::Job;
use effigy_exec::guides::{Guide, Guides};
use effigy_exec::state::Failure;
use effigy_native::{End, Replayer};
use effigy_outcome::TestCase;
use effigy_outcome::options::ExploreOptions;
use mutate::Mutator;
use seeds::Found;
pub use seeds::Seeds;
use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The time that random testing may take in any case.
const LEAST: Duration = Duration::from_secs(1);

/// Random testing's share of the time of a run, in percent.
const SHARE: u32 = 10;

/// The same where the thread that tests at random has a core for itself, and at the beginning.
const LARGE_SHARE: u32 = 75;

/// The share of early replays: the workers need the cores, and what is not replayed early is replayed afterwards.
const REPLAY_SHARE: u32 = 20;

/// Inputs between two looks at what else is to be done.
const ROUND: usize = 16;

/// How long a native run may take.
const PATIENCE: Duration = Duration::from_millis(500);

/// Inputs that are followed up for each place at which native runs fail.
const PER_PLACE: usize = 2;

/// Most instructions of a run of the machine on an input that fails natively, and on one that does not.
const MOST_FOLLOWED: u64 = 20 << 20;
const MOST_WATCHED: u64 = 200_000;

/// Runs on the machine that may be longer before no more are made.
const MOST_LONG: usize = 3;

/// Of the inputs that are nothing new to the machine, one in so many is run natively.
const PER_NATIVE: u64 = 64;

/// How long to wait for a test when there is nothing to do.
const PAUSE: Duration = Duration::from_millis(5);

/// Pieces of inputs that the program compares with: texts, and numbers in bytes and in digits.
pub fn words_of(job: &Job) -> Vec<Vec<u8>> {
    // A library's code is what is searched, too.
    let searched = |file: &str| (job.reported)(file) || !UserFiles::is_of_toolchain(file);
    let constants = constants::of(&job.program, &searched);
    let mut words: Vec<Vec<u8>> = constants.texts.into_iter().chain(constants.words).collect();
    for number in constants.numbers {
        let used = (8 - number.leading_zeros() as usize / 8).next_power_of_two();
        let little = number.to_le_bytes()[..used].to_vec();
        // A number that reads as a word is compared with several bytes at once.
        if used < 4 || !little.iter().all(u8::is_ascii_graphic) {
            words.push(number.to_string().into_bytes());
        }
        words.push(little);
        words.push(number.to_be_bytes()[8 - used..].to_vec());
    }
    // A module without places says of no constant whose it is.
    if words.is_empty() {
        words.extend(constants::words(&job.program));
        words.sort_unstable();
    }
    words
}

/// What random testing needs to know of a run.
pub struct RandomTesting<'a> {
    replayer: &'a Replayer<'a>,
    seeds: &'a Seeds,
    guides: &'a Guides,
    options: &'a ExploreOptions,
    job: &'a Job,
    /// The machine, made when it is first needed.
    concrete: Option<Concrete>,
    mutator: Mutator,
    found: Found,
    /// Whether the machine runs inputs too, to see which code they come to.
    watches: bool,
    /// How many of these runs were too long.
    long: usize,
    /// Whether it changes inputs, rather than only replaying tests.
    is_active: bool,
    /// How often native runs failed, by what they said.
    failures: HashMap<String, usize>,
    /// How many guides there are.
    guided: usize,
    /// Random testing's share of the time from the start, in percent.
    share: u32,
    started: Instant,
    spent: Duration,
}

impl<'a> RandomTesting<'a> {
    /// Random testing for inputs of a job. It only replays tests where native runs are none of its program's paths, and under a
    /// limit on the forks of the run, which are counted in one order.
    pub fn new(
        replayer: &'a Replayer<'a>,
        (seeds, guides): (&'a Seeds, &'a Guides),
        job: &'a Job,
        options: &'a ExploreOptions,
        threads: usize,
    ) -> Self {
        let lengths = &options.symbolic_arguments;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            replayer,
            seeds,
            guides,
            options,
            job,
            concrete: None,
            found: Found::default(),
            watches: true,
            long: 0,
            mutator: Mutator::new(options.seed, lengths.clone(), options.symbolic_stdin),
            is_active: replayer.starts_at_main() && options.budget.forks.is_none(),
            failures: HashMap::new(),
            guided: 0,
            share: if cores > threads { LARGE_SHARE } else { SHARE },
            started: Instant::now(),
            spent: Duration::ZERO,
        }
    }

    /// Replays tests as they come and tests at random between them, until there are no more or `early` says that the exploration is
    /// over.
    pub fn run(&mut self, tests: &Receiver<TestCase>, early: &CancelToken) {
        self.begin();
        let (mut room, mut replaying) = (true, Duration::ZERO);
        while !early.is_cancelled() {
            if self.is_due() {
                self.round(early);
                continue;
            }
            if replaying > self.started.elapsed() * REPLAY_SHARE / 100 {
                std::thread::sleep(PAUSE);
                continue;
            }
            match tests.recv_timeout(PAUSE) {
                Ok(test) => {
                    let begun = Instant::now();
                    room = room && self.replayer.replay_one_early(&test, early);
                    replaying += begun.elapsed();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Builds what tests need, and looks at what the program compares with.
    fn begin(&mut self) {
        self.replayer.prepare(&self.options.cancel);
        if self.is_active {
            let users = |file: &str| (self.job.reported)(file);
            self.mutator.learn(constants::of(&self.job.program, &users));
            self.found = Found::new(constants::words(&self.job.program));
        }
        self.started = Instant::now();
    }

    /// Whether random testing has taken less than its share.
    fn is_due(&self) -> bool {
        let elapsed = self.started.elapsed();
        let part = |percent: u32| elapsed * percent / 100;
        self.is_active && self.spent < part(self.share).max(LEAST.min(part(LARGE_SHARE)))
    }

    /// Some runs.
    fn round(&mut self, early: &CancelToken) {
        let begun = Instant::now();
        for _ in 0..ROUND {
            let test = self.next();
            let by_chance = self.mutator.random.below(PER_NATIVE) == 0;
            let is_new = self.watch(&test);
            if self.watches && !is_new && !by_chance {
                continue;
            }
            let said_new = match self.replayer.end(&test, PATIENCE, early) {
                Ok(End::Fails(said)) => {
                    self.follow(&test, said);
                    continue;
                }
                Ok(End::Exits(status, text)) => self.found.add(&test, status, &text),
                Ok(End::Other) => false,
                Err(_) => break,
            };
            if is_new || said_new {
                self.found.stage(self.mutator.continuations(&test));
            }
        }
        self.spent += begun.elapsed().max(Duration::from_micros(1));
    }

    /// The next input: mostly one that goes on from an input that led to something new, or one at random.
    fn next(&mut self) -> TestCase {
        let goes_on = self.mutator.random.below(3) > 0;
        if goes_on && let Some(test) = self.found.staged(&mut self.mutator.random) {
            return test;
        }
        let random = &mut self.mutator.random;
        let first = self.found.pick(self.seeds, random);
        let second = self.found.pick(self.seeds, random);
        self.mutator.input(first.as_ref(), second.as_ref())
    }

    /// Runs an input on the machine, which takes a small part of the time of a native run; whether it came to code that never
    /// ran, or failed.
    fn watch(&mut self, test: &TestCase) -> bool {
        if !self.watches {
            return false;
        }
        let Some(ran) = self.machine_run(test, MOST_WATCHED) else {
            self.watches = false;
            return false;
        };
        // Programs with long runs are faster natively.
        self.long += usize::from(!ran.is_over);
        self.watches = self.long < MOST_LONG;
        if ran.is_new {
            self.found.keep(test);
        }
        let failed = ran.failure.is_some();
        if let Some(failure) = ran.failure {
            let place = format!("{:?} {:?}", failure.kind, failure.stack.first());
            self.lead(test, place, failure);
        }
        ran.is_new && !failed
    }

    /// Makes a guide of an input on which a native run failed, when the machine fails on it too.
    fn follow(&mut self, test: &TestCase, said: String) {
        if self.failures.get(&said).is_some_and(|times| *times >= PER_PLACE) {
            return;
        }
        match self.machine_run(test, MOST_FOLLOWED).and_then(|ran| ran.failure) {
            Some(failure) => self.lead(test, said, failure),
            None => *self.failures.entry(said).or_default() += 1,
        }
    }

    /// Makes a guide of an input on which the machine fails, unless there are enough for that place.
    fn lead(&mut self, test: &TestCase, place: String, failure: Failure) {
        let times = self.failures.entry(place).or_default();
        *times += 1;
        if *times <= PER_PLACE {
            let inputs = concrete::inputs(test, &self.options.symbolic_arguments);
            self.guides.add(Guide::new(inputs, failure));
            self.guided += 1;
        }
    }

    /// A run of the machine on an input; `None` when there is no machine.
    fn machine_run(&mut self, test: &TestCase, most: u64) -> Option<Ran> {
        if self.concrete.is_none() {
            self.concrete = Concrete::new(self.job, self.options);
        }
        let inputs = concrete::inputs(test, &self.options.symbolic_arguments);
        Some(self.concrete.as_mut()?.run(inputs, most))
    }
}

#[cfg(test)]
mod tests;
