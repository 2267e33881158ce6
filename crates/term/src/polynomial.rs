//! Integer polynomials: King's normal form of integer expressions.

use effigy_base::op::Op;
use effigy_base::sort::Sort;

use crate::node::Term;
use crate::store::{Kind, TermStore};

/// Longer sums stay as they were built, so that a long chain costs linear time.
const MOST: usize = 32;

/// Products of sums with more monomials together are not multiplied out.
const MOST_MULTIPLIED: usize = 16;

/// A product of more factors is taken as one factor.
const MOST_FACTORS: usize = 12;

/// A product of variables and other terms that are no sums, and its coefficient.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Monomial {
    /// In the order of the store.
    factors: Vec<Term>,
    pub(crate) coefficient: i128,
}

/// `sum(coefficient * factors) + constant`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Polynomial {
    /// In the order of the store; no coefficient is zero.
    pub(crate) monomials: Vec<Monomial>,
    pub(crate) constant: i128,
}

impl Polynomial {
    /// The polynomial of an integer term; `None` when it is too long or a coefficient does not fit 128 bits.
    pub(crate) fn of(s: &TermStore, t: Term) -> Option<Self> {
        let mut result = Self::default();
        result.add(s, t, 1)?;
        result.tidy(s);
        Some(result)
    }

    /// The polynomial of `a + b`.
    pub(crate) fn sum(s: &TermStore, a: Term, b: Term) -> Option<Self> {
        Self::combination(s, a, b, 1)
    }

    /// The polynomial of `a - b`.
    pub(crate) fn difference(s: &TermStore, a: Term, b: Term) -> Option<Self> {
        Self::combination(s, a, b, -1)
    }

    fn combination(s: &TermStore, a: Term, b: Term, factor: i128) -> Option<Self> {
        let mut result = Self::default();
        result.add(s, a, 1)?;
        result.add(s, b, factor)?;
        result.tidy(s);
        Some(result)
    }

    fn add(&mut self, s: &TermStore, t: Term, factor: i128) -> Option<()> {
        let mut pending = vec![(t, factor)];
        for _ in 0..4 * MOST {
            let Some((t, factor)) = pending.pop() else { return Some(()) };
            match &s.stored(t).kind {
                Kind::App(Op::IntAdd, [a, b, _]) => pending.extend([(*a, factor), (*b, factor)]),
                Kind::App(Op::IntSub, [a, b, _]) => {
                    pending.extend([(*a, factor), (*b, factor.checked_neg()?)]);
                }
                Kind::Word(_) | Kind::Big(_) => {
                    let more = s.as_int(t)?.checked_mul(factor)?;
                    self.constant = self.constant.checked_add(more)?;
                }
                _ => {
                    let mut monomial = monomial(s, t)?;
                    monomial.coefficient = monomial.coefficient.checked_mul(factor)?;
                    self.add_monomial(monomial)?;
                }
            }
        }
        pending.is_empty().then_some(())
    }

    fn add_monomial(&mut self, monomial: Monomial) -> Option<()> {
        if monomial.factors.is_empty() {
            self.constant = self.constant.checked_add(monomial.coefficient)?;
            return Some(());
        }
        match self.monomials.iter_mut().find(|m| m.factors == monomial.factors) {
            Some(known) => {
                known.coefficient = known.coefficient.checked_add(monomial.coefficient)?;
            }
            None => self.monomials.push(monomial),
        }
        (self.monomials.len() <= MOST).then_some(())
    }

    /// Drops what cancelled, and orders the rest by structure.
    fn tidy(&mut self, s: &TermStore) {
        self.monomials.retain(|m| m.coefficient != 0);
        self.monomials
            .sort_by_cached_key(|m| m.factors.iter().map(|t| s.order(*t)).collect::<Vec<_>>());
    }

    /// The product, when it is short.
    pub(crate) fn times(&self, s: &TermStore, other: &Self) -> Option<Self> {
        let parts = |p: &Self| {
            let constant = Monomial { factors: Vec::new(), coefficient: p.constant };
            p.monomials.iter().cloned().chain([constant]).collect::<Vec<_>>()
        };
        if self.monomials.len().max(1) * other.monomials.len().max(1) > MOST_MULTIPLIED {
            return None;
        }
        let mut result = Self::default();
        for a in parts(self) {
            for b in parts(other) {
                let mut factors = [a.factors.as_slice(), b.factors.as_slice()].concat();
                factors.sort_by_key(|t| s.order(*t));
                let coefficient = a.coefficient.checked_mul(b.coefficient)?;
                if factors.len() > MOST_FACTORS {
                    return None;
                }
                result.add_monomial(Monomial { factors, coefficient })?;
            }
        }
        result.tidy(s);
        Some(result)
    }

