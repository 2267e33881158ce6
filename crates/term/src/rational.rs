//! Polynomials with rational coefficients: the normal form of expressions over reals.

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use num_rational::BigRational;

use crate::node::Term;
use crate::store::{Kind, TermStore};

/// Longer sums stay as they were built, so that a long chain costs linear time.
const MOST: usize = 32;

/// Products of sums with more monomials together are not multiplied out.
const MOST_MULTIPLIED: usize = 16;

/// A product of more factors stays as it was built.
const MOST_FACTORS: usize = 12;

/// A coefficient of more bits stays where it was.
const MOST_BITS: u64 = 4096;

/// A product of terms that are no sums, and its coefficient.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Monomial {
    /// In the order of the store.
    factors: Vec<Term>,
    pub(crate) coefficient: BigRational,
}

/// `sum(coefficient * factors) + constant`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Rational {
    /// In the order of the store; no coefficient is zero.
    pub(crate) monomials: Vec<Monomial>,
    pub(crate) constant: BigRational,
}

fn zero() -> BigRational {
    BigRational::default()
}

fn one() -> BigRational {
    BigRational::from_integer(1.into())
}

fn is_positive(number: &BigRational) -> bool {
    *number > zero()
}

impl Rational {
    /// The polynomial of a real term; `None` when it is too long.
    pub(crate) fn of(s: &TermStore, t: Term) -> Option<Self> {
        let mut result = Self::default();
        result.add(s, t, one())?;
        result.tidy(s);
        Some(result)
    }

    /// The polynomial of `a + factor * b`.
    pub(crate) fn combination(s: &TermStore, a: Term, b: Term, factor: i64) -> Option<Self> {
        let mut result = Self::default();
        result.add(s, a, one())?;
        result.add(s, b, BigRational::from_integer(factor.into()))?;
        result.tidy(s);
        Some(result)
    }

    fn add(&mut self, s: &TermStore, t: Term, factor: BigRational) -> Option<()> {
        let mut pending = vec![(t, factor)];
        for _ in 0..4 * MOST {
            let Some((t, factor)) = pending.pop() else { return Some(()) };
            match &s.stored(t).kind {
                Kind::App(Op::RealAdd, [a, b, _]) => {
                    pending.extend([(*a, factor.clone()), (*b, factor)]);
                }
                Kind::App(Op::RealSub, [a, b, _]) => {
                    pending.extend([(*a, factor.clone()), (*b, -factor)]);
                }
                Kind::Real(number) => self.constant += &**number * factor,
                _ => {
                    let mut monomial = monomial(s, t)?;
                    monomial.coefficient *= factor;
                    self.add_monomial(monomial)?;
                }
            }
        }
        pending.is_empty().then_some(())
    }

    fn add_monomial(&mut self, monomial: Monomial) -> Option<()> {
        let size = monomial.coefficient.numer().bits() + monomial.coefficient.denom().bits();
        if size > MOST_BITS {
            return None;
        }
        if monomial.factors.is_empty() {
            self.constant += monomial.coefficient;
            return Some(());
        }
        match self.monomials.iter_mut().find(|m| m.factors == monomial.factors) {
            Some(known) => known.coefficient += monomial.coefficient,
            None => self.monomials.push(monomial),
        }
        (self.monomials.len() <= MOST).then_some(())
    }

    /// Drops what cancelled, and orders the rest by structure.
    fn tidy(&mut self, s: &TermStore) {
        self.monomials.retain(|m| m.coefficient != zero());
        self.monomials
            .sort_by_cached_key(|m| m.factors.iter().map(|t| s.order(*t)).collect::<Vec<_>>());
    }

    /// The product, when it is short.
    pub(crate) fn times(&self, s: &TermStore, other: &Self) -> Option<Self> {
        if self.monomials.len().max(1) * other.monomials.len().max(1) > MOST_MULTIPLIED {
            return None;
        }
        let parts = |p: &Self| {
            let constant = Monomial { factors: Vec::new(), coefficient: p.constant.clone() };
            p.monomials.iter().cloned().chain([constant]).collect::<Vec<_>>()
        };
        let mut result = Self::default();
        for a in parts(self) {
            for b in parts(other) {
                let mut factors = [a.factors.as_slice(), b.factors.as_slice()].concat();
                factors.sort_by_key(|t| s.order(*t));
                if factors.len() > MOST_FACTORS {
                    return None;
                }
                let coefficient = &a.coefficient * &b.coefficient;
                result.add_monomial(Monomial { factors, coefficient })?;
            }
        }
        result.tidy(s);
        Some(result)
    }

