//! The search in threads of its own, and its news in the thread that shows and saves them.

use super::native::{Nat, natives};
use super::sync::Beside;
use super::{FuzzOptions, Prepared, paths, record};
use crate::convert;
use crate::job::internal;
use crate::random_testing::words_of;
use effigy_exec::explorer::Exploration;
use effigy_fuzz::counts::Counts;
use effigy_fuzz::runner::{Native, OnMachine};
use effigy_fuzz::search::{Searched, search};
use effigy_fuzz::settings::{Seed, Settings, Tools};
use effigy_fuzz::watch::{Found, Kept, Tried, Watch};
use effigy_outcome::error::SessionError;
use effigy_outcome::fuzz::KeptInput;
use effigy_outcome::language::Language;
use effigy_outcome::progress::{Observer, Phase, Progress};
use effigy_outcome::{Test, TestCase, TriedInput};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Stack of the thread that searches in bytes: terms are walked recursively to a bounded depth.
const STACK: usize = 256 << 20;

/// How long to wait for news of the search.
const PAUSE: Duration = Duration::from_millis(50);

/// News that wait to be looked at.
const NEWS: usize = 64;

/// How a search stands, or what it found.
enum News {
    Tried(Box<TriedInput>),
    Stands(Box<Counts>, usize, usize),
    Kept(KeptInput),
    Found(usize, Box<Found>, Duration),
}

/// What a search came to, with when each way to fail was found.
pub(super) struct Over {
    pub(super) searched: Searched,
    pub(super) found_at: Vec<Duration>,
    pub(super) elapsed: Duration,
}

/// Inputs that came from elsewhere and were not taken up yet.
type Inbox = Arc<Mutex<Vec<Vec<u8>>>>;

impl Prepared {
    /// Searches in a thread of its own, and tells the observer how it goes.
    pub(super) fn search(&self, observer: &mut dyn Observer) -> Result<Over, SessionError> {
        let native = match self.runs_natively {
            true => natives(self, observer),
            false => None,
        };
        let mut beside = Beside::open(self.sync.as_deref())?;
        let inbox = Inbox::default();
        let (sender, news) = sync_channel(NEWS);
        std::thread::scope(|scope| {
            let work = || self.searched(sender, native.as_ref(), inbox.clone());
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let thread = thread.map_err(|e| no_thread(&e.to_string()))?;
            let mut stands = (Box::default(), 0, 0);
            loop {
                match news.recv_timeout(PAUSE) {
                    Ok(News::Found(way, found, after)) => {
                        let test = self.tell(way, &found, after, observer);
                        if let (Some(beside), Some(test)) = (&mut beside, test) {
                            beside.failed(&test.case.stdin.unwrap_or_default(), observer);
                        }
                    }
                    Ok(News::Tried(input)) => observer.tried(&input),
                    Ok(News::Kept(kept)) => {
                        observer.kept(&kept);
                        if let Some(beside) = &mut beside {
                            beside.kept(&kept.bytes, observer);
                        }
                    }
                    Ok(News::Stands(counts, waiting, found)) => stands = (counts, waiting, found),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if let Some(beside) = &mut beside {
                    let new = beside.look();
                    inbox.lock().unwrap_or_else(PoisonError::into_inner).extend(new);
                }
                observer.progress(&self.progress(&stands));
            }
            thread.join().unwrap_or_else(|_| Err(no_thread("it panicked")))
        })
    }

    /// The search, in its own thread.
    fn searched(
        &self,
        sender: SyncSender<News>,
        native: Option<&Nat<'_>>,
        inbox: Inbox,
    ) -> Result<Over, SessionError> {
        let most_steps = self.options.budget.steps.unwrap_or(FuzzOptions::DEFAULT_STEPS);
        let longest = self.seeds.iter().map(|seed| seed.bytes.len()).max().unwrap_or_default();
        let settings = Settings {
            workers: self.workers(native.is_some()),
            first: self.first,
            endless: self.options.budget.time.is_some(),
            longest: longest.max(FuzzOptions::DEFAULT_LONGEST),
            shrinks: native.is_some(),
            seed: self.options.seed,
            words: words_of(&self.job),
            ..Settings::new(most_steps)
        };
        let begun = Instant::now();
        let language = self.compiled.language;
        let (started, found_at) = (self.started, Vec::new());
        let mut reporter = Reporter { sender, language, started, found_at, inbox };
        let tools = || {
            let runner = Box::new(OnMachine::new(&self.job, most_steps)?);
            let native = native.map(|native| Box::new(native.worker()) as Box<dyn Native>);
            Ok(Tools { runner, native })
        };
        let searched =
            search(&self.job, &settings, (&self.seeds, self.kind), &tools, &mut reporter);
        let searched = searched.map_err(internal)?;
        Ok(Over { searched, found_at: reporter.found_at, elapsed: begun.elapsed() })
    }

    /// One worker a core; one where the search is to be the same each time.
    fn workers(&self, native: bool) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        match self.options.threads {
            Some(threads) => threads.max(1),
            None if native => cores(),
            None => 1,
        }
    }

