//! The leaves of the execution tree of a program, and whether a run of the reference agrees with one.

use super::reference::{Cell, Fault, Object, Outcome, Run, Value};
use super::states::{self, Inputs, OBJECTS, WIDTH};
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;
use effigy_exec::context::{Context, Job};
use effigy_exec::environment::{Environment, Handler};
use effigy_exec::leaves::Leaves;
use effigy_exec::slot::Slot;
use effigy_exec::state::State;
use effigy_exec::stop::{Ending, Stop};
use effigy_ir::program::Program;
use effigy_lang_oo::tree::{self, Type};
use effigy_term::{Evaluator, Model, Term};
use num_bigint::BigInt;
use std::sync::Arc;
use std::time::Duration;

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

/// Most forks on a path; a path that needs more is cut.
pub const DEPTH: u64 = 10;

/// Most leaves of a program.
const LEAVES: usize = 48;

/// Most statements on a path.
pub const STEPS: u64 = 4_000;

/// Time of a query; a program with a harder one is skipped, as one with too many leaves is.
const QUERY: Duration = Duration::from_secs(30);

/// A worker for a program that begins with this function.
pub fn context(lowered: Program, entry: &str) -> Context {
    effigy_ir::verify::verify_program(&lowered).unwrap_or_else(|e| panic!("{e:?}"));
    let entry = lowered.function_named(entry).unwrap_or_else(|| panic!("no function {entry}"));
    let mut job = Job::new(Arc::new(lowered), Arc::new(Alone), entry);
    job.budget.steps = Some(STEPS);
    job.budget.depth = Some(DEPTH);
    job.solver.query_time = Some(QUERY);
    Context::new(job).expect("the embedded solver needs nothing")
}

/// A leaf of the execution tree.
pub struct Leaf {
    pub state: State,
    /// What ended the path; `None` when it was cut.
    pub outcome: Option<Outcome>,
}

impl Leaf {
    /// Whether the path ran to its end.
    pub fn returned(&self) -> bool {
        matches!(self.outcome, Some(Outcome::Returned(_)))
    }
}

/// The leaves in order of the tree; `None` when there are too many, or a query is too hard.
pub fn leaves(context: &mut Context) -> Option<Vec<Leaf>> {
    let mut walk = Leaves::of(context);
    let mut leaves = Vec::new();
    while let Some((state, ending)) = walk.next() {
        match ending {
            Ending::Assumed => {}
            Ending::Unknown(_) => return None,
            ending => {
                let outcome = outcome(walk.context, &state, &ending);
                leaves.push(Leaf { state, outcome });
            }
        }
        if leaves.len() + walk.pending() > LEAVES {
            return None;
        }
    }
    Some(leaves)
}

fn outcome(context: &mut Context, state: &State, ending: &Ending) -> Option<Outcome> {
    let line = context.place(state).line;
    Some(match ending {
        Ending::Exit(_) => Outcome::Returned(None),
        Ending::Cut(_) => return None,
        Ending::Finding(failure) => Outcome::Fault(fault(failure.kind), line),
        other => panic!("{other:?}"),
    })
}

/// The error that a finding is.
pub fn fault(kind: FindingKind) -> Fault {
    match kind {
        FindingKind::Nil => Fault::Nil,
        FindingKind::OutOfBounds => Fault::ArrayOutOfBounds,
        FindingKind::DivisionByZero => Fault::DivisionByZero,
        FindingKind::Assertion => Fault::Assertion,
        other => panic!("{other} is no error of the language"),
    }
}

/// Whether a state satisfies a conjunction.
pub fn satisfies(context: &Context, condition: &[Term], state: &Model) -> bool {
    let mut evaluator = Evaluator::new();
    let store = &context.store;
    condition.iter().all(|term| {
        evaluator.truth(store, *term, state).expect("a condition on small words has a value")
    })
}

/// The value of a term in a state.
pub fn evaluate(context: &Context, term: Term, state: &Model) -> effigy_base::value::Value {
    let value = Evaluator::new().value(&context.store, term, state);
    value.expect("a term on small words has a value")
}

