//! Budgets of a run, and its cancellation.

use crate::gate::Gate;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a run may spend. `None` means no limit.
///
/// Steps and depth are counted on each path by itself and forks with one worker, so that a run that is cut by
/// them alone is deterministic; time, memory and solver time are not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Budget {
    /// Wall time of the whole run.
    pub time: Option<Duration>,
    /// Memory of the process in bytes.
    pub memory: Option<u64>,
    /// Instructions on one path; a path that needs more is cut.
    pub steps: Option<u64>,
    /// Forks in the whole run.
    pub forks: Option<u64>,
    /// Decisions on one path; a path that needs more is cut.
    pub depth: Option<u64>,
    /// Time of one solver query.
    pub query_time: Option<Duration>,
    /// Solver time of the whole run.
    pub solver_time: Option<Duration>,
}

/// Why a run was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StopReason {
    /// The user interrupted it.
    User = 1,
    /// Its wall time is used up.
    Time = 2,
    /// Its memory is used up.
    Memory = 3,
    /// Its solver time is used up.
    SolverTime = 4,
}

impl StopReason {
    const ALL: [StopReason; 4] = [Self::User, Self::Time, Self::Memory, Self::SolverTime];

    /// Why what was not done is missing, for people.
    pub fn text(self) -> &'static str {
        match self {
            StopReason::User => "the run was interrupted",
            StopReason::Time => "the budget --max-time was used up",
            StopReason::Memory => "the budget --max-memory was used up",
            StopReason::SolverTime => "the budget --max-solver-time was used up",
        }
    }

    fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| *reason as u8 == code)
    }
}

/// Asks a run to stop at its next safe point and keep what it has: by a flag, or because a deadline passed. Cloning
/// shares the flag; a part of a run has a token of its own below the run's ([`CancelToken::part`]).
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<Request>);

#[derive(Debug, Default)]
struct Request {
    /// The reason's number, 0 while nobody asked.
    reason: AtomicU8,
    /// The earliest deadline of this token and those above it.
    deadline: Option<Instant>,
    /// Memory in bytes that the run may use.
    memory: Option<u64>,
    /// Memory in bytes that programs hold which the run started; one number for all parts of a run.
    beside: Arc<AtomicU64>,
    /// Whoever asks the token waits here while this is closed.
    gate: Option<Gate>,
    above: Option<CancelToken>,
}

/// Memory of the process in bytes; 0 where the system does not tell.
pub fn resident_memory() -> u64 {
    resident("self")
}

/// Memory of another process in bytes; 0 where the system does not tell, and when it is over.
pub fn resident_memory_of(process: u32) -> u64 {
    resident(&process.to_string())
}

fn resident(process: &str) -> u64 {
    let statm = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages = statm.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

impl CancelToken {
    /// A token that nobody has cancelled, without a deadline.
    pub fn new() -> Self {
        Self::default()
    }

    /// A token for a part of what this one stops: it is cancelled when this one is, at the deadline if there is one,
    /// or by itself, which leaves this one alone.
    pub fn part(&self, deadline: Option<Instant>) -> Self {
        self.bounded(deadline, None)
    }

    /// As [`CancelToken::part`], for a part with a limit of memory in bytes.
    pub fn bounded(&self, deadline: Option<Instant>, memory: Option<u64>) -> Self {
        let deadline = match (deadline, self.0.deadline) {
            (Some(own), Some(above)) => Some(own.min(above)),
            (own, above) => own.or(above),
        };
        let memory = memory.or(self.0.memory);
        let (above, beside) = (Some(self.clone()), self.0.beside.clone());
        Self(Arc::new(Request { deadline, memory, beside, above, ..Request::default() }))
    }

    /// A token for a part of what this one stops, which takes turns with others: whoever asks it waits while the gate is
    /// closed.
    pub fn gated(&self, gate: Gate) -> Self {
        let Request { deadline, memory, beside, .. } = &*self.0;
        let (deadline, memory, beside) = (*deadline, *memory, beside.clone());
        let (gate, above) = (Some(gate), Some(self.clone()));
        Self(Arc::new(Request { deadline, memory, beside, gate, above, ..Request::default() }))
    }

    /// Memory of the run in bytes: that of the process and of the programs that it was told of.
    pub fn memory(&self) -> u64 {
        resident_memory().saturating_add(self.0.beside.load(Ordering::Relaxed))
    }

    /// Tells that a program which the run started holds `now` bytes and not `before` any more.
    pub fn holds_beside(&self, before: u64, now: u64) {
        // Wrapping, so that less is a large addition.
        self.0.beside.fetch_add(now.wrapping_sub(before), Ordering::Relaxed);
    }

    /// Whether nine tenths of the memory are used: too much for a program that only helps.
    pub fn is_short(&self) -> bool {
        self.0.memory.is_some_and(|limit| self.memory() > limit / 10 * 9)
    }

    /// Whether so many bytes more fit into the memory of the run. To be asked before a table grows by much.
    pub fn affords(&self, bytes: u64) -> bool {
        self.0.memory.is_none_or(|limit| self.memory().saturating_add(bytes) <= limit)
    }

    /// Asks the run to stop because the user wants it.
    pub fn cancel(&self) {
        self.stop(StopReason::User);
    }

    /// Asks the run to stop; the first reason counts.
    pub fn stop(&self, reason: StopReason) {
        let order = Ordering::Relaxed;
        // Whoever was first has said why.
        let _ = self.0.reason.compare_exchange(0, reason as u8, order, order);
    }

    /// Takes the request back: what was interrupted is over, and the session goes on. A deadline stays.
    pub fn reset(&self) {
        self.0.reason.store(0, Ordering::Relaxed);
    }

    /// Whether the run was asked to stop. Reads the clock when there is a deadline, so that a loop over something small
    /// asks every some hundred rounds.
    pub fn is_cancelled(&self) -> bool {
        self.reason().is_some()
    }

    /// Why the run was asked to stop, if it was.
    pub fn reason(&self) -> Option<StopReason> {
        let mut token = Some(self);
        while let Some(CancelToken(request)) = token {
            if let Some(gate) = &request.gate {
                gate.pass();
            }
            if let Some(reason) = StopReason::from_code(request.reason.load(Ordering::Relaxed)) {
                return Some(reason);
            }
            token = request.above.as_ref();
        }
        let passed = self.0.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        passed.then_some(StopReason::Time)
    }

    /// When the run stops by itself.
    pub fn deadline(&self) -> Option<Instant> {
        self.0.deadline
    }

    /// The time until the deadline, zero when it passed; `None` without one.
    pub fn left(&self) -> Option<Duration> {
        self.0.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests;
