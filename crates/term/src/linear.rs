//! Differences of numbers as linear sums.

use effigy_base::op::Op;
use effigy_base::sort::Sort;

use crate::node::Term;
use crate::polynomial::Polynomial;
use crate::rational::Rational;
use crate::store::TermStore;

/// A sum of terms that are no sums, with rational coefficients, and a constant. A number is its numerator and its positive
/// denominator, without a common divisor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    /// Different terms in an order that depends on their structure alone, with coefficients that are not 0. A product is
    /// one term.
    pub parts: Vec<(Term, (i128, i128))>,
    /// What is added.
    pub constant: (i128, i128),
}

impl TermStore {
    /// `a - b` of two integers or two reals; `None` of other sorts, and where it is too long or a number is too large.
    pub fn linear_difference(&mut self, a: Term, b: Term) -> Option<Linear> {
        match self.sort(a) {
            Sort::Int => {
                let p = Polynomial::difference(self, a, b)?;
                let parts = p.monomials.iter().map(|m| (m.factors(), (m.coefficient, 1)));
                let parts = parts.collect::<Vec<_>>();
                Some(self.linear(&parts, Op::IntMul, (p.constant, 1)))
            }
            Sort::Real => {
                let number = |n: &num_rational::BigRational| {
                    Some((i128::try_from(n.numer()).ok()?, i128::try_from(n.denom()).ok()?))
                };
                let p = Rational::combination(self, a, b, -1)?;
                let parts = p.monomials.iter();
                let parts = parts.map(|m| Some((m.factors(), number(&m.coefficient)?)));
                let parts = parts.collect::<Option<Vec<_>>>()?;
                Some(self.linear(&parts, Op::RealMul, number(&p.constant)?))
            }
            _ => None,
        }
    }

    fn linear(
        &mut self,
        parts: &[(&[Term], (i128, i128))],
        product: Op,
        constant: (i128, i128),
    ) -> Linear {
        let parts = parts.iter().filter_map(|(factors, coefficient)| {
            let (first, rest) = factors.split_first()?;
            let sort = self.sort(*first);
            let term = rest.iter().fold(*first, |all, t| self.raw(product, all, *t, sort));
            Some((term, *coefficient))
        });
        Linear { parts: parts.collect(), constant }
    }
}
