//! Reading from standard input.

use super::stream::{consume, descriptor, end_of_file, open, pending, unreadable};
use crate::alloc;
use crate::registry::Entry;
use crate::value::{Answer, arg_term, byte_term, int, low_byte, same, slot, word, write};
use crate::world::world_mut;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("getchar", getchar),
    ("getchar_unlocked", getchar),
    ("getc", fgetc),
    ("fgetc", fgetc),
    ("_IO_getc", fgetc),
    ("getc_unlocked", fgetc),
    ("ungetc", ungetc),
    ("fgets", fgets),
    ("__fgets_chk", fgets_chk),
    ("fgets_unlocked", fgets),
    ("gets", gets),
    ("fread", fread),
    ("fread_unlocked", fread),
    ("getline", getline),
    ("getdelim", getdelim),
    ("__getdelim", getdelim),
];

fn getchar(call: &mut Call<'_>) -> Answer {
    open(call, 0)?;
    let Some(byte) = pending(call)?.first().copied() else {
        consume(call, 0, true)?;
        return end_of_file(call);
    };
    consume(call, 1, false)?;
    let byte = byte_term(call, byte);
    let wide = call.store().zero_extend(32, byte);
    slot(call.slot(wide))
}

fn fgetc(call: &mut Call<'_>) -> Answer {
    match descriptor(call, 0)? {
        0 => getchar(call),
        _ => unreadable(call),
    }
}

fn ungetc(call: &mut Call<'_>) -> Answer {
    if descriptor(call, 1)? != 0 {
        return unreadable(call);
    }
    let value = arg_term(call, 0);
    let end = call.store().bits(32, u128::from(u32::MAX));
    let nothing = call.store().eq(value, end);
    if call.decide(nothing)? {
        return end_of_file(call);
    }
    let byte = low_byte(call, 0);
    let world = world_mut(call)?;
    world.put_back.push(byte);
    world.at_end = false;
    let byte = byte_term(call, byte);
    let wide = call.store().zero_extend(32, byte);
    slot(call.slot(wide))
}

/// The bytes up to a delimiter, with it, at most `limit`; forks over its place.
fn line(call: &mut Call<'_>, delimiter: u8, limit: usize) -> Result<(Vec<Slot>, bool), Stop> {
    let mut taken = Vec::new();
    for byte in pending(call)? {
        if taken.len() >= limit {
            return Ok((taken, false));
        }
        taken.push(byte);
        if same(call, byte, Slot::word(u64::from(delimiter)))? {
            return Ok((taken, false));
        }
    }
    let met_end = taken.len() < limit;
    Ok((taken, met_end))
}

fn fgets(call: &mut Call<'_>) -> Answer {
    let size = int(call, 1)?;
    let stream = descriptor(call, 2)?;
    line_into(call, size, stream)
}

/// `__fgets_chk(target, its size, bytes, stream)`.
fn fgets_chk(call: &mut Call<'_>) -> Answer {
    let size = int(call, 2)?;
    let stream = descriptor(call, 3)?;
    line_into(call, size, stream)
}

fn line_into(call: &mut Call<'_>, size: i32, stream: u32) -> Answer {
    if stream != 0 || size <= 0 {
        return word(0);
    }
    let (mut bytes, met_end) = line(call, b'\n', size as usize - 1)?;
    let count = bytes.len();
    if count == 0 && met_end {
        consume(call, 0, true)?;
        return word(0);
    }
    bytes.push(Slot::word(0));
    let target = call.address(call.arg(0), bytes.len() as u64, true)?;
    write(call, target, &bytes);
    consume(call, count, met_end)?;
    slot(call.arg(0))
}

fn gets(call: &mut Call<'_>) -> Answer {
    open(call, 0)?;
    let (mut bytes, met_end) = line(call, b'\n', usize::MAX)?;
    let count = bytes.len();
    if count == 0 {
        consume(call, 0, true)?;
        return word(0);
    }
    if !met_end {
        bytes.pop();
    }
    bytes.push(Slot::word(0));
    let target = call.address(call.arg(0), bytes.len() as u64, true)?;
    write(call, target, &bytes);
    consume(call, count, met_end)?;
    slot(call.arg(0))
}

/// `fread(target, size, count, stream)`.
fn fread(call: &mut Call<'_>) -> Answer {
    let (size, count) = (call.word(1)?, call.word(2)?);
    let wanted = size.saturating_mul(count) as usize;
    if descriptor(call, 3)? != 0 || wanted == 0 {
        return word(0);
    }
    let mut bytes = pending(call)?;
    let met_end = bytes.len() < wanted;
    bytes.truncate(wanted);
    let target = call.address(call.arg(0), bytes.len() as u64, true)?;
    write(call, target, &bytes);
    consume(call, bytes.len(), met_end)?;
    word(bytes.len() as u64 / size)
}

fn getline(call: &mut Call<'_>) -> Answer {
    let stream = descriptor(call, 2)?;
    delimited(call, b'\n', stream)
}

fn getdelim(call: &mut Call<'_>) -> Answer {
    let delimiter = call.word(2)? as u8;
    let stream = descriptor(call, 3)?;
    delimited(call, delimiter, stream)
}

/// `getdelim(&buffer, &size, ...)`: the buffer grows as it must.
fn delimited(call: &mut Call<'_>, delimiter: u8, stream: u32) -> Answer {
    let place = call.address(call.arg(0), 8, true)?;
    let size_place = call.address(call.arg(1), 8, true)?;
    let buffer = call.load(Slot::word(place), Sort::BitVec(64))?;
    let buffer = call.concrete(buffer)?;
    let (mut bytes, met_end) = line(call, delimiter, usize::MAX)?;
    let count = bytes.len();
    if stream != 0 || count == 0 {
        consume(call, 0, stream == 0)?;
        return end_of_file(call);
    }
    bytes.push(Slot::word(0));
    let has = match buffer {
        0 => 0,
        _ => {
            let has = call.load(Slot::word(size_place), Sort::BitVec(64))?;
            call.concrete(has)?
        }
    };
    let target = if has < bytes.len() as u64 {
        let size = (bytes.len() as u64).max(120);
        if buffer != 0 {
            call.heap_object(buffer)?;
        }
        let target = alloc::owned(call, size, 16)?;
        if buffer != 0 {
            call.release(buffer)?;
        }
        call.write_bytes(place, &target.to_le_bytes());
        call.write_bytes(size_place, &size.to_le_bytes());
        target
    } else {
        call.address(Slot::word(buffer), bytes.len() as u64, true)?
    };
    write(call, target, &bytes);
    consume(call, count, met_end)?;
    word(count as u64)
}
