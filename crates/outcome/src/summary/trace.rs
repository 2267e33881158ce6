//! What the one JSON object says of traces.

use super::InputSummary;
use crate::heap::Heap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A trace for programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceSummary {
    /// Its declarations and its lines, as `--trace` reads them.
    pub trace: Vec<String>,
    /// The number of elementary steps.
    pub steps: usize,
    /// The path condition over the initial state; `true` when it requires nothing.
    pub condition: String,
    /// The path condition as an SMT-LIB script.
    pub smtlib: String,
    /// The distinct terms that the condition consists of.
    pub size: usize,
    /// `satisfiable`, `unsatisfiable` or `unknown`.
    pub answer: String,
    /// An initial state that leads along the trace.
    pub input: Vec<InputSummary>,
    /// Its objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heap: Option<Heap>,
    /// `returned`, the kind of a finding, `unsupported` or `cut`.
    pub kind: String,
    /// The results by name.
    pub values: BTreeMap<String, String>,
    /// The line at which it ends, 0 when unknown.
    pub line: u32,
}