/// Compares a leaf that returned with the final configuration of a run that returned: V o sigma.
///
/// # Errors
/// What differs.
pub fn same_end(
    context: &mut Context,
    leaf: &State,
    inputs: &Inputs,
    state: &Model,
    run: &Run<'_>,
    returned: Option<&Value>,
) -> Result<(), String> {
    for (name, slot, sort) in leaf.history.outputs.iter() {
        let term = context.term(*slot, *sort);
        let value = evaluate(context, term, state);
        let global = run.globals().iter().find(|(id, _)| run.program().globals[**id].name == *name);
        let (expected, ty) = match global {
            Some((id, value)) => (value.clone(), run.program().globals[*id].ty.clone()),
            None if name == "return" => match returned {
                Some(value) => (value.clone(), type_of(value)),
                None => return Err("a result where there is none".to_owned()),
            },
            None => continue,
        };
        let value = states::in_run(&value, &ty);
        if value != expected {
            return Err(format!("{name} is {value:?} in the leaf, {expected:?} in the run"));
        }
    }
    for (cell, ty) in cells(run) {
        let expected = run.read(cell.clone(), &ty);
        let value = read(context, leaf, inputs, state, &cell, &ty, run.program());
        if value != expected {
            return Err(format!("{cell:?} is {value:?} in the leaf, {expected:?} in the run"));
        }
    }
    Ok(())
}

fn type_of(value: &Value) -> Type {
    match value {
        Value::Int(_) => Type::Int,
        Value::Bool(_) => Type::Bool,
        Value::Nil | Value::Object(_) => Type::Null,
    }
}

/// The places of the heap that are compared: those of the objects with names and of all new ones.
fn cells(run: &Run<'_>) -> Vec<(Cell, Type)> {
    let program = run.program();
    let mut cells = Vec::new();
    let old = (1..=OBJECTS).map(Object::Old).map(|object| (object, None));
    let new = run.created().iter().zip(0..).map(|(ty, n)| (Object::New(n), Some(ty)));
    for (object, ty) in old.chain(new) {
        for (id, field) in program.fields.iter() {
            if ty.is_none_or(|ty| *ty == Type::Class(field.class)) {
                cells.push((Cell::Field(object, id), field.ty.clone()));
            }
        }
        let mut kinds: Vec<&Type> = Vec::new();
        let types = program.fields.iter().map(|(_, field)| &field.ty);
        for ty in types.chain(program.globals.iter().map(|(_, global)| &global.ty)) {
            if matches!(ty, Type::Array(_)) && !kinds.contains(&ty) {
                kinds.push(ty);
            }
        }
        for kind in kinds.into_iter().filter(|kind| ty.is_none_or(|ty| ty == *kind)) {
            let Type::Array(element) = kind else { continue };
            cells.push((Cell::Length(object), Type::Int));
            let Value::Int(length) = run.read(Cell::Length(object), &Type::Int) else { continue };
            let mut index = BigInt::ZERO;
            while index < length && index < BigInt::from(4) {
                let cell = Cell::Element(object, program.type_name(element), index.clone());
                cells.push((cell, (**element).clone()));
                index += 1;
            }
        }
    }
    cells
}

/// What the heap of a leaf has in a cell, under a state.
fn read(
    context: &mut Context,
    leaf: &State,
    inputs: &Inputs,
    state: &Model,
    cell: &Cell,
    ty: &Type,
    program: &tree::Program,
) -> Value {
    let (name, object, index) = match cell {
        Cell::Field(object, field) => (states::field_name(program, *field), *object, None),
        Cell::Length(object) => (".length".to_owned(), *object, None),
        Cell::Element(object, _, index) => {
            (states::contents_name(program, ty), *object, Some(states::word(index, WIDTH)))
        }
        other => panic!("{other:?} is not in the heap"),
    };
    let (id, decl) = states::function(&context.job.program, &name);
    let keys: Vec<Slot> =
        [states::reference(object)].into_iter().chain(index).map(Slot::wide).collect();
    let reading = leaf.memory.functions.read(&mut context.store, id, &decl, &keys);
    let met =
        reading.candidates.iter().find(|(condition, _)| satisfies(context, &[*condition], state));
    match met.map(|(_, value)| *value).or(reading.otherwise) {
        Some(slot) => {
            let term = context.term(slot, decl.element.into());
            states::in_run(&evaluate(context, term, state), ty)
        }
        None => inputs.cell(state, cell, ty),
    }
}
