//! Conversions between formats and integers, and rounding to integral values.

use effigy_base::op::RoundingMode;

use super::Format;
use super::pack::{
    Number, constant, round, shift_right_sticky, signed_width, unpack, unpack_normalised,
};
use crate::circuit::arithmetic::{self as arith, Word};
use crate::circuit::bits::{Shift, shift};
use crate::circuit::gates::{Gates, Lit};

/// A float in another format.
pub(super) fn convert(g: &mut Gates, from: Format, to: Format, a: &[Lit]) -> Word {
    let x = unpack_normalised(g, from, a);
    let sign = x.number.sign;
    let finite = round(g, to, x.number, 0);
    let result = arith::mux(g, x.infinite, &to.special(sign, Lit::TRUE), &finite);
    arith::mux(g, x.nan, &to.nan(), &result)
}

/// A signed integer as a float.
pub(super) fn from_signed(g: &mut Gates, f: Format, a: &[Lit]) -> Word {
    let sign = a.last().copied().unwrap_or(Lit::FALSE);
    let magnitude = arith::negate_if(g, sign, a);
    from_magnitude(g, f, sign, magnitude)
}

/// An unsigned integer as a float.
pub(super) fn from_unsigned(g: &mut Gates, f: Format, a: &[Lit]) -> Word {
    from_magnitude(g, f, Lit::FALSE, a.to_vec())
}

fn from_magnitude(g: &mut Gates, f: Format, sign: Lit, significand: Word) -> Word {
    let highest = significand.len() - 1;
    let exponent = constant(highest as i64, signed_width(highest));
    round(g, f, Number { sign, exponent, significand }, highest)
}

/// The integer part of a float's magnitude in `width` bits, and whether it is at least `2^limit`; and its sign, and
/// whether it is a NaN.
struct Integer {
    magnitude: Word,
    too_large: Lit,
    sign: Lit,
    nan: Lit,
}

fn integer_part(g: &mut Gates, f: Format, width: usize, limit: usize, a: &[Lit]) -> Integer {
    let x = unpack(g, f, a);
    let bits = f.exponent.max(signed_width(limit)) + 2;
    let exponent = arith::sign_extend(&x.number.exponent, bits);
    let fraction = exponent[bits - 1];
    let far = !arith::signed_less(g, &exponent, &constant(limit as i64, bits));
    let mut wide = x.number.significand;
    wide.resize(width + f.significand - 1, Lit::FALSE);
    let mut by = exponent;
    by.truncate(signed_width(limit) - 1);
    by.resize(wide.len(), Lit::FALSE);
    let shifted = shift(g, Shift::Left, &wide, &by);
    Integer {
        magnitude: shifted[f.significand - 1..].iter().map(|&x| g.and(x, !fraction)).collect(),
        too_large: g.or(far, x.infinite),
        sign: x.number.sign,
        nan: x.nan,
    }
}

/// A float as a signed integer: towards zero, saturating, zero for NaN.
pub(super) fn to_signed(g: &mut Gates, f: Format, width: usize, a: &[Lit]) -> Word {
    let part = integer_part(g, f, width, width - 1, a);
    let value = arith::negate_if(g, part.sign, &part.magnitude);
    let mut extreme = vec![!part.sign; width];
    extreme[width - 1] = part.sign;
    let value = arith::mux(g, part.too_large, &extreme, &value);
    value.iter().map(|&x| g.and(x, !part.nan)).collect()
}

/// A float as an unsigned integer: towards zero, saturating, zero for NaN.
pub(super) fn to_unsigned(g: &mut Gates, f: Format, width: usize, a: &[Lit]) -> Word {
    let part = integer_part(g, f, width, width, a);
    let some = g.and(!part.nan, !part.sign);
    part.magnitude
        .iter()
        .map(|&x| {
            let bit = g.or(x, part.too_large);
            g.and(bit, some)
        })
        .collect()
}

/// The integral value that a rounding mode gives (IEEE 754-2019, 5.9).
pub(super) fn to_integral(g: &mut Gates, f: Format, mode: RoundingMode, a: &[Lit]) -> Word {
    let x = unpack(g, f, a);
    let Number { sign, exponent, significand } = x.number;
    let width = f.exponent.max(signed_width(f.significand)) + 3;
    let exponent = arith::sign_extend(&exponent, width);
    let highest = constant(f.significand as i64 - 1, width);
    // Also infinities.
    let integral = !arith::signed_less(g, &exponent, &highest);
    let by = arith::subtract(g, &highest, &exponent).0;
    let wide: Word = [Lit::FALSE; 2].into_iter().chain(significand).collect();
    let kept = shift_right_sticky(g, &wide, &by);
    let (sticky, half, lowest) = (kept[0], kept[1], kept[2]);
    let inexact = g.or(sticky, half);
    let up = match mode {
        RoundingMode::NearestEven => {
            let tail = g.or(sticky, lowest);
            g.and(half, tail)
        }
        RoundingMode::NearestAway => half,
        RoundingMode::TowardZero => Lit::FALSE,
        RoundingMode::TowardNegative => g.and(sign, inexact),
        RoundingMode::TowardPositive => g.and(!sign, inexact),
    };
    let whole: Word = kept[2..].iter().copied().chain([Lit::FALSE]).collect();
    let zero = vec![Lit::FALSE; whole.len()];
    let significand = arith::add(g, &whole, &zero, up).0;
    let exponent = constant(f.significand as i64, width);
    let rounded = round(g, f, Number { sign, exponent, significand }, f.significand);
    let result = arith::mux(g, integral, a, &rounded);
    arith::mux(g, x.nan, &f.nan(), &result)
}
