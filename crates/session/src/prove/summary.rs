//! A proof for programs: its fields in the one JSON object.

use super::outcome::{
    FailureOutcome, MemberOutcome, Portion, ProofStatus, ProveOutcome, StateOutcome, StepOutcome,
    TextError,
};
use crate::outcome::PathCounts;
use crate::outcome::summary::{
    CoverageSummary, ObligationSummary, SolverSummary, Summary, ValueSummary, rounded,
};
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

impl ProveOutcome {
    /// The proof for programs.
    pub fn summary(&self) -> Summary {
        let reasons = self.incomplete_because();
        Summary {
            assumes: self.assumes.clone(),
            not_checked: Vec::new(),
            remarks: self.remarks.clone(),
            bounds: Vec::new(),
            verdict: self.verdict(),
            exhaustive: reasons.is_empty(),
            mode: "prove".to_owned(),
            program: self.programs.join(" "),
            paths: PathCounts::default(),
            findings: Vec::new(),
            found_at: Vec::new(),
            obligations: self.failures().map(|(member, f)| f.summary(member)).collect(),
            leaves: Vec::new(),
            traces: Vec::new(),
            pruned: None,
            fuzz: None,
            bmc: None,
            feasible: None,
            concolic: None,
            members: self.members.iter().map(MemberOutcome::summary).collect(),
            errors: self.errors.iter().map(TextError::summary).collect(),
            warnings: self.warnings.iter().map(TextError::summary).collect(),
            coverage: CoverageSummary::default(),
            tests: 0,
            instructions: 0,
            solver: SolverSummary {
                queries: self.embedded + self.queries,
                cached: self.embedded,
                seconds: rounded(self.solver_time.as_secs_f64()),
            },
            seconds: rounded(self.time.as_secs_f64()),
            peak_mb: 0,
            incomplete_because: reasons,
            targets: Vec::new(),
            loops: Vec::new(),
            run: String::new(),
        }
    }
}

impl MemberOutcome {
    fn summary(&self) -> MemberSummary {
        MemberSummary {
            kind: self.kind_name().to_owned(),
            name: self.name.clone(),
            file: self.place.place.file.to_string(),
            line: self.place.place.line,
            column: self.place.place.column,
            status: self.status.name().to_owned(),
            failures: self.failures.len(),
            reason: self.reason.clone(),
            seconds: rounded(self.time.as_secs_f64()),
            cached: self.cached,
        }
    }
}

impl TextError {
    fn summary(&self) -> TextErrorSummary {
        TextErrorSummary {
            id: self.id.clone(),
            file: self.place.place.file.to_string(),
            line: self.place.place.line,
            column: self.place.place.column,
            message: self.message.clone(),
        }
    }
}

impl FailureOutcome {
    fn summary(&self, member: &MemberOutcome) -> ObligationSummary {
        let value = |(name, value): (&String, &String)| ValueSummary {
            name: name.clone(),
            value: value.clone(),
        };
        let kind = self.id.split(':').next().unwrap_or(&self.id);
        ObligationSummary {
            name: format!("{} line {}: {kind}", member.name, self.place.place.line),
            status: self.status.name().to_owned(),
            error: if self.status == ProofStatus::Proved { String::new() } else { self.id.clone() },
            line: self.place.place.line,
            condition: self.conjunct.text.clone(),
            path: self.path.iter().map(|step| step.place.place.line).collect(),
            values: self.counterexample.iter().map(|v| value((&v.name, &v.text))).collect(),
            values_at_end: Vec::new(),
            bounded: false,
            reason: self.reason.clone(),
            query: String::new(),
            proof: Some(ProofSummary {
                member: member.name.clone(),
                file: self.place.place.file.to_string(),
                column: self.place.place.column,
                message: self.message.clone(),
                conjunct: PortionSummary::from(&self.conjunct),
                chunks: self.chunks.clone(),
                steps: self.path.iter().map(StepSummary::from).collect(),
                candidate_values: self
                    .candidate
                    .iter()
                    .map(|v| value((&v.name, &v.text)))
                    .collect(),
                confirmed: self.is_run,
                states: self.states.iter().map(StateSummary::from).collect(),
            }),
        }
    }
}

impl From<&Portion> for PortionSummary {
    fn from(portion: &Portion) -> Self {
        PortionSummary {
            file: portion.place.file.to_string(),
            line: portion.place.line,
            column: portion.place.column,
            end_line: portion.end_line,
            end_column: portion.end_column,
            text: portion.text.clone(),
        }
    }
}

impl From<&StepOutcome> for StepSummary {
    fn from(step: &StepOutcome) -> Self {
        StepSummary {
            file: step.place.place.file.to_string(),
            line: step.place.place.line,
            taken: step.taken.clone(),
        }
    }
}

impl From<&StateOutcome> for StateSummary {
    fn from(state: &StateOutcome) -> Self {
        let value = |(name, value): &(String, String)| ValueSummary {
            name: name.clone(),
            value: value.clone(),
        };
        let labelled = |(label, heap): &(String, Vec<String>)| HeapSummary {
            label: label.clone(),
            heap: heap.clone(),
        };
        StateSummary {
            file: state.place.place.file.to_string(),
            line: state.place.place.line,
            store: state.store.iter().map(value).collect(),
            heap: state.heap.clone(),
            old_heap: state.old_heap.clone(),
            labelled: state.labelled.iter().map(labelled).collect(),
            condition: state.condition.clone(),
        }
    }
}
