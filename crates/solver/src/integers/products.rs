//! Lemmas about products, each true of all integers, asked for where a candidate breaks them: tangent planes (Cimatti et
//! al., "Incremental Linearization for Satisfiability and Verification Modulo Nonlinear Arithmetic", TOCL 2018), and
//! products with one factor in common.

use num_bigint::BigInt;

use super::Gap;
use super::atoms::{Atoms, Sum};
use super::encode::Product;

/// Adds lemmas that the values of the products break; whether there were any.
pub(super) fn refine(
    atoms: &mut Atoms,
    products: &[Product],
    value: impl Fn(&Atoms, &Sum) -> BigInt,
) -> Result<bool, Gap> {
    let mut refined = false;
    for (n, product) in products.iter().enumerate() {
        for other in &products[..n] {
            refined |= common_factor(atoms, product, other, &value)?;
        }
    }
    if refined {
        return Ok(true);
    }
    for product in products {
        let [x, y] = &product.factors;
        let (a, b, p) = (value(atoms, x), value(atoms, y), value(atoms, &product.result));
        if &a * &b == p {
            continue;
        }
        refined = true;
        let small = |n: &BigInt| i128::try_from(n).map_err(|_| Gap::Large);
        let (a, b) = (small(&a)?, small(&b)?);
        signs(atoms, product)?;
        tangents(atoms, product, a, b)?;
    }
    Ok(refined)
}

/// `x - y = d` implies `x z - y z = d z`.
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
        let d = i128::try_from(&d).map_err(|_| Gap::Large)?;
        let apart = atoms.equal(&difference, &Sum::constant(d))?;
        let follows = atoms.equal(&change, &Sum::default().plus(shared, d)?)?;
        atoms.sat.clause([-apart, follows]);
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
