//! Numbers from text: `strtol`, `atoi` and their relatives; those of floats are in [`float`].

pub(crate) mod float;
mod reader;

pub(crate) use reader::Reader;

use super::ctype::{SPACE, XDIGIT};
use crate::errno::{EINVAL, ERANGE};
use crate::shared::failed;
use crate::shared::value::{Answer, Entry, byte_term, is_within, resized, slot, word};
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;
use effigy_exec::slot::{Slot, Term};
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("strtol", |c| strtol(c, true)),
    ("strtoll", |c| strtol(c, true)),
    ("strtoimax", |c| strtol(c, true)),
    ("strtoul", |c| strtol(c, false)),
    ("strtoull", |c| strtol(c, false)),
    ("strtoumax", |c| strtol(c, false)),
    ("__isoc23_strtol", |c| strtol(c, true)),
    ("__isoc23_strtoll", |c| strtol(c, true)),
    ("__isoc23_strtoul", |c| strtol(c, false)),
    ("__isoc23_strtoull", |c| strtol(c, false)),
    ("wcstol", |c| wcstol(c, true)),
    ("wcstoll", |c| wcstol(c, true)),
    ("wcstoul", |c| wcstol(c, false)),
    ("wcstoull", |c| wcstol(c, false)),
    ("atoi", atoi),
    ("atol", atol),
    ("atoll", atol),
];

/// A number that was read from text.
pub(crate) struct Parsed {
    /// Its value in 64 bits.
    pub value: Term,
    /// Where the text goes on; the start when there was no number.
    pub end: u64,
    /// Whether the value does not fit and is the nearest one that does.
    pub clamped: bool,
}

/// `strtol(text, &end, base)`.
fn strtol(call: &mut Call<'_>, signed: bool) -> Answer {
    let start = call.word(0)?;
    number(call, (Reader::Memory, start), signed)
}

/// `wcstol(text, &end, base)`.
fn wcstol(call: &mut Call<'_>, signed: bool) -> Answer {
    let start = call.word(0)?;
    number(call, (Reader::Wide(start), 0), signed)
}

fn number(call: &mut Call<'_>, (from, start): (Reader<'_>, u64), signed: bool) -> Answer {
    let end = call.word(1)?;
    let base = call.word(2)? as u32;
    if base == 1 || base > 36 {
        let errno = failed::errno(call)?;
        call.write_bytes(errno, &EINVAL.to_le_bytes());
        return word(0);
    }
    let parsed = integer(call, from, start, base, signed)?;
    if end != 0 {
        let end = call.address(Slot::word(end), 8, true)?;
        call.write_bytes(end, &from.address(parsed.end).to_le_bytes());
    }
    if parsed.clamped {
        let errno = failed::errno(call)?;
        call.write_bytes(errno, &ERANGE.to_le_bytes());
    }
    slot(call.slot(parsed.value))
}

fn atoi(call: &mut Call<'_>) -> Answer {
    let start = call.word(0)?;
    let parsed = integer(call, Reader::Memory, start, 10, true)?;
    let low = resized(call, parsed.value, 32, false);
    let again = call.store().sign_extend(64, low);
    let fits = call.store().eq(again, parsed.value);
    representable(call, &parsed, fits)?;
    slot(call.slot(low))
}

fn atol(call: &mut Call<'_>) -> Answer {
    let start = call.word(0)?;
    let parsed = integer(call, Reader::Memory, start, 10, true)?;
    let fits = call.store().bool(true);
    representable(call, &parsed, fits)?;
    slot(call.slot(parsed.value))
}

/// Checks that the number in a text is one of the result's type (C17 7.22.1p1).
fn representable(call: &mut Call<'_>, parsed: &Parsed, fits: Term) -> Result<(), Stop> {
    if !call.finds(FindingKind::Overflow) {
        return Ok(());
    }
    if parsed.clamped || !call.decide(fits)? {
        let message = "the number in the text does not fit the result";
        return Err(call.fail(FindingKind::Overflow, message));
    }
    Ok(())
}

