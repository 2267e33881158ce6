//! Descriptors: which are open, what there is still to read, where they stand, and writing to them.

use super::failed::failed;
use super::files;
use super::value::{Answer, arg_term, int, word};
use crate::errno::EBADF;
use crate::state::files::Last;
use crate::state::{state, state_mut};
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

/// The size of a `FILE` object.
pub(crate) const FILE_SIZE: u64 = 216;

/// The index of the reader of an open descriptor.
pub(crate) fn opened(call: &Call<'_>, descriptor: i32) -> Result<Option<usize>, Stop> {
    let index = match descriptor {
        0 => 0,
        3.. => descriptor as usize - 2,
        _ => return Ok(None),
    };
    let open = state(call)?.readers.get(index).is_some_and(|reader| !reader.closed);
    Ok(open.then_some(index))
}

/// The index of the reader of a descriptor; `None` for one that cannot be read.
pub(crate) fn reader(call: &Call<'_>, descriptor: i32) -> Result<Option<usize>, Stop> {
    let index = opened(call, descriptor)?;
    let readers = &state(call)?.readers;
    Ok(index.filter(|index| readers.get(*index).is_some_and(|reader| reader.reads)))
}

/// The index of the reader of a descriptor of a file that can be written.
pub(crate) fn writer(call: &Call<'_>, descriptor: i32) -> Result<Option<usize>, Stop> {
    let index = opened(call, descriptor)?;
    let readers = &state(call)?.readers;
    Ok(index.filter(|index| readers.get(*index).is_some_and(|reader| reader.writes)))
}

/// What a reader has still before it.
pub(crate) fn pending(call: &mut Call<'_>, reader: usize) -> Result<Vec<Slot>, Stop> {
    let Some(open) = state(call)?.readers.get(reader) else { return Ok(Vec::new()) };
    let place = open.read;
    let mut bytes: Vec<Slot> = open.put_back.iter().rev().copied().collect();
    bytes.extend(files::from(call, reader, place)?);
    Ok(bytes)
}

/// Takes bytes from a reader; `met_end` when more were wanted than there are.
pub(crate) fn consume(
    call: &mut Call<'_>,
    reader: usize,
    count: usize,
    met_end: bool,
) -> Result<(), Stop> {
    if count == 0 && !met_end {
        return Ok(());
    }
    if let Some(reader) = state_mut(call)?.readers.get_mut(reader) {
        let back = count.min(reader.put_back.len());
        reader.put_back.truncate(reader.put_back.len() - back);
        reader.read += count - back;
        reader.at_end |= met_end;
    }
    Ok(())
}

/// Whether the place of a descriptor can be moved.
pub(crate) fn moves(call: &Call<'_>, descriptor: i32) -> Result<bool, Stop> {
    let reader = opened(call, descriptor)?;
    Ok(reader.is_some_and(|reader| state(call).is_ok_and(|state| files::is_file(state, reader))))
}

/// Where a reader stands.
pub(crate) fn position(call: &Call<'_>, reader: usize) -> Result<i64, Stop> {
    let reader = state(call)?.readers.get(reader);
    Ok(reader.map_or(0, |reader| reader.read as i64 - reader.put_back.len() as i64))
}

/// The place that an offset means: from the beginning, from here, or from the end. `None` when there is no such place.
pub(crate) fn place(
    call: &mut Call<'_>,
    descriptor: i32,
    offset: usize,
    whence: usize,
) -> Result<Option<i64>, Stop> {
    let (offset, whence) = (call.word(offset)? as i64, int(call, whence)?);
    let from = match (whence, opened(call, descriptor)?) {
        (0, _) => 0,
        (1, Some(reader)) => position(call, reader)?,
        (2, Some(reader)) => files::len(call, reader)? as i64,
        _ => return Ok(None),
    };
    Ok(from.checked_add(offset).filter(|place| *place >= 0))
}

/// Goes to a place in the file; whether there is such a place.
pub(crate) fn go_to(
    call: &mut Call<'_>,
    descriptor: i32,
    place: Option<i64>,
) -> Result<bool, Stop> {
    let (Some(place), Some(reader)) = (place, opened(call, descriptor)?) else { return Ok(false) };
    let Some(reader) = state_mut(call)?.readers.get_mut(reader) else { return Ok(false) };
    reader.read = place as usize;
    reader.last = Last::Neither;
    reader.put_back.clear();
    reader.at_end = false;
    Ok(true)
}

/// Whether argument `address` is where as many bytes as argument `len` says can be read. The number may be symbolic, and the
/// address a choice among a few: output that nobody looks at needs no path for each. `false` also where that is left to a
/// check of each of them.
///
/// # Errors
/// When the path forks.
pub(crate) fn readable(call: &mut Call<'_>, address: usize, len: usize) -> Result<bool, Stop> {
    if call.arg(address).term.is_none() && call.arg(len).term.is_none() {
        return Ok(false);
    }
    let (from, bytes) = (arg_term(call, address), arg_term(call, len));
    let Some(places) = call.constants(from) else { return Ok(false) };
    let mut inside = call.store().bool(false);
    for place in places {
        // Where nothing is, nothing can be read: the address of an empty text is that of no object.
        let room = call.room(place)?.unwrap_or(0);
        let (place, room) =
            (call.store().bits(64, place.into()), call.store().bits(64, room.into()));
        let (here, fits) = (call.store().eq(from, place), call.store().ule(bytes, room));
        let both = call.store().and(here, fits);
        inside = call.store().or(inside, both);
    }
    call.decide(inside)
}

/// Writes bytes to a file: how many, or why not.
pub(crate) fn written(
    call: &mut Call<'_>,
    reader: usize,
    place: Option<usize>,
    bytes: &[Slot],
) -> Answer {
    match files::put(call, reader, place, bytes)? {
        Ok(count) => word(count as u64),
        Err(errno) => failed(call, errno, -1),
    }
}

/// Writes checked ranges. What goes to standard error is kept once the program has begun to fail.
pub(crate) fn emit(call: &mut Call<'_>, descriptor: u32, parts: &[(u64, u64)]) -> Answer {
    if !(1..=2).contains(&descriptor) {
        let Some(reader) = writer(call, descriptor as i32)? else {
            return failed(call, EBADF, -1);
        };
        let ranges = parts.iter().flat_map(|(address, len)| *address..*address + *len);
        let bytes: Vec<Slot> = ranges.map(|at| call.byte(at)).collect();
        return written(call, reader, None, &bytes);
    }
    if descriptor == 2 && call.failing().is_some() {
        let mut text = Vec::new();
        for (address, len) in parts {
            text.extend(call.bytes(*address, *len)?);
        }
        state_mut(call)?.stderr.extend(text);
    }
    word(parts.iter().map(|(_, len)| len).sum())
}
