//! Circuits for floating-point operators on IEEE 754 bit patterns: unpack, compute, round, pack.
//!
//! The operators mean what `effigy_base::eval::float` says: results are rounded to nearest even, and a result that is
//! not a number is the canonical NaN of its format.

mod arithmetic;
mod conversion;
mod pack;
#[cfg(test)]
mod tests;
mod x87;

use effigy_base::op::Op;

use crate::circuit::arithmetic::Word;
use crate::circuit::gates::{Gates, Lit};

/// A binary interchange format (IEEE 754-2019, 3.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Format {
    /// Bits of the exponent.
    pub exponent: usize,
    /// Bits of the significand with its hidden bit.
    pub significand: usize,
}

impl Format {
    /// The format of 16, 32, 64 or 128 bits, or that of the x87's 80 bits as its integer bit is left out.
    fn of_width(width: usize) -> Option<Format> {
        let (exponent, significand) = match width {
            x87::WIDTH => (15, 64),
            16 => (5, 11),
            32 => (8, 24),
            64 => (11, 53),
            128 => (15, 113),
            _ => return None,
        };
        Some(Format { exponent, significand })
    }

    /// The greatest exponent, which is also the exponent's bias.
    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent of the least normal number.
    fn least_exponent(self) -> i64 {
        1 - self.bias()
    }

    /// Infinity or zero, with a sign.
    fn special(self, sign: Lit, infinite: Lit) -> Word {
        let fraction = std::iter::repeat_n(Lit::FALSE, self.significand - 1);
        fraction.chain(std::iter::repeat_n(infinite, self.exponent)).chain([sign]).collect()
    }

    /// The canonical NaN.
    fn nan(self) -> Word {
        let mut nan = self.special(Lit::FALSE, Lit::TRUE);
        nan[self.significand - 2] = Lit::TRUE;
        nan
    }
}

/// The circuit of a floating-point operator; `width` is that of the result. `None` for a format that is not known.
pub(super) fn build(g: &mut Gates, op: Op, width: usize, args: &[&[Lit]]) -> Option<Word> {
    let first = *args.first()?;
    let (takes, gives) = (x87::takes(op, first.len()), x87::gives(op, width));
    if !takes && !gives {
        return build_plain(g, op, width, args);
    }
    let plain: Vec<Word> = args
        .iter()
        .map(|a| if takes { x87::without_integer_bit(g, a) } else { a.to_vec() })
        .collect();
    let plain: Vec<&[Lit]> = plain.iter().map(Vec::as_slice).collect();
    let result = build_plain(g, op, width, &plain)?;
    Some(if gives { x87::with_integer_bit(g, &result) } else { result })
}

fn build_plain(g: &mut Gates, op: Op, width: usize, args: &[&[Lit]]) -> Option<Word> {
    let first = *args.first()?;
    match op {
        Op::FpFromSbv { .. } => {
            return Some(conversion::from_signed(g, Format::of_width(width)?, first));
        }
        Op::FpFromUbv { .. } => {
            return Some(conversion::from_unsigned(g, Format::of_width(width)?, first));
        }
        _ => {}
    }
    let format = Format::of_width(first.len() + usize::from(first.len() == x87::WIDTH - 1))?;
    match op {
        Op::FpToFp { .. } => Some(conversion::convert(g, format, Format::of_width(width)?, first)),
        Op::FpToSbv { .. } => Some(conversion::to_signed(g, format, width, first)),
        Op::FpToUbv { .. } => Some(conversion::to_unsigned(g, format, width, first)),
        _ => within(g, format, op, args),
    }
}

/// Operators whose arguments have one format, and whose result has it too or is a truth value.
fn within(g: &mut Gates, f: Format, op: Op, args: &[&[Lit]]) -> Option<Word> {
    match *args {
        [a] => unary(g, f, op, a),
        [a, b] => binary(g, f, op, a, b),
        [a, b, c] if op == Op::FpFma => Some(arithmetic::fused(g, f, a, b, c)),
        _ => None,
    }
}

fn unary(g: &mut Gates, f: Format, op: Op, a: &[Lit]) -> Option<Word> {
    Some(match op {
        Op::FpSqrt => arithmetic::square_root(g, f, a),
        Op::FpRound(mode) => conversion::to_integral(g, f, mode, a),
        _ => return None,
    })
}

fn binary(g: &mut Gates, f: Format, op: Op, a: &[Lit], b: &[Lit]) -> Option<Word> {
    Some(match op {
        Op::FpAdd => arithmetic::sum(g, f, a, b),
        Op::FpSub => {
            let (&sign, magnitude) = b.split_last()?;
            let negated: Word = magnitude.iter().copied().chain([!sign]).collect();
            arithmetic::sum(g, f, a, &negated)
        }
        Op::FpMul => arithmetic::product(g, f, a, b),
        Op::FpDiv => arithmetic::quotient(g, f, a, b),
        // One step for each difference of exponents: too many in the large formats.
        Op::FpFmod if f.exponent > 11 => return None,
        Op::FpFmod => arithmetic::remainder(g, f, a, b),
        _ => return None,
    })
}
