//! What bounded model checking did.

use serde::{Deserialize, Serialize};

/// The figures of a check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BmcFigures {
    /// The largest bound that was asked for.
    pub unwind: u64,
    /// Whether each property was a question of its own.
    pub each: bool,
    /// What the run came to, in one word: `failed`, `proved`, `bounded` or `open`.
    pub answer: BmcAnswer,
    /// The bounds that were tried, the last one last.
    pub steps: Vec<BmcStep>,
    /// What each property came to with the last bound; of a run in which all are one question only those that fail, or all.
    pub properties: Vec<BmcProperty>,
    /// The loops and the functions whose bound was reached with the last bound, as `file:line`, or as the function's name
    /// where there are no lines.
    pub reached: Vec<String>,
    /// Why paths that met were not made one, and how often.
    pub apart: Vec<(String, u64)>,
}

/// The answer of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BmcAnswer {
    /// An input fails.
    Failed,
    /// No input fails, whatever the bound.
    Proved,
    /// No input fails up to the bound, which can be reached.
    Bounded,
    /// Something is not known.
    #[default]
    Open,
}

/// What one bound came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BmcStep {
    /// The bound.
    pub unwind: u64,
    /// How many checks the formula has.
    pub checks: u64,
    /// How many nodes it has.
    pub nodes: u64,
    /// Whether the bound can be reached; `None` when that is not known.
    pub reached: Option<bool>,
    /// How often two paths became one.
    pub merges: u64,
    /// How often a path was split.
    pub forks: u64,
    /// Seconds of unwinding.
    pub unwinding: f64,
    /// Seconds of the queries.
    pub solving: f64,
    /// What the step of an induction over so many rounds came to: `proved`, `not inductive`, or `not made:` and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub induction: Option<String>,
}

/// A property of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BmcProperty {
    /// The kind of failure.
    pub kind: String,
    /// What is said where it fails; empty where the program says it.
    pub message: String,
    /// Where, as `file:line`.
    #[serde(rename = "where")]
    pub place: String,
    /// `fails`, `holds` or `undecided`.
    pub status: String,
}
