//! Streams: which one a `FILE` is, what there is still to read, where they stand, their states.

use crate::errno::{EBADF, EINVAL, ENOMEM, ESPIPE};
use crate::shared::descriptors::{
    FILE_SIZE, consume, go_to, moves, opened, place, position, reader,
};
use crate::shared::failed::failed;
use crate::shared::files;
use crate::shared::files::flags;
use crate::shared::strings::text;
use crate::shared::value::{Answer, Entry, ignored, int, nothing, signed, word, zero};
use crate::state::files::Last;
use crate::state::{state, state_mut};
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

/// The descriptor of the stream that an argument points to.
pub(crate) fn descriptor(call: &mut Call<'_>, index: usize) -> Result<u32, Stop> {
    let file = call.word(index)?;
    let known = state(call)?;
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

/// Checks that a stream was not closed (C17 7.21.3p4).
pub(crate) fn open(call: &Call<'_>, descriptor: usize) -> Result<(), Stop> {
    let state = state(call)?;
    let closed = match descriptor {
        0..=2 => state.closed.get(descriptor) == Some(&true),
        _ => state.readers.get(descriptor - 2).is_some_and(|reader| reader.closed),
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

/// Checks that a stream is not read directly after it was written, or written directly after it was read (C17 7.21.5.3p7).
pub(crate) fn may(call: &Call<'_>, reader: usize, next: Last) -> Result<(), Stop> {
    let last = state(call)?.readers.get(reader).map_or(Last::Neither, |reader| reader.last);
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
    let open = state(call)?.readers.get(reader);
    if open.is_none_or(|open| !open.reads || !open.writes || open.last == what) {
        return Ok(());
    }
    if let Some(open) = state_mut(call)?.readers.get_mut(reader) {
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
        None => (0..state(call)?.readers.len()).collect::<Vec<_>>(),
    };
    for reader in chosen {
        if state(call)?.readers.get(reader).is_some_and(|open| open.last == Last::Written) {
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
        let stream = state(call)?.streams.get(standard).copied().unwrap_or(0);
        return word(stream);
    }
    let Some(reader) = opened(call, descriptor)? else { return failed(call, EBADF, 0) };
    let Some(stream) = new_stream(call) else { return failed(call, ENOMEM, 0) };
    if let Some(reader) = state_mut(call)?.readers.get_mut(reader) {
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
    let state = state_mut(call)?;
    let closed = match descriptor {
        0..=2 => state.closed.get_mut(descriptor),
        _ => state.readers.get_mut(descriptor - 2).map(|reader| &mut reader.closed),
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
        Some(reader) => state(call)?.readers.get(reader).is_some_and(|reader| reader.at_end),
        None => false,
    };
    word(u64::from(at_end))
}

fn clearerr(call: &mut Call<'_>) -> Answer {
    let descriptor = descriptor(call, 0)? as i32;
    if let Some(reader) = reader(call, descriptor)?
        && let Some(reader) = state_mut(call)?.readers.get_mut(reader)
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

/// The result of a read from a stream that cannot be read.
pub(crate) fn unreadable(call: &mut Call<'_>) -> Answer {
    failed(call, EBADF, -1)
}

/// The end of the input as a number.
pub(crate) fn end_of_file(call: &Call<'_>) -> Answer {
    signed(call, -1)
}
