//! Heap functions: fields as arrays from objects, contents of arrays, global variables (de Boer and Bonsangue 2021,
//! sections 2.1 and 4.1; the memory model of programs with objects).
//!
//! A write is remembered with its keys. A read compares its keys with those of the writes, newest first: where neither
//! equality nor difference is certain, the value is the aliasing conditional. An access never forks.

use super::any::AnyElements;
use crate::data::slot::{Slot, term};
use effigy_base::id::{Id, IdVec};
use effigy_ir::field::{FieldDecl, FieldId, created};
use effigy_term::{Term, TermStore, Trace};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The heap functions of a path. Cloning costs a reference count for each heap function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapFunctions {
    functions: Vec<Rc<HeapFunction>>,
    created: u64,
}

/// One heap function: what was written since the path began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapFunction {
    /// Writes, oldest first.
    layers: Vec<Rc<Layer>>,
    /// Writes at concrete keys that are newer than all layers.
    known: BTreeMap<Concrete, Slot>,
}

/// A write at symbolic keys, or at many, above writes at concrete ones.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layer {
    known: BTreeMap<Concrete, Slot>,
    write: Write,
}

impl HeapFunctions {
    /// Whether another path has the same functions, none of them written since the two were one.
    pub fn are_shared(&self, other: &HeapFunctions) -> bool {
        let mut pairs = self.functions.iter().zip(&other.functions);
        let same = self.functions.len() == other.functions.len() && self.created == other.created;
        same && pairs.all(|(a, b)| Rc::ptr_eq(a, b))
    }
}

impl Trace for HeapFunctions {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let HeapFunctions { functions, created: _ } = self;
        functions.trace(visit);
    }
}

impl Trace for HeapFunction {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let HeapFunction { layers, known } = self;
        layers.trace(visit);
        known.trace(visit);
    }
}

impl Trace for Layer {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Layer { known, write } = self;
        known.trace(visit);
        match write {
            Write::One { keys, value } => {
                keys.trace(visit);
                value.trace(visit);
            }
            Write::Many(any) => any.trace(visit),
        }
    }
}

/// What was written to a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// A value at some keys.
    One {
        /// The keys.
        keys: Vec<Slot>,
        /// The value.
        value: Slot,
    },
    /// Any value at many keys.
    Many(AnyElements),
}

/// Two functions that were one: what they were, and what was written to each since, oldest first.
#[derive(Debug)]
pub struct Forked {
    /// What both hold where neither was written.
    pub before: HeapFunction,
    /// What was written to each.
    pub since: [Vec<Write>; 2],
}

/// Concrete keys; one that a function does not have is 0.
type Concrete = [u128; 2];

/// What a read came to: the candidates under their conditions, newest first, and what holds otherwise.
#[derive(Debug, Default)]
pub struct Reading {
    /// A value, and the condition under which it was written at the keys.
    pub candidates: Vec<(Term, Slot)>,
    /// The value under none of the conditions; without one it is from before the run.
    pub otherwise: Option<Slot>,
}

impl HeapFunctions {
    /// The reference to a new object.
    pub fn create(&mut self) -> u128 {
        self.created += 1;
        created(self.created - 1)
    }

    /// The functions that hold something else than they did in an earlier state, and what was written to them since.
    pub fn written_since(
        &self,
        before: &HeapFunctions,
        fields: &IdVec<FieldId, FieldDecl>,
    ) -> Vec<(FieldId, Vec<Write>)> {
        let forked = |(id, decl): (FieldId, &FieldDecl)| {
            let Forked { since: [_, new], .. } = before.forked_from(self, id, decl.keys.len())?;
            Some((id, new))
        };
        fields.iter().filter_map(forked).collect()
    }

    /// The number of objects that the path made.
    pub fn objects(&self) -> u64 {
        self.created
    }

