//! Rules of equality.

use effigy_base::eval::wide;
use effigy_base::op::Op;
use effigy_base::sort::Sort;

use super::{Family, Rule};
use crate::node::Term;
use crate::store::TermStore;

const EQ: &[Family] = &[Family::Eq];

pub(super) const RULES: &[Rule] = &[
    Rule { name: "eq-same", law: "(a = a) = true", families: EQ, apply: eq_same },
    Rule {
        name: "eq-constructed",
        law: "(f(a) = f(b)) = (a = b) for a constructor f, false for two constructors, for two new objects, and for a new object and a constant constructor",
        families: EQ,
        apply: eq_constructed,
    },
    Rule {
        name: "eq-bool",
        law: "(a = true) = a, (a = false) = not a, (not a = b) = not(a = b), (a = not a) = false",
        families: EQ,
        apply: eq_bool,
    },
    Rule { name: "eq-bit", law: "(x = 0) = not(x = 1) for one bit", families: EQ, apply: eq_bit },
    Rule {
        name: "eq-ite-constant",
        law: "(ite(c, k, x) = l) = or(c, x = l) if k = l, else and(not c, x = l), for constants k and l",
        families: EQ,
        apply: eq_ite_constant,
    },
    Rule {
        name: "eq-ite-branch",
        law: "(ite(c, a, b) = a) = or(c, b = a), (ite(c, a, b) = b) = or(not c, a = b)",
        families: EQ,
        apply: eq_ite_branch,
    },
    Rule {
        name: "eq-concat",
        law: "(concat(a, b) = concat(c, d)) = and(a = c, b = d) where the widths agree; or a constant",
        families: EQ,
        apply: eq_concat,
    },
    Rule {
        name: "eq-extend",
        law: "(extend(x) = extend(y)) = (x = y), (extend(x) = c) = (x = c') or false",
        families: EQ,
        apply: eq_extend,
    },
    Rule {
        name: "eq-quotient",
        law: "(bvudiv(x, c) = d) = and(c * d <= x, x <= c * d + c - 1), or false, for constants c > 0 and d",
        families: EQ,
        apply: eq_quotient,
    },
    Rule {
        name: "eq-not",
        law: "(bvnot(a) = bvnot(b)) = (a = b), (bvnot(a) = c) = (a = bvnot(c))",
        families: EQ,
        apply: eq_not,
    },
    Rule {
        name: "eq-xor",
        law: "(bvxor(a, b) = 0) = (a = b), (bvxor(a, c) = d) = (a = bvxor(c, d)), (bvxor(a, b) = a) = (b = 0)",
        families: EQ,
        apply: eq_xor,
    },
    Rule {
        name: "eq-or-and",
        law: "(bvor(a, b) = 0) = and(a = 0, b = 0), (bvand(a, b) = ones) = and(a = ones, b = ones)",
        families: EQ,
        apply: eq_or_and,
    },
];

fn eq_same(s: &mut TermStore, _: Op, args: &[Term; 3]) -> Option<Term> {
    (args[0] == args[1]).then(|| s.bool(true))
}

fn eq_constructed(s: &mut TermStore, _: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    if !matches!(s.sort(a), Sort::Named(_)) {
        return None;
    }
    if s.differ(a, b) {
        return Some(s.bool(false));
    }
    let ((f, x), (g, y)) = (s.as_apply(a)?, s.as_apply(b)?);
    if f != g || !f.is_constructor() {
        return None;
    }
    let pairs: Vec<(Term, Term)> = x.iter().copied().zip(y.iter().copied()).collect();
    let mut all = s.bool(true);
    for (x, y) in pairs {
        let same = s.eq(x, y);
        all = s.and(all, same);
    }
    Some(all)
}

fn eq_bool(s: &mut TermStore, _: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    if s.sort(a) != Sort::Bool {
        return None;
    }
    if let Some(truth) = s.as_bool(b) {
        return Some(if truth { a } else { s.not(a) });
    }
    if s.are_opposite(a, b) {
        return Some(s.bool(false));
    }
    match (s.under(Op::Not, a), s.under(Op::Not, b)) {
        (Some(x), Some(y)) => Some(s.eq(x, y)),
        (Some(x), None) => Some(s.distinct(x, b)),
        (None, Some(y)) => Some(s.distinct(a, y)),
        _ => None,
    }
}

fn eq_bit(s: &mut TermStore, _: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    (s.sort(b) == Sort::BitVec(1) && s.as_bits(b) == Some(0)).then(|| {
        let one = s.bits(1, 1);
        s.distinct(a, one)
    })
}

