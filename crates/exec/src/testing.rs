//! What unit tests run programs with.

pub(crate) mod random;

use crate::data::slot::Slot;
use crate::data::stop::Stop;
use crate::machine::call::Call;
use crate::machine::{Context, Environment, Handler, Job};
use effigy_ir::{text, verify};
use std::sync::Arc;

/// A environment without models.
struct Nothing;

impl Environment for Nothing {
    fn model(&self, _name: &str, _display: &str, _defined: bool) -> Option<Handler> {
        None
    }

    fn start(&self, _call: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        Ok(Vec::new())
    }
}

/// A job that runs the function `main` of a program in the text form of the IR.
pub(crate) fn job(source: &str) -> Job {
    let program = text::parse(source, "test.ir").unwrap_or_else(|e| panic!("{e:?}\n{source}"));
    verify::verify_program(&program).unwrap_or_else(|e| panic!("{e:?}\n{source}"));
    let entry = program.function_named("main").expect("a main function");
    Job::new(Arc::new(program), Arc::new(Nothing), entry)
}

pub(crate) fn context(job: Job) -> Context {
    Context::new(job).expect("the embedded solver needs nothing")
}
