//! Solves independent parts of a query by themselves.
//!
//! Two assertions depend on each other when they share a variable. A variable that an assertion fixes to a constant
//! does not count: that assertion joins every part that mentions the variable instead.

use effigy_term::{Model, Term, TermStore};

use super::{layer, lift};
use crate::fixed::fixed;
use crate::query::{Answer, Query, Solver};
use crate::statistics::Statistics;

layer! {
    /// The slicing layer. A hit is a query of which a proper part was asked further.
    Slices = "slices" {
        scratch: Scratch,
    }
}

impl Slices {
    /// Slicing above `inner`.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self { inner, counters: Default::default(), scratch: Scratch::default() }
    }

    fn newest(&mut self, store: &mut TermStore, query: &Query<'_>, hint: &Model) -> Answer {
        let parts = self.scratch.parts(store, query.assertions, true);
        let Some(part) = parts.last() else { return Answer::Sat(hint.clone()) };
        if part.len() < query.assertions.len() {
            self.counters.hits += 1;
        }
        let assertions: Vec<Term> =
            part.iter().filter_map(|i| query.assertions.get(*i).copied()).collect();
        match self.inner.check(store, &Query { assertions: &assertions, hint: Some(hint) }) {
            Answer::Sat(model) => {
                let mut merged = hint.clone();
                merged.merge(&model);
                Answer::Sat(merged)
            }
            other => lift(other, part),
        }
    }

    fn all(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        let parts = self.scratch.parts(store, query.assertions, false);
        if parts.len() > 1 {
            self.counters.hits += 1;
        }
        let mut merged = Model::new();
        let mut unknown = None;
        // The newest part first: it is the one that can make a query unsatisfiable.
        for part in parts.iter().rev() {
            let assertions: Vec<Term> =
                part.iter().filter_map(|i| query.assertions.get(*i).copied()).collect();
            match self.inner.check(store, &Query::new(&assertions)) {
                Answer::Sat(model) => merged.merge(&model),
                Answer::Unknown(why) => unknown = Some(why),
                unsat => return lift(unsat, part),
            }
        }
        unknown.map_or(Answer::Sat(merged), Answer::Unknown)
    }
}

impl Solver for Slices {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        self.counters.queries += 1;
        match query.hint {
            Some(hint) => self.newest(store, query, hint),
            None => self.all(store, query),
        }
    }

    fn collected(&mut self, store: &TermStore) {
        self.inner.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.count(statistics);
    }
}

/// What is known of a variable while a query is sliced; older epochs are void.
#[derive(Clone, Copy, Default)]
struct Seen {
    epoch: u32,
    /// The assertion that fixes it to a constant.
    fixed_by: Option<u32>,
    /// An assertion that mentions it.
    group: Option<u32>,
}

/// Reused memory: one entry per variable, and a forest of assertions.
#[derive(Default)]
struct Scratch {
    epoch: u32,
    seen: Vec<Seen>,
    parents: Vec<u32>,
    /// Pairs of an assertion and one that fixes a variable in it.
    uses: Vec<(u32, u32)>,
}

impl Scratch {
    /// The parts, in order of their last assertions, as ascending indices. When `newest_is_free` the last assertion
    /// is not taken to fix a variable, and only the part of the last assertion is built.
    fn parts(
        &mut self,
        store: &mut TermStore,
        assertions: &[Term],
        newest_is_free: bool,
    ) -> Vec<Vec<usize>> {
        self.start();
        let fixing =
            if newest_is_free { assertions.len().saturating_sub(1) } else { assertions.len() };
        for (i, &t) in (0u32..).zip(assertions.iter().take(fixing)) {
            if let Some((variable, _)) = fixed(store, t) {
                let seen = self.entry(variable);
                seen.fixed_by = seen.fixed_by.or(Some(i));
            }
        }
        self.parents.extend((0u32..).take(assertions.len()));
        for (i, &t) in (0u32..).zip(assertions) {
            for &variable in store.variables(t).iter() {
                let seen = self.entry(variable);
                match (seen.fixed_by, seen.group) {
                    (Some(by), _) if by != i => self.uses.push((i, by)),
                    (_, Some(group)) => self.join(group, i),
                    _ => seen.group = Some(i),
                }
            }
        }
        let Ok(count) = u32::try_from(assertions.len()) else {
            return vec![(0..assertions.len()).collect()];
        };
        match count.checked_sub(1) {
            Some(last) if newest_is_free => vec![self.part_of(last)],
            _ => self.gather(count),
        }
    }

    /// The part that an assertion, the last one, belongs to.
    fn part_of(&mut self, last: u32) -> Vec<usize> {
        let root = self.root(last);
        let mut part: Vec<usize> = Vec::new();
        for i in 0..=last {
            if self.root(i) == root {
                part.push(i as usize);
            }
        }
        for index in 0..self.uses.len() {
            let Some((user, by)) = self.uses.get(index).copied() else { break };
            if self.root(user) == root {
                part.push(by as usize);
            }
        }
        part.sort_unstable();
        part.dedup();
        part
    }

    fn gather(&mut self, count: u32) -> Vec<Vec<usize>> {
        let roots: Vec<u32> = (0..count).map(|i| self.root(i)).collect();
        let mut parts: Vec<Vec<usize>> = vec![Vec::new(); roots.len()];
        let pairs = roots.iter().zip(0u32..).map(|(root, i)| (*root, i));
        let extra = self
            .uses
            .iter()
            .filter_map(|(user, by)| roots.get(*user as usize).map(|root| (*root, *by)));
        for (root, i) in pairs.chain(extra) {
            if let Some(part) = parts.get_mut(root as usize) {
                part.push(i as usize);
            }
        }
        parts.retain(|part| !part.is_empty());
        for part in &mut parts {
            part.sort_unstable();
            part.dedup();
        }
        parts.sort_unstable_by_key(|part| part.last().copied());
        parts
    }

    fn start(&mut self) {
        if self.epoch == u32::MAX {
            self.seen.clear();
            self.epoch = 0;
        }
        self.epoch += 1;
        self.parents.clear();
        self.uses.clear();
    }

    fn entry(&mut self, variable: Term) -> &mut Seen {
        if variable.index() >= self.seen.len() {
            self.seen.resize(variable.index() + 1, Seen::default());
        }
        let epoch = self.epoch;
        let seen = &mut self.seen[variable.index()];
        if seen.epoch != epoch {
            *seen = Seen { epoch, fixed_by: None, group: None };
        }
        seen
    }

    fn root(&mut self, i: u32) -> u32 {
        let mut i = i;
        while let Some(parent) = self.parents.get(i as usize).copied().filter(|parent| *parent != i)
        {
            let above = self.parents.get(parent as usize).copied().unwrap_or(parent);
            if let Some(slot) = self.parents.get_mut(i as usize) {
                *slot = above;
            }
            i = parent;
        }
        i
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if let Some(parent) = self.parents.get_mut(a.max(b) as usize) {
            *parent = a.min(b);
        }
    }
}
