//! Evaluates every model under the assertions before it is believed.

use effigy_term::{Evaluator, TermStore};

use super::dump::Dumper;
use super::layer;
use crate::query::{Answer, Query, Solver, Why};
use crate::statistics::Statistics;

layer! {
    /// The validating layer. A hit is a model that was wrong.
    Validation = "validation" {
        evaluator: Evaluator,
        dumper: Dumper,
    }
}

impl Validation {
    /// Validation above `inner`; queries with wrong models are written by `dumper`.
    pub fn new(inner: Box<dyn Solver>, dumper: Dumper) -> Self {
        Self { inner, counters: Default::default(), evaluator: Evaluator::new(), dumper }
    }
}

impl Solver for Validation {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        let answer = self.inner.check(store, query);
        let Answer::Sat(model) = &answer else { return answer };
        self.counters.queries += 1;
        self.evaluator.reset();
        // An assertion that has no value here (a floating-point format that is not computed) cannot be checked.
        let wrong = query
            .assertions
            .iter()
            .find(|t| self.evaluator.truth(store, **t, model) == Some(false));
        let Some(wrong) = wrong else { return answer };
        self.counters.hits += 1;
        let assertion = effigy_term::print::infix(store, *wrong);
        let written = match self.dumper.write(store, query.assertions, "the model is wrong") {
            Ok(path) => format!("the query is in {}", path.display()),
            Err(error) => format!("the query could not be written: {error}"),
        };
        Answer::Unknown(Why::WrongModel(format!("{assertion} is false; {written}")))
    }

    fn collected(&mut self, store: &TermStore) {
        self.evaluator.reset();
        self.inner.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.count(statistics);
    }
}