    /// The greatest common divisor of the coefficients, 0 for a constant; `None` when it does not fit.
    pub(crate) fn content(&self) -> Option<i128> {
        let all = self.monomials.iter().map(|m| m.coefficient.unsigned_abs());
        i128::try_from(all.fold(0, gcd)).ok()
    }

    /// The coefficients, not the constant, divided by a number that divides them.
    pub(crate) fn divide(&mut self, divisor: i128) {
        for m in &mut self.monomials {
            m.coefficient = m.coefficient.checked_div(divisor).unwrap_or(m.coefficient);
        }
    }

    /// `-self`.
    pub(crate) fn negated(mut self) -> Option<Self> {
        for m in &mut self.monomials {
            m.coefficient = m.coefficient.checked_neg()?;
        }
        self.constant = self.constant.checked_neg()?;
        Some(self)
    }

    /// The monomials with positive and those with negative coefficients, these negated, without constants.
    pub(crate) fn split(&self) -> Option<(Self, Self)> {
        let (positive, negative): (Vec<_>, Vec<_>) =
            self.monomials.iter().cloned().partition(|m| m.coefficient > 0);
        let positive = Self { monomials: positive, constant: 0 };
        Some((positive, Self { monomials: negative, constant: 0 }.negated()?))
    }

    /// The term of the sum. Its parts are made without rewriting: they are in normal form.
    pub(crate) fn build(&self, s: &mut TermStore) -> Term {
        let mut constant = self.constant;
        let mut sum = None;
        for negative in [false, true] {
            for m in self.monomials.iter().filter(|m| (m.coefficient < 0) == negative) {
                sum = Some(match (sum, negative, m.coefficient.checked_neg()) {
                    (None, false, _) => m.term(s, m.coefficient),
                    (None, true, Some(size)) => {
                        let start = s.int(std::mem::take(&mut constant));
                        let t = m.term(s, size);
                        s.raw(Op::IntSub, start, t, Sort::Int)
                    }
                    (Some(sum), true, Some(size)) => {
                        let t = m.term(s, size);
                        s.raw(Op::IntSub, sum, t, Sort::Int)
                    }
                    (sum, ..) => {
                        let t = m.term(s, m.coefficient);
                        sum.map_or(t, |sum| s.raw(Op::IntAdd, sum, t, Sort::Int))
                    }
                });
            }
        }
        let offset = s.int(constant);
        match sum {
            Some(sum) if constant == 0 => sum,
            Some(sum) => s.raw(Op::IntAdd, sum, offset, Sort::Int),
            None => offset,
        }
    }
}

impl Monomial {
    /// The factors, at least one.
    pub(crate) fn factors(&self) -> &[Term] {
        &self.factors
    }

    fn term(&self, s: &mut TermStore, coefficient: i128) -> Term {
        let mut product = None;
        for t in &self.factors {
            product = Some(product.map_or(*t, |p| s.raw(Op::IntMul, p, *t, Sort::Int)));
        }
        let factor = s.int(coefficient);
        match product {
            Some(product) if coefficient == 1 => product,
            Some(product) => s.raw(Op::IntMul, product, factor, Sort::Int),
            None => factor,
        }
    }
}

/// The factors of a term that is no sum; sums within a product were too long to be multiplied out.
fn monomial(s: &TermStore, t: Term) -> Option<Monomial> {
    let (mut factors, mut coefficient) = (Vec::new(), 1i128);
    let mut pending = vec![t];
    while let Some(part) = pending.pop() {
        match &s.stored(part).kind {
            Kind::App(Op::IntMul, [a, b, _]) => pending.extend([*a, *b]),
            Kind::Word(_) | Kind::Big(_) => {
                coefficient = coefficient.checked_mul(s.as_int(part)?)?
            }
            _ => factors.push(part),
        }
        if factors.len() > MOST_FACTORS {
            return Some(Monomial { factors: vec![t], coefficient: 1 });
        }
    }
    factors.sort_by_key(|t| s.order(*t));
    Some(Monomial { factors, coefficient })
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
