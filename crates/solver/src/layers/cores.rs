//! Answers from the unsatisfiable core of an earlier query.

use effigy_term::{Term, TermStore};
use rustc_hash::FxHashMap;

use super::layer;
use crate::query::{Answer, Query, Solver};
use crate::statistics::Statistics;

/// Cores above which all are forgotten.
const MOST_CORES: usize = 50_000;

/// Cores kept for one term; more would be searched for each query.
const MOST_PER_TERM: usize = 32;

layer! {
    /// The core cache.
    Cores = "cores" {
        /// By the last assertion of each core, the one that made its query unsatisfiable: the other assertions.
        by_last: FxHashMap<Term, Vec<Box<[Term]>>>,
        kept: usize,
        places: FxHashMap<Term, usize>,
    }
}

impl Cores {
    /// A core cache above `inner`.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self {
            inner,
            counters: Default::default(),
            by_last: FxHashMap::default(),
            kept: 0,
            places: FxHashMap::default(),
        }
    }

    fn find(&mut self, assertions: &[Term]) -> Option<Vec<usize>> {
        if !assertions.iter().any(|t| self.by_last.contains_key(t)) {
            return None;
        }
        self.places.clear();
        self.places.extend(assertions.iter().zip(0..).map(|(t, i)| (*t, i)));
        let place = |t: &Term| self.places.get(t).copied();
        for last in assertions.iter().rev() {
            for others in self.by_last.get(last).into_iter().flatten() {
                if let Some(mut core) = others.iter().map(place).collect::<Option<Vec<_>>>() {
                    core.extend(place(last));
                    core.sort_unstable();
                    return Some(core);
                }
            }
        }
        None
    }

    fn remember(&mut self, assertions: &[Term], core: &[usize]) {
        let mut terms: Vec<Term> =
            core.iter().filter_map(|i| assertions.get(*i).copied()).collect();
        let Some(last) = terms.pop() else { return };
        if self.kept >= MOST_CORES {
            self.by_last.clear();
            self.kept = 0;
        }
        let known = self.by_last.entry(last).or_default();
        if known.len() < MOST_PER_TERM {
            known.push(terms.into());
            self.kept += 1;
        }
    }
}

impl Solver for Cores {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        self.counters.queries += 1;
        if let Some(core) = self.find(query.assertions) {
            self.counters.hits += 1;
            return Answer::Unsat(core);
        }
        let answer = self.inner.check(store, query);
        if let Answer::Unsat(core) = &answer {
            self.remember(query.assertions, core);
        }
        answer
    }

    fn collected(&mut self, store: &TermStore) {
        self.by_last.retain(|last, cores| {
            cores.retain(|others| store.all_live(others));
            store.is_live(*last) && !cores.is_empty()
        });
        self.places.clear();
        self.kept = self.by_last.values().map(Vec::len).sum();
        self.inner.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.count(statistics);
    }
}
