//! Programs without a native build: concrete runs of their tests by the machine.

mod datum;
mod environment;

pub use datum::{datum, value};
use effigy_base::budget::CancelToken;
use effigy_exec::context::{Context, Job};
use effigy_exec::state::{Failure, State};
use effigy_exec::stop::{Ending, Stop};
use effigy_outcome::error::SessionError;
use effigy_outcome::options::ExploreOptions;
use effigy_outcome::{Outcome, Replay, TestCase};
use effigy_solver::{BackEnd, SolverOptions};
use effigy_term::Model;
pub use environment::Nothing;
use std::sync::Arc;

/// Runs tests again, each on its values instead of symbols.
pub struct Machine {
    context: Context,
}

impl Machine {
    /// What runs tests of a job.
    ///
    /// # Errors
    /// When the embedded solver cannot be used.
    pub fn new(job: &Job, options: &ExploreOptions) -> Result<Self, SessionError> {
        let solver = SolverOptions {
            back_end: BackEnd::Embedded,
            cancel: options.cancel.clone(),
            ..SolverOptions::default()
        };
        let context = Context::new(Job { solver, ..job.clone() });
        let context = context.map_err(|e| SessionError::Solver { message: e.to_string() })?;
        Ok(Self { context })
    }

    /// Runs one test and compares. A test that is not begun when the run is cancelled is [`Replay::NotRun`].
    pub fn replay(&mut self, test: &TestCase, cancel: &CancelToken) -> Replay {
        if cancel.is_cancelled() {
            return not_run("the run was stopped");
        }
        let given = test
            .objects
            .iter()
            .filter_map(|object| Some((object.name.clone(), datum::value(object.value.as_ref()?))));
        self.context.job.given = Arc::new(given.collect());
        let (mut state, started) = self.context.initial(Vec::new());
        let stop = match started {
            Ok(()) => self.run(&mut state),
            Err(stop) => stop,
        };
        let ending = match stop {
            Stop::End(ending) => ending,
            Stop::Pause => return not_run("the run was stopped"),
            Stop::Fork(_) => return not_run("the test leaves a value open that the run needs"),
        };
        self.compare(test, &mut state, &ending)
    }

    fn run(&mut self, state: &mut State) -> Stop {
        loop {
            match self.context.run(state, 1 << 20) {
                Stop::Pause if !self.context.job.cancel.is_cancelled() => {}
                stop => return stop,
            }
        }
    }

    fn compare(&mut self, test: &TestCase, state: &mut State, ending: &Ending) -> Replay {
        let observed = match ending {
            Ending::Exit(_) => "a return".to_owned(),
            Ending::Finding(failure) => in_words(failure),
            Ending::Assumed => "an assumption that does not hold".to_owned(),
            Ending::Unsupported(what) | Ending::Unknown(what) | Ending::Internal(what) => {
                return not_run(what);
            }
            Ending::Cut(reason) => return not_run(&format!("the budget --{}", reason.name())),
        };
        let same_end = match (&test.predicted, ending) {
            (Outcome::Exit(_), Ending::Exit(_)) => true,
            (Outcome::Finding { kind, message, line, .. }, Ending::Finding(failure)) => {
                *kind == failure.kind
                    && *message == failure.message
                    && place(failure).is_none_or(|(_, seen)| seen == *line)
            }
            _ => false,
        };
        if !same_end {
            return Replay::Disagreed {
                expected: expected(&test.predicted),
                observed,
                well: false,
            };
        }
        let results = self.context.results(state, &Model::default());
        let results: Vec<_> =
            results.iter().filter_map(|(name, value)| Some((name, datum(value)?))).collect();
        let differs = results.len() != test.results.len()
            || results.iter().zip(&test.results).any(|((n, v), (m, w))| *n != m || v != w);
        if differs {
            let text = |all: Vec<String>| all.join(", ");
            let expected = test.results.iter().map(|(n, v)| format!("{n} = {v}")).collect();
            let observed = results.iter().map(|(n, v)| format!("{n} = {v}")).collect();
            return Replay::Disagreed {
                expected: text(expected),
                observed: text(observed),
                well: false,
            };
        }
        Replay::Confirmed
    }
}

fn not_run(why: &str) -> Replay {
    Replay::NotRun { why: why.to_owned() }
}

fn expected(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Exit(_) => "a return".to_owned(),
        Outcome::Finding { kind, message, line, .. } => format!("{kind} at line {line}: {message}"),
    }
}

fn in_words(failure: &Failure) -> String {
    let place = place(failure).map_or_else(String::new, |(_, line)| format!(" at line {line}"));
    format!("{}{place}: {}", failure.kind, failure.message)
}

/// The innermost place of a failure that has a line.
fn place(failure: &Failure) -> Option<(&str, u32)> {
    failure.stack.iter().find(|f| f.line > 0).map(|f| (f.file.as_str(), f.line))
}
