//! Rules of integers. Sums and products are polynomials, comparisons have their constants on one side.

use effigy_base::op::Op;
use effigy_base::sort::Sort;

use super::{Family, Rule};
use crate::node::Term;
use crate::polynomial::Polynomial;
use crate::store::TermStore;

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "int-identity",
        law: "x + 0 = x, x - 0 = x, x - x = 0, x * 0 = 0, x * 1 = x",
        families: &[Family::Integer],
        apply: int_identity,
    },
    Rule {
        name: "int-polynomial",
        law: "sums, differences and short products are one sum of distinct monomials and one constant",
        families: &[Family::Integer],
        apply: int_polynomial,
    },
    Rule {
        name: "int-sum-constants",
        law: "(x + c) + d = x + (c + d), (x + c) + y = (x + y) + c, (x + c) - y = (x - y) + c, x - c = x + -c in sums too long for int-polynomial",
        families: &[Family::Integer],
        apply: int_sum_constants,
    },
    Rule {
        name: "int-divide-trivial",
        law: "div(x, 0) = quot(x, 0) = 0, mod(x, 0) = x, x / 1 = x, x / -1 = -x, mod(x, 1) = mod(x, -1) = 0, 0 / x = 0",
        families: &[Family::IntDivision],
        apply: int_divide_trivial,
    },
    Rule {
        name: "int-divide-exact",
        law: "div(c * x, c) = quot(c * x, c) = x for a constant c that is not 0",
        families: &[Family::IntDivision],
        apply: int_divide_exact,
    },
    Rule {
        name: "int-div-multiple",
        law: "div(c * x + d, c) = x + div(d, c) for a constant c that is not 0",
        families: &[Family::IntDivision],
        apply: int_div_multiple,
    },
    Rule {
        name: "int-mod-multiple",
        law: "mod(x + k * c * y, c) = mod(x, c) for a constant c that is not 0",
        families: &[Family::IntDivision],
        apply: int_mod_multiple,
    },
    Rule {
        name: "int-abs-same",
        law: "abs(abs(x)) = abs(x), abs(mod(x, c)) = mod(x, c) for a constant c that is not 0",
        families: &[Family::IntAbs],
        apply: int_abs_same,
    },
    Rule {
        name: "int-power-constant",
        law: "pow(x, n) is a product of n factors for 1 < n <= 8, x for n = 1, 1 for n <= 0; pow(1, n) = 1",
        families: &[Family::IntPower],
        apply: int_power_constant,
    },
    Rule {
        name: "int-compare-normal",
        law: "(p + c <= 0) = (p / g <= floor(-c / g)) for the greatest common divisor g of p, its sides split by signs",
        families: &[Family::IntCompare],
        apply: int_compare_normal,
    },
    Rule {
        name: "int-eq-normal",
        law: "(p + c = 0) = (p / g = -c / g) for the greatest common divisor g of p, false when g does not divide c",
        families: &[Family::Eq],
        apply: int_eq_normal,
    },
];

/// Greatest constant exponent that becomes a product.
const MOST_EXPONENT: i128 = 8;

fn int_identity(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    match (op, s.as_int(b)) {
        (Op::IntSub, _) if a == b => Some(s.int(0)),
        (Op::IntAdd | Op::IntSub, Some(0)) | (Op::IntMul, Some(1)) => Some(a),
        (Op::IntMul, Some(0)) => Some(b),
        _ => None,
    }
}

fn int_polynomial(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let polynomial = match op {
        Op::IntMul => {
            let (x, y) = (Polynomial::of(s, a)?, Polynomial::of(s, b)?);
            x.times(s, &y)?
        }
        Op::IntAdd => Polynomial::sum(s, a, b)?,
        _ => Polynomial::difference(s, a, b)?,
    };
    let normal = polynomial.build(s);
    (s.parts(normal).map(|(o, [x, y, _])| (o, x, y)) != Some((op, a, b))).then_some(normal)
}

