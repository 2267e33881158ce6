//! The top of the chain: counts and times what enters, and answers what needs no solver.

use std::time::Instant;

use effigy_term::{Model, Term, TermStore};

use super::{layer, lift};
use crate::clock::Clock;
use crate::query::{Answer, Query, Solver, Why};
use crate::statistics::Statistics;

layer! {
    /// The top of the chain. A hit is a query that constants alone decide.
    Total = "total" {
        canonical: Box<dyn Solver>,
        kept: Vec<Term>,
        places: Vec<usize>,
        /// The assertions of an earlier query, none of which is a constant: those of a path are asked about again.
        plain: Vec<Term>,
        clock: Clock,
    }
}

impl Total {
    /// The chain `inner`; canonical models come from `canonical`.
    pub fn new(inner: Box<dyn Solver>, canonical: Box<dyn Solver>, clock: Clock) -> Self {
        Self {
            inner,
            counters: Default::default(),
            canonical,
            kept: Vec::new(),
            places: Vec::new(),
            plain: Vec::new(),
            clock,
        }
    }

    /// Whether no assertion is a constant or mentions a declared function.
    fn are_plain(&mut self, store: &TermStore, assertions: &[Term]) -> bool {
        let same = self.plain.iter().zip(assertions).take_while(|(a, b)| a == b).count();
        let others = assertions.get(same..).unwrap_or_default();
        let plain = others.iter().all(|t| {
            let features = store.features(*t);
            features.variables() && !features.declared()
        });
        if plain {
            self.plain.truncate(same);
            self.plain.extend_from_slice(others);
        }
        plain
    }

    fn decide(&mut self, store: &mut TermStore, query: &Query<'_>, canonical: bool) -> Answer {
        if !query.assertions.is_empty() && self.are_plain(store, query.assertions) {
            let query = Query { hint: query.hint.filter(|_| !canonical), ..*query };
            return sorted(self.ask(store, &query, canonical));
        }
        self.kept.clear();
        self.places.clear();
        for (i, &t) in query.assertions.iter().enumerate() {
            match store.as_bool(t) {
                Some(true) => {}
                Some(false) => {
                    self.counters.hits += 1;
                    return Answer::Unsat(vec![i]);
                }
                None => {
                    self.kept.push(t);
                    self.places.push(i);
                }
            }
        }
        // A hint speaks about all assertions but the last; when that one is true, it speaks about all.
        let last_kept = self.places.last().is_some_and(|i| i + 1 == query.assertions.len());
        match query.hint.filter(|_| !canonical) {
            Some(hint) if !last_kept => {
                self.counters.hits += 1;
                Answer::Sat(hint.clone())
            }
            hint if self.kept.is_empty() => {
                self.counters.hits += 1;
                Answer::Sat(hint.cloned().unwrap_or_else(Model::new))
            }
            // The layers split and enumerate by variables, which says nothing of functions.
            _ if self.kept.iter().any(|t| store.features(*t).declared()) => {
                Answer::Unknown(Why::NoBackEnd {
                    theory: "reals, declared functions and sorts",
                    advice: "only proofs with permissions decide these",
                })
            }
            hint => {
                let kept = std::mem::take(&mut self.kept);
                let answer = self.ask(store, &Query { assertions: &kept, hint }, canonical);
                self.kept = kept;
                lift(answer, &self.places)
            }
        }
    }

    /// Asks the chain, unless the run is being stopped.
    fn ask(&mut self, store: &mut TermStore, query: &Query<'_>, canonical: bool) -> Answer {
        if self.clock.is_stopped() {
            return Answer::Unknown(self.clock.why());
        }
        self.clock.start();
        let solver = if canonical { &mut self.canonical } else { &mut self.inner };
        solver.check(store, query)
    }

    fn timed(&mut self, store: &mut TermStore, query: &Query<'_>, canonical: bool) -> Answer {
        let start = Instant::now();
        self.counters.queries += 1;
        let answer = self.decide(store, query, canonical);
        self.counters.time += start.elapsed();
        answer
    }
}

/// An answer with its core in the order of the query.
fn sorted(mut answer: Answer) -> Answer {
    if let Answer::Unsat(core) = &mut answer {
        core.sort_unstable();
        core.dedup();
    }
    answer
}

impl Solver for Total {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        self.timed(store, query, false)
    }

    fn canonical(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        self.timed(store, query, true)
    }

    fn collected(&mut self, store: &TermStore) {
        self.kept.clear();
        self.plain.clear();
        self.inner.collected(store);
        self.canonical.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.count(statistics);
        self.canonical.statistics(statistics);
    }
}
