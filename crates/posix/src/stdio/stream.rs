//! Streams: which one a `FILE` is, what there is still to read, where they stand, their states.

use crate::fd::{EBADF, EINVAL, EMFILE, ENOENT, ENOMEM, ESPIPE, failed};
use crate::registry::Entry;
use crate::start::FILE_SIZE;
use crate::string::text;
use crate::value::{Answer, ignored, int, nothing, signed, word, zero};
use crate::world::{Reader, world, world_mut};
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("fopen", fopen),
    ("fopen64", fopen),
    ("fclose", fclose),
    ("fileno", fileno),
    ("fileno_unlocked", fileno),
    ("feof", feof),
    ("feof_unlocked", feof),
    ("ferror", zero),
    ("ferror_unlocked", zero),
    ("clearerr", clearerr),
    ("rewind", rewind),
    ("fflush", zero),
    ("fflush_unlocked", zero),
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

/// How often it can be open at a time and after another.
const MOST_READERS: usize = 1000;

/// The descriptor of the stream that an argument points to.
pub(crate) fn descriptor(call: &mut Call<'_>, index: usize) -> Result<u32, Stop> {
    let file = call.word(index)?;
    let known = world(call)?;
    let opened = || known.readers.iter().skip(1).position(|r| r.stream == file).map(|at| at + 3);
    match known.files.iter().position(|f| *f == file).or_else(opened) {
        Some(descriptor) => {
            open(call, descriptor)?;
            Ok(descriptor as u32)
        }
        None => {
            call.address(Slot::word(file), 1, false)?;
            Err(call.unsupported("a stream that is not standard input, output or error"))
        }
    }
}

/// The index of the reader of a descriptor; `None` for one that cannot be read.
pub(crate) fn reader(call: &Call<'_>, descriptor: i32) -> Result<Option<usize>, Stop> {
    let index = match descriptor {
        0 => 0,
        3.. => descriptor as usize - 2,
        _ => return Ok(None),
    };
    let open = world(call)?.readers.get(index).is_some_and(|reader| !reader.closed);
    Ok(open.then_some(index))
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
pub(crate) fn pending(call: &Call<'_>, reader: usize) -> Result<Vec<Slot>, Stop> {
    let world = world(call)?;
    let Some(reader) = world.readers.get(reader) else { return Ok(Vec::new()) };
    let rest = world.stdin.get(reader.read..).unwrap_or_default();
    Ok(reader.put_back.iter().rev().chain(rest).copied().collect())
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

/// Whether the C string that an argument points to names the one file that there is, if there is one.
pub(crate) fn names_the_file(call: &mut Call<'_>, index: usize) -> Result<bool, Stop> {
    Ok(world(call)?.options.file && text(call, index)? == FILE)
}

/// A descriptor for the file; `None` when there are too many.
pub(crate) fn open_file(call: &mut Call<'_>, stream: u64) -> Result<Option<usize>, Stop> {
    let readers = &mut world_mut(call)?.readers;
    if readers.len() >= MOST_READERS {
        return Ok(None);
    }
    readers.push(Reader { stream, ..Reader::default() });
    Ok(Some(readers.len() + 1))
}

/// The one file can be read; reading another one fails, writing one is not modelled.
fn fopen(call: &mut Call<'_>) -> Answer {
    let mode = text(call, 1)?;
    if !mode.starts_with('r') || mode.contains('+') {
        return Err(call.unsupported("fopen for writing"));
    }
    if !names_the_file(call, 0)? {
        return failed(call, ENOENT, 0);
    }
    let Some(stream) = call.allocate(FILE_SIZE, 16) else { return failed(call, ENOMEM, 0) };
    call.keep(stream);
    call.clear(stream, FILE_SIZE);
    match open_file(call, stream)? {
        Some(_) => word(stream),
        None => failed(call, EMFILE, 0),
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
    match world(call)?.options.file {
        true => go_to(call, descriptor, Some(0)).map(|_| ())?,
        false => return clearerr(call),
    }
    nothing()
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
    let from = match (whence, reader(call, descriptor)?) {
        (0, _) => 0,
        (1, Some(reader)) => position(call, reader)?,
        (2, _) => world(call)?.stdin.len() as i64,
        _ => return Ok(None),
    };
    Ok(from.checked_add(offset).filter(|place| *place >= 0))
}

/// Goes to a place in the file; whether there is such a place.
fn go_to(call: &mut Call<'_>, descriptor: i32, place: Option<i64>) -> Result<bool, Stop> {
    let (Some(place), Some(reader)) = (place, reader(call, descriptor)?) else { return Ok(false) };
    let Some(reader) = world_mut(call)?.readers.get_mut(reader) else { return Ok(false) };
    reader.read = place as usize;
    reader.put_back.clear();
    reader.at_end = false;
    Ok(true)
}

/// `fseek(stream, offset, whence)`.
fn fseek(call: &mut Call<'_>) -> Answer {
    let descriptor = descriptor(call, 0)? as i32;
    if !world(call)?.options.file {
        return failed(call, ESPIPE, -1);
    }
    let place = place(call, descriptor, 1, 2)?;
    if go_to(call, descriptor, place)? { word(0) } else { failed(call, EINVAL, -1) }
}

/// `ftell(stream)`.
fn ftell(call: &mut Call<'_>) -> Answer {
    let descriptor = descriptor(call, 0)? as i32;
    match reader(call, descriptor)? {
        Some(reader) if world(call)?.options.file => word(position(call, reader)? as u64),
        _ => failed(call, ESPIPE, -1),
    }
}

/// `lseek(descriptor, offset, whence)`.
pub(crate) fn lseek(call: &mut Call<'_>) -> Answer {
    let descriptor = int(call, 0)?;
    if reader(call, descriptor)?.is_none() && !(1..=2).contains(&descriptor) {
        return failed(call, EBADF, -1);
    }
    if !world(call)?.options.file || (1..=2).contains(&descriptor) {
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
