//! Traces of random programs against all their runs: one that a run has is never said to be infeasible, one that no run has is never
//! said to be feasible, and who is said to follow a trace does.

use super::{Edge, NOTE, PREFIX, Passing, Site, Step, Trace, follow, noted_run};
use crate::data::options::Follow;
use crate::data::stop::Ending;
use crate::features::concolic::Concolic;
use crate::machine::Job;
use crate::testing;
use crate::testing::random::Program as Random;
use effigy_base::bits::BitVec;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_ir::function::{BlockId, Callee, Function, Inst, InstKind, Operand, Terminator};
use effigy_ir::program::{FuncId, FunctionDecl};
use effigy_testkit::{Rng, cases, times};
use std::sync::Arc;

/// Instructions of a run.
const MOST: u64 = 20_000;

/// Steps of a trace.
const LONGEST: usize = 30;

/// A decision of a run: the number of its branch, and the side.
type Decided = (u32, bool);

/// A program with a call of a marker before each of its branches, in order; the markers get the condition where it is noted.
fn marked(source: &str, notes: bool) -> (Job, Vec<FuncId>) {
    let Job { program, environment, .. } = testing::job(source);
    let mut program = Arc::into_inner(program).expect("nobody else has it");
    let functions: Vec<FuncId> =
        program.functions.iter().filter(|(_, f)| f.defined).map(|(id, _)| id).collect();
    let mut markers = Vec::new();
    for function in functions {
        let mut body = Function::clone(&program.body(function).expect("a body"));
        let blocks: Vec<BlockId> = body.blocks.ids().collect();
        for block in blocks {
            let Terminator::Branch { cond, .. } = &body.blocks[block].terminator else { continue };
            let given: Vec<Operand> = if notes { vec![cond.clone()] } else { Vec::new() };
            let prefix = if notes { NOTE } else { PREFIX };
            let name = format!("{prefix}{}", markers.len());
            let marker = program.declare(FunctionDecl {
                name: name.clone(),
                display: name,
                params: given.iter().map(|_| Sort::Bool).collect(),
                results: Vec::new(),
                variadic: false,
                defined: false,
            });
            let kind = InstKind::Call {
                results: Vec::new(),
                callee: Callee::Function(marker),
                arg_sorts: given.iter().map(|_| Sort::Bool).collect(),
                args: given,
            };
            body.blocks[block].insts.push(Inst { kind, loc: None });
            markers.push(marker);
        }
        program.replace(function, body);
    }
    let entry = program.function_named("main").expect("a main function");
    (Job::new(Arc::new(program), environment, entry), markers)
}

fn given(values: &[(&str, u8)]) -> Arc<Vec<(String, Value)>> {
    let value = |value: u8| Value::BitVec(BitVec::new(8, u128::from(value)));
    Arc::new(values.iter().map(|(name, v)| ((*name).to_owned(), value(*v))).collect())
}

/// The decisions of the run on each value of `y`; `None` for a run that an assumption ends, and no list where one is cut.
fn runs(source: &str, x: u8) -> Option<Vec<Option<Vec<Decided>>>> {
    let (noting, markers) = marked(source, true);
    let decided = |y: u8| {
        let job = Job { given: given(&[("x", x), ("y", y)]), ..noting.clone() };
        let mut machine =
            Concolic::new(&super::with_marks(&job), Follow::Values).expect("a solver");
        match machine.run(Vec::new(), MOST).ending {
            Ending::Exit(_) | Ending::Finding(_) => {}
            Ending::Assumed => return Some(None),
            _ => return None,
        }
        let noted = noted_run(&job, Vec::new(), MOST).expect("a solver");
        let number = |marker| markers.iter().position(|m| *m == marker).expect("a marker") as u32;
        Some(Some(noted.iter().map(|n| (number(n.marker), n.value == 1)).collect()))
    };
    (0..=255).map(decided).collect()
}

/// Whether a run passes the steps: the next decision at the place of each goes its way.
fn passes(run: &[Decided], steps: &[Decided]) -> bool {
    let mut left = steps.iter().peekable();
    for (branch, side) in run {
        if let Some((next, wanted)) = left.peek()
            && next == branch
        {
            if wanted != side {
                return false;
            }
            left.next();
        }
    }
    left.peek().is_none()
}

/// Some steps of a run.
fn some(rng: &mut Rng, run: &[Decided]) -> Vec<Decided> {
    let mut steps: Vec<Decided> = Vec::new();
    for decided in run {
        if steps.len() < LONGEST && rng.one_in(3) {
            steps.push(*decided);
        }
    }
    // Some of them are what no run did.
    if rng.one_in(2) && !steps.is_empty() {
        let at = rng.below(steps.len());
        steps[at].1 ^= true;
    }
    steps
}

#[test]
fn a_trace_of_a_random_program_is_feasible_when_one_of_its_runs_passes_it() {
    let (mut feasible, mut infeasible, mut undecided) = (0, 0, 0);
    cases(1..=40, |seed| {
        let mut rng = Rng::new(seed);
        let source = Random::random(seed);
        let x = rng.below(256) as u8;
        let Some(runs) = runs(&source, x) else { return };
        let over: Vec<&Vec<Decided>> = runs.iter().flatten().collect();
        if over.is_empty() {
            return;
        }
        let (marking, markers) = marked(&source, false);
        let marking = Job { given: given(&[("x", x)]), ..marking };
        for round in 0..times(12) {
            let run = *rng.pick(&over);
            let steps = match round {
                0..3 => run.iter().take(LONGEST).copied().collect(),
                _ => some(&mut rng, run),
            };
            let site = |(number, marker): (u32, &FuncId)| Site {
                marker: *marker,
                steps: (0..).zip(&steps).filter(|(_, s)| s.0 == number).map(|(at, _)| at).collect(),
                avoids: Vec::new(),
                passing: Passing::Decision {
                    then: Edge::Leaves(true),
                    otherwise: Edge::Leaves(false),
                },
            };
            let trace = Trace {
                steps: steps.iter().map(|s| Step { side: Some(s.1), fails: None }).collect(),
                sites: (0..).zip(&markers).map(site).collect(),
                ..Trace::default()
            };
            let walked = follow(&marking, trace, &mut |_| {}).expect("a solver");
            let expected = over.iter().any(|run| passes(run, &steps));
            match (&walked.came, walked.undecided.is_empty()) {
                (Some(came), _) => {
                    let y = came.inputs.iter().find(|input| input.name == "y");
                    let y = y.and_then(|input| input.bytes.first()).copied().unwrap_or_default();
                    let follower = runs[usize::from(y)].as_ref().expect("it ends");
                    assert!(passes(follower, &steps), "seed {seed}, x = {x}, y = {y}: {steps:?}");
                    feasible += 1;
                }
                (None, true) => {
                    assert!(!expected, "seed {seed}, x = {x}: {steps:?}\n{:?}", walked.dead);
                    infeasible += 1;
                }
                (None, false) => undecided += 1,
            }
        }
    });
    assert!(feasible > 100 && infeasible > 50, "{feasible} and {infeasible}");
    assert!(undecided < 10, "{undecided}");
}
