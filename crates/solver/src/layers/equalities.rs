//! Substitutes variables that a query fixes to a constant.

use effigy_term::{Model, Term, TermStore};
use rustc_hash::FxHashMap;

use super::{layer, lift};
use crate::fixed::fixed;
use crate::query::{Answer, Query, Solver};
use crate::statistics::Statistics;

/// Rewritten assertions above which all are forgotten.
const MOST_REWRITTEN: usize = 100_000;

/// A variable's constant and the assertion that says so.
#[derive(Clone, Copy)]
struct Fixed {
    constant: Term,
    by: usize,
}

/// An assertion and the variables substituted in it, with their constants.
type Key = (Term, Vec<(Term, Term)>);

layer! {
    /// The rewriting layer. A hit is a query that it changed.
    Equalities = "equalities" {
        rewritten: FxHashMap<Key, Term>,
    }
}

/// A query after substitution.
#[derive(Default)]
struct Rewritten {
    fixed: FxHashMap<Term, Fixed>,
    assertions: Vec<Term>,
    /// By rewritten assertion, those that it came from: itself first, then those that fix its variables.
    sources: Vec<Vec<usize>>,
    /// The sources of one that became false.
    contradiction: Option<Vec<usize>>,
}

impl Equalities {
    /// Rewriting above `inner`.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self { inner, counters: Default::default(), rewritten: FxHashMap::default() }
    }

    fn rewrite(&mut self, store: &mut TermStore, assertions: &[Term]) -> Rewritten {
        let mut result = Rewritten::default();
        for (by, &t) in assertions.iter().enumerate() {
            if let Some((variable, constant)) = fixed(store, t) {
                result.fixed.entry(variable).or_insert(Fixed { constant, by });
            }
        }
        if result.fixed.is_empty() {
            return result;
        }
        for (i, &t) in assertions.iter().enumerate() {
            let variables = store.variables(t);
            let relevant =
                variables.iter().filter_map(|v| result.fixed.get(v).map(|fixed| (*v, *fixed)));
            let relevant: Vec<(Term, Fixed)> = relevant.collect();
            if relevant.iter().any(|(_, fixed)| fixed.by == i) {
                continue;
            }
            let new = self.substitute(
                store,
                t,
                relevant.iter().map(|(v, fixed)| (*v, fixed.constant)).collect(),
            );
            let sources =
                std::iter::once(i).chain(relevant.iter().map(|(_, fixed)| fixed.by)).collect();
            match store.as_bool(new) {
                Some(true) => {}
                Some(false) => {
                    result.contradiction = Some(sources);
                    return result;
                }
                None => {
                    result.assertions.push(new);
                    result.sources.push(sources);
                }
            }
        }
        result
    }

    fn substitute(&mut self, store: &mut TermStore, t: Term, constants: Vec<(Term, Term)>) -> Term {
        if constants.is_empty() {
            return t;
        }
        let key = (t, constants);
        if let Some(&known) = self.rewritten.get(&key) {
            return known;
        }
        let sigma: FxHashMap<Term, Term> = key.1.iter().copied().collect();
        let new = store.substitute(t, &sigma);
        if self.rewritten.len() >= MOST_REWRITTEN {
            self.rewritten.clear();
        }
        self.rewritten.insert(key, new);
        new
    }
}

impl Solver for Equalities {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        self.counters.queries += 1;
        let rewritten = self.rewrite(store, query.assertions);
        if rewritten.fixed.is_empty() {
            return self.inner.check(store, query);
        }
        self.counters.hits += 1;
        if let Some(sources) = rewritten.contradiction {
            let places: Vec<usize> = sources;
            return lift(Answer::Unsat((0..places.len()).collect()), &places);
        }
        let answer = match rewritten.assertions.is_empty() {
            true => Answer::Sat(Model::new()),
            // A rewritten query can fix further variables.
            false => self.check_again(store, &rewritten),
        };
        match answer {
            Answer::Sat(mut model) => {
                for (variable, fixed) in &rewritten.fixed {
                    if let Some(value) = store.value(fixed.constant) {
                        model.set(*variable, value);
                    }
                }
                Answer::Sat(super::restrict(store, query.assertions, &model))
            }
            Answer::Unsat(core) => {
                let sources = core.iter().filter_map(|i| rewritten.sources.get(*i)).flatten();
                let mut core: Vec<usize> = sources.copied().collect();
                core.sort_unstable();
                core.dedup();
                Answer::Unsat(core)
            }
            unknown => unknown,
        }
    }

    fn collected(&mut self, store: &TermStore) {
        store.retain_live(&mut self.rewritten);
        self.inner.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.count(statistics);
    }
}

impl Equalities {
    fn check_again(&mut self, store: &mut TermStore, rewritten: &Rewritten) -> Answer {
        let query = Query::new(&rewritten.assertions);
        let fixes_more = rewritten.assertions.iter().any(|t| fixed(store, *t).is_some());
        if fixes_more { self.check(store, &query) } else { self.inner.check(store, &query) }
    }
}
