//! Doing something under a condition, in another heap, for any values, or in several states, with what is learned meanwhile.

use super::Prover;
use crate::logic::BRIEFER;
use crate::state::{Heap, State, Stop};
use effigy_term::Term;

impl Prover<'_> {
    /// Does something where a condition holds: what becomes known there is known afterwards under the condition. `None`
    /// where the condition cannot hold.
    pub(crate) fn under<T>(
        &mut self,
        s: &mut State,
        condition: Term,
        act: impl FnOnce(&mut Self, &mut State) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        match self.terms.as_bool(condition) {
            Some(true) => return act(self, s).map(Some),
            Some(false) => return Ok(None),
            None => {}
        }
        let not = self.terms.not(condition);
        if s.facts.contains(&condition) {
            return act(self, s).map(Some);
        }
        if s.facts.contains(&not) {
            return Ok(None);
        }
        let (facts, branches) = (s.facts.len(), s.branches.len());
        let consolidated = s.consolidated.clone();
        s.assume_branch(condition);
        let result = act(self, s);
        let learned = s.facts.split_off(facts);
        s.branches.truncate(branches);
        s.consolidated = consolidated;
        match result {
            Err(Stop::Dead) => {
                s.assume(&self.terms, not);
                Ok(None)
            }
            Err(stop) => Err(stop),
            Ok(result) => {
                for fact in &learned[1..] {
                    let fact = self.logic.fact_under(&mut self.terms, condition, *fact);
                    s.assume(&self.terms, fact);
                }
                Ok(Some(result))
            }
        }
    }

    /// Does something in another heap.
    pub(crate) fn in_heap<T>(
        &mut self,
        s: &mut State,
        heap: Heap,
        act: impl FnOnce(&mut Self, &mut State) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let heap = std::mem::replace(&mut s.heap, heap);
        let rest = s.rest.take();
        let consolidated = std::mem::take(&mut s.consolidated);
        let result = act(self, s);
        s.heap = heap;
        s.rest = rest;
        s.consolidated = consolidated;
        result
    }

    /// Does something after which the heap is as before.
    pub(crate) fn locally<T>(
        &mut self,
        s: &mut State,
        act: impl FnOnce(&mut Self, &mut State) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let (heap, store, scale) = (s.heap.clone(), s.store.clone(), s.scale);
        let (olds, consolidated) = (s.olds.clone(), s.consolidated.clone());
        let (result, reads, rest) = (s.result, s.reads, s.rest.take());
        let open = s.open.clone();
        let value = act(self, s);
        s.heap = heap;
        s.store = store;
        s.scale = scale;
        s.olds = olds;
        s.consolidated = consolidated;
        s.result = result;
        s.reads = reads;
        s.rest = rest;
        s.open = open;
        value
    }

    /// One value from several states that came out of `s`: what each says under the sides that it took.
    pub(crate) fn join_values(
        &mut self,
        s: &mut State,
        states: Vec<State>,
        mut value: impl FnMut(&mut Self, &mut State) -> Result<Term, Stop>,
    ) -> Result<Term, Stop> {
        let base = s.facts.len();
        let mut joined: Option<Term> = None;
        for mut state in states {
            match value(self, &mut state) {
                Ok(value) => {
                    let condition = self.merge_facts(s, base, &state);
                    joined = Some(match joined {
                        Some(other) => {
                            let (value, other) = self.terms.alike(value, other);
                            self.terms.ite(condition, value, other)
                        }
                        None => value,
                    });
                }
                Err(Stop::Dead) => {
                    let condition = self.terms.side(base, &state);
                    let not = self.terms.not(condition);
                    s.assume(&self.terms, not);
                }
                Err(stop) => return Err(stop),
            }
        }
        joined.ok_or(Stop::Dead)
    }

    /// Adds what a state learned since `base` facts were known, under the sides that it took, which are the result.
    pub(crate) fn merge_facts(&mut self, s: &mut State, base: usize, state: &State) -> Term {
        let condition = self.terms.side(base, state);
        for (at, fact) in state.facts.iter().enumerate().skip(base) {
            if !state.branches.contains(&at) {
                let fact = self.logic.fact_under(&mut self.terms, condition, *fact);
                s.assume(&self.terms, fact);
            }
        }
        condition
    }

    /// Does something for arbitrary values of bound variables. What is learned meanwhile is known afterwards, for all
    /// values where it speaks of them; `act` says the triggers of that. Obligations that were shown are spare: they follow
    /// from the rest, and as quantifiers they make the solver look for permissions to all that it meets.
    pub(crate) fn for_any<T>(
        &mut self,
        s: &mut State,
        variables: &[Term],
        act: impl FnOnce(&mut Self, &mut State) -> Result<(T, Vec<Vec<Term>>), Stop>,
    ) -> Result<T, Stop> {
        let (facts, branches) = (s.facts.len(), s.branches.len());
        let consolidated = s.consolidated.clone();
        self.terms.scope.extend_from_slice(variables);
        let result = act(self, s);
        self.terms.scope.truncate(self.terms.scope.len() - variables.len());
        let learned = s.facts.split_off(facts);
        s.branches.truncate(branches);
        s.consolidated = consolidated;
        let (value, triggers) = result?;
        let (mut about, mut spare) = (Vec::new(), Vec::new());
        for fact in learned {
            match self.terms.mentions(fact, variables) {
                true if self.logic.shown.contains(&fact) || self.logic.spare.contains(&fact) => {
                    spare.push(fact)
                }
                true => about.push(fact),
                false => s.assume(&self.terms, fact),
            }
        }
        // What is said of symbols that were made meanwhile is used where they are met.
        let (own, about): (Vec<Term>, Vec<Term>) = about
            .into_iter()
            .partition(|fact| self.terms.fresh_trigger(*fact, variables).is_some());
        for fact in own {
            let mut triggers = triggers.clone();
            triggers.extend(self.terms.fresh_trigger(fact, variables).map(|t| vec![t]));
            let fact = self.terms.close(false, variables, triggers, fact, "learned", None);
            s.assume(&self.terms, fact);
        }
        // Together they have more triggers than one by one, and some have one of their own.
        for fact in &about {
            if let Some(asked) = self.terms.allowed_trigger(*fact, variables) {
                let fact =
                    self.terms.close(false, variables, vec![vec![asked]], *fact, "allowed", None);
                s.assume(&self.terms, fact);
            }
        }
        if !about.is_empty() {
            let body = self.terms.and_all(&about);
            let fact = self.terms.close(false, variables, triggers.clone(), body, "learned", None);
            s.assume(&self.terms, fact);
        }
        if !spare.is_empty() {
            let body = self.terms.and_all(&spare);
            let fact = self.terms.close(false, variables, triggers, body, "shown", None);
            if !s.facts.contains(&fact) {
                self.logic.spare.insert(fact);
                s.assume(&self.terms, fact);
            }
        }
        Ok(value)
    }

    /// The two sides of a condition, those that can be.
    pub(crate) fn fork(&mut self, s: State, condition: Term) -> (Option<State>, Option<State>) {
        let not = self.terms.not(condition);
        if self.terms.as_bool(condition) == Some(true) || s.facts.contains(&condition) {
            return (Some(s), None);
        }
        if self.terms.as_bool(condition) == Some(false) || s.facts.contains(&not) {
            return (None, Some(s));
        }
        if !self.trusting {
            if self.logic.holds_within(&mut self.terms, &s, not, BRIEFER) {
                let mut s = s;
                s.assume(&self.terms, not);
                return (None, Some(s));
            }
            if self.logic.holds_within(&mut self.terms, &s, condition, BRIEFER) {
                let mut s = s;
                s.assume(&self.terms, condition);
                return (Some(s), None);
            }
        }
        let mut yes = s.clone();
        let mut no = s;
        yes.assume_branch(condition);
        no.assume_branch(not);
        (Some(yes), Some(no))
    }
}
