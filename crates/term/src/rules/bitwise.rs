//! Rules of bitwise operators.

use effigy_base::bits::BitVec;
use effigy_base::op::Op;

use super::pieces::{Piece, concat_all, pieces, runs};
use super::{Family, Rule};
use crate::node::Term;
use crate::store::TermStore;

const BITWISE: &[Family] = &[Family::Bitwise];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "bvnot-bvnot",
        law: "bvnot(bvnot(a)) = a",
        families: &[Family::Complement],
        apply: bvnot_bvnot,
    },
    Rule {
        name: "bitwise-same",
        law: "bvand(a, a) = a, bvor(a, a) = a, bvxor(a, a) = 0",
        families: BITWISE,
        apply: bitwise_same,
    },
    Rule {
        name: "bitwise-constant",
        law: "bvand with 0 and ones, bvor with 0 and ones, bvxor with 0; bvxor(a, ones) = bvnot(a)",
        families: BITWISE,
        apply: bitwise_constant,
    },
    Rule {
        name: "bitwise-opposite",
        law: "bvand(a, bvnot a) = 0, bvor(a, bvnot a) = ones, bvxor(a, bvnot a) = ones",
        families: BITWISE,
        apply: bitwise_opposite,
    },
    Rule {
        name: "bitwise-gather",
        law: "f(f(a, c), d) = f(a, f(c, d)) for constants c and d",
        families: BITWISE,
        apply: bitwise_gather,
    },
    Rule {
        name: "bitwise-absorb",
        law: "bvand(a, bvor(a, b)) = a, bvor(a, bvand(a, b)) = a, f(a, f(a, b)) = f(a, b), bvxor(a, bvxor(a, b)) = b",
        families: BITWISE,
        apply: bitwise_absorb,
    },
    Rule {
        name: "xor-not",
        law: "bvxor(bvnot a, b) = bvnot(bvxor(a, b))",
        families: BITWISE,
        apply: xor_not,
    },
    Rule {
        name: "bitwise-mask",
        law: "bvand(ite(c, ones, 0), x) = ite(c, x, 0), bvor(ite(c, ones, 0), x) = ite(c, ones, x), and mirrored",
        families: BITWISE,
        apply: bitwise_mask,
    },
    Rule {
        name: "bitwise-pieces",
        law: "piece by piece where the pieces of one side are 0 or ones: or(concat(0, a), concat(b, 0)) = concat(b, a)",
        families: BITWISE,
        apply: bitwise_pieces,
    },
];

fn bvnot_bvnot(s: &mut TermStore, _: Op, args: &[Term; 3]) -> Option<Term> {
    s.under(Op::BvNot, args[0])
}

fn ones(s: &mut TermStore, like: Term) -> Term {
    let ones = BitVec::ones(s.width(like));
    s.bit_vector(&ones)
}

fn zero(s: &mut TermStore, like: Term) -> Term {
    s.bits(s.width(like), 0)
}

fn bitwise_same(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    (a == b).then(|| if op == Op::BvXor { zero(s, a) } else { a })
}

fn bitwise_constant(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    if !s.is_constant(b) {
        return None;
    }
    match op {
        Op::BvAnd if s.is_zero(b) => Some(b),
        Op::BvAnd => s.is_ones(b).then_some(a),
        Op::BvOr if s.is_ones(b) => Some(b),
        Op::BvXor if s.is_ones(b) => Some(s.bvnot(a)),
        _ => s.is_zero(b).then_some(a),
    }
}

fn bitwise_opposite(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let opposite = s.under(Op::BvNot, a) == Some(b) || s.under(Op::BvNot, b) == Some(a);
    opposite.then(|| if op == Op::BvAnd { zero(s, a) } else { ones(s, a) })
}

fn bitwise_gather(s: &mut TermStore, op: Op, &[a, d, _]: &[Term; 3]) -> Option<Term> {
    let (inner, [x, c, _]) = s.parts(a)?;
    if inner != op || !s.is_constant(c) || !s.is_constant(d) {
        return None;
    }
    let both = s.app(op, &[c, d]);
    Some(s.app(op, &[x, both]))
}

fn bitwise_absorb(s: &mut TermStore, op: Op, args: &[Term; 3]) -> Option<Term> {
    for (a, other) in [(args[0], args[1]), (args[1], args[0])] {
        let Some((inner, [x, y, _])) = s.parts(other) else { continue };
        if x != a && y != a {
            continue;
        }
        match (op, inner) {
            (Op::BvXor, Op::BvXor) => return Some(if x == a { y } else { x }),
            (Op::BvAnd, Op::BvOr) | (Op::BvOr, Op::BvAnd) => return Some(a),
            (Op::BvAnd, Op::BvAnd) | (Op::BvOr, Op::BvOr) => return Some(other),
            _ => {}
        }
    }
    None
}

