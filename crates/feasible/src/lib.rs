//! Is a given trace possible? Compile, load, mark the places of its steps, follow it, replay the input that does. `written`
//! writes witnesses and suites of what a run found.
//!
//! Architecture Invariant: a trace that names no place of the program, or more than one decision, is an error and never an
//! answer (checked by `crates/cli/tests/cli/feasible.rs`, `what_is_no_trace_is_refused_with_its_line`).

mod conditions;
mod decisions;
mod places;
mod straight;
mod values;
mod waypoints;
mod written;

use effigy_base::budget::resident_memory;
use effigy_compile::languages::C;
use effigy_exec::context::Job;
use effigy_exec::explorer::Exploration;
use effigy_exec::resources::memory_limit;
use effigy_exec::route::{self, Trace, Walked};
use effigy_exec::state::StackFrame;
use effigy_exec::stop::{CutReason, Ending};
use effigy_explore::convert;
use effigy_explore::front_end::SourceProgram;
use effigy_explore::job::{internal, timed_job};
use effigy_explore::replays::{Spent, TestRunner, replay};
use effigy_explore::table::Languages;
use effigy_formats::trace::{self, Step, TraceError, What};
use effigy_formats::witness::{self, Witness};
use effigy_outcome::error::SessionError;
use effigy_outcome::options::{ExploreOptions, Tests};
use effigy_outcome::progress::{Observer, Phase, Progress};
use effigy_outcome::{
    Answer, Condition, DeadEnd, Feasibility, How, IncompleteReason, PathCounts, RunOutcome,
};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

pub use written::{Written, check_language, check_suite, suite, witnesses};

/// Stack of the thread that follows in bytes: terms are walked recursively to a bounded depth.
const STACK: usize = 256 << 20;

/// How long to wait for news.
const PAUSE: Duration = Duration::from_millis(50);

/// The largest file of a trace that is read.
const MOST_BYTES: u64 = 16 << 20;

/// What some editors put in front of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// What `feasible` runs.
#[derive(Clone, Debug)]
pub struct FeasibleOptions {
    /// The program, the checks and the limits.
    pub explore: ExploreOptions,
    /// The file of the trace.
    pub trace: PathBuf,
}

impl FeasibleOptions {
    /// The wall time unless `--max-time` says otherwise.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(60);
}

/// A program that is compiled and read, with a trace whose places it has.
pub struct Prepared {
    options: ExploreOptions,
    compiled: SourceProgram,
    job: Job,
    entry: String,
    steps: Vec<Step>,
    trace: Trace,
    file: PathBuf,
    started: Instant,
    loading: Duration,
}

impl Prepared {
    /// Reads the trace, and compiles and reads the program.
    ///
    /// # Errors
    /// When the trace is none, or names what the program does not have; when the program cannot be compiled or read.
    pub fn new(
        languages: Languages,
        options: &FeasibleOptions,
        observer: &mut dyn Observer,
    ) -> Result<Prepared, SessionError> {
        let started = Instant::now();
        let file = options.trace.clone();
        let failed = |error: TraceError| SessionError::Trace { path: file.clone(), error };
        let text = text_of(&file)?;
        let steps = match witness::looks_like_one(&text) {
            true => steps_of(languages, &text, &options.explore).map_err(|error| match error {
                Refused::Trace(error) => failed(error),
                Refused::Session(error) => error,
            })?,
            false => trace::read(&text).map_err(failed)?,
        };
        let explore = &options.explore;
        let deadline = explore.budget.time.map(|limit| started + limit);
        let memory = memory_limit(&explore.budget);
        let options = ExploreOptions {
            cancel: explore.cancel.bounded(deadline, Some(memory)),
            tests: Tests::All,
            stores: true,
            ..explore.clone()
        };
        observer.progress(&Progress::default());
        let compiled = languages.compile_for_session(&options)?;
        let loading = Instant::now();
        let mut loaded = compiled.load_observed(&options, started, observer)?;
        let trace = places::mark(&mut loaded.program, &steps, &compiled).map_err(failed)?;
        let entry = loaded.name.clone();
        let job = timed_job(loaded, &compiled, &options, started);
        let loading = loading.elapsed();
        Ok(Prepared { options, compiled, job, entry, steps, trace, file, started, loading })
    }

    /// The options of the run.
    pub fn options(&self) -> &ExploreOptions {
        &self.options
    }

