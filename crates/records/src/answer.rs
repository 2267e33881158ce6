//! Answers, as the format has them.

use effigy_base::assumption::Assumption;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// Whether a specification holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// No database within the scopes breaks it.
    Holds,
    /// One does.
    Fails,
    /// Neither is known.
    Undecided,
}

/// The answer to `check`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CheckAnswer {
    /// `check`.
    pub answer: &'static str,
    /// The verdict.
    pub verdict: Verdict,
    /// Every cause for which nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The verification condition, as people write it.
    pub formula: String,
    /// With `holds`: whether nothing satisfies conditions and hypotheses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vacuous: Option<bool>,
    /// With `vacuous`: numbers of rows by table at which something does, none of which can be smaller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub satisfiable_at: Option<Option<BTreeMap<String, usize>>>,
    /// What breaks it.
    #[serde(flatten)]
    pub counterexample: Option<CounterExample>,
    /// The most rows of each table that was looked at.
    pub scopes: BTreeMap<String, usize>,
    /// With `holds`: facts and hypotheses that were needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core: Option<Vec<String>>,
    /// With `holds`: what the verdict rests on.
    pub assumes: Vec<Assumption>,
    /// How long it took.
    pub seconds: f64,
    /// The size of the largest problem that was solved.
    pub clauses: u64,
}

/// Rows that break a specification.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CounterExample {
    /// The path.
    pub path: usize,
    /// Its obligation; none when its end is the failure.
    pub obligation: Option<usize>,
    /// What the path decided and assumed.
    pub way: Vec<Said>,
    /// What does not hold, or how the path ends.
    pub broken: Said,
    /// The whole database before the run; tables that are not named have no rows.
    pub rows: BTreeMap<String, Vec<Map<String, Json>>>,
    /// What the variables stand for.
    pub variables: Map<String, Json>,
}

/// A statement with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// As people write it.
    pub text: String,
    /// Where it stands in the application or the specification.
    pub place: Option<String>,
}

/// Whether conditions can hold together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Feasible {
    /// In a database within the scopes.
    Yes,
    /// In none.
    No,
    /// Neither is known.
    Unknown,
}

/// The answer to `feasible`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeasibleAnswer {
    /// `feasible`.
    pub answer: &'static str,
    /// The answer.
    pub feasible: Feasible,
    /// With `no`: what the answer rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<Assumption>,
    /// Why nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl FeasibleAnswer {
    pub(crate) fn new(feasible: Feasible, why: Option<String>) -> FeasibleAnswer {
        FeasibleAnswer { answer: "feasible", feasible, assumes: Vec::new(), why }
    }
}
