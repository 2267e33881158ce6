//! File descriptors: the standard streams, and those of files in memory.

use crate::errno::{EBADF, EINVAL, EISDIR, EMFILE, ENOTTY, ESPIPE};
use crate::shared::descriptors::{
    consume, emit, go_to, moves, opened, pending, place, readable, reader, writer, written,
};
use crate::shared::failed::failed;
use crate::shared::files;
use crate::shared::files::flags;
use crate::shared::random::random_bytes;
use crate::shared::strings::text;
use crate::shared::value::{Answer, Entry, int, slot, word, write};
use crate::state::{state, state_mut};
use effigy_base::assumption::AssumptionKind;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("read", read),
    ("pread", pread),
    ("pread64", pread),
    ("write", write_bytes),
    ("pwrite", pwrite),
    ("pwrite64", pwrite),
    ("writev", writev),
    ("open", open),
    ("open64", open),
    ("openat", openat),
    ("openat64", openat),
    ("creat", creat),
    ("creat64", creat),
    ("lseek", lseek),
    ("lseek64", lseek),
    ("ioctl", not_a_terminal),
    ("close", close),
    ("fcntl", fcntl),
    ("fcntl64", fcntl),
    ("isatty", not_a_terminal_either),
    ("poll", poll),
    ("dup", dup),
    ("dup2", dup),
    ("pipe", refused),
    ("fsync", accept),
];

/// A descriptor more, of which there is none.
fn refused(call: &mut Call<'_>) -> Answer {
    failed(call, EMFILE, -1)
}

/// Whether the first argument is one of the standard streams, which no program closes here, or the opened file.
fn is_open(call: &mut Call<'_>) -> Result<bool, Stop> {
    let descriptor = int(call, 0)?;
    Ok((0..=2).contains(&descriptor) || opened(call, descriptor)?.is_some())
}

/// `poll(list, count, milliseconds)`: files, devices and the standard streams let nobody wait.
fn poll(call: &mut Call<'_>) -> Answer {
    const ENTRY: u64 = 8;
    const READY: u64 = 0x1 | 0x4 | 0x40 | 0x100;
    const INVALID: u64 = 0x20;
    let (list, count, limit) = (call.word(0)?, call.word(1)?, int(call, 2)?);
    if count > 1024 {
        return failed(call, EINVAL, -1);
    }
    let list = call.address(Slot::word(list), count * ENTRY, true)?;
    let mut answers = Vec::new();
    for entry in (list..).step_by(ENTRY as usize).take(count as usize) {
        let descriptor = call.load(Slot::word(entry), Sort::BitVec(32))?;
        let descriptor = call.concrete(descriptor)? as u32 as i32;
        let events = call.load(Slot::word(entry + 4), Sort::BitVec(16))?;
        let events = call.concrete(events)?;
        answers.push(match descriptor {
            ..0 => 0,
            0..=2 => events & READY,
            _ if opened(call, descriptor)?.is_some() => events & READY,
            _ => INVALID,
        });
    }
    let ready = answers.iter().filter(|answer| **answer != 0).count() as u64;
    if ready == 0 && limit < 0 {
        return Err(call.unsupported("poll that waits for ever"));
    }
    for (entry, answer) in (list..).step_by(ENTRY as usize).zip(answers) {
        call.write_bytes(entry + 6, &(answer as u16).to_le_bytes());
    }
    word(ready)
}

/// `open(name, flags)`.
fn open(call: &mut Call<'_>) -> Answer {
    let (name, flags) = (text(call, 0)?, int(call, 1)?);
    answer(call, None, &name, flags as u32)
}

/// `openat(folder, name, flags)`.
fn openat(call: &mut Call<'_>) -> Answer {
    let (folder, name, flags) = (int(call, 0)?, text(call, 1)?, int(call, 2)?);
    answer(call, Some(folder), &name, flags as u32)
}

/// `creat(name)`.
fn creat(call: &mut Call<'_>) -> Answer {
    let name = text(call, 0)?;
    answer(call, None, &name, flags::WRITE | flags::CREATE | flags::TRUNCATE)
}

fn answer(call: &mut Call<'_>, folder: Option<i32>, name: &str, flags: u32) -> Answer {
    match files::open(call, (folder, name), flags, 0)? {
        Ok(descriptor) => word(descriptor as u64),
        Err(errno) => failed(call, errno, -1),
    }
}

/// `fcntl(descriptor, command)`: a copy of a descriptor is not modelled.
fn fcntl(call: &mut Call<'_>) -> Answer {
    const COPIES: [i32; 2] = [0, 1030];
    let descriptor = int(call, 0)?;
    if descriptor >= 3 && COPIES.contains(&int(call, 1)?) && is_open(call)? {
        return Err(call.unsupported("a copy of a file's descriptor"));
    }
    accept(call)
}

