//! Whether a given trace is possible, as plain data.

use crate::Verdict;
use serde::{Deserialize, Serialize};

/// The answer about a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// An input follows it: the run's test.
    Feasible,
    /// No input does.
    Infeasible,
    /// Not decided.
    #[default]
    Undecided,
}

impl Answer {
    /// The word of reports.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Feasible => "feasible",
            Answer::Infeasible => "infeasible",
            Answer::Undecided => "undecided",
        }
    }

    /// What it is to a run: a trace of an error that is possible is a failure.
    pub fn verdict(self) -> Verdict {
        match self {
            Answer::Feasible => Verdict::Failed,
            Answer::Infeasible => Verdict::Passed,
            Answer::Undecided => Verdict::Incomplete,
        }
    }
}

/// A condition at its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// The condition in the names of the inputs; `false` where it does not depend on them.
    pub text: String,
    /// The file, as it is shown.
    pub file: String,
    /// 1-based, 0 when unknown.
    pub line: u32,
    /// 1-based, 0 when unknown.
    pub column: u32,
}

/// How a route came to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum How {
    /// Conditions that contradict each other.
    Contradiction {
        /// The conditions in the order of the path; the last one would have been needed to go on.
        core: Vec<Condition>,
        /// Whether no condition can be left out; otherwise a limit ended the search for fewer.
        minimal: bool,
        /// Whether it is about a decision between two steps: the path went on at its other side.
        between: bool,
    },
    /// The program has no way to the next step.
    NoWay,
    /// The program ended.
    Ended {
        /// In which way.
        why: String,
    },
}

/// A route that does not follow the trace to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadEnd {
    /// The line of the trace whose step it did not pass.
    pub trace_line: u32,
    /// That step, as the trace writes it.
    pub step: String,
    /// Where the route ended: the file, as it is shown.
    pub file: String,
    /// 1-based, 0 when unknown.
    pub line: u32,
    /// Why.
    #[serde(flatten)]
    pub how: How,
}

/// Whether a trace is possible, and why not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feasibility {
    /// The answer.
    pub answer: Answer,
    /// The file of the trace.
    pub trace: String,
    /// Steps of the trace.
    pub steps: u32,
    /// Steps that some path passed in their order.
    pub passed: u32,
    /// Why no further route goes on, those first that came farthest.
    pub dead_ends: Vec<DeadEnd>,
    /// Dead ends that were only counted.
    pub more_dead_ends: u64,
}
