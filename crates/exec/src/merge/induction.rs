//! The step of an induction over rounds of loops (k-induction: Sheeran, Singh and Stålmarck, 2000; Donaldson et al., 2011).
//!
//! Think of the first check that fails on a run. Of each loop that the run is in there, it is in one of the first `k` rounds, which
//! are run as they are; or it is in a later one, and `k` rounds before there was some state in which no check had failed yet. So
//! whoever enters a loop runs its first `k` rounds, and beside them `k` rounds from any state, in which nothing fails, and one round more.
//! Any state is one in which all that the loop writes may be anything: the registers that its blocks write, and the objects that were
//! seen to change in it. The latter are found by running again until no other one changes. A loop that was left is no other: it had
//! at most `k` rounds, or the last `k` of them from some state. What is not known from any state, such as where a pointer that may be
//! anything leads, is open in whichever round it is.

use super::region::{Item, LoopAt};
use crate::context::Context;
use crate::memory::Memory;
use crate::memory::object::Object;
use crate::slot::Slot;
use crate::state::{Extension, State};
use crate::stop::{Ending, Feasible};
use effigy_base::sort::Sort;
use effigy_ir::program::FuncId;
use effigy_term::{Role, Term, VarInfo};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Largest object of which the contents may be anything.
const LARGEST: u64 = 4096;

/// What is added to the number of rounds behind any state.
pub(super) const ANY: u64 = 1 << 40;

/// A loop: its function and the block at its head.
pub(super) type Head = (FuncId, u32);

/// A step that is being made.
#[derive(Debug, Default)]
pub(crate) struct Induction {
    /// How many rounds do not fail.
    rounds: u64,
    /// The objects that loops change, by their addresses.
    changes: BTreeMap<Head, BTreeSet<u64>>,
    /// Whether another one was found.
    pub(super) grew: bool,
    /// Why the step says nothing, when it does not.
    pub(super) refused: Option<String>,
    /// How many symbols were made.
    symbols: u64,
}

impl Induction {
    /// The step with so many rounds, with the changes that an earlier one found.
    pub(super) fn new(rounds: u64, changes: BTreeMap<Head, BTreeSet<u64>>) -> Self {
        Self { rounds, changes, ..Self::default() }
    }

    /// What was found to be changed.
    pub(super) fn into_changes(self) -> BTreeMap<Head, BTreeSet<u64>> {
        self.changes
    }

    fn refuse(&mut self, why: &str) {
        self.refused.get_or_insert_with(|| why.to_owned());
    }

    /// Whether a failure does not count: it is in one of the rounds that do not fail.
    pub(super) fn is_assumed(&self, item: &Item) -> bool {
        item.all_loops().any(|at| at.rounds >= ANY && at.rounds - ANY < self.rounds)
    }

    /// Whether a path left a loop that it was in behind fewer rounds from any state than do not fail.
    pub(super) fn left_early(&self, before: &[Vec<LoopAt>], item: &Item) -> bool {
        let is_in = |activation: usize, place: usize, at: &LoopAt| {
            let now = item.loops().get(activation).and_then(|loops| loops.get(place));
            now.is_some_and(|now| now.head == at.head && now.rounds >= at.rounds)
        };
        before.iter().enumerate().any(|(activation, loops)| {
            loops.iter().enumerate().any(|(place, at)| {
                at.rounds >= ANY && at.rounds - ANY < self.rounds && !is_in(activation, place, at)
            })
        })
    }

