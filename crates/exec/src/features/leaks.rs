//! Leaks: heap objects that nothing points to when the program ends.
//!
//! An address anywhere in an object that is reached keeps the object that it points into, also from a symbolic value
//! that mentions it. What the running functions hold counts; after the entry has returned, its variables do not.

use crate::code::Inst;
use crate::data::finding::Failure;
use crate::data::slot::Slot;
use crate::machine::Context;
use crate::machine::feature::Ends;
use crate::memory::Memory;
use crate::memory::object::ObjectKind;
use crate::state::State;
use effigy_base::finding::FindingKind;
use effigy_term::{Term, Trace};
use rustc_hash::FxHashSet;

/// The search for leaks at the end of a program.
pub(crate) struct Leaks;

impl Ends for Leaks {
    /// The first object that is a leak.
    fn failure(&self, cx: &Context, state: &State) -> Option<Failure> {
        let reached = Reach::of(cx, state);
        let mut lost: Option<(u64, u64)> = None;
        let mut count = 0u64;
        state.memory.for_each(&mut |object| {
            let owned =
                object.kind == ObjectKind::Heap && state.memory.owned(object.base).is_some();
            if owned && !reached.contains(&object.base) {
                count += 1;
                if lost.is_none_or(|(base, _)| object.base < base) {
                    lost = Some((object.base, object.size));
                }
            }
        });
        let (base, size) = lost?;
        let others =
            if count > 1 { format!(", and {} more objects", count - 1) } else { String::new() };
        let message = format!("a heap object of {size} bytes is never released{others}");
        let stack = state.memory.owned(base)?.clone();
        Some(Failure { kind: FindingKind::Leak, message, reported_at: None, stack })
    }
}

/// The search for what is reached.
struct Reach<'a> {
    context: &'a Context,
    memory: &'a Memory,
    reached: FxHashSet<u64>,
    waiting: Vec<u64>,
    terms: FxHashSet<Term>,
}

impl<'a> Reach<'a> {
    /// The addresses of the heap objects that the end of a path reaches.
    fn of(context: &'a Context, state: &'a State) -> FxHashSet<u64> {
        let mut search = Reach {
            context,
            memory: &state.memory,
            reached: FxHashSet::default(),
            waiting: Vec::new(),
            terms: FxHashSet::default(),
        };
        let top = &state.stack.top;
        let returned = top.caller.is_none()
            && matches!(top.code.insts.get(top.at as usize), Some(Inst::Return { .. }));
        let mut gone: FxHashSet<u64> = FxHashSet::default();
        if returned {
            gone.extend(&top.objects);
        } else {
            for frame in state.stack().chain(state.threads.parked()) {
                frame.regs.iter().for_each(|slot| search.slot(*slot));
                frame.variadic.iter().for_each(|(slot, _)| search.slot(*slot));
            }
        }
        let mut roots = Vec::new();
        state.memory.for_each(&mut |object| {
            let owned =
                object.kind == ObjectKind::Heap && state.memory.owned(object.base).is_some();
            if !owned && !gone.contains(&object.base) {
                roots.push(object.base);
            }
        });
        roots.into_iter().for_each(|base| search.object(base));
        while let Some(base) = search.waiting.pop() {
            search.object(base);
        }
        search.reached
    }

    /// Looks at all that an object holds.
    fn object(&mut self, base: u64) {
        let Some(object) = self.memory.object(base) else { return };
        for address in object.addresses() {
            self.address(*address);
        }
        let mut terms = Vec::new();
        object.trace(&mut |term| terms.push(term));
        terms.into_iter().for_each(|term| self.term(term));
    }

    fn slot(&mut self, slot: Slot) {
        match slot.term {
            Some(term) => self.term(term),
            None => self.address(slot.lo),
        }
    }

    fn address(&mut self, address: u64) {
        if Memory::in_heap(address)
            && let Some(object) = self.memory.object(address)
            && self.reached.insert(object.base)
        {
            self.waiting.push(object.base);
        }
    }

    /// Takes every number in a term for an address.
    fn term(&mut self, term: Term) {
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            if !self.terms.insert(term) {
                continue;
            }
            if let Some(bits) = self.context.store.as_bits(term) {
                self.address(bits as u64);
                self.address((bits >> 64) as u64);
            }
            if self.context.store.op(term).is_some() {
                stack.extend_from_slice(self.context.store.args(term));
            }
        }
    }
}
