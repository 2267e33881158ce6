//! File descriptors: the standard streams, and none besides.

use crate::registry::Entry;
use crate::world::{world, world_mut};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("read", read),
    ("write", write),
    ("writev", writev),
    ("open", absent),
    ("open64", absent),
    ("openat", absent),
    ("stat", absent),
    ("stat64", absent),
    ("lstat64", absent),
    ("statx", absent),
    ("readlink", absent),
    ("realpath", null),
    ("getcwd", null),
    ("fstat64", bad_descriptor),
    ("lseek64", bad_descriptor),
    ("close", zero),
    ("fcntl", zero),
    ("fcntl64", zero),
    ("isatty", zero),
    ("poll", zero),
    ("dup", bad_descriptor),
];

const ENOENT: u32 = 2;
const EBADF: u32 = 9;

/// A call that gives zero.
pub(crate) fn zero(_: &mut Call<'_>) -> Result<Flow, Stop> {
    Ok(Flow::Return(vec![Slot::word(0)]))
}

fn null(call: &mut Call<'_>) -> Result<Flow, Stop> {
    failed(call, ENOENT, 0)
}

fn absent(call: &mut Call<'_>) -> Result<Flow, Stop> {
    failed(call, ENOENT, -1)
}

fn bad_descriptor(call: &mut Call<'_>) -> Result<Flow, Stop> {
    failed(call, EBADF, -1)
}

/// Sets `errno` and gives a result.
pub(crate) fn failed(call: &mut Call<'_>, errno: u32, result: i64) -> Result<Flow, Stop> {
    let address = world(call)?.errno;
    call.write_bytes(address, &errno.to_le_bytes());
    let width = call.result_width();
    Ok(Flow::Return(vec![number(result, width)]))
}

/// A signed number as a slot of a width.
pub(crate) fn number(value: i64, width: u32) -> Slot {
    let bits = value as i128 as u128;
    Slot::wide(if width >= 128 { bits } else { bits & ((1 << width) - 1) })
}

/// `read(descriptor, address, bytes)`.
fn read(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let (descriptor, wanted) = (call.word(0)?, call.word(2)?);
    if descriptor as u32 != 0 {
        return failed(call, EBADF, -1);
    }
    let world = world(call)?;
    let rest = world.stdin.get(world.read..).unwrap_or_default();
    let len = rest.len().min(wanted as usize);
    let bytes = rest[..len].to_vec();
    let address = call.address(call.arg(1), len as u64, true)?;
    for (at, byte) in (address..).zip(bytes) {
        call.write_byte(at, byte);
    }
    world_mut(call)?.read += len;
    Ok(Flow::Return(vec![Slot::word(len as u64)]))
}

/// `write(descriptor, address, bytes)`.
fn write(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let (descriptor, len) = (call.word(0)?, call.word(2)?);
    let address = call.address(call.arg(1), len, false)?;
    emit(call, descriptor as u32, &[(address, len)])
}

/// `writev(descriptor, vector, count)`.
fn writev(call: &mut Call<'_>) -> Result<Flow, Stop> {
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

/// Writes checked ranges. What goes to standard error is kept once the program has begun to fail.
fn emit(call: &mut Call<'_>, descriptor: u32, parts: &[(u64, u64)]) -> Result<Flow, Stop> {
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
    let total = parts.iter().map(|(_, len)| len).sum();
    Ok(Flow::Return(vec![Slot::word(total)]))
}
