//! Two paths at one place become one, whatever differs between them. Where exploring joins what is likely to pay
//! ([`crate::features::merge::join`]), unwinding joins all that it can: each path that stays is run to the bound once more.

use crate::code::{Code, R};
use crate::data::input::Input;
use crate::data::slot::{Slot, term};
use crate::machine::Context;
use crate::machine::access::Access;
use crate::machine::feature::Assigns;
use crate::machine::heap::Fields;
use crate::memory::Differences;
use crate::memory::bytes::store_at;
use crate::memory::functions::{Forked, HeapFunction, HeapFunctions, Reading, Write};
use crate::memory::object::Object;
use crate::state::State;
use crate::state::extension::Extension;
use crate::state::frame::Frame;
use effigy_base::sort::Sort;
use effigy_ir::field::FieldDecl;
use effigy_ir::function::ADDRESS_BITS;
use effigy_solver::Set;
use effigy_term::{Term, TermStore};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// Why two paths stay apart.
pub(crate) type Why = &'static str;

/// The environment of a path.
type Extended = Option<Rc<Box<dyn Extension>>>;

/// What two paths hold in a range of memory.
struct Contents {
    at: u64,
    len: u64,
    values: [Slot; 2],
}

/// Two paths that become one.
pub(super) struct StateMerger<'a> {
    pub(super) cx: &'a mut Context,
    /// Whether two paths stay apart of which only one has released an object.
    pub(super) one_life: bool,
}

