//! The main job: compile, load, walk the execution tree, replay the tests.

use crate::both::Merging;
use crate::convert;
use crate::front_end::SourceProgram;
use crate::job::{advice, internal, job, merge, merges_beside, settings, threads};
use crate::journal::{self, Journal, Known, Record};
use crate::random_testing::{RandomTesting, Seeds};
use crate::replays::{Spent, TestRunner, replay};
use crate::table::Languages;
use effigy_compile::harness::replace::replaced;
use effigy_exec::context::Job;
use effigy_exec::explorer::{self, Exploration};
use effigy_exec::frontier::{Queue, WorkItem};
use effigy_exec::guides::Guides;
use effigy_exec::observer as exec;
use effigy_ir::program::FuncId;
use effigy_outcome::error::SessionError;
use effigy_outcome::language::Language;
use effigy_outcome::options::{ExploreOptions, Tests};
use effigy_outcome::progress::{Forking, Observer, Phase, Progress, SlowQuery};
use effigy_outcome::{PathCounts, RunOutcome, TestCase};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Tests that wait to be run while the exploration goes on.
const WAITING: usize = 256;

/// Stack of the thread that runs them in bytes: terms are walked recursively to a bounded depth.
const RANDOM_TESTING_STACK: usize = 256 << 20;

/// Explores a program.
///
/// # Errors
/// When the program cannot be compiled, read or started.
pub fn explore(
    languages: Languages,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Result<RunOutcome, SessionError> {
    Prepared::new(languages, options, observer)?.run(None, observer)
}

/// A program that is compiled and read, and waits to be explored.
pub struct Prepared {
    pub(crate) options: ExploreOptions,
    pub(crate) compiled: SourceProgram,
    pub(crate) job: Job,
    /// The functions that are called at the lines that the run is directed to.
    pub(crate) targets: Vec<FuncId>,
    /// What the paths begin with, for people.
    entry: String,
    pub(crate) started: Instant,
    /// How long it took to read the program.
    loading: Duration,
}

impl Prepared {
    /// Compiles and reads a program.
    ///
    /// # Errors
    /// When the program cannot be compiled or read.
    pub fn new(
        languages: Languages,
        options: &ExploreOptions,
        observer: &mut dyn Observer,
    ) -> Result<Prepared, SessionError> {
        let started = Instant::now();
        let deadline = options.budget.time.map(|limit| started + limit);
        let options = ExploreOptions { cancel: options.cancel.part(deadline), ..options.clone() };
        observer.progress(&Progress::default());
        let compiled = languages.compile(&options)?;
        observer.progress(&Progress {
            phase: Phase::Loading,
            elapsed: started.elapsed(),
            ..Progress::default()
        });
        Prepared::read(options, compiled, started)
    }

    /// Reads a compiled program.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(
        options: ExploreOptions,
        compiled: SourceProgram,
        started: Instant,
    ) -> Result<Prepared, SessionError> {
        let loading = Instant::now();
        let compiled = replace_functions(&options, compiled)?;
        if !options.targets.is_empty() && !compiled.language.is_compiled() {
            return Err(SessionError::OtherLanguage { option: "--target", language: "compiled" });
        }
        if !options.arguments.is_empty() && !compiled.language.is_compiled() {
            return Err(SessionError::OtherLanguage { option: "-- ARGS", language: "compiled" });
        }
        let loaded = compiled.load(&options)?;
        let targets = loaded.targets.clone();
        let entry = loaded.name.clone();
        let mut job = job(loaded, &compiled, &options);
        job.merge = merge(&options, compiled.language, &job);
        job.summaries = merges_beside(&options, compiled.language);
        job.sides = options.tests == Tests::Sides;
        let loading = loading.elapsed();
        Ok(Prepared { options, compiled, job, targets, entry, started, loading })
    }

    /// Walks the execution tree, or what the record says is left of it, and replays the tests. Paths are added to the
    /// record as they end.
    ///
    /// # Errors
    /// When the solver that the options ask for cannot be used, or the record is of another program.
    pub fn run(
        self,
        record: Option<Record>,
        observer: &mut dyn Observer,
    ) -> Result<RunOutcome, SessionError> {
        let mut runner = TestRunner::new(&self.compiled, &self.job, &self.options)?;
        // While the exploration goes on the native programs are built, and paths that end well are run by them. What is
        // left then is run by all workers.
        let exploring = self.options.cancel.part(None);
        let (seeds, guides) = (Seeds::default(), Guides::default());
        let explored = std::thread::scope(|scope| {
            let mut tests = None;
            if let TestRunner::Native(replayer) = &runner
                && self.options.replay
                && self.options.tests != Tests::None
            {
                let (sender, waiting) = sync_channel(WAITING);
                let all = self.options.tests.of_all_paths();
                tests = Some(Early { sender, seeds: &seeds, all });
                let (found, early) = ((&seeds, &guides), &exploring);
                let (job, options) = (&self.job, &self.options);
                let testing = move || {
                    RandomTesting::new(replayer, found, job, options, threads(options))
                        .run(&waiting, early);
                };
                // Without the thread everything is run afterwards.
                let builder = std::thread::Builder::new().stack_size(RANDOM_TESTING_STACK);
                let _ = builder.spawn_scoped(scope, testing);
            }
            let explored = self.walk(record, tests, &guides, observer);
            exploring.cancel();
            explored
        })?;
        let Prepared { options, compiled, entry, started, loading, .. } = &self;
        let elapsed = explored.elapsed;
        let run = (explored, &*self.job.program);
        let mut outcome = convert::outcome(run, compiled, options, entry.clone())?;
        if !compiled.language.is_compiled() && outcome.paths.unknown > 0 {
            let advice = advice(options.solver, options.integers, options.z3.clone());
            outcome.remarks.extend(advice);
        }
        compiled.front_end.show(&mut outcome, compiled, options)?;
        let spent = Spent { started: *started, loading: *loading, explored: elapsed };
        replay(&mut outcome, &mut runner, (compiled, options), spent, observer);
        Ok(outcome)
    }
}

