//! Streams: which one a `FILE` is, what there is still to read, where they stand, their states.

use crate::fd::{EBADF, EINVAL, ENOMEM, ESPIPE, failed};
use crate::files::{self, flags};
use crate::folders::opened;
use crate::registry::Entry;
use crate::start::FILE_SIZE;
use crate::string::text;
use crate::value::{Answer, ignored, int, nothing, signed, word, zero};
use crate::world::{Last, world, world_mut};
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("fopen", fopen),
    ("fopen64", fopen),
    ("fdopen", fdopen),
    ("tmpfile", tmpfile),
    ("tmpfile64", tmpfile),
    ("fclose", fclose),
    ("fileno", fileno),
    ("fileno_unlocked", fileno),
    ("feof", feof),
    ("feof_unlocked", feof),
    ("ferror", zero),
    ("ferror_unlocked", zero),
    ("clearerr", clearerr),
    ("rewind", rewind),
    ("fflush", fflush),
    ("fflush_unlocked", fflush),
    ("setvbuf", zero),
    ("setbuf", ignored),
    ("setlinebuf", ignored),
    ("flockfile", ignored),
    ("funlockfile", ignored),
    ("fseek", fseek),
    ("fseeko", fseek),
    ("fseeko64", fseek),
    ("ftell", ftell),
    ("ftello", ftell),
    ("ftello64", ftell),
];

/// The name of the file that standard input is, where it is one.
pub const FILE: &str = "/dev/stdin";

/// The descriptor of the stream that an argument points to.
pub(crate) fn descriptor(call: &mut Call<'_>, index: usize) -> Result<u32, Stop> {
    let file = call.word(index)?;
    let known = world(call)?;
    let opened = || known.readers.iter().skip(1).position(|r| r.stream == file).map(|at| at + 3);
    match known.streams.iter().position(|f| *f == file).or_else(opened) {
        Some(descriptor) => {
            open(call, descriptor)?;
            Ok(descriptor as u32)
        }
        None => {
            call.address(Slot::word(file), 1, false)?;
            Err(call.unsupported("a stream that was not opened"))
        }
    }
}

/// The index of the reader of a descriptor; `None` for one that cannot be read.
pub(crate) fn reader(call: &Call<'_>, descriptor: i32) -> Result<Option<usize>, Stop> {
    let index = opened(call, descriptor)?;
    let readers = &world(call)?.readers;
    Ok(index.filter(|index| readers.get(*index).is_some_and(|reader| reader.reads)))
}

/// The index of the reader of a descriptor of a file that can be written.
pub(crate) fn writer(call: &Call<'_>, descriptor: i32) -> Result<Option<usize>, Stop> {
    let index = opened(call, descriptor)?;
    let readers = &world(call)?.readers;
    Ok(index.filter(|index| readers.get(*index).is_some_and(|reader| reader.writes)))
}

/// Checks that a stream was not closed (C17 7.21.3p4).
pub(crate) fn open(call: &Call<'_>, descriptor: usize) -> Result<(), Stop> {
    let world = world(call)?;
    let closed = match descriptor {
        0..=2 => world.closed.get(descriptor) == Some(&true),
        _ => world.readers.get(descriptor - 2).is_some_and(|reader| reader.closed),
    };
    if !closed {
        return Ok(());
    }
    let message = "a stream is used that was closed";
    if call.finds(FindingKind::UseAfterFree) {
        return Err(call.fail(FindingKind::UseAfterFree, message));
    }
    Err(call.unsupported(message))
}

/// What a reader has still before it.
pub(crate) fn pending(call: &mut Call<'_>, reader: usize) -> Result<Vec<Slot>, Stop> {
    let Some(open) = world(call)?.readers.get(reader) else { return Ok(Vec::new()) };
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
    if let Some(reader) = world_mut(call)?.readers.get_mut(reader) {
        let back = count.min(reader.put_back.len());
        reader.put_back.truncate(reader.put_back.len() - back);
        reader.read += count - back;
        reader.at_end |= met_end;
    }
    Ok(())
}

