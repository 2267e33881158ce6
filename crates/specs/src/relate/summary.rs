//! What the commands of a model came to, for programs: the one JSON object.

use super::{Agreement, CommandOutcome, Instance, RelateOutcome};
use crate::prove::PortionSummary;
use effigy_base::assumption::Assumption;
use effigy_outcome::PathCounts;
use effigy_outcome::summary::{CoverageSummary, SolverSummary, Summary, rounded};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The report of `relate` for programs: the fields of every run, and the commands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RelateSummary {
    /// The fields of every run.
    #[serde(flatten)]
    pub run: Summary,
    /// The commands that were run.
    pub commands: Vec<CommandSummary>,
}

/// A command and what it came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CommandSummary {
    /// From 1, in the model.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// `run` or `check`.
    pub kind: String,
    /// The file.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// The scopes of all signatures.
    pub scopes: Vec<String>,
    /// `instance found`, `no instance`, `counterexample`, `holds up to the scope` or `undecided`.
    pub answer: String,
    /// 1 when it expects an instance or counterexample, 0 when it expects none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<i32>,
    /// Whether the answer is as expected; not there when nothing is expected or nothing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_expected: Option<bool>,
    /// Why there is no answer, or no further instance; empty when there is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// What an answer that there is none rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<Assumption>,
    /// The instances.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instances: Vec<InstanceSummary>,
    /// Whether there are no others, but those that differ in which atom is which.
    pub complete: bool,
    /// The parts of the model that contradict; not there when they were not looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<Vec<CorePartSummary>>,
    /// Whether none of them can be left out; false when that was not known in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core_is_minimal: Option<bool>,
    /// Tuples of relations that are neither certain nor impossible.
    pub primary_variables: usize,
    /// Variables of the SAT solver.
    pub variables: usize,
    /// Clauses of the SAT solver.
    pub clauses: usize,
    /// How long it took.
    pub seconds: f64,
}

/// A part of a core.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CorePartSummary {
    /// A fact, the declaration of a field and so on.
    pub what: String,
    /// Where it is.
    #[serde(flatten)]
    pub place: PortionSummary,
}

/// An instance: tuples by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InstanceSummary {
    /// The atoms of each signature.
    pub signatures: BTreeMap<String, Vec<String>>,
    /// The tuples of each field, which is called `signature.field`.
    pub fields: BTreeMap<String, Vec<Vec<String>>>,
    /// What variables of the command stand for.
    pub witnesses: BTreeMap<String, Vec<Vec<String>>>,
}

impl From<&Instance> for InstanceSummary {
    fn from(instance: &Instance) -> Self {
        let sigs = instance.sigs.iter().map(|sig| (sig.name.clone(), sig.atoms.clone()));
        let fields = instance.fields.iter();
        let fields = fields.map(|f| (format!("{}.{}", f.sig, f.name), f.tuples.clone()));
        let witnesses = instance.witnesses.iter().map(|w| (w.name.clone(), w.tuples.clone()));
        InstanceSummary {
            signatures: sigs.collect(),
            fields: fields.collect(),
            witnesses: witnesses.collect(),
        }
    }
}

impl CommandOutcome {
    fn summary(&self) -> CommandSummary {
        let core = self.core.as_ref().map(|core| {
            let parts = core.parts.iter().map(|part| CorePartSummary {
                what: part.what.clone(),
                place: PortionSummary::from(&part.place),
            });
            parts.collect()
        });
        CommandSummary {
            number: self.number,
            name: self.name.clone(),
            kind: if self.check { "check" } else { "run" }.to_owned(),
            file: self.place.place.file.to_string(),
            line: self.place.place.line,
            scopes: self.scopes.clone(),
            answer: self.words().to_owned(),
            expect: self.expect,
            as_expected: match self.agreement() {
                Agreement::Agrees => Some(true),
                Agreement::Disagrees => Some(false),
                Agreement::Free | Agreement::Open => None,
            },
            reason: self.reason.clone(),
            instances: self.instances.iter().map(InstanceSummary::from).collect(),
            assumes: self.assumes.clone(),
            complete: self.complete,
            core,
            core_is_minimal: self.core.as_ref().map(|core| core.minimal),
            primary_variables: self.figures.primary,
            variables: self.figures.variables,
            clauses: self.figures.clauses,
            seconds: rounded(self.time.as_secs_f64()),
        }
    }
}

impl RelateOutcome {
    /// The run for programs; `folder` is its run folder, empty when there is none.
    pub fn summary(&self, folder: &str) -> RelateSummary {
        let solving = self.commands.iter().map(|c| c.figures.solving.as_secs_f64()).sum();
        let run = Summary {
            assumes: self.assumes(),
            not_checked: Vec::new(),
            remarks: Vec::new(),
            bounds: Vec::new(),
            verdict: self.verdict(),
            exhaustive: self.is_exhaustive(),
            mode: "relate".to_owned(),
            program: self.program.clone(),
            paths: PathCounts::default(),
            findings: Vec::new(),
            found_at: Vec::new(),
            obligations: Vec::new(),
            leaves: Vec::new(),
            traces: Vec::new(),
            pruned: None,
            fuzz: None,
            bmc: None,
            feasible: None,
            concolic: None,
            members: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
            coverage: CoverageSummary::default(),
            tests: 0,
            instructions: 0,
            solver: SolverSummary {
                queries: self.commands.len() as u64,
                cached: 0,
                seconds: rounded(solving),
            },
            seconds: rounded(self.time.as_secs_f64()),
            peak_mb: 0,
            incomplete_because: self.incomplete_because(),
            targets: Vec::new(),
            loops: Vec::new(),
            run: folder.to_owned(),
        };
        RelateSummary { run, commands: self.commands.iter().map(CommandOutcome::summary).collect() }
    }
}
