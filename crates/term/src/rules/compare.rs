//! Rules of the four comparisons.

use effigy_base::eval::wide;
use effigy_base::op::Op;

use super::{Family, Rule};
use crate::node::Term;
use crate::store::TermStore;

const COMPARE: &[Family] = &[Family::Compare];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "compare-same",
        law: "(a < a) = false, (a <= a) = true",
        families: COMPARE,
        apply: compare_same,
    },
    Rule {
        name: "compare-bounds",
        law: "nothing is below the least number or above the greatest",
        families: COMPARE,
        apply: compare_bounds,
    },
    Rule {
        name: "compare-strict",
        law: "(x <= c) = (x < c + 1), (c <= x) = (c - 1 < x) for constants c that are not the bound",
        families: COMPARE,
        apply: compare_strict,
    },
    Rule {
        name: "compare-to-eq",
        law: "(x < least + 1) = (x = least), (least < x) = not(x = least), and the same at the greatest number",
        families: COMPARE,
        apply: compare_to_eq,
    },
    Rule {
        name: "compare-extended",
        law: "zero_extend(x) < zero_extend(y) is x < y unsigned, sign_extend(x) < sign_extend(y) is x < y",
        families: COMPARE,
        apply: compare_extended,
    },
    Rule {
        name: "compare-extended-constant",
        law: "zero_extend(x) < c is x < c' or decided, sign_extend(x) < c is x < c' or decided; c on the left too",
        families: COMPARE,
        apply: compare_extended_constant,
    },
    Rule {
        name: "compare-not",
        law: "(bvnot(a) < bvnot(b)) = (b < a), (bvnot(a) < c) = (bvnot(c) < a)",
        families: COMPARE,
        apply: compare_not,
    },
    Rule {
        name: "compare-concat",
        law: "(concat(a, b) < concat(a, c)) = (b < c unsigned); (concat(a, b) < concat(c, 0)) = (a < c)",
        families: COMPARE,
        apply: compare_concat,
    },
    Rule {
        name: "compare-remainder",
        law: "(bvurem(x, c) < d) = true for constants 0 < c <= d",
        families: COMPARE,
        apply: compare_remainder,
    },
    Rule {
        name: "compare-quotient",
        law: "(bvudiv(x, c) < d) = (x < c * d), (d < bvudiv(x, c)) = (c * d + c - 1 < x); decided where that does not fit",
        families: COMPARE,
        apply: compare_quotient,
    },
];

fn is_signed(op: Op) -> bool {
    matches!(op, Op::BvSlt | Op::BvSle)
}

fn is_strict(op: Op) -> bool {
    matches!(op, Op::BvUlt | Op::BvSlt)
}

fn strict(op: Op) -> Op {
    if is_signed(op) { Op::BvSlt } else { Op::BvUlt }
}

fn unsigned(op: Op) -> Op {
    if is_strict(op) { Op::BvUlt } else { Op::BvUle }
}

/// The least and the greatest number of the comparison's order; `None` above 128 bits.
fn bounds(op: Op, width: u32) -> Option<(u128, u128)> {
    if width > 128 {
        return None;
    }
    let half = 1 << (width - 1);
    Some(if is_signed(op) { (half, half - 1) } else { (0, wide::mask(width)) })
}

fn compare_same(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    (a == b).then(|| s.bool(!is_strict(op)))
}

fn compare_bounds(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let (least, most) = bounds(op, s.width(a))?;
    let (left, right) = (s.as_bits(a), s.as_bits(b));
    if is_strict(op) {
        (left == Some(most) || right == Some(least)).then(|| s.bool(false))
    } else {
        (left == Some(least) || right == Some(most)).then(|| s.bool(true))
    }
}

fn compare_strict(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    if is_strict(op) {
        return None;
    }
    let width = s.width(a);
    if let Some(c) = s.as_bits(b) {
        let next = s.bits(width, wide::add(width, c, 1));
        return Some(s.app(strict(op), &[a, next]));
    }
    let c = s.as_bits(a)?;
    let previous = s.bits(width, wide::sub(width, c, 1));
    Some(s.app(strict(op), &[previous, b]))
}

fn compare_to_eq(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    if !is_strict(op) {
        return None;
    }
    let width = s.width(a);
    let (least, most) = bounds(op, width)?;
    let above = |n| wide::add(width, n, 1);
    let (x, bound, equal) = match (s.as_bits(a), s.as_bits(b)) {
        (None, Some(c)) if c == above(least) => (a, least, true),
        (None, Some(c)) if c == most => (a, most, false),
        (Some(c), None) if above(c) == most => (b, most, true),
        (Some(c), None) if c == least => (b, least, false),
        _ => return None,
    };
    let bound = s.bits(width, bound);
    Some(if equal { s.eq(x, bound) } else { s.distinct(x, bound) })
}

fn compare_extended(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    if let (Some(x), Some(y)) = (s.zero_extended(a), s.zero_extended(b)) {
        let width = s.width(x).max(s.width(y));
        let (x, y) = (s.zero_extend(width, x), s.zero_extend(width, y));
        return Some(s.app(unsigned(op), &[x, y]));
    }
    let (x, y) = (s.sign_extended(a)?, s.sign_extended(b)?);
    let width = s.width(x).max(s.width(y));
    let (x, y) = (s.sign_extend(width, x), s.sign_extend(width, y));
    Some(s.app(op, &[x, y]))
}

