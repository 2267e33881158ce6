//! Bounds of linear sums as literals.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use super::Gap;
use super::simplex::{Bound, Simplex};
use crate::circuit::sat::{Sat, SatLit};

/// A linear sum over columns of the simplex: different columns, ascending, no coefficient 0.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Sum {
    pub parts: Vec<(usize, i128)>,
    pub constant: i128,
}

impl Sum {
    /// One column.
    pub fn column(column: usize) -> Self {
        Self { parts: vec![(column, 1)], constant: 0 }
    }

    /// A number.
    pub fn constant(constant: i128) -> Self {
        Self { parts: Vec::new(), constant }
    }

    /// `self + factor * other`.
    pub fn plus(&self, other: &Self, factor: i128) -> Result<Self, Gap> {
        let mut parts: BTreeMap<usize, i128> = self.parts.iter().copied().collect();
        let scaled = |n: i128| n.checked_mul(factor).ok_or(Gap::Large);
        for (column, k) in &other.parts {
            let sum = parts.entry(*column).or_insert(0);
            *sum = sum.checked_add(scaled(*k)?).ok_or(Gap::Large)?;
        }
        let constant = self.constant.checked_add(scaled(other.constant)?).ok_or(Gap::Large)?;
        Ok(Self { parts: parts.into_iter().filter(|(_, k)| *k != 0).collect(), constant })
    }

    /// `self + number`.
    pub fn shifted(&self, number: i128) -> Result<Self, Gap> {
        self.plus(&Self::constant(number), 1)
    }
}

/// Literals for `sum <= number`. Those of one sum imply each other, so that the SAT solver knows their order.
pub(super) struct Atoms {
    pub sat: Sat,
    pub simplex: Simplex<SatLit>,
    /// A literal that is true.
    pub truth: SatLit,
    /// For each sum in lowest terms its column, and the literals of its bounds.
    forms: Vec<(usize, BTreeMap<i128, SatLit>)>,
    form_of: FxHashMap<Vec<(usize, i128)>, usize>,
}

impl Atoms {
    /// No atoms yet.
    pub fn new() -> Self {
        let mut sat = Sat::new();
        let truth = sat.fresh();
        sat.clause([truth]);
        Self {
            sat,
            simplex: Simplex::default(),
            truth,
            forms: Vec::new(),
            form_of: FxHashMap::default(),
        }
    }

    /// `sum <= 0`.
    pub fn at_most_zero(&mut self, sum: &Sum) -> Result<SatLit, Gap> {
        let Some((_, first)) = sum.parts.first() else {
            return Ok(if sum.constant <= 0 { self.truth } else { -self.truth });
        };
        let divisor = sum.parts.iter().fold(0, |d, (_, k)| gcd(d, k.unsigned_abs()));
        let divisor = i128::try_from(divisor).map_err(|_| Gap::Large)?;
        let signed = if *first > 0 { divisor } else { -divisor };
        let lowest = |(c, k): &(usize, i128)| Some((*c, k.checked_div(signed)?));
        let parts = sum.parts.iter().map(lowest).collect::<Option<_>>().ok_or(Gap::Large)?;
        // divisor * form + constant <= 0, or -divisor * form + constant <= 0.
        if *first > 0 {
            let bound = sum.constant.checked_neg().ok_or(Gap::Large)?.div_euclid(divisor);
            Ok(self.bound(parts, bound))
        } else {
            let below = sum.constant.checked_sub(1).ok_or(Gap::Large)?.div_euclid(divisor);
            Ok(-self.bound(parts, below))
        }
    }

    /// `a <= b`.
    pub fn at_most(&mut self, a: &Sum, b: &Sum) -> Result<SatLit, Gap> {
        self.at_most_zero(&a.plus(b, -1)?)
    }

    /// `a = b`.
    pub fn equal(&mut self, a: &Sum, b: &Sum) -> Result<SatLit, Gap> {
        let sides = [self.at_most(a, b)?, self.at_most(b, a)?];
        Ok(self.both(sides))
    }

    /// The conjunction of two literals.
    pub fn both(&mut self, [a, b]: [SatLit; 2]) -> SatLit {
        if a == b || b == self.truth {
            return a;
        }
        if a == self.truth {
            return b;
        }
        if a == -self.truth || b == -self.truth || a == -b {
            return -self.truth;
        }
        let both = self.sat.fresh();
        self.sat.clause([-both, a]);
        self.sat.clause([-both, b]);
        self.sat.clause([both, -a, -b]);
        both
    }

