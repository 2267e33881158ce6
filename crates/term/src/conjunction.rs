//! Conjunctions without what other conjuncts imply.

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

mod known;

use crate::node::Term;
use crate::polynomial::Polynomial;
use crate::rules::integers::{at_most_zero, equal_to_zero};
use crate::store::TermStore;

pub use known::under;

/// What a comparison says: how an integer expression relates to a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The expression: a sum without a constant. Comparisons of the same expression, or of its negation, have the same
    /// one.
    pub form: Term,
    /// How it relates to the constant.
    pub relation: Relation,
    /// The constant.
    pub constant: i128,
}

/// How an expression relates to a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `form <= constant`
    AtMost,
    /// `form >= constant`
    AtLeast,
    /// `form = constant`
    Equal,
    /// `form != constant`
    Differs,
}

/// What a term says when it is a comparison or an equality of integers, or the negation of one.
pub fn bound(store: &mut TermStore, t: Term) -> Option<Bound> {
    let (op, positive) = match store.op(t)? {
        Op::Not => (store.op(*store.args(t).first()?)?, false),
        op => (op, true),
    };
    let application = if positive { t } else { *store.args(t).first()? };
    let &[a, b] = store.args(application) else { return None };
    if store.sort(a) != Sort::Int {
        return None;
    }
    let (mut polynomial, relation) = match (op, positive) {
        (Op::Eq, true) => (equal_to_zero(store, a, b)?.ok()?, Relation::Equal),
        (Op::Eq, false) => (equal_to_zero(store, a, b)?.ok()?, Relation::Differs),
        (Op::IntLt | Op::IntLe, true) => (at_most_zero(store, op, a, b)?, Relation::AtMost),
        _ => return None,
    };
    let mut relation = relation;
    if polynomial.monomials.first()?.coefficient < 0 {
        polynomial = polynomial.negated()?;
        relation = Relation::AtLeast;
    }
    let constant = polynomial.constant.checked_neg()?;
    let form = Polynomial { constant: 0, ..polynomial }.build(store);
    Some(Bound { form, relation, constant })
}

/// What the conjuncts say about one expression.
#[derive(Clone, Default, Debug)]
pub struct Interval {
    /// The greatest lower bound.
    pub low: Option<i128>,
    /// The least upper bound.
    pub high: Option<i128>,
    /// Values that are excluded, each once.
    pub holes: Vec<i128>,
}

impl Interval {
    /// Takes over what a bound says.
    pub fn narrow(&mut self, bound: &Bound) {
        let constant = bound.constant;
        if matches!(bound.relation, Relation::AtMost | Relation::Equal) {
            self.high = Some(self.high.map_or(constant, |high| high.min(constant)));
        }
        if matches!(bound.relation, Relation::AtLeast | Relation::Equal) {
            self.low = Some(self.low.map_or(constant, |low| low.max(constant)));
        }
        if bound.relation == Relation::Differs && !self.holes.contains(&constant) {
            self.holes.push(constant);
        }
    }

    /// Moves the bounds past excluded values, and forgets those that are outside.
    pub fn tighten(&mut self) {
        while let Some(low) = self.low.filter(|low| self.holes.contains(low)) {
            self.holes.retain(|hole| *hole != low);
            self.low = low.checked_add(1);
        }
        while let Some(high) = self.high.filter(|high| self.holes.contains(high)) {
            self.holes.retain(|hole| *hole != high);
            self.high = high.checked_sub(1);
        }
        let (low, high) = (self.low, self.high);
        self.holes.retain(|hole| {
            low.is_none_or(|low| low <= *hole) && high.is_none_or(|high| *hole <= high)
        });
    }

    /// Whether no value is left; to be asked after [`Interval::tighten`].
    pub fn is_empty(&self) -> bool {
        matches!((self.low, self.high), (Some(low), Some(high)) if low > high)
    }

    /// The one value that is left, if it is just one.
    pub fn only(&self) -> Option<i128> {
        self.low.filter(|low| self.high == Some(*low))
    }
}

