//! File descriptors: the standard streams, and those of the one file that standard input may be.

use crate::registry::Entry;
use crate::stdio::stream::{consume, lseek, names_the_file, open_file, pending, reader};
use crate::threads;
use crate::value::{Answer, arg_term, int, number, slot, word, write, zero};
use crate::world::{world, world_mut};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("read", read),
    ("pread", pread),
    ("pread64", pread),
    ("write", write_bytes),
    ("writev", writev),
    ("open", open),
    ("open64", open),
    ("openat", openat),
    ("openat64", openat),
    ("creat", absent),
    ("access", access),
    ("unlink", absent),
    ("rename", absent),
    ("mkdir", absent),
    ("rmdir", absent),
    ("chdir", absent),
    ("stat", stat),
    ("stat64", stat),
    ("lstat", absent),
    ("lstat64", absent),
    ("statx", statx),
    ("readlink", absent),
    ("opendir", null),
    ("realpath", null),
    ("getcwd", getcwd),
    ("fstat", fstat),
    ("fstat64", fstat),
    ("lseek", lseek),
    ("lseek64", lseek),
    ("ioctl", not_a_terminal),
    ("close", close),
    ("fcntl", accept),
    ("fcntl64", accept),
    ("isatty", not_a_terminal_either),
    ("poll", zero),
    ("dup", dup),
    ("dup2", dup),
    ("pipe", refused),
    ("fsync", accept),
];

pub(crate) const ENOENT: u32 = 2;
pub(crate) const EBADF: u32 = 9;
pub(crate) const ENOMEM: u32 = 12;
const EACCES: u32 = 13;
pub(crate) const EINVAL: u32 = 22;
pub(crate) const EMFILE: u32 = 24;
const ENOTTY: u32 = 25;
pub(crate) const ESPIPE: u32 = 29;
const ENOSYS: u32 = 38;

fn null(call: &mut Call<'_>) -> Answer {
    failed(call, ENOENT, 0)
}

fn absent(call: &mut Call<'_>) -> Answer {
    failed(call, ENOENT, -1)
}

/// `statx`, which std asks first whether it exists.
fn statx(call: &mut Call<'_>) -> Answer {
    failed(call, ENOSYS, -1)
}

/// A descriptor more, of which there is none.
fn refused(call: &mut Call<'_>) -> Answer {
    failed(call, EMFILE, -1)
}

/// `getcwd(target, size)`: there are no folders. A size of zero is refused where there is a target.
fn getcwd(call: &mut Call<'_>) -> Answer {
    let errno = if call.word(0)? != 0 && call.word(1)? == 0 { EINVAL } else { ENOENT };
    failed(call, errno, 0)
}

/// Whether the first argument is one of the standard streams, which no program closes here, or the opened file.
fn is_open(call: &mut Call<'_>) -> Result<bool, Stop> {
    let descriptor = int(call, 0)?;
    Ok((0..=2).contains(&descriptor) || reader(call, descriptor)?.is_some())
}

/// `open(name, flags)`.
fn open(call: &mut Call<'_>) -> Answer {
    open_named(call, 0)
}

/// `openat(folder, name, flags)`: the file's name does not depend on the folder.
fn openat(call: &mut Call<'_>) -> Answer {
    open_named(call, 1)
}

/// The file can be read, and not be written.
fn open_named(call: &mut Call<'_>, name: usize) -> Answer {
    const WRITING: i32 = 3;
    if !names_the_file(call, name)? {
        return failed(call, ENOENT, -1);
    }
    if int(call, name + 1)? & WRITING != 0 {
        return failed(call, EACCES, -1);
    }
    match open_file(call, 0)? {
        Some(descriptor) => word(descriptor as u64),
        None => failed(call, EMFILE, -1),
    }
}

/// `access(name, mode)`.
fn access(call: &mut Call<'_>) -> Answer {
    const READABLE: i32 = 4;
    match names_the_file(call, 0)? {
        true if int(call, 1)? & !READABLE == 0 => word(0),
        true => failed(call, EACCES, -1),
        false => failed(call, ENOENT, -1),
    }
}

/// What the standard streams answer with `errno` and a result, and other descriptors with `EBADF`.
fn refused_by_pipes(call: &mut Call<'_>, errno: u32, result: i64) -> Answer {
    let errno = if is_open(call)? { errno } else { EBADF };
    failed(call, errno, result)
}

fn dup(call: &mut Call<'_>) -> Answer {
    refused_by_pipes(call, EMFILE, -1)
}

fn not_a_terminal(call: &mut Call<'_>) -> Answer {
    refused_by_pipes(call, ENOTTY, -1)
}

