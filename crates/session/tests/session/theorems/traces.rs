//! The concrete semantics of symbolic execution traces (de Boer & Bonsangue 2021, section 4): transitions on valuations.

use super::reference::{Cell, Initial, Outcome, Run};
use effigy_lang_oo::tree::{Program, StatementKind, Trace};

/// Runs a trace: the configuration where it ends, and whether it came to its end.
pub fn run<'a>(
    program: &'a Program,
    trace: &'a Trace,
    width: Option<u32>,
    initial: &'a Initial<'a>,
) -> (Run<'a>, Result<(), Outcome>) {
    let mut run = Run::new(program, width, u32::MAX, initial);
    let value = |(id, local): (_, &effigy_lang_oo::tree::Local)| {
        (id, initial(&Cell::Parameter(id), &local.ty))
    };
    run.begin_trace(trace.locals.iter().map(value).collect());
    let mut steps = trace.steps.iter();
    let result = steps.try_for_each(|step| match &step.kind {
        // Concrete assignment; concrete object creation.
        StatementKind::Assign(target, value) => run.assign(target, value),
        // Concrete Boolean test.
        StatementKind::Assume(test) => run.test(test),
        other => panic!("not a step of a trace: {other:?}"),
    });
    (run, result)
}
