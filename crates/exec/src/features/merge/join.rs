//! Two paths at one place become one.

use super::item::Item;
use super::weights::{Weight, sum};
use crate::code::flow::LiveAt;
use crate::code::{Inst, R};
use crate::data::options::Merge;
use crate::data::sides::Sides;
use crate::data::slot::Slot;
use crate::features::merge::reach::reachable;
use crate::machine::Context;
use crate::memory::bytes::{load_at, store_at};
use crate::memory::object::{Object, ObjectKind};
use crate::state::State;
use crate::state::frame::Frame;
use effigy_base::sort::Sort;
use effigy_solver::Set;
use effigy_term::{Model, Term};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;

/// Most pieces of memory in which paths that are merged differ.
const MOST_PIECES: usize = 64;

/// Nodes of a condition that is not too large, whatever it stands for.
const SHORT: usize = 200;

/// Models of a merged path that are kept.
const MOST_MODELS: usize = 32;

/// Objects that kept paths apart that are looked at first.
const MOST_APART: usize = 4;

/// Activations that are looked at before two paths are compared.
const FRAMES: usize = 32;

/// Largest object in bytes that is compared.
const LARGEST: u64 = 1 << 16;

/// Two paths that may become one.
pub(super) struct Joining<'a> {
    pub(super) cx: &'a mut Context,
    pub(super) apart: &'a mut KeptApart,
}

/// The objects that kept paths apart last at a place, the last one first.
#[derive(Debug, Default)]
pub(super) struct KeptApart {
    bases: [Option<u64>; MOST_APART],
}

impl KeptApart {
    fn add(&mut self, base: u64) {
        self.bases.rotate_right(1);
        self.bases[0] = Some(base);
    }
}

