//! The path of one input: compile, load, follow the input with symbols riding along, and say what its path requires.

mod named;

pub use named::{add, no_inputs};

use crate::convert;
use crate::front_end::SourceProgram;
use crate::job::{internal, timed_job};
use crate::machine::value;
use crate::random_testing::inputs_of_test;
use crate::replays::{Spent, TestRunner, replay};
use crate::table::Languages;
use effigy_base::budget::resident_memory;
use effigy_exec::chosen::TakenValue;
use effigy_exec::concolic::{Concolic, ConcolicRun, Conjunct, Follow};
use effigy_exec::context::{Counters, Job};
use effigy_exec::explorer::{Coverage, Exploration, PathRecord};
use effigy_exec::resources::memory_limit;
use effigy_exec::stop::Ending;
use effigy_outcome::error::SessionError;
use effigy_outcome::options::{ExploreOptions, Tests};
use effigy_outcome::progress::{Observer, Phase, Progress};
use effigy_outcome::{Condition, FollowedInput, PathConjunct, RunOutcome, TestCase};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Stack of the thread that follows in bytes: terms are walked recursively to a bounded depth.
const STACK: usize = 256 << 20;

/// How long to wait between two looks at how it goes.
const PAUSE: Duration = Duration::from_millis(50);

/// A program that is compiled and read, with an input that is followed.
pub struct Prepared {
    options: ExploreOptions,
    compiled: SourceProgram,
    job: Job,
    entry: String,
    input: TestCase,
    started: Instant,
    loading: Duration,
}

/// What is said of the path.
struct Path {
    record: Option<PathRecord>,
    told: FollowedInput,
    taken: Vec<TakenValue>,
    remark: Option<String>,
    coverage: Coverage,
    steps: u64,
    elapsed: Duration,
}

impl Prepared {
    /// Compiles and reads the program. The lengths of its symbolic arguments and of standard input are those of the input.
    ///
    /// # Errors
    /// When the program cannot be compiled or read.
    pub fn new(
        languages: Languages,
        options: &ExploreOptions,
        input: TestCase,
        observer: &mut dyn Observer,
    ) -> Result<Prepared, SessionError> {
        let started = Instant::now();
        let deadline = options.budget.time.map(|limit| started + limit);
        let memory = memory_limit(&options.budget);
        let options = ExploreOptions {
            cancel: options.cancel.bounded(deadline, Some(memory)),
            tests: Tests::All,
            symbolic_arguments: input.arguments.iter().map(Vec::len).collect(),
            symbolic_stdin: input.stdin.as_ref().map(Vec::len),
            ..options.clone()
        };
        observer.progress(&Progress::default());
        let compiled = languages.compile(&options)?;
        let loading = Instant::now();
        let loaded = compiled.load_observed(&options, started, observer)?;
        let entry = loaded.name.clone();
        let mut job = timed_job(loaded, &compiled, &options, started);
        job.chooses = true;
        let values = input.objects.iter();
        let values = values.filter_map(|o| Some((o.name.clone(), value(o.value.as_ref()?))));
        job.given = Arc::new(values.collect());
        let loading = loading.elapsed();
        Ok(Prepared { options, compiled, job, entry, input, started, loading })
    }

    /// The options of the run, with the lengths of the input.
    pub fn options(&self) -> &ExploreOptions {
        &self.options
    }

    /// Follows the input, and replays it.
    ///
    /// # Errors
    /// When the solver that the options ask for cannot be used.
    pub fn run(self, observer: &mut dyn Observer) -> Result<RunOutcome, SessionError> {
        // The test is run again without what it was followed with.
        let replayed = Job { given: Arc::default(), ..self.job.clone() };
        let mut runner = TestRunner::new(&self.compiled, &replayed, &self.options)?;
        let mut path = self.follow(observer)?;
        let exploration = Exploration {
            assumed: u64::from(path.record.is_none()),
            paths: path.record.take().into_iter().collect(),
            coverage: std::mem::take(&mut path.coverage),
            counters: Counters { steps: path.steps, forks: 0 },
            elapsed: path.elapsed,
            peak_memory: resident_memory(),
            ..Exploration::default()
        };
        let run = (exploration, &*self.job.program);
        let mut outcome = convert::outcome(run, &self.compiled, &self.options, self.entry.clone())?;
        // In the place of what an exploration says.
        "concolic".clone_into(&mut outcome.mode);
        outcome.tree = Default::default();
        let taken = convert::taken(&path.taken, &self.compiled.user_files);
        outcome.concretisations.extend(taken);
        outcome.remarks.extend(path.remark.take());
        outcome.concolic = Some(path.told);
        let front_end = self.compiled.front_end;
        front_end.show(&mut outcome, &self.compiled, &self.options)?;
        let spent = Spent { started: self.started, loading: self.loading, explored: path.elapsed };
        replay(&mut outcome, &mut runner, (&self.compiled, &self.options), spent, observer);
        Ok(outcome)
    }

