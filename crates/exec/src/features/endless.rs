//! Endless loops: a path that comes back to the same place with the same values, and whose loop has to do with nothing besides the
//! path, never ends.
//!
//! A path is looked at when it has run so many instructions or has so many decisions, then at twice as many, and so on. A look is a short run
//! from block to block: a copy of the state is compared with what comes later (Brent, *An improved Monte Carlo factorization
//! algorithm*, 1980, of which the powers of two are). Values are compared and never hashes. Then the loop is walked once more, step by
//! step: nothing in it may be seen or changed by anybody else.
//!
//! Two terms count as the same value if they are equal for all inputs of the path; a solver is asked where a model does not say no. So
//! each input of the path comes back to its own state, and goes round for ever, also when the loop added conditions the first time.

use crate::code::Inst;
use crate::data::finding::StackFrame;
use crate::data::options::Follow;
use crate::data::stop::{Feasible, Stop};
use crate::machine::feature::{Due, Lasts};
use crate::machine::run::Meetings;
use crate::machine::{Context, Touches};
use crate::memory::Layout;
use crate::memory::bytes::load_at;
use crate::state::State;
use effigy_base::finding::FindingKind;
use effigy_base::id::Id;
use effigy_base::sort::Sort;
use effigy_ir::program::FuncId;
use effigy_term::{Evaluator, Term};
use std::rc::Rc;

/// Instructions, and decisions, of a path before it is looked at for the first time.
const FIRST_STEPS: u64 = 1 << 14;
const FIRST_DECISIONS: usize = 1 << 6;

/// A look takes one of so many instructions of the path, but so many at least and at most.
const SHARE: u64 = 128;
const SHORTEST: u64 = 1 << 7;
const LONGEST: u64 = 1 << 20;

/// Most values that are compared as terms, and most comparisons that a solver is asked for in one look.
const MOST_TERMS: usize = 64;
const MOST_QUERIES: u32 = 2;

/// The search for endless loops.
pub(crate) struct EndlessLoops;

impl Lasts for EndlessLoops {
    fn due(&self, state: &State) -> Due {
        let (by_steps, by_decisions) = state.kept.looks;
        Due {
            steps: FIRST_STEPS.checked_shl(by_steps).unwrap_or(u64::MAX),
            decisions: FIRST_DECISIONS.checked_shl(by_decisions).unwrap_or(usize::MAX),
        }
    }

    fn lasted(&self, cx: &mut Context, state: &mut State) -> Result<(), Stop> {
        while self.due(state).steps <= state.history.steps {
            state.kept.looks.0 += 1;
        }
        while self.due(state).decisions <= state.history.trail.len() {
            state.kept.looks.1 += 1;
        }
        let length = (state.history.steps / SHARE).clamp(SHORTEST, LONGEST);
        Search { cx, queries: 0 }.look(state, length)
    }
}

/// A look at a path.
struct Search<'a> {
    cx: &'a mut Context,
    /// How often a solver was asked.
    queries: u32,
}

