//! What a verification found, as plain data.

use crate::outcome::summary::{
    CoverageSummary, FindingSummary, InputSummary, ObligationSummary, SolverSummary, Summary,
    ValueSummary,
};
use crate::outcome::value::Value;
use crate::outcome::{
    Assumption, AssumptionKind, Datum, DatumSummary, Demand, IncompleteReason, PathCounts, Place,
    SolverUse, Verdict,
};
use effigy_lang_pli::tree;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// All that a verification leaves.
#[derive(Clone, Debug, Default)]
pub struct VerifyOutcome {
    /// The program as the user named it.
    pub program: String,
    /// The procedures that were verified, in the order of the text.
    pub procedures: Vec<String>,
    /// The conditions, procedure by procedure, path by path.
    pub obligations: Vec<ObligationOutcome>,
    /// Runs from the start of a procedure that fail, one for each condition for which a short search found one.
    pub witnesses: Vec<ObligationOutcome>,
    /// Why some paths were not followed: loops without an assertion and the like.
    pub incomplete_because: Vec<IncompleteReason>,
    /// What the proofs take for granted of parameters.
    pub assumed: Vec<Assumption>,
    /// What could decide more.
    pub remarks: Vec<String>,
    /// What the solver did.
    pub solver: SolverUse,
    /// How long it took.
    pub time: Duration,
}

/// What became of a condition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ObligationStatus {
    /// It holds.
    #[default]
    Proved,
    /// Not decided.
    Unknown,
    /// It does not follow from the assertion that its path begins with: a concrete run of the path on the values that are
    /// given makes it false. No run from the start is known that comes to these values.
    NotInductive,
    /// It does not hold: a run from the start makes it false.
    Refuted,
}

impl ObligationStatus {
    /// The word of reports.
    pub fn name(self) -> &'static str {
        match self {
            ObligationStatus::Proved => "proved",
            ObligationStatus::Unknown => "unknown",
            ObligationStatus::NotInductive => "not-inductive",
            ObligationStatus::Refuted => "refuted",
        }
    }
}

/// A verification condition with what became of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObligationOutcome {
    /// Its name: the procedure and the statements of its path.
    pub name: String,
    /// The procedure.
    pub procedure: String,
    /// Which parameters are one variable, as `B is A`; empty when none are.
    pub way: String,
    /// What became of it.
    pub status: ObligationStatus,
    /// What it is about: `assertion`, `prove`, `precondition`, or the kind of the finding that a check makes.
    pub error: String,
    /// The condition in the source, or what a check says when it fails.
    pub condition: String,
    /// Where it stands.
    pub place: Place,
    /// The statements of its path.
    pub path: Vec<Step>,
    /// The variables where the path begins, when it is refuted.
    pub start: Vec<Value>,
    /// The variables where it ends.
    pub end: Vec<Value>,
    /// What the path read, and what called procedures left in variables.
    pub inputs: Vec<Value>,
    /// Whether loops on the way were cut off after some rounds.
    pub bounded: bool,
    /// Why it is unknown; empty otherwise.
    pub reason: String,
    /// The query, when it was not decided.
    pub query: Option<PathBuf>,
}

/// A statement on a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Its number in the listing of its procedure.
    pub number: u32,
    /// The procedure.
    pub function: String,
    /// Where it stands.
    pub place: Place,
}

impl VerifyOutcome {
    pub(super) fn new(program: &Path) -> Self {
        Self { program: program.to_string_lossy().into_owned(), ..Self::default() }
    }

    /// Puts procedures into the order of the text.
    pub(super) fn sort(&mut self, source: &tree::Program) {
        self.procedures.sort_by_key(|name| super::position(source, name));
        self.witnesses.sort_by_key(|o| super::position(source, &o.procedure));
        self.obligations.sort_by_key(|o| super::position(source, &o.procedure));
        if self.obligations.is_empty() && self.incomplete_because.is_empty() {
            let reason = "there is nothing to prove: no ASSERT and no PROVE".to_owned();
            self.incomplete_because.push(IncompleteReason {
                reason,
                count: 1,
                place: String::new(),
            });
        }
    }

    /// How many conditions are proved, unknown, not inductive and refuted.
    pub fn counts(&self) -> [usize; 4] {
        let count = |status| self.obligations.iter().filter(|o| o.status == status).count();
        [
            count(ObligationStatus::Proved),
            count(ObligationStatus::Unknown),
            count(ObligationStatus::NotInductive),
            count(ObligationStatus::Refuted),
        ]
    }

    /// The answer: passed only when every condition of every path is proved.
    pub fn verdict(&self) -> Verdict {
        match self.counts() {
            [.., refuted] if refuted > 0 => Verdict::Failed,
            [_, 0, 0, _] if self.incomplete_because.is_empty() => Verdict::Passed,
            _ => Verdict::Incomplete,
        }
    }

