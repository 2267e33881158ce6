//! A small environment for programs, and what tests ask of a run.

use effigy_base::finding::FindingKind;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::context::{Context, Job};
use effigy_exec::environment::{Environment, Flow, Handler};
use effigy_exec::explorer::{self, Exploration, ExploreOptions, PathRecord};
use effigy_exec::slot::Slot;
use effigy_exec::state::InputKind;
use effigy_exec::stop::{Ending, Stop};
use effigy_ir::{text, verify};
use std::sync::Arc;

/// Functions that tests declare:
///
/// - `input_NAME() -> number`: a new symbolic input of that name, of the result's width
/// - `heap(size) -> address` and `release(address)`
/// - `larger(a, b) -> number`: decides which of two words is larger
/// - `hasty(address) -> number`: decides after a change, which no model may
/// - `zero(a, b) -> number`: decides one after the other which of two words is the first that is 0: 0, 1, or 2 for none
/// - `below(a, b, c) -> number`: assumes `a < b`, then decides `a < c`
/// - `boom()`: panics
/// - `twice(x) -> number`: runs `double` in its place when `x` is not 0, and else its own body
pub struct TestEnvironment;

impl Environment for TestEnvironment {
    fn model(&self, name: &str, _display: &str, _defined: bool) -> Option<Handler> {
        match name {
            "heap" => Some(heap),
            "release" => Some(release),
            "larger" => Some(larger),
            "hasty" => Some(hasty),
            "boom" => Some(boom),
            "zero" => Some(zero),
            "below" => Some(below),
            "twice" => Some(twice),
            _ if name.starts_with("input_") => Some(input),
            _ => None,
        }
    }

    fn start(&self, _call: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        Ok(Vec::new())
    }
}

fn input(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let name = call.function().map(|f| call.program().functions[f].name.clone());
    let name = name.unwrap_or_default().trim_start_matches("input_").to_owned();
    let width = call.result_width();
    Ok(Flow::Return(vec![call.input_number(InputKind::Object, &name, width)]))
}

fn heap(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let size = call.word(0)?;
    let address = call.allocate(size, 8).unwrap_or(0);
    Ok(Flow::Return(vec![Slot::word(address)]))
}

fn release(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let address = call.word(0)?;
    call.release(address)?;
    Ok(Flow::Return(Vec::new()))
}

/// Whether the first argument is the larger one; forks when both are possible.
fn first_is_larger(call: &mut Call<'_>) -> Result<bool, Stop> {
    let (a, b, sort) = (call.arg(0), call.arg(1), call.arg_sort(0));
    let (a, b) = (call.term(a, sort), call.term(b, sort));
    let below = call.store().ult(b, a);
    call.decide(below)
}

fn larger(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let index = usize::from(!first_is_larger(call)?);
    Ok(Flow::Return(vec![call.arg(index)]))
}

fn hasty(call: &mut Call<'_>) -> Result<Flow, Stop> {
    call.store_value(call.arg(2), Slot::word(1), Sort::BitVec(8))?;
    larger(call)
}

fn boom(_: &mut Call<'_>) -> Result<Flow, Stop> {
    panic!("a defect in a model")
}

fn zero(call: &mut Call<'_>) -> Result<Flow, Stop> {
    for index in 0..2 {
        let (word, sort) = (call.arg(index), call.arg_sort(index));
        let word = call.term(word, sort);
        let nonzero = call.store().nonzero(word);
        if !call.decide(nonzero)? {
            return Ok(Flow::Return(vec![Slot::word(index as u64)]));
        }
    }
    Ok(Flow::Return(vec![Slot::word(2)]))
}

fn below(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let terms = [0, 1, 2].map(|index| {
        let (word, sort) = (call.arg(index), call.arg_sort(index));
        call.term(word, sort)
    });
    let (assumed, asked) =
        (call.store().ult(terms[0], terms[1]), call.store().ult(terms[0], terms[2]));
    call.assume(assumed)?;
    let answer = call.decide(asked)?;
    Ok(Flow::Return(vec![Slot::word(u64::from(answer))]))
}

fn twice(call: &mut Call<'_>) -> Result<Flow, Stop> {
    match call.word(0)? {
        0 => Ok(Flow::Through),
        _ => call.tail("double", vec![call.arg(0)]),
    }
}

/// A job for the program whose entry is `main`.
pub fn job(source: &str) -> Job {
    let program = text::parse(source, "test.ir").unwrap_or_else(|e| panic!("{e:?}"));
    verify::verify_program(&program).unwrap_or_else(|e| panic!("{e:?}"));
    let entry = program.function_named("main").expect("a main function");
    Job::new(Arc::new(program), Arc::new(TestEnvironment), entry)
}

/// A job whose `main` returns 32 bits and has this body.
pub fn main_job(declarations: &str, body: &str) -> Job {
    job(&format!("{declarations}\ndefine @main() -> (bv32) {{\n{body}\n}}\n"))
}

/// A worker for a job.
pub fn context(job: Job) -> Context {
    Context::new(job).expect("the embedded solver needs nothing")
}

/// Walks the whole tree.
pub fn explore(job: &Job, threads: usize) -> Exploration {
    let options = ExploreOptions { threads, conditions: true, ..ExploreOptions::default() };
    explorer::explore(job, &options, &mut |_| {}).expect("the embedded solver needs nothing")
}

/// Walks the tree of a program whose `main` has this body.
pub fn run(declarations: &str, body: &str) -> Exploration {
    explore(&main_job(declarations, body), 1)
}

/// How each path ended, in order of the tree.
pub fn endings(explored: &Exploration) -> Vec<String> {
    explored.paths.iter().map(|path| ending(&path.ending)).collect()
}

fn ending(ending: &Ending) -> String {
    match ending {
        Ending::Exit(status) => format!("exit {status}"),
        Ending::Finding(failure) => failure.kind.name().to_owned(),
        Ending::Unsupported(what) => format!("unsupported: {what}"),
        Ending::Cut(reason) => format!("cut: {}", reason.name()),
        other => format!("{other:?}"),
    }
}

/// The endings in alphabetical order.
pub fn sorted(explored: &Exploration) -> Vec<String> {
    let mut all = endings(explored);
    all.sort();
    all
}

/// The value of an input in a path's test.
pub fn value(path: &PathRecord, name: &str) -> u64 {
    let input = path.inputs.iter().find(|input| input.name == name);
    let input = input.unwrap_or_else(|| panic!("no input {name}"));
    input.bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// The only path's finding.
pub fn only_finding(explored: &Exploration) -> (FindingKind, &str) {
    let [path] = explored.paths.as_slice() else { panic!("paths: {:?}", endings(explored)) };
    let Ending::Finding(failure) = &path.ending else { panic!("{:?}", path.ending) };
    (failure.kind, &failure.message)
}
