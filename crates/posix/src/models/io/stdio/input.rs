//! Reading from standard input, and from the file that it is.

use super::stream::{descriptor, end_of_file, may, open, taken, unreadable};
use crate::shared::descriptors::{pending, reader};
use crate::shared::memory;
use crate::shared::value::{
    Answer, Entry, arg_term, byte_term, int, low_byte, same, slot, word, write,
};
use crate::state::files::Last;
use crate::state::state_mut;
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
    next_byte(call, 0)
}

fn next_byte(call: &mut Call<'_>, reader: usize) -> Answer {
    let Some(byte) = pending(call, reader)?.first().copied() else {
        taken(call, reader, 0, true)?;
        return end_of_file(call);
    };
    taken(call, reader, 1, false)?;
    let byte = byte_term(call, byte);
    let wide = call.store().zero_extend(32, byte);
    slot(call.slot(wide))
}

/// The reader of the stream that an argument points to.
fn reader_of(call: &mut Call<'_>, index: usize) -> Result<Option<usize>, Stop> {
    let descriptor = descriptor(call, index)?;
    let reader = reader(call, descriptor as i32)?;
    if let Some(reader) = reader {
        may(call, reader, Last::Read)?;
    }
    Ok(reader)
}

fn fgetc(call: &mut Call<'_>) -> Answer {
    match reader_of(call, 0)? {
        Some(reader) => next_byte(call, reader),
        None => unreadable(call),
    }
}

fn ungetc(call: &mut Call<'_>) -> Answer {
    let Some(reader) = reader_of(call, 1)? else { return unreadable(call) };
    let value = arg_term(call, 0);
    let end = call.store().bits(32, u128::from(u32::MAX));
    let nothing = call.store().eq(value, end);
    if call.decide(nothing)? {
        return end_of_file(call);
    }
    let byte = low_byte(call, 0);
    if let Some(reader) = state_mut(call)?.readers.get_mut(reader) {
        reader.put_back.push(byte);
        reader.at_end = false;
    }
    let byte = byte_term(call, byte);
    let wide = call.store().zero_extend(32, byte);
    slot(call.slot(wide))
}

/// The bytes up to a delimiter, with it, at most `limit`; forks over its place.
fn line(
    call: &mut Call<'_>,
    reader: usize,
    delimiter: u8,
    limit: usize,
) -> Result<(Vec<Slot>, bool), Stop> {
    let mut taken = Vec::new();
    for byte in pending(call, reader)? {
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
    let reader = reader_of(call, 2)?;
    line_into(call, size, reader)
}

/// `__fgets_chk(target, its size, bytes, stream)`.
fn fgets_chk(call: &mut Call<'_>) -> Answer {
    let size = int(call, 2)?;
    let reader = reader_of(call, 3)?;
    line_into(call, size, reader)
}

fn line_into(call: &mut Call<'_>, size: i32, reader: Option<usize>) -> Answer {
    let Some(reader) = reader.filter(|_| size > 0) else { return word(0) };
    let (mut bytes, met_end) = line(call, reader, b'\n', size as usize - 1)?;
    let count = bytes.len();
    if count == 0 && met_end {
        taken(call, reader, 0, true)?;
        return word(0);
    }
    bytes.push(Slot::word(0));
    let target = call.given_room(call.arg(0), size as u64, true)?;
    write(call, target, &bytes);
    taken(call, reader, count, met_end)?;
    slot(call.arg(0))
}

fn gets(call: &mut Call<'_>) -> Answer {
    open(call, 0)?;
    let (mut bytes, met_end) = line(call, 0, b'\n', usize::MAX)?;
    let count = bytes.len();
    if count == 0 {
        taken(call, 0, 0, true)?;
        return word(0);
    }
    if !met_end {
        bytes.pop();
    }
    bytes.push(Slot::word(0));
    let target = call.address(call.arg(0), bytes.len() as u64, true)?;
    write(call, target, &bytes);
    taken(call, 0, count, met_end)?;
    slot(call.arg(0))
}

/// `fread(target, size, count, stream)`.
fn fread(call: &mut Call<'_>) -> Answer {
    let (size, count) = (call.word(1)?, call.word(2)?);
    let wanted = size.saturating_mul(count) as usize;
    let Some(reader) = reader_of(call, 3)?.filter(|_| wanted > 0) else { return word(0) };
    let mut bytes = pending(call, reader)?;
    let met_end = bytes.len() < wanted;
    bytes.truncate(wanted);
    let target = call.given_room(call.arg(0), wanted as u64, true)?;
    write(call, target, &bytes);
    taken(call, reader, bytes.len(), met_end)?;
    word(bytes.len() as u64 / size)
}

fn getline(call: &mut Call<'_>) -> Answer {
    let reader = reader_of(call, 2)?;
    delimited(call, b'\n', reader)
}

fn getdelim(call: &mut Call<'_>) -> Answer {
    let delimiter = call.word(2)? as u8;
    let reader = reader_of(call, 3)?;
    delimited(call, delimiter, reader)
}

/// `getdelim(&buffer, &size, ...)`: the buffer grows as it must.
fn delimited(call: &mut Call<'_>, delimiter: u8, reader: Option<usize>) -> Answer {
    let place = call.address(call.arg(0), 8, true)?;
    let size_place = call.address(call.arg(1), 8, true)?;
    let buffer = call.load(Slot::word(place), Sort::BitVec(64))?;
    let buffer = call.concrete(buffer)?;
    let Some(reader) = reader else { return end_of_file(call) };
    let (mut bytes, met_end) = line(call, reader, delimiter, usize::MAX)?;
    let count = bytes.len();
    if count == 0 {
        taken(call, reader, 0, true)?;
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
        let target = memory::owned(call, size, 16)?;
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
    taken(call, reader, count, met_end)?;
    word(count as u64)
}
