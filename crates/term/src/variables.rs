//! The variables of terms.

use std::rc::Rc;

use crate::node::Term;
use crate::quantifier;
use crate::store::{Kind, TermStore};

impl TermStore {
    /// The free variables of a term, sorted by id, each once: what a quantifier binds is not among them. Remembered for the term and its subterms.
    pub fn variables(&mut self, t: Term) -> Rc<[Term]> {
        if let Some(known) = self.known_variables(t) {
            return known;
        }
        let mut pending = vec![t];
        while let Some(&t) = pending.last() {
            if self.known_variables(t).is_some() {
                pending.pop();
                continue;
            }
            let waiting = pending.len();
            pending.extend(self.args(t).iter().filter(|arg| self.known_variables(**arg).is_none()));
            if pending.len() == waiting {
                let set = self.collect_variables(t);
                self.remember_variables(t, set);
                pending.pop();
            }
        }
        self.known_variables(t).unwrap_or_default()
    }

    /// Whether a variable of [`crate::Role::Unspecified`] occurs in a term.
    #[inline]
    pub fn has_unspecified(&self, t: Term) -> bool {
        self.features(t).unspecified()
    }

    fn known_variables(&self, t: Term) -> Option<Rc<[Term]>> {
        if !self.features(t).variables() {
            return Some(Rc::default());
        }
        self.variables.get(t.index()).cloned().flatten()
    }

    fn remember_variables(&mut self, t: Term, set: Rc<[Term]>) {
        if t.index() >= self.variables.len() {
            self.variables.resize(self.nodes.len(), None);
        }
        self.variables[t.index()] = Some(set);
    }

    fn collect_variables(&self, t: Term) -> Rc<[Term]> {
        if matches!(self.stored(t).kind, Kind::Var(_)) {
            return Rc::new([t]);
        }
        if let Some([lo, hi, variable, body]) = quantifier::parts(self, t) {
            let mut result = self.known_variables(body).unwrap_or_default();
            if result.contains(&variable) {
                result = result.iter().copied().filter(|v| *v != variable).collect();
            }
            for bound in [lo, hi] {
                result = union(&result, &self.known_variables(bound).unwrap_or_default());
            }
            return result;
        }
        if let Kind::Quantifier(quantifier) = &self.stored(t).kind {
            let mut all: Rc<[Term]> = Rc::default();
            for term in &quantifier.terms[quantifier.variables().len()..] {
                all = union(&all, &self.known_variables(*term).unwrap_or_default());
            }
            let bound = quantifier.variables();
            return all.iter().copied().filter(|v| !bound.contains(v)).collect();
        }
        let mut result: Rc<[Term]> = Rc::default();
        for arg in self.args(t) {
            if let Some(set) = self.known_variables(*arg) {
                result = union(&result, &set);
            }
        }
        result
    }
}

/// The union of two sorted sets; one of them itself where it holds the other.
fn union(a: &Rc<[Term]>, b: &Rc<[Term]>) -> Rc<[Term]> {
    if b.is_empty() || Rc::ptr_eq(a, b) {
        return a.clone();
    }
    if a.is_empty() {
        return b.clone();
    }
    let mut merged = Vec::with_capacity(a.len() + b.len());
    let (mut xs, mut ys) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    while let (Some(x), Some(y)) = (xs.peek().copied(), ys.peek().copied()) {
        if x <= y {
            xs.next();
        }
        if y <= x {
            ys.next();
        }
        merged.push(x.min(y));
    }
    merged.extend(xs);
    merged.extend(ys);
    match merged.len() {
        n if n == a.len() => a.clone(),
        n if n == b.len() => b.clone(),
        _ => merged.into(),
    }
}