/// What the standard streams answer with `errno` and a result, and other descriptors with `EBADF`.
fn refused_by_pipes(call: &mut Call<'_>, errno: u32, result: i64) -> Answer {
    let errno = if is_open(call)? { errno } else { EBADF };
    failed(call, errno, result)
}

fn dup(call: &mut Call<'_>) -> Answer {
    refused_by_pipes(call, EMFILE, -1)
}

/// No stream is a terminal.
const NO_TERMINAL: &str = "no stream is a terminal";

fn not_a_terminal(call: &mut Call<'_>) -> Answer {
    call.rests_on_that(AssumptionKind::System, NO_TERMINAL);
    refused_by_pipes(call, ENOTTY, -1)
}

fn not_a_terminal_either(call: &mut Call<'_>) -> Answer {
    call.rests_on_that(AssumptionKind::System, NO_TERMINAL);
    refused_by_pipes(call, ENOTTY, 0)
}

/// What every descriptor allows.
fn accept(call: &mut Call<'_>) -> Answer {
    if is_open(call)? { word(0) } else { failed(call, EBADF, -1) }
}

/// `close(descriptor)`: the standard streams stay open.
fn close(call: &mut Call<'_>) -> Answer {
    let descriptor = int(call, 0)?;
    if descriptor >= 3
        && let Some(reader) = opened(call, descriptor)?
        && let Some(reader) = state_mut(call)?.readers.get_mut(reader)
    {
        reader.closed = true;
        return word(0);
    }
    accept(call)
}

/// `read(descriptor, address, bytes)`.
fn read(call: &mut Call<'_>) -> Answer {
    let (descriptor, wanted) = (int(call, 0)?, call.word(2)?);
    let Some(reader) = reader(call, descriptor)? else { return failed(call, EBADF, -1) };
    if state(call)?.readers.get(reader).is_some_and(|open| open.folder.is_some()) {
        return failed(call, EISDIR, -1);
    }
    if state(call)?.readers.get(reader).is_some_and(|open| open.random) {
        random_bytes(call, call.arg(1), wanted)?;
        return word(wanted);
    }
    let mut bytes = pending(call, reader)?;
    bytes.truncate(wanted as usize);
    // POSIX: the array has room for all that is asked for.
    let address = call.given_room(call.arg(1), wanted, true)?;
    write(call, address, &bytes);
    consume(call, reader, bytes.len(), false)?;
    word(bytes.len() as u64)
}

/// `pread(descriptor, address, bytes, place)`.
fn pread(call: &mut Call<'_>) -> Answer {
    let (descriptor, wanted, place) = (int(call, 0)?, call.word(2)?, call.word(3)?);
    let Some(reader) = reader(call, descriptor)? else { return failed(call, EBADF, -1) };
    if !files::is_file(state(call)?, reader) {
        return failed(call, ESPIPE, -1);
    }
    let mut bytes = files::from(call, reader, place as usize)?;
    bytes.truncate(wanted as usize);
    // POSIX: the array has room for all that is asked for.
    let address = call.given_room(call.arg(1), wanted, true)?;
    write(call, address, &bytes);
    word(bytes.len() as u64)
}

/// `write(descriptor, address, bytes)`.
fn write_bytes(call: &mut Call<'_>) -> Answer {
    let descriptor = call.word(0)?;
    let kept = descriptor == 2 && call.failing().is_some();
    if (1..=2).contains(&descriptor) && !kept && readable(call, 1, 2)? {
        return slot(call.arg(2));
    }
    let len = call.word(2)?;
    let address = call.address(call.arg(1), len, false)?;
    emit(call, descriptor as u32, &[(address, len)])
}

/// `writev(descriptor, vector, count)`.
fn writev(call: &mut Call<'_>) -> Answer {
    let (descriptor, vector, count) = (call.word(0)?, call.word(1)?, call.word(2)?);
    let mut parts = Vec::new();
    for entry in (vector..).step_by(16).take(count.min(1024) as usize) {
        let base = call.load(Slot::word(entry), Sort::BitVec(64))?;
        let len = call.load(Slot::word(entry + 8), Sort::BitVec(64))?;
        let len = call.concrete(len)?;
        parts.push((call.address(base, len, false)?, len));
    }
    emit(call, descriptor as u32, &parts)
}

/// `pwrite(descriptor, address, bytes, place)`.
fn pwrite(call: &mut Call<'_>) -> Answer {
    let (descriptor, len, place) = (int(call, 0)?, call.word(2)?, call.word(3)?);
    let Some(reader) = writer(call, descriptor)? else { return failed(call, EBADF, -1) };
    let address = call.address(call.arg(1), len, false)?;
    let bytes: Vec<Slot> = (address..address + len).map(|at| call.byte(at)).collect();
    written(call, reader, Some(place as usize), &bytes)
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
