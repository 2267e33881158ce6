//! Bounded model checking: compile, load, unwind, ask, replay what fails.

use crate::convert;
use crate::front_end::SourceProgram;
use crate::job::{internal, timed_job};
use crate::replays::{Spent, TestRunner, replay};
use crate::table::Languages;
use effigy_base::budget::resident_memory;
use effigy_exec::bmc::{self, Bmc, BmcOptions, BmcVerdict, Found, Inductive, Known, Open};
use effigy_exec::context::Job;
use effigy_exec::explorer::{Exploration, PathRecord};
use effigy_exec::resources::memory_limit;
use effigy_exec::state::StackFrame;
use effigy_exec::stop::{CutReason, Ending};
use effigy_outcome::error::SessionError;
use effigy_outcome::options::{Check, ExploreOptions, Tests};
use effigy_outcome::progress::{Observer, Phase, Progress};
use effigy_outcome::summary::rounded;
use effigy_outcome::{
    BmcAnswer, BmcFigures, BmcProperty, BmcStep, IncompleteReason, PathCounts, Place, RunOutcome,
    UnsupportedFeature,
};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Stack of the thread that unwinds in bytes: terms are walked recursively to a bounded depth.
const STACK: usize = 256 << 20;

/// How long to wait between two looks at how it goes, at most: a small program is done in a millisecond.
const PAUSE: Duration = Duration::from_millis(50);

/// What `bmc` runs.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The program, its symbolic inputs, the checks and the limits.
    pub explore: ExploreOptions,
    /// The largest bound of loops and recursions.
    pub unwind: u64,
    /// Whether each property is a question of its own.
    pub each: bool,
    /// Whether what is assigned is an equation and not put where it is used.
    pub memoryless: bool,
    /// Whether loops are proved by induction over their rounds where their bound is reached.
    pub induction: bool,
}

/// A program that is compiled and read.
pub struct Prepared {
    options: ExploreOptions,
    check: BmcOptions,
    compiled: SourceProgram,
    job: Job,
    entry: String,
    started: Instant,
    loading: Duration,
}

impl Prepared {
    /// Compiles and reads the program.
    ///
    /// # Errors
    /// When the program cannot be compiled or read.
    pub fn new(
        languages: Languages,
        options: &CheckOptions,
        observer: &mut dyn Observer,
    ) -> Result<Prepared, SessionError> {
        let started = Instant::now();
        let explore = &options.explore;
        let deadline = explore.budget.time.map(|limit| started + limit);
        let memory = memory_limit(&explore.budget);
        let CheckOptions { explore: _, unwind, each, memoryless, induction } = *options;
        let check = BmcOptions { unwind, each, memoryless, induction, samples: explore.replay };
        let options = ExploreOptions {
            cancel: explore.cancel.bounded(deadline, Some(memory)),
            tests: Tests::All,
            // One for each property that fails.
            all_findings: true,
            // What was never written has any value then, the same one each time: variables stay in memory, where they have one.
            stores: !explore.checks.contains(Check::Uninitialised),
            ..explore.clone()
        };
        observer.progress(&Progress::default());
        let compiled = languages.compile(&options)?;
        let loading = Instant::now();
        let loaded = compiled.load_observed(&options, started, observer)?;
        let entry = loaded.name.clone();
        let job = timed_job(loaded, &compiled, &options, started);
        let loading = loading.elapsed();
        Ok(Prepared { options, check, compiled, job, entry, started, loading })
    }

    /// The options of the run.
    pub fn options(&self) -> &ExploreOptions {
        &self.options
    }

    /// Unwinds the program, asks, and replays what fails.
    ///
    /// # Errors
    /// When the solver that the options ask for cannot be used.
    pub fn run(self, observer: &mut dyn Observer) -> Result<RunOutcome, SessionError> {
        let mut runner = TestRunner::new(&self.compiled, &self.job, &self.options)?;
        let checking = Instant::now();
        let result = self.check(observer)?;
        let checked = checking.elapsed();
        let exploration = exploration(&result, checked);
        let run = (exploration, &*self.job.program);
        let mut outcome = convert::outcome(run, &self.compiled, &self.options, self.entry.clone())?;
        self.describe(&mut outcome, &result);
        let front_end = self.compiled.front_end;
        front_end.show(&mut outcome, &self.compiled, &self.options)?;
        outcome.timings.found.clear();
        let spent = Spent { started: self.started, loading: self.loading, explored: checked };
        replay(&mut outcome, &mut runner, (&self.compiled, &self.options), spent, observer);
        withdraw(&mut outcome);
        Ok(outcome)
    }

    /// Checks in a thread of its own, and tells the observer how it goes.
    fn check(&self, observer: &mut dyn Observer) -> Result<Bmc, SessionError> {
        let bound = AtomicU64::new(0);
        std::thread::scope(|scope| {
            let work = || {
                let mut watch = |unwind| bound.store(unwind, Ordering::Relaxed);
                bmc::check(&self.job, self.check, &mut watch).map_err(internal)
            };
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let thread = thread.map_err(|e| no_thread(&e.to_string()))?;
            let mut pause = Duration::from_millis(1);
            while !thread.is_finished() {
                observer.progress(&Progress {
                    phase: Phase::Unwinding,
                    elapsed: self.started.elapsed(),
                    left: self.options.cancel.left(),
                    pending: bound.load(Ordering::Relaxed),
                    ..Progress::default()
                });
                std::thread::park_timeout(pause);
                pause = PAUSE.min(2 * pause);
            }
            thread.join().unwrap_or_else(|_| Err(no_thread("it panicked")))
        })
    }