    /// `form <= bound`.
    fn bound(&mut self, form: Vec<(usize, i128)>, bound: i128) -> SatLit {
        let index = match self.form_of.get(&form) {
            Some(index) => *index,
            None => {
                let column = match form.as_slice() {
                    [(column, _)] => *column,
                    parts => self.simplex.row(parts),
                };
                self.forms.push((column, BTreeMap::new()));
                self.form_of.insert(form, self.forms.len() - 1);
                self.forms.len() - 1
            }
        };
        let chain = &mut self.forms[index].1;
        if let Some(literal) = chain.get(&bound) {
            return *literal;
        }
        let literal = self.sat.fresh();
        if let Some((_, smaller)) = chain.range(..bound).next_back() {
            self.sat.clause([-smaller, literal]);
        }
        if let Some((_, larger)) = chain.range(bound..).next() {
            self.sat.clause([-literal, *larger]);
        }
        chain.insert(bound, literal);
        literal
    }

    /// The first column that is not a whole number. It is no row: those come after their parts and have whole coefficients.
    pub fn fraction(&self) -> Option<usize> {
        (0..self.simplex.columns()).find(|column| !self.simplex.value(*column).is_integer())
    }

    /// The number of sums that have bounds.
    pub fn sums(&self) -> usize {
        self.forms.len()
    }

    /// The sums that have bounds, each plus a number that makes it zero where its bounds leave one value only.
    fn sums_in_order(&self) -> Vec<(Sum, bool)> {
        let mut all: Vec<(usize, Sum, bool)> = Vec::with_capacity(self.forms.len());
        for (parts, index) in &self.form_of {
            let fixed = self.simplex.fixed(self.forms[*index].0);
            let number = fixed.and_then(|number| i128::try_from(&number.to_integer()).ok());
            let constant = number.and_then(i128::checked_neg);
            let sum = Sum { parts: parts.clone(), constant: constant.unwrap_or(0) };
            all.push((*index, sum, constant.is_some()));
        }
        all.sort_unstable_by_key(|(index, ..)| *index);
        all.into_iter().map(|(_, sum, fixed)| (sum, fixed)).collect()
    }

    /// The sums of at least two columns that are zero because of their bounds, among the first so many.
    pub fn equations(&self, first: usize) -> Vec<Sum> {
        let sums = self.sums_in_order().into_iter().take(first);
        sums.filter(|(sum, fixed)| *fixed && sum.parts.len() > 1).map(|(sum, _)| sum).collect()
    }

    /// The sums that are zero because of their bounds.
    pub fn fixed(&self) -> Vec<Sum> {
        self.sums_in_order().into_iter().filter(|(_, fixed)| *fixed).map(|(sum, _)| sum).collect()
    }

    /// The sums that have bounds which leave several values.
    pub fn bounded(&self) -> Vec<Sum> {
        self.sums_in_order().into_iter().filter(|(_, fixed)| !fixed).map(|(sum, _)| sum).collect()
    }

    /// What is at most zero by the bounds of the first so many sums.
    pub fn at_most_zero_now(&self, first: usize) -> Result<Vec<Sum>, Gap> {
        let mut all = Vec::new();
        let number = |n: &BigRational| i128::try_from(&n.to_integer()).map_err(|_| Gap::Large);
        for (sum, _) in self.sums_in_order().into_iter().take(first) {
            let parts = Sum { constant: 0, ..sum };
            let Some(index) = self.form_of.get(&parts.parts) else { continue };
            let (lower, upper) = self.simplex.bounds(self.forms[*index].0);
            if let Some(upper) = upper {
                all.push(parts.plus(&Sum::constant(number(upper)?), -1)?);
            }
            if let Some(lower) = lower {
                all.push(Sum::constant(number(lower)?).plus(&parts, -1)?);
            }
        }
        Ok(all)
    }

    /// Tells the simplex the bounds that hold under the SAT solver's assignment.
    pub fn assign(&mut self) {
        for (column, chain) in &self.forms {
            let holds = |literal: SatLit| self.sat.value(literal);
            let rational = |n: i128| BigRational::from_integer(BigInt::from(n));
            let upper: Bound<SatLit> =
                chain.iter().find(|(_, l)| holds(**l)).map(|(n, l)| (rational(*n), *l));
            let lower: Bound<SatLit> = chain
                .iter()
                .rev()
                .find(|(_, l)| !holds(**l))
                .map(|(n, l)| (rational(*n) + rational(1), -*l));
            self.simplex.bound(*column, lower, upper);
        }
    }
}

/// The greatest common divisor.
pub(super) fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
