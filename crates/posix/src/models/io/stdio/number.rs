//! Numbers as text.

use super::spec::{Spec, padded, plain};
use crate::shared::value::resized;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::{Slot, Term};
use effigy_exec::stop::Stop;

/// How an integer is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Style {
    base: u32,
    signed: bool,
    /// Whether `+` and space count.
    marked: bool,
    upper: bool,
}

impl Style {
    /// The style of a conversion's letter.
    pub(crate) fn of(letter: u8) -> Self {
        match letter {
            b'd' | b'i' => Style { base: 10, signed: true, marked: true, upper: false },
            b'u' => Style { base: 10, signed: false, marked: false, upper: false },
            b'o' => Style { base: 8, signed: false, marked: false, upper: false },
            b'b' | b'B' => Style { base: 2, signed: false, marked: false, upper: letter == b'B' },
            _ => Style { base: 16, signed: false, marked: letter == b'p', upper: letter == b'X' },
        }
    }
}

/// The value at the conversion's own width, its magnitude, and whether it is negative as a term.
fn magnitude(call: &mut Call<'_>, value: Slot, spec: &Spec, style: Style) -> (Term, Term) {
    let width = spec.bits();
    let value = call.term(value, Sort::BitVec(width.max(32)));
    let value = resized(call, value, width, false);
    if !style.signed {
        let never = call.store().bool(false);
        return (value, never);
    }
    let zero = call.store().bits(width, 0);
    let negative = call.store().slt(value, zero);
    let opposite = call.store().bvneg(value);
    (call.store().ite(negative, opposite, value), negative)
}

/// The exact text of an integer: forks over its sign and its number of digits, which are terms.
pub(crate) fn integer(
    call: &mut Call<'_>,
    value: Slot,
    spec: &Spec,
    style: Style,
) -> Result<Vec<Slot>, Stop> {
    let (size, negative) = magnitude(call, value, spec, style);
    let negative = call.decide(negative)?;
    let zero = call.store().bits(spec.bits(), 0);
    let is_zero = call.store().eq(size, zero);
    let is_zero = call.decide(is_zero)?;
    let mut digits = Vec::new();
    if !is_zero {
        let count = digit_count(call, size, style.base)?;
        for place in (0..count).rev() {
            let digit = digit(call, size, style, place);
            digits.push(digit);
        }
    }
    let sign = match negative {
        true => "-",
        false if style.marked && spec.plus => "+",
        false if style.marked && spec.space => " ",
        false => "",
    };
    let base = match (style.base, style.upper) {
        _ if !spec.alternate || is_zero => "",
        (16, false) => "0x",
        (16, true) => "0X",
        (2, false) => "0b",
        (2, true) => "0B",
        _ => "",
    };
    let prefix = format!("{sign}{base}");
    let least = match spec.precision {
        Some(precision) => precision,
        None if spec.zero && !spec.left => spec.width.saturating_sub(prefix.len()).max(1),
        None => 1,
    };
    let least = if style.base == 8 && spec.alternate { least.max(digits.len() + 1) } else { least };
    let zeros = least.saturating_sub(digits.len());
    let mut text = plain(&prefix);
    text.extend(plain(&"0".repeat(zeros)));
    text.extend(digits);
    Ok(padded(text, spec))
}

fn digit_count(call: &mut Call<'_>, size: Term, base: u32) -> Result<u32, Stop> {
    let width = call.store().width(size);
    let mut count = 1;
    let mut bound = u128::from(base);
    while bound < 1 << width {
        let bound_term = call.store().bits(width, bound);
        let fits = call.store().ult(size, bound_term);
        if call.decide(fits)? {
            break;
        }
        bound *= u128::from(base);
        count += 1;
    }
    Ok(count)
}

/// The digit at a place, 0 the last, as a character.
fn digit(call: &mut Call<'_>, size: Term, style: Style, place: u32) -> Slot {
    let width = call.store().width(size);
    let power = call.store().bits(width, u128::from(style.base).pow(place));
    let base = call.store().bits(width, u128::from(style.base));
    let shifted = call.store().bvudiv(size, power);
    let digit = call.store().bvurem(shifted, base);
    let digit = resized(call, digit, 8, false);
    let zero = call.store().bits(8, u128::from(b'0'));
    let character = call.store().bvadd(digit, zero);
    if style.base <= 10 {
        return call.slot(character);
    }
    let a = if style.upper { b'A' } else { b'a' };
    let letter = call.store().bits(8, u128::from(a - 10));
    let letter = call.store().bvadd(digit, letter);
    let ten = call.store().bits(8, 10);
    let low = call.store().ult(digit, ten);
    let character = call.store().ite(low, character, letter);
    call.slot(character)
}

/// The length of a symbolic integer's text as a term of 32 bits, without a fork.
pub(crate) fn hidden_length(call: &mut Call<'_>, value: Slot, spec: &Spec, style: Style) -> Term {
    let (size, negative) = magnitude(call, value, spec, style);
    let width = spec.bits();
    let mut len = call.store().bits(32, spec.precision.unwrap_or(1).max(1) as u128);
    let mut bound = u128::from(style.base);
    let mut digits = 1;
    while bound < 1 << width {
        digits += 1;
        let bound_term = call.store().bits(width, bound);
        let longer = call.store().ule(bound_term, size);
        let count = call.store().bits(32, digits.max(spec.precision.unwrap_or(1) as u128));
        len = call.store().ite(longer, count, len);
        bound *= u128::from(style.base);
    }
    let sign = if style.signed && (spec.plus || spec.space) {
        call.store().bits(32, 1)
    } else {
        call.store().bool_to_bv(32, negative)
    };
    let len = call.store().bvadd(len, sign);
    let least = call.store().bits(32, spec.width as u128);
    let short = call.store().ult(len, least);
    call.store().ite(short, least, len)
}
