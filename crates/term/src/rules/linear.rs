//! The normal form of sums: monomials with constant coefficients, the constant gathered at the end.
//!
//! A coefficient that is a power of two is written as a shift (`concat` with zeros), which costs a solver nothing.

use effigy_base::eval::wide;
use effigy_base::op::Op;
use effigy_base::sort::Sort;

use super::{Family, Rule};
use crate::node::Term;
use crate::store::TermStore;

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "sum-identity",
        law: "x + 0 = x, x - 0 = x, x - x = 0, x * 0 = 0, x * 1 = x, --x = x",
        families: &[Family::Sum, Family::Product],
        apply: sum_identity,
    },
    Rule {
        name: "sum-normal",
        law: "sums, differences and multiples by constants are one sum of distinct monomials and one constant",
        families: &[Family::Sum, Family::Product],
        apply: sum_normal,
    },
    Rule {
        name: "sum-constants",
        law: "(x + c) + d = x + (c + d), (x + c) + y = (x + y) + c, (x + c) - y = (x - y) + c in sums too long for sum-normal",
        families: &[Family::Sum],
        apply: sum_constants,
    },
    Rule {
        name: "eq-sum-cancel",
        law: "(x + a = x + b) = (a = b), (x + c = d) = (x = d - c), (x - y = 0) = (x = y)",
        families: &[Family::Eq],
        apply: eq_sum_cancel,
    },
    Rule {
        name: "eq-multiple",
        law: "(k * x = c) = (x = c / k) for odd k; false when k has more factors of two than c",
        families: &[Family::Eq],
        apply: eq_multiple,
    },
];

/// Sums with more monomials stay as they were built, so that a long chain costs linear time.
const MOST: usize = 12;

/// Terms with their coefficients.
type Monomials = Vec<(Term, u128)>;

/// `sum(coefficient * term) + constant` modulo `2^width`.
struct Sum {
    width: u32,
    monomials: Monomials,
    constant: u128,
}

impl Sum {
    fn new(width: u32) -> Self {
        Self { width, monomials: Vec::new(), constant: 0 }
    }

    /// Adds `factor * t`; `None` when there are too many monomials, or too many nodes to look at.
    fn add(&mut self, s: &mut TermStore, t: Term, factor: u128) -> Option<()> {
        let mut pending = vec![(t, factor)];
        for _ in 0..4 * MOST {
            let Some((t, factor)) = pending.pop() else { return Some(()) };
            if let Some(bits) = s.as_bits(t) {
                self.constant =
                    wide::add(self.width, self.constant, wide::mul(self.width, factor, bits));
            } else if factor != 0 {
                self.add_parts(s, t, factor, &mut pending)?;
            }
        }
        pending.is_empty().then_some(())
    }

    fn add_parts(
        &mut self,
        s: &mut TermStore,
        t: Term,
        factor: u128,
        pending: &mut Vec<(Term, u128)>,
    ) -> Option<()> {
        let minus = wide::neg(self.width, factor);
        match s.parts(t) {
            Some((Op::BvAdd, [a, b, _])) => pending.extend([(a, factor), (b, factor)]),
            Some((Op::BvSub, [a, b, _])) => pending.extend([(a, factor), (b, minus)]),
            Some((Op::BvNeg, [a, ..])) => pending.push((a, minus)),
            Some((Op::BvNot, [a, ..])) => {
                self.constant = wide::sub(self.width, self.constant, factor);
                pending.push((a, minus));
            }
            Some((Op::BvMul, [a, k, _])) if s.is_constant(k) => {
                pending.push((a, wide::mul(self.width, factor, s.as_bits(k)?)));
            }
            Some((Op::Concat, [high, low, _])) if s.is_zero(low) => {
                let shift = s.width(low);
                let unshifted = unshifted(s, high, self.width);
                pending.push((unshifted, wide::shl(self.width, factor, u128::from(shift))));
            }
            _ => self.add_monomial(t, factor)?,
        }
        Some(())
    }

