//! Floating-point operators on bit patterns: with the processor's arithmetic where it has the format, else in software.
//!
//! A result that is not a number is the canonical NaN of its format ([`NAN32`], [`NAN64`]), whatever the
//! arguments' payloads; negation and absolute value only touch the sign bit.

use crate::op::{Op, RoundingMode};

/// The canonical NaN of the 32-bit format.
pub const NAN32: u32 = 0x7fc0_0000;
/// The canonical NaN of the 64-bit format.
pub const NAN64: u64 = 0x7ff8_0000_0000_0000;

fn from32(x: f32) -> u128 {
    u128::from(if x.is_nan() { NAN32 } else { x.to_bits() })
}

fn from64(x: f64) -> u128 {
    u128::from(if x.is_nan() { NAN64 } else { x.to_bits() })
}

macro_rules! float_operators {
    ($float:ty, $word:ty, $from:ident, $eval:ident, $fma:ident, $round:ident) => {
        fn $round(mode: RoundingMode, x: $float) -> $float {
            match mode {
                RoundingMode::NearestEven => x.round_ties_even(),
                RoundingMode::NearestAway => x.round(),
                RoundingMode::TowardZero => x.trunc(),
                RoundingMode::TowardNegative => x.floor(),
                RoundingMode::TowardPositive => x.ceil(),
            }
        }

        /// Arithmetic and comparisons within one format; `b` is ignored by operators of one argument.
        fn $eval(op: Op, a: u128, b: u128) -> Option<u128> {
            let (x, y) = (<$float>::from_bits(a as $word), <$float>::from_bits(b as $word));
            Some(match op {
                Op::FpAdd => $from(x + y),
                Op::FpSub => $from(x - y),
                Op::FpMul => $from(x * y),
                Op::FpDiv => $from(x / y),
                Op::FpFmod => $from(x % y),
                Op::FpSqrt => $from(x.sqrt()),
                Op::FpMin if x == y => {
                    if x.is_sign_negative() {
                        a
                    } else {
                        b
                    }
                }
                Op::FpMax if x == y => {
                    if x.is_sign_negative() {
                        b
                    } else {
                        a
                    }
                }
                Op::FpMin => $from(x.min(y)),
                Op::FpMax => $from(x.max(y)),
                Op::FpRound(mode) => $from($round(mode, x)),
                Op::FpEq => u128::from(x == y),
                Op::FpLt => u128::from(x < y),
                Op::FpLe => u128::from(x <= y),
                Op::FpIsNan => u128::from(x.is_nan()),
                _ => return None,
            })
        }

        fn $fma(a: u128, b: u128, c: u128) -> u128 {
            let [x, y, z] = [a, b, c].map(|bits| <$float>::from_bits(bits as $word));
            $from(x.mul_add(y, z))
        }
    };
}

float_operators!(f32, u32, from32, eval32, fma32, round32);
float_operators!(f64, u64, from64, eval64, fma64, round64);

/// Evaluates a floating-point operator on arguments of `width` bits. `None` for other operators, for formats other
/// than those of 16, 32, 64, 80 and 128 bits, and for missing arguments.
pub fn eval(op: Op, width: u32, args: &[u128]) -> Option<u128> {
    let a = *args.first()?;
    let b = args.get(1).copied().unwrap_or(0);
    match op {
        Op::FpNeg | Op::FpAbs if !crate::op::is_float(width) => None,
        Op::FpNeg => Some(a ^ (1 << (width - 1))),
        Op::FpAbs => Some(a & !(1 << (width - 1))),
        Op::FpFromSbv { width: to } => {
            from_integer(to, signed(width, a) < 0, signed(width, a).unsigned_abs())
        }
        Op::FpFromUbv { width: to } => from_integer(to, false, a),
        Op::FpToFp { width: to } => convert(width, to, a),
        Op::FpToSbv { width: to } if width == 32 || width == 64 => to_signed(width, to, a),
        Op::FpToUbv { width: to } if width == 32 || width == 64 => to_unsigned(width, to, a),
        Op::FpFma => match width {
            32 => Some(fma32(a, b, *args.get(2)?)),
            64 => Some(fma64(a, b, *args.get(2)?)),
            _ => super::soft::eval(op, RoundingMode::NearestEven, width, args),
        },
        _ if width == 32 => eval32(op, a, b),
        _ if width == 64 => eval64(op, a, b),
        _ => super::soft::eval(op, RoundingMode::NearestEven, width, args),
    }
}

/// The same where the program has asked for another direction than to nearest, of the operators that round ([`Op::rounds`]).
pub fn eval_rounded(op: Op, mode: RoundingMode, width: u32, args: &[u128]) -> Option<u128> {
    let a = *args.first()?;
    match op {
        Op::FpFromSbv { width: to } => {
            let number = signed(width, a);
            super::soft::from_integer(to, mode, number < 0, number.unsigned_abs())
        }
        Op::FpFromUbv { width: to } => super::soft::from_integer(to, mode, false, a),
        _ => super::soft::eval(op, mode, width, args),
    }
}

fn signed(width: u32, a: u128) -> i128 {
    super::wide::signed(width, a)
}

/// The number `magnitude`, negated or not, rounded to a float of `to` bits. Casts round to nearest even.
fn from_integer(to: u32, negative: bool, magnitude: u128) -> Option<u128> {
    match to {
        32 => Some(from32(if negative { -(magnitude as f32) } else { magnitude as f32 })),
        64 => Some(from64(if negative { -(magnitude as f64) } else { magnitude as f64 })),
        _ => super::soft::from_integer(to, RoundingMode::NearestEven, negative, magnitude),
    }
}

fn convert(from: u32, to: u32, a: u128) -> Option<u128> {
    match (from, to) {
        (32, 64) => Some(from64(f64::from(f32::from_bits(a as u32)))),
        (64, 32) => Some(from32(f64::from_bits(a as u64) as f32)),
        (32, 32) => Some(from32(f32::from_bits(a as u32))),
        (64, 64) => Some(from64(f64::from_bits(a as u64))),
        _ => super::soft::eval(Op::FpToFp { width: to }, RoundingMode::NearestEven, from, &[a]),
    }
}

fn widen(from: u32, a: u128) -> Option<f64> {
    match from {
        32 => Some(f64::from(f32::from_bits(a as u32))),
        64 => Some(f64::from_bits(a as u64)),
        _ => None,
    }
}

fn to_signed(from: u32, to: u32, a: u128) -> Option<u128> {
    let number = widen(from, a)? as i128;
    let (least, most) =
        (i128::MIN >> 128u32.checked_sub(to)?, i128::MAX >> 128u32.checked_sub(to)?);
    Some(super::wide::trunc(to, number.clamp(least, most) as u128))
}

fn to_unsigned(from: u32, to: u32, a: u128) -> Option<u128> {
    Some((widen(from, a)? as u128).min(super::wide::mask(to)))
}
