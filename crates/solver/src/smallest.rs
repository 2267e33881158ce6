//! The smallest values that satisfy a condition: few objects first, then small numbers.
//!
//! A few further queries bound all references together, then each of them, then all numbers together; what is left is
//! tried on the values themselves. The answer depends on the condition and the first model alone, as far as the solver is
//! not stopped.

mod descent;

use crate::query::{Answer, Query, Solver};
use descent::Descent;
use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_base::value::{ArrayValue, Value};
use effigy_term::{Evaluator, Model, Role, Term, TermStore};
use num_bigint::{BigInt, Sign};
use rustc_hash::FxHashSet;

/// Conditions of more terms are made smaller without queries.
const MOST_ASKED: usize = 40;
/// Conditions of more terms keep the values that they have.
const MOST_TERMS: usize = 200;
/// References that are asked about one by one.
const MOST_REFERENCES: usize = 16;

/// A model of a condition with values that are as small as a bounded search finds: first the fewest objects that
/// references from before the run lead to, then numbers with small magnitudes. Given is some model of it.
pub fn smallest(
    store: &mut TermStore,
    solver: &mut dyn Solver,
    condition: &[Term],
    model: &Model,
) -> Model {
    let leaves = Leaves::of(store, condition);
    if leaves.terms > MOST_TERMS {
        return model.clone();
    }
    let mut known = kept(store, condition, &leaves, model.clone());
    let is_plain = !condition.iter().any(|t| store.features(*t).quantifiers());
    if is_plain && leaves.terms <= MOST_ASKED {
        let mut search = Search { solver, asserted: condition.to_vec(), stopped: false };
        search.references(store, &leaves.references, &mut known);
        search.numbers(store, &leaves.numbers, &mut known);
        known = kept(store, condition, &leaves, known);
    }
    let mut descent = Descent { store, condition, evaluator: Evaluator::new() };
    let small = descent.run(known);
    kept(store, condition, &leaves, small)
}

/// What of the initial state a condition reads.
#[derive(Default)]
struct Leaves {
    /// References, in the order of the condition.
    references: Vec<Term>,
    /// Numbers, in that order.
    numbers: Vec<Term>,
    /// Elements of input arrays: the array and the index.
    elements: Vec<(Term, Term)>,
    /// Input arrays that are read otherwise: below a quantifier, or as a whole.
    whole: FxHashSet<Term>,
    /// The terms of the condition.
    terms: usize,
}

impl Leaves {
    fn of(store: &mut TermStore, condition: &[Term]) -> Self {
        let mut leaves = Self::default();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut pending: Vec<Term> = condition.iter().rev().copied().collect();
        while let Some(t) = pending.pop() {
            if !seen.insert(t) {
                continue;
            }
            let args = store.args(t).to_vec();
            match (store.op(t), args.as_slice()) {
                (Some(Op::Select), &[array, index]) if store.as_variable(array).is_some() => {
                    leaves.element(store, t, array, index);
                    pending.push(index);
                }
                _ => pending.extend(args.iter().rev()),
            }
            if let Some(role) = store.as_variable(t).map(|info| info.role) {
                match store.sort(t) {
                    Sort::Array { .. } => drop(leaves.whole.insert(t)),
                    _ => leaves.add(store.sort(t), role, t),
                }
            }
        }
        leaves.terms = seen.len();
        leaves
    }

    fn element(&mut self, store: &mut TermStore, t: Term, array: Term, index: Term) {
        let is_bound = |store: &TermStore, v: &Term| {
            store.as_variable(*v).is_some_and(|info| info.role == Role::Bound)
        };
        let bound = store.variables(index).iter().any(|v| is_bound(store, v));
        let Some(role) = store.as_variable(array).map(|info| info.role) else { return };
        if bound {
            self.whole.insert(array);
            return;
        }
        self.elements.push((array, index));
        self.add(store.sort(t), role, t);
    }

    fn add(&mut self, sort: Sort, role: Role, t: Term) {
        match (role, sort) {
            (Role::Reference, Sort::Int | Sort::BitVec(_)) => self.references.push(t),
            (Role::Input | Role::Length, Sort::Int | Sort::BitVec(_)) => self.numbers.push(t),
            _ => {}
        }
    }
}

/// The queries of a search. After one that is not decided there are no more.
struct Search<'s> {
    solver: &'s mut dyn Solver,
    asserted: Vec<Term>,
    stopped: bool,
}

