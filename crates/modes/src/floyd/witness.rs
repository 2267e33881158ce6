//! Runs from a function's start that make an assertion fail.
//!
//! A refuted condition shows that an assertion does not follow from the one before. Its values may be such as no run
//! ever has there: then the assertion before is too weak, and not the function wrong. This search follows the function
//! from its entry through its assertions and a few rounds of its loops, called functions included.

use super::path::{Flow, Path, Stage};
use super::proof::Proof;
use super::start::Start;
use super::{Obligation, Status};

/// Rounds of each loop.
pub(super) const ROUNDS: u32 = 4;
/// Activations above that of the function.
pub(super) const DEPTH: u32 = 6;
/// Conditions that are tried.
const CONDITIONS: usize = 150;
/// Conditions that may stay undecided.
const UNKNOWN: usize = 4;
/// Steps of the search.
const STEPS: u32 = 200_000;

impl Proof<'_> {
    /// A run from the function's start on which an assertion or a check fails, if a short search finds one.
    pub(super) fn witness(&mut self) -> Option<Obligation> {
        self.begin(Start::Entry, true);
        let mut pending: Vec<Path> = vec![self.beginning()];
        for _ in 0..STEPS {
            let mut path = pending.pop()?;
            match self.advance(&mut path) {
                Flow::On => pending.push(path),
                // Shorter paths first: sides wait behind those that are there.
                Flow::Split(sides) => pending.splice(0..0, sides).for_each(drop),
                Flow::Ended(_) => {}
            }
            let tried = &self.found.obligations;
            let unknown = |o: &&Obligation| matches!(o.status, Status::Unknown { .. });
            let hopeless =
                tried.len() > CONDITIONS || tried.iter().filter(unknown).count() > UNKNOWN;
            let last = self.found.obligations.last();
            if last.is_some_and(|o| matches!(o.status, Status::Refuted(_))) {
                return self.found.obligations.pop();
            }
            if hopeless || self.context.job.cancel.is_cancelled() {
                return None;
            }
        }
        None
    }

    /// Whether the assertion that a path comes to ends it.
    pub(super) fn arrives(&self, path: &Path) -> bool {
        !self.through && path.stage != Stage::Starting && path.state.frames == self.frames
    }
}