    /// What the proof takes for granted: Floyd's method proves what holds where a program comes to, and not that it ends, and what a contract
    /// says of parameters.
    pub fn assumes(&self) -> Vec<Assumption> {
        let repeats = |o: &&ObligationOutcome| o.is_round() || o.error == "precondition";
        let place = self.obligations.iter().find(repeats).map(|o| o.place.to_string());
        let loops = place.map(|place| Assumption::of(AssumptionKind::Termination).at(place));
        loops.into_iter().chain(self.assumed.iter().cloned()).collect()
    }

    /// Whether an answer that is no failure is as good as is demanded.
    pub fn meets(&self, demand: &Demand) -> bool {
        self.verdict() == Verdict::Passed && demand.is_met(&self.assumes())
    }

    /// The run for programs.
    pub fn summary(&self) -> Summary {
        let [_, unknown, not_inductive, _] = self.counts();
        let mut reasons = self.incomplete_because.clone();
        let open = [
            (unknown, "conditions are not decided"),
            (not_inductive, "conditions do not follow from the assertions before them"),
        ];
        for (count, reason) in open.into_iter().filter(|(count, _)| *count > 0) {
            let (reason, count) = (reason.to_owned(), count as u64);
            reasons.push(IncompleteReason { reason, count, place: String::new() });
        }
        Summary {
            assumes: self.assumes(),
            not_checked: Vec::new(),
            remarks: self.remarks.clone(),
            bounds: Vec::new(),
            verdict: self.verdict(),
            exhaustive: reasons.is_empty(),
            mode: "verify".to_owned(),
            program: self.program.clone(),
            paths: PathCounts::default(),
            findings: self.witnesses.iter().map(ObligationOutcome::finding).collect(),
            found_at: Vec::new(),
            obligations: self.obligations.iter().map(ObligationOutcome::summary).collect(),
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
                queries: self.solver.queries,
                cached: self.solver.cached,
                seconds: self.solver.seconds,
            },
            seconds: self.time.as_secs_f64(),
            peak_mb: 0,
            incomplete_because: reasons,
            targets: Vec::new(),
            loops: Vec::new(),
            run: String::new(),
        }
    }
}

impl ObligationOutcome {
    /// Whether its path is a round from an assertion to itself.
    pub fn is_round(&self) -> bool {
        self.error == "assertion" && self.path.first().is_some_and(|s| s.place == self.place)
    }

    /// Whether another one is the same condition on the same path, perhaps of other variables.
    pub(super) fn is_of(&self, other: &Self) -> bool {
        self.procedure == other.procedure
            && self.place == other.place
            && self.condition == other.condition
            && self.path == other.path
    }

    /// A run that fails as a finding: its input is what the procedure begins with.
    fn finding(&self) -> FindingSummary {
        let values = self.start.iter().chain(&self.inputs);
        let input = values.filter_map(|v| {
            let value = Some(DatumSummary::from(v.datum.as_ref()?));
            Some(InputSummary { name: v.name.clone(), bytes: String::new(), value })
        });
        let kind = match self.error.as_str() {
            "prove" | "precondition" => "assertion",
            kind => kind,
        };
        let way = (!self.way.is_empty()).then(|| InputSummary {
            name: self.way.clone(),
            bytes: String::new(),
            value: Some(DatumSummary::from(&Datum::Integer(1.into()))),
        });
        FindingSummary {
            heap: None,
            kind: kind.to_owned(),
            message: self.condition.clone(),
            file: self.place.file.to_string(),
            line: self.place.line,
            function: self.procedure.clone(),
            library: None,
            stack: Vec::new(),
            input: way.into_iter().chain(input).collect(),
            replay: "confirmed".to_owned(),
            test: String::new(),
        }
    }

    fn summary(&self) -> ObligationSummary {
        let values = |values: &[Value]| {
            let value = |v: &Value| ValueSummary { name: v.name.clone(), value: v.text.clone() };
            values.iter().map(value).collect()
        };
        let query = self.query.as_ref().map(|path| path.to_string_lossy().into_owned());
        ObligationSummary {
            name: self.name.clone(),
            status: self.status.name().to_owned(),
            error: match self.status {
                ObligationStatus::Proved => String::new(),
                _ => self.error.clone(),
            },
            line: self.place.line,
            condition: self.condition.clone(),
            path: self.path.iter().map(|step| step.number).collect(),
            values: values(&self.start),
            values_at_end: values(&self.end),
            bounded: self.bounded,
            reason: self.reason.clone(),
            query: query.unwrap_or_default(),
            proof: None,
        }
    }
}