fn eq_ite_constant(s: &mut TermStore, _: Op, &[a, l, _]: &[Term; 3]) -> Option<Term> {
    if !s.is_constant(l) {
        return None;
    }
    let (Op::Ite, [c, k, x]) = s.parts(a)? else { return None };
    let (condition, k, x) = match (s.is_constant(k), s.is_constant(x)) {
        (true, _) => (c, k, x),
        (false, true) => (s.not(c), x, k),
        _ => return None,
    };
    let rest = s.eq(x, l);
    if k == l {
        return Some(s.or(condition, rest));
    }
    let not = s.not(condition);
    Some(s.and(not, rest))
}

fn eq_ite_branch(s: &mut TermStore, _: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    for (choice, other) in [(a, b), (b, a)] {
        let Some((Op::Ite, [c, x, y])) = s.parts(choice) else { continue };
        if x != other && y != other {
            continue;
        }
        let same = s.eq(x, y);
        let condition = if x == other { c } else { s.not(c) };
        return Some(s.or(condition, same));
    }
    None
}

fn eq_concat(s: &mut TermStore, _: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let split = match (s.parts(a), s.parts(b)) {
        (Some((Op::Concat, [_, x, _])), None) if s.is_constant(b) => s.width(x),
        (Some((Op::Concat, [_, x, _])), Some((Op::Concat, [_, y, _])))
            if s.width(x) == s.width(y) =>
        {
            s.width(x)
        }
        _ => return None,
    };
    let top = s.width(a) - 1;
    let (high_a, high_b) = (s.extract(top, split, a), s.extract(top, split, b));
    let high = s.eq(high_a, high_b);
    if s.as_bool(high) == Some(false) {
        return Some(high);
    }
    let (low_a, low_b) = (s.extract(split - 1, 0, a), s.extract(split - 1, 0, b));
    let low = s.eq(low_a, low_b);
    Some(s.and(high, low))
}

fn eq_extend(s: &mut TermStore, _: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let (signed, x) = match s.parts(a)? {
        (Op::ZeroExtend { .. }, [x, ..]) => (false, x),
        (Op::SignExtend { .. }, [x, ..]) => (true, x),
        _ => return None,
    };
    let (from, to) = (s.width(x), s.width(a));
    if s.is_constant(b) {
        let low = s.extract(from - 1, 0, b);
        let again = if signed { s.sign_extend(to, low) } else { s.zero_extend(to, low) };
        return Some(if again == b { s.eq(x, low) } else { s.bool(false) });
    }
    let y = if signed { s.sign_extended(b)? } else { s.zero_extended(b)? };
    let width = from.max(s.width(y));
    let [x, y] =
        [x, y].map(|t| if signed { s.sign_extend(width, t) } else { s.zero_extend(width, t) });
    Some(s.eq(x, y))
}

fn eq_quotient(s: &mut TermStore, _: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let (quotient, d) = match (s.as_bits(a), s.as_bits(b)) {
        (None, Some(d)) => (a, d),
        (Some(d), None) => (b, d),
        _ => return None,
    };
    let (Op::BvUdiv, [x, c, _]) = s.parts(quotient)? else { return None };
    let c = s.as_bits(c).filter(|c| *c > 0)?;
    let (width, mask) = (s.width(x), wide::mask(s.width(x)));
    let Some(least) = d.checked_mul(c).filter(|least| *least <= mask) else {
        return Some(s.bool(false));
    };
    let most = least.saturating_add(c - 1).min(mask);
    let (least, most) = (s.bits(width, least), s.bits(width, most));
    let (from, to) = (s.ule(least, x), s.ule(x, most));
    Some(s.and(from, to))
}

fn eq_not(s: &mut TermStore, _: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let x = s.under(Op::BvNot, a)?;
    let y = match s.under(Op::BvNot, b) {
        Some(y) => y,
        None if s.is_constant(b) => s.bvnot(b),
        None => return None,
    };
    Some(s.eq(x, y))
}

fn eq_xor(s: &mut TermStore, _: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    for (xor, other) in [(a, b), (b, a)] {
        let Some((Op::BvXor, [x, y, _])) = s.parts(xor) else { continue };
        if s.is_zero(other) {
            return Some(s.eq(x, y));
        }
        if s.is_constant(y) && s.is_constant(other) {
            let moved = s.bvxor(y, other);
            return Some(s.eq(x, moved));
        }
        let rest = if x == other {
            y
        } else if y == other {
            x
        } else {
            continue;
        };
        let zero = s.bits(s.width(rest), 0);
        return Some(s.eq(rest, zero));
    }
    None
}

fn eq_or_and(s: &mut TermStore, _: Op, &[a, c, _]: &[Term; 3]) -> Option<Term> {
    let (op, [x, y, _]) = s.parts(a)?;
    let bits = s.as_bits(c)?;
    let fits = match op {
        Op::BvOr => bits == 0,
        Op::BvAnd => bits == wide::mask(s.width(c)),
        _ => false,
    };
    fits.then(|| {
        let (left, right) = (s.eq(x, c), s.eq(y, c));
        s.and(left, right)
    })
}
