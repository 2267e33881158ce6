//! The answer of a run, and why it may not cover all paths.

use crate::tree::Ending;
use serde::{Deserialize, Serialize};

/// How many paths ended how. Every path that was begun is in exactly one of these numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathCounts {
    /// Paths on which the program returned or exited.
    pub completed: u64,
    /// Paths that ended in a finding.
    pub failed: u64,
    /// Paths that a budget or an interruption ended, with those that were still waiting to be run.
    pub cut: u64,
    /// Paths that met something which Effigy does not support.
    pub unsupported: u64,
    /// Paths on which a solver could not decide.
    pub unknown: u64,
    /// Paths that end because no input meets an assumption of the program. They are not paths of the program, so that
    /// they count neither for nor against it.
    #[serde(skip)]
    pub dismissed: u64,
}

impl PathCounts {
    /// All paths but the dismissed ones.
    pub fn total(&self) -> u64 {
        self.completed + self.failed + self.cut + self.unsupported + self.unknown
    }

    /// Counts one more path that ends in `ending`.
    pub fn count(&mut self, ending: &Ending) {
        *match ending {
            Ending::Completed { .. } => &mut self.completed,
            Ending::Failed { .. } => &mut self.failed,
            Ending::Cut { .. } => &mut self.cut,
            Ending::Unsupported { .. } => &mut self.unsupported,
            Ending::Unknown { .. } => &mut self.unknown,
            Ending::Dismissed => &mut self.dismissed,
        } += 1;
    }
}

/// The answer of a run in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// At least one path fails.
    Failed,
    /// Every failure that was found is refuted by a native run, which ends well on its input.
    Disagreed,
    /// Every path was run to its end and none fails.
    Passed,
    /// No path that was run fails, but not every path was run.
    Incomplete,
    /// Nothing fails up to the bound of the run, which can be reached.
    Bounded,
    /// Nothing fails, whatever the bound of the run.
    Proved,
}

impl Verdict {
    /// The word that reports print.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Failed => "failed",
            Verdict::Disagreed => "disagreed",
            Verdict::Passed => "passed",
            Verdict::Incomplete => "incomplete",
            Verdict::Bounded => "bounded",
            Verdict::Proved => "proved",
        }
    }
}

/// One reason why a run does not cover all paths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncompleteReason {
    /// What happened, with the option to change when there is one.
    pub reason: String,
    /// How many paths it ended or how often it happened.
    pub count: u64,
    /// An example of where, as `file:line`; empty when it has no place.
    #[serde(rename = "where")]
    pub place: String,
}
