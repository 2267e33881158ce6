//! Multibyte characters in the C locale: a byte of ASCII is a character, any other one is none (`EILSEQ`), and there is no state.

use super::wide::{at, extended, is_ascii, low, put, same};
use crate::shared::failed::failed;
use crate::shared::value::{Answer, Entry, byte_at, is_within, slot, term, word};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("btowc", btowc),
    ("wctob", wctob),
    ("mblen", mblen),
    ("mbtowc", |c| decoded(c, 0)),
    ("mbrtowc", |c| restartable(c, 0, 3)),
    ("mbrlen", mbrlen),
    ("wctomb", |c| encoded(c, 0)),
    ("wcrtomb", |c| encoded(c, 1)),
    ("mbstowcs", mbstowcs),
    ("mbsrtowcs", |c| from_place(c, true)),
    ("wcstombs", wcstombs),
    ("wcsrtombs", |c| from_place(c, false)),
];

const EILSEQ: u32 = 84;

/// The end of the input as a wide character, and -1 as an `int`.
const NONE: u128 = 0xffff_ffff;

/// A number as it is where it is ASCII, else -1.
fn kept(call: &mut Call<'_>) -> Answer {
    let value = crate::shared::value::arg_term(call, 0);
    let width = call.store().width(value);
    let (bound, none) = (call.store().bits(width, 0x80), call.store().bits(width, NONE));
    let ascii = call.store().ult(value, bound);
    let result = call.store().ite(ascii, value, none);
    term(call, result)
}

fn btowc(call: &mut Call<'_>) -> Answer {
    kept(call)
}

fn wctob(call: &mut Call<'_>) -> Answer {
    kept(call)
}

fn ends(call: &mut Call<'_>, byte: Slot) -> Result<bool, Stop> {
    is_within(call, byte, &[(0, 0)])
}

/// Whether the state in an argument is the first one, which it stays.
fn checked_state(call: &mut Call<'_>, index: usize) -> Result<(), Stop> {
    if call.word(index)? == 0 {
        return Ok(());
    }
    let count = call.load(call.arg(index), Sort::BitVec(32))?;
    if same(call, count, Slot::word(0))? {
        return Ok(());
    }
    Err(call.unsupported("a multibyte character that was begun"))
}

/// `mblen(text, bytes)`: no state.
fn mblen(call: &mut Call<'_>) -> Answer {
    let (start, limit) = (call.word(0)?, call.word(1)?);
    character(call, None, start, limit, -1)
}

/// `mbtowc(target, text, bytes)`.
fn decoded(call: &mut Call<'_>, target: usize) -> Answer {
    let (start, limit) = (call.word(target + 1)?, call.word(target + 2)?);
    let target = call.word(target)?;
    character(call, Some(target), start, limit, -1)
}

/// `mbrtowc(target, text, bytes, state)`.
fn restartable(call: &mut Call<'_>, target: usize, state: usize) -> Answer {
    checked_state(call, state)?;
    let (start, limit) = (call.word(target + 1)?, call.word(target + 2)?);
    let target = call.word(target)?;
    character(call, Some(target).filter(|_| start != 0), start, limit, -2)
}

/// `mbrlen(text, bytes, state)`.
fn mbrlen(call: &mut Call<'_>) -> Answer {
    checked_state(call, 2)?;
    let (start, limit) = (call.word(0)?, call.word(1)?);
    character(call, None, start, limit, -2)
}

/// The character at a place: its length, zero for the end, `none` where there is no byte.
fn character(
    call: &mut Call<'_>,
    target: Option<u64>,
    start: u64,
    limit: u64,
    none: i64,
) -> Answer {
    if start == 0 {
        return word(0);
    }
    if limit == 0 && none == -1 {
        // glibc looks at the first byte all the same.
        return Err(call.unsupported("a multibyte character of no bytes"));
    }
    if limit == 0 {
        return slot(crate::shared::value::number(none, call.result_width()));
    }
    let byte = byte_at(call, start)?;
    if !is_ascii(call, byte, 8)? {
        return failed(call, EILSEQ, -1);
    }
    let end = ends(call, byte)?;
    if let Some(target) = target.filter(|target| *target != 0) {
        let target = call.address(Slot::word(target), 4, true)?;
        let unit = extended(call, byte);
        put(call, target, unit);
    }
    word(u64::from(!end))
}

