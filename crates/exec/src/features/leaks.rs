//! Leaks: heap objects that nothing points to when the program ends.
//!
//! An address anywhere in an object that is reached keeps the object that it points into, also from a symbolic value
//! that mentions it. What the running functions hold counts; after the entry has returned, its variables do not.
//!
//! Where paths were merged, a value can be a choice: what is chosen keeps an object only where the choice is that one. An object
//! is then a leak under a condition, and the path is asked for it.

use crate::code::Inst;
use crate::data::finding::Failure;
use crate::data::slot::Slot;
use crate::data::stop::{Ending, Stop};
use crate::machine::access::Access;
use crate::machine::feature::Ends;
use crate::machine::{Context, Forks};
use crate::memory::Memory;
use crate::memory::object::{Object, ObjectKind};
use crate::state::State;
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_term::{Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most values that are searched for addresses under a condition.
const MOST_SEARCHED: usize = 1 << 16;

/// The search for leaks at the end of a program.
pub(crate) struct Leaks;

impl Ends for Leaks {
    /// The first object that is a leak.
    fn failure(&self, cx: &mut Context, state: &mut State) -> Result<Option<Failure>, Stop> {
        let reached = Reach::of(&mut cx.store, state)?;
        let mut owned: Vec<(u64, String, [Option<Term>; 2])> = Vec::new();
        state.memory.for_each(&mut |object| {
            let known = state.memory.owned(object.base).filter(|_| object.kind == ObjectKind::Heap);
            if let Some(known) = known {
                owned.push((object.base, object.room(), [object.life, known.when]));
            }
        });
        owned.sort_unstable_by_key(|(base, ..)| *base);
        let mut lost: Option<(u64, String)> = None;
        let mut count = 0u64;
        for (base, size, [life, made]) in owned {
            let kept = cx.store.or_all(reached.get(&base).map_or(&[], Vec::as_slice));
            let is_lost = cx.store.not(kept);
            let is_lost = life.map_or(is_lost, |life| cx.store.and(life, is_lost));
            let is_lost = made.map_or(is_lost, |made| cx.store.and(made, is_lost));
            if !cx.decide(state, is_lost)? {
                continue;
            }
            count += 1;
            lost.get_or_insert((base, size));
            // How many there are is seen when the program is run on the values of a model.
            if cx.forks == Forks::Together {
                break;
            }
        }
        let Some((base, size)) = lost else { return Ok(None) };
        let exact = Access { cx }.size_in_test(state, base);
        let size = exact.map_or(size, |exact| format!("{exact} bytes"));
        let others =
            if count > 1 { format!(", and {} more objects", count - 1) } else { String::new() };
        let message = format!("a heap object of {size} is never released{others}");
        let stack = state.memory.owned(base).map(|owned| owned.stack.clone());
        Ok(Some(Failure {
            kind: FindingKind::Leak,
            message,
            reported_at: None,
            stack: stack.unwrap_or_default(),
        }))
    }
}

/// Whether the program has to release an object.
fn is_owned(memory: &Memory, object: &Object) -> bool {
    object.kind == ObjectKind::Heap && memory.owned(object.base).is_some()
}

/// The search for what is reached.
struct Reach<'a> {
    store: &'a mut TermStore,
    memory: &'a Memory,
    /// When an object is reached: under one of these conditions.
    reached: FxHashMap<u64, Vec<Term>>,
    /// The objects of which it became known that they are reached, and when.
    waiting: Vec<(u64, Term)>,
    seen: FxHashSet<(Term, Term)>,
    /// How many of them were seen under a condition.
    conditional: usize,
}