fn xor_not(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    if op != Op::BvXor {
        return None;
    }
    let (x, y) = match (s.under(Op::BvNot, a), s.under(Op::BvNot, b)) {
        (Some(x), _) => (x, b),
        (None, Some(y)) => (a, y),
        (None, None) => return None,
    };
    let xor = s.bvxor(x, y);
    Some(s.bvnot(xor))
}

fn bitwise_mask(s: &mut TermStore, op: Op, args: &[Term; 3]) -> Option<Term> {
    for (mask, x) in [(args[0], args[1]), (args[1], args[0])] {
        let Some((Op::Ite, [c, k, l])) = s.parts(mask) else { continue };
        let truth = match (s.is_ones(k) && s.is_zero(l), s.is_zero(k) && s.is_ones(l)) {
            (true, _) => true,
            (_, true) => false,
            _ => continue,
        };
        let (yes, no) = match op {
            Op::BvAnd => (x, zero(s, x)),
            Op::BvOr => (ones(s, x), x),
            _ => (s.bvnot(x), x),
        };
        return Some(if truth { s.ite(c, yes, no) } else { s.ite(c, no, yes) });
    }
    None
}

/// What becomes of one pair of aligned pieces where a constant decides it.
fn merge(s: &mut TermStore, op: Op, x: Term, y: Term) -> Option<Term> {
    let (constant, other) = match (s.is_constant(x), s.is_constant(y)) {
        (true, true) => return Some(s.app(op, &[x, y])),
        (true, false) => (x, y),
        (false, true) => (y, x),
        (false, false) => return None,
    };
    match op {
        Op::BvAnd if s.is_zero(constant) => Some(constant),
        Op::BvAnd => s.is_ones(constant).then_some(other),
        Op::BvOr if s.is_ones(constant) => Some(constant),
        Op::BvXor if s.is_ones(constant) => Some(s.bvnot(other)),
        _ => s.is_zero(constant).then_some(other),
    }
}

/// The pieces with the constants taken apart into runs of equal bits.
fn split_masks(s: &TermStore, pieces: &[Piece]) -> Vec<Piece> {
    let mut result = Vec::new();
    for piece in pieces {
        match runs(s, *piece) {
            Some(runs) => result.extend(runs),
            None => result.push(*piece),
        }
    }
    result
}

/// Cuts both sides at each other's borders.
fn align(left: &[Piece], right: &[Piece]) -> Vec<(Piece, Piece)> {
    let (mut left, mut right) = (left.iter().copied(), right.iter().copied());
    let (mut a, mut b) = (left.next(), right.next());
    let mut aligned = Vec::new();
    while let (Some(x), Some(y)) = (a, b) {
        let width = x.width.min(y.width);
        let ((x, rest_x), (y, rest_y)) = (x.split(width), y.split(width));
        aligned.push((x, y));
        a = rest_x.or_else(|| left.next());
        b = rest_y.or_else(|| right.next());
    }
    aligned
}

/// The pairs' results in one; `None` when more than one pair stays undecided.
fn combine(s: &mut TermStore, op: Op, aligned: &[(Piece, Piece)]) -> Option<Term> {
    let symbolic =
        |pair: &&(Piece, Piece)| !s.is_constant(pair.0.term) && !s.is_constant(pair.1.term);
    if aligned.len() < 2 || aligned.iter().filter(symbolic).count() > 1 {
        return None;
    }
    let mut undecided = false;
    let mut terms = Vec::new();
    for (x, y) in aligned {
        let (x, y) = (x.build(s), y.build(s));
        let term = match merge(s, op, x, y) {
            Some(t) => t,
            None if std::mem::replace(&mut undecided, true) => return None,
            None => s.app(op, &[x, y]),
        };
        terms.push(term);
    }
    concat_all(s, &terms)
}

fn bitwise_pieces(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    let composed = |t| matches!(s.parts(t), Some((Op::Concat | Op::ZeroExtend { .. }, _)));
    if !composed(a) && !composed(b) && (op == Op::BvXor || !s.is_constant(b)) {
        return None;
    }
    let (left, right) = (pieces(s, a)?, pieces(s, b)?);
    if op != Op::BvXor {
        let aligned = align(&split_masks(s, &left), &split_masks(s, &right));
        if aligned.len() <= left.len().max(right.len()) + 2
            && let Some(t) = combine(s, op, &aligned)
        {
            return Some(t);
        }
    }
    combine(s, op, &align(&left, &right))
}