    /// A function of two paths, where they differ in it.
    pub fn forked_from(
        &self,
        other: &HeapFunctions,
        field: FieldId,
        keys: usize,
    ) -> Option<Forked> {
        let none = Rc::default();
        let [a, b] = [self, other].map(|f| f.functions.get(field.index()).unwrap_or(&none));
        (!Rc::ptr_eq(a, b)).then(|| a.forked_from(b, keys))
    }

    /// Gives a function what it holds from here on.
    pub fn put(&mut self, field: FieldId, function: HeapFunction) {
        *self.get_mut(field) = function;
    }

    /// Goes on with new objects behind those of another path too.
    pub fn skip_created(&mut self, other: &HeapFunctions) {
        self.created = self.created.max(other.created);
    }

    /// Whether a reference is to an object that some other path made.
    pub fn is_foreign(&self, reference: Slot) -> bool {
        reference.concrete().is_some_and(|r| r % 2 == 1 && r >= created(self.created))
    }

    /// Reads the element of a heap function at the keys.
    pub fn read(
        &self,
        store: &mut TermStore,
        field: FieldId,
        decl: &FieldDecl,
        keys: &[Slot],
    ) -> Reading {
        match self.functions.get(field.index()) {
            Some(function) => function.read(store, decl, keys),
            None => Reading::default(),
        }
    }

    /// A heap function, to be changed.
    pub fn get_mut(&mut self, field: FieldId) -> &mut HeapFunction {
        let index = field.index();
        while self.functions.len() <= index {
            self.functions.push(Rc::default());
        }
        Rc::make_mut(&mut self.functions[index])
    }

    /// Changes every term in the heap by `change`, to one of the same sort.
    pub fn map_terms(&mut self, change: &mut dyn FnMut(Term) -> Slot) {
        let mut of = |slot: &mut Slot| {
            if let Some(term) = slot.term {
                *slot = change(term);
            }
        };
        for function in self.functions.iter_mut().map(Rc::make_mut) {
            function.known.values_mut().for_each(&mut of);
            for layer in function.layers.iter_mut().map(Rc::make_mut) {
                layer.known.values_mut().for_each(&mut of);
                match &mut layer.write {
                    Write::One { keys, value } => keys.iter_mut().chain([value]).for_each(&mut of),
                    Write::Many(any) => any.map_slots(&mut of),
                }
            }
        }
    }
}

impl HeapFunction {
    /// Sets the element at the keys.
    pub fn set(&mut self, keys: &[Slot], value: Slot) {
        if let Some(at) = concrete(keys) {
            self.known.insert(at, value);
            return;
        }
        let write = Write::One { keys: keys.to_vec(), value };
        // What the newest layer wrote at the same keys is lost.
        if self.known.is_empty()
            && let Some(last) = self.layers.last_mut()
            && matches!(&last.write, Write::One { keys: last, .. } if last == keys)
        {
            Rc::make_mut(last).write = write;
            return;
        }
        self.push(write);
    }

    /// Lets many elements be anything.
    pub fn forget(&mut self, any: AnyElements) {
        self.push(Write::Many(any));
    }

    fn push(&mut self, write: Write) {
        let known = std::mem::take(&mut self.known);
        self.layers.push(Rc::new(Layer { known, write }));
    }

    fn forked_from(&self, other: &HeapFunction, keys: usize) -> Forked {
        let pairs = self.layers.iter().zip(&other.layers);
        let shared = pairs.take_while(|(a, b)| Rc::ptr_eq(a, b)).count();
        let mut before =
            HeapFunction { layers: self.layers[..shared].to_vec(), known: BTreeMap::new() };
        // Of the writes at concrete keys directly behind, those that are the same.
        let first = |f: &HeapFunction| match f.layers.get(shared) {
            Some(layer) => layer.known.clone(),
            None => f.known.clone(),
        };
        let (a, b) = (first(self), first(other));
        before.known.extend(a.into_iter().filter(|(at, value)| b.get(at) == Some(value)));
        let since = [self, other].map(|f| f.since(shared, &before.known, keys));
        Forked { before, since }
    }

