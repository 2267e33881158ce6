//! Tries the values of a few variables, all of them where assertions bound each.

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::conjunction::{Interval, bound};
use effigy_term::{Evaluator, Model, Term, TermStore};

use crate::circuit::sat::Stop;
use crate::query::Answer;

/// States that are tried.
const MOST_STATES: i128 = 4_000;

/// How many values of each variable are tried where not all are: of the only one, of two, of three.
const VALUES: [i128; 3] = [1_400, 61, 15];

/// States between two looks at the clock.
const BETWEEN_LOOKS: usize = 64;

/// Satisfiable where some state that is tried satisfies all assertions, unsatisfiable where none does and there are no others.
pub(super) fn decide(store: &mut TermStore, assertions: &[Term], stop: &Stop) -> Option<Answer> {
    let mut variables: Vec<Term> = Vec::new();
    for t in assertions {
        if store.features(*t).quantifiers() {
            return None;
        }
        for variable in store.variables(*t).iter() {
            if !variables.contains(variable) {
                variables.push(*variable);
            }
        }
    }
    if !variables.iter().all(|v| store.sort(*v) == Sort::Int) {
        return None;
    }
    let mut ranges = ranges(store, assertions, &variables);
    let is_all = ranges.iter().all(|range| range.0.is_some() && range.1.is_some())
        && size(&ranges).is_some_and(|size| size <= MOST_STATES);
    if !is_all {
        let most = *VALUES.get(variables.len().checked_sub(1)?)?;
        ranges.iter_mut().for_each(|range| *range = some_of(*range, most));
    }
    let found = search(store, assertions, (&variables, &ranges), stop)?;
    match found {
        Some(model) => Some(Answer::Sat(model)),
        None => is_all.then(|| Answer::Unsat((0..assertions.len()).collect())),
    }
}

type Range = (Option<i128>, Option<i128>);

/// The bounds of each variable in the conjuncts.
fn ranges(store: &mut TermStore, assertions: &[Term], variables: &[Term]) -> Vec<Range> {
    let mut intervals: Vec<Interval> = variables.iter().map(|_| Interval::default()).collect();
    let mut pending = assertions.to_vec();
    while let Some(t) = pending.pop() {
        if let (Some(Op::And), [a, b]) = (store.op(t), store.args(t)) {
            pending.extend([*a, *b]);
        } else if let Some(bound) = bound(store, t)
            && let Some(n) = variables.iter().position(|v| *v == bound.form)
        {
            intervals[n].narrow(&bound);
        }
    }
    intervals.iter().map(|interval| (interval.low, interval.high)).collect()
}

/// How many states there are.
fn size(ranges: &[Range]) -> Option<i128> {
    ranges.iter().try_fold(1, |all: i128, range| {
        let size = range.1?.checked_sub(range.0?)?.checked_add(1)?.max(0);
        all.checked_mul(size)
    })
}

/// The values in a range that are nearest to its bound, or to zero.
fn some_of((low, high): Range, most: i128) -> Range {
    let (low, high) = match (low, high) {
        (Some(low), Some(high)) => (low, high.min(low.saturating_add(most - 1))),
        (Some(low), None) => (low, low.saturating_add(most - 1)),
        (None, Some(high)) => (high.saturating_sub(most - 1), high),
        (None, None) => (-(most / 3), most - 1 - most / 3),
    };
    (Some(low), Some(high))
}

/// A state that satisfies all assertions; `None` where one has no value, or the time is over.
fn search(
    store: &TermStore,
    assertions: &[Term],
    (variables, ranges): (&[Term], &[Range]),
    stop: &Stop,
) -> Option<Option<Model>> {
    let mut evaluator = Evaluator::new();
    let first: Vec<i128> = ranges.iter().map(|range| range.0).collect::<Option<_>>()?;
    if size(ranges)? == 0 {
        return Some(None);
    }
    let mut state = first.clone();
    for n in 1usize.. {
        if n.is_multiple_of(BETWEEN_LOOKS) && stop.now() {
            return None;
        }
        let values = state.iter().map(|n| Value::int(*n));
        let model: Model = variables.iter().copied().zip(values).collect();
        evaluator.reset();
        let mut holds = true;
        for t in assertions {
            if !evaluator.truth(store, *t, &model)? {
                holds = false;
                break;
            }
        }
        if holds {
            return Some(Some(model));
        }
        let movable = (0..state.len()).rev().find(|n| Some(state[*n]) < ranges[*n].1);
        let Some(moved) = movable else { return Some(None) };
        state[moved] += 1;
        state[moved + 1..].copy_from_slice(&first[moved + 1..]);
    }
    None
}