fn not_a_terminal_either(call: &mut Call<'_>) -> Answer {
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
        && let Some(reader) = reader(call, descriptor)?
        && let Some(reader) = world_mut(call)?.readers.get_mut(reader)
    {
        reader.closed = true;
        return word(0);
    }
    accept(call)
}

/// Sets `errno` and gives a result.
pub(crate) fn failed(call: &mut Call<'_>, errno: u32, result: i64) -> Answer {
    let address = threads::errno(call)?;
    call.write_bytes(address, &errno.to_le_bytes());
    slot(number(result, call.result_width()))
}

/// `fstat(descriptor, target)`: the standard streams are pipes, but for standard input where it is a file.
fn fstat(call: &mut Call<'_>) -> Answer {
    if !is_open(call)? {
        return failed(call, EBADF, -1);
    }
    let is_file = !(1..=2).contains(&int(call, 0)?) && world(call)?.options.file;
    describe(call, is_file)
}

/// `stat(name, target)`.
fn stat(call: &mut Call<'_>) -> Answer {
    if names_the_file(call, 0)? { describe(call, true) } else { failed(call, ENOENT, -1) }
}

/// Writes a `struct stat` to where the second argument points.
fn describe(call: &mut Call<'_>, is_file: bool) -> Answer {
    const SIZE: u64 = 144;
    const MODE: u64 = 24;
    const BYTES: u64 = 48;
    const PIPE: u32 = 0o010_600;
    const REGULAR: u32 = 0o100_600;
    let target = call.address(call.arg(1), SIZE, true)?;
    let bytes = if is_file { world(call)?.stdin.len() as u64 } else { 0 };
    call.write_bytes(target, &[0; SIZE as usize]);
    call.write_bytes(target + MODE, &(if is_file { REGULAR } else { PIPE }).to_le_bytes());
    call.write_bytes(target + BYTES, &bytes.to_le_bytes());
    word(0)
}

/// `read(descriptor, address, bytes)`.
fn read(call: &mut Call<'_>) -> Answer {
    let (descriptor, wanted) = (int(call, 0)?, call.word(2)?);
    let Some(reader) = reader(call, descriptor)? else { return failed(call, EBADF, -1) };
    let mut bytes = pending(call, reader)?;
    bytes.truncate(wanted as usize);
    let address = call.address(call.arg(1), bytes.len() as u64, true)?;
    write(call, address, &bytes);
    consume(call, reader, bytes.len(), false)?;
    word(bytes.len() as u64)
}

/// `pread(descriptor, address, bytes, place)`.
fn pread(call: &mut Call<'_>) -> Answer {
    let (descriptor, wanted, place) = (int(call, 0)?, call.word(2)?, call.word(3)?);
    if reader(call, descriptor)?.is_none() {
        return failed(call, EBADF, -1);
    }
    if !world(call)?.options.file {
        return failed(call, ESPIPE, -1);
    }
    let rest = world(call)?.stdin.get(place as usize..).unwrap_or_default();
    let bytes: Vec<Slot> = rest.iter().take(wanted as usize).copied().collect();
    let address = call.address(call.arg(1), bytes.len() as u64, true)?;
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

/// Whether argument `address` is where as many bytes as argument `len` says can be read. The number may be symbolic: output
/// that nobody looks at needs no path for each. `false` also where that is left to a check of each number.
///
/// # Errors
/// When the path forks.
pub(crate) fn readable(call: &mut Call<'_>, address: usize, len: usize) -> Result<bool, Stop> {
    let (from, bytes) = (call.arg(address), call.arg(len));
    if from.term.is_some() || bytes.term.is_none() {
        return Ok(false);
    }
    let Some(room) = call.room(from.lo)? else { return Ok(false) };
    let bytes = arg_term(call, len);
    let room = call.store().bits(64, u128::from(room));
    let inside = call.store().ule(bytes, room);
    call.decide(inside)
}

/// Writes checked ranges. What goes to standard error is kept once the program has begun to fail.
pub(crate) fn emit(call: &mut Call<'_>, descriptor: u32, parts: &[(u64, u64)]) -> Answer {
    if !(1..=2).contains(&descriptor) {
        return failed(call, EBADF, -1);
    }
    if descriptor == 2 && call.failing().is_some() {
        let mut text = Vec::new();
        for (address, len) in parts {
            text.extend(call.bytes(*address, *len)?);
        }
        world_mut(call)?.stderr.extend(text);
    }
    word(parts.iter().map(|(_, len)| len).sum())
}
