//! Bounds on linear sums over the rationals: the general simplex of Dutertre and de Moura, "A Fast Linear-Arithmetic
//! Solver for DPLL(T)", CAV 2006.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;

/// A bound and its name.
pub(crate) type Bound<L> = Option<(BigRational, L)>;

/// What a check found.
pub(crate) enum Check<L> {
    /// All bounds hold under [`Simplex::value`].
    Feasible,
    /// The bounds of these names contradict each other.
    Conflict(Vec<L>),
    /// Too much work.
    Effort,
}

/// So many rows are looked through in the time in which one coefficient is changed.
const ROWS_LIKE_A_COEFFICIENT: usize = 8;

/// Columns, some of which are sums of the others. Bounds have names, such as the literals that assert them.
pub(crate) struct Simplex<L> {
    rows: BTreeMap<usize, BTreeMap<usize, BigRational>>,
    values: Vec<BigRational>,
    bounds: Vec<(Bound<L>, Bound<L>)>,
    /// Coefficients that pivots have changed, and rows that they looked through.
    work: usize,
}

fn zero() -> BigRational {
    BigRational::from_integer(BigInt::ZERO)
}

impl<L> Default for Simplex<L> {
    fn default() -> Self {
        Self { rows: BTreeMap::new(), values: Vec::new(), bounds: Vec::new(), work: 0 }
    }
}

impl<L: Copy> Simplex<L> {
    /// A column that nothing is known of.
    pub fn column(&mut self) -> usize {
        self.values.push(zero());
        self.bounds.push((None, None));
        self.values.len() - 1
    }

    /// A column that is a sum of others.
    pub fn row(&mut self, parts: &[(usize, i128)]) -> usize {
        let mut row = BTreeMap::new();
        for (column, coefficient) in parts {
            let coefficient = BigRational::from_integer(BigInt::from(*coefficient));
            match self.rows.get(column) {
                Some(known) => add(&mut row, known, &coefficient),
                None => add(&mut row, &BTreeMap::from([(*column, one())]), &coefficient),
            }
        }
        let value = row.iter().fold(zero(), |sum, (c, k)| sum + k * &self.values[*c]);
        let column = self.column();
        self.values[column] = value;
        self.rows.insert(column, row);
        column
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.values.len()
    }

    /// Coefficients that pivots have changed, and rows that they looked through.
    pub fn work(&self) -> usize {
        self.work
    }

    /// The value of a column after a feasible check.
    pub fn value(&self, column: usize) -> &BigRational {
        &self.values[column]
    }

    /// The only value that a column's bounds leave.
    pub fn fixed(&self, column: usize) -> Option<&BigRational> {
        match &self.bounds[column] {
            (Some((lower, _)), Some((upper, _))) if lower == upper => Some(lower),
            _ => None,
        }
    }

    /// The lower and the upper bound of a column.
    pub fn bounds(&self, column: usize) -> (Option<&BigRational>, Option<&BigRational>) {
        let (lower, upper) = &self.bounds[column];
        (lower.as_ref().map(|(n, _)| n), upper.as_ref().map(|(n, _)| n))
    }

    /// Replaces the bounds of a column.
    pub fn bound(&mut self, column: usize, lower: Bound<L>, upper: Bound<L>) {
        self.bounds[column] = (lower, upper);
    }

    /// Whether all bounds hold together, within so many changes of coefficients in all.
    pub fn check(&mut self, most_work: usize) -> Check<L> {
        for column in 0..self.values.len() {
            if let (Some((lower, a)), Some((upper, b))) = &self.bounds[column]
                && lower > upper
            {
                return Check::Conflict(vec![*a, *b]);
            }
            if !self.rows.contains_key(&column)
                && let Some((target, _, _)) = self.violation(column)
            {
                self.update(column, &target);
            }
        }
        loop {
            // Bland's rule: the first column each time, so that no basis comes back.
            let broken = self.rows.keys().find_map(|c| Some((*c, self.violation(*c)?)));
            let Some((basic, (target, literal, up))) = broken else { return Check::Feasible };
            if self.work > most_work {
                return Check::Effort;
            }
            let row = &self.rows[&basic];
            let helps = row.iter().find(|(c, k)| self.blocked(**c, up == positive(k)).is_none());
            match helps.map(|(c, _)| *c) {
                Some(column) => self.pivot(basic, column, &target),
                None => {
                    let others =
                        row.iter().filter_map(|(c, k)| self.blocked(*c, up == positive(k)));
                    return Check::Conflict(others.chain([literal]).collect());
                }
            }
        }
    }

    /// The bound that a column's value breaks, its name, and whether the value has to grow.
    fn violation(&self, column: usize) -> Option<(BigRational, L, bool)> {
        let (lower, upper) = &self.bounds[column];
        let value = &self.values[column];
        match (lower, upper) {
            (Some((bound, literal)), _) if value < bound => Some((bound.clone(), *literal, true)),
            (_, Some((bound, literal))) if value > bound => Some((bound.clone(), *literal, false)),
            _ => None,
        }
    }

    /// The name of the bound that keeps a column from growing, or from shrinking.
    fn blocked(&self, column: usize, grow: bool) -> Option<L> {
        let (lower, upper) = &self.bounds[column];
        let value = &self.values[column];
        match if grow { upper } else { lower } {
            Some((bound, literal)) if (grow && value >= bound) || (!grow && value <= bound) => {
                Some(*literal)
            }
            _ => None,
        }
    }

    /// Gives a column that is no sum a value.
    fn update(&mut self, column: usize, target: &BigRational) {
        let change = target - &self.values[column];
        self.values[column] = target.clone();
        for (basic, row) in &self.rows {
            if let Some(k) = row.get(&column) {
                self.values[*basic] += k * &change;
            }
        }
    }

    /// Makes `basic` free and `column` a sum, and gives `basic` the value `target`.
    fn pivot(&mut self, basic: usize, column: usize, target: &BigRational) {
        let Some(mut row) = self.rows.remove(&basic) else { return };
        let Some(k) = row.remove(&column) else { return };
        let change = (target - &self.values[basic]) / &k;
        let target_of_column = &self.values[column] + change;
        let mut solved: BTreeMap<usize, BigRational> =
            row.into_iter().map(|(c, other)| (c, -other / &k)).collect();
        solved.insert(basic, one() / &k);
        for row in self.rows.values_mut() {
            if let Some(k) = row.remove(&column) {
                add(row, &solved, &k);
                self.work += solved.len();
            }
        }
        self.work += solved.len() + self.rows.len() / ROWS_LIKE_A_COEFFICIENT;
        let before = self.values[basic].clone();
        self.values[basic] = target.clone();
        self.values[column] = target_of_column;
        let change = target - before;
        for (other, row) in &self.rows {
            if let Some(k) = row.get(&basic) {
                self.values[*other] += k * &change;
            }
        }
        self.rows.insert(column, solved);
    }
}

fn one() -> BigRational {
    BigRational::from_integer(BigInt::from(1))
}

fn positive(k: &BigRational) -> bool {
    *k > zero()
}

/// `row += factor * other`.
fn add(
    row: &mut BTreeMap<usize, BigRational>,
    other: &BTreeMap<usize, BigRational>,
    factor: &BigRational,
) {
    for (column, k) in other {
        let sum = row.entry(*column).or_insert_with(zero);
        *sum += k * factor;
        if *sum == zero() {
            row.remove(column);
        }
    }
}