fn int_sum_constants(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    if let (Op::IntSub, Some(c)) = (op, s.as_int(b)) {
        let minus = s.int(c.checked_neg()?);
        return Some(s.add(a, minus));
    }
    let (x, c, y) = match (op, s.parts(a), s.parts(b)) {
        (Op::IntAdd | Op::IntSub, Some((Op::IntAdd, [x, c, _])), _) if s.is_constant(c) => {
            (x, c, b)
        }
        (Op::IntAdd, _, Some((Op::IntAdd, [x, c, _]))) if s.is_constant(c) => (x, c, a),
        _ => return None,
    };
    if s.is_constant(y) {
        let both = s.app(op, &[c, y]);
        return Some(s.add(x, both));
    }
    let rest = s.app(op, &[x, y]);
    Some(s.add(rest, c))
}

fn int_divide_trivial(s: &mut TermStore, op: Op, &[x, y, _]: &[Term; 3]) -> Option<Term> {
    if s.as_int(x) == Some(0) {
        return Some(x);
    }
    match (op, s.as_int(y)?) {
        (Op::IntMod, 0) => Some(x),
        (_, 0) | (Op::IntMod, 1 | -1) => Some(s.int(0)),
        (_, 1) => Some(x),
        (_, -1) => {
            let zero = s.int(0);
            Some(s.sub(zero, x))
        }
        _ => None,
    }
}

fn int_divide_exact(s: &mut TermStore, op: Op, &[x, y, _]: &[Term; 3]) -> Option<Term> {
    let divisor = s.as_int(y).filter(|c| *c != 0 && op != Op::IntMod)?;
    let mut polynomial = Polynomial::of(s, x)?;
    if polynomial.content()?.checked_rem(divisor)? != 0
        || polynomial.constant.checked_rem(divisor)? != 0
    {
        return None;
    }
    polynomial.constant = polynomial.constant.checked_div(divisor)?;
    polynomial.divide(divisor);
    Some(polynomial.build(s))
}

fn int_div_multiple(s: &mut TermStore, op: Op, &[x, y, _]: &[Term; 3]) -> Option<Term> {
    let divisor = s.as_int(y).filter(|c| *c != 0 && op == Op::IntDiv)?;
    let mut polynomial = Polynomial::of(s, x)?;
    if polynomial.content()?.checked_rem(divisor)? != 0 {
        return None;
    }
    let constant = polynomial.constant.checked_div_euclid(divisor)?;
    polynomial.constant = 0;
    polynomial.divide(divisor);
    polynomial.constant = constant;
    Some(polynomial.build(s))
}

fn int_mod_multiple(s: &mut TermStore, op: Op, &[x, y, _]: &[Term; 3]) -> Option<Term> {
    let divisor = s.as_int(y).filter(|c| *c != 0 && op == Op::IntMod)?;
    let polynomial = Polynomial::of(s, x)?;
    let mut reduced = polynomial.clone();
    reduced.constant = reduced.constant.checked_rem_euclid(divisor)?;
    for m in &mut reduced.monomials {
        m.coefficient = m.coefficient.checked_rem_euclid(divisor)?;
    }
    reduced.monomials.retain(|m| m.coefficient != 0);
    (reduced != polynomial).then(|| {
        let rest = reduced.build(s);
        s.int_mod(rest, y)
    })
}

fn int_abs_same(s: &mut TermStore, _: Op, &[x, ..]: &[Term; 3]) -> Option<Term> {
    match s.parts(x)? {
        (Op::IntAbs, _) => Some(x),
        (Op::IntMod, [_, c, _]) => s.as_int(c).is_some_and(|c| c != 0).then_some(x),
        _ => None,
    }
}

fn int_power_constant(s: &mut TermStore, _: Op, &[x, n, _]: &[Term; 3]) -> Option<Term> {
    if s.as_int(x) == Some(1) {
        return Some(x);
    }
    let exponent = s.as_int(n).filter(|n| *n <= MOST_EXPONENT)?;
    let mut product = s.int(1);
    for _ in 0..exponent.max(0) {
        product = s.mul(product, x);
    }
    Some(product)
}