impl Joining<'_> {
    /// The path that two paths become; `None` when they stay apart. The first `conditions` of their conditions are the same.
    pub(in crate::features) fn join(
        &mut self,
        conditions: usize,
        a: &mut Item,
        b: &mut Item,
    ) -> Option<Item> {
        if !stand_alike(&a.state, &b.state) {
            return None;
        }
        let top = Live::of(&a.state.stack.top, &b.state.stack.top, false);
        let callers: Vec<Live> =
            callers(&a.state, &b.state)?.map(|(x, y)| Live::of(x, y, true)).collect();
        let pays = |live: &Live, x: &Frame, y: &Frame| {
            live.differing.iter().all(|register| self.pays(x, y, *register))
        };
        if !pays(&top, &a.state.stack.top, &b.state.stack.top) {
            return None;
        }
        let pairs = callers_of(&a.state).zip(callers_of(&b.state));
        if !callers.iter().zip(pairs).all(|(live, (x, y))| pays(live, x, y)) {
            return None;
        }
        self.differ_little_in_known(a, b)?;
        self.own_globals(&mut a.state, &b.state)?;
        self.own_globals(&mut b.state, &a.state)?;
        let memory = self.differing(a, b)?;
        let (a, b) = (&*a, &*b);
        let contents = self.contents(&memory, a, b);
        self.place_inputs(&top, &callers, &contents, a, b);
        let (condition, path) = match self.apart(conditions, a, b) {
            Some(apart) => (apart.condition, Some(apart)),
            // Without sets what is merged grows with each merge: paths whose callers differ stay apart.
            None if callers.is_empty() => (self.distinguished(conditions, a, b)?, None),
            None => return None,
        };
        if self.cx.store.as_bool(condition).is_some() {
            return None;
        }
        let whole = path.as_ref().map(|apart| apart.whole);
        let mut state = a.state.clone();
        let apart = (condition, whole);
        state.stack.top.regs = self.registers(&top, &a.state.stack.top, &b.state.stack.top, apart);
        if callers.iter().any(|live| !live.differing.is_empty()) {
            state.stack.top.caller = self.merged_callers(&callers, &a.state, &b.state, apart);
        }
        for Contents { at, len, values: [x, y] } in contents {
            let value = self.either(condition, x, y, Sort::BitVec(8 * len as u32), whole);
            store_at(&mut self.cx.store, &mut state.memory, at, len, value);
        }
        state.path.models = models(&a.state, &b.state);
        if self.cx.job.sides {
            state.kept.sides = Some(Sides::joined(
                &mut self.cx.store,
                condition,
                a.state.kept.sides.as_deref(),
                b.state.kept.sides.as_deref(),
            ));
        }
        state.memory.skip_used(&b.state.memory);
        state.history.steps = state.history.steps.max(b.state.history.steps);
        state.history.statements = state.history.statements.max(b.state.history.statements);
        let weights = match path {
            Some(apart) => {
                let weight =
                    sum(a.weights.last().unwrap_or(&None), b.weights.last().unwrap_or(&None));
                let mut weights = a.weights[..=0].to_vec();
                state.path.condition.truncate(conditions);
                state.path.set.set(None);
                if self.cx.store.as_bool(apart.added).is_none() {
                    state.path.condition.push(apart.added);
                    weights.push(weight);
                }
                state.path.set.set(Some((state.path.condition.len(), Some(apart.whole))));
                weights
            }
            None => self.disjunction(&mut state, conditions, a, b),
        };
        let among = a.among.joined(&b.among, self.cx.place(&state));
        let mut both = Item::merged(state, weights, a);
        both.among = among;
        Some(both)
    }

    /// What two paths hold where their memory differs.
    fn contents(&mut self, ranges: &[(u64, Vec<Range<u64>>)], a: &Item, b: &Item) -> Vec<Contents> {
        let places = ranges.iter().flat_map(|(base, ranges)| {
            ranges.iter().map(move |range| (base + range.start, range.end - range.start))
        });
        let load = |(at, len)| {
            let values = [&a.state, &b.state]
                .map(|state| load_at(&mut self.cx.store, &state.memory, at, len));
            Contents { at, len, values }
        };
        places.map(load).collect()
    }

    /// Gives the inputs that become part of what is merged their places in sets, before sets of the paths are made: a new
    /// input can make all sets anew, and what a merged value looks like must not depend on what was new.
    fn place_inputs(
        &mut self,
        top: &Live,
        callers: &[Live],
        contents: &[Contents],
        a: &Item,
        b: &Item,
    ) {
        let Some(sets) = &mut self.cx.sets else { return };
        let mut place = |slot: Slot| {
            if let Some(term) = slot.term {
                sets.place(&mut self.cx.store, term);
            }
        };
        contents.iter().flat_map(|contents| contents.values).for_each(&mut place);
        for state in [&a.state, &b.state] {
            let frames =
                std::iter::once(&state.stack.top).chain(callers_of(state).map(|frame| &**frame));
            for (live, frame) in std::iter::once(top).chain(callers).zip(frames) {
                live.differing.iter().for_each(|r| place(frame.regs[*r as usize]));
            }
        }
    }

    /// The registers of an activation on either path; nothing in those that are not read any more, but addresses of the
    /// activation's own objects, which are the same on all paths.
    fn registers(
        &mut self,
        live: &Live,
        a: &Frame,
        b: &Frame,
        (condition, path): (Term, Option<Set>),
    ) -> Vec<Slot> {
        let mut registers = a.regs.clone();
        for (index, slot) in registers.iter_mut().enumerate() {
            let index = index as u32;
            if !live.all.all.contains(index) && !a.code.contents().is_address(index) {
                *slot = Slot::default();
            }
        }
        for r in &live.differing {
            let r = *r as usize;
            registers[r] = self.either(condition, a.regs[r], b.regs[r], a.code.sorts[r], path);
        }
        registers
    }

    /// The callers of either path. The first of them differ, the others are the same.
    fn merged_callers(
        &mut self,
        live: &[Live],
        a: &State,
        b: &State,
        apart: (Term, Option<Set>),
    ) -> Option<Rc<Frame>> {
        let pairs: Vec<(&Rc<Frame>, &Rc<Frame>)> = callers_of(a).zip(callers_of(b)).collect();
        let mut caller = callers_of(a).nth(live.len()).cloned();
        for (live, (x, y)) in live.iter().zip(pairs).rev() {
            let mut frame = Frame::clone(x);
            frame.regs = self.registers(live, x, y, apart);
            frame.caller = caller;
            caller = Some(Rc::new(frame));
        }
        caller
    }

    /// As sets of inputs say it: how two paths are distinguished, and what holds on one of them beyond the first `conditions`.
    fn apart(&mut self, conditions: usize, a: &Item, b: &Item) -> Option<Apart> {
        // Once more where sets were thrown away meanwhile.
        let mut found = None;
        for _ in 0..2 {
            let mut sets = self.cx.path_sets()?;
            let (first, second) = (sets.path_set(&a.state)?, sets.path_set(&b.state)?);
            let shared = a.state.path.condition.get(..conditions)?;
            let sets = self.cx.sets.as_mut()?;
            let before = sets.of_all(&mut self.cx.store, shared)?;
            found = sets.either(first, second).map(|whole| (before, first, whole));
            if found.is_some() {
                break;
            }
        }
        let (before, first, whole) = found?;
        let sets = self.cx.sets.as_mut()?;
        let condition = sets.within(first, whole)?;
        let added = sets.within(whole, before)?;
        let condition = sets.term(&mut self.cx.store, condition)?;
        let added = sets.term(&mut self.cx.store, added)?;
        // A relation of two inputs is short as a term, and long as a set.
        let old = [&a.state.path.condition, &b.state.path.condition];
        let old: Vec<Term> = old.into_iter().flat_map(|c| &c[conditions..]).copied().collect();
        if self.cx.store.size(&[condition, added]) > 2 * self.cx.store.size(&old) + SHORT {
            return None;
        }
        Some(Apart { condition, added, whole })
    }

    /// Makes a path own the globals that another one owns; `None` when that is not possible.
    fn own_globals(&mut self, state: &mut State, other: &State) -> Option<()> {
        for base in state.memory.missing_globals(&other.memory) {
            let index = self.cx.job.layout.global_at(base)?;
            let object = self.cx.global(index).ok()?;
            state.memory.adopt(object);
        }
        Some(())
    }

    /// One value or the other.
    fn either(&mut self, condition: Term, x: Slot, y: Slot, sort: Sort, path: Option<Set>) -> Slot {
        let (x, y) = (self.cx.term(x, sort), self.cx.term(y, sort));
        let value = self.cx.store.ite(condition, x, y);
        let value = path
            .and_then(|path| self.cx.sets.as_mut()?.choice(&mut self.cx.store, value, path))
            .unwrap_or(value);
        self.cx.slot(value)
    }

    /// Whether it is likely to pay that a register holds a symbol where it holds other values on the two paths.
    fn pays(&self, a: &Frame, b: &Frame, register: R) -> bool {
        let (x, y) = (a.regs[register as usize], b.regs[register as usize]);
        let sort = a.code.sorts[register as usize];
        match sort {
            Sort::Bool => return true,
            Sort::BitVec(_) => {}
            _ => return false,
        }
        if self.cx.job.merge == Merge::Always || x.term.is_some() && y.term.is_some() {
            return true;
        }
        let position = sort == Sort::BitVec(64) && self.is_position(x) && self.is_position(y);
        !is_hot(a, register, position)
    }

    /// Whether a word may be an address, a length or a position: it is concrete, or was never initialised because it is the
    /// address, the length or the position of nothing.
    fn is_position(&self, slot: Slot) -> bool {
        slot.term.is_none_or(|term| {
            self.cx.store.as_variable(term).is_some_and(|info| info.role.is_unspecified())
        })
    }

    /// `None` when an object keeps two paths apart that kept others apart at this place. So most pairs that stay apart are known
    /// without a look at all objects.
    fn differ_little_in_known(&self, a: &mut Item, b: &mut Item) -> Option<()> {
        for base in self.apart.bases.into_iter().flatten() {
            let known = (a.state.memory.object(base), b.state.memory.object(base));
            if matches!(known, (Some(_), Some(_))) {
                self.differing_in(base, a, b)?;
            }
        }
        Some(())
    }

    /// In which ranges of which objects two paths differ; `None` when they cannot be merged, or it is not likely to pay.
    fn differing(&mut self, a: &mut Item, b: &mut Item) -> Option<Vec<(u64, Vec<Range<u64>>)>> {
        let mut found = Vec::new();
        let mut pieces = 0;
        for base in a.state.memory.differing(&b.state.memory)? {
            let Some(ranges) = self.differing_in(base, a, b) else {
                self.apart.add(base);
                return None;
            };
            pieces += ranges.len();
            if pieces > MOST_PIECES {
                return None;
            }
            if !ranges.is_empty() {
                found.push((base, ranges));
            }
        }
        Some(found)
    }

    /// In which ranges an object that two paths have differs, as far as it still matters; `None` as for all objects.
    fn differing_in(&self, base: u64, a: &mut Item, b: &mut Item) -> Option<Vec<Range<u64>>> {
        let (x, y) = (a.state.memory.object(base)?, b.state.memory.object(base)?);
        if x.size > LARGEST || x.size != y.size || x.kind != y.kind || x.constant != y.constant {
            return None;
        }
        let mut ranges = x.differing(y);
        if x.kind == ObjectKind::Stack && !ranges.is_empty() {
            for item in [&mut *a, &mut *b] {
                if item.reachable.is_none() {
                    item.reachable = Some(reachable(self.cx, &item.state));
                }
            }
            ranges.retain(|range| a.can_reach(base, range) || b.can_reach(base, range));
        }
        let (x, y) = (a.state.memory.object(base)?, b.state.memory.object(base)?);
        let always = self.cx.job.merge == Merge::Always;
        let pays = always || ranges.iter().all(|range| range_pays(x, y, range));
        pays.then_some(ranges)
    }

    /// A condition that holds on the first of two paths and not on the second one.
    fn distinguished(&mut self, conditions: usize, a: &Item, b: &Item) -> Option<Term> {
        let (a, b) = (&a.state.path.condition[conditions..], &b.state.path.condition[conditions..]);
        let shared = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let (a, b) = (&a[shared..], &b[shared..]);
        let opposite = a.iter().find(|x| b.iter().any(|y| self.cx.store.are_complements(**x, *y)));
        let condition = opposite.copied().unwrap_or_else(|| self.cx.store.and_all(a));
        self.cx.store.as_bool(condition).is_none().then_some(condition)
    }

    /// Gives a merged path its condition; the weights of its parts.
    fn disjunction(
        &mut self,
        state: &mut State,
        conditions: usize,
        a: &Item,
        b: &Item,
    ) -> Vec<Weight> {
        let (x, y) = (&a.state.path.condition[conditions..], &b.state.path.condition[conditions..]);
        let shared = x.iter().zip(y).take_while(|(a, b)| a == b).count();
        let weight = sum(a.weights.last().unwrap_or(&None), b.weights.last().unwrap_or(&None));
        state.path.condition.truncate(conditions + shared);
        state.path.set.set(None);
        let mut weights = a.weights[..=shared].to_vec();
        if weight.is_some() && weight == weights[shared] {
            return weights;
        }
        let (mut x, mut y) = (x[shared..].to_vec(), y[shared..].to_vec());
        let both: Vec<Term> = x.iter().copied().filter(|t| y.contains(t)).collect();
        x.retain(|t| !both.contains(t));
        y.retain(|t| !both.contains(t));
        let (first, second) = (self.cx.store.and_all(&x), self.cx.store.and_all(&y));
        let either = self.cx.store.or(first, second);
        state.path.condition.extend(&both);
        if self.cx.store.as_bool(either) != Some(true) {
            state.path.condition.push(either);
        }
        let is_large = |state: &State| matches!(state.path.set.get(), Some((_, None)));
        if is_large(&a.state) || is_large(&b.state) {
            state.path.set.set(Some((state.path.condition.len(), None)));
        }
        weights.resize(state.path.condition.len() - conditions + 1, None);
        if let Some(last) = weights.last_mut() {
            *last = weight;
        }
        weights
    }
}

