//! Rules of concatenation, extraction and extension.

use effigy_base::bits::BitVec;
use effigy_base::op::Op;

use super::{Family, Rule};
use crate::node::Term;
use crate::store::TermStore;

const CONCAT: &[Family] = &[Family::Concat];
const EXTRACT: &[Family] = &[Family::Extract];
const EXTEND: &[Family] = &[Family::Extend];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "concat-zero",
        law: "concat(0, a) = zero_extend(a), concat(zero_extend(a), b) = zero_extend(concat(a, b))",
        families: CONCAT,
        apply: concat_zero,
    },
    Rule {
        name: "concat-right",
        law: "concat(concat(a, b), c) = concat(a, concat(b, c))",
        families: CONCAT,
        apply: concat_right,
    },
    Rule {
        name: "concat-constants",
        law: "concat(c, concat(d, a)) = concat(cd, a) for constants c and d",
        families: CONCAT,
        apply: concat_constants,
    },
    Rule {
        name: "concat-adjacent",
        law: "concat(a[h:m+1], a[m:l]) = a[h:l], also with something concatenated below",
        families: CONCAT,
        apply: concat_adjacent,
    },
    Rule {
        name: "concat-ites",
        law: "concat(ite(c, k, l), ite(c, m, n)) = ite(c, km, ln) for constants k, l, m, n",
        families: CONCAT,
        apply: concat_ites,
    },
    Rule { name: "extract-all", law: "a[w-1:0] = a", families: EXTRACT, apply: extract_all },
    Rule {
        name: "extract-extract",
        law: "a[h:l][i:j] = a[l+i:l+j]",
        families: EXTRACT,
        apply: extract_extract,
    },
    Rule {
        name: "extract-concat",
        law: "a slice of a concatenation is the concatenation of the slices",
        families: EXTRACT,
        apply: extract_concat,
    },
    Rule {
        name: "extract-extended",
        law: "a slice of an extension is a slice, an extended slice, zeros or copies of the sign",
        families: EXTRACT,
        apply: extract_extended,
    },
    Rule {
        name: "extract-low",
        law: "f(a, b)[h:0] = f(a[h:0], b[h:0]) for ring and bitwise f, where a and b are constants or extensions",
        families: EXTRACT,
        apply: extract_low,
    },
    Rule {
        name: "extend-none",
        law: "extending by no bits does nothing",
        families: EXTEND,
        apply: extend_none,
    },
    Rule {
        name: "extend-extended",
        law: "two zero extensions are one, two sign extensions are one, a zero extension has no sign to extend",
        families: EXTEND,
        apply: extend_extended,
    },
];

fn concat_zero(s: &mut TermStore, _: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let width = s.width(a) + s.width(b);
    if s.is_zero(a) {
        return Some(s.zero_extend(width, b));
    }
    let x = s.zero_extended(a)?;
    let low = s.concat(x, b);
    Some(s.zero_extend(width, low))
}

fn concat_right(s: &mut TermStore, _: Op, &[ab, c, _]: &[Term; 3]) -> Option<Term> {
    let (Op::Concat, [a, b, _]) = s.parts(ab)? else { return None };
    let low = s.concat(b, c);
    Some(s.concat(a, low))
}

fn concat_constants(s: &mut TermStore, _: Op, &[c, low, _]: &[Term; 3]) -> Option<Term> {
    let (Op::Concat, [d, a, _]) = s.parts(low)? else { return None };
    if !s.is_constant(c) || !s.is_constant(d) {
        return None;
    }
    let high = s.concat(c, d);
    Some(s.concat(high, a))
}

/// The term and the bits that a slice takes.
fn slice(s: &TermStore, t: Term) -> Option<(Term, u32, u32)> {
    match s.parts(t) {
        Some((Op::Extract { hi, lo }, [a, ..])) => Some((a, hi, lo)),
        _ => None,
    }
}

/// `concat(high, low)` as one slice. A slice that was rewritten is known by building it again.
fn fuse(s: &mut TermStore, high: Term, low: Term) -> Option<Term> {
    if let Some((a, hi, lo)) = slice(s, high)
        && lo >= s.width(low)
    {
        let next = lo - s.width(low);
        let fits = match slice(s, low) {
            Some((b, hi, lo)) => a == b && hi + 1 == next + s.width(low) && lo == next,
            None => s.extract(lo - 1, next, a) == low,
        };
        if fits {
            return Some(s.extract(hi, next, a));
        }
    }
    let (a, hi, lo) = slice(s, low)?;
    let top = hi + s.width(high);
    if top >= s.width(a) || s.is_constant(high) || slice(s, high).is_some() {
        return None;
    }
    (s.extract(top, hi + 1, a) == high).then(|| s.extract(top, lo, a))
}

