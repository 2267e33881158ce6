//! Bounded quantifiers over integers, and unbounded ones.

use std::collections::HashMap;
use std::hash::BuildHasher;

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::symbol::Symbol;
use rustc_hash::FxHashMap;

use crate::node::{Quantifier, Role, Term};
use crate::store::{Kind, TermStore};

/// A quantifier with constant bounds and at most this many instances becomes their conjunction.
const MOST_INSTANCES: i128 = 64;

/// The quantifier over terms whose sorts fit; `None` when the variable is not one of [`Role::Bound`].
pub(crate) fn build(
    s: &mut TermStore,
    lo: Term,
    hi: Term,
    variable: Term,
    body: Term,
) -> Option<Term> {
    let info = s.as_variable(variable)?;
    if info.role != Role::Bound || info.sort != Sort::Int {
        return None;
    }
    if let Some(t) = simplified(s, lo, hi, variable, body).filter(|_| s.rewriting) {
        return Some(t);
    }
    // Bounds are outside of the scope: one that mentions the variable means another one.
    if [lo, hi].iter().any(|bound| s.variables(*bound).contains(&variable)) {
        let (variable, body) = renamed(s, variable, body, &[lo, hi]);
        return Some(s.intern_forall([lo, hi, variable, body]));
    }
    Some(s.intern_forall([lo, hi, variable, body]))
}

fn simplified(s: &mut TermStore, lo: Term, hi: Term, variable: Term, body: Term) -> Option<Term> {
    if s.as_bool(body) == Some(true) {
        return Some(body);
    }
    if !s.variables(body).contains(&variable) {
        let empty = s.lt(hi, lo);
        return Some(s.or(empty, body));
    }
    if let (Some(first), Some(last)) = (s.as_int(lo), s.as_int(hi))
        && last.checked_sub(first).is_some_and(|more| more < MOST_INSTANCES)
    {
        let mut all = s.bool(true);
        for n in first..=last {
            let n = s.int(n);
            let instance = instance(s, variable, body, n);
            all = s.and(all, instance);
        }
        return Some(all);
    }
    (lo == hi).then(|| instance(s, variable, body, lo))
}

/// The body with a value for its variable.
pub(crate) fn instance(s: &mut TermStore, variable: Term, body: Term, value: Term) -> Term {
    let sigma: FxHashMap<Term, Term> = [(variable, value)].into_iter().collect();
    s.substitute(body, &sigma)
}

/// The body over another bound variable, one that is free neither in it nor in `others`.
fn renamed(s: &mut TermStore, variable: Term, body: Term, others: &[Term]) -> (Term, Term) {
    let mut taken = s.variables(body).to_vec();
    for other in others {
        taken.extend_from_slice(&s.variables(*other));
    }
    let fresh = unused(s, variable, &mut taken);
    (fresh, instance(s, variable, body, fresh))
}

/// Substitution in a quantifier: its variable is not replaced, and captures nothing.
pub(crate) fn substitute<S: BuildHasher>(
    s: &mut TermStore,
    t: Term,
    sigma: &HashMap<Term, Term, S>,
) -> Term {
    let Some([lo, hi, mut variable, mut body]) = parts(s, t) else { return t };
    let (new_lo, new_hi) = (s.substitute(lo, sigma), s.substitute(hi, sigma));
    let mut inner: FxHashMap<Term, Term> = FxHashMap::default();
    let mut captured = Vec::new();
    for (from, to) in sigma {
        if !s.variables(*from).contains(&variable) {
            inner.insert(*from, *to);
            if s.variables(*to).contains(&variable) {
                captured.push(*to);
            }
        }
    }
    if !captured.is_empty() {
        (variable, body) = renamed(s, variable, body, &captured);
    }
    let body = s.substitute(body, &inner);
    s.forall_between(new_lo, new_hi, variable, body)
}

/// Whether a term is a quantifier, with its arguments.
pub(crate) fn parts(s: &TermStore, t: Term) -> Option<[Term; 4]> {
    match (s.op(t)?, s.args(t)) {
        (Op::Forall, &[lo, hi, variable, body]) => Some([lo, hi, variable, body]),
        _ => None,
    }
}

/// The unbounded quantifier; its body where that is constant or there are no variables.
pub(crate) fn unbounded(
    s: &mut TermStore,
    universal: bool,
    variables: &[Term],
    triggers: &[Vec<Term>],
    body: Term,
    name: Symbol,
    weight: Option<u32>,
) -> Term {
    if variables.is_empty() || s.as_bool(body).is_some() {
        return body;
    }
    let mut terms = [variables, &[body]].concat();
    let mut lengths = Vec::new();
    for trigger in triggers {
        let before = terms.len();
        let matched = |t: &&Term| !s.is_constant(**t) && s.as_variable(**t).is_none();
        terms.extend(trigger.iter().filter(matched));
        if terms.len() > before {
            lengths.push((terms.len() - before) as u32);
        }
    }
    s.intern_quantifier(Quantifier {
        universal,
        name,
        weight,
        terms: terms.into(),
        variables: variables.len() as u32,
        triggers: lengths.into(),
    })
}

/// Substitution in an unbounded quantifier: its variables are not replaced, and capture nothing.
pub(crate) fn substitute_unbounded<S: BuildHasher>(
    s: &mut TermStore,
    t: Term,
    sigma: &HashMap<Term, Term, S>,
) -> Term {
    let Kind::Quantifier(quantifier) = &s.stored(t).kind else { return t };
    let mut quantifier = (**quantifier).clone();
    let bound = quantifier.variables().to_vec();
    let free = s.variables(t);
    let mut inner: FxHashMap<Term, Term> = FxHashMap::default();
    let mut captured: Vec<Term> = Vec::new();
    for (from, to) in sigma {
        let needed = s.variables(*from);
        let is_inside = needed.iter().all(|v| free.contains(v));
        if *from != *to && is_inside {
            inner.insert(*from, *to);
            captured.extend(s.variables(*to).iter().filter(|v| bound.contains(v)));
        }
    }
    if inner.is_empty() {
        return t;
    }
    if !captured.is_empty() {
        let mut taken: Vec<Term> = [&*free, &bound].concat();
        inner.values().for_each(|to| taken.extend_from_slice(&s.variables(*to)));
        for variable in bound.iter().filter(|v| captured.contains(v)) {
            let fresh = unused(s, *variable, &mut taken);
            inner.insert(*variable, fresh);
        }
    }
    let terms: Vec<Term> = quantifier.terms.iter().map(|t| s.substitute(*t, &inner)).collect();
    quantifier.terms = terms.into();
    let triggers: Vec<Vec<Term>> = quantifier.triggers().map(<[Term]>::to_vec).collect();
    let Quantifier { universal, name, weight, .. } = quantifier;
    unbounded(s, universal, quantifier.variables(), &triggers, quantifier.body(), name, weight)
}

/// A variable like this one that is not among those taken, and is from now on.
fn unused(s: &mut TermStore, variable: Term, taken: &mut Vec<Term>) -> Term {
    let Some(mut info) = s.as_variable(variable).cloned() else { return variable };
    loop {
        info.name.push('\'');
        let candidate = s.variable(&info);
        if !taken.contains(&candidate) {
            taken.push(candidate);
            return candidate;
        }
    }
}
