//! Operators on integers.

use num_bigint::{BigInt, Sign};

use crate::op::Op;
use crate::value::Value;

/// Bits above which a power or a product has no value.
const MOST_BITS: u64 = 1 << 20;

/// Evaluates an operator on integers of 128 bits; `b` is ignored by operators of one argument. A comparison gives 0
/// or 1. `None` when the result does not fit.
pub(super) fn word(op: Op, a: i128, b: i128) -> Option<u128> {
    let result = match op {
        Op::IntAdd => a.checked_add(b)?,
        Op::IntSub => a.checked_sub(b)?,
        Op::IntMul => a.checked_mul(b)?,
        Op::IntDiv | Op::IntQuot if b == 0 => 0,
        Op::IntMod if b == 0 => a,
        Op::IntDiv => a.checked_div_euclid(b)?,
        Op::IntMod => a.checked_rem_euclid(b).unwrap_or(0),
        Op::IntQuot => a.checked_div(b)?,
        Op::IntAbs => a.checked_abs()?,
        Op::IntPow => power_of_word(a, b)?,
        Op::IntLt => i128::from(a < b),
        Op::IntLe => i128::from(a <= b),
        _ => return None,
    };
    Some(result as u128)
}

fn power_of_word(base: i128, exponent: i128) -> Option<i128> {
    match base {
        _ if exponent <= 0 => Some(1),
        0 | 1 => Some(base),
        -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}

/// Evaluates an operator on one integer.
pub(super) fn unary(op: Op, a: &BigInt) -> Option<BigInt> {
    (op == Op::IntAbs).then(|| BigInt::from(a.magnitude().clone()))
}

/// Evaluates an operator on two integers.
pub(super) fn binary(op: Op, a: &BigInt, b: &BigInt) -> Option<Value> {
    let zero = b.sign() == Sign::NoSign;
    Some(Value::Int(match op {
        Op::IntAdd => a + b,
        Op::IntSub => a - b,
        Op::IntMul if a.bits() + b.bits() > MOST_BITS => return None,
        Op::IntMul => a * b,
        Op::IntDiv | Op::IntQuot if zero => BigInt::ZERO,
        Op::IntMod if zero => a.clone(),
        Op::IntDiv => (a - euclidean_rest(a, b)) / b,
        Op::IntMod => euclidean_rest(a, b),
        Op::IntQuot => a / b,
        Op::IntPow => power(a, b)?,
        Op::IntLt => return Some(Value::Bool(a < b)),
        Op::IntLe => return Some(Value::Bool(a <= b)),
        _ => return None,
    }))
}

fn euclidean_rest(a: &BigInt, b: &BigInt) -> BigInt {
    let rest = a % b;
    if rest.sign() == Sign::Minus { rest + BigInt::from(b.magnitude().clone()) } else { rest }
}

fn power(base: &BigInt, exponent: &BigInt) -> Option<BigInt> {
    if exponent.sign() != Sign::Plus {
        return Some(BigInt::from(1));
    }
    if base.bits() <= 1 {
        let flips = base.sign() == Sign::Minus && !exponent.bit(0);
        return Some(if flips { BigInt::from(1) } else { base.clone() });
    }
    let exponent = u32::try_from(exponent).ok()?;
    (base.bits() * u64::from(exponent) <= MOST_BITS).then(|| base.pow(exponent))
}
