//! What unit tests run programs with.

pub(crate) mod random;

use crate::data::slot::Slot;
use crate::data::stop::Stop;
use crate::machine::call::Call;
use crate::machine::{Context, Environment, Flow, Handler, Job};
use crate::memory::object::ObjectSize;
use effigy_ir::{text, verify};
use std::sync::Arc;

/// An environment with `heap(size) -> address`, `zeroed(size) -> address`, `resize(address, size) -> address` and `release(address)`.
struct Heap;

impl Environment for Heap {
    fn model(&self, name: &str, _display: &str, _defined: bool) -> Option<Handler> {
        match name {
            "heap" => Some(heap),
            "zeroed" => Some(zeroed),
            "resize" => Some(resize),
            "release" => Some(release),
            _ => None,
        }
    }

    fn start(&self, _call: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        Ok(Vec::new())
    }
}

fn heap(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let size = call.size(0)?;
    Ok(made(call, size))
}

fn zeroed(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let size = call.size(0)?;
    let flow = made(call, size);
    if let Flow::Return(values) = &flow {
        call.clear(values[0].lo, size.most);
    }
    Ok(flow)
}

fn resize(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let (old, size) = (call.word(0)?, call.size(1)?);
    let kept = call.kept(old, size)?;
    let flow = made(call, size);
    if let Flow::Return(values) = &flow {
        call.carry(values[0].lo, old, &kept)?;
    }
    call.release(old)?;
    Ok(flow)
}

fn made(call: &mut Call<'_>, size: ObjectSize) -> Flow {
    let address = call.allocate(size, 8).expect("a small object");
    call.own(address);
    Flow::Return(vec![Slot::word(address)])
}

fn release(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let address = call.word(0)?;
    call.release(address)?;
    Ok(Flow::Return(Vec::new()))
}

/// A job that runs the function `main` of a program in the text form of the IR.
pub(crate) fn job(source: &str) -> Job {
    let program = text::parse(source, "test.ir").unwrap_or_else(|e| panic!("{e:?}\n{source}"));
    verify::verify_program(&program).unwrap_or_else(|e| panic!("{e:?}\n{source}"));
    let entry = program.function_named("main").expect("a main function");
    Job::new(Arc::new(program), Arc::new(Heap), entry)
}

pub(crate) fn context(job: Job) -> Context {
    Context::new(job).expect("the embedded solver needs nothing")
}
