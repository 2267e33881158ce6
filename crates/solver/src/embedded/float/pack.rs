//! Taking floats apart, shifting significands, and the one rounder.

use super::Format;
use crate::circuit::arithmetic::{self as arith, Word};
use crate::circuit::gates::{Gates, Lit};

/// A number: the significand's highest bit stands for two to the power of the exponent, which is signed.
pub(super) struct Number {
    pub sign: Lit,
    pub exponent: Word,
    pub significand: Word,
}

/// A float taken apart. The number counts where the float is neither infinite nor NaN.
pub(super) struct Unpacked {
    pub nan: Lit,
    pub infinite: Lit,
    pub zero: Lit,
    pub number: Number,
}

/// A constant of `width` bits in two's complement.
pub(super) fn constant(value: i64, width: usize) -> Word {
    (0..width).map(|i| Lit::constant((value >> i.min(63)) & 1 == 1)).collect()
}

/// Bits that hold `value` in two's complement.
pub(super) fn signed_width(value: usize) -> usize {
    (usize::BITS - value.leading_zeros()) as usize + 1
}

/// Takes a float apart. The highest bit of a subnormal number's significand is zero, its exponent that of the least
/// normal number.
pub(super) fn unpack(g: &mut Gates, f: Format, a: &[Lit]) -> Unpacked {
    let (fraction, rest) = a.split_at(f.significand - 1);
    let (biased, sign) = rest.split_at(f.exponent);
    let normal = g.or_all(biased.iter().copied());
    let special = g.and_all(biased.to_vec());
    let some = g.or_all(fraction.iter().copied());
    let width = f.exponent + 2;
    let mut exponent = biased.to_vec();
    exponent[0] = g.or(biased[0], !normal);
    exponent.resize(width, Lit::FALSE);
    let exponent = arith::add(g, &exponent, &constant(-f.bias(), width), Lit::FALSE).0;
    Unpacked {
        nan: g.and(special, some),
        infinite: g.and(special, !some),
        zero: !g.or(normal, some),
        number: Number {
            sign: sign[0],
            exponent,
            significand: fraction.iter().copied().chain([normal]).collect(),
        },
    }
}

/// As [`unpack`], with the highest bit set in the significand of every number but zero.
pub(super) fn unpack_normalised(g: &mut Gates, f: Format, a: &[Lit]) -> Unpacked {
    let unpacked = unpack(g, f, a);
    let number = normalise(g, unpacked.number, f.significand - 1);
    Unpacked { number, ..unpacked }
}

/// Shifts a significand to the left until its highest bit is set, for at most `most` zeros before the first one.
fn normalise(g: &mut Gates, number: Number, most: usize) -> Number {
    let mut word = number.significand;
    let mut zeros = Vec::new();
    for stage in (0..(usize::BITS - most.leading_zeros()) as usize).rev() {
        let distance = 1 << stage;
        let top = arith::is_zero(g, &word[word.len() - distance..]);
        let shifted: Word = std::iter::repeat_n(Lit::FALSE, distance)
            .chain(word[..word.len() - distance].iter().copied())
            .collect();
        word = arith::mux(g, top, &shifted, &word);
        zeros.insert(0, top);
    }
    let width = number.exponent.len();
    zeros.resize(width, Lit::FALSE);
    let exponent = arith::subtract(g, &number.exponent, &zeros).0;
    Number { sign: number.sign, exponent, significand: word }
}

/// Shifts to the right by an unsigned amount; the lowest bit of the result is also set when a bit was lost.
pub(super) fn shift_right_sticky(g: &mut Gates, a: &[Lit], by: &[Lit]) -> Word {
    let width = a.len();
    let mut word = a.to_vec();
    let mut far = Vec::new();
    for (stage, &bit) in by.iter().enumerate() {
        if stage >= usize::BITS as usize - 1 || 1 << stage >= width {
            far.push(bit);
            continue;
        }
        let distance = 1 << stage;
        let mut shifted = word[distance..].to_vec();
        shifted[0] = g.or_all(word[..=distance].iter().copied());
        shifted.resize(width, Lit::FALSE);
        word = arith::mux(g, bit, &shifted, &word);
    }
    let far = g.or_all(far);
    let mut lost = vec![Lit::FALSE; width];
    lost[0] = g.or_all(word.iter().copied());
    arith::mux(g, far, &lost, &word)
}

/// The float nearest to a number, ties to even (IEEE 754-2019, 4.3.1). The lowest bit of the significand may stand for
/// all bits below it when there are at least two more bits than in the format's significand; `zeros` bounds the zeros
/// before its first one. A significand of zero gives zero with the number's sign.
pub(super) fn round(g: &mut Gates, f: Format, number: Number, zeros: usize) -> Word {
    let width = 2 + number.exponent.len().max(f.exponent + 2).max(signed_width(zeros));
    let exponent = arith::sign_extend(&number.exponent, width);
    let Number { sign, exponent, significand } = normalise(g, Number { exponent, ..number }, zeros);
    let some = significand.last().copied().unwrap_or(Lit::FALSE);
    let kept = with_sticky(g, significand, f.significand + 2);

    // Below the least normal exponent the significand loses as many bits as the exponent is too small.
    let least = constant(f.least_exponent(), width);
    let missing = arith::subtract(g, &least, &exponent).0;
    let subnormal = arith::signed_less(g, &exponent, &least);
    let by: Word = missing.iter().map(|&x| g.and(x, subnormal)).collect();
    let kept = shift_right_sticky(g, &kept, &by);
    let normal = g.and(some, !subnormal);
    let biased = arith::add(g, &exponent, &constant(f.bias(), width), Lit::FALSE).0;
    let biased = biased[..f.exponent].iter().map(|&x| g.and(x, normal)).collect::<Word>();

    // A carry out of the fraction makes the exponent one more, up to that of infinity.
    let tail = g.or(kept[0], kept[2]);
    let up = g.and(kept[1], tail);
    let magnitude: Word = kept[2..=f.significand].iter().chain(&biased).copied().collect();
    let zero = vec![Lit::FALSE; magnitude.len()];
    let mut rounded = arith::add(g, &magnitude, &zero, up).0;
    rounded.push(sign);
    let too_large = arith::signed_less(g, &constant(f.bias(), width), &exponent);
    let too_large = g.and(too_large, some);
    arith::mux(g, too_large, &f.special(sign, Lit::TRUE), &rounded)
}

/// The highest `width` bits, the lowest of them also set when a bit below is.
fn with_sticky(g: &mut Gates, word: Word, width: usize) -> Word {
    if word.len() <= width {
        let padding = std::iter::repeat_n(Lit::FALSE, width - word.len());
        return padding.chain(word).collect();
    }
    let (low, high) = word.split_at(word.len() - width);
    let mut high = high.to_vec();
    high[0] = g.or_all(low.iter().copied().chain([high[0]]));
    high
}
