//! What a rewrite rule is.

use effigy_base::op::Op;

use super::TermStore;
use crate::node::Term;

/// Gives the rewritten application, or `None` where the rule does not apply.
pub(crate) type Apply = fn(&mut TermStore, Op, &[Term; 3]) -> Option<Term>;

/// A rewrite rule. Both sides of its law have the same value under every model.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The rule's name.
    pub name: &'static str,
    /// What it does, in one line.
    pub law: &'static str,
    pub(crate) families: &'static [Family],
    pub(crate) apply: Apply,
}

/// Groups of operators that share rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    Not,
    AndOr,
    Xor,
    Eq,
    Ite,
    Complement,
    Sum,
    Product,
    Division,
    Bitwise,
    Shift,
    Compare,
    Concat,
    Extract,
    Extend,
    Select,
    Store,
    Integer,
    IntDivision,
    IntAbs,
    IntPower,
    IntCompare,
    Real,
    RealDivision,
    RealCompare,
}

pub(crate) const FAMILIES: usize = Family::RealCompare as usize + 1;

impl Family {
    /// The group of an operator, if there are rules for it.
    #[inline]
    pub(crate) fn of(op: Op) -> Option<Self> {
        Some(match op {
            Op::Not => Self::Not,
            Op::And | Op::Or => Self::AndOr,
            Op::Xor => Self::Xor,
            Op::Eq => Self::Eq,
            Op::Ite => Self::Ite,
            Op::BvNot => Self::Complement,
            Op::BvNeg | Op::BvAdd | Op::BvSub => Self::Sum,
            Op::BvMul => Self::Product,
            Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => Self::Division,
            Op::BvAnd | Op::BvOr | Op::BvXor => Self::Bitwise,
            Op::BvShl | Op::BvLshr | Op::BvAshr => Self::Shift,
            Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => Self::Compare,
            Op::Concat => Self::Concat,
            Op::Extract { .. } => Self::Extract,
            Op::ZeroExtend { .. } | Op::SignExtend { .. } => Self::Extend,
            Op::Select => Self::Select,
            Op::Store => Self::Store,
            Op::IntAdd | Op::IntSub | Op::IntMul => Self::Integer,
            Op::IntDiv | Op::IntMod | Op::IntQuot => Self::IntDivision,
            Op::IntAbs => Self::IntAbs,
            Op::IntPow => Self::IntPower,
            Op::IntLt | Op::IntLe => Self::IntCompare,
            Op::RealAdd | Op::RealSub | Op::RealMul => Self::Real,
            Op::RealDiv => Self::RealDivision,
            Op::RealLt | Op::RealLe => Self::RealCompare,
            _ => return None,
        })
    }
}

/// The rules in one list, and those of each family with their place in it.
#[derive(Debug)]
pub(crate) struct Registry {
    pub(crate) all: Vec<Rule>,
    pub(crate) families: [Vec<(usize, Apply)>; FAMILIES],
}
