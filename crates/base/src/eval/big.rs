//! Operators on bit-vectors wider than a machine word.

use num_bigint::{BigInt, BigUint};

use crate::bits::BitVec;
use crate::op::Op;
use crate::value::Value;

/// The signed number that a bit-vector stands for.
fn signed(a: &BitVec) -> BigInt {
    let n = BigInt::from(a.to_big());
    if a.sign() { n - (BigInt::from(1) << a.width()) } else { n }
}

/// The low `width` bits of a number in two's complement.
fn wrap(width: u32, n: &BigInt) -> BitVec {
    let modulus = BigInt::from(1) << width;
    let rest = ((n % &modulus) + &modulus) % &modulus;
    BitVec::from_big(width, rest.magnitude())
}

/// Whether the number is outside of the signed range of `width` bits.
fn overflows_signed(width: u32, n: &BigInt) -> bool {
    signed(&wrap(width, n)) != *n
}

/// Evaluates a bit-vector operator of one argument.
pub(super) fn unary(op: Op, a: &BitVec) -> Option<BitVec> {
    let width = a.width();
    let count = |n: u32| Some(BitVec::new(width, u128::from(n)));
    match op {
        Op::BvNot => Some(wrap(width, &(-signed(a) - 1))),
        Op::BvNeg => Some(wrap(width, &-signed(a))),
        Op::Extract { hi, lo } => a.extract(hi, lo),
        Op::ZeroExtend { width: to } => Some(BitVec::from_big(to, &a.to_big())),
        Op::SignExtend { width: to } => Some(wrap(to, &signed(a))),
        Op::Popcount => count((0..width).filter(|i| a.bit(*i)).count() as u32),
        Op::LeadingZeros => count((0..width).rev().take_while(|i| !a.bit(*i)).count() as u32),
        Op::TrailingZeros => count((0..width).take_while(|i| !a.bit(*i)).count() as u32),
        Op::ByteSwap => {
            let mut bytes = a.to_le_bytes();
            bytes.reverse();
            BitVec::from_le_bytes(&bytes)
        }
        Op::BitReverse => {
            let digits: String = (0..width).map(|i| if a.bit(i) { '1' } else { '0' }).collect();
            BitVec::parse(width, &digits, 2)
        }
        _ => None,
    }
}

/// Evaluates a bit-vector operator of two arguments of one width, and `concat`.
pub(super) fn binary(op: Op, a: &BitVec, b: &BitVec) -> Option<Value> {
    let width = a.width();
    let (x, y) = (a.to_big(), b.to_big());
    let unsigned = |n: BigUint| Some(Value::BitVec(BitVec::from_big(width, &n)));
    let wrapped = |n: BigInt| Some(Value::BitVec(wrap(width, &n)));
    let truth = |t: bool| Some(Value::Bool(t));
    match op {
        Op::Concat => {
            Some(Value::BitVec(BitVec::from_big(width + b.width(), &((x << b.width()) | y))))
        }
        Op::BvAdd => unsigned(x + y),
        Op::BvSub => wrapped(signed(a) - signed(b)),
        Op::BvMul => unsigned(x * y),
        Op::BvUdiv if b.is_zero() => Some(Value::BitVec(BitVec::ones(width))),
        Op::BvUdiv => unsigned(x / y),
        Op::BvUrem | Op::BvSrem if b.is_zero() => Some(Value::BitVec(a.clone())),
        Op::BvUrem => unsigned(x % y),
        Op::BvSdiv if b.is_zero() => wrapped(BigInt::from(if a.sign() { 1 } else { -1 })),
        Op::BvSdiv => wrapped(signed(a) / signed(b)),
        Op::BvSrem => wrapped(signed(a) % signed(b)),
        Op::BvAnd => unsigned(x & y),
        Op::BvOr => unsigned(x | y),
        Op::BvXor => unsigned(x ^ y),
        Op::BvShl | Op::BvLshr | Op::BvAshr => Some(Value::BitVec(shift(op, a, &y))),
        Op::BvUlt => truth(x < y),
        Op::BvUle => truth(x <= y),
        Op::BvSlt => truth(signed(a) < signed(b)),
        Op::BvSle => truth(signed(a) <= signed(b)),
        Op::BvUaddo => truth((x + y).bits() > u64::from(width)),
        Op::BvUsubo => truth(x < y),
        Op::BvUmulo => truth((x * y).bits() > u64::from(width)),
        Op::BvSaddo => truth(overflows_signed(width, &(signed(a) + signed(b)))),
        Op::BvSsubo => truth(overflows_signed(width, &(signed(a) - signed(b)))),
        Op::BvSmulo => truth(overflows_signed(width, &(signed(a) * signed(b)))),
        _ => None,
    }
}

fn shift(op: Op, a: &BitVec, amount: &BigUint) -> BitVec {
    let width = a.width();
    let amount = u32::try_from(amount).map_or(width, |n| n.min(width));
    match op {
        Op::BvShl => BitVec::from_big(width, &(a.to_big() << amount)),
        Op::BvLshr => BitVec::from_big(width, &(a.to_big() >> amount)),
        _ => wrap(width, &(signed(a) >> amount)),
    }
}
