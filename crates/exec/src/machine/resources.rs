//! What a path may use: memory of the process, the program's own stack, time.

use crate::data::finding::StackFrame;
use crate::data::stop::{CutReason, Ending, Stop};
use crate::machine::Context;
use crate::machine::work::Limits;
use crate::state::State;
use effigy_base::budget::{Budget, resident_memory};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The usual size of a program's stack in bytes.
pub const DEFAULT_STACK: u64 = 8 << 20;

/// Most activations of a program with statement marks, whose variables need no stack.
pub const MARKED_FRAMES: u64 = 20_000;

/// Bytes that steps may take together between two looks at the memory of the process.
const UNSEEN: u64 = 1 << 20;

/// Unwound of a loop between two looks at the clock.
const ROUNDS_BETWEEN_CHECKS: u64 = 4096;

/// The memory in bytes that a run with this budget may use: its own limit, else what keeps the machine alive.
pub fn memory_limit(budget: &Budget) -> u64 {
    static MACHINE: OnceLock<u64> = OnceLock::new();
    budget.memory.unwrap_or_else(|| *MACHINE.get_or_init(|| available_memory() / 10 * 9))
}

/// Memory in bytes that the process may have before the system ends it: what is free now and what it has already.
fn available_memory() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = line.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok());
    let machine = kilobytes.map_or(u64::MAX, |k| (k << 10).saturating_add(resident_memory()));
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").unwrap_or_default();
    machine.min(group.trim().parse::<u64>().unwrap_or(u64::MAX))
}

impl Context {
    /// What the machine may use.
    #[inline]
    pub(crate) fn limits(&self) -> Limits<'_> {
        Limits { job: &self.job, unseen: &self.unseen, work: &self.work }
    }
}

impl Limits<'_> {
    /// Ends the path when so many bytes more do not fit into the memory of the run. To be asked before a single step
    /// takes much.
    ///
    /// # Errors
    /// The path is cut by the memory budget.
    pub(crate) fn afford(&self, bytes: u64) -> Result<(), Stop> {
        self.room(bytes, bytes)
    }

    /// Ends the path when the memory of the run is used up. To be asked when bytes may have been taken, or will be as
    /// they are written.
    ///
    /// # Errors
    /// The path is cut by the memory budget.
    pub(crate) fn took(&self, bytes: u64) -> Result<(), Stop> {
        self.room(bytes, 0)
    }

    /// Looks, from time to time, whether `more` bytes fit.
    fn room(&self, bytes: u64, more: u64) -> Result<(), Stop> {
        let unseen = self.unseen.get().saturating_add(bytes);
        if unseen < UNSEEN {
            self.unseen.set(unseen);
            return Ok(());
        }
        self.unseen.set(0);
        let fits = self.job.cancel.memory().saturating_add(more) <= memory_limit(&self.job.budget);
        if fits { Ok(()) } else { Err(Stop::End(Ending::Cut(CutReason::Memory))) }
    }

    /// Ends the path when the run is stopped. To be asked in each round of a loop whose length the program chooses.
    ///
    /// # Errors
    /// The path is cut for the reason that stops the run.
    #[inline]
    pub(crate) fn go_on(&self, round: u64) -> Result<(), Stop> {
        if !round.is_multiple_of(ROUNDS_BETWEEN_CHECKS) {
            return Ok(());
        }
        match self.job.cancel.reason() {
            Some(reason) => Err(Stop::End(Ending::Cut(reason.into()))),
            None => Ok(()),
        }
    }
}

impl State {
    /// Takes bytes of the program's stack for the running activation; whether they are there.
    pub(crate) fn take_stack(&mut self, bytes: u64, stack: u64) -> bool {
        let bytes = bytes.checked_next_multiple_of(8).unwrap_or(u64::MAX);
        let fits = self.stack.bytes.saturating_add(bytes) <= stack;
        if fits {
            self.stack.bytes += bytes;
            self.stack.top.stack_bytes += bytes;
        }
        fits
    }

    /// Gives back what a stack object of the running activation took.
    pub(crate) fn give_stack(&mut self, bytes: u64) {
        let bytes = bytes.checked_next_multiple_of(8).unwrap_or(u64::MAX);
        self.stack.bytes = self.stack.bytes.saturating_sub(bytes);
        self.stack.top.stack_bytes = self.stack.top.stack_bytes.saturating_sub(bytes);
    }
}

/// What a worker asks its solver now, for those who watch. Most queries are decided at once, so a query only says that
/// it is there; whoever watches looks at the clock.
#[derive(Debug)]
pub(crate) struct Asked {
    /// Odd while a query is decided, and another number for each one.
    number: AtomicU64,
    place: Mutex<Arc<StackFrame>>,
    /// The query that was seen last, and since when it is known.
    seen: Mutex<(u64, Instant)>,
}

impl Asked {
    /// Nothing is asked yet.
    pub fn new() -> Self {
        Self {
            number: AtomicU64::new(0),
            place: Mutex::default(),
            seen: Mutex::new((0, Instant::now())),
        }
    }

    fn begin(&self, place: Arc<StackFrame>) {
        let mut now = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        if !Arc::ptr_eq(&now, &place) {
            *now = place;
        }
        self.number.fetch_or(1, Ordering::Relaxed);
    }

    fn end(&self) {
        self.number.fetch_add(1, Ordering::Relaxed);
    }

    /// The query that is being decided: for how long at least, and its place.
    pub fn now(&self) -> Option<(Duration, Arc<StackFrame>)> {
        let number = self.number.load(Ordering::Relaxed);
        if number.is_multiple_of(2) {
            return None;
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.0 != number {
            *seen = (number, Instant::now());
        }
        let place = self.place.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Some((seen.1.elapsed(), place))
    }
}

impl Context {
    /// Tells those who watch that a query of a path begins; [`Context::has_asked`] ends it.
    pub(crate) fn asks(&mut self, state: &State) {
        if self.asked.is_some() {
            let place = self.place(state);
            self.asked.iter().for_each(|asked| asked.begin(place.clone()));
        }
    }

    /// The query is decided.
    pub(crate) fn has_asked(&self) {
        self.asked.iter().for_each(|asked| asked.end());
    }
}
