//! What the workers of a run share.

use crate::data::record::PathRecord;
use crate::data::stop::{CutReason, Ending};
use crate::explore::exploration::{Exploration, LoopForks, Progress};
use crate::explore::frontier::Frontier;
use crate::explore::observer::Observer;
use crate::features::guides::Guides;
use crate::machine::resources::Asked;
use effigy_base::budget::CancelToken;
use effigy_ir::program::FuncId;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What the workers share.
pub(crate) struct Shared<'a> {
    pub(crate) frontier: &'a dyn Frontier,
    pub(crate) observer: Option<&'a dyn Observer>,
    /// Inputs that are known to fail.
    pub(crate) guides: Option<&'a Guides>,
    /// Places that ran before the run began.
    pub(crate) covered: &'a [(FuncId, u32)],
    pub(crate) forks: AtomicU64,
    pub(crate) paths: AtomicU64,
    pub(crate) failed: AtomicU64,
    pub(crate) steps: AtomicU64,
    pub(crate) pending: Vec<AtomicU64>,
    pub(crate) solver_nanos: Vec<AtomicU64>,
    pub(crate) started: Instant,
    pub(crate) peak: AtomicU64,
    pub(super) cancel: CancelToken,
    /// Stops what follows the exploration too.
    pub(crate) whole: CancelToken,
    /// How often memory was found to be short: each time every worker makes room.
    pub(crate) shortages: AtomicU64,
    /// Memory of the process when it was last found to be short.
    pub(super) short_at: AtomicU64,
    /// By worker, the loop that forked most.
    pub(crate) forking: Vec<Mutex<Option<LoopForks>>>,
    /// By worker, what it asks the solver now.
    pub(crate) asked: Vec<Arc<Asked>>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        threads: usize,
        (started, whole, cancel): (Instant, CancelToken, CancelToken),
        frontier: &'a dyn Frontier,
        observer: Option<&'a dyn Observer>,
        covered: &'a [(FuncId, u32)],
        found: &Exploration,
    ) -> Self {
        let fails = |p: &&PathRecord| matches!(p.ending, Ending::Finding(_));
        let failed = found.paths.iter().filter(fails).count();
        let zeros = || (0..threads).map(|_| AtomicU64::new(0)).collect();
        Self {
            frontier,
            observer,
            guides: None,
            covered,
            forks: AtomicU64::new(found.counters.forks),
            paths: AtomicU64::new(found.paths.len() as u64),
            failed: AtomicU64::new(failed as u64),
            steps: AtomicU64::new(0),
            pending: zeros(),
            solver_nanos: zeros(),
            started,
            peak: AtomicU64::new(0),
            cancel,
            whole,
            shortages: AtomicU64::new(0),
            short_at: AtomicU64::new(0),
            forking: (0..threads).map(|_| Mutex::default()).collect(),
            asked: (0..threads).map(|_| Arc::new(Asked::new())).collect(),
        }
    }

    /// Why the run stops, if it does.
    pub(crate) fn stopped(&self) -> Option<CutReason> {
        self.cancel.reason().map(CutReason::from)
    }

    pub(super) fn progress(&self) -> Progress {
        let sum = |all: &[AtomicU64]| all.iter().map(|n| n.load(Ordering::Relaxed)).sum::<u64>();
        Progress {
            paths: self.paths.load(Ordering::Relaxed),
            failed: self.failed.load(Ordering::Relaxed),
            pending: sum(&self.pending) + self.frontier.waiting(),
            steps: self.steps.load(Ordering::Relaxed),
            elapsed: self.started.elapsed(),
            solver: Duration::from_nanos(sum(&self.solver_nanos)),
            slow: self.asked.iter().filter_map(|asked| asked.now()).max_by_key(|(time, _)| *time),
            forking: self
                .forking
                .iter()
                .filter_map(|most| most.lock().unwrap_or_else(PoisonError::into_inner).clone())
                .max_by_key(|(_, forks)| *forks),
        }
    }
}
