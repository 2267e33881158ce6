//! Conditions. Both sides of a connective are evaluated.
//!
//! Over the integers of mathematics a quantifier is an operator, over machine integers it is expanded or a loop.
//! Nothing is checked below a quantifier: an element outside of the bounds or without a value may be any integer.

use super::body::Body;
use super::integers::{Integers, Simple};
use crate::check::constant;
use crate::tree::{Condition, ConditionKind, Connective, Expr, Quantifier, Relation};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::{InstKind, Operand};
use num_bigint::BigInt;

/// Most values of a quantifier over machine integers that are written out.
const MOST: i32 = 64;

/// The parts of a quantified condition.
struct Parts<'a> {
    all: bool,
    name: &'a str,
    body: &'a Condition,
}

impl Body<'_, '_> {
    /// The truth of a condition.
    pub(super) fn truth(&mut self, condition: &Condition) -> Operand {
        match &condition.kind {
            ConditionKind::Relation(relation, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.at(condition.span);
                self.relation(*relation, left, right)
            }
            ConditionKind::Not(inner) => {
                let inner = self.truth(inner);
                self.b.op(Op::Not, [inner])
            }
            ConditionKind::Binary(connective, left, right) => {
                let (left, right) = (self.truth(left), self.truth(right));
                match connective {
                    Connective::And => self.b.op(Op::And, [left, right]),
                    Connective::Or => self.b.op(Op::Or, [left, right]),
                    Connective::Implies => {
                        let not = self.b.op(Op::Not, [left]);
                        self.b.op(Op::Or, [not, right])
                    }
                }
            }
            ConditionKind::Quantified { quantifier, name, lower, upper, body } => {
                let parts = Parts { all: *quantifier == Quantifier::All, name, body };
                self.quantified(&parts, lower, upper)
            }
        }
    }

    /// Whether two integers are in a relation.
    pub(super) fn relation(&mut self, relation: Relation, a: Operand, b: Operand) -> Operand {
        match relation {
            Relation::Equal => self.b.op(Op::Eq, [a, b]),
            Relation::NotEqual => {
                let equal = self.b.op(Op::Eq, [a, b]);
                self.b.op(Op::Not, [equal])
            }
            Relation::Below => self.simple(Simple::Less, a, b),
            Relation::AtMost => self.simple(Simple::AtMost, a, b),
            Relation::Above => self.simple(Simple::Less, b, a),
            Relation::AtLeast => self.simple(Simple::AtMost, b, a),
        }
    }

    fn quantified(&mut self, parts: &Parts<'_>, lower: &Expr, upper: &Expr) -> Operand {
        let (low, high) = (self.value(lower), self.value(upper));
        let quiet = std::mem::replace(&mut self.quiet, true);
        let result = match self.integers() {
            Integers::Unbounded => self.operator(parts, low, high),
            Integers::Fixed => match constant(lower).zip(constant(upper)).and_then(range) {
                Some((low, high)) => self.expanded(parts, low, high),
                None => self.looped(parts, low, high),
            },
        };
        self.quiet = quiet;
        result
    }

    /// The condition for one value of the variable.
    fn instance(&mut self, parts: &Parts<'_>, value: Operand) -> Operand {
        self.bound.push(value);
        let truth = self.truth(parts.body);
        self.bound.pop();
        truth
    }

    fn operator(&mut self, parts: &Parts<'_>, low: Operand, high: Operand) -> Operand {
        let dst = self.b.reg(Sort::Int);
        self.b.push(InstKind::Bound { dst, name: parts.name.to_owned() });
        let body = self.instance(parts, dst.into());
        if parts.all {
            return self.b.op(Op::Forall, [low, high, dst.into(), body]);
        }
        let not = self.b.op(Op::Not, [body]);
        let none = self.b.op(Op::Forall, [low, high, dst.into(), not]);
        self.b.op(Op::Not, [none])
    }

    fn joined(&mut self, parts: &Parts<'_>, so_far: Operand, one: Operand) -> Operand {
        self.b.op(if parts.all { Op::And } else { Op::Or }, [so_far, one])
    }

    fn expanded(&mut self, parts: &Parts<'_>, low: i32, high: i32) -> Operand {
        let mut result = Operand::Bool(parts.all);
        for value in low..=high {
            let one = self.instance(parts, self.integers().small(value));
            result = self.joined(parts, result, one);
        }
        result
    }

    fn looped(&mut self, parts: &Parts<'_>, low: Operand, high: Operand) -> Operand {
        let (head, end) = (self.b.block(), self.b.block());
        let value: Operand = self.b.block_param(head, self.integers().sort()).into();
        let so_far: Operand = self.b.block_param(head, Sort::Bool).into();
        let result = self.b.block_param(end, Sort::Bool);
        let any = self.simple(Simple::AtMost, low.clone(), high.clone());
        let (first, none) = (self.b.block(), self.b.block());
        self.b.branch(any, first, none);
        self.b.switch_to(none);
        self.b.jump(end, [Operand::Bool(parts.all)]);
        self.b.switch_to(first);
        self.b.jump(head, [low, Operand::Bool(parts.all)]);
        self.b.switch_to(head);
        let one = self.instance(parts, value.clone());
        let joined = self.joined(parts, so_far, one);
        let more = self.simple(Simple::Less, value.clone(), high);
        let (next, last) = (self.b.block(), self.b.block());
        self.b.branch(more, next, last);
        self.b.switch_to(next);
        let one = self.integers().small(1);
        let value = self.simple(Simple::Add, value, one);
        self.b.jump(head, [value, joined.clone()]);
        self.b.switch_to(last);
        self.b.jump(end, [joined]);
        self.b.switch_to(end);
        result.into()
    }
}

/// Bounds that are close enough to write all values out.
fn range((low, high): (BigInt, BigInt)) -> Option<(i32, i32)> {
    let (low, high) = (i32::try_from(&low).ok()?, i32::try_from(&high).ok()?);
    (high.checked_sub(low)? < MOST).then_some((low, high))
}
