//! Contradictions among sums of comparisons.

use effigy_term::{Linear, Term};
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use super::{Facts, Undo};
use crate::integers::simplex::{Check, Simplex};

/// Comparisons that are looked at together.
const MOST_SUMS: usize = 300;

/// Coefficients that the simplex may change.
const MOST_WORK: usize = 20_000;

/// A sum that is at most zero, or less.
#[derive(Debug)]
pub(super) struct AtMostZero {
    linear: Linear,
    strict: bool,
}

impl Facts {
    /// Notes that a sum is at most zero, or less.
    pub(super) fn note_sum(&mut self, linear: Linear, strict: bool) {
        self.sums.push(AtMostZero { linear, strict });
        self.trail.push(Undo::Sum);
    }

    /// Whether the comparisons that are known have no solution together.
    ///
    /// All numbers are multiplied by one that is at least one, so that what is less than zero is at most minus one.
    pub(super) fn sums_contradict(&mut self) -> bool {
        if self.sums.len() > MOST_SUMS {
            return false;
        }
        let mut simplex: Simplex<usize> = Simplex::default();
        let mut columns: FxHashMap<Term, usize> = FxHashMap::default();
        let scale = simplex.column();
        let whole = |n: i64| BigRational::from_integer(BigInt::from(n));
        simplex.bound(scale, Some((whole(1), 0)), None);
        for (n, sum) in self.sums.iter().enumerate() {
            let Some(parts) = whole_numbers(&sum.linear) else { continue };
            let mut row: Vec<(usize, i128)> = Vec::with_capacity(parts.len());
            for (t, k) in parts {
                let column = match t {
                    None => scale,
                    Some(t) => {
                        let new = || simplex.column();
                        *columns.entry(t).or_insert_with(new)
                    }
                };
                row.push((column, k));
            }
            let column = simplex.row(&row);
            let most = if sum.strict { -1 } else { 0 };
            simplex.bound(column, None, Some((whole(most), n)));
        }
        let contradict = matches!(simplex.check(MOST_WORK), Check::Conflict(_));
        self.steps += simplex.work() as u64;
        contradict
    }
}

/// The sum with whole coefficients; the part without a term is the constant.
fn whole_numbers(linear: &Linear) -> Option<Vec<(Option<Term>, i128)>> {
    let mut common: i128 = linear.constant.1;
    for (_, (_, under)) in &linear.parts {
        common = common.checked_mul(*under / gcd(common, *under))?;
    }
    let scaled = |(over, under): (i128, i128)| over.checked_mul(common / under);
    let mut parts: Vec<(Option<Term>, i128)> = Vec::with_capacity(linear.parts.len() + 1);
    for (t, k) in &linear.parts {
        parts.push((Some(*t), scaled(*k)?));
    }
    let constant = scaled(linear.constant)?;
    if constant != 0 {
        parts.push((None, constant));
    }
    Some(parts)
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}
