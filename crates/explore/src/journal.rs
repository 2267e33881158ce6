//! The journal of a run: each path as it ends, so that a run that is ended in any way can go on.
//!
//! A record is a mark, a length, a checksum and the bytes of its values (postcard); behind a damaged one, reading goes on
//! at the next mark. The first record of each session says what was run under which limits; every other one is a leaf of
//! the execution tree. A worker writes its decisions as the difference from its leaf before, and the checksum covers the
//! checksum of that record too, so that a record is read only when all that it builds on are good. From time to time a
//! record stands for itself: it repeats everything.
//!
//! The leaves determine what is left ([`effigy_exec::walked`]), so records may be missing, the last one may be torn, and
//! those of several workers may stand in any order.

mod read;
mod record;

pub(crate) use read::{Known, read};
pub(crate) use record::{item_bytes, item_of};

use effigy_base::id::Id;
use effigy_exec::assumed::Assumed;
use effigy_exec::observer::{Leaf, Observer};
use effigy_exec::stop::{CutReason, Ending};
use effigy_exec::trail::Choice;
use effigy_outcome::options::ExploreOptions;
use record::{LeafOut, RecordOut, Session, push, steps};
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// The version of the format.
const FORMAT: u32 = 7;
/// Bytes that a worker keeps back at most; the rest is written several times a second.
const BUFFER: usize = 1 << 16;
/// After this many bytes, and several times what it repeats, a record stands for itself.
const REPEAT: usize = 1 << 16;

/// The file of a journal, and what is in it when a run begins: nothing, or what an earlier session left.
#[derive(Debug)]
pub struct Record {
    /// The file, opened for appending.
    pub file: File,
    /// What it holds.
    pub earlier: Vec<u8>,
}

/// Writes the journal of a run.
pub(crate) struct Journal<W = File> {
    file: Mutex<W>,
    workers: Vec<Mutex<Writer>>,
    /// The first error of writing. Nothing is written after it.
    error: Mutex<Option<io::Error>>,
}

/// What one worker writes.
#[derive(Default)]
struct Writer {
    buffer: Vec<u8>,
    /// The checksum of its last record.
    last: u64,
    /// The decisions of its last leaf.
    trail: Vec<Choice>,
    /// All places that it came to.
    covered: Vec<(u32, u32)>,
    /// All that it took for granted.
    assumed: Vec<Assumed>,
    /// Bytes since a record stood for itself.
    since: usize,
    begun: bool,
}

impl<W: Write> Journal<W> {
    /// Begins a session of a run of this program.
    pub fn begin(mut file: W, program: &str, options: &ExploreOptions, threads: usize) -> Self {
        let mut bytes = Vec::new();
        push(&mut bytes, 0, &RecordOut::Session(Session::new(program, options)));
        let error = file.write_all(&bytes).err();
        Journal {
            file: Mutex::new(file),
            workers: (0..threads).map(|_| Mutex::default()).collect(),
            error: Mutex::new(error),
        }
    }

    /// Writes what is kept back; gives the first error of writing.
    pub fn finish(self) -> Option<io::Error> {
        self.write_all();
        self.error.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what is kept back; gives what was written to.
    pub fn into_written(self) -> W {
        self.write_all();
        self.file.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_all(&self) {
        for writer in &self.workers {
            self.flush(&mut writer.lock().unwrap_or_else(PoisonError::into_inner).buffer);
        }
    }

    fn flush(&self, buffer: &mut Vec<u8>) {
        let mut error = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        if error.is_none() && !buffer.is_empty() {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            *error = file.write_all(buffer).err();
        }
        buffer.clear();
    }
}

impl<W: Write + Send> Observer for Journal<W> {
    fn leaf(&self, leaf: &Leaf<'_>) {
        let Some(writer) = self.workers.get(leaf.worker) else { return };
        let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.covered.extend(leaf.covered.iter().map(|(f, at)| (f.index() as u32, *at)));
        writer.assumed.extend(leaf.assumed.iter().cloned());
        if leaf.path.is_none_or(|path| is_worth_keeping(&path.ending)) {
            writer.write(leaf);
        }
        if writer.buffer.len() >= BUFFER {
            self.flush(&mut writer.buffer);
        }
    }

    fn tick(&self) {
        self.write_all();
    }
}

impl Writer {
    fn write(&mut self, leaf: &Leaf<'_>) {
        let alone = !self.begun || self.since > REPEAT + 64 * self.covered.len();
        let same = self.trail.iter().zip(&leaf.trail).take_while(|(a, b)| a == b).count();
        let same = if alone { 0 } else { same };
        let told = if alone { 0 } else { self.covered.len() - leaf.covered.len() };
        let known = if alone { 0 } else { self.assumed.len() - leaf.assumed.len() };
        let Some(steps) = steps(&leaf.trail, &leaf.open, same) else { return };
        let record = RecordOut::Leaf(LeafOut {
            worker: leaf.worker,
            alone,
            same,
            steps,
            path: leaf.path,
            forks: &leaf.forks,
            concretised: leaf.concretised,
            covered: self.covered.get(told..).unwrap_or_default(),
            assumed: self.assumed.get(known..).unwrap_or_default(),
        });
        let before = self.buffer.len();
        let seed = if alone { 0 } else { self.last };
        if let Some(sum) = push(&mut self.buffer, seed, &record) {
            self.last = sum;
            self.begun = true;
            self.trail.clone_from(&leaf.trail);
            let written = self.buffer.len() - before;
            self.since = if alone { 0 } else { self.since + written };
        }
    }
}

/// Whether a leaf may be final: not where time, memory or the user ended the path.
fn is_worth_keeping(ending: &Ending) -> bool {
    match ending {
        Ending::Cut(reason) => matches!(reason, CutReason::Steps | CutReason::Depth),
        Ending::Internal(_) => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests;
