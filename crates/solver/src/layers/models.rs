//! Tries the hint, the hint with one variable changed, and recent models by evaluation.

mod repair;

use std::collections::VecDeque;
use std::rc::Rc;

use effigy_term::{Evaluator, Model, Term, TermStore};

use super::{layer, restrict};
use crate::query::{Answer, Query, Solver};
use crate::statistics::Statistics;

/// Recent models that are tried.
const MOST_MODELS: usize = 8;

layer! {
    /// Model reuse.
    Models = "models" {
        /// The most recently useful one first.
        recent: VecDeque<Rc<Model>>,
        evaluator: Evaluator,
    }
}

impl Models {
    /// Model reuse above `inner`.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self {
            inner,
            counters: Default::default(),
            recent: VecDeque::new(),
            evaluator: Evaluator::new(),
        }
    }

    fn satisfies(&mut self, store: &TermStore, assertions: &[Term], model: &Model) -> bool {
        self.evaluator.reset();
        // The newest assertion is the least likely to hold.
        assertions.iter().rev().all(|t| self.evaluator.truth(store, *t, model) == Some(true))
    }
}

impl Models {
    /// The hint with one variable of the newest assertion changed so that all assertions hold.
    fn repaired(
        &mut self,
        store: &mut TermStore,
        assertions: &[Term],
        newest: Term,
        hint: &Model,
    ) -> Option<Model> {
        for (variable, value) in repair::candidates(store, newest, hint, &mut self.evaluator) {
            self.evaluator.reset();
            self.evaluator.assign_value(variable, &value);
            let mut newest_first = assertions.iter().rev();
            if newest_first.all(|t| self.evaluator.truth(store, *t, hint) == Some(true)) {
                let mut model = restrict(store, assertions, hint);
                model.set(variable, value);
                return Some(model);
            }
        }
        None
    }
}

impl Solver for Models {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        self.counters.queries += 1;
        if let (Some(hint), Some(last)) = (query.hint, query.assertions.last()) {
            if self.satisfies(store, &[*last], hint) {
                self.counters.hits += 1;
                return Answer::Sat(restrict(store, query.assertions, hint));
            }
            if let Some(model) = self.repaired(store, query.assertions, *last, hint) {
                self.counters.hits += 1;
                return Answer::Sat(model);
            }
        }
        for i in 0..self.recent.len() {
            let Some(model) = self.recent.get(i).cloned() else { break };
            if self.satisfies(store, query.assertions, &model) {
                self.counters.hits += 1;
                self.recent.remove(i);
                self.recent.push_front(model.clone());
                return Answer::Sat(restrict(store, query.assertions, &model));
            }
        }
        let answer = self.inner.check(store, query);
        if let Answer::Sat(model) = &answer {
            self.recent.truncate(MOST_MODELS - 1);
            self.recent.push_front(Rc::new(model.clone()));
        }
        answer
    }

    fn collected(&mut self, store: &TermStore) {
        // Variables are never collected, so that models stay.
        self.recent.retain(|model| store.all_live(model));
        self.evaluator.reset();
        self.inner.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.count(statistics);
    }
}