impl Search<'_> {
    /// A model with further assertions, which then stay.
    fn with(&mut self, store: &mut TermStore, further: &[Term]) -> Option<Model> {
        if self.stopped {
            return None;
        }
        let before = self.asserted.len();
        self.asserted.extend(further);
        match self.solver.canonical(store, &Query::new(&self.asserted)) {
            Answer::Sat(model) => return Some(model),
            Answer::Unknown(_) => self.stopped = true,
            Answer::Unsat(_) => {}
        }
        self.asserted.truncate(before);
        None
    }

    /// The fewest objects, then as many references as possible to none.
    fn references(&mut self, store: &mut TermStore, references: &[Term], known: &mut Model) {
        let mut values: Vec<BigInt> = values(store, references, known);
        values.retain(|value| value.sign() != Sign::NoSign);
        values.sort();
        values.dedup();
        // With names for all of them, this many are enough.
        let (mut too_few, mut enough) = (-1i64, values.len() as i64);
        let named = at_most(store, references, enough);
        if let Some(model) = self.with(store, &named) {
            *known = model;
        }
        while enough - too_few > 1 && !self.stopped {
            let middle = if too_few < 0 { 0 } else { (too_few + enough) / 2 };
            let fewer = at_most(store, references, middle);
            match self.with(store, &fewer) {
                Some(model) => (enough, *known) = (middle, model),
                None => too_few = middle,
            }
        }
        for reference in references.iter().take(MOST_REFERENCES) {
            let none = at_most(store, &[*reference], 0);
            if let Some(model) = self.with(store, &none) {
                *known = model;
            }
        }
    }

    /// Numbers within the least bound for all of them.
    fn numbers(&mut self, store: &mut TermStore, numbers: &[Term], known: &mut Model) {
        let largest = |store: &TermStore, known: &Model| {
            let magnitudes =
                values(store, numbers, known).into_iter().map(|v| v.magnitude().clone());
            magnitudes.max().and_then(|m| i64::try_from(m).ok()).unwrap_or(i64::MAX / 2)
        };
        let (mut too_few, mut enough) = (-1i64, largest(store, known));
        let mut bound = 0i64;
        while enough - too_few > 1 && !self.stopped {
            let small = within(store, numbers, bound);
            match self.with(store, &small) {
                Some(model) => {
                    enough = bound.min(largest(store, &model));
                    *known = model;
                }
                None => too_few = bound,
            }
            // Doubled as long as nothing is found, then halved.
            let next = if too_few <= 0 { 1 } else { too_few.saturating_mul(2) };
            bound = if next < enough { next } else { too_few + (enough - too_few) / 2 };
        }
    }
}

/// The values of terms, signed.
fn values(store: &TermStore, terms: &[Term], model: &Model) -> Vec<BigInt> {
    let mut evaluator = Evaluator::new();
    let value = |t: &Term| number(&evaluator.value(store, *t, model)?);
    terms.iter().filter_map(value).collect()
}

/// A number of mathematics or a word with a sign.
fn number(value: &Value) -> Option<BigInt> {
    match value {
        Value::Int(number) => Some(number.clone()),
        Value::BitVec(bits) => {
            let unsigned = BigInt::from(bits.to_big());
            Some(if bits.sign() { unsigned - (BigInt::from(1) << bits.width()) } else { unsigned })
        }
        _ => None,
    }
}

/// That references are among the first ones.
fn at_most(store: &mut TermStore, references: &[Term], most: i64) -> Vec<Term> {
    let below = |t: &Term| match store.sort(*t) {
        Sort::BitVec(width) => {
            let fits = width >= 64 || most < (1i64 << width.min(62));
            let most = store.bits(width, if fits { most as u128 } else { u128::MAX });
            store.ule(*t, most)
        }
        _ => {
            let most = store.int(i128::from(most));
            store.le(*t, most)
        }
    };
    references.iter().map(below).collect()
}

/// That numbers are in `-bound..=bound`.
fn within(store: &mut TermStore, numbers: &[Term], bound: i64) -> Vec<Term> {
    let mut all = Vec::new();
    for t in numbers {
        match store.sort(*t) {
            Sort::BitVec(width) if width < 64 && bound >= 1i64 << (width - 1) => {}
            Sort::BitVec(width) => {
                let high = store.bits(width, bound as u128);
                let low = store.bits(width, (-i128::from(bound)) as u128);
                all.extend([store.sle(low, *t), store.sle(*t, high)]);
            }
            _ => {
                let (low, high) = (store.int(-i128::from(bound)), store.int(i128::from(bound)));
                all.extend([store.le(low, *t), store.le(*t, high)]);
            }
        }
    }
    all
}

/// The model without elements that the condition does not read, when that is one.
fn kept(store: &TermStore, condition: &[Term], leaves: &Leaves, model: Model) -> Model {
    let mut evaluator = Evaluator::new();
    let mut small = model.clone();
    for (array, _) in &leaves.elements {
        if let Some(Value::Array(old)) = model.get(*array).filter(|_| !leaves.whole.contains(array))
        {
            small.set(*array, Value::Array(ArrayValue::new(old.index(), zero(old.element()))));
        }
    }
    for (array, index) in &leaves.elements {
        let (Some(Value::Array(old)), Some(Value::Array(new))) =
            (model.get(*array), small.get(*array))
        else {
            continue;
        };
        let Some(at) = evaluator.value(store, *index, &model) else { return model };
        let mut new = new.clone();
        new.store(at.clone(), old.select(&at).clone());
        small.set(*array, Value::Array(new));
    }
    match satisfied(store, condition, &small) {
        true => small,
        false => model,
    }
}

fn zero(scalar: Scalar) -> Value {
    Value::zero(scalar.into())
}

fn satisfied(store: &TermStore, condition: &[Term], model: &Model) -> bool {
    let mut evaluator = Evaluator::new();
    condition.iter().all(|t| evaluator.truth(store, *t, model) == Some(true))
}
