//! Floats from text (C17 7.22.1.3): all forms of them, rounded once, in the direction that is set.

use super::Reader;
use crate::errno::ERANGE;
use crate::models::text::ctype::{ALNUM, DIGIT, SPACE, XDIGIT};
use crate::shared::decimal::{DOUBLE, Exact, Format, LONG, SINGLE};
use crate::shared::failed;
use crate::shared::value::{Answer, Entry, byte_term, is_within, slot};
use crate::state::rounding::direction;
use effigy_base::op::Op;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;
use num_bigint::BigUint;

pub(crate) const MODELS: &[Entry] = &[
    ("strtod", |c| strtod(c, DOUBLE)),
    ("strtof", |c| strtod(c, SINGLE)),
    ("strtold", |c| strtod(c, LONG)),
    ("atof", atof),
    ("wcstod", |c| wcstod(c, DOUBLE)),
    ("wcstof", |c| wcstod(c, SINGLE)),
    ("wcstold", |c| wcstod(c, LONG)),
];

/// A float that was read from text.
pub(crate) struct Parsed {
    /// Its bits.
    pub value: Slot,
    /// Where the text goes on; the start when there was no number.
    pub end: u64,
    /// Whether it overflowed, or is inexact and below the normal numbers.
    pub out_of_range: bool,
}

fn strtod(call: &mut Call<'_>, format: Format) -> Answer {
    let start = call.word(0)?;
    parsed(call, Reader::Memory, start, format)
}

fn wcstod(call: &mut Call<'_>, format: Format) -> Answer {
    let start = call.word(0)?;
    parsed(call, Reader::Wide(start), 0, format)
}

fn parsed(call: &mut Call<'_>, from: Reader<'_>, start: u64, format: Format) -> Answer {
    let end = call.word(1)?;
    let parsed = float(call, from, start, format)?;
    if end != 0 {
        let end = call.address(Slot::word(end), 8, true)?;
        call.write_bytes(end, &from.address(parsed.end).to_le_bytes());
    }
    tell_range(call, &parsed)?;
    slot(parsed.value)
}

fn atof(call: &mut Call<'_>) -> Answer {
    let start = call.word(0)?;
    let parsed = float(call, Reader::Memory, start, DOUBLE)?;
    tell_range(call, &parsed)?;
    slot(parsed.value)
}

fn tell_range(call: &mut Call<'_>, parsed: &Parsed) -> Result<(), Stop> {
    if parsed.out_of_range {
        let errno = failed::errno(call)?;
        call.write_bytes(errno, &ERANGE.to_le_bytes());
    }
    Ok(())
}

/// Reads a float. Forks over the shape of the text; over the digits only where the number is more than an integer that the format
/// has.
pub(crate) fn float(
    call: &mut Call<'_>,
    from: Reader<'_>,
    start: u64,
    format: Format,
) -> Result<Parsed, Stop> {
    let mut at = start;
    while from.is(call, at, SPACE)? {
        at += 1;
    }
    let negative = from.is(call, at, &[(b'-', b'-')])?;
    if negative || from.is(call, at, &[(b'+', b'+')])? {
        at += 1;
    }
    let made = |bits: u128, end| Parsed { value: Slot::wide(bits), end, out_of_range: false };
    if matches(call, from, at, b"inf")? {
        let all = matches(call, from, at + 3, b"inity")?;
        return Ok(made(format.infinity(negative), at + if all { 8 } else { 3 }));
    }
    if matches(call, from, at, b"nan")? {
        let (payload, end) = payload(call, from, at + 3)?;
        return Ok(made(format.nan(negative, payload), end));
    }
    match digits(call, from, at)? {
        Some(text) => text.value(call, negative, format),
        None => Ok(made(format.zero(false), start)),
    }
}

