//! Which stack objects a path can still reach: the contents of the others do not matter any more.

use crate::data::slot::Slot;
use crate::machine::Context;
use crate::memory::Memory;
use crate::memory::object::{Object, ObjectKind};
use crate::state::State;
use effigy_term::Term;
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Terms that are searched for addresses. Where there are more, every object counts as reachable.
const MOST_TERMS: usize = 4096;

/// The stack objects whose contents still matter.
#[derive(Debug, Default)]
pub(in crate::features) struct Reachable {
    /// Those that may be read anywhere, by their bases.
    whole: FxHashSet<u64>,
    /// The words that the functions to which the objects belong read themselves: base and offset.
    words: FxHashSet<(u64, u64)>,
}

impl Reachable {
    /// Whether it still matters what a range of an object holds.
    pub(in crate::features) fn contains(&self, base: u64, range: &Range<u64>) -> bool {
        let mut words = (range.start / 8..range.end.div_ceil(8)).map(|word| (base, 8 * word));
        self.whole.contains(&base) || words.any(|word| self.words.contains(&word))
    }
}

/// A search for the objects that a path can reach.
struct Search<'a> {
    context: &'a Context,
    memory: &'a Memory,
    found: Reachable,
    pending: Vec<u64>,
    terms: FxHashSet<Term>,
    /// Whether the search gave up.
    lost: bool,
}

/// The stack objects that a path can reach: from the registers that are still read, from globals, heap objects and
/// the models' own state, and from objects so found. `None` when that is not known.
pub(in crate::features) fn reachable(cx: &Context, state: &State) -> Option<Reachable> {
    let mut search = Search {
        context: cx,
        memory: &state.memory,
        found: Reachable::default(),
        pending: Vec::new(),
        terms: FxHashSet::default(),
        lost: false,
    };
    for (index, frame) in state.stack().enumerate() {
        let read = frame.code.contents().read_from(&frame.code, frame.at, index > 0);
        for register in &read.registers {
            search.slot(frame.regs[*register as usize]);
        }
        for (register, offset) in &read.words {
            let slot = frame.regs[*register as usize];
            match slot.term {
                None => search.word(slot.lo, *offset),
                Some(term) => search.term(term),
            }
        }
        frame.variadic.iter().for_each(|(slot, _)| search.slot(*slot));
    }
    if let Some(extension) = &state.extension {
        extension.addresses(&mut |address| search.address(address));
    }
    state.memory.for_each(&mut |object| {
        if object.kind != ObjectKind::Stack {
            search.object(object);
        }
    });
    while let Some(base) = search.pending.pop() {
        if let Some(object) = state.memory.object(base) {
            search.object(object);
        }
    }
    (!search.lost).then_some(search.found)
}

impl Search<'_> {
    fn slot(&mut self, slot: Slot) {
        match slot.term {
            None => self.address(slot.lo),
            Some(term) => self.term(term),
        }
    }

    fn address(&mut self, address: u64) {
        if Memory::in_stack(address)
            && let Some(object) = self.memory.object(address)
            && self.found.whole.insert(object.base)
        {
            self.pending.push(object.base);
        }
    }

    /// A word that a function reads of an object of its own.
    fn word(&mut self, base: u64, offset: u64) {
        if self.found.words.insert((base, offset))
            && let Some(object) = self.memory.object(base)
        {
            self.object(object);
        }
    }

    fn object(&mut self, object: &Object) {
        object.addresses().iter().for_each(|address| self.address(*address));
        object.terms().for_each(|term| self.term(term));
    }

    /// The addresses among the constants of a term.
    fn term(&mut self, term: Term) {
        let store = &self.context.store;
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            if self.lost || !self.terms.insert(term) {
                continue;
            }
            self.lost = self.terms.len() > MOST_TERMS;
            match store.as_bits(term) {
                Some(bits) => self.address(bits as u64),
                None => pending.extend(store.args(term)),
            }
        }
    }
}
