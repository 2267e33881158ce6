//! Decides by decision diagrams.
//!
//! What is asked of bytes that a program reads one after the other has small diagrams, in which a contradiction is seen
//! at once. Steps are counted: where they do not pay, there are no diagrams any more.

use effigy_term::TermStore;

use super::{layer, restrict};
use crate::query::{Answer, Core, Query, Solver};
use crate::sets::{Set, Sets};
use crate::statistics::Statistics;

/// Parts of a contradiction of which each is tried whether it is needed.
const FEW: usize = 16;

/// Steps before no diagrams are made any more, unless queries are decided by them: about twenty milliseconds.
const CREDIT: i64 = 500_000;

/// Steps that a decided query earns: they take about the time of a SAT solver for a query of this kind.
const EARNED: i64 = 30_000;

layer! {
    /// The layer of decision diagrams. A hit is a query that it decided.
    Diagrams = "diagrams" {
        sets: Sets,
        credit: i64,
    }
}

impl Diagrams {
    /// Diagrams above `inner`.
    pub fn new(inner: Box<dyn Solver>, sets: Sets) -> Self {
        Self { inner, counters: Default::default(), sets, credit: CREDIT }
    }

    /// The answer, when the diagrams of the assertions are small. One without a diagram could contradict the others, so that
    /// only a contradiction is known then.
    fn decided(&mut self, store: &mut TermStore, query: &Query<'_>) -> Option<Answer> {
        // New inputs are placed before any set is made: that can throw all of them away.
        let placed = query.assertions.iter().filter(|t| self.sets.place(store, **t)).count();
        let mut sets: Vec<Option<Set>> = Vec::with_capacity(query.assertions.len());
        for assertion in query.assertions {
            sets.push(self.sets.of(store, *assertion));
        }
        let mut all = self.sets.all();
        for set in sets.iter().flatten() {
            all = self.sets.both(all, *set)?;
        }
        if all.is_empty() {
            return Some(Answer::Unsat(self.contradiction(&sets)));
        }
        if placed < query.assertions.len() || sets.iter().any(Option::is_none) {
            return None;
        }
        let model = self.sets.first(store, all);
        Some(Answer::Sat(restrict(store, query.assertions, &model)))
    }

    /// Places of sets that have nothing in common; all if it takes too long to find fewer.
    fn contradiction(&mut self, sets: &[Option<Set>]) -> Core {
        // The newest one is the most likely to contradict.
        let mut places: Vec<usize> = (0..sets.len()).rev().filter(|p| sets[*p].is_some()).collect();
        if let Some(fewer) = self.first_contradiction(sets, &places) {
            places = fewer;
        }
        let mut index = 0;
        while places.len() <= FEW && index < places.len() {
            let mut others = places.clone();
            others.remove(index);
            match self.first_contradiction(sets, &others) {
                Some(fewer) => places = fewer,
                None => index += 1,
            }
        }
        places.sort_unstable();
        places
    }

    /// Those of some places that change the intersection until it is empty. `None` when it does not become so, or that
    /// takes too long.
    fn first_contradiction(
        &mut self,
        sets: &[Option<Set>],
        places: &[usize],
    ) -> Option<Vec<usize>> {
        let mut all = self.sets.all();
        let mut needed = Vec::new();
        for &place in places {
            let both = self.sets.both(all, sets[place]?)?;
            if both != all {
                needed.push(place);
            }
            all = both;
            if all.is_empty() {
                return Some(needed);
            }
        }
        None
    }
}

impl Solver for Diagrams {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        self.counters.queries += 1;
        if self.credit <= 0 {
            return self.inner.check(store, query);
        }
        let before = self.sets.steps();
        let answer = self.decided(store, query);
        self.credit -= i64::try_from(self.sets.steps() - before).unwrap_or(i64::MAX);
        match answer {
            Some(answer) => {
                self.credit = (self.credit + EARNED).min(CREDIT);
                self.counters.hits += 1;
                answer
            }
            None => self.inner.check(store, query),
        }
    }

    fn collected(&mut self, store: &TermStore) {
        self.sets.collected(store);
        self.inner.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.count(statistics);
    }
}
