//! Rules of the core theory.

use effigy_base::op::Op;

use super::Rule;
use crate::node::Term;
use crate::store::TermStore;

pub(super) const RULES: &[Rule] = &[
    Rule { name: "not-not", law: "not(not(a)) = a", apply: not_not },
    Rule { name: "and-or-identity", law: "and(a, true) = a, or(a, false) = a, and(a, a) = a", apply: and_or_identity },
    Rule { name: "eq-same", law: "a = a is true", apply: eq_same },
    Rule { name: "ite-decided", law: "ite(true, a, b) = a, ite(false, a, b) = b, ite(c, a, a) = a", apply: ite_decided },
];

fn not_not(s: &mut TermStore, op: Op, args: &[Term]) -> Option<Term> {
    match (op, s.op(args[0])) {
        (Op::Not, Some(Op::Not)) => s.args(args[0]).first().copied(),
        _ => None,
    }
}

fn and_or_identity(s: &mut TermStore, op: Op, args: &[Term]) -> Option<Term> {
    let unit = match op {
        Op::And => true,
        Op::Or => false,
        _ => return None,
    };
    match s.as_bool(args[1]) {
        Some(truth) if truth == unit => Some(args[0]),
        Some(_) => Some(args[1]),
        None => (args[0] == args[1]).then_some(args[0]),
    }
}

fn eq_same(s: &mut TermStore, op: Op, args: &[Term]) -> Option<Term> {
    (op == Op::Eq && args[0] == args[1]).then(|| s.bool(true))
}

fn ite_decided(s: &mut TermStore, op: Op, args: &[Term]) -> Option<Term> {
    if op != Op::Ite {
        return None;
    }
    match s.as_bool(args[0]) {
        Some(truth) => Some(if truth { args[1] } else { args[2] }),
        None => (args[1] == args[2]).then_some(args[1]),
    }
}