    /// Follows the trace, and replays the input that does.
    ///
    /// # Errors
    /// When the solver that the options ask for cannot be used.
    pub fn run(self, observer: &mut dyn Observer) -> Result<RunOutcome, SessionError> {
        let job = route::with_marks(&self.job);
        let mut runner = TestRunner::new(&self.compiled, &job, &self.options)?;
        let mut walked = self.follow(observer)?;
        let exploration = Exploration {
            paths: walked.came.take().into_iter().collect(),
            coverage: std::mem::take(&mut walked.coverage),
            counters: walked.counters,
            solver: std::mem::take(&mut walked.solver),
            assumes: std::mem::take(&mut walked.assumes).into_iter().collect(),
            elapsed: walked.elapsed,
            peak_memory: resident_memory(),
            ..Exploration::default()
        };
        let came = !exploration.paths.is_empty();
        let run = (exploration, &*self.job.program);
        let mut outcome = convert::outcome(run, &self.compiled, &self.options, self.entry.clone())?;
        self.describe(&mut outcome, came, &walked);
        let front_end = self.compiled.front_end;
        front_end.show(&mut outcome, &self.compiled, &self.options)?;
        let spent =
            Spent { started: self.started, loading: self.loading, explored: walked.elapsed };
        replay(&mut outcome, &mut runner, (&self.compiled, &self.options), spent, observer);
        Ok(outcome)
    }