    /// Says what the check did, in the place of what an exploration does.
    fn describe(&self, outcome: &mut RunOutcome, result: &Bmc) {
        "bmc".clone_into(&mut outcome.mode);
        outcome.tree = Default::default();
        outcome.paths = paths(result);
        outcome.bmc = Some(self.figures(result));
        outcome.incomplete_because.clear();
        outcome.unsupported.clear();
        for Open { ending, place, count } in &result.open {
            let (example, count) = (self.place(place), *count);
            let reason = match ending {
                Ending::Unsupported(name) => {
                    outcome.unsupported.push(UnsupportedFeature {
                        name: name.clone(),
                        count,
                        example,
                    });
                    continue;
                }
                Ending::Cut(CutReason::Memory) => {
                    "the limit of memory, or of paths that cannot become one".into()
                }
                Ending::Cut(reason) => format!("stopped by {}", reason.name()),
                Ending::Unknown(why) => format!("not decided: {why}"),
                Ending::Internal(why) => format!("internal error: {why}"),
                Ending::Exit(_) | Ending::Finding(_) | Ending::Assumed => continue,
            };
            let place = if example.line > 0 { example.to_string() } else { String::new() };
            outcome.incomplete_because.push(IncompleteReason { reason, count, place });
        }
    }

    fn figures(&self, result: &Bmc) -> BmcFigures {
        let step = |step: &bmc::Step| BmcStep {
            unwind: step.unwind,
            checks: step.checks,
            nodes: step.nodes,
            reached: step.reached,
            merges: step.merges,
            forks: step.forks,
            unwinding: rounded(step.unwinding.as_secs_f64()),
            solving: rounded(step.solving.as_secs_f64()),
            induction: step.induction.as_ref().map(|inductive| match inductive {
                Inductive::Proved => "proved".to_owned(),
                Inductive::Refuted => "not inductive".to_owned(),
                Inductive::Refused(why) => format!("not made: {why}"),
            }),
        };
        let mut properties: Vec<(Place, BmcProperty)> = Vec::new();
        for (property, known) in &result.properties {
            let status = match known {
                Known::Fails => "fails",
                Known::Holds => "holds",
                Known::Undecided(_) => "undecided",
            };
            let place = self.place(&property.place);
            let text = place.to_string();
            let told = BmcProperty {
                kind: property.kind.name().to_owned(),
                message: property.message.clone(),
                place: text,
                status: status.to_owned(),
            };
            properties.push((place, told));
        }
        properties.sort_by(|(a, x), (b, y)| {
            (&a.file, a.line, a.column, &x.kind).cmp(&(&b.file, b.line, b.column, &y.kind))
        });
        BmcFigures {
            unwind: self.check.unwind,
            each: self.check.each,
            answer: match result.verdict {
                BmcVerdict::Failed => BmcAnswer::Failed,
                BmcVerdict::Proved => BmcAnswer::Proved,
                BmcVerdict::Bounded => BmcAnswer::Bounded,
                BmcVerdict::Open => BmcAnswer::Open,
            },
            steps: result.steps.iter().map(step).collect(),
            properties: properties.into_iter().map(|(_, told)| told).collect(),
            reached: result.reached.iter().map(|(place, _)| self.named(place)).collect(),
            apart: result.apart.clone(),
        }
    }

    /// The line of a place, or its function where there are no lines.
    fn named(&self, place: &StackFrame) -> String {
        let at = self.place(place);
        match at.line {
            0 => format!("`{}`", place.function),
            _ => at.to_string(),
        }
    }

    fn place(&self, place: &StackFrame) -> Place {
        let users = &self.compiled.user_files;
        let file = if place.file.is_empty() { String::new() } else { users.display(&place.file) };
        Place { file: file.into(), line: place.line, column: place.column }
    }
}

fn no_thread(why: &str) -> SessionError {
    SessionError::Internal { message: format!("no thread unwinds: {why}") }
}

/// Takes a proof back when an input of the program ends natively in another way than the machine says: a model is wrong about something
/// that the program calls.
fn withdraw(outcome: &mut RunOutcome) {
    let disagreed = !outcome.incomplete_because.is_empty();
    if let Some(figures) = outcome.bmc.as_mut().filter(|_| disagreed)
        && figures.answer == BmcAnswer::Proved
    {
        figures.answer = BmcAnswer::Open;
    }
}

/// An input that fails as a path.
fn record(found: &Found, index: usize) -> PathRecord {
    PathRecord {
        key: vec![index as u32],
        ending: Ending::Finding(Box::new(found.failure.clone())),
        place: found.place.clone(),
        inputs: found.inputs.clone(),
        further: Vec::new(),
        untested: 0,
        found_at: None,
        steps: found.steps,
        condition: found.condition.clone(),
        one_way: false,
        size: 0,
        smtlib: None,
        outputs: Vec::new(),
        results: Vec::new(),
        goals: Vec::new(),
        threads: None,
        merged: Vec::new(),
    }
}

fn exploration(result: &Bmc, elapsed: Duration) -> Exploration {
    let found = result.found.iter().enumerate();
    let samples = result.samples.iter().cloned();
    Exploration {
        paths: found.map(|(index, found)| record(found, index)).chain(samples).collect(),
        coverage: result.coverage.clone(),
        counters: result.counters,
        solver: result.statistics.clone(),
        assumes: result.assumes.clone(),
        elapsed,
        peak_memory: resident_memory(),
        ..Exploration::default()
    }
}

/// The parts of the program that ended in something else than its end, as paths.
fn paths(result: &Bmc) -> PathCounts {
    let mut counts = PathCounts { failed: result.found.len() as u64, ..PathCounts::default() };
    for open in &result.open {
        match open.ending {
            Ending::Unsupported(_) => counts.unsupported += open.count,
            Ending::Cut(_) => counts.cut += open.count,
            _ => counts.unknown += open.count,
        }
    }
    counts
}
