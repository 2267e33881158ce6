//! Streams: which one a `FILE` is, what standard input still holds, their states.

use crate::fd::{EBADF, ENOENT, failed};
use crate::registry::Entry;
use crate::string::text;
use crate::value::{Answer, ignored, nothing, signed, word, zero};
use crate::world::{world, world_mut};
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
    ("rewind", clearerr),
    ("fflush", zero),
    ("fflush_unlocked", zero),
    ("setvbuf", zero),
    ("setbuf", ignored),
    ("setlinebuf", ignored),
    ("flockfile", ignored),
    ("funlockfile", ignored),
    ("fseek", not_seekable),
    ("ftell", not_seekable),
];

const ESPIPE: u32 = 29;

/// The descriptor of the stream that an argument points to.
pub(crate) fn descriptor(call: &mut Call<'_>, index: usize) -> Result<u32, Stop> {
    let file = call.word(index)?;
    match world(call)?.files.iter().position(|f| *f == file) {
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

/// Checks that a standard stream was not closed (C17 7.21.3p4).
pub(crate) fn open(call: &Call<'_>, descriptor: usize) -> Result<(), Stop> {
    if world(call)?.closed.get(descriptor) != Some(&true) {
        return Ok(());
    }
    let message = "a stream is used that was closed";
    if call.finds(FindingKind::UseAfterFree) {
        return Err(call.fail(FindingKind::UseAfterFree, message));
    }
    Err(call.unsupported(message))
}

/// What standard input still holds.
pub(crate) fn pending(call: &Call<'_>) -> Result<Vec<Slot>, Stop> {
    let world = world(call)?;
    let rest = world.stdin.get(world.read..).unwrap_or_default();
    Ok(world.put_back.iter().rev().chain(rest).copied().collect())
}

/// Takes bytes from standard input; `met_end` when more were wanted than there are.
pub(crate) fn consume(call: &mut Call<'_>, count: usize, met_end: bool) -> Result<(), Stop> {
    if count == 0 && !met_end {
        return Ok(());
    }
    let world = world_mut(call)?;
    let back = count.min(world.put_back.len());
    world.put_back.truncate(world.put_back.len() - back);
    world.read += count - back;
    world.at_end |= met_end;
    Ok(())
}

/// There are no files: reading one fails, writing one is not modelled.
fn fopen(call: &mut Call<'_>) -> Answer {
    let mode = text(call, 1)?;
    match mode.starts_with('r') && !mode.contains('+') {
        true => failed(call, ENOENT, 0),
        false => Err(call.unsupported("fopen for writing")),
    }
}

fn fclose(call: &mut Call<'_>) -> Answer {
    let descriptor = descriptor(call, 0)? as usize;
    if let Some(closed) = world_mut(call)?.closed.get_mut(descriptor) {
        *closed = true;
    }
    word(0)
}

fn fileno(call: &mut Call<'_>) -> Answer {
    let descriptor = descriptor(call, 0)?;
    word(u64::from(descriptor))
}

fn feof(call: &mut Call<'_>) -> Answer {
    let at_end = descriptor(call, 0)? == 0 && world(call)?.at_end;
    word(u64::from(at_end))
}

fn clearerr(call: &mut Call<'_>) -> Answer {
    if descriptor(call, 0)? == 0 {
        world_mut(call)?.at_end = false;
    }
    nothing()
}

fn not_seekable(call: &mut Call<'_>) -> Answer {
    failed(call, ESPIPE, -1)
}

/// The result of a read from a stream that cannot be read.
pub(crate) fn unreadable(call: &mut Call<'_>) -> Answer {
    failed(call, EBADF, -1)
}

/// The end of the input as a number.
pub(crate) fn end_of_file(call: &Call<'_>) -> Answer {
    signed(call, -1)
}
