//! The leaves of the forward machine and the traces of the unfolding, in one term store.

use effigy_backward::unfolding::{Bound, Ended, Ending, UnfoldOptions, Unfolding};
use effigy_base::id::IdVec;
use effigy_exec::call::Call;
use effigy_exec::context::{Context, Job};
use effigy_exec::environment::{Environment, Handler};
use effigy_exec::leaves::Leaves;
use effigy_exec::slot::Slot;
use effigy_exec::state::State;
use effigy_exec::stop::{Ending as Stopped, Feasible, Stop};
use effigy_ir::program::Program;
use effigy_ir::{text, verify};
use effigy_lang_pli::lower::{Integers, LowerOptions, START, lower, start_of};
use effigy_lang_pli::{Scope, parse, parse_call};
use effigy_solver::{Answer, BackEnd, Query, SolverOptions};
use effigy_term::Term;
use std::sync::Arc;

/// Nothing but the program.
struct Alone;

impl Environment for Alone {
    fn model(&self, _: &str, _: &str, _: bool) -> Option<Handler> {
        None
    }

    fn start(&self, _: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        Ok(Vec::new())
    }
}

/// A context whose entry is this function, with the solver that decides the integers.
pub fn context(program: Program, entry: &str, integers: Integers) -> Context {
    verify::verify_program(&program).unwrap_or_else(|e| panic!("{e:?}"));
    let entry = program.function_named(entry).expect("an entry");
    let mut job = Job::new(Arc::new(program), Arc::new(Alone), entry);
    let back_end = match integers {
        Integers::Unbounded => BackEnd::Z3,
        Integers::Fixed => BackEnd::Embedded,
    };
    job.solver = SolverOptions { back_end, ..SolverOptions::default() };
    Context::new(job).expect("a solver")
}

/// A program in the representation's text form, started at `main`.
pub fn ir(source: &str) -> Context {
    let program = text::parse(source, "test.ir").unwrap_or_else(|e| panic!("{e:?}"));
    context(program, "main", Integers::Fixed)
}

/// A PL/I program started by a call, such as `SUM ("A", 3, 5)`, or at a procedure on symbols.
pub fn pli(source: &str, start: &str, integers: Integers) -> Context {
    let (program, errors) = parse("test.pli", source.as_bytes());
    assert!(errors.is_empty(), "{}", errors[0]);
    let none = IdVec::new();
    let options = LowerOptions { integers, shared: false };
    let (lowered, entry) = if start.contains('(') {
        let call = parse_call(&program, Scope::Terminal(&none), start);
        let call = call.unwrap_or_else(|e| panic!("{}", e[0]));
        (lower(&program, &call.variables, Some(&call.item), options), START.to_owned())
    } else {
        (lower(&program, &none, None, options), start_of(start))
    };
    context(lowered.unwrap_or_else(|e| panic!("{}", e[0])), &entry, integers)
}

/// A leaf of the execution tree, or a trace.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// How it ended, with the line, in words.
    pub ending: String,
    pub condition: Vec<Term>,
    pub outputs: Vec<(String, Term)>,
}

/// The leaves of the forward machine in order of the tree; `None` when there are more or the solver gave up.
pub fn forwards(context: &mut Context, most: usize) -> Option<Vec<Leaf>> {
    let mut walk = Leaves::of(context);
    let mut leaves = Vec::new();
    while let Some((state, ending)) = walk.next() {
        match ending {
            Stopped::Assumed => {}
            Stopped::Unknown(_) => return None,
            ending => leaves.push(leaf(walk.context, &state, &ending)),
        }
        if leaves.len() + walk.pending() > most {
            return None;
        }
    }
    Some(leaves)
}

fn leaf(context: &mut Context, state: &State, ending: &Stopped) -> Leaf {
    let line = context.place(state).line;
    let ending = match ending {
        Stopped::Exit(_) => "returned".to_owned(),
        Stopped::Finding(failure) => format!("{} at {line}: {}", failure.kind, failure.message),
        Stopped::Unsupported(what) => format!("unsupported at {line}: {what}"),
        Stopped::Cut(reason) => format!("cut by {}", reason.name()),
        other => panic!("{other:?}"),
    };
    let outputs = state.history.outputs.iter();
    let outputs = outputs.map(|(name, slot, sort)| (name.clone(), context.term(*slot, *sort)));
    Leaf { ending, condition: state.path.condition.clone(), outputs: outputs.collect() }
}

/// All traces that an initial state leads along.
pub fn backwards(context: &mut Context, options: UnfoldOptions) -> Vec<Leaf> {
    let program = context.job.program.clone();
    let mut unfolding =
        Unfolding::new(&program, context.job.entry, options).expect("a body of the entry");
    let mut leaves = Vec::new();
    while let Some(ended) = unfolding.advance(&mut context.store, context.solver.as_mut()) {
        match ended.feasible {
            Feasible::Yes(_) => leaves.push(trace_leaf(&ended)),
            Feasible::No => {}
            Feasible::Unknown(why) => panic!("undecided: {why}"),
        }
    }
    assert_eq!(unfolding.stopped(), None);
    leaves
}

fn trace_leaf(ended: &Ended) -> Leaf {
    let line = ended.place.line;
    let ending = match &ended.ending {
        Ending::Returned => "returned".to_owned(),
        Ending::Finding { kind, message } => format!("{kind} at {line}: {message}"),
        Ending::Unsupported(what) => format!("unsupported at {line}: {what}"),
        Ending::Bounded(Bound::Statements | Bound::Steps) => "cut by max-steps".to_owned(),
        Ending::Bounded(bound) => format!("cut by {bound:?}"),
    };
    let (condition, outputs) = (ended.condition.clone(), ended.outputs.clone());
    Leaf { ending, condition, outputs }
}

/// Asserts that leaves and traces are the same, one by one: endings, conditions, and results under the condition.
pub fn assert_same(context: &mut Context, forwards: &[Leaf], backwards: &[Leaf], what: &str) {
    let endings = |leaves: &[Leaf]| leaves.iter().map(|l| l.ending.clone()).collect::<Vec<_>>();
    assert_eq!(endings(forwards), endings(backwards), "{what}");
    for (forward, backward) in forwards.iter().zip(backwards) {
        let store = &mut context.store;
        let conditions = [&forward.condition, &backward.condition].map(|all| store.and_all(all));
        let different = store.xor(conditions[0], conditions[1]);
        assert_never(context, &[different], what);
        assert_eq!(forward.outputs.len(), backward.outputs.len(), "{what}");
        for ((name, one), (other_name, other)) in forward.outputs.iter().zip(&backward.outputs) {
            assert_eq!(name, other_name, "{what}");
            let different = context.store.distinct(*one, *other);
            let mut assertions = forward.condition.clone();
            assertions.push(different);
            assert_never(context, &assertions, what);
        }
    }
}

fn assert_never(context: &mut Context, assertions: &[Term], what: &str) {
    if assertions.iter().any(|a| context.store.as_bool(*a) == Some(false)) {
        return;
    }
    let answer = context.solver.check(&mut context.store, &Query::new(assertions));
    assert!(matches!(answer, Answer::Unsat(_)), "{answer:?} in {what}");
}