impl<'a> Reach<'a> {
    /// The heap objects that the end of a path reaches, and when, by their addresses.
    fn of(store: &'a mut TermStore, state: &'a State) -> Result<FxHashMap<u64, Vec<Term>>, Stop> {
        let always = store.bool(true);
        let mut search = Reach {
            store,
            memory: &state.memory,
            reached: FxHashMap::default(),
            waiting: Vec::new(),
            seen: FxHashSet::default(),
            conditional: 0,
        };
        let top = &state.stack.top;
        let returned = top.caller.is_none()
            && matches!(top.code.insts.get(top.at as usize), Some(Inst::Return { .. }));
        let mut gone: FxHashSet<u64> = FxHashSet::default();
        if returned {
            gone.extend(&top.objects);
        } else {
            for frame in state.stack().chain(state.threads.parked()) {
                frame.regs.iter().for_each(|slot| search.slot(*slot, always));
                frame.variadic.iter().for_each(|(slot, _)| search.slot(*slot, always));
            }
        }
        let mut roots = Vec::new();
        state.memory.for_each(&mut |object| {
            if !is_owned(&state.memory, object) && !gone.contains(&object.base) {
                roots.push((object.base, object.life.unwrap_or(always)));
            }
        });
        roots.into_iter().for_each(|(base, when)| search.object(base, when));
        while let Some((base, when)) = search.waiting.pop() {
            search.object(base, when);
        }
        match search.conditional > MOST_SEARCHED {
            true => Err(Stop::End(Ending::Unsupported("leaks among so many choices".into()))),
            false => Ok(search.reached),
        }
    }

    /// Looks at all that an object holds, which is reached under a condition.
    fn object(&mut self, base: u64, when: Term) {
        let Some(object) = self.memory.object(base) else { return };
        for address in object.addresses() {
            self.address(*address, when);
        }
        let mut terms = Vec::new();
        object.terms().for_each(|term| terms.push(term));
        terms.into_iter().for_each(|term| self.term(term, when));
    }

    fn slot(&mut self, slot: Slot, when: Term) {
        match slot.term {
            Some(term) => self.term(term, when),
            None => self.address(slot.lo, when),
        }
    }

    fn address(&mut self, address: u64, when: Term) {
        if !Memory::in_heap(address) {
            return;
        }
        let Some(base) = self.memory.object(address).map(|object| object.base) else { return };
        let known = self.reached.entry(base).or_default();
        // Who comes back to an object in a circle comes there under more conditions.
        if known.iter().any(|known| says(self.store, when, *known)) {
            return;
        }
        known.push(when);
        self.waiting.push((base, when));
    }

    /// Takes every number in a term for an address, but for those in the conditions of choices.
    fn term(&mut self, term: Term, when: Term) {
        let mut pending = vec![(term, when)];
        while let Some((term, when)) = pending.pop() {
            let whether = self.store.as_bool(when);
            if whether == Some(false) || !self.seen.insert((term, when)) {
                continue;
            }
            self.conditional += usize::from(whether.is_none());
            if self.conditional > MOST_SEARCHED {
                continue;
            }
            if let Some(bits) = self.store.as_bits(term) {
                self.address(bits as u64, when);
                self.address((bits >> 64) as u64, when);
            }
            match (self.store.op(term), self.store.args(term)) {
                (Some(Op::Ite), &[condition, then, otherwise]) => {
                    let negation = self.store.not(condition);
                    pending.push((then, self.store.and(when, condition)));
                    pending.push((otherwise, self.store.and(when, negation)));
                }
                (Some(_), args) => pending.extend(args.iter().map(|arg| (*arg, when))),
                (None, _) => {}
            }
        }
    }
}

/// Whether all conjuncts of one condition are conjuncts of another one.
fn says(store: &TermStore, condition: Term, part: Term) -> bool {
    let (said, parts) = (conjuncts(store, condition), conjuncts(store, part));
    parts.iter().all(|part| said.contains(part))
}

fn conjuncts(store: &TermStore, condition: Term) -> Vec<Term> {
    let (mut found, mut pending) = (Vec::new(), vec![condition]);
    while let Some(condition) = pending.pop() {
        match store.op(condition) {
            Some(Op::And) => pending.extend_from_slice(store.args(condition)),
            _ if store.as_bool(condition) == Some(true) => {}
            _ => found.push(condition),
        }
    }
    found
}
