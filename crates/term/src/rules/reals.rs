//! Rules of reals. Sums and products are polynomials, comparisons have positive coefficients on both sides.

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use num_rational::BigRational;

use super::{Family, Rule};
use crate::node::Term;
use crate::rational::Rational;
use crate::store::TermStore;

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "real-identity",
        law: "x + 0 = x, x - 0 = x, x - x = 0, x * 0 = 0, x * 1 = x",
        families: &[Family::Real],
        apply: real_identity,
    },
    Rule {
        name: "real-polynomial",
        law: "sums, differences and short products are one sum of distinct monomials and one constant",
        families: &[Family::Real],
        apply: real_polynomial,
    },
    Rule {
        name: "real-divide-constant",
        law: "x / c = x * (1 / c) for a constant c that is not 0",
        families: &[Family::RealDivision],
        apply: real_divide_constant,
    },
    Rule {
        name: "real-compare-same",
        law: "(x < x) = false, (x <= x) = true",
        families: &[Family::RealCompare],
        apply: real_compare_same,
    },
    Rule {
        name: "real-compare-integers",
        law: "(to_real(x) < to_real(y)) = (x < y), and so <= and =; one of them may be an integral constant",
        families: &[Family::RealCompare, Family::Eq],
        apply: real_compare_integers,
    },
    Rule {
        name: "real-compare-normal",
        law: "(c * p < 0) = (q < r) where q - r = p with positive coefficients, for c > 0; also of <=",
        families: &[Family::RealCompare],
        apply: real_compare_normal,
    },
    Rule {
        name: "real-eq-normal",
        law: "(c * p = 0) = (q = r) where q - r = p with positive coefficients, for c that is not 0",
        families: &[Family::Eq],
        apply: real_eq_normal,
    },
];

fn real_identity(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    if op == Op::RealSub && a == b {
        return Some(s.fraction(0, 1));
    }
    let constant = s.as_real(b)?;
    let zero = BigRational::default();
    match op {
        Op::RealAdd | Op::RealSub => (constant == zero).then_some(a),
        _ if constant == zero => Some(b),
        _ => (constant == BigRational::from_integer(1.into())).then_some(a),
    }
}

fn real_polynomial(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let polynomial = match op {
        Op::RealMul => {
            let (x, y) = (Rational::of(s, a)?, Rational::of(s, b)?);
            x.times(s, &y)?
        }
        Op::RealAdd => Rational::combination(s, a, b, 1)?,
        _ => Rational::combination(s, a, b, -1)?,
    };
    let normal = polynomial.build(s);
    (s.parts(normal).map(|(o, [x, y, _])| (o, x, y)) != Some((op, a, b))).then_some(normal)
}

fn real_divide_constant(s: &mut TermStore, _: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let divisor = s.as_real(b).filter(|c| *c != BigRational::default())?;
    let factor = s.real(&divisor.recip());
    Some(s.real_mul(a, factor))
}

fn real_compare_same(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    (a == b).then(|| s.bool(op == Op::RealLe))
}

fn real_compare_integers(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    if s.sort(a) != Sort::Real || [a, b].iter().all(|t| s.under(Op::IntToReal, *t).is_none()) {
        return None;
    }
    let [x, y] = [a, b].map(|t| match s.under(Op::IntToReal, t) {
        Some(integer) => Some(integer),
        None => s.as_real(t).filter(BigRational::is_integer).map(|n| s.int_big(n.numer())),
    });
    let (x, y) = (x?, y?);
    Some(match op {
        Op::RealLt => s.lt(x, y),
        Op::RealLe => s.le(x, y),
        _ => s.eq(x, y),
    })
}

fn real_compare_normal(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let p = Rational::combination(s, a, b, -1)?.scaled();
    if p.monomials.is_empty() {
        let zero = BigRational::default();
        let holds = if op == Op::RealLt { p.constant < zero } else { p.constant <= zero };
        return Some(s.bool(holds));
    }
    let (left, right) = p.split();
    let (left, right) = (left.build(s), right.build(s));
    ((a, b) != (left, right)).then(|| s.app(op, &[left, right]))
}

fn real_eq_normal(s: &mut TermStore, _: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    if s.sort(a) != Sort::Real {
        return None;
    }
    let mut p = Rational::combination(s, a, b, -1)?.scaled();
    if p.monomials.is_empty() {
        return Some(s.bool(p.constant == BigRational::default()));
    }
    if p.starts_negative() {
        p = p.negated();
    }
    let (left, right) = p.split();
    let (left, right) = (left.build(s), right.build(s));
    ([a, b] != [left, right] && [b, a] != [left, right]).then(|| s.eq(left, right))
}