/// Checks that a stream is not read directly after it was written, or written directly after it was read (C17 7.21.5.3p7).
pub(crate) fn may(call: &Call<'_>, reader: usize, next: Last) -> Result<(), Stop> {
    let last = world(call)?.readers.get(reader).map_or(Last::Neither, |reader| reader.last);
    let message = match (last, next) {
        (Last::Written, Last::Read) => {
            "a stream is read that was written, without fflush, fseek or rewind in between"
        }
        (Last::Read, Last::Written) => {
            "a stream is written that was read, without fseek or rewind in between"
        }
        _ => return Ok(()),
    };
    Err(call.fail(FindingKind::InvalidValue, message))
}

/// Notes what was last done with a stream that is read and written.
pub(crate) fn did(call: &mut Call<'_>, reader: usize, what: Last) -> Result<(), Stop> {
    let open = world(call)?.readers.get(reader);
    if open.is_none_or(|open| !open.reads || !open.writes || open.last == what) {
        return Ok(());
    }
    if let Some(open) = world_mut(call)?.readers.get_mut(reader) {
        open.last = what;
    }
    Ok(())
}

/// Takes bytes from a stream, as [`consume`].
pub(crate) fn taken(
    call: &mut Call<'_>,
    reader: usize,
    count: usize,
    met_end: bool,
) -> Result<(), Stop> {
    consume(call, reader, count, met_end)?;
    did(call, reader, if met_end { Last::Neither } else { Last::Read })
}

/// `fflush(stream)`, or of all streams: what was written is in the file already.
fn fflush(call: &mut Call<'_>) -> Answer {
    let all = call.word(0)? == 0;
    let of = if all { None } else { Some(descriptor(call, 0)? as i32) };
    let chosen = match of {
        Some(descriptor) => opened(call, descriptor)?.into_iter().collect(),
        None => (0..world(call)?.readers.len()).collect::<Vec<_>>(),
    };
    for reader in chosen {
        if world(call)?.readers.get(reader).is_some_and(|open| open.last == Last::Written) {
            did(call, reader, Last::Neither)?;
        }
    }
    word(0)
}

/// What the mode of a stream asks for; `None` for no mode.
fn flags_of(mode: &str) -> Option<u32> {
    let both = mode.contains('+');
    let base = match mode.chars().next()? {
        'r' => 0,
        'w' => flags::CREATE | flags::TRUNCATE,
        'a' => flags::CREATE | flags::APPEND,
        _ => return None,
    };
    let access = match (both, mode.starts_with('r')) {
        (true, _) => flags::BOTH,
        (false, true) => 0,
        (false, false) => flags::WRITE,
    };
    Some(base | access | if mode.contains('x') { flags::NEW } else { 0 })
}

/// A new `FILE` object.
fn new_stream(call: &mut Call<'_>) -> Option<u64> {
    let stream = call.allocate(FILE_SIZE, 16)?;
    call.keep(stream);
    call.clear(stream, FILE_SIZE);
    Some(stream)
}

/// `fopen(name, mode)`.
fn fopen(call: &mut Call<'_>) -> Answer {
    let (name, mode) = (text(call, 0)?, text(call, 1)?);
    let Some(flags) = flags_of(&mode) else { return failed(call, EINVAL, 0) };
    let Some(stream) = new_stream(call) else { return failed(call, ENOMEM, 0) };
    match files::open(call, (None, &name), flags, stream)? {
        Ok(_) => word(stream),
        Err(errno) => failed(call, errno, 0),
    }
}

/// `fdopen(descriptor, mode)`: a stream of a file that is open.
fn fdopen(call: &mut Call<'_>) -> Answer {
    let descriptor = int(call, 0)?;
    if let Some(standard) = usize::try_from(descriptor).ok().filter(|d| *d <= 2) {
        let stream = world(call)?.streams.get(standard).copied().unwrap_or(0);
        return word(stream);
    }
    let Some(reader) = opened(call, descriptor)? else { return failed(call, EBADF, 0) };
    let Some(stream) = new_stream(call) else { return failed(call, ENOMEM, 0) };
    if let Some(reader) = world_mut(call)?.readers.get_mut(reader) {
        reader.stream = stream;
    }
    word(stream)
}

/// `tmpfile()`: a file without a name.
fn tmpfile(call: &mut Call<'_>) -> Answer {
    let Some(stream) = new_stream(call) else { return failed(call, ENOMEM, 0) };
    match files::open_unnamed(call, stream)? {
        Ok(_) => word(stream),
        Err(errno) => failed(call, errno, 0),
    }
}

