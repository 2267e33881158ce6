//! What the branches before a block have established about operands.
//!
//! Two things need it. A sanitizer's trap says only the number of its check, and a division by zero and one that
//! overflows share a number: the operands stand in the condition of the branch that leads to the trap. And a
//! division that the code before it has checked (as rustc and the sanitizer do) needs no second check.

use super::body::successors;
use crate::ast::{
    BinaryOp, BlockId, Body, ConstExpr, Constant, InstKind, IntPredicate, Local, Operand,
    TerminatorKind, Type, Value,
};
use effigy_base::id::Id;
use std::collections::HashMap;

/// How far up the branches before a division are looked at, and how deep a condition is.
const REACH: u32 = 8;

/// What the code before a division has checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    /// The divisor is not zero.
    pub zero: bool,
    /// The division does not overflow.
    pub overflow: bool,
}

/// The branches of a body.
pub(super) struct Guards<'b> {
    body: &'b Body,
    preds: Vec<Vec<BlockId>>,
    definitions: HashMap<Local, &'b InstKind>,
}

impl<'b> Guards<'b> {
    /// The branches of `body`.
    pub fn find(body: &'b Body) -> Self {
        let mut preds = vec![Vec::new(); body.blocks.len()];
        let mut definitions = HashMap::new();
        for (id, block) in body.blocks.iter() {
            for next in successors(body, id) {
                preds[next.index()].push(id);
            }
            for inst in &block.insts {
                let condition = match &inst.kind {
                    InstKind::ICmp { .. } | InstKind::Select { .. } => true,
                    InstKind::Binary { ty, .. } => *ty == Type::Int(1),
                    _ => false,
                };
                if let (true, Some(result)) = (condition, inst.result) {
                    definitions.insert(result, &inst.kind);
                }
            }
        }
        Self { body, preds, definitions }
    }

    /// The operand whose being zero leads to `trap` first of all.
    pub fn zero_operand(&self, trap: BlockId) -> Option<Operand> {
        let [pred] = self.preds.get(trap.index())?.as_slice() else { return None };
        let TerminatorKind::CondBr { condition, then, .. } =
            &self.body.blocks[*pred].terminator.kind
        else {
            return None;
        };
        let mut facts = Vec::new();
        self.nonzero(condition, *then != trap, 0, &mut facts);
        facts.into_iter().next()
    }

    /// Whether `trap` has one branch that leads to it.
    pub fn is_single(&self, trap: BlockId) -> bool {
        self.preds.get(trap.index()).is_some_and(|p| p.len() == 1)
    }

    /// Whether the branch that leads to `trap` guards an access through a constant null pointer: its condition is a
    /// constant.
    pub fn guards_null(&self, trap: BlockId) -> bool {
        let Some([pred]) = self.preds.get(trap.index()).map(Vec::as_slice) else { return false };
        let TerminatorKind::CondBr { condition: Value::Constant(_), then, otherwise } =
            &self.body.blocks[*pred].terminator.kind
        else {
            return false;
        };
        let mut block = if *then == trap { *otherwise } else { *then };
        // Another check may stand before the access.
        for _ in 0..REACH {
            let found = &self.body.blocks[block];
            if found.insts.iter().any(|inst| accesses_null(&inst.kind)) {
                return true;
            }
            block = match &found.terminator.kind {
                TerminatorKind::CondBr { condition: Value::Constant(_), then, .. } => *then,
                _ => return false,
            };
        }
        false
    }

    /// What is known of a division by `divisor` in `block`.
    pub fn checked(&self, mut block: BlockId, divisor: &Value) -> Checked {
        let mut checked = Checked::default();
        for _ in 0..REACH {
            let Some([pred]) = self.preds.get(block.index()).map(Vec::as_slice) else { break };
            if let TerminatorKind::CondBr { condition, then, otherwise } =
                &self.body.blocks[*pred].terminator.kind
                && then != otherwise
            {
                let mut facts = Vec::new();
                self.nonzero(condition, *then == block, 0, &mut facts);
                checked.zero |= facts.iter().any(|operand| operand.value == *divisor);
                checked.overflow |= self.excludes_overflow(condition, *then == block, divisor, 0);
            }
            block = *pred;
        }
        checked
    }

