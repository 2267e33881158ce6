//! Choices among inputs above values that were never initialised. Where paths are merged, a word that one of them never
//! set is such a choice; taken apart it is what it was on each path.

use effigy_base::op::Op;
use effigy_term::{Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

/// Terms that are searched for choices.
const MOST_SEARCHED: usize = 2_000;

/// A condition on the inputs without which none of the terms depends on what was never initialised, as their choices say
/// it; `None` when they are large, or no choice says anything.
pub(super) fn reached(store: &mut TermStore, terms: &[Term]) -> Option<Term> {
    let mut known: FxHashMap<Term, Term> = FxHashMap::default();
    let mut pending = terms.to_vec();
    while let Some(&t) = pending.last() {
        if known.contains_key(&t) {
            pending.pop();
            continue;
        }
        let open = parts(store, t);
        let before = pending.len();
        pending.extend(open.iter().filter(|part| !known.contains_key(part)));
        if pending.len() > before {
            continue;
        }
        if known.len() == MOST_SEARCHED {
            return None;
        }
        let here = of_parts(store, t, &open, &known);
        known.insert(t, here);
    }
    let all: Vec<Term> = terms.iter().filter_map(|t| known.get(t)).copied().collect();
    let any = store.or_all(&all);
    store.as_bool(any).is_none().then_some(any)
}

/// The first condition on the inputs, outermost first, that chooses whether or which of such values the terms are.
pub(super) fn first(store: &TermStore, terms: &[Term]) -> Option<Term> {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut pending: Vec<Term> = terms.iter().rev().copied().collect();
    while let Some(t) = pending.pop() {
        if !seen.insert(t) || seen.len() > MOST_SEARCHED {
            continue;
        }
        let open = parts(store, t);
        if let Some((condition, _)) = choice(store, t).filter(|_| !open.is_empty()) {
            return Some(condition);
        }
        pending.extend(open.iter().rev());
    }
    None
}

/// The arguments that mention what was never initialised; none of a term that binds variables.
fn parts(store: &TermStore, t: Term) -> Vec<Term> {
    if store.features(t).quantifiers() {
        return Vec::new();
    }
    store.args(t).iter().copied().filter(|part| store.has_unspecified(*part)).collect()
}

/// A condition on the inputs alone that chooses among the other arguments, and the value of it with which the term does
/// not depend on them, if there is one.
fn choice(store: &TermStore, t: Term) -> Option<(Term, Option<bool>)> {
    let inputs = |part: &&Term| !store.has_unspecified(**part);
    let args = store.args(t);
    match store.op(t)? {
        Op::Ite => args.first().filter(inputs).map(|c| (*c, None)),
        Op::And => args.iter().find(inputs).map(|c| (*c, Some(false))),
        Op::Or => args.iter().find(inputs).map(|c| (*c, Some(true))),
        _ => None,
    }
}

/// The condition of a term of which those of its parts are known.
fn of_parts(store: &mut TermStore, t: Term, open: &[Term], known: &FxHashMap<Term, Term>) -> Term {
    let never = store.bool(false);
    if open.is_empty() {
        return store.bool(store.has_unspecified(t));
    }
    let of = |part: &Term| known.get(part).copied().unwrap_or(never);
    match choice(store, t) {
        Some((condition, None)) => {
            let (yes, no) = (store.args(t)[1], store.args(t)[2]);
            let (yes, no) = (of(&yes), of(&no));
            store.ite(condition, yes, no)
        }
        Some((condition, Some(settles))) => {
            let below = of(&open[0]);
            let matters = if settles { store.not(condition) } else { condition };
            store.and(matters, below)
        }
        None => {
            let all: Vec<Term> = open.iter().map(of).collect();
            store.or_all(&all)
        }
    }
}