/// Whether a word stands at a place, in any case.
fn matches(call: &mut Call<'_>, from: Reader<'_>, at: u64, word: &[u8]) -> Result<bool, Stop> {
    for (at, letter) in (at..).zip(word) {
        let upper = letter.to_ascii_uppercase();
        if !from.is(call, at, &[(*letter, *letter), (upper, upper)])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What stands in parentheses behind `nan`: a number for the payload, as glibc has it, and where the text goes on.
fn payload(call: &mut Call<'_>, from: Reader<'_>, at: u64) -> Result<(u64, u64), Stop> {
    if !from.is(call, at, &[(b'(', b'(')])? {
        return Ok((0, at));
    }
    let mut end = at + 1;
    while from.is(call, end, ALNUM)? || from.is(call, end, &[(b'_', b'_')])? {
        end += 1;
    }
    if !from.is(call, end, &[(b')', b')')])? {
        return Ok((0, at));
    }
    let number = super::integer(call, from, at + 1, 0, false)?;
    let value = call.slot(number.value);
    let value = if number.end == end && !number.clamped { call.concrete(value)? } else { 0 };
    Ok((if number.clamped && number.end == end { u64::MAX } else { value }, end + 1))
}

/// The digits of a number.
struct Digits {
    hexadecimal: bool,
    /// All of them, without the point.
    digits: Vec<Slot>,
    /// How many of them stand behind the point.
    behind: usize,
    /// The power behind `e` or `p`.
    power: i64,
    end: u64,
}

const POINT: &[(u8, u8)] = &[(b'.', b'.')];

fn digits(call: &mut Call<'_>, from: Reader<'_>, start: u64) -> Result<Option<Digits>, Stop> {
    let hexadecimal = from.is(call, start, &[(b'0', b'0')])?
        && from.is(call, start + 1, &[(b'x', b'x'), (b'X', b'X')])?
        && (from.is(call, start + 2, XDIGIT)?
            || from.is(call, start + 2, POINT)? && from.is(call, start + 3, XDIGIT)?);
    let class = if hexadecimal { XDIGIT } else { DIGIT };
    let mut at = start + if hexadecimal { 2 } else { 0 };
    let (mut digits, mut behind, mut point) = (Vec::new(), 0, false);
    loop {
        if from.is(call, at, class)? {
            digits.push(from.byte(call, at)?);
            behind += usize::from(point);
        } else if !point && from.is(call, at, POINT)? {
            point = true;
        } else {
            break;
        }
        at += 1;
    }
    if digits.is_empty() {
        return Ok(None);
    }
    let (power, end) = power(call, from, at, if hexadecimal { b'p' } else { b'e' })?;
    Ok(Some(Digits { hexadecimal, digits, behind, power, end }))
}

/// The power behind a letter, whose digits are forked over, and where the text goes on.
fn power(call: &mut Call<'_>, from: Reader<'_>, at: u64, letter: u8) -> Result<(i64, u64), Stop> {
    let upper = letter.to_ascii_uppercase();
    if !from.is(call, at, &[(letter, letter), (upper, upper)])? {
        return Ok((0, at));
    }
    let negative = from.is(call, at + 1, &[(b'-', b'-')])?;
    let signed = negative || from.is(call, at + 1, &[(b'+', b'+')])?;
    let first = at + 1 + u64::from(signed);
    let (mut end, mut power) = (first, 0i64);
    while from.is(call, end, DIGIT)? {
        let digit = from.byte(call, end)?;
        let digit = call.concrete(digit)? as i64 - i64::from(b'0');
        power = power.saturating_mul(10).saturating_add(digit);
        end += 1;
    }
    match end == first {
        true => Ok((0, at)),
        false => Ok((if negative { -power } else { power }, end)),
    }
}

impl Digits {
    fn value(self, call: &mut Call<'_>, negative: bool, format: Format) -> Result<Parsed, Stop> {
        let whole = !self.hexadecimal && self.behind == 0 && self.power == 0;
        // 10^n < 2^(3.33 n)
        let fits = self.digits.len() as i64 * 10 / 3 < format.precision.min(63);
        if whole && fits && self.digits.iter().any(|digit| digit.term.is_some()) {
            let value = self.integer(call, negative, format);
            return Ok(Parsed { value, end: self.end, out_of_range: false });
        }
        let mut text = Vec::new();
        for digit in &self.digits {
            call.go_on(text.len() as u64)?;
            text.push(call.concrete(*digit)? as u8);
        }
        let radix = if self.hexadecimal { 16 } else { 10 };
        let digits = BigUint::parse_bytes(&text, radix).unwrap_or(BigUint::ZERO);
        let behind = self.behind as i64;
        let exact = match self.hexadecimal {
            true => {
                Exact { negative, digits, tens: 0, twos: self.power.saturating_sub(4 * behind) }
            }
            false => Exact { negative, digits, tens: self.power.saturating_sub(behind), twos: 0 },
        };
        let rounded = exact.rounded(format, direction(call)?);
        let (value, out_of_range) = (Slot::wide(rounded.bits), rounded.out_of_range);
        Ok(Parsed { value, end: self.end, out_of_range })
    }

    /// An integer that the format has, which is not rounded.
    fn integer(&self, call: &mut Call<'_>, negative: bool, format: Format) -> Slot {
        let mut sum = call.store().bits(64, 0);
        for digit in &self.digits {
            let byte = byte_term(call, *digit);
            let store = call.store();
            let (ten, zero) = (store.bits(64, 10), store.bits(64, u128::from(b'0')));
            let wide = store.zero_extend(64, byte);
            let digit = store.bvsub(wide, zero);
            let scaled = store.bvmul(sum, ten);
            sum = store.bvadd(scaled, digit);
        }
        let mut value = call.store().app(Op::FpFromUbv { width: format.width }, &[sum]);
        if negative {
            value = call.store().app(Op::FpNeg, &[value]);
        }
        call.slot(value)
    }
}

/// Whether a byte is a digit, or a hexadecimal one.
pub(crate) fn is_digit(call: &mut Call<'_>, byte: Slot, hexadecimal: bool) -> Result<bool, Stop> {
    is_within(call, byte, if hexadecimal { XDIGIT } else { DIGIT })
}