impl StateMerger<'_> {
    /// The path that two paths become.
    ///
    /// # Errors
    /// Why they stay apart, when that is worth saying: `None` for two that stand at different places or inside of an instruction.
    pub(crate) fn merge_states(
        &mut self,
        a: &mut State,
        b: &mut State,
    ) -> Result<State, Option<Why>> {
        if !stand_alike(a, b) {
            return Err(None);
        }
        frames_alike(a, b)?;
        let condition = self.parts(a, b).ok_or(Some("paths that nothing tells apart"))?;
        let extension = self.extension(condition, a, b)?;
        if !a.threads.are_same(&b.threads) {
            return Err(Some(EXTENSION));
        }
        self.take_globals(a, b)?;
        self.take_globals(b, a)?;
        let differences = a.memory.compared(&b.memory)?;
        if self.one_life && !differences.released.is_empty() {
            return Err(Some(RELEASED));
        }
        let mut contents = Vec::new();
        for base in &differences.changed {
            contents.extend(self.contents_of(a, b, *base)?);
        }
        let functions = self.functions(a, b, condition);
        let mut state = a.clone();
        state.memory.functions = functions;
        self.arrays(&mut state, b, condition)?;
        self.frames(&mut state, a, b, condition);
        for base in &differences.added {
            let object = b.memory.object(*base).ok_or(Some("an object that is not there"))?;
            state.memory.adopt(object.clone());
        }
        state.memory.own_too(&b.memory, condition, &mut self.cx.store);
        self.lives(&mut state, [a, b], condition, &differences);
        self.extents(&mut state, b, condition, &differences.changed);
        note_cleared(&mut state, b, &differences.changed);
        for Contents { at, len, values: [x, y] } in contents {
            let value = self.one_of(condition, x, y, Sort::BitVec(8 * len as u32));
            store_at(&mut self.cx.store, &mut state.memory, at, len, value);
        }
        state.memory.skip_used(&b.memory);
        state.extension = extension;
        self.inputs(&mut state, a, b, condition);
        history(&mut state, b);
        let set = self.set_of_both(a, b);
        self.disjoin(&mut state, a, b);
        let is_whole = self.cx.features.assigns.is_none();
        let model = a.path.model.as_ref().or(b.path.model.as_ref()).filter(|_| is_whole);
        state.path.model = model.cloned();
        state.path.set.set(set.map(|set| (state.path.condition.len(), Some(set))));
        Ok(state)
    }

    /// Says of the objects of the path that two become when it has them: an object that one of them has released is there where
    /// the path is the other one. To one that only one of them ever made, no pointer leads on the other one.
    fn lives(
        &mut self,
        state: &mut State,
        paths: [&State; 2],
        condition: Term,
        Differences { changed, added: _, released }: &Differences,
    ) {
        let (always, never) = (self.cx.store.bool(true), self.cx.store.bool(false));
        for base in changed.iter().chain(released) {
            let [x, y] = paths.map(|path| match path.memory.object(*base) {
                Some(object) => object.life.unwrap_or(always),
                None => never,
            });
            if x == y {
                continue;
            }
            let life = self.cx.store.ite(condition, x, y);
            let is_always = self.cx.store.as_bool(life) == Some(true);
            state.memory.limit(*base, (!is_always).then_some(life));
        }
    }

    /// Says how large objects are that have other sizes on another path.
    fn extents(&mut self, state: &mut State, other: &State, condition: Term, bases: &[u64]) {
        for base in bases {
            let objects = [state.memory.object(*base), other.memory.object(*base)];
            let [Some(x), Some(y)] = objects else { continue };
            if x.extent == y.extent {
                continue;
            }
            let [x, y] = [x, y].map(|object| match object.extent {
                Some(extent) => extent,
                None => self.cx.store.bits(ADDRESS_BITS, u128::from(object.size)),
            });
            let extent = self.cx.store.ite(condition, x, y);
            state.memory.extend(*base, Some(extent));
        }
    }

    /// A condition that holds on the first of two paths and not on the second one.
    fn parts(&mut self, a: &State, b: &State) -> Option<Term> {
        let shared = shared(a, b);
        let (a, b) = (&a.path.condition[shared..], &b.path.condition[shared..]);
        let opposite = a.iter().find(|x| b.iter().any(|y| self.cx.store.are_complements(**x, *y)));
        let condition = opposite.copied().unwrap_or_else(|| self.cx.store.and_all(a));
        self.cx.store.as_bool(condition).is_none().then_some(condition)
    }

    /// The inputs of two paths, where sets of inputs are kept.
    fn set_of_both(&mut self, a: &State, b: &State) -> Option<Set> {
        let mut sets = self.cx.path_sets()?;
        let (x, y) = (sets.path_set(a)?, sets.path_set(b)?);
        sets.sets.either(x, y)
    }

    /// Gives a path the conditions of both.
    fn disjoin(&mut self, state: &mut State, a: &State, b: &State) {
        let shared = shared(a, b);
        let (mut x, mut y) =
            (a.path.condition[shared..].to_vec(), b.path.condition[shared..].to_vec());
        state.path.condition.truncate(shared);
        let both: Vec<Term> = x.iter().copied().filter(|t| y.contains(t)).collect();
        x.retain(|t| !both.contains(t));
        y.retain(|t| !both.contains(t));
        let (first, second) = (self.cx.store.and_all(&x), self.cx.store.and_all(&y));
        let either = self.cx.store.or(first, second);
        state.path.condition.extend(both);
        if self.cx.store.as_bool(either) != Some(true) {
            state.path.condition.push(either);
        }
    }

    /// The environment of the path that two become.
    fn extension(
        &mut self,
        condition: Term,
        a: &State,
        b: &State,
    ) -> Result<Extended, Option<Why>> {
        match (&a.extension, &b.extension) {
            (None, None) => Ok(None),
            (Some(x), Some(y)) if Rc::ptr_eq(x, y) || x.is_same(&***y) => Ok(Some(x.clone())),
            (Some(x), Some(y)) => {
                let both = x.merge_with(&***y, condition, &mut self.cx.store);
                both.map(|both| Some(Rc::new(both))).ok_or(Some(EXTENSION))
            }
            _ => Err(Some(EXTENSION)),
        }
    }

    /// Makes a path own the globals that another one owns.
    fn take_globals(&mut self, state: &mut State, other: &State) -> Result<(), Option<Why>> {
        for base in state.memory.missing_globals(&other.memory) {
            let object = self.cx.job.layout.global_at(base).and_then(|i| self.cx.global(i).ok());
            state.memory.adopt(object.ok_or(Some("a global variable without contents"))?);
        }
        Ok(())
    }

    /// What two paths hold where an object differs.
    fn contents_of(
        &mut self,
        a: &mut State,
        b: &mut State,
        base: u64,
    ) -> Result<Vec<Contents>, Why> {
        const GONE: Why = "an object that is not there";
        let (x, y) = (a.memory.object(base).ok_or(GONE)?, b.memory.object(base).ok_or(GONE)?);
        if x.size != y.size || x.kind != y.kind || x.constant != y.constant {
            return Err("objects of several kinds at one address");
        }
        let ranges: Vec<(u64, u64)> = ranges(x, y);
        let load = |(at, len)| {
            let values =
                [&mut *a, &mut *b].map(|state| Access { cx: self.cx }.read_at(state, at, len));
            Contents { at, len, values }
        };
        Ok(ranges.into_iter().map(load).collect())
    }

    /// The heap functions of the path that two become. What was written on one of them is written where the path is this one:
    /// elsewhere the element stays what it is.
    fn functions(&mut self, a: &mut State, b: &mut State, condition: Term) -> HeapFunctions {
        let mut functions = a.memory.functions.clone();
        let otherwise = self.cx.store.not(condition);
        let program = self.cx.job.program.clone();
        for (id, decl) in program.fields.iter() {
            let forked = functions.forked_from(&b.memory.functions, id, decl.keys.len());
            let Some(Forked { before, since: [first, second] }) = forked else { continue };
            let mut function = before;
            for (guard, writes, is_first) in [(condition, first, true), (otherwise, second, false)]
            {
                for write in writes {
                    let (keys, value) = match write {
                        Write::One { keys, value } => (keys, value),
                        Write::Many(mut any) => {
                            let when =
                                any.when.map_or(guard, |when| self.cx.store.and(guard, when));
                            any.when = Some(when);
                            function.forget(any);
                            continue;
                        }
                    };
                    let other = if is_first { &*b } else { &*a };
                    let made = keys.first();
                    let value = match made.is_some_and(|r| other.memory.functions.is_foreign(*r)) {
                        true => value,
                        false => {
                            let old = self.element([&mut *a, &mut *b], &function, decl, &keys);
                            self.one_of(guard, value, old, decl.element.into())
                        }
                    };
                    function.set(&keys, value);
                }
            }
            functions.put(id, function);
        }
        functions.skip_created(&b.memory.functions);
        functions
    }

    /// The element of a heap function of two paths.
    fn element(
        &mut self,
        mut paths: [&mut State; 2],
        function: &HeapFunction,
        decl: &FieldDecl,
        keys: &[Slot],
    ) -> Slot {
        let Reading { candidates, otherwise } = function.read(&mut self.cx.store, decl, keys);
        let last = otherwise.unwrap_or_else(|| {
            let (before, facts) = Fields { cx: self.cx }.contents_before(&mut paths, decl, keys);
            for state in &mut paths {
                let news = facts.iter().filter(|f| self.cx.store.as_bool(**f).is_none());
                let news: Vec<Term> =
                    news.filter(|f| !state.path.condition.contains(f)).copied().collect();
                news.into_iter().for_each(|fact| self.cx.push_unasked(state, fact));
            }
            self.cx.slot(before)
        });
        Fields { cx: self.cx }.read_value(candidates, last, decl)
    }

    /// Gives the array objects of a path what they hold on both.
    fn arrays(&mut self, state: &mut State, b: &State, condition: Term) -> Result<(), Why> {
        match state.memory.arrays.are_shared(&b.memory.arrays) {
            true => Ok(()),
            false => {
                let merged = {
                    let Context { store, features, .. } = &mut *self.cx;
                    let mut one_of = |store: &mut TermStore, condition, values: [Slot; 2], sort| {
                        one_of(store, &mut features.assigns, condition, values, sort)
                    };
                    state.memory.arrays.merge_with(&b.memory.arrays, condition, store, &mut one_of)
                };
                merged.then_some(()).ok_or("local arrays of several kinds in one place")
            }
        }
    }

    /// Gives a path the registers of both in all activations.
    fn frames(&mut self, state: &mut State, a: &State, b: &State, condition: Term) {
        state.stack.top.regs = self.registers_of(&a.stack.top, &b.stack.top, false, condition);
        let pairs: Vec<(&Rc<Frame>, &Rc<Frame>)> =
            callers(a).zip(callers(b)).take_while(|(x, y)| !Rc::ptr_eq(x, y)).collect();
        let mut caller = callers(a).nth(pairs.len()).cloned();
        for (x, y) in pairs.into_iter().rev() {
            let mut frame = Frame::clone(x);
            frame.regs = self.registers_of(x, y, true, condition);
            frame.caller = caller;
            caller = Some(Rc::new(frame));
        }
        state.stack.top.caller = caller;
    }

    fn registers_of(&mut self, a: &Frame, b: &Frame, calls: bool, condition: Term) -> Vec<Slot> {
        let live = a.code.registers().live_at(&a.code, a.at, calls);
        let mut registers = a.regs.clone();
        for (index, slot) in registers.iter_mut().enumerate() {
            let register = index as R;
            if live.all.contains(register) {
                let (x, y) = (a.regs[index], b.regs[index]);
                if x != y {
                    *slot = self.one_of(condition, x, y, a.code.sorts[index]);
                }
            } else if !is_address(&a.code, register) {
                *slot = Slot::default();
            }
        }
        registers
    }

    /// One value or the other.
    fn one_of(&mut self, condition: Term, x: Slot, y: Slot, sort: Sort) -> Slot {
        one_of(&mut self.cx.store, &mut self.cx.features.assigns, condition, [x, y], sort)
    }

    /// Gives a path the inputs of both: those that both made are the same, and of each other one it is known when it was made.
    fn inputs(&mut self, state: &mut State, a: &State, b: &State, condition: Term) {
        if Rc::ptr_eq(&a.inputs, &b.inputs) && Rc::ptr_eq(&a.kept.made, &b.kept.made) {
            return;
        }
        let pairs = a.inputs.iter().zip(b.inputs.iter());
        let common = pairs.take_while(|(x, y)| x == y).count();
        let otherwise = self.cx.store.not(condition);
        let mut inputs: Vec<Input> = Vec::with_capacity(a.inputs.len().max(b.inputs.len()));
        let mut made = BTreeMap::new();
        let yes = self.cx.store.bool(true);
        for index in 0..common {
            inputs.push(a.inputs[index].clone());
            let [x, y] = [a, b].map(|state| state.kept.made.get(&index).copied().unwrap_or(yes));
            let when = if x == y { x } else { self.cx.store.ite(condition, x, y) };
            if self.cx.store.as_bool(when) != Some(true) {
                made.insert(index, when);
            }
        }
        for (side, of) in [(condition, a), (otherwise, b)] {
            for (index, input) in of.inputs.iter().enumerate().skip(common) {
                let when = of.kept.made.get(&index).copied().unwrap_or(yes);
                let when = self.cx.store.and(side, when);
                // One that both made, but not at the same time.
                match inputs.iter().skip(common).position(|known| known == input) {
                    Some(at) => {
                        let at = common + at;
                        let before = made.get(&at).copied().unwrap_or(yes);
                        made.insert(at, self.cx.store.or(before, when));
                    }
                    None => {
                        made.insert(inputs.len(), when);
                        inputs.push(input.clone());
                    }
                }
            }
        }
        made.retain(|_, when| self.cx.store.as_bool(*when) != Some(true));
        state.inputs = Rc::new(inputs);
        state.kept.made = Rc::new(made);
    }
}

