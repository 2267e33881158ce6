//! Programs from text to the leaves of their execution tree.

use effigy_base::id::IdVec;
use effigy_exec::call::Call;
use effigy_exec::context::Job;
use effigy_exec::environment::{Environment, Handler};
use effigy_exec::explorer::{self, ExploreOptions, PathRecord};
use effigy_exec::slot::Slot;
use effigy_exec::stop::{Ending, Stop};
use effigy_ir::program::Program;
use effigy_ir::verify::verify_program;
use effigy_lang_pli::lower::{Integers, LowerOptions, START, lower, start_of};
use effigy_lang_pli::{Scope, parse, parse_call};
use effigy_solver::{BackEnd, SolverOptions};
use effigy_term::print::Style;
use std::sync::Arc;

/// No models: PL/I programs call nothing but themselves.
struct Nothing;

impl Environment for Nothing {
    fn model(&self, _: &str, _: &str, _: bool) -> Option<Handler> {
        None
    }

    fn start(&self, _: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        Ok(Vec::new())
    }
}

/// The context of PL/I programs.
pub fn nothing() -> Arc<dyn Environment> {
    Arc::new(Nothing)
}

/// Lowers a program with a call, or without one; checks every body.
pub fn lowered(source: &str, call: Option<&str>, integers: Integers) -> Program {
    let (program, errors) = parse("test.pli", source.as_bytes());
    assert!(errors.is_empty(), "{}", errors[0]);
    let none = IdVec::new();
    let call = call.map(|text| {
        parse_call(&program, Scope::Terminal(&none), text).unwrap_or_else(|e| panic!("{}", e[0]))
    });
    let options = LowerOptions { integers, shared: false };
    let lowered = match &call {
        Some(call) => lower(&program, &call.variables, Some(&call.item), options),
        None => lower(&program, &none, None, options),
    };
    let lowered = lowered.unwrap_or_else(|e| panic!("{}", e[0]));
    verify_program(&lowered).unwrap_or_else(|e| panic!("{}", e[0]));
    lowered
}

/// How to run a program.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    pub source: &'a str,
    pub integers: Integers,
    /// Most statements of a path.
    pub budget: Option<u64>,
}

impl<'a> Run<'a> {
    pub fn new(source: &'a str) -> Self {
        Self { source, integers: Integers::Unbounded, budget: None }
    }

    pub fn fixed(source: &'a str) -> Self {
        Self { source, integers: Integers::Fixed, budget: None }
    }

    pub fn within(self, budget: u64) -> Self {
        Self { budget: Some(budget), ..self }
    }

    /// All paths of a call.
    pub fn call(self, call: &str) -> Vec<PathRecord> {
        self.explore(lowered(self.source, Some(call), self.integers), START)
    }

    /// All paths of a procedure on symbolic inputs.
    pub fn procedure(self, name: &str) -> Vec<PathRecord> {
        self.explore(lowered(self.source, None, self.integers), &start_of(name))
    }

    fn explore(self, program: Program, entry: &str) -> Vec<PathRecord> {
        let entry = program.function_named(entry).expect("an entry");
        let mut job = Job::new(Arc::new(program), nothing(), entry);
        job.budget.steps = self.budget;
        let back_end = match self.integers {
            Integers::Unbounded => BackEnd::Auto,
            Integers::Fixed => BackEnd::Embedded,
        };
        job.solver = SolverOptions { back_end, ..SolverOptions::default() };
        let style = Style::KING;
        let options = ExploreOptions { conditions: true, style, ..ExploreOptions::default() };
        explorer::explore(&job, &options, &mut |_| {}).expect("a solver").paths
    }
}

/// How a path ended, its condition and its outputs: `returned: x < 1 & y == 2: J = 3, RETURN = 4`.
pub fn line(path: &PathRecord) -> String {
    let ending = match &path.ending {
        Ending::Exit(_) => "returned".to_owned(),
        Ending::Finding(failure) => {
            format!("{} ({}) at {}", failure.kind, failure.message, path.place.line)
        }
        Ending::Cut(reason) => reason.name().to_owned(),
        other => format!("{other:?}"),
    };
    let condition = match path.condition.as_slice() {
        [] => "true".to_owned(),
        some => some.join(" & "),
    };
    format!("{ending}: {condition}: {}", outputs(path))
}

/// `J = 3, RETURN = 4`.
fn outputs(path: &PathRecord) -> String {
    let outputs = path.outputs.iter().map(|(name, value)| format!("{name} = {value}"));
    outputs.collect::<Vec<_>>().join(", ")
}

/// The outputs of each path that returned.
pub fn results(paths: &[PathRecord]) -> Vec<String> {
    let returned = paths.iter().filter(|path| matches!(path.ending, Ending::Exit(_)));
    returned.map(outputs).collect()
}

/// [`line`] of each path.
pub fn lines(paths: &[PathRecord]) -> Vec<String> {
    paths.iter().map(line).collect()
}

/// How a path ended and what it changed: `RETURN = 4 when X > 1`, without parameters that kept their symbol.
pub fn path_line(path: &PathRecord) -> String {
    let changed = path.outputs.iter().filter(|(name, value)| **name != **value);
    let outputs: Vec<String> = changed.map(|(name, value)| format!("{name} = {value}")).collect();
    let ending = match &path.ending {
        Ending::Exit(_) if outputs.is_empty() => "returned".to_owned(),
        Ending::Exit(_) => outputs.join(", "),
        Ending::Finding(failure) => format!("{}: {}", failure.kind, failure.message),
        other => format!("{other:?}"),
    };
    match path.condition.as_slice() {
        [] => ending,
        some => format!("{ending} when {}", some.join(" & ")),
    }
}

/// The numbers that a procedure `T` without parameters writes.
pub fn written(source: &str, integers: Integers) -> Vec<i64> {
    let run = Run { source, integers, budget: None };
    let paths = run.procedure("T");
    let [path] = paths.as_slice() else { panic!("{} paths of {source}", paths.len()) };
    assert!(matches!(path.ending, Ending::Exit(_)), "{source}\n{}", line(path));
    let outputs = path.outputs.iter().filter(|(name, _)| name == "WRITE");
    outputs.map(|(_, value)| value.parse().unwrap_or_else(|_| panic!("{value}"))).collect()
}

/// Both kinds of integers.
pub const KINDS: [Integers; 2] = [Integers::Unbounded, Integers::Fixed];
