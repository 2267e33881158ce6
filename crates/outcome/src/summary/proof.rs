//! What the one JSON object says of proofs with permissions.

use super::ValueSummary;
use serde::{Deserialize, Serialize};

/// A member of a program with how it ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MemberSummary {
    /// `method`, `function` or `predicate`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Its file.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column in bytes.
    pub column: u32,
    /// `proved`, `unknown` or `refuted`.
    pub status: String,
    /// How many obligations of it were not shown.
    pub failures: usize,
    /// Why it has no answer; empty when it has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// How long it took.
    pub seconds: f64,
    /// Whether it was not run because nothing changed since it was proved.
    pub cached: bool,
}

/// What is wrong with a text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TextErrorSummary {
    /// `parser.error`, `typechecker.error` or `consistency.error`.
    pub id: String,
    /// The file.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column in bytes.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

/// What an obligation of a proof with permissions has besides.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProofSummary {
    /// The member.
    pub member: String,
    /// The file.
    pub file: String,
    /// 1-based column in bytes.
    pub column: u32,
    /// What might not hold and why.
    pub message: String,
    /// The conjunct that failed.
    pub conjunct: PortionSummary,
    /// What the heap holds for the resource in question.
    pub chunks: Vec<String>,
    /// Where the path took a side.
    pub steps: Vec<StepSummary>,
    /// Values that the solver had when it gave up, of which nothing says that they are possible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidate_values: Vec<ValueSummary>,
    /// Whether a concrete run fails so, with the values of the counterexample.
    pub confirmed: bool,
    /// The states on the path, when they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<StateSummary>,
}

/// A part of a text for programs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PortionSummary {
    /// The file.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column in bytes.
    pub column: u32,
    /// 1-based line of its end.
    pub end_line: u32,
    /// 1-based column in bytes behind its end.
    pub end_column: u32,
    /// The text.
    pub text: String,
}

/// A place where a path took a side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepSummary {
    /// The file.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// Which side.
    pub taken: String,
}

/// A symbolic state for programs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StateSummary {
    /// The file of the statement that comes next.
    pub file: String,
    /// Its 1-based line.
    pub line: u32,
    /// The variables and their terms.
    pub store: Vec<ValueSummary>,
    /// The chunks of the heap.
    pub heap: Vec<String>,
    /// The chunks of the heap at the start of the member.
    pub old_heap: Vec<String>,
    /// The heaps that have labels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labelled: Vec<HeapSummary>,
    /// The conjuncts of the path condition.
    pub condition: Vec<String>,
}

/// A heap that has a label, for programs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeapSummary {
    /// The label.
    pub label: String,
    /// The chunks.
    pub heap: Vec<String>,
}