/// `wctomb(target, character)` and `wcrtomb(target, character, state)`, which differ for no target.
fn encoded(call: &mut Call<'_>, without: u64) -> Answer {
    if without == 1 {
        checked_state(call, 2)?;
    }
    if call.word(0)? == 0 {
        return word(without);
    }
    let unit = call.arg(1);
    if !is_ascii(call, unit, 32)? {
        return failed(call, EILSEQ, -1);
    }
    let target = call.address(call.arg(0), 1, true)?;
    let byte = low(call, unit);
    call.write_byte(target, byte);
    word(1)
}

/// What a conversion of a string found.
struct Converted {
    units: Vec<Slot>,
    /// Whether it met the end, which is written where there is room.
    ended: bool,
    /// Whether it met no character.
    broken: bool,
}

/// The characters of a text, from bytes or from wide characters, at most `limit`.
fn converted(
    call: &mut Call<'_>,
    source: u64,
    limit: u64,
    to_wide: bool,
) -> Result<Converted, Stop> {
    let mut units = Vec::new();
    for index in 0..limit {
        let unit = if to_wide { byte_at(call, source + index)? } else { at(call, source, index)? };
        if !is_ascii(call, unit, if to_wide { 8 } else { 32 })? {
            return Ok(Converted { units, ended: false, broken: true });
        }
        let unit = if to_wide { unit } else { low(call, unit) };
        if ends(call, unit)? {
            return Ok(Converted { units, ended: true, broken: false });
        }
        units.push(unit);
    }
    Ok(Converted { units, ended: false, broken: false })
}

/// Writes what was converted to a target, if there is one.
fn written(
    call: &mut Call<'_>,
    target: u64,
    converted: &Converted,
    to_wide: bool,
) -> Result<(), Stop> {
    let size = if to_wide { 4 } else { 1 };
    let count = converted.units.len() as u64 + u64::from(converted.ended);
    let target = call.address(Slot::word(target), count * size, true)?;
    let end = converted.ended.then(|| Slot::word(0));
    for (at, unit) in
        (target..).step_by(size as usize).zip(converted.units.iter().copied().chain(end))
    {
        match to_wide {
            true => {
                let unit = extended(call, unit);
                put(call, at, unit);
            }
            false => call.write_byte(at, unit),
        }
    }
    Ok(())
}

/// `mbstowcs(target, source, characters)`.
fn mbstowcs(call: &mut Call<'_>) -> Answer {
    whole(call, true)
}

/// `wcstombs(target, source, bytes)`.
fn wcstombs(call: &mut Call<'_>) -> Answer {
    whole(call, false)
}

fn whole(call: &mut Call<'_>, to_wide: bool) -> Answer {
    let (target, source) = (call.word(0)?, call.word(1)?);
    let limit = if target == 0 { u64::MAX } else { call.word(2)? };
    let converted = converted(call, source, limit, to_wide)?;
    if target != 0 {
        written(call, target, &converted, to_wide)?;
    }
    match converted.broken {
        true => failed(call, EILSEQ, -1),
        false => word(converted.units.len() as u64),
    }
}

/// `mbsrtowcs(target, &source, count, state)`: the source goes on behind what was converted, and is null at its end.
fn from_place(call: &mut Call<'_>, to_wide: bool) -> Answer {
    checked_state(call, 3)?;
    let target = call.word(0)?;
    let place = call.address(call.arg(1), 8, target != 0)?;
    let source = call.load(Slot::word(place), Sort::BitVec(64))?;
    let source = call.concrete(source)?;
    let limit = if target == 0 { u64::MAX } else { call.word(2)? };
    let converted = converted(call, source, limit, to_wide)?;
    if target != 0 {
        written(call, target, &converted, to_wide)?;
        let size = if to_wide { 1 } else { 4 };
        let next = source + size * converted.units.len() as u64;
        let next = if converted.ended { 0 } else { next };
        call.write_bytes(place, &next.to_le_bytes());
    }
    match converted.broken {
        true => failed(call, EILSEQ, -1),
        false => word(converted.units.len() as u64),
    }
}
