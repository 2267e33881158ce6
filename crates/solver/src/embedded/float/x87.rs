//! The x87's format, which has the integer bit of its significand in the pattern: the circuits work on patterns without it.

use effigy_base::op::Op;

use crate::circuit::arithmetic::Word;
use crate::circuit::gates::{Gates, Lit};

/// Bits of a pattern.
pub(super) const WIDTH: usize = 80;

/// The place of the integer bit, behind the fraction.
const INTEGER: usize = 63;

/// Whether an operator takes floats of this format, its first argument having `width` bits.
pub(super) fn takes(op: Op, width: usize) -> bool {
    width == WIDTH && !matches!(op, Op::FpFromSbv { .. } | Op::FpFromUbv { .. })
}

/// Whether an operator makes floats of this format, its result having `width` bits.
pub(super) fn gives(op: Op, width: usize) -> bool {
    width == WIDTH && !matches!(op, Op::FpToSbv { .. } | Op::FpToUbv { .. })
}

/// The pattern without its integer bit. One beside a zero exponent stands for an exponent of one; a missing one beside another
/// exponent makes the pattern no number.
pub(super) fn without_integer_bit(g: &mut Gates, a: &[Lit]) -> Word {
    let (fraction, rest) = a.split_at(INTEGER);
    let (integer, rest) = (rest[0], &rest[1..]);
    let (exponent, sign) = rest.split_at(rest.len() - 1);
    let some = g.or_all(exponent.iter().copied());
    let (invalid, least) = (g.and(some, !integer), g.and(!some, integer));
    let mut result = fraction.to_vec();
    result[INTEGER - 1] = g.or(result[INTEGER - 1], invalid);
    for (place, &bit) in exponent.iter().enumerate() {
        let bit = g.or(bit, invalid);
        result.push(if place == 0 { g.or(bit, least) } else { bit });
    }
    result.push(sign[0]);
    result
}

/// The pattern with its integer bit, which is set where the exponent is not zero.
pub(super) fn with_integer_bit(g: &mut Gates, a: &[Lit]) -> Word {
    let integer = g.or_all(a[INTEGER..a.len() - 1].iter().copied());
    let mut result = a.to_vec();
    result.insert(INTEGER, integer);
    result
}
