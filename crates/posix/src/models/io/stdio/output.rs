//! Writing: `puts`, `putchar`, the `printf` family.

use super::format::{Arguments, Text, Wanted, measured, render};
use super::stream::{descriptor, did, may, open};
use crate::errno::EBADF;
use crate::shared::descriptors::{emit, writer, written};
use crate::shared::failed::failed;
use crate::shared::memory;
use crate::shared::strings::text;
use crate::shared::value::{
    Answer, Entry, byte_term, int, low_byte, nothing, slot, term, word, write,
};
use crate::state::files::Last;
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("puts", puts),
    ("fputs", fputs),
    ("fputs_unlocked", fputs),
    ("putchar", |c| open(c, 1).and_then(|()| putchar(c))),
    ("putchar_unlocked", |c| open(c, 1).and_then(|()| putchar(c))),
    ("putc", fputc),
    ("fputc", fputc),
    ("_IO_putc", fputc),
    ("putc_unlocked", fputc),
    ("fwrite", fwrite),
    ("fwrite_unlocked", fwrite),
    ("perror", perror),
    ("printf", |c| open(c, 1).and_then(|()| printed(c, 0, 1))),
    ("__printf_chk", |c| open(c, 1).and_then(|()| printed(c, 1, 2))),
    ("vprintf", |c| open(c, 1).and_then(|()| listed(c, 0, 1))),
    ("__vprintf_chk", |c| open(c, 1).and_then(|()| listed(c, 1, 2))),
    ("fprintf", |c| to_stream(c, 1, Arguments::Call(2))),
    ("__fprintf_chk", |c| to_stream(c, 2, Arguments::Call(3))),
    ("vfprintf", |c| to_stream_listed(c, 1, 2)),
    ("__vfprintf_chk", |c| to_stream_listed(c, 2, 3)),
    ("dprintf", dprintf),
    ("sprintf", |c| to_memory(c, None, 1, Arguments::Call(2))),
    ("__sprintf_chk", |c| to_memory(c, None, 3, Arguments::Call(4))),
    ("snprintf", |c| to_memory(c, Some(1), 2, Arguments::Call(3))),
    ("__snprintf_chk", |c| to_memory(c, Some(1), 4, Arguments::Call(5))),
    ("vsprintf", |c| to_memory_listed(c, None, 1, 2)),
    ("__vsprintf_chk", |c| to_memory_listed(c, None, 3, 4)),
    ("vsnprintf", |c| to_memory_listed(c, Some(1), 2, 3)),
    ("__vsnprintf_chk", |c| to_memory_listed(c, Some(1), 4, 5)),
    ("asprintf", |c| to_heap(c, Arguments::Call(2))),
    ("vasprintf", vasprintf),
];

fn puts(call: &mut Call<'_>) -> Answer {
    open(call, 1)?;
    let start = call.word(0)?;
    let len = measured(call, start)?;
    let one = call.store().bits(32, 1);
    let total = call.store().bvadd(len, one);
    term(call, total)
}

fn fputs(call: &mut Call<'_>) -> Answer {
    let start = call.word(0)?;
    match descriptor(call, 1)? {
        0 => failed(call, EBADF, -1),
        descriptor @ 3.. => {
            let bytes = crate::shared::strings::contents(call, start)?;
            to_file(call, descriptor, &bytes)
        }
        _ => {
            measured(call, start)?;
            word(1)
        }
    }
}

fn putchar(call: &mut Call<'_>) -> Answer {
    let byte = low_byte(call, 0);
    let byte = byte_term(call, byte);
    let wide = call.store().zero_extend(32, byte);
    term(call, wide)
}

fn fputc(call: &mut Call<'_>) -> Answer {
    match descriptor(call, 1)? {
        0 => failed(call, EBADF, -1),
        descriptor @ 3.. => {
            let byte = low_byte(call, 0);
            let term = byte_term(call, byte);
            let wide = call.store().zero_extend(32, term);
            let Flow::Return(results) = to_file(call, descriptor, &[byte])? else { return word(0) };
            match results.first() {
                Some(count) if count.lo == 1 => slot(call.slot(wide)),
                _ => Ok(Flow::Return(results)),
            }
        }
        _ => putchar(call),
    }
}

/// `fwrite(source, size, count, stream)`.
fn fwrite(call: &mut Call<'_>) -> Answer {
    let (size, count) = (call.word(1)?, call.word(2)?);
    let len = size.saturating_mul(count);
    let source = call.address(call.arg(0), len, false)?;
    let descriptor = descriptor(call, 3)?;
    if len == 0 || descriptor == 0 {
        return word(0);
    }
    let answer = if descriptor >= 3 {
        let bytes: Vec<Slot> = (source..source + len).map(|at| call.byte(at)).collect();
        to_file(call, descriptor, &bytes)?
    } else {
        emit(call, descriptor, &[(source, len)])?
    };
    let Flow::Return(results) = answer else { return word(0) };
    match results.first() {
        // As many as were wanted, or none.
        Some(written) if written.lo == len => word(count),
        _ => word(0),
    }
}

fn perror(call: &mut Call<'_>) -> Answer {
    text(call, 0)?;
    nothing()
}

