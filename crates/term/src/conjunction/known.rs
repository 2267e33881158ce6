//! Terms under a condition.

use super::{Interval, Relation, bound, minimal};
use crate::node::Term;
use crate::store::TermStore;
use effigy_base::op::Op;
use rustc_hash::{FxHashMap, FxHashSet};

/// Rounds of replacing; each may make the next one possible.
const ROUNDS: usize = 4;

/// The term with what the conjuncts say put in, by their syntax: what they give a constant value, what they state or
/// deny, and comparisons of integers that their bounds decide. Wherever the conjuncts hold the result has the value of the
/// term.
pub fn under(store: &mut TermStore, conjuncts: &[Term], t: Term) -> Term {
    let conjuncts = minimal(store, conjuncts);
    let (yes, no) = (store.bool(true), store.bool(false));
    let mut sigma: FxHashMap<Term, Term> = FxHashMap::default();
    let mut intervals: FxHashMap<Term, Interval> = FxHashMap::default();
    for conjunct in conjuncts {
        if let Some(bound) = bound(store, conjunct) {
            intervals.entry(bound.form).or_default().narrow(&bound);
        }
        sigma.insert(conjunct, yes);
        match (store.op(conjunct), store.args(conjunct)) {
            (Some(Op::Not), &[denied]) => drop(sigma.insert(denied, no)),
            (Some(Op::Eq), &[a, b]) if store.is_constant(b) => drop(sigma.insert(a, b)),
            (Some(Op::Eq), &[a, b]) if store.is_constant(a) => drop(sigma.insert(b, a)),
            _ => {}
        }
    }
    intervals.values_mut().for_each(Interval::tighten);
    let mut known = t;
    for _ in 0..ROUNDS {
        for condition in conditions(store, known) {
            if let Some(truth) = decided(store, &intervals, condition) {
                sigma.insert(condition, if truth { yes } else { no });
            }
        }
        let next = store.substitute(known, &sigma);
        if next == known {
            break;
        }
        known = next;
    }
    known
}

/// The comparisons in a term.
fn conditions(store: &TermStore, t: Term) -> Vec<Term> {
    let (mut found, mut pending) = (Vec::new(), vec![t]);
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    while let Some(t) = pending.pop() {
        if !seen.insert(t) {
            continue;
        }
        if matches!(store.op(t), Some(Op::Eq | Op::IntLe | Op::IntLt)) {
            found.push(t);
        }
        pending.extend(store.args(t));
    }
    found
}

/// What bounds say of a comparison.
fn decided(
    store: &mut TermStore,
    intervals: &FxHashMap<Term, Interval>,
    comparison: Term,
) -> Option<bool> {
    let asked = bound(store, comparison)?;
    let interval = intervals.get(&asked.form)?;
    let constant = asked.constant;
    let below = interval.high.is_some_and(|high| high < constant);
    let above = interval.low.is_some_and(|low| low > constant);
    let at_most = interval.high.is_some_and(|high| high <= constant);
    let at_least = interval.low.is_some_and(|low| low >= constant);
    let differs = below || above || interval.holes.contains(&constant);
    let (yes, no) = match asked.relation {
        Relation::AtMost => (at_most, above),
        Relation::AtLeast => (at_least, below),
        Relation::Equal => (interval.only() == Some(constant), differs),
        Relation::Differs => (differs, interval.only() == Some(constant)),
    };
    match (yes, no) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