fn fclose(call: &mut Call<'_>) -> Answer {
    let descriptor = descriptor(call, 0)? as usize;
    let world = world_mut(call)?;
    let closed = match descriptor {
        0..=2 => world.closed.get_mut(descriptor),
        _ => world.readers.get_mut(descriptor - 2).map(|reader| &mut reader.closed),
    };
    if let Some(closed) = closed {
        *closed = true;
    }
    word(0)
}

fn fileno(call: &mut Call<'_>) -> Answer {
    let descriptor = descriptor(call, 0)?;
    word(u64::from(descriptor))
}

fn feof(call: &mut Call<'_>) -> Answer {
    let descriptor = descriptor(call, 0)? as i32;
    let at_end = match reader(call, descriptor)? {
        Some(reader) => world(call)?.readers.get(reader).is_some_and(|reader| reader.at_end),
        None => false,
    };
    word(u64::from(at_end))
}

fn clearerr(call: &mut Call<'_>) -> Answer {
    let descriptor = descriptor(call, 0)? as i32;
    if let Some(reader) = reader(call, descriptor)?
        && let Some(reader) = world_mut(call)?.readers.get_mut(reader)
    {
        reader.at_end = false;
    }
    nothing()
}

fn rewind(call: &mut Call<'_>) -> Answer {
    let descriptor = descriptor(call, 0)? as i32;
    match moves(call, descriptor)? {
        true => go_to(call, descriptor, Some(0)).map(|_| ())?,
        false => return clearerr(call),
    }
    nothing()
}

/// Whether the place of a descriptor can be moved.
fn moves(call: &Call<'_>, descriptor: i32) -> Result<bool, Stop> {
    let reader = opened(call, descriptor)?;
    Ok(reader.is_some_and(|reader| world(call).is_ok_and(|world| files::is_file(world, reader))))
}

/// Where a reader stands.
fn position(call: &Call<'_>, reader: usize) -> Result<i64, Stop> {
    let reader = world(call)?.readers.get(reader);
    Ok(reader.map_or(0, |reader| reader.read as i64 - reader.put_back.len() as i64))
}

/// The place that an offset means: from the beginning, from here, or from the end. `None` when there is no such place.
fn place(
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
fn go_to(call: &mut Call<'_>, descriptor: i32, place: Option<i64>) -> Result<bool, Stop> {
    let (Some(place), Some(reader)) = (place, opened(call, descriptor)?) else { return Ok(false) };
    let Some(reader) = world_mut(call)?.readers.get_mut(reader) else { return Ok(false) };
    reader.read = place as usize;
    reader.last = Last::Neither;
    reader.put_back.clear();
    reader.at_end = false;
    Ok(true)
}

/// `fseek(stream, offset, whence)`.
fn fseek(call: &mut Call<'_>) -> Answer {
    let descriptor = descriptor(call, 0)? as i32;
    if !moves(call, descriptor)? {
        return failed(call, ESPIPE, -1);
    }
    let place = place(call, descriptor, 1, 2)?;
    if go_to(call, descriptor, place)? { word(0) } else { failed(call, EINVAL, -1) }
}

/// `ftell(stream)`.
fn ftell(call: &mut Call<'_>) -> Answer {
    let descriptor = descriptor(call, 0)? as i32;
    match opened(call, descriptor)? {
        Some(reader) if moves(call, descriptor)? => word(position(call, reader)? as u64),
        _ => failed(call, ESPIPE, -1),
    }
}

/// `lseek(descriptor, offset, whence)`.
pub(crate) fn lseek(call: &mut Call<'_>) -> Answer {
    let descriptor = int(call, 0)?;
    if opened(call, descriptor)?.is_none() && !(1..=2).contains(&descriptor) {
        return failed(call, EBADF, -1);
    }
    if !moves(call, descriptor)? {
        return failed(call, ESPIPE, -1);
    }
    let place = place(call, descriptor, 1, 2)?;
    match (go_to(call, descriptor, place)?, place) {
        (true, Some(place)) => word(place as u64),
        _ => failed(call, EINVAL, -1),
    }
}

/// The result of a read from a stream that cannot be read.
pub(crate) fn unreadable(call: &mut Call<'_>) -> Answer {
    failed(call, EBADF, -1)
}

/// The end of the input as a number.
pub(crate) fn end_of_file(call: &Call<'_>) -> Answer {
    signed(call, -1)
}
