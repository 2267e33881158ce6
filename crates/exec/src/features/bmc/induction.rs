//! The step of an induction over iterations of loops (k-induction: Sheeran, Singh and Stålmarck, 2000; Donaldson et al., 2011).
//!
//! Think of the first check that fails on a run. Of each loop that the run is in there, it is in one of the first `k` iterations, which
//! are run as they are; or it is in a later one, and `k` iterations before there was some state in which no check had failed yet. So
//! whoever enters a loop runs its first `k` iterations, and beside them `k` iterations from any state, in which nothing fails, and one iteration more.
//! Any state is one in which all that the loop writes is havocked: the registers that its blocks write, and the objects, elements of
//! array objects and heap functions that were seen to change in it. The latter are found by running again until no other one changes. A loop that was left is no other: it had
//! at most `k` iterations, or the last `k` of them from some state. What is not known from any state, such as where a pointer that may be
//! anything leads, is open in whichever iteration it is.

use super::references::references;
use crate::code::{Code, R};
use crate::data::slot::Slot;
use crate::data::stop::{Ending, Feasible};
use crate::features::merge::item::{Item, LoopAt};
use crate::machine::Context;
use crate::memory::Memory;
use crate::memory::any::{AnyElements, Anything};
use crate::memory::arrays::Written;
use crate::memory::bytes::{load_at, store_at};
use crate::memory::functions::Write;
use crate::memory::object::Object;
use crate::state::State;
use crate::state::extension::Extension;
use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_ir::field::{FieldId, Initial, created};
use effigy_ir::program::FuncId;
use effigy_term::{Role, Term, VarInfo};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Largest object whose contents can be havocked.
const LARGEST: u64 = 4096;

/// A value of which nothing is known.
const ANY_VALUE: Anything = Anything { initial: Initial::Value, made: 0, makes: false };

/// Most places in one array object or heap function that are distinguished.
const MOST_PLACES: usize = 16;

/// What is added to the number of iterations behind any state.
pub(in crate::features) const ANY: u64 = 1 << 40;

/// A loop: its function and the block at its head.
pub(in crate::features) type Head = (FuncId, u32);

/// Something that a loop changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::features) enum Change {
    /// An object, by its address.
    Object(u64),
    /// An array object, by its handle: the element at an index, or all.
    Array(u64, Option<u128>),
    /// A heap function: at some keys, for one object, or all.
    Field(FieldId, Vec<Key>),
    /// How many objects there are.
    Makes,
}

impl Change {
    /// The change of more of the same thing; `None` for all of it.
    fn around(&self) -> Option<Change> {
        match self {
            Change::Array(handle, Some(_)) => Some(Change::Array(*handle, None)),
            Change::Field(field, keys) => {
                let (_, keys) = keys.split_last()?;
                Some(Change::Field(*field, keys.to_vec()))
            }
            Change::Object(_) | Change::Array(_, None) | Change::Makes => None,
        }
    }
}

/// A key of a heap function that is the same in every iteration.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::features) enum Key {
    /// A constant.
    Constant(u128),
    /// A term over inputs that were made before the loop.
    Term(Term),
}

/// What loops change.
pub(in crate::features) type Changes = BTreeMap<Head, BTreeSet<Change>>;

/// A step that is being made.
#[derive(Debug, Default)]
pub(crate) struct Induction {
    /// How many iterations do not fail.
    iterations: u64,
    /// What loops change.
    changes: Changes,
    /// Whether something else was found.
    pub(in crate::features) grew: bool,
    /// Why the step says nothing, when it does not.
    pub(in crate::features) refused: Option<String>,
    /// How many symbols were made.
    symbols: u64,
    /// The registers of functions that hold references.
    references: BTreeMap<FuncId, Rc<BTreeSet<R>>>,
}

impl Induction {
    /// The step with so many iterations, with the changes that an earlier one found.
    pub(in crate::features) fn new(iterations: u64, changes: Changes) -> Self {
        Self { iterations, changes, ..Self::default() }
    }

