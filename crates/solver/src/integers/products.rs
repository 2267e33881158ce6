//! Lemmas about products, each true of all integers, asked for where a candidate breaks them: tangent planes (Cimatti et
//! al., "Incremental Linearization for Satisfiability and Verification Modulo Nonlinear Arithmetic", TOCL 2018), products
//! with one factor in common, products of sums as sums of products, and equations and bounds times a factor.

use num_bigint::{BigInt, Sign};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Gap;
use super::atoms::{Atoms, Sum};
use crate::circuit::sat::SatLit;

/// Columns that are multiplied with each other at most.
const MOST_DEGREE: usize = 4;

/// Parts of a sum above which it is not multiplied out.
const MOST_PARTS: usize = 4;

/// Equations that are multiplied by a factor for one candidate, and for one query.
const MOST_MULTIPLIED: (usize, usize) = (12, 60);

/// Products with a common factor that are compared for one candidate.
const MOST_PAIRS: usize = 30;

/// Candidates that are answered by lemmas about their values before products are multiplied out: small ranges are soon
/// exhausted, and more columns cost more for each candidate.
const CANDIDATES_BEFORE_SUMS: usize = 6;

/// How many kinds of lemmas one candidate is answered with. Each manner finds what the other one does not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// All kinds, and values of factors are guessed.
    Many,
    /// Others only where there are none about common factors.
    Few,
}

/// A product of two sums that are not constant.
struct Product {
    result: Sum,
    factors: [Sum; 2],
    /// Whether it was said which sum of products it is.
    expanded: bool,
    /// Whether only a lemma speaks of it.
    of_lemma: bool,
}

/// The products of a query.
#[derive(Default)]
pub(super) struct Products {
    all: Vec<Product>,
    /// The column of a product of columns; these ascend.
    monomials: FxHashMap<Vec<usize>, usize>,
    /// The columns whose product a column is.
    columns_of: FxHashMap<usize, Vec<usize>>,
    /// Equations that were multiplied, each with the columns that it was multiplied by.
    multiplied: FxHashSet<(Sum, Vec<usize>)>,
    /// The number of sums with bounds when the first lemma was added.
    sums_of_query: Option<usize>,
    /// Candidates that broke a product.
    candidates: usize,
    /// Whether a lemma is being made.
    in_lemma: bool,
}

impl Products {
    /// The product of two sums that are not constant.
    pub fn product(&mut self, atoms: &mut Atoms, factors: [Sum; 2]) -> Result<Sum, Gap> {
        if let [Some((a, j)), Some((b, k))] = [multiple(&factors[0]), multiple(&factors[1])]
            && let Some(column) = self.monomial(atoms, &[a, b])
        {
            let factor = j.checked_mul(k).ok_or(Gap::Large)?;
            return Sum::default().plus(&Sum::column(column), factor);
        }
        let result = Sum::column(atoms.simplex.column());
        self.all.push(Product {
            result: result.clone(),
            factors,
            expanded: false,
            of_lemma: false,
        });
        Ok(result)
    }

