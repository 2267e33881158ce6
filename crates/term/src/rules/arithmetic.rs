//! Rules of division, remainder and shifts.

use effigy_base::eval::wide;
use effigy_base::op::Op;

use super::{Family, Rule};
use crate::node::Term;
use crate::store::TermStore;

const DIVISION: &[Family] = &[Family::Division];
const SHIFT: &[Family] = &[Family::Shift];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "divide-zero",
        law: "bvudiv(x, 0) = ones, bvurem(x, 0) = bvsrem(x, 0) = x, bvsdiv(x, 0) = ite(x < 0, 1, -1)",
        families: DIVISION,
        apply: divide_zero,
    },
    Rule {
        name: "divide-one",
        law: "x / 1 = x, x rem 1 = 0, bvsdiv(x, -1) = -x, bvsrem(x, -1) = 0, x rem x = 0",
        families: DIVISION,
        apply: divide_one,
    },
    Rule {
        name: "divide-power",
        law: "bvudiv(x, 2^k) and bvurem(x, 2^k) are slices of x",
        families: DIVISION,
        apply: divide_power,
    },
    Rule {
        name: "divide-signed",
        law: "bvsdiv(x, y) = bvudiv(x, y), bvsrem(x, y) = bvurem(x, y) where both sign bits are known to be zero",
        families: DIVISION,
        apply: divide_signed,
    },
    Rule {
        name: "divide-narrow",
        law: "zero_extend(x) / c = zero_extend(x / c), the same for rem, for a constant c > 0 that fits; else 0 and x",
        families: DIVISION,
        apply: divide_narrow,
    },
    Rule {
        name: "divide-twice",
        law: "bvudiv(bvudiv(x, c), d) = bvudiv(x, c * d), or 0 where c * d does not fit; bvurem(bvurem(x, c), d) = bvurem(x, d) where d divides c",
        families: DIVISION,
        apply: divide_twice,
    },
    Rule {
        name: "shift-zero",
        law: "x << 0 = x, 0 << x = 0, the same for >>",
        families: SHIFT,
        apply: shift_zero,
    },
    Rule {
        name: "shift-constant",
        law: "x << c = x * 2^c, bvlshr(x, c) and bvashr(x, c) are extensions of a slice; 0 or the sign for c >= w",
        families: SHIFT,
        apply: shift_constant,
    },
    Rule {
        name: "shift-positive",
        law: "bvashr(x, y) = bvlshr(x, y) where x's sign bit is known to be zero",
        families: SHIFT,
        apply: shift_positive,
    },
];

fn divide_zero(s: &mut TermStore, op: Op, &[x, y, _]: &[Term; 3]) -> Option<Term> {
    if !s.is_zero(y) || s.width(x) > 128 {
        return None;
    }
    let width = s.width(x);
    let ones = s.bits(width, u128::MAX);
    Some(match op {
        Op::BvUdiv => ones,
        Op::BvSdiv => {
            let negative = s.slt(x, y);
            let one = s.bits(width, 1);
            s.ite(negative, one, ones)
        }
        _ => x,
    })
}

fn divide_one(s: &mut TermStore, op: Op, &[x, y, _]: &[Term; 3]) -> Option<Term> {
    let width = s.width(x);
    let signed = matches!(op, Op::BvSdiv | Op::BvSrem);
    let remainder = matches!(op, Op::BvUrem | Op::BvSrem);
    let minus = signed && s.as_bits(y) == Some(wide::mask(width));
    if remainder {
        return (x == y || minus || s.as_bits(y) == Some(1)).then(|| s.bits(width, 0));
    }
    match s.as_bits(y)? {
        _ if minus => Some(s.bvneg(x)),
        1 => Some(x),
        _ => None,
    }
}

fn divide_power(s: &mut TermStore, op: Op, &[x, y, _]: &[Term; 3]) -> Option<Term> {
    let divisor = s.as_bits(y).filter(|d| d.is_power_of_two() && *d > 1)?;
    let (width, shift) = (s.width(x), divisor.trailing_zeros());
    let slice = match op {
        Op::BvUdiv => s.extract(width - 1, shift, x),
        Op::BvUrem => s.extract(shift - 1, 0, x),
        _ => return None,
    };
    Some(s.zero_extend(width, slice))
}

fn divide_signed(s: &mut TermStore, op: Op, &[x, y, _]: &[Term; 3]) -> Option<Term> {
    let unsigned = match op {
        Op::BvSdiv => Op::BvUdiv,
        Op::BvSrem => Op::BvUrem,
        _ => return None,
    };
    (s.is_positive(x) && s.is_positive(y)).then(|| s.app(unsigned, &[x, y]))
}

fn divide_narrow(s: &mut TermStore, op: Op, &[a, y, _]: &[Term; 3]) -> Option<Term> {
    if !matches!(op, Op::BvUdiv | Op::BvUrem) {
        return None;
    }
    let x = s.zero_extended(a)?;
    let divisor = s.as_bits(y).filter(|d| *d > 0)?;
    let (from, to) = (s.width(x), s.width(a));
    if divisor > wide::mask(from) {
        return Some(if op == Op::BvUdiv { s.bits(to, 0) } else { a });
    }
    let divisor = s.bits(from, divisor);
    let narrow = s.app(op, &[x, divisor]);
    Some(s.zero_extend(to, narrow))
}

fn divide_twice(s: &mut TermStore, op: Op, &[a, d, _]: &[Term; 3]) -> Option<Term> {
    let (inner, [x, c, _]) = s.parts(a)?;
    let divisor = |t| s.as_bits(t).filter(|divisor| *divisor > 0);
    let (first, second, width) = (divisor(c)?, divisor(d)?, s.width(a));
    match (op, inner) {
        (Op::BvUdiv, Op::BvUdiv) => {
            let both = first.checked_mul(second).filter(|both| *both <= wide::mask(width));
            let Some(both) = both else { return Some(s.bits(width, 0)) };
            let both = s.bits(width, both);
            Some(s.bvudiv(x, both))
        }
        (Op::BvUrem, Op::BvUrem) => (first % second == 0).then(|| s.bvurem(x, d)),
        _ => None,
    }
}

fn shift_zero(s: &mut TermStore, _: Op, &[x, y, _]: &[Term; 3]) -> Option<Term> {
    (s.is_zero(x) || s.is_zero(y)).then_some(x)
}

fn shift_constant(s: &mut TermStore, op: Op, &[x, y, _]: &[Term; 3]) -> Option<Term> {
    let width = s.width(x);
    let amount = u32::try_from(s.as_bits(y)?).unwrap_or(u32::MAX).min(width);
    Some(match op {
        Op::BvShl if amount == width => s.bits(width, 0),
        Op::BvShl => {
            let factor = s.bits(width, 1 << amount);
            s.bvmul(x, factor)
        }
        Op::BvLshr if amount == width => s.bits(width, 0),
        Op::BvLshr => {
            let slice = s.extract(width - 1, amount, x);
            s.zero_extend(width, slice)
        }
        _ => {
            let slice = s.extract(width - 1, amount.min(width - 1), x);
            s.sign_extend(width, slice)
        }
    })
}

fn shift_positive(s: &mut TermStore, op: Op, &[x, y, _]: &[Term; 3]) -> Option<Term> {
    (op == Op::BvAshr && s.is_positive(x)).then(|| s.bvlshr(x, y))
}
