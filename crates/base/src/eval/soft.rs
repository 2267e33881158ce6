//! Floating-point operators in the formats that the processor's own arithmetic does not have: 16 and 128 bits, and the 80
//! bits of the x87, whose patterns that are no numbers (unnormals) count as NaN, as the x87 takes them.

use crate::op::{Op, RoundingMode};
use num_bigint::BigUint;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

/// A format: how its numbers become those of the others.
trait Format: Float + FloatConvert<Half> + FloatConvert<Single> + FloatConvert<Double> {
    fn to_quad(self, round: Round) -> Quad;
    fn to_x87(self, round: Round) -> X87DoubleExtended;
}

macro_rules! formats {
    ($($format:ty),*) => {$(
        impl Format for $format {
            fn to_quad(self, round: Round) -> Quad {
                self.convert_r(round, &mut false).value
            }
            fn to_x87(self, round: Round) -> X87DoubleExtended {
                self.convert_r(round, &mut false).value
            }
        }
    )*};
}

formats!(Half, Single, Double, Quad, X87DoubleExtended);

/// Evaluates an operator whose float arguments are in a format of `width` bits, rounding in this direction where it rounds; `None` for
/// other operators and formats.
pub(super) fn eval(op: Op, mode: RoundingMode, width: u32, args: &[u128]) -> Option<u128> {
    let round = direction(mode);
    match width {
        // A double has more than twice the bits, so that rounding twice is as good as once.
        16 if op == Op::FpSqrt => {
            let double = converted(Half::from_bits(*args.first()?), round, 64)?;
            let root = f64::from_bits(double as u64).sqrt();
            let nearest = mode == RoundingMode::NearestEven;
            let half = converted(Double::from_bits(u128::from(root.to_bits())), round, 16);
            half.filter(|_| nearest)
        }
        16 => within::<Half>(op, round, args),
        32 => within::<Single>(op, round, args),
        64 => within::<Double>(op, round, args),
        80 => within::<X87DoubleExtended>(op, round, args),
        128 => within::<Quad>(op, round, args),
        _ => None,
    }
}

/// The number `magnitude`, negated or not, rounded in this direction in a format of `to` bits.
pub(super) fn from_integer(
    to: u32,
    mode: RoundingMode,
    negative: bool,
    magnitude: u128,
) -> Option<u128> {
    fn made<F: Format>(round: Round, negative: bool, magnitude: u128) -> u128 {
        if !negative {
            return bits(F::from_u128_r(magnitude, round).value);
        }
        bits(-F::from_u128_r(magnitude, -round).value)
    }
    let round = direction(mode);
    Some(match to {
        16 => made::<Half>(round, negative, magnitude),
        32 => made::<Single>(round, negative, magnitude),
        64 => made::<Double>(round, negative, magnitude),
        80 => made::<X87DoubleExtended>(round, negative, magnitude),
        128 => made::<Quad>(round, negative, magnitude),
        _ => return None,
    })
}

/// The pattern of a number; the canonical one of a NaN: positive, quiet, without a payload.
fn bits<F: Format>(number: F) -> u128 {
    if number.is_nan() { F::qnan(None).to_bits() } else { number.to_bits() }
}

fn direction(mode: RoundingMode) -> Round {
    match mode {
        RoundingMode::NearestEven => Round::NearestTiesToEven,
        RoundingMode::NearestAway => Round::NearestTiesToAway,
        RoundingMode::TowardZero => Round::TowardZero,
        RoundingMode::TowardNegative => Round::TowardNegative,
        RoundingMode::TowardPositive => Round::TowardPositive,
    }
}

fn within<F: Format>(op: Op, round: Round, args: &[u128]) -> Option<u128> {
    let x = F::from_bits(*args.first()?);
    let y = F::from_bits(args.get(1).copied().unwrap_or(0));
    Some(match op {
        Op::FpAdd => bits(x.add_r(y, round).value),
        Op::FpSub => bits(x.sub_r(y, round).value),
        Op::FpMul => bits(x.mul_r(y, round).value),
        Op::FpDiv => bits(x.div_r(y, round).value),
        Op::FpFmod => bits(x.c_fmod(y).value),
        Op::FpSqrt => bits(square_root(x, round)),
        Op::FpFma => bits(x.mul_add_r(y, F::from_bits(*args.get(2)?), round).value),
        Op::FpMin => extreme(x, y, if x == y { x.is_negative() } else { x < y }),
        Op::FpMax => extreme(x, y, if x == y { !x.is_negative() } else { x > y }),
        Op::FpRound(mode) => bits(x.round_to_integral(direction(mode)).value),
        Op::FpEq => u128::from(x == y),
        Op::FpLt => u128::from(x < y),
        Op::FpLe => u128::from(x <= y),
        Op::FpIsNan => u128::from(x.is_nan()),
        Op::FpToFp { width } => converted(x, round, width)?,
        Op::FpToSbv { width } => {
            let number = x.to_i128_r(width as usize, Round::TowardZero, &mut false).value;
            super::wide::trunc(width, if x.is_nan() { 0 } else { number as u128 })
        }
        Op::FpToUbv { width } => {
            let number = x.to_u128_r(width as usize, Round::TowardZero, &mut false).value;
            if x.is_nan() || x.is_negative() { 0 } else { number }
        }
        _ => return None,
    })
}

/// The first of two numbers or the second, as `first` says; a NaN gives the other one.
fn extreme<F: Format>(x: F, y: F, first: bool) -> u128 {
    let first = if x.is_nan() || y.is_nan() { y.is_nan() } else { first };
    bits(if first { x } else { y })
}

fn converted<F: Format>(x: F, round: Round, width: u32) -> Option<u128> {
    Some(match width {
        16 => bits::<Half>(x.convert_r(round, &mut false).value),
        32 => bits::<Single>(x.convert_r(round, &mut false).value),
        64 => bits::<Double>(x.convert_r(round, &mut false).value),
        80 => bits(x.to_x87(round)),
        128 => bits(x.to_quad(round)),
        _ => return None,
    })
}

/// The square root: that of the significand as an integer with more bits than any format has, the last of which says whether
/// something is left; then one rounding. No root is subnormal, so that the power of two is exact. The format has exponents of at
/// least 121.
fn square_root<F: Format>(x: F, round: Round) -> F {
    if x.is_nan() || x.is_zero() || x.is_infinite() && !x.is_negative() {
        return x;
    }
    if x.is_negative() {
        return F::qnan(None);
    }
    let mut exponent = 0;
    // In [1/2, 1), then an integer of at most 114 bits.
    let fraction = x.frexp(&mut exponent);
    let odd = exponent & 1;
    let integer = fraction.scalbn(113 + odd).to_u128_r(128, Round::TowardZero, &mut false).value;
    // x = integer * 2^(exponent - 113 - odd), and the exponent less odd is even.
    let radicand = BigUint::from(integer) << 125u32;
    let root = radicand.sqrt();
    let rest = u128::from(&root * &root != radicand);
    let root = u128::try_from(root << 1u32 | BigUint::from(rest)).unwrap_or(u128::MAX);
    F::from_u128_r(root, round).value.scalbn((exponent - odd) / 2 - 120)
}