impl Prepared {
    fn walk(
        &self,
        record: Option<Record>,
        tests: Option<Early<'_>>,
        guides: &Guides,
        observer: &mut dyn Observer,
    ) -> Result<Exploration, SessionError> {
        let mut settings = settings(&self.options, &self.compiled);
        settings.before = self.started.elapsed();
        settings.targets.clone_from(&self.targets);
        let mut known = Known { open: vec![WorkItem::default()], ..Known::default() };
        let mut journal = None;
        if let Some(Record { file, earlier }) = record {
            let program = self.compiled.fingerprint();
            if !earlier.is_empty() {
                known = journal::read(&earlier, &program, &self.options, settings.max_tree)?;
            }
            if known.damaged > 0 {
                let records = known.damaged;
                observer.note(&format!(
                    "the journal of the run is damaged: {records} of its records are of no use, and their paths are run again"
                ));
            }
            let threads = settings.threads;
            journal = Some(Journal::begin(file, &program, &self.options, threads));
        }
        let frontier = Queue::new(known.open);
        let ends = Ends { journal: journal.as_ref(), tests, language: self.compiled.language };
        let told = (ends.journal.is_some() || ends.tests.is_some()).then_some(&ends as _);
        let is_beside = merges_beside(&self.options, self.compiled.language);
        let led = (ends.tests.is_some() || is_beside).then_some(guides);
        let earlier = known.earlier;
        let start = explorer::Start { frontier: &frontier, earlier, observer: told, guides: led };
        let (options, started) = (&self.options, self.started);
        let explored = if is_beside {
            let sides = matches!(options.tests, Tests::All | Tests::Sides);
            let merging = Merging::new(&self.job, &settings, guides, sides);
            let (job, settings) = merging.beside(&self.job, &settings);
            merging.run(&job, || run(&job, options, &settings, start, started, observer))?
        } else {
            run(&self.job, options, &settings, start, started, observer)?
        };
        if let Some(error) = journal.and_then(Journal::finish) {
            observer.journal_lost(&error);
        }
        Ok(explored)
    }
}