/// A list's argument: where its arguments stand.
fn list(call: &mut Call<'_>, index: usize) -> Result<Arguments, Stop> {
    let list = call.word(index)?;
    Arguments::listed(call, list)
}

fn printed(call: &mut Call<'_>, format: usize, first: usize) -> Answer {
    let text = render(call, format, Arguments::Call(first), Wanted::Length)?;
    count(call, &text)
}

fn listed(call: &mut Call<'_>, format: usize, index: usize) -> Answer {
    let args = list(call, index)?;
    let text = render(call, format, args, Wanted::Length)?;
    count(call, &text)
}

fn to_stream(call: &mut Call<'_>, format: usize, args: Arguments) -> Answer {
    let stream = if format == 0 { 1 } else { descriptor(call, 0)? };
    if stream == 0 {
        return failed(call, EBADF, -1);
    }
    if stream >= 3 {
        return formatted_to_file(call, stream, format, args);
    }
    let text = render(call, format, args, Wanted::Length)?;
    count(call, &text)
}

/// Writes to a stream of a file: how many bytes, or why not.
fn to_file(call: &mut Call<'_>, descriptor: u32, bytes: &[Slot]) -> Answer {
    let Some(writer) = writer(call, descriptor as i32)? else { return failed(call, EBADF, -1) };
    may(call, writer, Last::Written)?;
    let answer = put(call, writer, bytes)?;
    did(call, writer, Last::Written)?;
    Ok(answer)
}

fn put(call: &mut Call<'_>, writer: usize, bytes: &[Slot]) -> Answer {
    match written(call, writer, None, bytes)? {
        Flow::Return(results) => {
            let count = results.first().map_or(0, |count| count.lo as i64);
            slot(crate::shared::value::number(count, call.result_width()))
        }
        other => Ok(other),
    }
}

fn formatted_to_file(
    call: &mut Call<'_>,
    descriptor: u32,
    format: usize,
    args: Arguments,
) -> Answer {
    let text = render(call, format, args, Wanted::Bytes)?;
    let answer = to_file(call, descriptor, &text.bytes)?;
    text.count(call);
    Ok(answer)
}

fn to_stream_listed(call: &mut Call<'_>, format: usize, index: usize) -> Answer {
    let args = list(call, index)?;
    to_stream(call, format, args)
}

fn dprintf(call: &mut Call<'_>) -> Answer {
    let descriptor = int(call, 0)?;
    if descriptor >= 3 {
        return formatted_to_file(call, descriptor as u32, 1, Arguments::Call(2));
    }
    if !(1..=2).contains(&descriptor) {
        return failed(call, EBADF, -1);
    }
    printed(call, 1, 2)
}

/// The number of bytes in a text, as the result of a call.
fn count(call: &mut Call<'_>, text: &Text) -> Answer {
    text.count(call);
    let total = text.len(call);
    term(call, total)
}

/// The `sprintf` family: exact text, cut to the size in argument `size`.
fn to_memory(call: &mut Call<'_>, size: Option<usize>, format: usize, args: Arguments) -> Answer {
    let room = match size {
        Some(index) => call.word(index)?,
        None => u64::MAX,
    };
    let text = render(call, format, args, Wanted::Bytes)?;
    let len = text.bytes.len() as u64;
    if room > 0 {
        let mut bytes = text.bytes.clone();
        bytes.truncate(room as usize - 1);
        bytes.push(Slot::word(0));
        let target = match size {
            Some(_) if room <= MOST => call.given_room(call.arg(0), room, true)?,
            _ => call.address(call.arg(0), bytes.len() as u64, true)?,
        };
        let end = target + bytes.len() as u64;
        if text.sources.iter().any(|(at, len)| *at < end && target < *at + *len) {
            let message = "text is written over a string that it is made of";
            return Err(call.fail(FindingKind::Overlap, message));
        }
        write(call, target, &bytes);
    }
    text.count(call);
    word(len & 0xffff_ffff)
}

/// A greater size than this (POSIX: `INT_MAX`) says that there is no limit.
const MOST: u64 = i32::MAX as u64;

fn to_memory_listed(
    call: &mut Call<'_>,
    size: Option<usize>,
    format: usize,
    index: usize,
) -> Answer {
    let args = list(call, index)?;
    to_memory(call, size, format, args)
}

fn to_heap(call: &mut Call<'_>, args: Arguments) -> Answer {
    let text = render(call, 1, args, Wanted::Bytes)?;
    let mut bytes = text.bytes.clone();
    bytes.push(Slot::word(0));
    let place = call.address(call.arg(0), 8, true)?;
    if memory::refused(call, bytes.len() as u64)? {
        return word(u64::from(u32::MAX));
    }
    let target = memory::owned(call, bytes.len() as u64, 16)?;
    write(call, target, &bytes);
    call.write_bytes(place, &target.to_le_bytes());
    text.count(call);
    slot(Slot::word(bytes.len() as u64 - 1))
}

fn vasprintf(call: &mut Call<'_>) -> Answer {
    let args = list(call, 2)?;
    to_heap(call, args)
}