    fn add_monomial(&mut self, t: Term, factor: u128) -> Option<()> {
        if let Some((_, coefficient)) = self.monomials.iter_mut().find(|(other, _)| *other == t) {
            *coefficient = wide::add(self.width, *coefficient, factor);
            return Some(());
        }
        self.monomials.push((t, factor));
        (self.monomials.len() <= MOST).then_some(())
    }

    fn negative(&self, coefficient: u128) -> bool {
        wide::sign(self.width, coefficient) && coefficient != 1 << (self.width - 1)
    }

    /// Drops what cancelled, and orders the rest by structure.
    fn tidy(&mut self, s: &TermStore) {
        self.monomials.retain(|(_, coefficient)| *coefficient != 0);
        self.monomials.sort_unstable_by_key(|(t, _)| s.order(*t));
    }

    /// The monomials with positive and with negative coefficients, these negated.
    fn split(&self) -> (Monomials, Monomials) {
        let (negative, positive): (Vec<_>, Vec<_>) =
            self.monomials.iter().partition(|(_, k)| self.negative(*k));
        (positive, negative.into_iter().map(|(t, k)| (t, wide::neg(self.width, k))).collect())
    }

    /// The term of the sum. Its parts are made without rewriting: they are in normal form.
    fn build(mut self, s: &mut TermStore) -> Term {
        self.tidy(s);
        let sort = Sort::BitVec(self.width);
        let (positive, negative) = self.split();
        let mut constant = self.constant;
        let mut result = None;
        for (t, k) in positive {
            let monomial = multiple(s, t, k);
            result = Some(match result {
                Some(sum) => s.raw(Op::BvAdd, sum, monomial, sort),
                None => monomial,
            });
        }
        for (t, k) in negative {
            let monomial = multiple(s, t, k);
            result = Some(match result {
                Some(sum) => s.raw(Op::BvSub, sum, monomial, sort),
                None if constant == 0 => s.raw(Op::BvNeg, monomial, monomial, sort),
                None => {
                    let start = s.bits(self.width, std::mem::take(&mut constant));
                    s.raw(Op::BvSub, start, monomial, sort)
                }
            });
        }
        let offset = s.bits(self.width, constant);
        match result {
            Some(sum) if constant == 0 => sum,
            Some(sum) => s.raw(Op::BvAdd, sum, offset, sort),
            None => offset,
        }
    }
}

/// A term of `width` bits whose low bits are `high`.
fn unshifted(s: &mut TermStore, high: Term, width: u32) -> Term {
    match s.parts(high) {
        Some((Op::Extract { lo: 0, .. }, [x, ..])) if s.width(x) == width => x,
        _ => s.zero_extend(width, high),
    }
}

/// `k * t` for a term that is no sum.
fn multiple(s: &mut TermStore, t: Term, k: u128) -> Term {
    let width = s.width(t);
    if k == 1 {
        return t;
    }
    if k.is_power_of_two() {
        let shift = k.trailing_zeros();
        let high = s.extract(width - 1 - shift, 0, t);
        let low = s.bits(shift, 0);
        return s.concat(high, low);
    }
    let k = s.bits(width, k);
    s.raw(Op::BvMul, t, k, Sort::BitVec(width))
}

/// Whether a term is a sum or a multiple, so that it may combine with others.
fn is_linear(s: &TermStore, t: Term) -> bool {
    match s.parts(t) {
        Some((Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvNot, _)) => true,
        Some((Op::BvMul, [_, k, _])) => s.is_constant(k),
        Some((Op::Concat, [_, low, _])) => s.is_zero(low),
        _ => false,
    }
}

fn sum_identity(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    match op {
        Op::BvNeg => s.under(Op::BvNeg, a),
        Op::BvSub if a == b => Some(s.bits(s.width(a), 0)),
        Op::BvMul if s.is_zero(b) => Some(b),
        Op::BvMul => (s.as_bits(b) == Some(1)).then_some(a),
        _ => s.is_zero(b).then_some(a),
    }
}