/// The program in which the harness that the first argument names has replaced what it replaces.
fn replace_functions(
    options: &ExploreOptions,
    mut compiled: SourceProgram,
) -> Result<SourceProgram, SessionError> {
    if let Some(harness) = compiled.begun_at(&options.arguments)
        && !harness.replaces.is_empty()
    {
        let changed = replaced(&compiled.module_text, &harness.replaces);
        let missing = || SessionError::NotReplaced { harness: harness.name.clone() };
        compiled.compiled.module_text = changed.ok_or_else(missing)?;
    }
    Ok(compiled)
}

/// What paths are told to as they end.
struct Ends<'a> {
    journal: Option<&'a Journal>,
    tests: Option<Early<'a>>,
    language: Language,
}

/// Who runs tests natively while the exploration goes on.
struct Early<'a> {
    /// Takes the tests of paths that end well, while there is room.
    sender: SyncSender<TestCase>,
    seeds: &'a Seeds,
    /// Whether paths that end well have tests.
    all: bool,
}

impl exec::Observer for Ends<'_> {
    fn leaf(&self, leaf: &exec::Leaf<'_>) {
        if let Some(journal) = self.journal {
            journal.leaf(leaf);
        }
        if let (Some(tests), Some(path)) = (&self.tests, leaf.path)
            && tests.all
        {
            for test in convert::completed(path, self.language) {
                tests.seeds.add(&test, path.steps);
                // What finds no room is run afterwards.
                let _ = tests.sender.try_send(test);
            }
        }
    }

    fn tick(&self) {
        if let Some(journal) = self.journal {
            journal.tick();
        }
    }
}

/// The path conditions of all paths as SMT-LIB scripts, in the order of the execution tree, with how each path ends.
/// For checks of the tree by another solver.
///
/// # Errors
/// As for [`explore`].
pub fn leaves(
    languages: Languages,
    options: &ExploreOptions,
) -> Result<explorer::Exploration, SessionError> {
    let compiled = languages.compile(options)?;
    let loaded = compiled.load(options)?;
    let job = job(loaded, &compiled, options);
    let settings = settings(options, &compiled);
    let settings = explorer::ExploreOptions { conditions: true, ..settings };
    explorer::explore(&job, &settings, &mut |_| {}).map_err(internal)
}

pub(crate) fn run(
    job: &Job,
    options: &ExploreOptions,
    settings: &explorer::ExploreOptions,
    start: explorer::Start<'_>,
    started: Instant,
    observer: &mut dyn Observer,
) -> Result<explorer::Exploration, SessionError> {
    let threads = settings.threads as f64;
    let mut observe = |p: &explorer::Progress| {
        let working = (p.elapsed.as_secs_f64() * threads).max(1e-9);
        observer.progress(&Progress {
            phase: Phase::Exploring,
            elapsed: started.elapsed(),
            left: options.budget.time.map(|t| t.saturating_sub(p.elapsed)),
            paths: PathCounts {
                completed: p.paths - p.failed,
                failed: p.failed,
                ..PathCounts::default()
            },
            pending: p.pending,
            findings: p.failed,
            instructions: p.steps,
            solver_share: (p.solver.as_secs_f64() / working).min(1.0),
            forking: p
                .forking
                .as_ref()
                .map(|(place, forks)| Forking { forks: *forks, place: convert::place_of(place) }),
            slow_query: p
                .slow
                .as_ref()
                .map(|(time, place)| SlowQuery { time: *time, place: convert::place_of(place) }),
            ..Progress::default()
        });
    };
    explorer::explore_from(job, settings, start, &mut observe).map_err(internal)
}

#[cfg(test)]
mod tests;
