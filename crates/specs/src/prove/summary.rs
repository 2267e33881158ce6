//! A proof for programs: its fields in the one JSON object.

use super::outcome::{
    FailureOutcome, MemberOutcome, Portion, ProofStatus, ProveOutcome, StateOutcome, StepOutcome,
    TextError,
};
use effigy_outcome::PathCounts;
use effigy_outcome::summary::proof::{
    HeapSummary, MemberSummary, PortionSummary, ProofSummary, StateSummary, StepSummary,
    TextErrorSummary,
};
use effigy_outcome::summary::{
    CoverageSummary, ObligationSummary, SolverSummary, Summary, ValueSummary, rounded,
};

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
