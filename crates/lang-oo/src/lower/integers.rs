//! What integers are, and their operators.

use crate::tree::Binary;
use effigy_base::op::Op;
use effigy_base::sort::Scalar;
use effigy_ir::builder::FunctionBuilder;
use effigy_ir::function::Operand;
use num_bigint::BigInt;

/// What integers are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integers {
    /// Those of mathematics.
    #[default]
    Unbounded,
    /// Machine words of so many bits, 2 to 64, in two's complement; results wrap around, which is no finding.
    Fixed(u32),
}

/// The width of a reference beside machine words.
const REFERENCE: u32 = 32;

impl Integers {
    pub(super) fn scalar(self) -> Scalar {
        match self {
            Integers::Unbounded => Scalar::Int,
            Integers::Fixed(width) => Scalar::BitVec(width),
        }
    }

    /// What references are.
    pub(super) fn reference(self) -> Scalar {
        match self {
            Integers::Unbounded => Scalar::Int,
            Integers::Fixed(_) => Scalar::BitVec(REFERENCE),
        }
    }

    pub(super) fn small(self, value: i32) -> Operand {
        match self {
            Integers::Unbounded => Operand::Int(value.into()),
            Integers::Fixed(width) => Operand::bits(width, value as u128),
        }
    }

    pub(super) fn null(self) -> Operand {
        match self {
            Integers::Unbounded => Operand::Int(0),
            Integers::Fixed(_) => Operand::bits(REFERENCE, 0),
        }
    }

    /// A constant; `None` for one that is no machine word.
    pub(super) fn literal(self, b: &mut FunctionBuilder, value: &BigInt) -> Option<Operand> {
        match self {
            Integers::Fixed(width) => {
                let value = i128::try_from(value).ok()?;
                let half = 1i128 << (width.clamp(1, 127) - 1);
                (-half..half).contains(&value).then(|| Operand::bits(width, value as u128))
            }
            Integers::Unbounded => Some(large(b, value)),
        }
    }

    /// The operator of the program representation for one that both kinds of integers have, and whether the operands
    /// change places and the result is negated.
    pub(super) fn operator(self, operator: Binary) -> Option<(Op, bool, bool)> {
        let fixed = self != Integers::Unbounded;
        let pick = |word, number| if fixed { word } else { number };
        Some(match operator {
            Binary::Add => (pick(Op::BvAdd, Op::IntAdd), false, false),
            Binary::Subtract => (pick(Op::BvSub, Op::IntSub), false, false),
            Binary::Multiply => (pick(Op::BvMul, Op::IntMul), false, false),
            Binary::Less => (pick(Op::BvSlt, Op::IntLt), false, false),
            Binary::AtMost => (pick(Op::BvSle, Op::IntLe), false, false),
            Binary::Greater => (pick(Op::BvSlt, Op::IntLt), true, false),
            Binary::AtLeast => (pick(Op::BvSle, Op::IntLe), true, false),
            Binary::Equal => (Op::Eq, false, false),
            Binary::NotEqual => (Op::Eq, false, true),
            Binary::Divide => (pick(Op::BvSdiv, Op::IntQuot), false, false),
            Binary::Remainder | Binary::And | Binary::Or | Binary::Separate => return None,
        })
    }
}

/// A constant of any size, in pieces of 96 bits.
fn large(b: &mut FunctionBuilder, value: &BigInt) -> Operand {
    if let Ok(value) = i128::try_from(value) {
        return Operand::Int(value);
    }
    let piece = BigInt::from(1u128 << 96);
    let (mut pieces, mut rest) = (Vec::new(), value.clone());
    while i128::try_from(&rest).is_err() {
        pieces.push(i128::try_from(&rest % &piece).unwrap_or(0));
        rest /= &piece;
    }
    let mut sum = Operand::Int(i128::try_from(&rest).unwrap_or(0));
    for low in pieces.into_iter().rev() {
        let high = b.op(Op::IntMul, [sum, Operand::Int(1 << 96)]);
        sum = b.op(Op::IntAdd, [high, Operand::Int(low)]);
    }
    sum
}