    /// What was found to be changed.
    pub(in crate::features) fn into_changes(self) -> Changes {
        self.changes
    }

    /// Notes what a loop changes. Where there are many places in one thing, all of it is changed.
    pub(in crate::features) fn note(&mut self, head: Head, mut change: Change) {
        let known = self.changes.entry(head).or_default();
        let mut all = std::iter::successors(Some(change.clone()), Change::around);
        if all.any(|around| known.contains(&around)) {
            return;
        }
        self.grew = true;
        while let Some(around) = change.around() {
            let is_beside = |other: &Change| other.around().as_ref() == Some(&around);
            if known.iter().filter(|other| is_beside(other)).count() < MOST_PLACES {
                break;
            }
            known.retain(|other| !is_beside(other));
            change = around;
        }
        known.insert(change);
    }

    fn refuse(&mut self, why: &str) {
        self.refused.get_or_insert_with(|| why.to_owned());
    }

    /// Whether a failure does not count: it is in one of the iterations that do not fail.
    pub(in crate::features) fn is_assumed(&self, item: &Item) -> bool {
        item.all_loops().any(|at| at.iterations >= ANY && at.iterations - ANY < self.iterations)
    }

    /// Whether a path left a loop that it was in behind fewer iterations from any state than do not fail.
    pub(in crate::features) fn left_early(&self, before: &[Vec<LoopAt>], item: &Item) -> bool {
        let is_in = |activation: usize, place: usize, at: &LoopAt| {
            let now = item.loops().get(activation).and_then(|loops| loops.get(place));
            now.is_some_and(|now| now.head == at.head && now.iterations >= at.iterations)
        };
        before.iter().enumerate().any(|(activation, loops)| {
            loops.iter().enumerate().any(|(place, at)| {
                at.iterations >= ANY
                    && at.iterations - ANY < self.iterations
                    && !is_in(activation, place, at)
            })
        })
    }

    /// Looks whether a path that comes back to the head of a loop has the objects that it had there before.
    pub(in crate::features) fn come_back(&mut self, item: &Item) {
        let state = &item.state;
        let (flow, at) = (state.stack.top.code.flow(), state.stack.top.at);
        let is_head = |head: u32| flow.is_meeting(at) && flow.block(at) == head;
        let shape = state.memory.shape();
        let changed = |at: &LoopAt| is_head(at.head) && at.shape != shape;
        if item.loops_of_top().last().is_some_and(changed) {
            self.refuse("a loop that makes or releases objects");
        }
    }
}

/// Why nothing is known of what ends so.
pub(crate) fn why_open(ending: &Ending) -> String {
    match ending {
        Ending::Unsupported(what) => format!("not supported: {what}"),
        Ending::Unknown(why) => format!("not decided: {why}"),
        Ending::Cut(reason) => format!("stopped by {}", reason.name()),
        other => format!("{other:?}"),
    }
}

/// The memory and the environment of a path.
pub(in crate::features) struct Before {
    memory: Memory,
    extension: Option<Rc<Box<dyn Extension>>>,
}

impl Before {
    /// Those of a path that is in any iteration of a loop; `None` for another one.
    pub(in crate::features) fn of(item: &Item) -> Option<Self> {
        item.all_loops().any(|at| at.iterations >= ANY).then(|| Self {
            memory: item.state.memory.clone(),
            extension: item.state.extension.clone(),
        })
    }
}

/// A machine that makes the step of an induction.
pub(super) struct Inducing<'a> {
    pub(super) cx: &'a mut Context,
}