/// The polynomial `p` of a comparison that means `p <= 0`.
pub(crate) fn at_most_zero(s: &TermStore, op: Op, a: Term, b: Term) -> Option<Polynomial> {
    let mut p = Polynomial::difference(s, a, b)?;
    if op == Op::IntLt {
        p.constant = p.constant.checked_add(1)?;
    }
    let divisor = p.content()?;
    if divisor > 1 {
        p.divide(divisor);
        p.constant = p.constant.checked_neg()?.checked_div_euclid(divisor)?.checked_neg()?;
    }
    Some(p)
}

fn int_compare_normal(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let p = at_most_zero(s, op, a, b)?;
    if p.monomials.is_empty() {
        return Some(s.bool(p.constant <= 0));
    }
    let (mut left, mut right) = p.split()?;
    let one_sided = left.monomials.is_empty() || right.monomials.is_empty();
    // `x < 0` and `0 < x` stand for `x <= -1` and `1 <= x`, `x < y` for `x <= y - 1`.
    let strict = p.constant == 1;
    if !strict {
        if one_sided && left.monomials.is_empty() {
            left.constant = p.constant;
        } else {
            right.constant = p.constant.checked_neg()?;
        }
    }
    let normal = if strict { Op::IntLt } else { Op::IntLe };
    let (left, right) = (left.build(s), right.build(s));
    ((op, a, b) != (normal, left, right)).then(|| s.app(normal, &[left, right]))
}

/// The polynomial `p` of an equality that means `p = 0`, its first coefficient positive; `Err` when it is false.
pub(crate) fn equal_to_zero(s: &TermStore, a: Term, b: Term) -> Option<Result<Polynomial, ()>> {
    let mut p = Polynomial::difference(s, a, b)?;
    let divisor = p.content()?;
    if divisor > 1 {
        if p.constant.checked_rem(divisor)? != 0 {
            return Some(Err(()));
        }
        p.divide(divisor);
        p.constant = p.constant.checked_div(divisor)?;
    }
    if p.monomials.first().is_some_and(|m| m.coefficient < 0) {
        p = p.negated()?;
    }
    Some(Ok(p))
}

fn int_eq_normal(s: &mut TermStore, _: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    if s.sort(a) != Sort::Int {
        return None;
    }
    let Ok(p) = equal_to_zero(s, a, b)? else { return Some(s.bool(false)) };
    if p.monomials.is_empty() {
        return Some(s.bool(p.constant == 0));
    }
    let (left, mut right) = p.split()?;
    right.constant = p.constant.checked_neg()?;
    let (left, right) = (left.build(s), right.build(s));
    ([a, b] != [left, right] && [b, a] != [left, right]).then(|| s.eq(left, right))
}

impl TermStore {
    /// Whether two comparisons of integers are each other's negations.
    pub(super) fn are_opposite_bounds(
        &self,
        (f, [x, y]): (Op, [Term; 2]),
        (g, [z, w]): (Op, [Term; 2]),
    ) -> bool {
        // Most pairs are distinguished by their sides.
        let (Some(p), Some(q)) = (at_most_zero(self, f, x, y), at_most_zero(self, g, z, w)) else {
            return false;
        };
        let sum = p.constant.checked_add(q.constant);
        p.monomials.len() == q.monomials.len()
            && sum == Some(1)
            && q.negated().is_some_and(|q| q.monomials == p.monomials)
    }

    /// Whether two indices differ under every model: different constants, or integers at a constant distance.
    pub(super) fn are_apart(&self, a: Term, b: Term) -> bool {
        if self.is_constant(a) && self.is_constant(b) {
            return a != b;
        }
        self.sort(a) == Sort::Int
            && Polynomial::difference(self, a, b)
                .is_some_and(|p| p.monomials.is_empty() && p.constant != 0)
    }
}