/// Extending keeps the order (of the bits, or of the signed numbers), so that the values of `x` whose extension is
/// below the constant are those below some border, which is searched by halving.
fn compare_extended_constant(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    if !is_strict(op) {
        return None;
    }
    let (t, c, constant_right) = match (s.as_bits(a), s.as_bits(b)) {
        (None, Some(c)) => (a, c, true),
        (Some(c), None) => (b, c, false),
        _ => return None,
    };
    let (sign, x) = match s.parts(t)? {
        (Op::ZeroExtend { .. }, [x, ..]) => (false, x),
        (Op::SignExtend { .. }, [x, ..]) => (true, x),
        _ => return None,
    };
    let (from, to) = (s.width(x), s.width(t));
    // A key is a number whose unsigned order is that of the comparison: the bits, the sign flipped where it counts.
    let narrow_op = if sign { op } else { Op::BvUlt };
    let wide_key = |bits: u128| if is_signed(op) { bits ^ (1 << (to - 1)) } else { bits };
    let narrow_bits = |key: u128| if is_signed(narrow_op) { key ^ (1 << (from - 1)) } else { key };
    let extended = |key: u128| {
        let bits = narrow_bits(key);
        wide_key(if sign { wide::sext(from, to, bits) } else { bits })
    };
    let greatest = wide::mask(from);
    let c = wide_key(c);
    let below = |key: u128| if constant_right { extended(key) < c } else { extended(key) <= c };
    if below(greatest) {
        return Some(s.bool(constant_right));
    }
    let (mut low, mut high) = (0, greatest);
    while low < high {
        let middle = low + (high - low) / 2;
        if below(middle) { low = middle + 1 } else { high = middle }
    }
    if low == 0 {
        return Some(s.bool(!constant_right));
    }
    if constant_right {
        let border = s.bits(from, narrow_bits(low));
        return Some(s.app(narrow_op, &[x, border]));
    }
    let border = s.bits(from, narrow_bits(low - 1));
    Some(s.app(narrow_op, &[border, x]))
}

fn compare_not(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let (x, y) = (s.under(Op::BvNot, a), s.under(Op::BvNot, b));
    let (x, y) = match (x, y) {
        (Some(x), Some(y)) => (x, y),
        (Some(x), None) if s.is_constant(b) => (x, s.bvnot(b)),
        (None, Some(y)) if s.is_constant(a) => (s.bvnot(a), y),
        _ => return None,
    };
    Some(s.app(op, &[y, x]))
}

fn compare_concat(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let split = match (s.parts(a), s.parts(b)) {
        (Some((Op::Concat, [_, x, _])), Some((Op::Concat, [_, y, _])))
            if s.width(x) == s.width(y) =>
        {
            s.width(x)
        }
        (Some((Op::Concat, [_, x, _])), None) if s.is_constant(b) => s.width(x),
        (None, Some((Op::Concat, [_, y, _]))) if s.is_constant(a) => s.width(y),
        _ => return None,
    };
    let top = s.width(a) - 1;
    let (high_a, high_b) = (s.extract(top, split, a), s.extract(top, split, b));
    let (low_a, low_b) = (s.extract(split - 1, 0, a), s.extract(split - 1, 0, b));
    if high_a == high_b {
        return Some(s.app(unsigned(op), &[low_a, low_b]));
    }
    // The low parts decide between equal high parts only; where it is known how, the high parts decide.
    let low = s.app(unsigned(op), &[low_a, low_b]);
    let op = match (is_signed(op), s.as_bool(low)?) {
        (true, true) => Op::BvSle,
        (true, false) => Op::BvSlt,
        (false, true) => Op::BvUle,
        (false, false) => Op::BvUlt,
    };
    Some(s.app(op, &[high_a, high_b]))
}

fn compare_remainder(s: &mut TermStore, op: Op, &[a, d, _]: &[Term; 3]) -> Option<Term> {
    let (Op::BvUlt, (Op::BvUrem, [_, c, _])) = (op, s.parts(a)?) else { return None };
    let (c, d) = (s.as_bits(c)?, s.as_bits(d)?);
    (0 < c && c <= d).then(|| s.bool(true))
}

fn compare_quotient(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    if op != Op::BvUlt {
        return None;
    }
    let (quotient, d, is_below) = match (s.as_bits(a), s.as_bits(b)) {
        (None, Some(d)) => (a, d, true),
        (Some(d), None) => (b, d, false),
        _ => return None,
    };
    let (Op::BvUdiv, [x, c, _]) = s.parts(quotient)? else { return None };
    let c = s.as_bits(c).filter(|c| *c > 0)?;
    let width = s.width(x);
    // The least number whose quotient is not below, or is above.
    let least = if is_below { Some(d) } else { d.checked_add(1) };
    let least = least.and_then(|least| least.checked_mul(c)).filter(|n| *n <= wide::mask(width));
    let Some(least) = least else { return Some(s.bool(is_below)) };
    let least = s.bits(width, least);
    Some(if is_below { s.ult(x, least) } else { s.ule(least, x) })
}
