//! PL/I programs: from their text to a program with an entry, and concrete runs of their tests.

mod datum;
mod world;

use crate::compile::Compiled;
use crate::error::SessionError;
use crate::load::Loaded;
use crate::options::{self, ExploreOptions};
use crate::outcome::{Outcome, Replay, TestCase};
pub(crate) use datum::datum;
use effigy_base::id::IdVec;
use effigy_base::source::Diagnostic;
use effigy_exec::context::{Context, Job};
use effigy_exec::state::{Failure, State};
use effigy_exec::stop::{Ending, Stop};
use effigy_lang_pli::lower::{Integers, LowerOptions, START, lower, start_of};
use effigy_lang_pli::tree::Program;
use effigy_lang_pli::{Scope, parse, parse_call};
use effigy_solver::{BackEnd, SolverOptions};
use effigy_term::Model;
use std::path::PathBuf;
use std::sync::Arc;
pub(crate) use world::Nothing;

/// Reads a program, and the call that the options give.
pub(crate) fn load(compiled: &Compiled, options: &ExploreOptions) -> Result<Loaded, SessionError> {
    let program = read(compiled)?;
    let lowering = LowerOptions { integers: integers(options.integers) };
    let none = IdVec::new();
    let (lowered, start, entry) = match &options.call {
        Some(text) => {
            let call = parse_call(&program, Scope::Terminal(&none), text)
                .map_err(|diagnostics| SessionError::Load { diagnostics })?;
            let lowered = lower(&program, &call.variables, Some(&call.item), lowering);
            (lowered, START.to_owned(), text.clone())
        }
        None => {
            let name = procedure(&program, options.entry.as_deref())?;
            (lower(&program, &none, None, lowering), start_of(&name), name)
        }
    };
    let lowered = lowered.map_err(|diagnostics| of_lowering(diagnostics, compiled))?;
    let function = lowered.function_named(&start);
    let function = function.ok_or_else(|| SessionError::Internal {
        message: format!("the lowered program has no function {start}"),
    })?;
    Ok(Loaded { program: lowered, entry: function, name: entry, environment: Arc::new(Nothing) })
}

/// The checked tree of a program.
pub(crate) fn read(compiled: &Compiled) -> Result<Program, SessionError> {
    let path = compiled.source.to_string_lossy();
    let bytes = std::fs::read(&compiled.source);
    let bytes = bytes.unwrap_or_else(|_| compiled.module_text.clone().into_bytes());
    let (program, diagnostics) = parse(&path, &bytes);
    refuse(diagnostics)?;
    Ok(program)
}

pub(crate) fn refuse(diagnostics: Vec<Diagnostic>) -> Result<(), SessionError> {
    if diagnostics.is_empty() { Ok(()) } else { Err(SessionError::Load { diagnostics }) }
}

/// What lowering a program alone can see.
pub(crate) fn of_lowering(diagnostics: Vec<Diagnostic>, compiled: &Compiled) -> SessionError {
    SessionError::Load { diagnostics: with_excerpts(diagnostics, &compiled.module_text) }
}

/// The source lines of diagnostics that were made without them.
pub(crate) fn with_excerpts(mut diagnostics: Vec<Diagnostic>, text: &str) -> Vec<Diagnostic> {
    for diagnostic in diagnostics.iter_mut().filter(|d| d.excerpt.is_empty() && d.line > 0) {
        let line = text.lines().nth(diagnostic.line as usize - 1);
        diagnostic.excerpt = line.unwrap_or("").trim_end().to_owned();
    }
    diagnostics
}

/// The procedure to begin at: the named one, else the first.
fn procedure(program: &Program, name: Option<&str>) -> Result<String, SessionError> {
    let found = match name {
        Some(name) => program.find(name),
        None => program.procedures.ids().next(),
    };
    let found = found.and_then(|id| program.procedures.get(id)).map(|p| p.name.clone());
    found.ok_or_else(|| SessionError::NoEntry {
        name: name.unwrap_or_default().to_owned(),
        similar: program.procedures.iter().map(|(_, p)| p.name.clone()).collect(),
    })
}

/// What integers are to the front end.
pub(crate) fn integers(integers: options::Integers) -> Integers {
    match integers {
        options::Integers::Unbounded => Integers::Unbounded,
        options::Integers::Fixed => Integers::Fixed,
    }
}

/// What to say when a run over integers without bounds needed a solver that is not there.
pub(crate) fn missing_solver(
    solver: options::Backend,
    integers: options::Integers,
    program: Option<PathBuf>,
) -> Option<SessionError> {
    if solver != options::Backend::Auto || integers == options::Integers::Fixed {
        return None;
    }
    let back_end = BackEnd::Z3;
    let solver = SolverOptions { back_end, program, ..SolverOptions::default() };
    effigy_solver::assemble(&solver).is_err().then(|| SessionError::Solver {
        message: "integers without bounds need an SMT solver, and Z3 is not there: \
                  install it with `pip install z3-solver`, or run on machine integers with `--ints fixed`, \
                  which needs nothing"
            .to_owned(),
    })
}

/// Runs tests again, each on its values instead of symbols.
pub(crate) struct Machine {
    context: Context,
    integers: Integers,
}

impl Machine {
    pub fn new(job: &Job, options: &ExploreOptions) -> Result<Self, SessionError> {
        let solver = SolverOptions {
            back_end: BackEnd::Embedded,
            cancel: options.cancel.clone(),
            ..SolverOptions::default()
        };
        let context = Context::new(Job { solver, ..job.clone() });
        let context = context.map_err(|e| SessionError::Solver { message: e.to_string() })?;
        Ok(Self { context, integers: integers(options.integers) })
    }

    /// Runs one test and compares.
    pub fn replay(&mut self, test: &TestCase) -> Replay {
        let given = test.objects.iter().filter_map(|object| {
            let value = datum::value(object.value.as_ref()?, self.integers)?;
            Some((object.name.clone(), value))
        });
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
            return Replay::Disagreed { expected: expected(&test.predicted), observed };
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
            return Replay::Disagreed { expected: text(expected), observed: text(observed) };
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