/// The conjuncts of a conjunction in normal form without those that others imply by their syntax.
///
/// Duplicates go, and conjuncts of conjuncts stand for themselves. Comparisons of one integer expression are joined:
/// `y >= 1` and `y <= 1` become `y = 1`, `y >= 1` goes beside `y >= 2`. What follows from an equality with a constant
/// goes. The order is otherwise kept; a contradiction that is found gives `false` alone.
pub fn minimal(store: &mut TermStore, conjuncts: &[Term]) -> Vec<Term> {
    let flat = flatten(store, conjuncts);
    let bounds: Vec<Option<Bound>> = flat.iter().map(|t| bound(store, *t)).collect();
    let mut intervals: FxHashMap<Term, Interval> = FxHashMap::default();
    for bound in bounds.iter().flatten() {
        intervals.entry(bound.form).or_default().narrow(bound);
    }
    intervals.values_mut().for_each(Interval::tighten);
    if intervals.values().any(Interval::is_empty) {
        return vec![store.bool(false)];
    }
    let mut result: Vec<Term> = Vec::new();
    for (t, bound) in flat.iter().zip(&bounds) {
        let kept = match bound.and_then(|b| Some((b, intervals.get(&b.form)?))) {
            Some((bound, interval)) => joined(store, &bound, interval),
            None => Some(*t),
        };
        if let Some(t) = kept.filter(|t| !result.contains(t)) {
            result.push(t);
        }
    }
    without_consequences(store, result)
}

/// What is left of a conjunct that says `bound`, given all that is known of its expression.
fn joined(store: &mut TermStore, bound: &Bound, interval: &Interval) -> Option<Term> {
    if let Some(only) = interval.only() {
        let only = store.int(only);
        return Some(store.eq(bound.form, only));
    }
    match bound.relation {
        Relation::AtMost => {
            let high = store.int(interval.high?);
            Some(store.le(bound.form, high))
        }
        Relation::AtLeast => {
            let low = store.int(interval.low?);
            Some(store.le(low, bound.form))
        }
        Relation::Differs => interval.holes.contains(&bound.constant).then(|| {
            let hole = store.int(bound.constant);
            store.distinct(bound.form, hole)
        }),
        Relation::Equal => None,
    }
}

/// The conjuncts of conjuncts in place of these, each once.
pub fn flatten(store: &TermStore, conjuncts: &[Term]) -> Vec<Term> {
    let mut flat = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending: Vec<Term> = conjuncts.iter().rev().copied().collect();
    while let Some(t) = pending.pop() {
        if !seen.insert(t) {
            continue;
        }
        match (store.op(t), store.args(t)) {
            (Some(Op::And), &[a, b]) => pending.extend([b, a]),
            _ if store.as_bool(t) == Some(true) => {}
            _ => flat.push(t),
        }
    }
    flat
}

/// Drops what is true once the variables that equalities fix have their values.
fn without_consequences(store: &mut TermStore, conjuncts: Vec<Term>) -> Vec<Term> {
    let mut fixed: FxHashMap<Term, Term> = FxHashMap::default();
    let mut fixing = Vec::new();
    for &t in &conjuncts {
        if let (Some(Op::Eq), &[a, b]) = (store.op(t), store.args(t)) {
            for (variable, value) in [(a, b), (b, a)] {
                if store.as_variable(variable).is_some()
                    && store.is_constant(value)
                    && !fixed.contains_key(&variable)
                {
                    fixed.insert(variable, value);
                    fixing.push(t);
                }
            }
        }
    }
    if fixed.is_empty() {
        return conjuncts;
    }
    let mut result = Vec::with_capacity(conjuncts.len());
    for t in conjuncts {
        let after = if fixing.contains(&t) { t } else { store.substitute(t, &fixed) };
        match store.as_bool(after) {
            Some(true) => {}
            Some(false) => return vec![after],
            None => result.push(t),
        }
    }
    result
}