/// Says of objects that they were set to zero, also behind their extents, where another path did it.
fn note_cleared(state: &mut State, other: &State, bases: &[u64]) {
    let is_cleared = |state: &State, base| state.memory.object(base).is_some_and(|o| o.is_cleared);
    for &base in bases {
        if is_cleared(other, base) && !is_cleared(state, base) {
            state.memory.note_cleared(base);
        }
    }
}

/// One value where a condition is true, and the other one elsewhere.
fn one_of(
    store: &mut TermStore,
    assigns: &mut Option<Box<dyn Assigns>>,
    condition: Term,
    [x, y]: [Slot; 2],
    sort: Sort,
) -> Slot {
    let (x, y) = (term(store, x, sort), term(store, y, sort));
    let value = store.ite(condition, x, y);
    let value = Slot::of(store, value);
    match assigns {
        Some(assigns) => assigns.assigned(store, value),
        None => value,
    }
}

/// What is said where paths stay apart of which one has released an object.
const RELEASED: Why = "an object that only one of two paths has released";

/// What is said of paths whose environments are different.
const EXTENSION: Why =
    "what the system keeps for the program: how much of standard input was read, or a counter";

/// Where two objects of one size differ, in pieces that are words at most unless a symbol is longer.
fn ranges(x: &Object, y: &Object) -> Vec<(u64, u64)> {
    let ranges: Vec<Range<u64>> = x.differing(y);
    ranges.into_iter().map(|range| (x.base + range.start, range.end - range.start)).collect()
}

