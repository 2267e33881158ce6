//! Where paths begin: a function's entry and its assertions, each with symbols of its own for the variables.

use super::effects::Effects;
use super::values::{kept, term, variables};
use effigy_base::finding::FindingKind;
use effigy_base::sort::Sort;
use effigy_exec::code::{Inst, Named};
use effigy_exec::context::Context;
use effigy_exec::state::{StackFrame, State};
use effigy_exec::stop::Stop;
use effigy_ir::program::FuncId;
use effigy_term::Term;
use std::collections::BTreeSet;

/// Instructions that a function's entry may take.
const MOST_STEPS: u32 = 1_000_000;

/// The cut points that paths begin at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Start {
    /// The function's entry.
    Entry,
    /// The assertion whose mark is at this instruction.
    Assertion(u32),
}

/// A check that a function's entry makes.
#[derive(Clone, Debug)]
pub(super) struct EntryCheck {
    /// The path condition before it.
    pub known: Vec<Term>,
    /// What it checks.
    pub condition: Term,
    /// What is found when it fails.
    pub failure: (FindingKind, String),
    /// Where it stands.
    pub place: StackFrame,
}

/// A function's activation at its first mark: all of its objects are there.
#[derive(Clone)]
pub(super) struct Entry {
    /// The state.
    pub state: State,
    /// The number of objects that were there before it was called.
    pub outer: u64,
    /// Objects that outlive calls.
    pub lasting: BTreeSet<u64>,
    /// What its entry checks.
    pub checks: Vec<EntryCheck>,
}

/// Runs a job's entry up to the first mark of a function.
pub(super) fn enter(context: &mut Context, function: FuncId) -> Result<Entry, String> {
    let (mut state, started) = context.initial(Vec::new());
    started.map_err(|stop| describe(&stop))?;
    let (mut outer, mut checks, mut lasting) = (None, Vec::new(), BTreeSet::new());
    for _ in 0..MOST_STEPS {
        let code = state.stack.top.code.clone();
        let inside = code.function == function;
        if inside && outer.is_none() {
            outer = Some(state.memory.arrays.handles().count() as u64);
        }
        let inst = code.insts.get(state.stack.top.at as usize).copied();
        match inst {
            Some(Inst::Mark { .. }) if inside => {
                return Ok(Entry { state, outer: outer.unwrap_or(0), lasting, checks });
            }
            Some(Inst::Check { cond, entry }) => {
                let condition = term(&mut context.store, state.stack.top.get(cond), Sort::Bool);
                if context.store.as_bool(condition) == Some(true) {
                    state.stack.top.at += 1;
                    continue;
                }
                let failure = code.failures.get(entry as usize).cloned();
                let failure = failure.ok_or("a check without a finding")?;
                let place = (*context.place(&state)).clone();
                let known = state.path.condition.clone();
                checks.push(EntryCheck { known, condition, failure, place });
                state.path.condition.push(condition);
                state.stack.top.at += 1;
            }
            Some(Inst::Assume { cond }) => {
                let condition = term(&mut context.store, state.stack.top.get(cond), Sort::Bool);
                state.path.condition.push(condition);
                state.stack.top.at += 1;
            }
            Some(Inst::Branch { cond, .. }) if state.stack.top.get(cond).term.is_some() => {
                return Err("it decides on its parameters before its first statement".to_owned());
            }
            Some(inst) => {
                lasting.extend(kept(&state, inst));
                context.step_single(&mut state).map_err(|stop| describe(&stop))?;
            }
            None => return Err("it has no statement".to_owned()),
        }
    }
    Err("it does not come to a statement".to_owned())
}

/// Why the machine stopped, for people.
pub(super) fn describe(stop: &Stop) -> String {
    use effigy_exec::stop::Ending;
    match stop {
        Stop::Fork(_) => "it decides on a symbol other than by a branch".to_owned(),
        Stop::Pause => "it was interrupted".to_owned(),
        Stop::End(ending) => match ending {
            Ending::Exit(_) => "the program ends".to_owned(),
            Ending::Finding(failure) => format!("{}: {}", failure.kind, failure.message),
            Ending::Assumed => "its assumptions contradict each other".to_owned(),
            Ending::Unsupported(what) => format!("not supported: {what}"),
            Ending::Cut(reason) => format!("cut by {}", reason.name()),
            Ending::Unknown(why) => why.clone(),
            Ending::Internal(what) => format!("internal error: {what}"),
        },
    }
}

/// Gives objects new contents.
pub(super) struct Forget<'c> {
    /// For the terms.
    pub context: &'c mut Context,
    /// The statement that the new symbols are named after.
    pub number: u32,
}

