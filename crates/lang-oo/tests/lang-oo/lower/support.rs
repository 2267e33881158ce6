//! Programs from text to the leaves of their execution tree.

use effigy_exec::call::Call;
use effigy_exec::context::Job;
use effigy_exec::environment::{Environment, Handler};
use effigy_exec::explorer::{self, ExploreOptions, PathRecord};
use effigy_exec::slot::Slot;
use effigy_exec::stop::{Ending, Stop};
use effigy_ir::program::Program;
use effigy_ir::verify::verify_program;
use effigy_lang_oo::lower::{Integers, LowerOptions, TRACE, lower, lower_trace, start_of};
use effigy_lang_oo::{parse, parse_trace};
use effigy_solver::{BackEnd, SolverOptions};
use std::sync::Arc;

/// No models: programs call nothing but themselves.
struct Nothing;

impl Environment for Nothing {
    fn model(&self, _: &str, _: &str, _: bool) -> Option<Handler> {
        None
    }

    fn start(&self, _: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        Ok(Vec::new())
    }
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
    /// With machine integers of 32 bits: they need no solver beside the embedded one.
    pub fn new(source: &'a str) -> Self {
        Self { source, integers: Integers::Fixed(32), budget: None }
    }

    pub fn unbounded(source: &'a str) -> Self {
        Self { integers: Integers::Unbounded, ..Self::new(source) }
    }

    pub fn bits(self, width: u32) -> Self {
        Self { integers: Integers::Fixed(width), ..self }
    }

    pub fn within(self, budget: u64) -> Self {
        Self { budget: Some(budget), ..self }
    }

    /// The lowered program, every body of which is verified.
    pub fn lowered(self) -> Program {
        let (program, errors) = parse("test.oo", self.source.as_bytes());
        assert!(errors.is_empty(), "{}", errors[0]);
        let lowered = lower(&program, LowerOptions { integers: self.integers });
        verified(lowered.unwrap_or_else(|e| panic!("{}", e[0])))
    }

    /// All paths of the main program.
    pub fn main(self) -> Vec<PathRecord> {
        self.call("main")
    }

    /// All paths of a method or procedure on symbolic inputs.
    pub fn call(self, name: &str) -> Vec<PathRecord> {
        self.explore(self.lowered(), &start_of(name))
    }

    /// All paths of a trace.
    pub fn trace(self, text: &str) -> Vec<PathRecord> {
        let (program, errors) = parse("test.oo", self.source.as_bytes());
        assert!(errors.is_empty(), "{}", errors[0]);
        let trace = parse_trace(&program, "test.trace", text.as_bytes());
        let trace = trace.unwrap_or_else(|e| panic!("{}", e[0]));
        let lowered = lower_trace(&program, &trace, LowerOptions { integers: self.integers });
        self.explore(verified(lowered.unwrap_or_else(|e| panic!("{}", e[0]))), TRACE)
    }

    fn explore(self, program: Program, entry: &str) -> Vec<PathRecord> {
        let entry = program.function_named(entry).expect("an entry");
        let mut job = Job::new(Arc::new(program), Arc::new(Nothing), entry);
        job.budget.steps = Some(self.budget.unwrap_or(2000));
        let back_end = match self.integers {
            Integers::Unbounded => BackEnd::Auto,
            Integers::Fixed(_) => BackEnd::Embedded,
        };
        job.solver = SolverOptions { back_end, ..SolverOptions::default() };
        let options = ExploreOptions { conditions: true, ..ExploreOptions::default() };
        explorer::explore(&job, &options, &mut |_| {}).expect("a solver").paths
    }
}

fn verified(program: Program) -> Program {
    verify_program(&program).unwrap_or_else(|e| panic!("{}", e[0]));
    program
}

/// How a path ended, its condition and its outputs: `returned: x < 1 && y == 2: j = 3, return = 4`.
pub fn line(path: &PathRecord) -> String {
    let ending = match &path.ending {
        Ending::Exit(_) => "returned".to_owned(),
        Ending::Finding(failure) => {
            let place = (path.place.line, path.place.column);
            format!("{} ({}) at {}:{}", failure.kind, failure.message, place.0, place.1)
        }
        Ending::Cut(reason) => reason.name().to_owned(),
        other => format!("{other:?}"),
    };
    let condition = match path.condition.as_slice() {
        [] => "true".to_owned(),
        some => some.join(" && "),
    };
    let outputs = path.outputs.iter().map(|(name, value)| format!("{name} = {value}"));
    format!("{ending}: {condition}: {}", outputs.collect::<Vec<_>>().join(", "))
}

/// [`line`] of each path.
pub fn lines(paths: &[PathRecord]) -> Vec<String> {
    paths.iter().map(line).collect()
}
