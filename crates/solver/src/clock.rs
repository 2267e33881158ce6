//! The time of a query: one limit for all layers that work on it.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use effigy_base::budget::CancelToken;

use crate::circuit::sat::Stop;
use crate::options::{Effort, SolverOptions, Work};
use crate::query::Why;

/// Tells the layers of a chain when to give up. Clones belong to the same chain.
#[derive(Clone)]
pub(crate) struct Clock {
    cancel: CancelToken,
    limit: Option<Duration>,
    effort: Option<Effort>,
    work: Work,
    /// How many long searches there were.
    long: Rc<Cell<u32>>,
    /// When the query that entered the chain gives up.
    until: Rc<Cell<Option<Instant>>>,
}

impl Clock {
    /// The clock of a chain with these options.
    pub fn new(options: &SolverOptions) -> Self {
        Self {
            cancel: options.cancel.clone(),
            limit: options.query_time,
            effort: options.effort,
            work: options.work.clone(),
            long: Rc::default(),
            until: Rc::new(Cell::new(None)),
        }
    }

    /// A query enters the chain.
    pub fn start(&self) {
        self.until.set(self.limit.map(|limit| Instant::now() + limit));
    }

    /// Most conflicts of a search that is not long.
    pub fn conflicts(&self) -> Option<u32> {
        self.effort.map(|effort| effort.conflicts)
    }

    /// Most conflicts of a search that was not over before; `None` when there were enough such searches.
    pub fn longer(&self) -> Option<u32> {
        let effort = self.effort.filter(|effort| self.long.get() < effort.searches)?;
        self.long.set(self.long.get() + 1);
        Some(effort.long)
    }

    /// Stops at the same time, for a part of the chain that does not see the query enter.
    pub fn token(&self) -> CancelToken {
        let own = || self.limit.map(|limit| Instant::now() + limit);
        self.cancel.part(self.until.get().or_else(own))
    }

    /// What stops a search of the chain at that time, and counts its work.
    pub fn stop(&self) -> Stop {
        Stop { cancel: self.token(), work: self.work.clone() }
    }

    /// Counts the work of the chain.
    pub fn work(&self) -> &Work {
        &self.work
    }

    /// Whether the query's time is used up or the run was stopped. Reads the clock.
    pub fn is_over(&self) -> bool {
        self.cancel.is_cancelled() || self.until.get().is_some_and(|until| Instant::now() >= until)
    }

    /// Whether the run was stopped.
    pub fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The reason to give when the time is over.
    pub fn why(&self) -> Why {
        match self.limit {
            Some(limit) if !self.cancel.is_cancelled() => Why::Timeout(limit),
            _ => Why::Cancelled,
        }
    }
}