impl Inducing<'_> {
    /// Refuses a step in which a path from any state ends in what is not known. To ask at once saves running the rest.
    pub(in crate::features) fn refuse_open(
        &mut self,
        induction: &mut Induction,
        item: &Item,
        ending: &Ending,
    ) {
        if induction.refused.is_some() || !item.all_loops().any(|at| at.iterations >= ANY) {
            return;
        }
        let yes = self.cx.store.bool(true);
        if !matches!(self.cx.feasible(&item.state, yes), Feasible::No) {
            induction.refuse(&why_open(ending));
        }
    }

    /// Notes what a path changed in the loops that it is in.
    pub(in crate::features) fn note_changes(
        &mut self,
        induction: &mut Induction,
        item: &Item,
        before: &Before,
    ) {
        let state = &item.state;
        let same_extension = match (&before.extension, &state.extension) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b) || a.is_same(&***b),
            _ => false,
        };
        if !same_extension {
            induction.refuse("a loop that changes what the system keeps for the program");
        }
        let (old, new) = (&before.memory, &state.memory);
        let mut written = old.touched(new);
        written.retain(|base| self.is_changed(*base, old, new));
        let arrays = new.arrays.written_since(&old.arrays, &mut self.cx.store);
        let program = self.cx.job.program.clone();
        let fields = new.functions.written_since(&old.functions, &program.fields);
        for (function, at) in item.loops_by_function() {
            if at.iterations < ANY {
                continue;
            }
            let head = (function, at.head);
            written.iter().for_each(|base| induction.note(head, Change::Object(*base)));
            for (handle, written) in &arrays {
                let indices = match written {
                    Written::At(indices) => indices.iter().map(|at| Some(*at)).collect(),
                    Written::All => vec![None],
                };
                // Of one that is made in an iteration no later one knows.
                let indices = indices.into_iter().filter(|_| *handle <= at.arrays);
                indices.for_each(|index| induction.note(head, Change::Array(*handle, index)));
            }
            for (field, writes) in &fields {
                for write in writes {
                    let keys = match write {
                        Write::One { keys, .. } => self.fixed_keys(keys, &at),
                        Write::Many(_) => Vec::new(),
                    };
                    induction.note(head, Change::Field(*field, keys));
                }
            }
            if new.functions.objects() > old.functions.objects() {
                induction.note(head, Change::Makes);
            }
        }
    }

    /// The first keys of a write that are the same in every iteration of a loop. An object that was made in the loop is another one in
    /// each iteration.
    fn fixed_keys(&mut self, keys: &[Slot], at: &LoopAt) -> Vec<Key> {
        let mut fixed = Vec::new();
        for (place, key) in keys.iter().enumerate() {
            let Some(term) = key.term else {
                let bits = key.bits();
                if place == 0 && bits % 2 == 1 && bits >= created(at.made) {
                    break;
                }
                fixed.push(Key::Constant(bits));
                continue;
            };
            let term = self.cx.instances().expanded(term);
            if !self.is_fixed(term, at) {
                break;
            }
            fixed.push(Key::Term(term));
        }
        fixed
    }

    /// Whether a term is the same in every iteration of a loop: it speaks of inputs that were made before, and no choice leads to an
    /// object that was made since.
    fn is_fixed(&mut self, term: Term, at: &LoopAt) -> bool {
        let is_input = |v: &Term| at.inputs.iter().any(|input| input.terms.contains(v));
        if !self.cx.store.variables(term).iter().all(is_input) {
            return false;
        }
        let mut seen = BTreeSet::from([term]);
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if matches!(self.cx.store.op(term), Some(Op::Ite | Op::Store)) {
                return false;
            }
            open.extend(self.cx.store.args(term).iter().copied().filter(|arg| seen.insert(*arg)));
        }
        true
    }

    /// Whether an object that was touched holds something else than before.
    fn is_changed(&mut self, base: u64, before: &Memory, after: &Memory) -> bool {
        let Some(new) = after.object(base) else { return true };
        let first;
        let old = match before.object(base) {
            Some(old) => old,
            None => match self.cx.job.layout.global_at(base).and_then(|i| self.cx.global(i).ok()) {
                Some(global) => {
                    first = global;
                    &first
                }
                None => return true,
            },
        };
        old.size != new.size || !old.differing(new).is_empty()
    }

    /// A path at the head of a loop in any state that the loop can bring about, beside the one that comes there first.
    pub(in crate::features) fn any_iteration(
        &mut self,
        induction: &mut Induction,
        item: &mut Item,
        head: Head,
    ) -> Option<Item> {
        let mut any = item.with(item.state.clone());
        let choice = self.symbol(induction, Sort::Bool);
        let otherwise = self.cx.store.not(choice);
        self.cx.push_unasked(&mut any.state, choice);
        self.cx.push_unasked(&mut item.state, otherwise);
        any.set_iterations(ANY);
        let changes = induction.changes.get(&head).cloned().unwrap_or_default();
        let made = any.state.memory.functions.objects();
        let reference =
            Anything { initial: Initial::Reference, made, makes: changes.contains(&Change::Makes) };
        self.any_registers(induction, &mut any.state, head.1, reference)?;
        // What an inner loop changes the outer one changes.
        for (function, at) in item.loops_by_function() {
            if at.iterations >= ANY {
                let outer = (function, at.head);
                changes.iter().for_each(|change| {
                    if let Some(change) = self.seen_from(change, &at) {
                        induction.note(outer, change);
                    }
                });
            }
        }
        for change in changes {
            match change {
                Change::Object(base) => self.any_contents(induction, &mut any.state, base),
                Change::Array(handle, index) => {
                    self.any_array(induction, &mut any.state, handle, index);
                }
                Change::Field(field, keys) => {
                    self.any_field(induction, &mut any.state, field, &keys, reference);
                }
                Change::Makes => {}
            }
        }
        Some(any)
    }

    /// What a change is to a loop around the one that makes it; `None` for what is none to it.
    fn seen_from(&mut self, change: &Change, at: &LoopAt) -> Option<Change> {
        match change {
            Change::Array(handle, _) if *handle > at.arrays => None,
            Change::Field(field, keys) => {
                let slot = |key: &Key| match key {
                    Key::Constant(bits) => Slot::wide(*bits),
                    Key::Term(term) => Slot::symbolic(*term),
                };
                let keys: Vec<Slot> = keys.iter().map(slot).collect();
                Some(Change::Field(*field, self.fixed_keys(&keys, at)))
            }
            change => Some(change.clone()),
        }
    }

    /// Lets the registers that a loop writes hold anything.
    fn any_registers(
        &mut self,
        induction: &mut Induction,
        state: &mut State,
        head: u32,
        reference: Anything,
    ) -> Option<()> {
        let code = state.stack.top.code.clone();
        let live = code.registers().live_at(&code, state.stack.top.at, false);
        for register in code.flow().written_in_loop(&code, head) {
            if !live.all.contains(register) {
                continue;
            }
            let index = register as usize;
            let sort = code.sorts[index];
            if !matches!(sort, Sort::Bool | Sort::BitVec(_) | Sort::Int) {
                induction.refuse("a loop that changes a variable of a sort that has no symbols");
                return None;
            }
            let is_reference = self.references(induction, &code).contains(&register);
            let initial = if is_reference { Initial::Reference } else { Initial::Value };
            let any = Anything { initial, ..reference };
            let old = state.stack.top.regs[index];
            state.stack.top.regs[index] = self.anything(induction, old, sort, any);
        }
        Some(())
    }

    fn references(&self, induction: &mut Induction, code: &Code) -> Rc<BTreeSet<R>> {
        let fields = &self.cx.job.program.fields;
        let known = induction.references.entry(code.function);
        known.or_insert_with(|| Rc::new(references(code, fields))).clone()
    }

    /// Lets an element of an array object, or all, be anything, when the path has it.
    fn any_array(
        &mut self,
        induction: &mut Induction,
        state: &mut State,
        handle: u64,
        index: Option<u128>,
    ) {
        let Some(object) = state.memory.arrays.get_mut(handle) else { return };
        let (Some(key), Some(element)) = (object.index().scalar(), object.element().scalar())
        else {
            return induction.refuse("a loop that changes an array of a sort that has no symbols");
        };
        match index {
            Some(index) => {
                let value = self.symbol(induction, element.into());
                let set = self.symbol(induction, Sort::Bool);
                object.forget_at(&mut self.cx.store, index, value, set);
            }
            None => {
                let value = self.symbol(induction, Sort::Array { index: key, element });
                let set = Sort::Array { index: key, element: Scalar::Bool };
                let set = self.symbol(induction, set);
                object.forget(&mut self.cx.store, value, set);
            }
        }
    }

    /// Lets elements of a heap function be anything.
    fn any_field(
        &mut self,
        induction: &mut Induction,
        state: &mut State,
        field: FieldId,
        keys: &[Key],
        reference: Anything,
    ) {
        let program = self.cx.job.program.clone();
        let decl = &program.fields[field];
        let anything = Anything { initial: decl.initial, ..reference };
        let slot = |key: &Key| match key {
            Key::Constant(bits) => Slot::wide(*bits),
            Key::Term(term) => Slot::symbolic(*term),
        };
        let keys: Vec<Slot> = keys.iter().map(slot).collect();
        if keys.len() == decl.keys.len() {
            let value = self.anything(induction, Slot::default(), decl.element.into(), anything);
            state.memory.functions.get_mut(field).set(&keys, value);
            return;
        }
        induction.symbols += 1;
        let name = format!("any {}", induction.symbols);
        let object = keys.first().copied();
        let any = AnyElements { anything, name, object, when: None };
        state.memory.functions.get_mut(field).forget(any);
    }

    /// Lets an object hold anything, when the path has it.
    fn any_contents(&mut self, induction: &mut Induction, state: &mut State, base: u64) {
        if state.memory.object(base).is_none() {
            let global =
                self.cx.job.layout.global_at(base).and_then(|index| self.cx.global(index).ok());
            match global {
                Some(global) => state.memory.adopt(global),
                // One that is made and released in each iteration.
                None => return,
            }
        }
        let Some(Object { size, constant, .. }) = state.memory.object(base) else { return };
        let (size, constant) = (*size, *constant);
        if constant {
            return;
        }
        if size > LARGEST {
            return induction.refuse("a loop that changes a large object");
        }
        let mut at = 0;
        while at < size {
            let len = [8, 4, 2, 1].into_iter().find(|len| at + len <= size && at % len == 0);
            let len = len.unwrap_or(1);
            // Numbers of four bytes are more frequent than those of eight in what is larger than either.
            let len = if size > 8 { len.min(4) } else { len };
            let old = load_at(&mut self.cx.store, &state.memory, base + at, len);
            let sort = Sort::BitVec(8 * len as u32);
            let new = self.anything(induction, old, sort, ANY_VALUE);
            store_at(&mut self.cx.store, &mut state.memory, base + at, len, new);
            at += len;
        }
    }

    /// Any value; or the old one, where that was perhaps never set.
    fn anything(
        &mut self,
        induction: &mut Induction,
        old: Slot,
        sort: Sort,
        anything: Anything,
    ) -> Slot {
        induction.symbols += 1;
        let name = format!("any {}", induction.symbols);
        let any = anything.value(&mut self.cx.store, sort, &mut |store, part, sort| {
            let name = format!("{name}{part}");
            store.variable(&VarInfo { name, sort, role: Role::Input })
        });
        match old.term {
            Some(term) if self.cx.store.has_unspecified(term) => {
                let set = self.symbol(induction, Sort::Bool);
                let value = self.cx.store.ite(set, any, term);
                self.cx.slot(value)
            }
            _ => Slot::symbolic(any),
        }
    }

    fn symbol(&mut self, induction: &mut Induction, sort: Sort) -> Term {
        induction.symbols += 1;
        let name = format!("any {}", induction.symbols);
        self.cx.store.variable(&VarInfo { name, sort, role: Role::Input })
    }
}