fn sum_constants(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let (x, c, y) = match (op, s.parts(a), s.parts(b)) {
        (Op::BvAdd | Op::BvSub, Some((Op::BvAdd, [x, c, _])), _) if s.is_constant(c) => (x, c, b),
        (Op::BvAdd, _, Some((Op::BvAdd, [x, c, _]))) if s.is_constant(c) => (x, c, a),
        _ => return None,
    };
    if s.is_constant(y) {
        let both = s.app(op, &[c, y]);
        return Some(s.bvadd(x, both));
    }
    let rest = s.app(op, &[x, y]);
    Some(s.bvadd(rest, c))
}

fn sum_normal(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let width = s.width(a);
    if width > 128 {
        return None;
    }
    let constant = s.as_bits(b);
    let normal = match op {
        Op::BvAdd => a != b && constant != Some(0) && !is_linear(s, a) && !is_linear(s, b),
        Op::BvSub => a != b && constant.is_none() && !is_linear(s, a) && !is_linear(s, b),
        Op::BvNeg => !is_linear(s, a),
        _ => constant.is_none(),
    };
    if normal {
        return None;
    }
    let mut sum = Sum::new(width);
    match op {
        Op::BvAdd => sum.add(s, a, 1).and_then(|()| sum.add(s, b, 1)),
        Op::BvSub => sum.add(s, a, 1).and_then(|()| sum.add(s, b, wide::mask(width))),
        Op::BvNeg => sum.add(s, a, wide::mask(width)),
        _ => sum.add(s, a, constant?),
    }?;
    Some(sum.build(s))
}

/// The number of monomials and constants in a side of an equation.
fn size(sum: &Sum) -> usize {
    sum.monomials.len() + usize::from(sum.constant != 0)
}

fn eq_sum_cancel(s: &mut TermStore, _: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let width = s.width(a);
    if !matches!(s.sort(a), Sort::BitVec(..=128)) || !(is_linear(s, a) || is_linear(s, b)) {
        return None;
    }
    let (mut left, mut right) = (Sum::new(width), Sum::new(width));
    left.add(s, a, 1)?;
    right.add(s, b, 1)?;
    let before = size(&left) + size(&right);
    let has_constants = left.constant != 0 && (right.constant != 0 || right.monomials.is_empty());
    left.add(s, b, wide::mask(width))?;
    left.tidy(s);
    let (positive, negative) = left.split();
    if left.monomials.is_empty() {
        return Some(s.bool(left.constant == 0));
    }
    let to_move = s.is_constant(b) && !negative.is_empty();
    if size(&left) >= before && !has_constants && !to_move {
        return None;
    }
    // All on one side where the signs agree, so that the constant stands alone.
    let (mut x, mut y) = (Sum::new(width), Sum::new(width));
    let constant = left.constant;
    if negative.is_empty() || constant != 0 && positive.is_empty() {
        let flip = positive.is_empty();
        x.monomials = if flip { negative } else { positive };
        y.constant = if flip { constant } else { wide::neg(width, constant) };
    } else {
        x.monomials = positive;
        y.monomials = negative;
        y.constant = wide::neg(width, constant);
    }
    let (x, y) = (x.build(s), y.build(s));
    let order = [a, b];
    (!(order == [x, y] || order == [y, x])).then(|| s.eq(x, y))
}

fn eq_multiple(s: &mut TermStore, _: Op, &[a, c, _]: &[Term; 3]) -> Option<Term> {
    let (Op::BvMul, [x, k, _]) = s.parts(a)? else { return None };
    let (k, bits, width) = (s.as_bits(k)?, s.as_bits(c)?, s.width(a));
    if k & 1 == 1 {
        let inverse = inverse(width, k);
        let quotient = s.bits(width, wide::mul(width, bits, inverse));
        return Some(s.eq(x, quotient));
    }
    (bits.trailing_zeros() < k.trailing_zeros()).then(|| s.bool(false))
}

/// The inverse of an odd number modulo `2^width`, by Newton's iteration.
fn inverse(width: u32, k: u128) -> u128 {
    let mut inverse = k;
    for _ in 0..7 {
        let error = wide::sub(width, 2, wide::mul(width, k, inverse));
        inverse = wide::mul(width, inverse, error);
    }
    inverse
}
