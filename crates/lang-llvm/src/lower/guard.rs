//! What the branches before a block have established about operands.
//!
//! Two things need it. A sanitizer's trap says only the number of its check, and a division by zero and one that
//! overflows share a number: the operands stand in the condition of the branch that leads to the trap. And a
//! division that the code before it has checked (as rustc and the sanitizer do) needs no second check.

use super::order::successors;
use crate::ast::{
    BinaryOp, BlockId, Body, CastOp, ConstExpr, Constant, InstKind, IntPredicate, Local, Operand,
    TerminatorKind, Type, TypedConstant, Value,
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
            for next in successors(body, id, true) {
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

    /// Whether the condition of the branch that leads to `trap` is a constant because the address is null. A compiler knows
    /// it of a number such as 3, too, which is misaligned: the first address behind the check tells.
    pub fn guards_null(&self, trap: BlockId) -> bool {
        let Some([pred]) = self.preds.get(trap.index()).map(Vec::as_slice) else { return false };
        let TerminatorKind::CondBr {
            condition: Value::Constant(Constant::Int(_) | Constant::Zero),
            then,
            otherwise,
        } = &self.body.blocks[*pred].terminator.kind
        else {
            return false;
        };
        let mut block = if *then == trap { *otherwise } else { *then };
        // Another check may stand before the access.
        for _ in 0..REACH {
            let found = &self.body.blocks[block];
            let insts = found.insts.iter().map(|inst| constants(&inst.kind));
            let all = insts.chain([ending(&found.terminator.kind)]);
            if let Some(base) = all.filter_map(|of| of.into_iter().filter_map(base).max()).next() {
                return base == Base::Null;
            }
            block = match &found.terminator.kind {
                TerminatorKind::CondBr { condition: Value::Constant(_), then, .. } => *then,
                _ => break,
            };
        }
        // What is computed of null may be a number by itself.
        true
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
        if let Value::Constant(condition) = condition {
            return nonzero_constant(condition, truth, facts);
        }
        let Some(kind) = self.definition(condition, depth) else { return };
        match kind {
            InstKind::ICmp { predicate, ty, lhs, rhs, .. } if is_zero(rhs) => {
                if says_nonzero(*predicate, truth) {
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
        let Some(InstKind::ICmp { predicate, ty: Type::Int(width), lhs, rhs, .. }) =
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

/// Whether such a comparison with zero says that something is not zero when it is `truth`.
fn says_nonzero(predicate: IntPredicate, truth: bool) -> bool {
    match predicate {
        IntPredicate::Ne | IntPredicate::Ugt => truth,
        IntPredicate::Eq => !truth,
        _ => false,
    }
}

/// What is not zero when a constant condition is `truth`, as the address of a symbol that may be missing.
fn nonzero_constant(condition: &Constant, truth: bool, facts: &mut Vec<Operand>) {
    let Constant::Expr(expr) = condition else { return };
    match &**expr {
        ConstExpr::ICmp { predicate, lhs, rhs }
            if is_zero_constant(&rhs.value) && says_nonzero(*predicate, truth) =>
        {
            let value = Value::Constant(lhs.value.clone());
            facts.push(Operand { ty: lhs.ty.clone(), value });
        }
        ConstExpr::Binary { op: BinaryOp::And, lhs, rhs } if truth => {
            nonzero_constant(&lhs.value, truth, facts);
            nonzero_constant(&rhs.value, truth, facts);
        }
        _ => {}
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
    as_constant(value).is_some_and(is_zero_constant)
}

fn is_zero_constant(constant: &Constant) -> bool {
    matches!(constant, Constant::Int(0) | Constant::Null | Constant::Zero)
}

/// What a constant address is computed from. A number counts where an instruction has both, as a store of null to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Base {
    Null,
    Number,
}

/// What a constant is computed from that is an address, or a number or a condition with one.
fn base(constant: &Constant) -> Option<Base> {
    let either = |one: &TypedConstant, other: &TypedConstant| {
        [one, other].into_iter().filter_map(|it| base(&it.value)).max()
    };
    match constant {
        Constant::Null => Some(Base::Null),
        Constant::Expr(expr) => match &**expr {
            ConstExpr::Cast { op: CastOp::IntToPtr, value, .. } => match value.value {
                Constant::Int(number) if number != 0 => Some(Base::Number),
                ref inner => base(inner),
            },
            ConstExpr::Cast { value, .. } => base(&value.value),
            ConstExpr::GetElementPtr { base: from, .. } => base(&from.value),
            ConstExpr::Binary { lhs, rhs, .. } | ConstExpr::ICmp { lhs, rhs, .. } => {
                either(lhs, rhs)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The constants that an instruction has its addresses from.
fn constants(kind: &InstKind) -> Vec<&Constant> {
    let values: Vec<&Value> = match kind {
        InstKind::Load { ptr, .. } => vec![&ptr.value],
        InstKind::Store { value, ptr, .. } => vec![&value.value, &ptr.value],
        InstKind::GetElementPtr { base, .. } => vec![&base.value],
        InstKind::Cast { value, .. } => vec![&value.value],
        InstKind::Call(call) => call.args.iter().map(|arg| &arg.operand.value).collect(),
        _ => Vec::new(),
    };
    values.into_iter().filter_map(as_constant).collect()
}

/// The same of the end of a block.
fn ending(kind: &TerminatorKind) -> Vec<&Constant> {
    let value = match kind {
        TerminatorKind::CondBr { condition, .. } => Some(condition),
        TerminatorKind::Ret(Some(result)) => Some(&result.value),
        _ => None,
    };
    value.and_then(as_constant).into_iter().collect()
}

fn as_constant(value: &Value) -> Option<&Constant> {
    match value {
        Value::Constant(constant) => Some(constant),
        Value::Local(_) => None,
    }
}
