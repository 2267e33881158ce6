//! Integer and float constants.

use super::{Parse, Parser};
use crate::ast::{Constant, FloatKind};
use crate::lexer::Token;
use std::sync::Arc;

/// The widest integer that is kept as one machine word of Rust.
const WORD_BITS: u32 = 128;

/// The digits that a constant may have; more do not fit the widest integers that programs use.
const MAX_DIGITS: usize = 5000;

impl Parser<'_> {
    /// The value of an integer constant of `bits` bits, modulo its width.
    pub(super) fn int_constant(&self, token: Token<'_>, bits: u32) -> Parse<Constant> {
        let text = token.text;
        let (negative, digits, radix, signed) =
            match (text.strip_prefix("u0x"), text.strip_prefix("s0x")) {
                (Some(hex), _) => (false, hex, 16, false),
                (_, Some(hex)) => (false, hex, 16, true),
                _ => (text.starts_with('-'), text.trim_start_matches(['-', '+']), 10, false),
            };
        let valid = !digits.is_empty()
            && digits.len() <= MAX_DIGITS
            && digits.chars().all(|c| c.is_digit(radix));
        if !valid {
            return self
                .fail(token.start, format!("expected an integer, found `{}`", super::short(text)));
        }
        if let (true, Ok(value)) = (bits <= WORD_BITS, u128::from_str_radix(digits, radix)) {
            let value = if signed { sign_extend(value, digits.len()) } else { value };
            let value = if negative { value.wrapping_neg() } else { value };
            return Ok(Constant::Int(value & mask(bits)));
        }
        let mut words = big_words(digits, radix, bits);
        if signed && sign_digit(digits) {
            extend_ones(&mut words, digits.len() * 4);
        }
        if negative {
            negate(&mut words);
        }
        Ok(fit(words, bits))
    }

    /// The bits of a float constant in its format.
    pub(super) fn float_constant(&self, token: Token<'_>, kind: FloatKind) -> Parse<u128> {
        let bad = || {
            self.fail(
                token.start,
                format!("`{}` is no {} constant", super::short(token.text), kind.name()),
            )
        };
        let Some(hex) = token.text.strip_prefix("0x") else {
            return decimal_float(token.text, kind).map_or_else(bad, Ok);
        };
        let (digits, written) = match hex.chars().next() {
            Some('K') => (hex.get(1..), FloatKind::X87),
            Some('L') => (hex.get(1..), FloatKind::Quad),
            Some('H') => (hex.get(1..), FloatKind::Half),
            Some('R') => (hex.get(1..), FloatKind::BFloat),
            _ => (Some(hex), FloatKind::Double),
        };
        let digits = digits.unwrap_or("");
        let Ok(value) = u128::from_str_radix(digits, 16) else {
            return bad();
        };
        match (written, kind) {
            // The low half of the bits is written first.
            (FloatKind::Quad, FloatKind::Quad) if digits.len() == 32 => Ok(value.rotate_left(64)),
            (FloatKind::X87, FloatKind::X87)
            | (FloatKind::Half, FloatKind::Half)
            | (FloatKind::BFloat, FloatKind::BFloat) => Ok(value & mask(kind.bits())),
            (FloatKind::Double, _) => {
                u64::try_from(value).ok().and_then(|v| from_double(v, kind)).map_or_else(bad, Ok)
            }
            _ => bad(),
        }
    }
}

/// All ones in the low `bits` bits.
pub(super) fn mask(bits: u32) -> u128 {
    if bits >= WORD_BITS { u128::MAX } else { (1_u128 << bits) - 1 }
}

fn sign_digit(digits: &str) -> bool {
    digits.chars().next().and_then(|c| c.to_digit(16)).is_some_and(|d| d >= 8)
}

fn sign_extend(value: u128, digits: usize) -> u128 {
    let bits = u32::try_from(digits * 4).unwrap_or(WORD_BITS).min(WORD_BITS);
    let negative = value >> (bits - 1) & 1 == 1;
    if negative { value | !mask(bits) } else { value }
}

/// The low words of a number, as many as `bits` bits need (at least two).
fn big_words(digits: &str, radix: u32, bits: u32) -> Vec<u64> {
    let mut words = vec![0_u64; (bits.div_ceil(64) as usize).clamp(2, MAX_DIGITS)];
    for digit in digits.chars().filter_map(|c| c.to_digit(radix)) {
        let mut carry = u128::from(digit);
        for word in &mut words {
            let product = u128::from(*word) * u128::from(radix) + carry;
            *word = product as u64;
            carry = product >> 64;
        }
    }
    words
}

fn extend_ones(words: &mut [u64], from: usize) {
    for (i, word) in words.iter_mut().enumerate() {
        let low = (from.saturating_sub(i * 64)).min(64);
        if low < 64 {
            *word |= u64::MAX << low;
        }
    }
}

fn negate(words: &mut [u64]) {
    let mut carry = true;
    for word in words {
        let (sum, overflow) = (!*word).overflowing_add(u64::from(carry));
        *word = sum;
        carry = overflow;
    }
}

fn fit(mut words: Vec<u64>, bits: u32) -> Constant {
    if bits <= WORD_BITS {
        let word = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
        return Constant::Int((word(0) | word(1) << 64) & mask(bits));
    }
    words.resize(bits.div_ceil(64) as usize, 0);
    if let (Some(last), extra @ 1..) = (words.last_mut(), bits % 64) {
        *last &= (1 << extra) - 1;
    }
    Constant::WideInt(Arc::from(words))
}

fn decimal_float(text: &str, kind: FloatKind) -> Option<u128> {
    let digits = text.trim_start_matches(['-', '+']);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    from_double(value.to_bits(), kind)
}

/// The same number in another format; `None` when it is not exact or the format is not written this way.
fn from_double(bits: u64, kind: FloatKind) -> Option<u128> {
    match kind {
        FloatKind::Double => Some(u128::from(bits)),
        FloatKind::Single => double_to_single(bits).map(u128::from),
        FloatKind::Half => double_to_small(bits, 5, 10),
        FloatKind::BFloat => double_to_small(bits, 8, 7),
        FloatKind::X87 | FloatKind::Quad => None,
    }
}

/// Single precision is written with the digits of the double of the same value; NaN payloads are kept.
fn double_to_single(bits: u64) -> Option<u32> {
    let sign = ((bits >> 63) as u32) << 31;
    if f64::from_bits(bits).is_nan() {
        let payload = (bits >> 29) as u32 & 0x7f_ffff;
        return (payload != 0).then_some(sign | 0x7f80_0000 | payload);
    }
    Some((f64::from_bits(bits) as f32).to_bits())
}

/// Exact conversion of a normal number, zero or infinity to a format of `exponent` and `fraction` bits.
fn double_to_small(bits: u64, exponent: u32, fraction: u32) -> Option<u128> {
    let sign = u128::from(bits >> 63) << (exponent + fraction);
    let magnitude = bits & (u64::MAX >> 1);
    let largest = (1_i64 << exponent) - 1;
    if magnitude == 0 {
        return Some(sign);
    }
    let value = (magnitude >> 52) as i64 - 1023 + (largest >> 1);
    let dropped = 52 - fraction;
    let infinite = magnitude == 0x7ff0_0000_0000_0000;
    let exact = bits & ((1 << dropped) - 1) == 0 && value > 0 && value < largest;
    let value = if infinite { largest } else { value };
    let kept = u128::from((magnitude >> dropped) & ((1 << fraction) - 1));
    (exact || infinite).then_some(sign | (value as u128) << fraction | kept)
}