    /// Everything divided by the size of the first coefficient, so that multiples of one polynomial become one.
    pub(crate) fn scaled(mut self) -> Self {
        let Some(first) = self.monomials.first() else { return self };
        let size = match is_positive(&first.coefficient) {
            true => first.coefficient.clone(),
            false => -first.coefficient.clone(),
        };
        if size != one() {
            self.monomials.iter_mut().for_each(|m| m.coefficient /= &size);
            self.constant /= &size;
        }
        self
    }

    /// Whether the first coefficient is negative.
    pub(crate) fn starts_negative(&self) -> bool {
        self.monomials.first().is_some_and(|m| !is_positive(&m.coefficient))
    }

    /// `-self`.
    pub(crate) fn negated(mut self) -> Self {
        self.monomials.iter_mut().for_each(|m| m.coefficient = -m.coefficient.clone());
        self.constant = -self.constant;
        self
    }

    /// Two polynomials `p` and `q` with positive coefficients and `self = p - q`. A constant stands alone on a side that has
    /// no monomials.
    pub(crate) fn split(self) -> (Self, Self) {
        let (positive, negative): (Vec<_>, Vec<_>) =
            self.monomials.into_iter().partition(|m| is_positive(&m.coefficient));
        let mut left = Self { monomials: positive, constant: zero() };
        let mut right = Self { monomials: negative, constant: zero() }.negated();
        let goes_left = match (left.monomials.is_empty(), right.monomials.is_empty()) {
            (true, false) => true,
            (false, true) => false,
            _ => is_positive(&self.constant),
        };
        match goes_left {
            true => left.constant = self.constant,
            false => right.constant = -self.constant,
        }
        (left, right)
    }

    /// The term of the sum. Its parts are made without rewriting: they are in normal form.
    pub(crate) fn build(&self, s: &mut TermStore) -> Term {
        let mut constant = self.constant.clone();
        let mut sum = None;
        for negative in [false, true] {
            for m in self.monomials.iter().filter(|m| is_positive(&m.coefficient) != negative) {
                if !negative {
                    let t = m.term(s, &m.coefficient);
                    sum = Some(sum.map_or(t, |sum| s.raw(Op::RealAdd, sum, t, Sort::Real)));
                    continue;
                }
                let before = sum.unwrap_or_else(|| s.real(&std::mem::take(&mut constant)));
                let t = m.term(s, &-m.coefficient.clone());
                sum = Some(s.raw(Op::RealSub, before, t, Sort::Real));
            }
        }
        let offset = s.real(&constant);
        match sum {
            Some(sum) if constant == zero() => sum,
            Some(sum) => s.raw(Op::RealAdd, sum, offset, Sort::Real),
            None => offset,
        }
    }
}

impl Monomial {
    /// The factors, at least one.
    pub(crate) fn factors(&self) -> &[Term] {
        &self.factors
    }

    fn term(&self, s: &mut TermStore, coefficient: &BigRational) -> Term {
        let mut product = None;
        for t in &self.factors {
            product = Some(product.map_or(*t, |p| s.raw(Op::RealMul, p, *t, Sort::Real)));
        }
        match product {
            Some(product) if *coefficient == one() => product,
            Some(product) => {
                let factor = s.real(coefficient);
                s.raw(Op::RealMul, product, factor, Sort::Real)
            }
            None => s.real(coefficient),
        }
    }
}

/// The factors of a term that is no sum; sums within a product were too long to be multiplied out.
fn monomial(s: &TermStore, t: Term) -> Option<Monomial> {
    let (mut factors, mut coefficient) = (Vec::new(), one());
    let mut pending = vec![t];
    while let Some(part) = pending.pop() {
        match &s.stored(part).kind {
            Kind::App(Op::RealMul, [a, b, _]) => pending.extend([*a, *b]),
            Kind::Real(number) => coefficient *= &**number,
            _ => factors.push(part),
        }
        if factors.len() > MOST_FACTORS {
            return Some(Monomial { factors: vec![t], coefficient: one() });
        }
    }
    factors.sort_by_key(|t| s.order(*t));
    Some(Monomial { factors, coefficient })
}