    /// Follows in a thread of its own, and tells the observer how it goes.
    fn follow(&self, observer: &mut dyn Observer) -> Result<Walked, SessionError> {
        let (sender, news) = sync_channel::<route::Progress>(1);
        let no_thread = |why: &str| SessionError::Internal {
            message: format!("no thread follows the trace: {why}"),
        };
        std::thread::scope(|scope| {
            let work = move || {
                // Where nobody had time to look at the last one, this one is not needed.
                let mut tell = |progress: &route::Progress| {
                    let _ = sender.try_send(*progress);
                };
                route::follow(&self.job, self.trace.clone(), &mut tell).map_err(internal)
            };
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let thread = thread.map_err(|e| no_thread(&e.to_string()))?;
            let mut stands = route::Progress::default();
            loop {
                match news.recv_timeout(PAUSE) {
                    Ok(progress) => {
                        stands = progress;
                        std::thread::sleep(PAUSE);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                observer.progress(&self.progress(&stands));
            }
            thread.join().unwrap_or_else(|_| Err(no_thread("it panicked")))
        })
    }

    fn progress(&self, stands: &route::Progress) -> Progress {
        Progress {
            phase: Phase::Following,
            elapsed: self.started.elapsed(),
            left: self.options.cancel.left(),
            paths: PathCounts { completed: stands.paths, ..PathCounts::default() },
            pending: stands.pending,
            lines: (stands.passed.into(), self.steps.len() as u64),
            instructions: stands.steps,
            ..Progress::default()
        }
    }

    /// Says what became of the trace, in the place of what an exploration says. `came`: a path came to its end.
    fn describe(&self, outcome: &mut RunOutcome, came: bool, walked: &Walked) {
        "feasible".clone_into(&mut outcome.mode);
        outcome.tree = Default::default();
        let answer = match (came, walked.undecided.is_empty()) {
            (true, _) => Answer::Feasible,
            (false, true) => Answer::Infeasible,
            (false, false) => Answer::Undecided,
        };
        outcome.paths.dismissed = walked.paths.saturating_sub(u64::from(came));
        outcome.incomplete_because.clear();
        outcome.unsupported.clear();
        if answer != Answer::Infeasible {
            outcome.incomplete_because = self.undecided(walked);
        }
        outcome.feasible = Some(Feasibility {
            answer,
            trace: self.file.to_string_lossy().into_owned(),
            steps: self.steps.len() as u32,
            passed: walked.passed,
            dead_ends: match answer {
                Answer::Feasible => Vec::new(),
                _ => walked.dead.iter().map(|end| self.dead_end(end)).collect(),
            },
            more_dead_ends: walked.unexplained,
        });
    }

    fn undecided(&self, walked: &Walked) -> Vec<IncompleteReason> {
        let reason = |undecided: &route::Undecided| {
            let reason = match &undecided.ending {
                Ending::Cut(CutReason::Cancelled) => "the run was interrupted".to_owned(),
                Ending::Cut(reason) => format!("the budget --{} was used up", reason.name()),
                Ending::Unsupported(what) => format!("not supported: {what}"),
                Ending::Unknown(why) => format!("a solver could not decide: {why}"),
                Ending::Internal(why) => format!("internal error: {why}"),
                Ending::Exit(_) | Ending::Finding(_) | Ending::Assumed => {
                    "a path was not run".into()
                }
            };
            let place = convert::place_of(&undecided.place);
            let place = match place.file.is_empty() {
                true => String::new(),
                false => format!("{}:{}", self.file_of(&undecided.place), place.line),
            };
            IncompleteReason { reason, count: undecided.count, place }
        };
        walked.undecided.iter().map(reason).collect()
    }

    fn file_of(&self, place: &StackFrame) -> String {
        match place.file.is_empty() {
            true => String::new(),
            false => self.compiled.user_files.display(&place.file),
        }
    }

    fn dead_end(&self, end: &route::DeadEnd) -> DeadEnd {
        let condition = |conjunct: &route::Conjunct| Condition {
            text: conjunct.text.to_string(),
            file: self.file_of(&conjunct.place),
            line: conjunct.place.line,
            column: conjunct.place.column,
        };
        let how = match &end.how {
            route::How::Contradiction { core, minimal, between } => How::Contradiction {
                core: core.iter().map(condition).collect(),
                minimal: *minimal,
                between: *between,
            },
            route::How::NoWay => How::NoWay,
            route::How::Ended(why) => How::Ended { why: why.clone() },
        };
        let step = self.steps.get(end.step as usize);
        DeadEnd {
            trace_line: step.map_or(0, |step| step.number),
            step: step.map(said).unwrap_or_default(),
            file: self.file_of(&end.place),
            line: end.place.line,
            how,
        }
    }
}

/// A step as a trace writes it.
fn said(step: &Step) -> String {
    let place = &step.place;
    match &step.what {
        What::Comes => place.to_string(),
        What::Decides(side) => format!("{place}: {side}"),
        What::Enters(name) => format!("{place}: enter {name}"),
        What::Fails => format!("{place}: fails"),
        What::Violates => format!("{place}: target"),
        What::Calls => format!("{place}: function_enter"),
        What::Returns(constraint) => format!("{place}: function_return {}", constraint.expression),
        What::Holds(constraint) => format!("{place}: assumption {}", constraint.expression),
        What::Selects(Some(case)) => format!("{place}: {case}"),
        What::Selects(None) => format!("{place}: default"),
    }
}

/// Why a witness is not followed.
enum Refused {
    Trace(TraceError),
    Session(SessionError),
}

/// The steps of a witness of a program, when it is one of this program.
fn steps_of(
    languages: Languages,
    text: &str,
    options: &ExploreOptions,
) -> Result<Vec<Step>, Refused> {
    let Witness { files, steps } = witness::read(text).map_err(Refused::Trace)?;
    if let Some(language) = languages.of(options).filter(|language| *language != C) {
        let language = language.title();
        return Err(Refused::Session(SessionError::Witness { language }));
    }
    let input = &options.input;
    let name = input.file_name().map(|name| name.to_string_lossy().into_owned());
    let base = |file: &str| file.rsplit('/').next().unwrap_or(file).to_owned();
    let own = files.iter().find(|(file, ..)| Some(base(file)) == name);
    let Some((_, known, number)) = own else {
        let number = files.first().map_or(1, |(_, _, number)| *number);
        let message = format!("the witness is not about a file {}", name.unwrap_or_default());
        return Err(Refused::Trace(TraceError::new(number, message)));
    };
    let contents = std::fs::read(input).map_err(|cause| {
        Refused::Session(SessionError::Unreadable { path: input.clone(), cause: cause.to_string() })
    })?;
    let found = witness::hash(&contents);
    if !known.eq_ignore_ascii_case(&found) {
        let message = format!(
            "the witness is about another {}: its SHA-256 hash is {found}",
            input.display()
        );
        return Err(Refused::Trace(TraceError::new(*number, message)));
    }
    // Witnesses name files by any path; here they are files of this name.
    let mut steps = steps;
    for step in &mut steps {
        let points = step.avoids.iter_mut().map(|avoid| &mut avoid.place);
        points.chain([&mut step.place]).for_each(|place| place.file = base(&place.file));
    }
    Ok(steps)
}

/// The text of a trace.
fn text_of(path: &Path) -> Result<String, SessionError> {
    let unreadable = |cause: String| SessionError::Unreadable { path: path.to_owned(), cause };
    let size = std::fs::metadata(path).map_err(|e| unreadable(e.to_string()))?.len();
    if size > MOST_BYTES {
        return Err(unreadable(format!(
            "a trace of more than {} MB is not read",
            MOST_BYTES >> 20
        )));
    }
    let bytes = std::fs::read(path).map_err(|e| unreadable(e.to_string()))?;
    let text = String::from_utf8(bytes).map(|text| match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(text) => text.to_owned(),
        None => text,
    });
    text.map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let number = 1 + before.iter().filter(|byte| **byte == b'\n').count() as u32;
        let error = TraceError::new(number, "the text is not UTF-8");
        SessionError::Trace { path: path.to_owned(), error }
    })
}