    /// Follows in a thread of its own, and tells the observer how it goes.
    fn follow(&self, observer: &mut dyn Observer) -> Result<Path, SessionError> {
        let no_thread = |why: &str| SessionError::Internal {
            message: format!("no thread follows the input: {why}"),
        };
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let thread = thread.spawn_scoped(scope, || self.path());
            let thread = thread.map_err(|e| no_thread(&e.to_string()))?;
            while !thread.is_finished() {
                observer.progress(&Progress {
                    phase: Phase::Following,
                    elapsed: self.started.elapsed(),
                    left: self.options.cancel.left(),
                    ..Progress::default()
                });
                std::thread::park_timeout(PAUSE);
            }
            thread.join().unwrap_or_else(|_| Err(no_thread("it panicked")))
        })
    }

    fn path(&self) -> Result<Path, SessionError> {
        let begun = Instant::now();
        let style = self.compiled.front_end.style();
        let mut machine = Concolic::new(&self.job, Follow::Symbols).map_err(internal)?;
        let given = inputs_of_test(&self.input, &self.options.symbolic_arguments);
        let most = match self.compiled.language.is_compiled() {
            true => self.options.budget.steps.unwrap_or(u64::MAX),
            // Statements are counted by the machine itself.
            false => u64::MAX,
        };
        let (run, record) = machine.path(given, most, &style);
        let texts = machine.texts(&run, &style);
        let conjuncts = run.conjuncts.iter().zip(&texts);
        let told = FollowedInput {
            path_condition: conjuncts.map(|(conjunct, text)| self.told(conjunct, text)).collect(),
            ending: match &run.ending {
                Ending::Assumed => "an assumption of the program does not hold".to_owned(),
                ending => convert::ending(ending).detail(),
            },
        };
        Ok(Path {
            record,
            told,
            remark: self.not_made(&run),
            coverage: Coverage::of(machine.context()),
            steps: run.steps,
            elapsed: begun.elapsed(),
            taken: run.taken,
        })
    }

    fn told(&self, conjunct: &Conjunct, text: &str) -> PathConjunct {
        let place = &conjunct.place;
        let file = match place.file.is_empty() {
            true => String::new(),
            false => self.compiled.user_files.display(&place.file),
        };
        let (line, column) = (place.line, place.column);
        let decided = match (conjunct.picked, conjunct.others.len(), conjunct.side) {
            (Some(_), ..) => "value".to_owned(),
            (None, 0, _) => "assumed".to_owned(),
            (None, 1, 0) => "true".to_owned(),
            (None, 1, _) => "false".to_owned(),
            (None, _, side) => format!("side {}", side + 1),
        };
        PathConjunct { condition: Condition { text: text.to_owned(), file, line, column }, decided }
    }

    /// Inputs that have a value and are not made on the path.
    fn not_made(&self, run: &ConcolicRun) -> Option<String> {
        let is_made = |name: &str| run.inputs.iter().any(|input| input.name == name);
        let missing = self.input.objects.iter().filter(|object| !is_made(&object.name));
        let missing: Vec<String> = missing.map(|object| format!("`{}`", object.name)).collect();
        let made: Vec<String> = run.inputs.iter().map(|i| format!("`{}`", i.name)).collect();
        let made = if made.is_empty() { "none".to_owned() } else { made.join(", ") };
        (!missing.is_empty()).then(|| {
            format!("the path makes no input {}; its inputs are {made}", missing.join(", "))
        })
    }
}