/// Reads an integer (C17 7.22.1.4): forks over the shape of the text, not over the digits.
pub(crate) fn integer(
    call: &mut Call<'_>,
    from: Reader<'_>,
    start: u64,
    base: u32,
    signed: bool,
) -> Result<Parsed, Stop> {
    let mut at = start;
    while from.is(call, at, SPACE)? {
        at += 1;
    }
    let negative = from.is(call, at, &[(b'-', b'-')])?;
    if negative || from.is(call, at, &[(b'+', b'+')])? {
        at += 1;
    }
    let base = prefix(call, from, &mut at, base)?;
    let wide = call.store().bits(128, u128::from(base));
    let (first, mut sum) = (at, call.store().bits(128, 0));
    let limit =
        if !signed { u128::from(u64::MAX) } else { i64::MAX as u128 + u128::from(negative) };
    let mut clamped = false;
    while let Some(digit) = digit_at(call, from, at, base)? {
        at += 1;
        if clamped {
            continue;
        }
        let scaled = call.store().bvmul(sum, wide);
        sum = call.store().bvadd(scaled, digit);
        clamped =
            u128::from(base).checked_pow((at - first) as u32).is_none_or(|most| most - 1 > limit)
                && exceeds(call, sum, limit)?;
    }
    if at == first {
        let value = call.store().bits(64, 0);
        return Ok(Parsed { value, end: start, clamped: false });
    }
    if clamped {
        let nearest = if signed && negative { 1 << 63 } else { limit };
        let value = call.store().bits(64, nearest);
        return Ok(Parsed { value, end: at, clamped });
    }
    let value = call.store().extract(63, 0, sum);
    let value = if negative { call.store().bvneg(value) } else { value };
    Ok(Parsed { value, end: at, clamped })
}

fn exceeds(call: &mut Call<'_>, sum: Term, limit: u128) -> Result<bool, Stop> {
    let limit = call.store().bits(128, limit);
    let over = call.store().ult(limit, sum);
    call.decide(over)
}

/// Skips `0x` where a hexadecimal digit follows; gives the base that is meant.
fn prefix(call: &mut Call<'_>, from: Reader<'_>, at: &mut u64, base: u32) -> Result<u32, Stop> {
    if base != 0 && base != 16 {
        return Ok(base);
    }
    if !from.is(call, *at, &[(b'0', b'0')])? {
        return Ok(if base == 0 { 10 } else { base });
    }
    if from.is(call, *at + 1, &[(b'x', b'x'), (b'X', b'X')])? && from.is(call, *at + 2, XDIGIT)? {
        *at += 2;
        return Ok(16);
    }
    Ok(if base == 0 { 8 } else { base })
}

/// The value of the digit at a place in 128 bits; `None` when there is none.
fn digit_at(
    call: &mut Call<'_>,
    from: Reader<'_>,
    at: u64,
    base: u32,
) -> Result<Option<Term>, Stop> {
    let byte = from.byte(call, at)?;
    let letters = base.saturating_sub(10) as u8;
    let last = b'0' + (base.min(10) - 1) as u8;
    let ranges =
        [(b'0', last), (b'a', b'a' + letters.max(1) - 1), (b'A', b'A' + letters.max(1) - 1)];
    let ranges = if letters == 0 { ranges.get(..1) } else { ranges.get(..) }.unwrap_or_default();
    if !is_within(call, byte, ranges)? {
        return Ok(None);
    }
    let byte = byte_term(call, byte);
    let wide = call.store().zero_extend(128, byte);
    let zero = call.store().bits(128, u128::from(b'0'));
    let digit = call.store().bvsub(wide, zero);
    if letters == 0 {
        return Ok(Some(digit));
    }
    let case = call.store().bits(128, 0x20);
    let lower = call.store().bvor(wide, case);
    let ten = call.store().bits(128, u128::from(b'a') - 10);
    let letter = call.store().bvsub(lower, ten);
    let nine = call.store().bits(8, u128::from(b'9'));
    let is_digit = call.store().ule(byte, nine);
    Ok(Some(call.store().ite(is_digit, digit, letter)))
}
