//! What came of specifications, as the library wrote it down.

use super::Project;
use effigy_base::assumption::{Accepted, Assumption, assuming};
use effigy_records::{Said, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What the application itself did with the rows of a counterexample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replayed {
    /// It fails on them too.
    Confirmed,
    /// It does not.
    Disagreed,
    /// It was not run on them.
    #[default]
    NotRun,
}

/// A specification and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Specification {
    /// Its name.
    pub name: String,
    /// Where it stands.
    #[serde(default)]
    pub place: Option<String>,
    /// Whether it holds.
    pub verdict: Verdict,
    /// Why it is undecided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The verification condition.
    #[serde(default)]
    pub formula: String,
    /// Whether nothing satisfies its hypotheses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacuous: Option<bool>,
    /// Numbers of rows at which something does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub satisfiable_at: Option<BTreeMap<String, usize>>,
    /// What the failing path decided and assumed.
    #[serde(default)]
    pub way: Vec<Said>,
    /// What does not hold on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<Said>,
    /// The rows of the counterexample.
    #[serde(default)]
    pub rows: BTreeMap<String, Vec<Map<String, Value>>>,
    /// What the variables stand for in it.
    #[serde(default)]
    pub variables: Map<String, Value>,
    /// The most rows of each table.
    #[serde(default)]
    pub scopes: BTreeMap<String, usize>,
    /// Facts and hypotheses that were needed.
    #[serde(default)]
    pub core: Vec<String>,
    /// What it takes for granted when it holds.
    #[serde(default)]
    pub assumes: Vec<Assumption>,
    /// How long the decision took.
    #[serde(default)]
    pub seconds: f64,
    /// What the application did with the rows.
    #[serde(default)]
    pub replay: Replayed,
    /// Why.
    #[serde(default)]
    pub replay_why: Option<String>,
    /// Tests that were written for it.
    #[serde(default)]
    pub tests_written: Vec<String>,
}

impl Specification {
    /// The verdict of the specification and its replay together: rows on which the application does not fail decide nothing.
    pub fn decided(&self) -> Verdict {
        match (self.verdict, self.replay) {
            (Verdict::Fails, Replayed::Disagreed) => Verdict::Undecided,
            (verdict, _) => verdict,
        }
    }

    /// A verdict with what the specification takes for granted.
    pub fn assuming(&self, verdict: &str) -> String {
        assuming(verdict, &self.assumes)
    }

    /// Whether it holds because nothing satisfies what it supposes.
    pub fn is_vacuous(&self) -> bool {
        self.decided() == Verdict::Holds && self.vacuous == Some(true)
    }
}

/// What came of all specifications of a run.
#[derive(Clone, Debug)]
pub struct RubiconOutcome {
    /// The application.
    pub project: Project,
    /// The specifications, in the order in which they were decided.
    pub specifications: Vec<Specification>,
    /// What went wrong beside them: some may be missing.
    pub problems: Vec<String>,
    /// Assumptions that the user accepts.
    pub accepted: Accepted,
    /// Wall time.
    pub seconds: f64,
}

impl RubiconOutcome {
    /// How many specifications have a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.specifications.iter().filter(|s| s.decided() == verdict).count()
    }

    /// Whether every specification was decided.
    pub fn is_complete(&self) -> bool {
        self.problems.is_empty() && self.count(Verdict::Undecided) == 0
    }

    /// Whether every specification was decided, shows something, and takes nothing for granted that is not accepted.
    pub fn is_exhaustive(&self) -> bool {
        let nothing_more = |s: &Specification| !s.is_vacuous() && self.accepted.cover(&s.assumes);
        self.is_complete() && self.specifications.iter().all(nothing_more)
    }

    /// What the specifications take for granted, each thing once.
    pub fn assumes(&self) -> Vec<Assumption> {
        let mut all: Vec<Assumption> = Vec::new();
        for assumption in self.specifications.iter().flat_map(|s| &s.assumes) {
            if !all.iter().any(|other| other.what == assumption.what) {
                all.push(assumption.clone());
            }
        }
        all
    }

    /// The word for the whole run, with what it assumes where nothing fails.
    pub fn assuming(&self) -> String {
        match self.verdict() {
            "failed" => "failed".to_owned(),
            word => assuming(word, &self.assumes()),
        }
    }

    /// The word for the whole run.
    pub fn verdict(&self) -> &'static str {
        match () {
            () if self.count(Verdict::Fails) > 0 => "failed",
            () if self.is_complete() => "bounded",
            () => "incomplete",
        }
    }

    /// The object that `--json` prints; `run` is the run folder.
    pub fn summary(&self, program: &str, run: &str) -> Value {
        let status = |s: &Specification| match s.decided() {
            Verdict::Holds => "bounded",
            Verdict::Fails => "refuted",
            Verdict::Undecided => "unknown",
        };
        let obligation = |s: &Specification| serde_json::json!({"name": s.name, "status": status(s), "place": s.place});
        let obligations: Vec<Value> = self.specifications.iter().map(obligation).collect();
        let mut incomplete: Vec<Value> = self
            .specifications
            .iter()
            .filter(|s| s.decided() == Verdict::Undecided)
            .map(|s| {
                let why = s.why.as_ref().or(s.replay_why.as_ref());
                serde_json::json!({"reason": why, "count": 1, "where": s.place})
            })
            .collect();
        incomplete.extend(
            self.problems.iter().map(|p| serde_json::json!({"reason": p, "count": 1, "where": ""})),
        );
        serde_json::json!({
            "verdict": self.verdict(),
            "exhaustive": self.is_exhaustive(),
            "assumes": self.assumes(),
            "mode": "rubicon",
            "program": program,
            "framework": self.project.framework.name(),
            "specifications": self.specifications,
            "obligations": obligations,
            "incomplete_because": incomplete,
            "seconds": self.seconds,
            "run": run,
        })
    }
}