    /// The column that stands for a product of columns; none when there are too many.
    fn monomial(&mut self, atoms: &mut Atoms, columns: &[usize]) -> Option<usize> {
        let mut all: Vec<usize> = Vec::new();
        for column in columns {
            match self.columns_of.get(column) {
                Some(parts) => all.extend_from_slice(parts),
                None => all.push(*column),
            }
        }
        all.sort_unstable();
        if let Some(column) = self.monomials.get(&all) {
            return Some(*column);
        }
        let (first, rest) = match all.as_slice() {
            [one] => return Some(*one),
            [first, rest @ ..] if all.len() <= MOST_DEGREE => (*first, rest.to_vec()),
            _ => return None,
        };
        let rest = self.monomial(atoms, &rest)?;
        let column = atoms.simplex.column();
        let factors = [Sum::column(first), Sum::column(rest)];
        self.all.push(Product {
            result: Sum::column(column),
            factors,
            expanded: true,
            of_lemma: self.in_lemma,
        });
        self.monomials.insert(all.clone(), column);
        self.columns_of.insert(column, all);
        Some(column)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Adds lemmas that the values of the products break; whether there were any.
    pub fn refine(
        &mut self,
        atoms: &mut Atoms,
        manner: Manner,
        value: impl Fn(&Atoms, &Sum) -> BigInt,
    ) -> Result<bool, Gap> {
        let broken: Vec<usize> = (0..self.all.len())
            .filter(|n| {
                let Product { result, factors: [x, y], .. } = &self.all[*n];
                value(atoms, x) * value(atoms, y) != value(atoms, result)
            })
            .collect();
        if broken.is_empty() {
            return Ok(false);
        }
        self.sums_of_query.get_or_insert(atoms.sums());
        self.candidates += 1;
        let mut refined = false;
        if self.candidates > CANDIDATES_BEFORE_SUMS {
            for &n in &broken {
                refined |= self.expand(atoms, n)?;
            }
            refined |= self.multiply_equations(atoms)?;
            if refined {
                return Ok(true);
            }
        }
        self.multiply_bounds(atoms, &value)?;
        if manner == Manner::Many {
            self.equal_columns(atoms, &value)?;
        }
        let mut pairs = MOST_PAIRS;
        for (n, product) in self.all.iter().enumerate() {
            for other in &self.all[..n] {
                if pairs > 0 && common_factor(atoms, product, other, &value)? {
                    pairs -= 1;
                }
            }
        }
        if manner == Manner::Few && pairs < MOST_PAIRS {
            return Ok(true);
        }
        for &n in &broken {
            let product = &self.all[n];
            let [x, y] = &product.factors;
            let (a, b) = (small(value(atoms, x))?, small(value(atoms, y))?);
            signs(atoms, product)?;
            tangents(atoms, product, a, b)?;
        }
        Ok(true)
    }

    /// Values of factors of the products that a candidate breaks, those of the candidate: with them the products are sums.
    pub fn guess(
        &self,
        atoms: &mut Atoms,
        value: impl Fn(&Atoms, &Sum) -> BigInt,
    ) -> Result<Vec<SatLit>, Gap> {
        let mut fixed: Vec<(Sum, i128)> = Vec::new();
        for product in self.all.iter().filter(|product| !product.of_lemma) {
            let [x, y] = &product.factors;
            if fixed.iter().any(|(sum, _)| sum == x || sum == y) {
                continue;
            }
            let (a, b) = (value(atoms, x), value(atoms, y));
            // The one that is nearer to zero, and not zero itself.
            let is_x = !(a.magnitude() > b.magnitude() && b != BigInt::ZERO) && a != BigInt::ZERO;
            fixed.push(if is_x { (x.clone(), small(a)?) } else { (y.clone(), small(b)?) });
        }
        let equal = |(sum, n): (Sum, i128)| atoms.equal(&sum, &Sum::constant(n));
        fixed.into_iter().map(equal).collect()
    }

    /// Multiplies bounds of the candidate by what one of their columns is multiplied by somewhere, where that says more.
    fn multiply_bounds(
        &self,
        atoms: &mut Atoms,
        value: &impl Fn(&Atoms, &Sum) -> BigInt,
    ) -> Result<(), Gap> {
        let mut chosen: Vec<(Sum, Sum, Sum)> = Vec::new();
        for bound in atoms.at_most_zero_now(self.sums_of_query.unwrap_or(0))? {
            if bound.parts.len() > MOST_PARTS || chosen.len() == MOST_MULTIPLIED.0 {
                continue;
            }
            for columns in self.multipliers(&bound) {
                let Some(factor) = self.known(&columns) else { continue };
                let factor = Sum::column(factor);
                let sign = match value(atoms, &factor).sign() {
                    Sign::Plus => 1,
                    Sign::Minus => -1,
                    Sign::NoSign => continue,
                };
                let Some(product) = self.known_product(&bound, &columns)? else { continue };
                let product = Sum::default().plus(&product, sign)?;
                let factor = Sum::default().plus(&factor, sign)?;
                if value(atoms, &product) > BigInt::ZERO {
                    chosen.push((bound.clone(), factor, product));
                }
            }
        }
        for (bound, factor, product) in &chosen {
            let holds = atoms.at_most_zero(bound)?;
            let (positive, follows) =
                (atoms.at_most(&Sum::default(), factor)?, atoms.at_most_zero(product)?);
            atoms.sat.clause([-holds, -positive, follows]);
        }
        Ok(())
    }

    /// Says that products of equal columns are equal, of products that the candidate tells apart.
    fn equal_columns(
        &self,
        atoms: &mut Atoms,
        value: &impl Fn(&Atoms, &Sum) -> BigInt,
    ) -> Result<(), Gap> {
        let mut first_of: FxHashMap<Vec<BigInt>, Vec<usize>> = FxHashMap::default();
        let mut apart: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for product in &self.all {
            let column = multiple(&product.result).map(|(column, _)| column);
            let Some(columns) = column.and_then(|c| self.columns_of.get(&c)) else { continue };
            let of = |column: usize| value(atoms, &Sum::column(column));
            let mut columns = columns.clone();
            columns.sort_by_cached_key(|column| of(*column));
            let values = columns.iter().map(|column| of(*column)).collect();
            let first = first_of.entry(values).or_insert_with(|| columns.clone());
            let results = [&columns, &*first].map(|columns| {
                let mut columns = columns.clone();
                columns.sort_unstable();
                self.known(&columns).map(of)
            });
            if results[0] != results[1] && apart.len() < MOST_PAIRS {
                apart.push((columns, first.clone()));
            }
        }
        for (one, two) in &apart {
            let results = [one, two].map(|columns| {
                let mut columns = columns.clone();
                columns.sort_unstable();
                self.known(&columns).map(Sum::column)
            });
            let [Some(a), Some(b)] = results else { continue };
            let mut clause = vec![atoms.equal(&a, &b)?];
            for (x, y) in one.iter().zip(two).filter(|(x, y)| x != y) {
                clause.push(-atoms.equal(&Sum::column(*x), &Sum::column(*y))?);
            }
            atoms.sat.clause_of(clause.into_iter());
        }
        Ok(())
    }

    /// The columns by which some column of a sum is multiplied in the query, each once.
    fn multipliers(&self, sum: &Sum) -> Vec<Vec<usize>> {
        let mut all: Vec<Vec<usize>> = Vec::new();
        for product in self.all.iter().filter(|product| !product.of_lemma) {
            let column = multiple(&product.result).map(|(column, _)| column);
            let Some(columns) = column.and_then(|c| self.columns_of.get(&c)) else { continue };
            for (part, _) in &sum.parts {
                if let Some(place) = columns.iter().position(|column| column == part) {
                    let mut others = columns.clone();
                    others.remove(place);
                    if !all.contains(&others) {
                        all.push(others);
                    }
                }
            }
        }
        all
    }

    /// The column of a product of columns, where there is one.
    fn known(&self, columns: &[usize]) -> Option<usize> {
        match columns {
            [one] => Some(*one),
            _ => self.monomials.get(columns).copied(),
        }
    }

    /// A sum multiplied by columns, where all products have columns.
    fn known_product(&self, sum: &Sum, by: &[usize]) -> Result<Option<Sum>, Gap> {
        let Some(factor) = self.known(by) else { return Ok(None) };
        let mut product = Sum::default().plus(&Sum::column(factor), sum.constant)?;
        for (part, k) in &sum.parts {
            let mut columns = by.to_vec();
            match self.columns_of.get(part) {
                Some(parts) => columns.extend_from_slice(parts),
                None => columns.push(*part),
            }
            columns.sort_unstable();
            let Some(column) = self.known(&columns) else { return Ok(None) };
            product = product.plus(&Sum::column(column), *k)?;
        }
        Ok(Some(product))
    }

    /// Says that a product of sums is the sum of the products of their parts; whether that was not said before.
    fn expand(&mut self, atoms: &mut Atoms, n: usize) -> Result<bool, Gap> {
        let product = &mut self.all[n];
        let few = product.factors.iter().all(|factor| factor.parts.len() <= MOST_PARTS);
        if std::mem::replace(&mut product.expanded, true) || !few {
            return Ok(false);
        }
        let ([x, y], result) = (product.factors.clone(), product.result.clone());
        let constants = x.constant.checked_mul(y.constant).ok_or(Gap::Large)?;
        let mut sum = Sum::default().plus(&x, y.constant)?.plus(&y, x.constant)?;
        sum = sum.plus(&Sum::constant(constants), -1)?;
        for (a, j) in &x.parts {
            for (b, k) in &y.parts {
                let Some(column) = self.monomial(atoms, &[*a, *b]) else { return Ok(false) };
                let factor = j.checked_mul(*k).ok_or(Gap::Large)?;
                sum = sum.plus(&Sum::column(column), factor)?;
            }
        }
        let same = atoms.equal(&result, &sum)?;
        atoms.sat.clause([same]);
        Ok(true)
    }

    /// Multiplies equations of the candidate by what one of their columns is multiplied by somewhere; whether there were
    /// new ones.
    fn multiply_equations(&mut self, atoms: &mut Atoms) -> Result<bool, Gap> {
        let mut chosen: Vec<(Sum, Vec<usize>)> = Vec::new();
        let sums = self.sums_of_query.unwrap_or(0);
        for equation in atoms.equations(sums) {
            if equation.parts.len() > MOST_PARTS {
                continue;
            }
            for others in self.multipliers(&equation) {
                let new = (equation.clone(), others);
                if !self.multiplied.contains(&new) && !chosen.contains(&new) {
                    chosen.push(new);
                }
            }
        }
        let (for_candidate, for_query) = MOST_MULTIPLIED;
        let most = for_candidate.min(for_query.saturating_sub(self.multiplied.len()));
        chosen.truncate(most);
        let some = !chosen.is_empty();
        self.in_lemma = true;
        for (equation, by) in chosen {
            self.multiply(atoms, &equation, &by)?;
            self.multiplied.insert((equation, by));
        }
        self.in_lemma = false;
        Ok(some)
    }

    /// `sum = 0` implies that each product of its parts with these columns adds up to 0 too.
    fn multiply(&mut self, atoms: &mut Atoms, equation: &Sum, by: &[usize]) -> Result<(), Gap> {
        let Some(factor) = self.monomial(atoms, by) else { return Ok(()) };
        let mut sum = Sum::default().plus(&Sum::column(factor), equation.constant)?;
        for (column, k) in &equation.parts {
            let Some(part) = self.monomial(atoms, &[*column, factor]) else { return Ok(()) };
            sum = sum.plus(&Sum::column(part), *k)?;
        }
        let zero = Sum::default();
        let (holds, follows) = (atoms.equal(equation, &zero)?, atoms.equal(&sum, &zero)?);
        atoms.sat.clause([-holds, follows]);
        Ok(())
    }
}

/// The column and the factor of a sum that is nothing but a multiple of a column.
fn multiple(sum: &Sum) -> Option<(usize, i128)> {
    match sum.parts.as_slice() {
        [part] if sum.constant == 0 => Some(*part),
        _ => None,
    }
}

fn small(n: BigInt) -> Result<i128, Gap> {
    i128::try_from(&n).map_err(|_| Gap::Large)
}

/// `x - y <= d` implies `x z - y z <= d z` where `z` is not negative, and so on; for the difference of the candidate, and for
/// the least one of its sign.
fn common_factor(
    atoms: &mut Atoms,
    one: &Product,
    two: &Product,
    value: &impl Fn(&Atoms, &Sum) -> BigInt,
) -> Result<bool, Gap> {
    let mut refined = false;
    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let shared = &one.factors[i];
        if *shared != two.factors[j] {
            continue;
        }
        let difference = one.factors[1 - i].plus(&two.factors[1 - j], -1)?;
        let change = one.result.plus(&two.result, -1)?;
        let d = value(atoms, &difference);
        if &d * value(atoms, shared) == value(atoms, &change) {
            continue;
        }
        let d = small(d)?;
        for d in if d.abs() > 1 { vec![d.signum(), d] } else { vec![d] } {
            let zero = Sum::default();
            let (most, least) = (Sum::constant(d), Sum::constant(d));
            let sides = [atoms.at_most(&difference, &most)?, atoms.at_most(&least, &difference)?];
            let signs = [atoms.at_most(&zero, shared)?, atoms.at_most(shared, &zero)?];
            let multiple = zero.plus(shared, d)?;
            let (below, above) =
                (atoms.at_most(&change, &multiple)?, atoms.at_most(&multiple, &change)?);
            atoms.sat.clause([-sides[0], -signs[0], below]);
            atoms.sat.clause([-sides[1], -signs[0], above]);
            atoms.sat.clause([-sides[0], -signs[1], above]);
            atoms.sat.clause([-sides[1], -signs[1], below]);
        }
        refined = true;
    }
    Ok(refined)
}

