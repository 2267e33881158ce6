//! Answers from an earlier query with the same assertions.

use std::rc::Rc;

use effigy_term::{Model, Term, TermStore, Trace};
use rustc_hash::FxHashMap;

use super::layer;
use crate::query::{Answer, Query, Solver};
use crate::statistics::Statistics;

/// Terms and values of the queries and their answers above which all are forgotten: queries of long paths are long.
const MOST_KEPT: usize = 2_000_000;

/// A decided query.
enum Known {
    Sat(Rc<Model>),
    /// The core as terms.
    Unsat(Box<[Term]>),
}

impl Known {
    /// Terms or values in it.
    fn len(&self) -> usize {
        match self {
            Known::Sat(model) => model.len(),
            Known::Unsat(core) => core.len(),
        }
    }
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
        /// Terms and values in them.
        kept: usize,
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
            kept: 0,
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
        if self.kept > MOST_KEPT {
            self.known.clear();
            self.kept = 0;
        }
        self.kept += key.len() + known.len();
        self.known.insert(key.as_slice().into(), known);
        self.key = key;
        answer
    }

    fn collected(&mut self, store: &TermStore) {
        store.retain_live(&mut self.known);
        self.kept = self.known.iter().map(|(key, known)| key.len() + known.len()).sum();
        self.inner.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.count(statistics);
    }
}