    /// What was written since the first so many layers, without what is known of the writes directly behind them.
    fn since(&self, shared: usize, same: &BTreeMap<Concrete, Slot>, keys: usize) -> Vec<Write> {
        let mut writes = Vec::new();
        let known_ones = |writes: &mut Vec<Write>, known: &BTreeMap<Concrete, Slot>| {
            let is_same = |at: &Concrete| same.contains_key(at) && writes.is_empty();
            let new: Vec<Write> = known
                .iter()
                .filter(|(at, _)| !is_same(at))
                .map(|(at, value)| {
                    let at = at.map(Slot::wide);
                    Write::One { keys: at.get(..keys).unwrap_or(&at).to_vec(), value: *value }
                })
                .collect();
            writes.extend(new);
        };
        for layer in self.layers.get(shared..).unwrap_or_default() {
            known_ones(&mut writes, &layer.known);
            writes.push(layer.write.clone());
        }
        known_ones(&mut writes, &self.known);
        writes
    }

    /// Reads the element at the keys.
    pub fn read(&self, store: &mut TermStore, decl: &FieldDecl, keys: &[Slot]) -> Reading {
        let at = concrete(keys);
        let mut reading = Reading::default();
        if reading.visit(store, decl, keys, at, &self.known) {
            return reading;
        }
        for layer in self.layers.iter().rev() {
            let is_certain = match &layer.write {
                Write::One { keys: written, value } => {
                    reading.add(store, decl, keys, (written, *value))
                }
                Write::Many(any) => {
                    let (when, value) = any.element(store, decl, keys);
                    reading.candidate(store, when, value)
                }
            };
            if is_certain || reading.visit(store, decl, keys, at, &layer.known) {
                return reading;
            }
        }
        reading
    }
}

impl Reading {
    /// Compares with writes at concrete keys; whether one of them is certain.
    fn visit(
        &mut self,
        store: &mut TermStore,
        decl: &FieldDecl,
        keys: &[Slot],
        at: Option<Concrete>,
        known: &BTreeMap<Concrete, Slot>,
    ) -> bool {
        if let Some(at) = at {
            self.otherwise = known.get(&at).copied();
            return self.otherwise.is_some();
        }
        // A concrete reference meets its own elements only.
        let object = keys.first().and_then(|key| key.concrete());
        let (low, high) = object.map_or((0, u128::MAX), |object| (object, object));
        known.range([low, 0]..=[high, u128::MAX]).any(|(written, value)| {
            let written = written.map(Slot::wide);
            self.add(store, decl, keys, (written.get(..keys.len()).unwrap_or(&[]), *value))
        })
    }

    /// Compares with one write; whether it is certain.
    fn add(
        &mut self,
        store: &mut TermStore,
        decl: &FieldDecl,
        keys: &[Slot],
        (written, value): (&[Slot], Slot),
    ) -> bool {
        let mut equal = store.bool(true);
        for ((sort, a), b) in decl.keys.iter().zip(keys).zip(written) {
            let (a, b) = (term(store, *a, (*sort).into()), term(store, *b, (*sort).into()));
            let same = store.eq(a, b);
            equal = store.and(equal, same);
        }
        self.candidate(store, equal, value)
    }

    /// Adds what was written under a condition; whether it is certain.
    fn candidate(&mut self, store: &TermStore, when: Term, value: Slot) -> bool {
        match store.as_bool(when) {
            Some(false) => false,
            Some(true) => {
                self.otherwise = Some(value);
                true
            }
            None => {
                self.candidates.push((when, value));
                false
            }
        }
    }
}

fn concrete(keys: &[Slot]) -> Option<Concrete> {
    let mut at = [0; 2];
    for (at, key) in at.iter_mut().zip(keys) {
        *at = key.concrete()?;
    }
    Some(at)
}
