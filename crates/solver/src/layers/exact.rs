//! Answers from an earlier query with the same assertions.

use std::rc::Rc;

use effigy_term::{Model, Term, TermStore, Trace};
use rustc_hash::FxHashMap;

use super::layer;
use crate::query::{Answer, Query, Solver};
use crate::statistics::Statistics;

/// Queries above which all are forgotten.
const MOST_QUERIES: usize = 200_000;

/// A decided query.
enum Known {
    Sat(Rc<Model>),
    /// The core as terms.
    Unsat(Box<[Term]>),
}

impl Trace for Known {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        match self {
            Known::Sat(model) => model.trace(visit),
            Known::Unsat(core) => core.trace(visit),
        }
    }
}

layer! {
    /// The query cache.
    Exact = "exact" {
        /// Whether queries that differ in the order of their assertions are the same.
        any_order: bool,
        known: FxHashMap<Box<[Term]>, Known>,
        key: Vec<Term>,
    }
}

impl Exact {
    /// A cache above `inner`. With `any_order` a model may be that of the same assertions in another order.
    pub fn new(inner: Box<dyn Solver>, any_order: bool) -> Self {
        Self {
            inner,
            counters: Default::default(),
            any_order,
            known: FxHashMap::default(),
            key: Vec::new(),
        }
    }
}

impl Solver for Exact {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        self.counters.queries += 1;
        self.key.clear();
        self.key.extend_from_slice(query.assertions);
        if self.any_order {
            self.key.sort_unstable();
        }
        match self.known.get(self.key.as_slice()) {
            Some(Known::Sat(model)) => {
                self.counters.hits += 1;
                return Answer::Sat((**model).clone());
            }
            Some(Known::Unsat(core)) => {
                self.counters.hits += 1;
                let in_core = |t: &Term| core.contains(t);
                let places =
                    (0..).zip(query.assertions).filter(|(_, t)| in_core(t)).map(|(i, _)| i);
                return Answer::Unsat(places.collect());
            }
            None => {}
        }
        let key = std::mem::take(&mut self.key);
        let answer = self.inner.check(store, query);
        let known = match &answer {
            Answer::Sat(model) => Known::Sat(Rc::new(model.clone())),
            Answer::Unsat(core) => Known::Unsat(
                core.iter().filter_map(|i| query.assertions.get(*i).copied()).collect(),
            ),
            Answer::Unknown(_) => return answer,
        };
        if self.known.len() >= MOST_QUERIES {
            self.known.clear();
        }
        self.known.insert(key.as_slice().into(), known);
        self.key = key;
        answer
    }

    fn collected(&mut self, store: &TermStore) {
        store.retain_live(&mut self.known);
        self.inner.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.count(statistics);
    }
}
