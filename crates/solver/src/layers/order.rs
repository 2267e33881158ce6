//! Decides queries that compare words with each other and with constants, as sorting and searching programs ask them.
//!
//! A comparison of two words bounds the difference of two numbers. Whether numbers with bounded differences exist is a
//! question about cycles in a graph ([`differences`]), answered much faster than about the bits of the words.
//!
//! Words are taken for numbers without a look inside, so that what is found to be unsatisfiable is, whatever the words
//! are and whatever else the query says. Numbers make a model only when the query says nothing else and the words are
//! made of variables that no two of them share. Everything in between is left to the next layer.

mod choices;
mod differences;
mod facts;
mod problem;
mod reading;
mod words;

use effigy_term::TermStore;

use self::choices::Failure;
use self::problem::Problem;
use self::reading::Reading;
use super::layer;
use crate::query::{Answer, Query, Solver};
use crate::statistics::Statistics;

layer! {
    /// The layer of order.
    Order = "order" {}
}

impl Order {
    /// Comparing above `inner`.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self { inner, counters: Default::default() }
    }
}

fn decide(store: &TermStore, query: &Query<'_>) -> Option<Answer> {
    let reading = Reading::of(store, query.assertions)?;
    match Problem::new(store, reading, query.hint).solve(store) {
        Ok(model) => model.map(Answer::Sat),
        Err(Failure::Contradiction(core)) => Some(Answer::Unsat(core)),
        Err(Failure::GivenUp) => None,
    }
}

impl Solver for Order {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        self.counters.queries += 1;
        match decide(store, query) {
            Some(answer) => {
                self.counters.hits += 1;
                answer
            }
            None => self.inner.check(store, query),
        }
    }

    fn collected(&mut self, store: &TermStore) {
        self.inner.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.count(statistics);
    }
}
