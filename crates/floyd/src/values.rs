//! The variables of a function: where they are, and their values in a state without symbols.

use super::VariableValue;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_exec::code::{Code, Inst, Named, Src};
use effigy_exec::context::Context;
use effigy_exec::slot::Slot;
use effigy_exec::state::{Frame, State};
use effigy_term::{Evaluator, Model, Role, Term, TermStore, Trace};
use rustc_hash::FxHashMap;

/// The variables that a function announces before its first mark, which is at `first`.
pub(super) fn variables(code: &Code, first: u32) -> impl Iterator<Item = (&str, Named)> {
    let early = code.names.iter().filter(move |(at, _, _)| *at <= first);
    early.map(|(_, name, named)| (name.as_str(), *named))
}

/// The term of a slot of this sort.
pub(super) fn term(store: &mut TermStore, slot: Slot, sort: Sort) -> Term {
    match (slot.term, sort) {
        (Some(term), _) => term,
        (None, Sort::Bool) => store.bool(slot.lo & 1 == 1),
        (None, Sort::Int) => store.int(slot.bits() as i128),
        (None, _) => store.bits(sort.width().unwrap_or(1), slot.bits()),
    }
}

/// The value of an operand.
pub(super) fn value_of(store: &mut TermStore, frame: &Frame, src: Src) -> Option<Value> {
    let term = term(store, frame.get(src), frame.code.sort(src));
    constant(store, term)
}

/// The value of a term without inputs.
pub(super) fn constant(store: &TermStore, term: Term) -> Option<Value> {
    match store.value(term) {
        Some(value) => Some(value),
        None => Evaluator::new().value(store, term, &Model::new()),
    }
}

/// The values of a frame's variables; `at` is the first mark of its function.
pub(super) fn values(
    context: &mut Context,
    state: &State,
    frame: &Frame,
    first: u32,
) -> Vec<VariableValue> {
    let mut arrays = state.memory.arrays.clone();
    let mut values = Vec::new();
    for (name, named) in variables(&frame.code, first) {
        let (handle, index, limits) = match named {
            Named::Element(handle, index) => (handle, Some(index), None),
            Named::Array(handle, limits) => (handle, None, limits),
            Named::Value(_) | Named::Address(_) => continue,
        };
        let store = &mut context.store;
        let handle = frame.get(handle).concrete().unwrap_or(0) as u64;
        let Some(object) = arrays.get_mut(handle) else { continue };
        let value = match index {
            Some(index) => {
                let index = frame.get(index);
                let is_set = object.is_set(store, index);
                let element = object.select(store, index);
                let is_set = constant(store, is_set) == Some(Value::Bool(true));
                constant(store, element).filter(|_| is_set)
            }
            None => {
                let any = object.has_rest() || object.known().next().is_some();
                let all = object.values(store);
                constant(store, all).filter(|_| any)
            }
        };
        let known = limits.filter(|l| frame.get(l.known).concrete() != Some(0));
        let bounds = known.and_then(|limits| {
            Some((value_of(store, frame, limits.low)?, value_of(store, frame, limits.high)?))
        });
        values.push(VariableValue { name: name.to_owned(), value, bounds });
    }
    values
}

/// Puts the values of a model for all inputs that a state mentions; those that it does not name are zero.
pub(super) fn concretise(context: &mut Context, state: &mut State, model: &Model) {
    let mut terms = Vec::new();
    state.trace(&mut |term| terms.push(term));
    let mut sigma: FxHashMap<Term, Term> = FxHashMap::default();
    for term in terms {
        for variable in context.store.variables(term).iter().copied() {
            let info = context.store.as_variable(variable);
            if info.is_some_and(|i| i.role == Role::Input) && !sigma.contains_key(&variable) {
                let zero = || Value::zero(context.store.sort(variable));
                let value = model.get(variable).cloned().unwrap_or_else(zero);
                let value = context.store.constant(&value);
                sigma.insert(variable, value);
            }
        }
    }
    context.substitute(state, &sigma);
}

/// The array object whose handle an instruction keeps in memory: it outlives calls.
pub(super) fn kept(state: &State, inst: Inst) -> Option<u64> {
    let Inst::Store { value, .. } = inst else { return None };
    let handle = state.stack.top.get(value).concrete().map(|handle| handle as u64)?;
    (state.stack.top.code.sort(value) == Sort::BitVec(64)
        && state.memory.arrays.get(handle).is_some())
    .then_some(handle)
}
