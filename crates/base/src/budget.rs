//! Budgets of a run, and its cancellation.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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

/// A flag that asks a run to stop at its next safe point and keep what it has. Cloning shares the flag.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that nobody has cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the run to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back: what was interrupted is over, and the session goes on.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the run was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
