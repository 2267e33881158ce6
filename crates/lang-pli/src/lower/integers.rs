//! What integers are, and their operators.

use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_ir::builder::FunctionBuilder;
use effigy_ir::function::Operand;
use num_bigint::BigInt;

/// What integers are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integers {
    /// Those of mathematics (King 1976, section 2).
    #[default]
    Unbounded,
    /// 32 bits, two's complement; a result that does not fit is a finding.
    Fixed,
}

/// The width of a machine integer in bits.
pub(super) const WIDTH: u32 = 32;

/// An operator whose operands both machine integers and mathematical ones have.
#[derive(Clone, Copy)]
pub(super) enum Simple {
    Add,
    Subtract,
    Multiply,
    Less,
    AtMost,
}

impl Integers {
    /// The sort of an integer.
    pub fn sort(self) -> Sort {
        self.scalar().into()
    }

    pub(super) fn scalar(self) -> Scalar {
        match self {
            Integers::Unbounded => Scalar::Int,
            Integers::Fixed => Scalar::BitVec(WIDTH),
        }
    }

    pub(super) fn small(self, value: i32) -> Operand {
        match self {
            Integers::Unbounded => Operand::Int(value.into()),
            Integers::Fixed => Operand::bits(WIDTH, value as u32 as u128),
        }
    }

    /// A constant; `None` for one that is no machine integer.
    pub(super) fn literal(self, b: &mut FunctionBuilder, value: &BigInt) -> Option<Operand> {
        match self {
            Integers::Fixed => i32::try_from(value).ok().map(|value| self.small(value)),
            Integers::Unbounded => Some(large(b, value)),
        }
    }

    /// `left op right`, modulo 2^32 on machine integers.
    pub(super) fn simple(
        self,
        b: &mut FunctionBuilder,
        op: Simple,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let op = match (op, self) {
            (Simple::Add, Integers::Unbounded) => Op::IntAdd,
            (Simple::Subtract, Integers::Unbounded) => Op::IntSub,
            (Simple::Multiply, Integers::Unbounded) => Op::IntMul,
            (Simple::Less, Integers::Unbounded) => Op::IntLt,
            (Simple::AtMost, Integers::Unbounded) => Op::IntLe,
            (Simple::Add, Integers::Fixed) => Op::BvAdd,
            (Simple::Subtract, Integers::Fixed) => Op::BvSub,
            (Simple::Multiply, Integers::Fixed) => Op::BvMul,
            (Simple::Less, Integers::Fixed) => Op::BvSlt,
            (Simple::AtMost, Integers::Fixed) => Op::BvSle,
        };
        b.op(op, [left, right])
    }
}

/// A constant of any size, in pieces of 96 bits.
fn large(b: &mut FunctionBuilder, value: &BigInt) -> Operand {
    if let Ok(value) = i128::try_from(value) {
        return Operand::Int(value);
    }
    let piece = BigInt::from(1u128 << 96);
    let (high, low) = (large(b, &(value / &piece)), large(b, &(value % &piece)));
    let high = b.op(Op::IntMul, [high, Operand::Int(1 << 96)]);
    b.op(Op::IntAdd, [high, low])
}
