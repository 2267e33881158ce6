//! The file through which inputs come to a server of counted runs and results come back (`runtime/sandbox/exchange.h`).

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;

use effigy_base::comparison::{Comparison, Sides};
use rustix::fs::{MemfdFlags, memfd_create};

/// Runs of one batch at most.
pub(super) const MOST_RUNS: usize = 4096;

const NUMBERS: usize = 4096;
const RESULT: usize = 32;
const LISTS_AT: usize = NUMBERS + MOST_RUNS * RESULT;
const MOST_WORDS: usize = 1 << 20;
const INPUTS_AT: usize = LISTS_AT + MOST_WORDS * 4;

/// Bytes of all inputs of a batch with their lengths.
pub(super) const INPUTS_ROOM: usize = 16 << 20;

/// Counters of a program at most.
const MOST_COUNTERS: u64 = 1 << 24;

/// Where the number of finished runs is.
const DONE_AT: u64 = 8;

/// What is wanted of the runs of a batch: bits of `enum wish`.
pub(super) const WISH_LISTS: u32 = 1;
pub(super) const WISH_UNSEEN: u32 = 2;
pub(super) const WISH_ALONE: u32 = 4;
pub(super) const WISH_COMPARED: u32 = 8;

/// In the second word of a comparison: its sides are texts.
const TEXT: u32 = 0x100;

/// The same: one side is a constant.
const CONSTANT: u32 = 0x200;

/// The same: a switch, the right side of which says whether there is such a case.
const CASE: u32 = 0x400;

/// The same: how many bytes a side has, and how far above that the right side of texts has a number of its own.
const SIZE: u32 = 0xff;
const RIGHT_SIDE: u32 = 16;

/// How a run ended, as the server writes it down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RawEnd {
    Exit(i32),
    Signal(i32),
    Time,
    Memory,
}

/// The result of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RawResult {
    pub end: RawEnd,
    pub new_edges: u32,
    pub new_classes: u32,
    pub covered: u32,
    pub trace: u64,
    list: u32,
    length: u32,
}

impl RawResult {
    /// `None` when the bytes say nothing: the program may have written over them.
    fn read(bytes: &[u8; RESULT]) -> Option<RawResult> {
        let number = |at: usize| word(bytes.get(at..at + 4).unwrap_or_default());
        let status = i32::from(bytes[2]) | i32::from(bytes[3]) << 8;
        Some(RawResult {
            end: match bytes[0] {
                1 => RawEnd::Exit(status),
                2 => RawEnd::Signal(status),
                3 => RawEnd::Time,
                4 => RawEnd::Memory,
                _ => return None,
            },
            new_edges: number(4),
            new_classes: number(8),
            list: number(12),
            length: number(16),
            covered: number(20),
            trace: u64::from(number(24)) | u64::from(number(28)) << 32,
        })
    }
}

fn word(bytes: &[u8]) -> u32 {
    bytes.try_into().map_or(0, u32::from_ne_bytes)
}

/// A file in memory that other processes can open by its path.
pub(super) fn shared_file(size: u64) -> io::Result<File> {
    let file = File::from(memfd_create("effigy", MemfdFlags::CLOEXEC)?);
    file.set_len(size)?;
    Ok(file)
}

/// The path by which others open the file.
pub(super) fn path_of(file: &File) -> String {
    format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd())
}

/// The file of what any run has covered.
pub(super) fn seen_file() -> io::Result<File> {
    shared_file(2 * MOST_COUNTERS)
}

/// The exchange of one server.
#[derive(Debug)]
pub(super) struct Exchange {
    pub file: File,
    buffer: Vec<u8>,
}

impl Exchange {
    pub fn new() -> io::Result<Exchange> {
        let file = shared_file((INPUTS_AT + INPUTS_ROOM) as u64)?;
        Ok(Exchange { file, buffer: Vec::new() })
    }