/// What two paths have in common when they can become one, and that is likely to pay ([`Joining::pays`]): which objects
/// there are, and the concrete values of registers that become addresses, lengths or bounds of loops.
pub(super) fn common(cx: &Context, state: &State) -> u64 {
    let mut hasher = FxHasher::default();
    state.memory.shape().hash(&mut hasher);
    if cx.job.merge != Merge::Always {
        for (index, frame) in state.stack().take(FRAMES).enumerate() {
            frame.hot_values(index > 0).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// What two paths hold in a range of memory.
struct Contents {
    at: u64,
    len: u64,
    values: [Slot; 2],
}

/// How two paths are distinguished.
struct Apart {
    /// Holds on the first and not on the second one.
    condition: Term,
    /// Holds on both, with what held before them.
    added: Term,
    /// The inputs of both.
    whole: Set,
}

/// Models of both of two paths but for the first one's own, in turns.
fn models(a: &State, b: &State) -> Vec<Rc<Model>> {
    let (mut first, mut second) = (a.path.models.iter(), b.path.model.iter().chain(&b.path.models));
    let mut models = Vec::new();
    while models.len() < MOST_MODELS {
        let next = [second.next(), first.next()];
        if next == [None, None] {
            break;
        }
        models.extend(next.into_iter().flatten().cloned());
    }
    models
}

/// Whether two paths stand at one place, with the same history as far as it still matters.
fn stand_alike(a: &State, b: &State) -> bool {
    let same_extension = match (&a.extension, &b.extension) {
        (None, None) => true,
        (Some(x), Some(y)) => Rc::ptr_eq(x, y) || x.is_same(&***y),
        _ => false,
    };
    let waits = |s: &State| {
        s.answers.choices.is_empty() && s.answers.prefix.is_empty() && s.failing.is_none()
    };
    a.stack.frames == b.stack.frames
        && Rc::ptr_eq(&a.stack.top.code, &b.stack.top.code)
        && a.stack.top.at == b.stack.top.at
        && waits(a)
        && waits(b)
        && a.status.is_none()
        && b.status.is_none()
        && a.stack.top.objects == b.stack.top.objects
        && a.stack.top.variadic == b.stack.top.variadic
        && a.stack.bytes == b.stack.bytes
        && a.threads.are_same(&b.threads)
        && same(&a.inputs, &b.inputs)
        && same(&a.history.goals, &b.history.goals)
        && same(&a.history.outputs, &b.history.outputs)
        && same(&a.history.concretised, &b.history.concretised)
        && same_extension
}

fn same<T: PartialEq>(a: &Rc<T>, b: &Rc<T>) -> bool {
    Rc::ptr_eq(a, b) || a == b
}

/// The registers of an activation that are still read.
struct Live {
    all: Rc<LiveAt>,
    /// Those that differ on two paths.
    differing: Vec<R>,
}

impl Live {
    fn of(a: &Frame, b: &Frame, calls: bool) -> Self {
        let all = a.code.registers().live_at(&a.code, a.at, calls);
        let differ = |r: &R| a.regs[*r as usize] != b.regs[*r as usize];
        let differing = all.all.iter().filter(differ).collect();
        Self { all, differing }
    }
}

/// The activations below the top one.
fn callers_of(state: &State) -> impl Iterator<Item = &Rc<Frame>> {
    std::iter::successors(state.stack.top.caller.as_ref(), |frame| frame.caller.as_ref())
}

/// The activations below the top ones up to where they are the same; `None` when two are not of the same call.
fn callers<'a>(
    a: &'a State,
    b: &'a State,
) -> Option<impl Iterator<Item = (&'a Rc<Frame>, &'a Rc<Frame>)>> {
    let pairs = || callers_of(a).zip(callers_of(b)).take_while(|(x, y)| !Rc::ptr_eq(x, y));
    pairs().all(|(x, y)| x.is_like(y)).then(pairs)
}

impl Frame {
    /// A hash of the concrete values of registers that become addresses, lengths or bounds of loops; `calls` for an activation
    /// that is being called from.
    pub(in crate::features) fn hot_values(&self, calls: bool) -> u64 {
        let mut hasher = FxHasher::default();
        for register in &self.code.registers().live_at(&self.code, self.at, calls).hot {
            self.regs[*register as usize].concrete().hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// Whether a register becomes part of an address, a length or the bound of a loop, or, with `kept`, of a word that is stored
/// or passed on; here or in a function that called.
fn is_hot(frame: &Frame, register: R, kept: bool) -> bool {
    let registers = frame.code.registers();
    if registers.is_hot(register) || kept && registers.is_kept(register) {
        return true;
    }
    let mut returned = registers.returned(register).peekable();
    if returned.peek().is_none() {
        return false;
    }
    let Some(caller) = frame.caller.as_deref() else { return false };
    let Some(Inst::Call { entry }) = caller.code.insts.get(caller.at as usize) else { return true };
    let results = &caller.code.calls[*entry as usize].results;
    returned.any(|place| results.get(place).is_some_and(|result| is_hot(caller, *result, kept)))
}

/// Whether it is likely to pay that memory holds a symbol where it holds other contents on the two paths: not where two
/// words may be addresses, lengths or positions, because both are concrete, or one was never initialised.
fn range_pays(x: &Object, y: &Object, range: &Range<u64>) -> bool {
    match range.end - range.start {
        8 => x.has_terms_in(range) || y.has_terms_in(range),
        bytes => bytes <= 16,
    }
}
