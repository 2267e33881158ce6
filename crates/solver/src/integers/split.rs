//! The sum whose range is split where a candidate is no solution in whole numbers.
//!
//! The equations of the candidate are solved in whole numbers first: each becomes the value of one unknown, after a change of
//! unknowns where no coefficient is 1 (Knuth, "The Art of Computer Programming", section 4.5.2). A bounded sum that is then
//! `9 u + 2` leaves a remainder by 9 that no split of a single unknown would find: it is `u` that is split. The new unknowns
//! are sums of the old ones with whole coefficients, so that a split excludes nothing.

use std::collections::BTreeMap;

use num_rational::BigRational;

use super::Gap;
use super::atoms::{Atoms, Sum, gcd};

/// Equations that are solved for one candidate.
const MOST_EQUATIONS: usize = 200;

/// A sum of the columns that is a whole number in each solution, and not in the candidate; none where all columns are whole.
pub(super) fn fractional(
    atoms: &Atoms,
    value: impl Fn(&Sum) -> BigRational,
) -> Result<Option<Sum>, Gap> {
    let Some(column) = atoms.fraction() else { return Ok(None) };
    let mut solved = Solved::new(atoms.simplex.columns());
    for equation in atoms.fixed().into_iter().take(MOST_EQUATIONS) {
        if let Some(unsolvable) = solved.solve(&equation)? {
            return Ok(Some(unsolvable));
        }
    }
    let broken = |sum: &Sum| !value(sum).is_integer();
    for form in atoms.bounded() {
        let (divisor, sum) = primitive(&solved.substituted(&form)?)?;
        // One unknown is mostly a quotient without bounds.
        if divisor > 1 && sum.parts.len() > 1 {
            let sum = solved.meaning(&sum)?;
            if broken(&sum) {
                return Ok(Some(sum));
            }
        }
    }
    for (unknown, _) in solved.substituted(&Sum::column(column))?.parts {
        let sum = solved.meaning(&Sum::column(unknown))?;
        if broken(&sum) {
            return Ok(Some(sum));
        }
    }
    Ok(Some(Sum::column(column)))
}

/// A solved system of equations. Unknowns below `columns` are columns.
struct Solved {
    columns: usize,
    /// What the other unknowns are, as sums of columns.
    unknowns: Vec<Sum>,
    /// Unknowns and their values, each without the unknowns before.
    values: Vec<(usize, Sum)>,
}

impl Solved {
    fn new(columns: usize) -> Self {
        Self { columns, unknowns: Vec::new(), values: Vec::new() }
    }

    /// Solves one more equation, `equation = 0`. Where it has no solution in whole numbers the sum that would not be whole.
    fn solve(&mut self, equation: &Sum) -> Result<Option<Sum>, Gap> {
        let mut equation = self.substituted(equation)?;
        loop {
            let (divisor, sum) = primitive(&equation)?;
            if divisor == 0 {
                return Ok(None);
            }
            if equation.constant % divisor != 0 {
                return self.meaning(&sum).map(Some);
            }
            let constant = equation.constant / divisor;
            let smallest = sum.parts.iter().min_by_key(|(_, k)| k.unsigned_abs());
            let Some((unknown, k)) = smallest.copied() else { return Ok(None) };
            let own = Sum::column(unknown);
            if k == 1 || k == -1 {
                let whole = Sum { constant, ..sum };
                // `k` is its own inverse.
                let value = own.plus(&whole, -k)?;
                self.values.push((unknown, value));
                return Ok(None);
            }
            let mut meaning = self.meaning(&own)?;
            let mut value = Sum::column(self.columns + self.unknowns.len());
            for (other, j) in sum.parts.iter().filter(|(other, _)| *other != unknown) {
                let quotient = j.div_euclid(k);
                meaning = meaning.plus(&self.meaning(&Sum::column(*other))?, quotient)?;
                value = value.plus(&Sum::column(*other), -quotient)?;
            }
            self.unknowns.push(meaning);
            equation = replaced(&Sum { constant, ..sum }, unknown, &value)?;
            self.values.push((unknown, value));
        }
    }

    /// A sum without the unknowns that have values.
    fn substituted(&self, sum: &Sum) -> Result<Sum, Gap> {
        self.values
            .iter()
            .try_fold(sum.clone(), |sum, (unknown, value)| replaced(&sum, *unknown, value))
    }

    /// A sum of unknowns as a sum of columns.
    fn meaning(&self, sum: &Sum) -> Result<Sum, Gap> {
        let start = Sum::constant(sum.constant);
        sum.parts.iter().try_fold(start, |all, (unknown, k)| {
            match unknown.checked_sub(self.columns) {
                Some(index) => all.plus(&self.unknowns[index], *k),
                None => all.plus(&Sum::column(*unknown), *k),
            }
        })
    }
}

/// A sum with the value of an unknown in its place.
fn replaced(sum: &Sum, unknown: usize, value: &Sum) -> Result<Sum, Gap> {
    let parts: BTreeMap<usize, i128> = sum.parts.iter().copied().collect();
    match parts.get(&unknown) {
        Some(k) => {
            let negated = k.checked_neg().ok_or(Gap::Large)?;
            sum.plus(&Sum::column(unknown), negated)?.plus(value, *k)
        }
        None => Ok(sum.clone()),
    }
}

/// The greatest common divisor of the coefficients, and the sum of the parts divided by it.
fn primitive(sum: &Sum) -> Result<(i128, Sum), Gap> {
    let divisor = sum.parts.iter().fold(0, |d, (_, k)| gcd(d, k.unsigned_abs()));
    let divisor = i128::try_from(divisor).map_err(|_| Gap::Large)?;
    let parts = sum.parts.iter().map(|(c, k)| Some((*c, k.checked_div(divisor)?)));
    let parts = parts.collect::<Option<_>>().ok_or(Gap::Large)?;
    Ok((divisor, Sum { parts, constant: 0 }))
}
