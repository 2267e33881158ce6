//! Runs from a function's start that make an assertion fail.
//!
//! A condition that is not inductive shows that an assertion does not follow from the one before. Its values may be such
//! as no run ever has there: then the assertion before is too weak, and not the function wrong. This search follows the
//! function from its entry through its assertions and a few rounds of its loops, called functions included.

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
    /// Runs from the function's start on which conditions fail that do not follow, one for each of them as far as a short
    /// search finds them.
    pub(super) fn witnesses(&mut self, obligations: &[Obligation]) -> Vec<Obligation> {
        let mut wanted: Vec<&Obligation> = Vec::new();
        for obligation in obligations {
            let open = matches!(obligation.status, Status::Refuted(_) | Status::NotInductive(_));
            if open && !wanted.iter().any(|known| known.is_about(obligation)) {
                wanted.push(obligation);
            }
        }
        let mut found = Vec::new();
        self.begin(Start::Entry, true);
        let mut pending: Vec<Path> = vec![self.beginning()];
        for _ in 0..STEPS {
            let Some(mut path) = pending.pop().filter(|_| !wanted.is_empty()) else { break };
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
            if let Some(last) = tried.last().filter(|o| matches!(o.status, Status::Refuted(_)))
                && let Some(at) = wanted.iter().position(|open| open.is_about(last))
            {
                wanted.remove(at);
                found.push(last.clone());
            }
            if hopeless || self.context.job.cancel.is_cancelled() {
                break;
            }
        }
        found
    }

    /// Whether the assertion that a path comes to ends it.
    pub(super) fn arrives(&self, path: &Path) -> bool {
        !self.through && path.stage != Stage::Starting && path.state.stack.frames == self.frames
    }
}