    /// The operands that are not zero (not null) when `condition` is `truth`.
    fn nonzero(&self, condition: &Value, truth: bool, depth: u32, facts: &mut Vec<Operand>) {
        let Some(kind) = self.definition(condition, depth) else { return };
        match kind {
            InstKind::ICmp { predicate, ty, lhs, rhs } if is_zero(rhs) => {
                let differs = match predicate {
                    IntPredicate::Ne | IntPredicate::Ugt => truth,
                    IntPredicate::Eq => !truth,
                    _ => false,
                };
                if differs {
                    facts.push(Operand { ty: ty.clone(), value: lhs.clone() });
                }
            }
            _ => {
                if let Some((a, b)) = parts(kind, truth) {
                    self.nonzero(a, truth, depth + 1, facts);
                    self.nonzero(b, truth, depth + 1, facts);
                } else if let Some(inner) = negated(kind) {
                    self.nonzero(inner, !truth, depth + 1, facts);
                }
            }
        }
    }

    /// Whether `condition` being `truth` rules out that the divisor is minus one and the dividend the lowest number.
    fn excludes_overflow(
        &self,
        condition: &Value,
        truth: bool,
        divisor: &Value,
        depth: u32,
    ) -> bool {
        let Some(kind) = self.definition(condition, depth) else { return false };
        if let Some((a, b)) = parts(kind, truth) {
            return self.excludes_overflow(a, truth, divisor, depth + 1)
                || self.excludes_overflow(b, truth, divisor, depth + 1);
        }
        if let Some(inner) = negated(kind) {
            return self.excludes_overflow(inner, !truth, divisor, depth + 1);
        }
        match parts(kind, !truth) {
            Some((a, b)) => {
                let minus = |v: &Value| self.compares(v, truth, Some(divisor));
                let low = |v: &Value| self.compares(v, truth, None);
                (minus(a) && low(b)) || (minus(b) && low(a))
            }
            None => false,
        }
    }

    /// Whether `condition` being `truth` says that `divisor` is not minus one, or, without a divisor, that
    /// something is not the lowest number.
    fn compares(&self, condition: &Value, truth: bool, divisor: Option<&Value>) -> bool {
        let Some(InstKind::ICmp { predicate, ty: Type::Int(width), lhs, rhs }) =
            self.definition(condition, 0)
        else {
            return false;
        };
        let unequal = match predicate {
            IntPredicate::Ne => truth,
            IntPredicate::Eq => !truth,
            _ => false,
        };
        let Value::Constant(Constant::Int(number)) = rhs else { return false };
        let expected = match divisor {
            Some(_) => super::emit::mask(*width),
            None => 1u128.checked_shl(width.saturating_sub(1)).unwrap_or(0),
        };
        unequal && *number == expected && divisor.is_none_or(|d| d == lhs)
    }

    fn definition(&self, value: &Value, depth: u32) -> Option<&'b InstKind> {
        match value {
            Value::Local(local) if depth < REACH => self.definitions.get(local).copied(),
            _ => None,
        }
    }
}

/// The operands of a conjunction that is `true`, or of a disjunction that is `false`.
fn parts(kind: &InstKind, truth: bool) -> Option<(&Value, &Value)> {
    match kind {
        InstKind::Binary { op: BinaryOp::And, lhs, rhs, .. } if truth => Some((lhs, rhs)),
        InstKind::Binary { op: BinaryOp::Or, lhs, rhs, .. } if !truth => Some((lhs, rhs)),
        InstKind::Select { condition, then, otherwise } => {
            let (constant, other) = if truth { (otherwise, then) } else { (then, otherwise) };
            let fits = match &constant.value {
                Value::Constant(Constant::Int(n)) => (*n == 0) == truth,
                Value::Constant(Constant::Zero) => truth,
                _ => false,
            };
            fits.then_some((&condition.value, &other.value))
        }
        _ => None,
    }
}

/// What a negation negates.
fn negated(kind: &InstKind) -> Option<&Value> {
    match kind {
        InstKind::Binary {
            op: BinaryOp::Xor, lhs, rhs: Value::Constant(Constant::Int(1)), ..
        } => Some(lhs),
        _ => None,
    }
}

fn is_zero(value: &Value) -> bool {
    matches!(value, Value::Constant(Constant::Int(0) | Constant::Null | Constant::Zero))
}

/// Whether an instruction accesses memory at null, or at a constant offset from it.
fn accesses_null(kind: &InstKind) -> bool {
    let (InstKind::Load { ptr, .. }
    | InstKind::Store { ptr, .. }
    | InstKind::GetElementPtr { base: ptr, .. }) = kind
    else {
        return false;
    };
    let mut value = match &ptr.value {
        Value::Constant(constant) => constant,
        Value::Local(_) => return false,
    };
    for _ in 0..REACH {
        match value {
            Constant::Null | Constant::Zero => return true,
            Constant::Expr(expr) => match &**expr {
                ConstExpr::GetElementPtr { base, .. } => value = &base.value,
                ConstExpr::Cast { value: inner, .. } => value = &inner.value,
                _ => return false,
            },
            _ => return false,
        }
    }
    false
}