    /// Tells of a way to fail, as a test.
    fn tell(
        &self,
        way: usize,
        found: &Found,
        after: Duration,
        observer: &mut dyn Observer,
    ) -> Option<Test> {
        let paths = vec![record(found, 0, after)];
        let exploration = Exploration { paths, ..Exploration::default() };
        let entry = self.entry.clone();
        let run = (exploration, &*self.job.program);
        let told = convert::outcome(run, &self.compiled, &self.options, entry);
        let test = told.ok().and_then(|outcome| outcome.tests.into_iter().next())?;
        let case = TestCase { number: way + 1, ..test.case };
        let test = Test { case, path: way + 1, ..test };
        observer.found(&test);
        Some(test)
    }

    fn progress(&self, (counts, waiting, found): &(Box<Counts>, usize, usize)) -> Progress {
        Progress {
            phase: Phase::Fuzzing,
            elapsed: self.started.elapsed(),
            left: self.options.cancel.left(),
            paths: paths(counts),
            pending: *waiting as u64,
            native_runs: counts.native,
            findings: *found as u64,
            ..Progress::default()
        }
    }
}

/// Sends what a search tells to the thread that shows it.
struct Reporter {
    sender: SyncSender<News>,
    language: Language,
    started: Instant,
    /// When each way to fail was found.
    found_at: Vec<Duration>,
    inbox: Inbox,
}

impl Watch for Reporter {
    fn ran(&mut self, tried: &Tried<'_>) {
        let input = TriedInput {
            case: convert::case_of(tried.inputs, &[], self.language),
            ending: convert::ending(tried.ending),
            generation: tried.generation,
            bound: tried.bound,
            new_blocks: tried.new_blocks,
        };
        // Nobody listens when the run is over.
        let _ = self.sender.send(News::Tried(Box::new(input)));
    }

    fn kept(&mut self, kept: &Kept<'_>) {
        let Kept { bytes, generation, bound } = *kept;
        let kept = KeptInput { bytes: bytes.to_vec(), generation, bound };
        let _ = self.sender.send(News::Kept(kept));
    }

    fn found(&mut self, way: usize, found: &Found) {
        if way == self.found_at.len() {
            self.found_at.push(self.started.elapsed());
        }
        let after = self.found_at.get(way).copied().unwrap_or_default();
        let _ = self.sender.send(News::Found(way, Box::new(found.clone()), after));
    }

    fn stands(&mut self, counts: &Counts, waiting: usize, found: usize) {
        // Where nobody had time to look at the last one, this one is not needed.
        let _ = self.sender.try_send(News::Stands(Box::new(*counts), waiting, found));
    }

    fn news(&mut self) -> Vec<Vec<u8>> {
        std::mem::take(&mut self.inbox.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The seeds of a search: the user's, then what an earlier search kept.
pub(super) fn seeds(own: &[super::seeds::Seed], kept: &[KeptInput]) -> Vec<Seed> {
    let own = own.iter().map(|seed| Seed { bytes: seed.bytes.clone(), generation: 0 });
    let mut seeds: Vec<Seed> = own.collect();
    for KeptInput { bytes, generation, .. } in kept {
        if seeds.iter().all(|seed| seed.bytes != *bytes) {
            seeds.push(Seed { bytes: bytes.clone(), generation: *generation });
        }
    }
    seeds
}

fn no_thread(why: &str) -> SessionError {
    SessionError::Internal { message: format!("no thread searches: {why}") }
}