    /// Looks whether a path that comes back to the head of a loop has the objects that it had there before.
    pub(super) fn come_back(&mut self, item: &Item) {
        let state = &item.state;
        let (flow, at) = (state.top.code.flow(), state.top.at);
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

/// The memory and the world of a path.
pub(super) struct Before {
    memory: Memory,
    world: Option<Rc<Box<dyn Extension>>>,
}

impl Before {
    /// Those of a path that is in any round of a loop; `None` for another one.
    pub(super) fn of(item: &Item) -> Option<Self> {
        item.all_loops().any(|at| at.rounds >= ANY).then(|| Self {
            memory: item.state.memory.clone(),
            world: item.state.extension.clone(),
        })
    }
}

impl Context {
    /// Refuses a step in which a path from any state ends in what is not known. To ask at once saves running the rest.
    pub(super) fn refuse_open(&mut self, induction: &mut Induction, item: &Item, ending: &Ending) {
        if induction.refused.is_some() || !item.all_loops().any(|at| at.rounds >= ANY) {
            return;
        }
        let yes = self.store.bool(true);
        if !matches!(self.feasible(&item.state, yes), Feasible::No) {
            induction.refuse(&why_open(ending));
        }
    }

    /// Notes what a path changed in the loops that it is in.
    pub(super) fn note_changes(&mut self, induction: &mut Induction, item: &Item, before: &Before) {
        let state = &item.state;
        let same_world = match (&before.world, &state.extension) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b) || a.is_same(&***b),
            _ => false,
        };
        if !same_world {
            induction.refuse("a loop that changes what the system keeps for the program");
        }
        if !before.memory.arrays.are_shared(&state.memory.arrays)
            || !before.memory.functions.are_shared(&state.memory.functions)
        {
            induction.refuse("a loop that changes arrays or objects of the language");
        }
        let mut written = before.memory.touched(&state.memory);
        written.retain(|base| self.is_changed(*base, &before.memory, &state.memory));
        for (function, at) in item.loops_by_function() {
            if at.rounds < ANY {
                continue;
            }
            let known = induction.changes.entry((function, at.head)).or_default();
            for base in &written {
                induction.grew |= known.insert(*base);
            }
        }
    }

    /// Whether an object that was touched holds something else than before.
    fn is_changed(&mut self, base: u64, before: &Memory, after: &Memory) -> bool {
        let Some(new) = after.object(base) else { return true };
        let first;
        let old = match before.object(base) {
            Some(old) => old,
            None => match self.job.layout.global_at(base).and_then(|i| self.global(i).ok()) {
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
    pub(super) fn any_round(
        &mut self,
        induction: &mut Induction,
        item: &mut Item,
        head: Head,
    ) -> Option<Item> {
        let mut any = item.with(item.state.clone());
        let choice = self.symbol(induction, Sort::Bool);
        let otherwise = self.store.not(choice);
        any.state.condition.push(choice);
        item.state.condition.push(otherwise);
        any.set_rounds(ANY);
        let code = any.state.top.code.clone();
        let live = code.registers().live_at(&code, any.state.top.at, false);
        for register in code.flow().written_in_loop(&code, head.1) {
            if !live.all.contains(register) {
                continue;
            }
            let index = register as usize;
            let sort = code.sorts[index];
            if !matches!(sort, Sort::Bool | Sort::BitVec(_)) {
                induction.refuse("a loop that changes a variable without a size");
                return None;
            }
            let old = any.state.top.regs[index];
            any.state.top.regs[index] = self.anything(induction, old, sort);
        }
        let changes = induction.changes.get(&head).cloned().unwrap_or_default();
        // What an inner loop changes the outer one changes.
        for (function, at) in item.loops_by_function() {
            if at.rounds >= ANY {
                let known = induction.changes.entry((function, at.head)).or_default();
                changes.iter().for_each(|base| induction.grew |= known.insert(*base));
            }
        }
        for base in changes {
            self.any_contents(induction, &mut any.state, base);
        }
        Some(any)
    }

    /// Lets an object hold anything, when the path has it.
    fn any_contents(&mut self, induction: &mut Induction, state: &mut State, base: u64) {
        if state.memory.object(base).is_none() {
            let global = self.job.layout.global_at(base).and_then(|index| self.global(index).ok());
            match global {
                Some(global) => state.memory.adopt(global),
                // One that is made and released in each round.
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
            let old = self.load_at(state, base + at, len);
            let new = self.anything(induction, old, Sort::BitVec(8 * len as u32));
            self.store_at(state, base + at, len, new);
            at += len;
        }
    }

    /// Any value; or the old one, where that was perhaps never set.
    fn anything(&mut self, induction: &mut Induction, old: Slot, sort: Sort) -> Slot {
        let any = self.symbol(induction, sort);
        match old.term {
            Some(term) if self.store.has_unspecified(term) => {
                let set = self.symbol(induction, Sort::Bool);
                let value = self.store.ite(set, any, term);
                self.slot(value)
            }
            _ => Slot::symbolic(any),
        }
    }

    fn symbol(&mut self, induction: &mut Induction, sort: Sort) -> Term {
        induction.symbols += 1;
        let name = format!("any {}", induction.symbols);
        self.store.variable(&VarInfo { name, sort, role: Role::Input })
    }
}