/// A product is zero when a factor is, and is at least as far from zero as each factor otherwise.
fn signs(atoms: &mut Atoms, product: &Product) -> Result<(), Gap> {
    let zero = Sum::default();
    let [x, y] = &product.factors;
    for (x, y) in [(x, y), (y, x)] {
        let none = atoms.equal(x, &zero)?;
        let result_none = atoms.equal(&product.result, &zero)?;
        atoms.sat.clause([-none, result_none]);
        for (sign_x, sign_y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let (x, y) = (zero.plus(x, sign_x)?, zero.plus(y, sign_y)?);
            let result = zero.plus(&product.result, sign_x * sign_y)?;
            let (x_no, y_no) = (atoms.at_most_zero(&x)?, atoms.at_most_zero(&y)?);
            let far = atoms.at_most(&x, &result)?;
            atoms.sat.clause([x_no, y_no, far]);
        }
    }
    if x == y {
        let square = atoms.at_most(&zero, &product.result)?;
        atoms.sat.clause([square]);
    }
    Ok(())
}

/// `(x - a) (y - b)` has the sign that those of its factors say.
fn tangents(atoms: &mut Atoms, product: &Product, a: i128, b: i128) -> Result<(), Gap> {
    let [x, y] = &product.factors;
    let corner = a.checked_mul(b).ok_or(Gap::Large)?;
    let plane = Sum::default().plus(x, b)?.plus(y, a)?.plus(&Sum::constant(corner), -1)?;
    let above = atoms.at_most(&plane, &product.result)?;
    let below = atoms.at_most(&product.result, &plane)?;
    let (a, b) = (Sum::constant(a), Sum::constant(b));
    let (x_low, x_high) = (atoms.at_most(x, &a)?, atoms.at_most(&a, x)?);
    let (y_low, y_high) = (atoms.at_most(y, &b)?, atoms.at_most(&b, y)?);
    atoms.sat.clause([-x_low, -y_low, above]);
    atoms.sat.clause([-x_high, -y_high, above]);
    atoms.sat.clause([-x_low, -y_high, below]);
    atoms.sat.clause([-x_high, -y_low, below]);
    Ok(())
}