impl Search<'_> {
    /// Runs the path on by about so many instructions.
    fn look(&mut self, state: &mut State, length: u64) -> Result<(), Stop> {
        let end = state.history.steps.saturating_add(length);
        let mut before: Option<State> = None;
        while state.history.steps < end {
            let left = end - state.history.steps;
            match self.cx.run_to_meeting(state, left, Meetings::Blocks) {
                Ok(()) => {}
                Err(Stop::Pause) => continue,
                Err(stop) => return Err(stop),
            }
            match &before {
                // Activations that are made anew have other objects each time: who called them is compared.
                Some(before) if before.stack.frames <= state.stack.frames => {
                    if self.is_again(before, state) {
                        let length = state.history.steps - before.history.steps;
                        return self.prove(state, length);
                    }
                }
                _ => before = Some(state.clone()),
            }
        }
        Ok(())
    }

    /// Whether a path stands where it stood before with the same values, as far as they are read again: with the same terms, or
    /// with terms that are equal for all inputs of the path.
    fn is_again(&mut self, before: &State, now: &mut State) -> bool {
        let mut pairs = Vec::new();
        stands_alike(before, now)
            && self.compare_registers(before, now, &mut pairs)
            && keeps_the_same(before, now)
            && self.compare_memory(before, now, &mut pairs)
            && self.are_equal(now, &pairs)
    }

    /// Adds the registers that hold other terms; whether all others hold the same.
    fn compare_registers(&mut self, before: &State, now: &State, pairs: &mut Pairs) -> bool {
        let mut frames = Some((&before.stack.top, &now.stack.top));
        let mut calls = false;
        while let Some((a, b)) = frames {
            if !a.is_like(b) {
                return false;
            }
            let live = a.code.registers().live_at(&a.code, a.at, calls);
            for register in live.all.iter() {
                let (Some(x), Some(y)) = (a.register(register), b.register(register)) else {
                    return false;
                };
                if x == y {
                    continue;
                }
                if x.term.is_none() && y.term.is_none() || pairs.len() >= MOST_TERMS {
                    return false;
                }
                let sort = a.code.sorts[register as usize];
                pairs.push([self.cx.term(x, sort), self.cx.term(y, sort)]);
            }
            calls = true;
            frames = match (&a.caller, &b.caller) {
                (Some(x), Some(y)) if Rc::ptr_eq(x, y) => None,
                (Some(x), Some(y)) => Some((x, y)),
                (None, None) => None,
                _ => return false,
            };
        }
        true
    }

    /// Adds the parts of memory that hold other terms; whether all others hold the same.
    fn compare_memory(&mut self, before: &State, now: &State, pairs: &mut Pairs) -> bool {
        let Some(changed) = now.memory.changed_terms(&before.memory) else { return false };
        if pairs.len() + changed.len() > MOST_TERMS {
            return false;
        }
        for (address, len) in changed {
            let sort = Sort::BitVec(8 * len as u32);
            let both = [before, now].map(|state| {
                let value = load_at(&mut self.cx.store, &state.memory, address, len);
                self.cx.term(value, sort)
            });
            pairs.push(both);
        }
        true
    }

    /// Whether the terms of each pair are equal for all inputs of the path.
    fn are_equal(&mut self, state: &mut State, pairs: &[[Term; 2]]) -> bool {
        if pairs.is_empty() {
            return true;
        }
        let store = &mut self.cx.store;
        let differ = pairs.iter().map(|&[a, b]| {
            let equal = store.eq(a, b);
            store.not(equal)
        });
        let differ: Vec<Term> = differ.collect();
        let differ = self.cx.store.or_all(&differ);
        let Ok(model) = self.cx.model(state) else { return false };
        if Evaluator::new().truth(&self.cx.store, differ, &model) != Some(false) {
            return false;
        }
        // A path that is followed is that of one input.
        if self.cx.job.follow != Follow::Nothing {
            return true;
        }
        self.queries += 1;
        let asks = self.queries <= MOST_QUERIES;
        asks && matches!(self.cx.feasible(state, differ), Feasible::No)
    }

    /// Walks once more round a loop of so many instructions.
    fn prove(&mut self, state: &mut State, length: u64) -> Result<(), Stop> {
        if state.extension.as_ref().is_some_and(|extension| extension.is_interrupted()) {
            return Ok(());
        }
        let (code, at) = (state.stack.top.code.clone(), state.stack.top.at);
        let (mut touches, mut place) = (Touches::Path, None);
        let steps = state.history.steps;
        let mut walked = Ok(());
        while state.history.steps - steps < length && touches != Touches::System && walked.is_ok() {
            touches = touches.max(self.touched(state));
            place = self.common_place(state, place);
            walked = self.cx.step_single(state);
        }
        self.cx.counters.steps += state.history.steps - steps;
        walked?;
        let is_back = Rc::ptr_eq(&code, &state.stack.top.code) && at == state.stack.top.at;
        if touches == Touches::System || !is_back {
            return Ok(());
        }
        let mut stack = place.unwrap_or_default();
        stack.reverse();
        let message = self.message(&stack, touches);
        Err(self.cx.failure_at(state, FindingKind::EndlessLoop, message, || stack))
    }

    /// What the instruction at which a path stands has to do with besides the path.
    fn touched(&mut self, state: &State) -> Touches {
        let top = &state.stack.top;
        if top.code.body.volatile {
            return Touches::System;
        }
        let entry = match top.code.insts.get(top.at as usize) {
            Some(Inst::Call { entry }) => *entry,
            Some(Inst::Output { .. }) => return Touches::System,
            _ => return Touches::Path,
        };
        let site = &top.code.calls[entry as usize];
        let at_address = || {
            let address = u64::try_from(top.get(site.address).concrete()?).ok()?;
            Layout::function_at(address).map(FuncId::from_index)
        };
        let Some(function) = site.function.or_else(at_address) else { return Touches::System };
        let Some(decl) = self.cx.job.program.functions.get(function) else {
            return Touches::System;
        };
        let (name, defined) = (decl.name.clone(), decl.defined);
        match self.cx.handler(function) {
            Some(_) => self.cx.job.environment.touches(&name),
            None if defined => Touches::Path,
            None => Touches::System,
        }
    }

    /// The place of a loop, the outermost activation first: where all instructions of the loop were called from, and the first line of
    /// the function that they are in.
    fn common_place(&self, state: &State, known: Option<Place>) -> Option<Place> {
        let mut stack = self.cx.stack(state);
        stack.reverse();
        if stack.last().is_none_or(|frame| frame.line == 0) {
            return known;
        }
        let Some(mut known) = known else { return Some(stack) };
        let same = known.iter().zip(&stack).take_while(|(a, b)| a == b).count();
        if let (Some(a), Some(b)) = (known.get(same), stack.get(same)) {
            let alike = a.function == b.function && a.file == b.file;
            let first = if (b.line, b.column) < (a.line, a.column) { b } else { a };
            let first = alike.then(|| first.clone());
            known.truncate(same);
            known.extend(first);
        }
        Some(known)
    }

    fn message(&self, stack: &[StackFrame], touches: Touches) -> String {
        let shown = stack.iter().find(|frame| (self.cx.job.reported)(&frame.file));
        let shown = shown.or_else(|| stack.iter().find(|frame| frame.line != 0));
        let place = match shown {
            Some(frame) if frame.line != 0 => format!("line {}", frame.line),
            _ => "the same place".to_owned(),
        };
        let rests = match touches {
            Touches::Input => ", and the input stays at its end",
            Touches::Heap => ", and memory that it allocates is released each time",
            Touches::Path | Touches::System => "",
        };
        format!("never ends: {place} is reached again with the same values{rests}")
    }
}

/// Activations, the outermost one first.
type Place = Vec<StackFrame>;

/// Pairs of terms: before and now.
type Pairs = Vec<[Term; 2]>;

/// Whether a path stands where it stood before.
fn stands_alike(before: &State, now: &State) -> bool {
    now.answers.choices.is_empty()
        && now.answers.prefix.is_empty()
        && now.failing.is_none()
        && now.status.is_none()
        && before.stack.frames == now.stack.frames
        && before.stack.bytes == now.stack.bytes
        && before.stack.top.is_like(&now.stack.top)
        && !now.threads.are_several()
}

/// Whether a path has made nothing since then that it keeps.
fn keeps_the_same(before: &State, now: &State) -> bool {
    let same_extension = match (&before.extension, &now.extension) {
        (None, None) => true,
        (Some(x), Some(y)) => Rc::ptr_eq(x, y) || x.is_same(&***y),
        _ => false,
    };
    same_extension
        && before.threads.are_same(&now.threads)
        && before.inputs == now.inputs
        && before.history.goals == now.history.goals
        && before.history.outputs == now.history.outputs
        && before.history.concretised == now.history.concretised
}
