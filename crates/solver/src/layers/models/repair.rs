//! Values that could make a query's newest assertion true when one variable of the hint takes them.
//!
//! A branch mostly compares a word with a constant or with another word. Moving one variable by what the two sides
//! are apart, or to a constant of the comparison, then answers the query without a solver.

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::{Evaluator, Model, Term, TermStore};

/// Variables of an assertion above which it is left to the solver.
const MOST_VARIABLES: usize = 6;

/// Subterms of an assertion that are searched for constants.
const MOST_SUBTERMS: usize = 48;

/// Constants that are tried.
const MOST_CONSTANTS: usize = 8;

/// The variables of `newest` with the values to try, none of them the hint's own.
pub(super) fn candidates(
    store: &mut TermStore,
    newest: Term,
    hint: &Model,
    evaluator: &mut Evaluator,
) -> Vec<(Term, Value)> {
    let variables = store.variables(newest);
    if variables.len() > MOST_VARIABLES {
        return Vec::new();
    }
    let (constants, distances) =
        (constants(store, newest), distances(store, newest, hint, evaluator));
    if store.features(newest).integers() {
        return integers(store, newest, &variables, hint, evaluator);
    }
    let mut result = Vec::new();
    for &variable in variables.iter() {
        // The values of narrower variables are enumerated.
        let Sort::BitVec(width @ 9..=64) = store.sort(variable) else { continue };
        let mask = u64::MAX >> (64 - width);
        let now = hint.get(variable).and_then(Value::scalar).unwrap_or(0) as u64;
        let near = |value: u64| [value, value.wrapping_add(1), value.wrapping_sub(1)];
        let moved = distances
            .iter()
            .flat_map(|d| [now.wrapping_add(*d), now.wrapping_sub(*d)])
            .flat_map(near);
        let named = constants.iter().flat_map(|c| near(*c));
        let extremes = [0, 1, mask, mask >> 1, (mask >> 1) + 1];
        let start = result.len();
        for bits in moved.chain(named).chain(extremes).map(|value| value & mask) {
            let new = (variable, Value::bits(width, u128::from(bits)));
            let tried = result.get(start..).is_some_and(|tried: &[_]| tried.contains(&new));
            if bits != now && !tried {
                result.push(new);
            }
        }
    }
    result
}

/// Each integer variable moved by what the two sides of the topmost comparison are apart.
fn integers(
    store: &TermStore,
    newest: Term,
    variables: &[Term],
    hint: &Model,
    evaluator: &mut Evaluator,
) -> Vec<(Term, Value)> {
    let Some((Op::Eq | Op::IntLt | Op::IntLe, [a, b])) = comparison(store, newest) else {
        return Vec::new();
    };
    evaluator.reset();
    let mut value = |t| match evaluator.value(store, t, hint) {
        Some(Value::Int(n)) => Some(n),
        _ => None,
    };
    let (Some(a), Some(b)) = (value(a), value(b)) else { return Vec::new() };
    let distance = b - a;
    let mut result = Vec::new();
    for &variable in variables.iter().filter(|v| store.sort(**v) == Sort::Int) {
        let now = hint.get(variable).and_then(Value::as_int).cloned().unwrap_or_default();
        for step in [-1, 0, 1] {
            result.push((variable, Value::Int(&now + &distance + step)));
            result.push((variable, Value::Int(&now - &distance + step)));
        }
    }
    result
}

/// The constants of at most 64 bits that occur near the top of a term.
fn constants(store: &TermStore, t: Term) -> Vec<u64> {
    let mut pending = vec![t];
    let mut next = 0;
    let mut found = Vec::new();
    while let Some(&t) =
        pending.get(next).filter(|_| next < MOST_SUBTERMS && found.len() < MOST_CONSTANTS)
    {
        next += 1;
        if let Some(bits) = store.as_bits(t).and_then(|bits| u64::try_from(bits).ok()) {
            found.push(bits);
        }
        pending.extend(store.args(t));
    }
    found
}

/// The topmost operator of two arguments, below a negation.
fn comparison(store: &TermStore, t: Term) -> Option<(Op, [Term; 2])> {
    let inner = match (store.op(t), store.args(t)) {
        (Some(Op::Not), &[inner]) => inner,
        _ => t,
    };
    match (store.op(inner), store.args(inner)) {
        (Some(op), &[a, b]) => Some((op, [a, b])),
        _ => None,
    }
}

/// How far apart the two sides of the topmost comparison are.
fn distances(store: &TermStore, t: Term, hint: &Model, evaluator: &mut Evaluator) -> Option<u64> {
    let (Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, [a, b]) = comparison(store, t)?
    else {
        return None;
    };
    evaluator.reset();
    let (a, b) = (evaluator.word(store, a, hint)?, evaluator.word(store, b, hint)?);
    Some(b.wrapping_sub(a))
}
