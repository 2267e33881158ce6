//! Wide characters, in the C locale: numbers of 32 bits, of which the first 128 are the characters of ASCII.

use crate::shared::value::{
    Answer, Entry, arg_term, byte_term, copy_apart, signed, slot, term, within, word,
};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::{Slot, Term};
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("wcslen", wcslen),
    ("wcsnlen", wcsnlen),
    ("wcscpy", wcscpy),
    ("wcsncpy", wcsncpy),
    ("wcscat", wcscat),
    ("wcscmp", |c| compare(c, false)),
    ("wcsncmp", |c| compare(c, true)),
    ("wcschr", |c| search(c, false)),
    ("wcsrchr", |c| search(c, true)),
    ("wmemcpy", |c| copied(c, true)),
    ("wmemmove", |c| copied(c, false)),
    ("wmemset", wmemset),
    ("towupper", |c| other_case(c, LOWER)),
    ("towlower", |c| other_case(c, UPPER)),
    ("iswupper", |c| class(c, UPPER)),
    ("iswlower", |c| class(c, LOWER)),
    ("iswalpha", |c| class(c, &[(b'A', b'Z'), (b'a', b'z')])),
    ("iswdigit", |c| class(c, &[(b'0', b'9')])),
    ("iswalnum", |c| class(c, &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')])),
    ("iswspace", |c| class(c, &[(b'\t', b'\r'), (b' ', b' ')])),
    ("mbsinit", mbsinit),
];

const UPPER: &[(u8, u8)] = &[(b'A', b'Z')];
const LOWER: &[(u8, u8)] = &[(b'a', b'z')];

/// The size of a wide character.
const SIZE: u64 = 4;

/// The character at an address, checked.
pub(crate) fn at(call: &mut Call<'_>, start: u64, index: u64) -> Result<Slot, Stop> {
    call.go_on(index)?;
    call.load(Slot::word(start.wrapping_add(index.wrapping_mul(SIZE))), Sort::BitVec(32))
}

/// Whether two characters are equal; forks when both are possible.
pub(crate) fn same(call: &mut Call<'_>, a: Slot, b: Slot) -> Result<bool, Stop> {
    let (a, b) = (call.term(a, Sort::BitVec(32)), call.term(b, Sort::BitVec(32)));
    let equal = call.store().eq(a, b);
    call.decide(equal)
}

/// The number of characters before the terminator, at most `limit`.
fn bounded(call: &mut Call<'_>, start: u64, limit: u64) -> Result<u64, Stop> {
    for index in 0..limit {
        let character = at(call, start, index)?;
        if same(call, character, Slot::word(0))? {
            return Ok(index);
        }
    }
    Ok(limit)
}

fn length(call: &mut Call<'_>, start: u64) -> Result<u64, Stop> {
    bounded(call, start, u64::MAX)
}

/// The bytes of so many characters.
fn bytes(call: &Call<'_>, count: u64) -> Result<u64, Stop> {
    count
        .checked_mul(SIZE)
        .ok_or_else(|| call.unsupported(format!("a copy of {count} wide characters")))
}

fn wcslen(call: &mut Call<'_>) -> Answer {
    let start = call.word(0)?;
    let len = length(call, start)?;
    word(len)
}

fn wcsnlen(call: &mut Call<'_>) -> Answer {
    let (start, limit) = (call.word(0)?, call.word(1)?);
    let len = bounded(call, start, limit)?;
    word(len)
}

fn wcscpy(call: &mut Call<'_>) -> Answer {
    let source = call.word(1)?;
    let len = length(call, source)?;
    copy_apart(call, call.arg(0), Slot::word(source), SIZE * (len + 1))?;
    slot(call.arg(0))
}

/// `wcsncpy(target, source, characters)`: fills the rest with zeros.
fn wcsncpy(call: &mut Call<'_>) -> Answer {
    let (source, limit) = (call.word(1)?, call.word(2)?);
    let len = bounded(call, source, limit)?;
    let all = bytes(call, limit)?;
    let target = call.address(call.arg(0), all, true)?;
    copy_apart(call, Slot::word(target), Slot::word(source), SIZE * len)?;
    call.fill(Slot::word(target + SIZE * len), Slot::word(0), all - SIZE * len)?;
    slot(call.arg(0))
}

fn wcscat(call: &mut Call<'_>) -> Answer {
    let (target, source) = (call.word(0)?, call.word(1)?);
    let before = length(call, target)?;
    let len = length(call, source)?;
    copy_apart(call, Slot::word(target + SIZE * before), Slot::word(source), SIZE * (len + 1))?;
    slot(call.arg(0))
}

fn compare(call: &mut Call<'_>, has_limit: bool) -> Answer {
    let (a, b) = (call.word(0)?, call.word(1)?);
    let limit = if has_limit { call.word(2)? } else { u64::MAX };
    for index in 0..limit {
        let (x, y) = (at(call, a, index)?, at(call, b, index)?);
        if !same(call, x, y)? {
            let (x, y) = (call.term(x, Sort::BitVec(32)), call.term(y, Sort::BitVec(32)));
            let less = call.store().slt(x, y);
            let less = call.decide(less)?;
            return signed(call, if less { -1 } else { 1 });
        }
        if same(call, x, Slot::word(0))? {
            break;
        }
    }
    word(0)
}

fn search(call: &mut Call<'_>, last: bool) -> Answer {
    let (start, wanted) = (call.word(0)?, call.arg(1));
    let mut found = 0;
    for index in 0.. {
        let character = at(call, start, index)?;
        if same(call, character, wanted)? {
            found = start + SIZE * index;
            if !last {
                break;
            }
        }
        if same(call, character, Slot::word(0))? {
            break;
        }
    }
    word(found)
}

fn copied(call: &mut Call<'_>, apart: bool) -> Answer {
    let count = call.word(2)?;
    let len = bytes(call, count)?;
    match apart {
        true => copy_apart(call, call.arg(0), call.arg(1), len)?,
        false => call.copy(call.arg(0), call.arg(1), len)?,
    }
    slot(call.arg(0))
}

fn wmemset(call: &mut Call<'_>) -> Answer {
    let (value, count) = (arg_term(call, 1), call.word(2)?);
    let len = bytes(call, count)?;
    let start = call.address(call.arg(0), len, true)?;
    call.took(len)?;
    for at in (start..start + len).step_by(SIZE as usize) {
        for byte in 0..SIZE as u32 {
            let part = call.store().extract(8 * byte + 7, 8 * byte, value);
            let part = call.slot(part);
            call.write_byte(at + u64::from(byte), part);
        }
    }
    slot(call.arg(0))
}

fn class(call: &mut Call<'_>, ranges: &[(u8, u8)]) -> Answer {
    let value = arg_term(call, 0);
    let inside = within(call, value, ranges);
    let result = call.store().bool_to_bv(32, inside);
    term(call, result)
}

fn other_case(call: &mut Call<'_>, ranges: &[(u8, u8)]) -> Answer {
    let value = arg_term(call, 0);
    let inside = within(call, value, ranges);
    let case: Term = call.store().bits(32, 0x20);
    let other = call.store().bvxor(value, case);
    let result = call.store().ite(inside, other, value);
    term(call, result)
}

/// Whether a state of conversion is the first one: its number is zero.
fn mbsinit(call: &mut Call<'_>) -> Answer {
    if call.word(0)? == 0 {
        return word(1);
    }
    let count = call.load(call.arg(0), Sort::BitVec(32))?;
    let first = same(call, count, Slot::word(0))?;
    word(u64::from(first))
}

/// The characters before the terminator, at most `limit`.
pub(crate) fn contents(call: &mut Call<'_>, start: u64, limit: u64) -> Result<Vec<Slot>, Stop> {
    let len = bounded(call, start, limit)?;
    let mut units = Vec::new();
    for index in 0..len {
        units.push(at(call, start, index)?);
    }
    Ok(units)
}

/// Writes a character to a checked place.
pub(crate) fn put(call: &mut Call<'_>, place: u64, unit: Slot) {
    let unit = call.term(unit, Sort::BitVec(32));
    for byte in 0..SIZE as u32 {
        let part = call.store().extract(8 * byte + 7, 8 * byte, unit);
        let part = call.slot(part);
        call.write_byte(place + u64::from(byte), part);
    }
}

/// Whether a number is a character of ASCII; forks when it may or may not.
pub(crate) fn is_ascii(call: &mut Call<'_>, unit: Slot, width: u32) -> Result<bool, Stop> {
    let unit = call.term(unit, Sort::BitVec(width));
    let bound = call.store().bits(width, 0x80);
    let ascii = call.store().ult(unit, bound);
    call.decide(ascii)
}

/// A character as a byte.
///
/// # Errors
/// Ends the path by name where it is none of ASCII.
pub(crate) fn narrow(call: &mut Call<'_>, unit: Slot) -> Result<Slot, Stop> {
    if !is_ascii(call, unit, 32)? {
        return Err(call.unsupported("a wide character that is not ASCII as text"));
    }
    Ok(low(call, unit))
}

/// The low byte of a character.
pub(crate) fn low(call: &mut Call<'_>, unit: Slot) -> Slot {
    let unit = call.term(unit, Sort::BitVec(32));
    let byte = call.store().extract(7, 0, unit);
    call.slot(byte)
}

/// A byte as a character.
///
/// # Errors
/// Ends the path by name where it is none of ASCII.
pub(crate) fn widened(call: &mut Call<'_>, byte: Slot) -> Result<Slot, Stop> {
    if !is_ascii(call, byte, 8)? {
        return Err(call.unsupported("a byte that is not ASCII as a wide character"));
    }
    Ok(extended(call, byte))
}

/// A byte as a number of 32 bits.
pub(crate) fn extended(call: &mut Call<'_>, byte: Slot) -> Slot {
    let byte = byte_term(call, byte);
    let unit = call.store().zero_extend(32, byte);
    call.slot(unit)
}
