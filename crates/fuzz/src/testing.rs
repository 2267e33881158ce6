//! Small programs for the tests of this crate.

use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::context::Job;
use effigy_exec::environment::{Environment, Flow, Handler};
use effigy_exec::slot::Slot;
use effigy_exec::state::InputKind;
use effigy_exec::stop::Stop;
use effigy_ir::text;
use std::sync::Arc;

/// `text() -> number` is as many bytes of standard input as the number has, the first one lowest.
struct Text;

impl Environment for Text {
    fn model(&self, name: &str, _display: &str, _defined: bool) -> Option<Handler> {
        (name == "text").then_some(number as Handler)
    }

    fn start(&self, _call: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        Ok(Vec::new())
    }
}

fn number(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let count = u64::from(call.result_width() / 8);
    let bytes = call.input_bytes(InputKind::Stdin, "stdin", count)?;
    let terms: Vec<_> = bytes.iter().map(|byte| call.term(*byte, Sort::BitVec(8))).collect();
    let all = terms[1..].iter().fold(terms[0], |low, high| call.store().concat(*high, low));
    Ok(Flow::Return(vec![call.slot(all)]))
}

/// A job for a program in text form.
pub(crate) fn job(source: &str) -> Job {
    let program = Arc::new(text::parse(source, "test").expect("it is a program"));
    let entry = program.function_named("main").expect("there is one");
    Job::new(program, Arc::new(Text), entry)
}