/// Whether two paths stand at one place, between two instructions.
fn stand_alike(a: &State, b: &State) -> bool {
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
        && callers(a)
            .zip(callers(b))
            .take_while(|(x, y)| !Rc::ptr_eq(x, y))
            .all(|(x, y)| Rc::ptr_eq(&x.code, &y.code) && x.at == y.at)
}

/// Whether the activations of two paths that stand alike differ in their registers alone.
fn frames_alike(a: &State, b: &State) -> Result<(), Why> {
    let tops = std::iter::once((&a.stack.top, &b.stack.top));
    let pairs = callers(a).zip(callers(b)).take_while(|(x, y)| !Rc::ptr_eq(x, y));
    for (x, y) in tops.chain(pairs.map(|(x, y)| (&**x, &**y))) {
        if x.objects != y.objects || x.stack_bytes != y.stack_bytes {
            return Err("local arrays that only one of two paths has");
        }
        if x.variadic != y.variadic {
            return Err("arguments of a variadic function");
        }
    }
    Ok(())
}

/// The activations below the top one.
fn callers(state: &State) -> impl Iterator<Item = &Rc<Frame>> {
    std::iter::successors(state.stack.top.caller.as_ref(), |frame| frame.caller.as_ref())
}

/// How many conditions two paths have in common at the beginning.
fn shared(a: &State, b: &State) -> usize {
    a.path.condition.iter().zip(&b.path.condition).take_while(|(a, b)| a == b).count()
}

fn is_address(code: &Code, register: R) -> bool {
    code.sorts[register as usize] == Sort::BitVec(ADDRESS_BITS)
        && code.contents().is_address(register)
}

/// Takes over what another path has come by.
fn history(state: &mut State, other: &State) {
    state.history.steps = state.history.steps.max(other.history.steps);
    state.history.statements = state.history.statements.max(other.history.statements);
    for goal in other.history.goals.iter() {
        if !state.history.goals.contains(goal) {
            Rc::make_mut(&mut state.history.goals).push(goal.clone());
        }
    }
}
