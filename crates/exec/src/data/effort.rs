//! Effort: what work counts, so that two explorations of one program can be compared without a clock. A unit is about ten
//! nanoseconds.

use crate::data::record::PathRecord;
use std::sync::atomic::{AtomicU64, Ordering};

/// Effort of a path that is over, whatever it is.
const PATH: u64 = 2_000;

/// Instructions of a path for one unit: paths share their beginnings, which are executed once.
const STEPS: u64 = 8;

/// Effort for each distinct term of a path condition: it is built, and asked about.
const TERM: u64 = 20;

/// Effort of a fork of paths that are merged.
const MERGED_FORK: u64 = 20_000;

/// What an exploration has spent so far.
#[derive(Debug, Default)]
pub struct Effort {
    /// On leaves: a sum over the tree that does not depend on who walks it in what order.
    leaves: AtomicU64,
    /// On instructions and forks, in order. With one worker it is the same each time.
    work: AtomicU64,
}

impl Effort {
    /// What the paths that are over cost.
    pub fn of_leaves(&self) -> u64 {
        self.leaves.load(Ordering::Relaxed)
    }

    /// What instructions and forks cost.
    pub fn of_work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    /// Adds a path that is over.
    pub fn add_leaf(&self, path: &PathRecord) {
        self.leaves.fetch_add(of_leaf(path), Ordering::Relaxed);
    }

    /// Adds instructions.
    pub(crate) fn add_steps(&self, steps: u64) {
        self.work.fetch_add(steps, Ordering::Relaxed);
    }

    /// Adds a fork.
    pub(crate) fn add_fork(&self) {
        self.work.fetch_add(MERGED_FORK, Ordering::Relaxed);
    }
}

/// What a path costs whose size was recorded.
pub fn of_leaf(path: &PathRecord) -> u64 {
    PATH + path.steps / STEPS + TERM * path.size as u64
}
