//! What the conditions of a path say without a solver: where both sides of a fork are looked at unasked, a side that the path
//! contradicts in so many words is not worth a path of its own.

use crate::data::stop::{Ending, Stop};
use crate::machine::{Context, Forks};
use crate::state::State;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_term::{Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;

/// How deep the parts of a condition are looked at.
const FUEL: u32 = 6;

/// Most parts that are looked at for what follows from a path's conditions, and then for each question.
const MOST_FOLLOWED: u32 = 4096;
const MOST_ASKED: u32 = 1024;

/// Most terms that are searched for choices.
const MOST_SEARCHED: usize = 2_000;

/// Conditions that are known to hold, or not to hold.
#[derive(Debug, Default)]
struct Known {
    values: FxHashMap<Term, bool>,
    /// The constants that terms are.
    constants: FxHashMap<Term, Term>,
    /// Disjunctions of which it is not known which part holds.
    open: Vec<Term>,
    /// Whether they contradict each other.
    contradict: bool,
    /// How many more parts are looked at: nothing is known of what is beyond.
    left: Cell<u32>,
}

impl Known {
    /// What follows from conditions that hold.
    fn of(store: &mut TermStore, conditions: &[Term]) -> Self {
        let mut known = Known { left: Cell::new(MOST_FOLLOWED), ..Known::default() };
        for condition in conditions {
            known.add(store, *condition, true);
        }
        // What is known does not depend on the order: nothing more follows at the end.
        loop {
            let open = std::mem::take(&mut known.open);
            let before = known.values.len();
            for condition in open {
                known.add_disjunction(store, condition);
            }
            if known.values.len() == before || known.contradict {
                return known;
            }
        }
    }

    fn add(&mut self, store: &mut TermStore, condition: Term, value: bool) {
        let mut pending = vec![(condition, value)];
        while let Some((condition, value)) = pending.pop() {
            let before = store.as_bool(condition).or_else(|| self.values.get(&condition).copied());
            if let Some(before) = before {
                self.contradict |= before != value;
                continue;
            }
            let negation = store.not(condition);
            self.values.insert(condition, value);
            self.values.insert(negation, !value);
            let parts = store.args(condition);
            match (store.op(condition), value) {
                (Some(Op::Not), _) => pending.extend(parts.iter().map(|part| (*part, !value))),
                (Some(Op::And), true) | (Some(Op::Or), false) => {
                    pending.extend(parts.iter().map(|part| (*part, value)));
                }
                (Some(Op::Or), true) => self.open.push(condition),
                (Some(Op::Eq), true) => {
                    if let Some((term, constant)) = with_constant(store, parts) {
                        let before = self.constants.insert(term, constant);
                        self.contradict |= before.is_some_and(|before| before != constant);
                    }
                }
                (Some(Op::And), false) => self.open.push(negation),
                _ => {}
            }
        }
    }

    /// Adds the part of a disjunction that holds, where the others do not.
    fn add_disjunction(&mut self, store: &mut TermStore, condition: Term) {
        let parts = store.args(condition).to_vec();
        let mut open = None;
        for part in parts {
            match (self.value(store, part, FUEL), open) {
                (Some(false), _) => {}
                (None, None) => open = Some(part),
                (Some(true), _) => return,
                (None, Some(_)) => return self.open.push(condition),
            }
        }
        match open {
            Some(part) => self.add(store, part, true),
            None => self.contradict = true,
        }
    }

    /// Whether one more part is looked at.
    fn may_look(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left > 0
    }

    /// What a condition is, when that follows from few parts of it.
    fn of_few(&self, store: &TermStore, condition: Term) -> Option<bool> {
        self.left.set(MOST_ASKED);
        self.value(store, condition, FUEL)
    }

    /// What a condition is, when that follows from its parts.
    fn value(&self, store: &TermStore, condition: Term, fuel: u32) -> Option<bool> {
        let known = store.as_bool(condition).or_else(|| self.values.get(&condition).copied());
        if known.is_some() || fuel == 0 || !self.may_look() {
            return known;
        }
        let value = |part: &Term| self.value(store, *part, fuel - 1);
        match (store.op(condition)?, store.args(condition)) {
            (Op::Not, [part]) => value(part).map(|known| !known),
            (op @ (Op::And | Op::Or), parts) => {
                let ends = op == Op::Or;
                let mut whole = Some(!ends);
                for part in parts {
                    match value(part) {
                        Some(part) if part == ends => return Some(ends),
                        Some(_) => {}
                        None => whole = None,
                    }
                }
                whole
            }
            (Op::Ite, [when, then, otherwise]) => match value(when) {
                Some(true) => value(then),
                Some(false) => value(otherwise),
                None => value(then).filter(|known| value(otherwise) == Some(*known)),
            },
            (Op::Eq, parts) => {
                let (term, constant) = with_constant(store, parts)?;
                self.constants.get(&term).map(|is| *is == constant)
            }
            _ => None,
        }
    }
}

/// The parts of an equation of a term and a constant.
fn with_constant(store: &TermStore, parts: &[Term]) -> Option<(Term, Term)> {
    match *parts {
        [a, b] if store.as_bits(b).is_some() => Some((a, b)),
        [a, b] if store.as_bits(a).is_some() => Some((b, a)),
        _ => None,
    }
}

impl Context {
    /// The only one of several sides that the path does not contradict in so many words, where sides are not asked for.
    ///
    /// # Errors
    /// Ends a path that contradicts itself, or all sides.
    pub(super) fn only_side(
        &mut self,
        state: &State,
        sides: &[Term],
    ) -> Result<Option<usize>, Stop> {
        if self.forks != Forks::Together {
            return Ok(None);
        }
        let known = Known::of(&mut self.store, &state.path.condition);
        let value = |side: &Term| known.of_few(&self.store, *side);
        let holds = sides.iter().position(|side| value(side) == Some(true));
        let mut open = (0..sides.len()).filter(|side| value(&sides[*side]) != Some(false));
        match (holds.or_else(|| open.next()), known.contradict) {
            (None, _) | (_, true) => Err(Stop::End(Ending::Assumed)),
            (first, false) => Ok(first.filter(|_| holds.is_some() || open.next().is_none())),
        }
    }

    /// Terms without the sides of choices above what was never initialised that the path contradicts in so many words, where
    /// sides are not asked for.
    pub(crate) fn without_untaken(&mut self, state: &State, terms: &[Term]) -> Option<Vec<Term>> {
        if self.forks != Forks::Together {
            return None;
        }
        let known = Known::of(&mut self.store, &state.path.condition);
        let mut sigma: FxHashMap<Term, Term> = FxHashMap::default();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut pending = terms.to_vec();
        while let Some(term) = pending.pop() {
            let skip = !self.store.has_unspecified(term) || self.store.features(term).quantifiers();
            if skip || !seen.insert(term) || seen.len() > MOST_SEARCHED {
                continue;
            }
            let args = self.store.args(term).to_vec();
            for arg in &args {
                let is_condition = self.store.sort(*arg) == Sort::Bool;
                let value = is_condition.then(|| known.of_few(&self.store, *arg)).flatten();
                if let Some(value) = value {
                    sigma.insert(*arg, self.store.bool(value));
                }
            }
            pending.extend(args);
        }
        let mut done = FxHashMap::default();
        let mut taken = |term| self.store.substitute_unspecified(term, &sigma, &mut done);
        Some(terms.iter().map(|term| taken(*term)).collect())
    }
}
