//! Substitution.

use std::collections::HashMap;
use std::hash::BuildHasher;

use rustc_hash::FxHashMap;

use crate::node::Term;
use crate::quantifier;
use crate::store::{Kind, TermStore};

impl TermStore {
    /// Replaces terms by others everywhere in `t`, all at once: replacements are not searched again. Keys are usually
    /// variables, but any term may be replaced; the outermost key wins.
    ///
    /// Inside of a quantifier its variables are not replaced; they are renamed where a replacement mentions them.
    ///
    /// The result is rebuilt by the constructors. Keys and replacements must agree in sort.
    pub fn substitute<S: BuildHasher>(&mut self, t: Term, sigma: &HashMap<Term, Term, S>) -> Term {
        self.substitute_within(t, sigma, usize::MAX).unwrap_or(t)
    }

    /// As [`TermStore::substitute`]; `None` when more than `most` terms have to be looked at.
    pub fn substitute_within<S: BuildHasher>(
        &mut self,
        t: Term,
        sigma: &HashMap<Term, Term, S>,
        most: usize,
    ) -> Option<Term> {
        self.replaced(t, sigma, &|_, _| true, most, &mut FxHashMap::default())
    }

    /// As [`TermStore::substitute`], of terms that mention what was never initialised: no other one is searched. Of many terms, one
    /// after the other: `done` are the results so far, and what `sigma` replaces in a term is the same in each call.
    pub fn substitute_unspecified<S: BuildHasher>(
        &mut self,
        t: Term,
        sigma: &HashMap<Term, Term, S>,
        done: &mut FxHashMap<Term, Term>,
    ) -> Term {
        self.replaced(t, sigma, &TermStore::has_unspecified, usize::MAX, done).unwrap_or(t)
    }

    /// What `t` becomes, of which parts are searched for which `searches` holds; `None` when there are more than `most` results.
    fn replaced<S: BuildHasher>(
        &mut self,
        t: Term,
        sigma: &HashMap<Term, Term, S>,
        searches: &dyn Fn(&Self, Term) -> bool,
        most: usize,
        done: &mut FxHashMap<Term, Term>,
    ) -> Option<Term> {
        let mut pending = vec![t];
        while let Some(&t) = pending.last() {
            if done.len() >= most {
                return None;
            }
            if done.contains_key(&t) {
                pending.pop();
                continue;
            }
            if let Some(replacement) = sigma.get(&t) {
                done.insert(t, *replacement);
                continue;
            }
            if !searches(self, t) {
                done.insert(t, t);
                continue;
            }
            let result = match &self.stored(t).kind {
                Kind::App(..) | Kind::Apply(..) => None,
                Kind::Forall(_) => Some(quantifier::substitute(self, t, sigma)),
                Kind::Quantifier(_) => Some(quantifier::substitute_unbounded(self, t, sigma)),
                _ => Some(t),
            };
            if let Some(result) = result {
                done.insert(t, result);
                continue;
            }
            let waiting = pending.len();
            pending.extend(self.args(t).iter().filter(|arg| !done.contains_key(arg)));
            if pending.len() > waiting {
                continue;
            }
            let old = self.args(t);
            let new: Vec<Term> =
                old.iter().map(|arg| done.get(arg).copied().unwrap_or(*arg)).collect();
            let result = match self.stored(t).kind {
                _ if new == old => t,
                Kind::App(op, _) => self.app(op, &new),
                Kind::Apply(function, _) => self.apply(function, &new),
                _ => t,
            };
            done.insert(t, result);
        }
        done.get(&t).copied()
    }
}