    /// Puts the first inputs in, as many as have room; answers how many.
    pub fn put(&mut self, inputs: &[Vec<u8>], settings: Settings) -> io::Result<usize> {
        self.buffer.clear();
        let mut count = 0;
        for input in inputs.iter().take(MOST_RUNS) {
            let padded = input.len().next_multiple_of(4);
            if self.buffer.len() + 4 + padded > INPUTS_ROOM {
                break;
            }
            self.buffer.extend((input.len() as u32).to_ne_bytes());
            self.buffer.extend(input);
            self.buffer.resize(self.buffer.len() + padded - input.len(), 0);
            count += 1;
        }
        self.file.write_all_at(&self.buffer, INPUTS_AT as u64)?;
        let Settings { wish, milliseconds, suspicious } = settings;
        let numbers = [count as u32, wish, 0, 0, 0, milliseconds, suspicious];
        let numbers: Vec<u8> = numbers.iter().flat_map(|n| n.to_ne_bytes()).collect();
        self.file.write_all_at(&numbers, 0)?;
        Ok(count)
    }

    /// How many runs have results.
    pub fn done(&self) -> io::Result<u32> {
        let mut bytes = [0; 4];
        self.file.read_exact_at(&mut bytes, DONE_AT)?;
        Ok(u32::from_ne_bytes(bytes))
    }

    /// The first results; `None` for one that says nothing.
    pub fn results(&mut self, count: usize) -> io::Result<Vec<Option<RawResult>>> {
        self.buffer.resize(count.min(MOST_RUNS) * RESULT, 0);
        self.file.read_exact_at(&mut self.buffer, NUMBERS as u64)?;
        let (results, _) = self.buffer.as_chunks::<RESULT>();
        Ok(results.iter().map(RawResult::read).collect())
    }

    /// The list of a run: its counters, or the words that tell of its comparisons; `None` where it was not kept.
    pub fn list(&self, result: &RawResult) -> io::Result<Option<Vec<u32>>> {
        let (start, length) = (result.list as usize, result.length as usize);
        if length == 0 || start + length > MOST_WORDS {
            return Ok(None);
        }
        let mut bytes = vec![0; length * 4];
        self.file.read_exact_at(&mut bytes, (LISTS_AT + start * 4) as u64)?;
        Ok(Some(bytes.chunks_exact(4).map(word).collect()))
    }
}

/// The comparisons that a list tells of, which `comparisons.c` wrote. The program may have written over it.
pub(super) fn comparisons(mut words: &[u32]) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    while let [place, kind, rest @ ..] = words {
        let left = (kind & SIZE) as usize;
        let right = if kind & TEXT == 0 { left } else { (kind >> RIGHT_SIDE & SIZE) as usize };
        let (a, b) = (left.div_ceil(4), right.div_ceil(4));
        let Some((sides, rest)) = rest.split_at_checked(a + b) else { break };
        let (a, b) = sides.split_at(a);
        let number = |side: &[u32]| side.iter().rev().fold(0, |n, word| n << 32 | u64::from(*word));
        let text = |side: &[u32], size| {
            let bytes = side.iter().flat_map(|word| word.to_ne_bytes());
            bytes.take(size).collect::<Box<[u8]>>()
        };
        let sides = match kind & TEXT {
            0 if left > 8 => break,
            0 if kind & CASE != 0 => Sides::Case((number(b) != 0).then(|| number(a))),
            0 => Sides::Numbers(left as u8, number(a), number(b)),
            _ => Sides::Texts(text(a, left), text(b, right)),
        };
        let constant = kind & CONSTANT != 0;
        comparisons.push(Comparison { place: *place, constant, sides });
        words = rest;
    }
    comparisons
}

/// What holds for all runs of a batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub wish: u32,
    /// Time that one run may compute for.
    pub milliseconds: u32,
    /// An exit status whose runs are made again, with what they print.
    pub suspicious: u32,
}
