//! Rules of negation, conjunction, disjunction and exclusive or.

use effigy_base::op::Op;

use super::{Family, Rule};
use crate::node::Term;
use crate::store::TermStore;

pub(super) const RULES: &[Rule] = &[
    Rule { name: "not-not", law: "not(not(a)) = a", families: &[Family::Not], apply: not_not },
    Rule {
        name: "not-compare",
        law: "not(a < b) = (b <= a), not(a <= b) = (b < a), signed, unsigned, of integers and of reals",
        families: &[Family::Not],
        apply: not_compare,
    },
    Rule {
        name: "connective-constant",
        law: "and(a, true) = a, and(a, false) = false, or(a, false) = a, or(a, true) = true",
        families: &[Family::AndOr],
        apply: connective_constant,
    },
    Rule {
        name: "connective-same",
        law: "and(a, a) = a, or(a, a) = a",
        families: &[Family::AndOr],
        apply: connective_same,
    },
    Rule {
        name: "connective-opposite",
        law: "and(a, not a) = false, or(a, not a) = true; a < b and b <= a are opposites too",
        families: &[Family::AndOr],
        apply: connective_opposite,
    },
    Rule {
        name: "connective-absorb",
        law: "and(a, or(a, b)) = a, or(a, and(a, b)) = a, and(a, and(a, b)) = and(a, b), or(a, or(a, b)) = or(a, b)",
        families: &[Family::AndOr],
        apply: connective_absorb,
    },
    Rule {
        name: "connective-resolve",
        law: "and(a, or(not a, b)) = and(a, b), or(a, and(not a, b)) = or(a, b), and(a, and(not a, b)) = false",
        families: &[Family::AndOr],
        apply: connective_resolve,
    },
    Rule {
        name: "and-two-constants",
        law: "and(x = c, x = d) = false for constants c and d that differ",
        families: &[Family::AndOr],
        apply: and_two_constants,
    },
    Rule { name: "xor-eq", law: "xor(a, b) = not(a = b)", families: &[Family::Xor], apply: xor_eq },
];

fn not_not(s: &mut TermStore, _: Op, args: &[Term; 3]) -> Option<Term> {
    s.under(Op::Not, args[0])
}

fn not_compare(s: &mut TermStore, _: Op, args: &[Term; 3]) -> Option<Term> {
    let (op, [a, b, _]) = s.parts(args[0])?;
    let opposite = match op {
        Op::BvUlt => Op::BvUle,
        Op::BvUle => Op::BvUlt,
        Op::BvSlt => Op::BvSle,
        Op::BvSle => Op::BvSlt,
        Op::IntLt => Op::IntLe,
        Op::IntLe => Op::IntLt,
        Op::RealLt => Op::RealLe,
        Op::RealLe => Op::RealLt,
        _ => return None,
    };
    Some(s.app(opposite, &[b, a]))
}

fn connective_constant(s: &mut TermStore, op: Op, args: &[Term; 3]) -> Option<Term> {
    let truth = s.as_bool(args[1])?;
    Some(if truth == (op == Op::And) { args[0] } else { args[1] })
}

fn connective_same(_: &mut TermStore, _: Op, args: &[Term; 3]) -> Option<Term> {
    (args[0] == args[1]).then_some(args[0])
}

fn connective_opposite(s: &mut TermStore, op: Op, args: &[Term; 3]) -> Option<Term> {
    s.are_opposite(args[0], args[1]).then(|| s.bool(op == Op::Or))
}

fn dual(op: Op) -> Op {
    if op == Op::And { Op::Or } else { Op::And }
}

fn connective_absorb(s: &mut TermStore, op: Op, args: &[Term; 3]) -> Option<Term> {
    for (a, other) in [(args[0], args[1]), (args[1], args[0])] {
        match s.parts(other) {
            Some((inner, [x, y, _])) if inner == dual(op) && (x == a || y == a) => return Some(a),
            Some((inner, [x, y, _])) if inner == op && (x == a || y == a) => return Some(other),
            _ => {}
        }
    }
    None
}

fn connective_resolve(s: &mut TermStore, op: Op, args: &[Term; 3]) -> Option<Term> {
    for (a, other) in [(args[0], args[1]), (args[1], args[0])] {
        let Some((inner, [x, y, _])) = s.parts(other) else { continue };
        if inner != op && inner != dual(op) {
            continue;
        }
        for (x, y) in [(x, y), (y, x)] {
            if s.are_opposite(a, x) {
                return Some(if inner == op { s.bool(op == Op::Or) } else { s.app(op, &[a, y]) });
            }
        }
    }
    None
}

fn and_two_constants(s: &mut TermStore, op: Op, args: &[Term; 3]) -> Option<Term> {
    match (op, s.parts(args[0])?, s.parts(args[1])?) {
        (Op::And, (Op::Eq, [x, c, _]), (Op::Eq, [y, d, _])) => {
            (x == y && c != d && s.is_constant(c) && s.is_constant(d)).then(|| s.bool(false))
        }
        _ => None,
    }
}

fn xor_eq(s: &mut TermStore, _: Op, args: &[Term; 3]) -> Option<Term> {
    Some(s.distinct(args[0], args[1]))
}