fn concat_adjacent(s: &mut TermStore, _: Op, &[high, low, _]: &[Term; 3]) -> Option<Term> {
    if let Some((Op::Concat, [next, rest, _])) = s.parts(low)
        && let Some(fused) = fuse(s, high, next)
    {
        return Some(s.concat(fused, rest));
    }
    fuse(s, high, low)
}

fn concat_ites(s: &mut TermStore, _: Op, &[high, low, _]: &[Term; 3]) -> Option<Term> {
    let (Op::Ite, [c, k, l]) = s.parts(high)? else { return None };
    let (next, rest) = match s.parts(low)? {
        (Op::Concat, [next, rest, _]) => (next, Some(rest)),
        _ => (low, None),
    };
    let (Op::Ite, [d, m, n]) = s.parts(next)? else { return None };
    if c != d || ![k, l, m, n].iter().all(|t| s.is_constant(*t)) {
        return None;
    }
    let (yes, no) = (s.concat(k, m), s.concat(l, n));
    let merged = s.ite(c, yes, no);
    Some(match rest {
        Some(rest) => s.concat(merged, rest),
        None => merged,
    })
}

fn bounds(op: Op) -> Option<(u32, u32)> {
    match op {
        Op::Extract { hi, lo } => Some((hi, lo)),
        _ => None,
    }
}

fn extract_all(s: &mut TermStore, op: Op, &[a, ..]: &[Term; 3]) -> Option<Term> {
    (bounds(op)? == (s.width(a) - 1, 0)).then_some(a)
}

fn extract_extract(s: &mut TermStore, op: Op, &[t, ..]: &[Term; 3]) -> Option<Term> {
    let (hi, lo) = bounds(op)?;
    let (a, _, below) = slice(s, t)?;
    Some(s.extract(below + hi, below + lo, a))
}

fn extract_concat(s: &mut TermStore, op: Op, &[t, ..]: &[Term; 3]) -> Option<Term> {
    let (hi, lo) = bounds(op)?;
    let (Op::Concat, [high, low, _]) = s.parts(t)? else { return None };
    let split = s.width(low);
    if hi < split {
        return Some(s.extract(hi, lo, low));
    }
    if lo >= split {
        return Some(s.extract(hi - split, lo - split, high));
    }
    let (high, low) = (s.extract(hi - split, 0, high), s.extract(split - 1, lo, low));
    Some(s.concat(high, low))
}

fn extract_extended(s: &mut TermStore, op: Op, &[t, ..]: &[Term; 3]) -> Option<Term> {
    let (hi, lo) = bounds(op)?;
    let (signed, a) = match s.parts(t)? {
        (Op::ZeroExtend { .. }, [a, ..]) => (false, a),
        (Op::SignExtend { .. }, [a, ..]) => (true, a),
        _ => return None,
    };
    let (from, width) = (s.width(a), hi - lo + 1);
    if hi < from {
        return Some(s.extract(hi, lo, a));
    }
    if lo >= from && !signed {
        return Some(s.bit_vector(&BitVec::zero(width)));
    }
    let part = s.extract(from - 1, lo.min(from - 1), a);
    Some(if signed { s.sign_extend(width, part) } else { s.zero_extend(width, part) })
}

fn extract_low(s: &mut TermStore, op: Op, &[t, ..]: &[Term; 3]) -> Option<Term> {
    let (hi, 0) = bounds(op)? else { return None };
    let (inner, args) = s.parts(t)?;
    let ring = matches!(inner, Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg);
    if !ring && !matches!(inner, Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvNot) {
        return None;
    }
    let args = &args[..inner.arity()];
    let shrinks = |t: &Term| match s.parts(*t) {
        Some((Op::ZeroExtend { .. } | Op::SignExtend { .. }, [a, ..])) => s.width(a) <= hi + 1,
        _ => s.is_constant(*t),
    };
    if !args.iter().all(shrinks) {
        return None;
    }
    let mut narrow = [args[0]; 2];
    for (narrow, arg) in narrow.iter_mut().zip(args) {
        *narrow = s.extract(hi, 0, *arg);
    }
    Some(s.app(inner, &narrow[..args.len()]))
}

fn extend_none(s: &mut TermStore, op: Op, &[a, ..]: &[Term; 3]) -> Option<Term> {
    let (Op::ZeroExtend { width } | Op::SignExtend { width }) = op else { return None };
    (width == s.width(a)).then_some(a)
}

fn extend_extended(s: &mut TermStore, op: Op, &[t, ..]: &[Term; 3]) -> Option<Term> {
    match (op, s.parts(t)?) {
        (Op::ZeroExtend { width } | Op::SignExtend { width }, (Op::ZeroExtend { .. }, [a, ..])) => {
            Some(s.zero_extend(width, a))
        }
        (Op::SignExtend { width }, (Op::SignExtend { .. }, [a, ..])) => {
            Some(s.sign_extend(width, a))
        }
        _ => None,
    }
}