impl Forget<'_> {
    /// A symbol that the path does not have yet.
    fn symbol(&mut self, state: &mut State, name: &str, sort: Sort) -> Term {
        let mut name = format!("{name}@{}", self.number);
        while state.inputs.iter().any(|input| input.name == name) {
            name.push('\'');
        }
        self.context.input(state, &name, sort)
    }

    /// New contents for all of an object; its elements are set, or perhaps set.
    pub fn object(&mut self, state: &mut State, handle: u64, name: &str, set: bool) {
        let Some(object) = state.memory.arrays.get(handle) else { return };
        let (Some(index), Some(element)) = (object.index().scalar(), object.element().scalar())
        else {
            return;
        };
        let values = self.symbol(state, name, Sort::Array { index, element });
        let is_set = (!set).then(|| {
            let element = effigy_base::sort::Scalar::Bool;
            self.symbol(state, &format!("set {name}"), Sort::Array { index, element })
        });
        if let Some(object) = state.memory.arrays.get_mut(handle) {
            match is_set {
                Some(is_set) => object.replace_partly(values, is_set),
                None => object.replace(values),
            }
        }
    }

    /// New contents for an object that outlives calls: it holds what earlier ones left there, if any did.
    pub fn lasting(&mut self, state: &mut State, handle: u64, name: &str) {
        let object = state.memory.arrays.get(handle);
        let set = object.is_some_and(|o| o.has_rest() || o.known().next().is_some());
        self.object(state, handle, name, set);
    }

    /// A new value for one element.
    fn element(
        &mut self,
        state: &mut State,
        handle: u64,
        index: effigy_exec::slot::Slot,
        name: &str,
    ) {
        let Some(sort) = state.memory.arrays.get(handle).map(|object| object.element()) else {
            return;
        };
        let value = self.symbol(state, name, sort);
        if let Some(object) = state.memory.arrays.get_mut(handle) {
            object.put(&mut self.context.store, index, effigy_exec::slot::Slot::symbolic(value));
        }
    }

    /// New contents for what the running function may have assigned at an assertion of its own: its variables, but for
    /// parameters that it never assigns, and all objects that live longer than calls. Scalars in `unset` are perhaps not
    /// set.
    pub fn frame(&mut self, state: &mut State, effects: &Effects, scope: &Scope<'_>) {
        let code = state.stack.top.code.clone();
        let mut done = BTreeSet::new();
        let mut parameters = BTreeSet::new();
        for (index, param) in code.params.iter().enumerate() {
            let Some(handle) = state.stack.top.regs.get(*param as usize).and_then(|s| s.concrete())
            else {
                continue;
            };
            parameters.insert(handle as u64);
            if !effects.assigns(code.function, index) {
                done.insert(handle as u64);
            }
        }
        let named: Vec<(String, Named)> =
            variables(&code, scope.first).map(|(n, named)| (n.to_owned(), named)).collect();
        for (name, named) in named {
            let (handle, index) = match named {
                Named::Element(handle, index) => (handle, Some(state.stack.top.get(index))),
                Named::Array(handle, _) => (handle, None),
                Named::Value(_) | Named::Address(_) => continue,
            };
            let Some(handle) = state.stack.top.get(handle).concrete().map(|h| h as u64) else {
                continue;
            };
            let own = handle > scope.outer && !scope.lasting.contains(&handle);
            match index {
                _ if done.contains(&handle) => {}
                Some(index) if !own && parameters.contains(&handle) => {
                    self.element(state, handle, index, &name);
                }
                Some(index) => {
                    let set = !scope.unset.contains(&handle);
                    match set {
                        true => self.element(state, handle, index, &name),
                        false => self.object(state, handle, &name, false),
                    }
                    done.insert(handle);
                }
                None => {
                    self.object(state, handle, &name, true);
                    done.insert(handle);
                }
            }
        }
        for handle in state.memory.arrays.handles() {
            let lasting = scope.lasting.contains(&handle);
            let known = parameters.contains(&handle) || done.contains(&handle);
            match lasting || handle > scope.outer {
                true if !known && lasting => self.lasting(state, handle, "object"),
                true if !known => self.object(state, handle, "object", true),
                _ => {}
            }
        }
    }
}

/// Which objects belong to whom in a state that is to forget.
pub(super) struct Scope<'s> {
    /// The first mark of the running function.
    pub first: u32,
    /// Objects above this handle are the running function's own.
    pub outer: u64,
    /// Objects that outlive calls.
    pub lasting: &'s BTreeSet<u64>,
    /// Scalars that are perhaps not set.
    pub unset: &'s BTreeSet<u64>,
}
