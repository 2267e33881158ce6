//! Traces and their conditions, as plain data.

use crate::summary::trace::TraceSummary;
use crate::summary::{CoverageSummary, FindingSummary, InputSummary, SolverSummary, Summary};
use crate::{
    Assumption, Datum, DatumSummary, Demand, FindingKind, Heap, IncompleteReason, PathCounts,
    Place, SolverUse, Verdict,
};
use std::collections::BTreeMap;
use std::time::Duration;

/// All that a backward run leaves.
#[derive(Clone, Debug, Default)]
pub struct WpOutcome {
    /// The program as the user named it.
    pub program: String,
    /// What the traces begin with.
    pub entry: String,
    /// Whether the one trace was given, instead of unfolded from the program.
    pub is_given: bool,
    /// The traces in the order of the execution tree.
    pub traces: Vec<TraceOutcome>,
    /// Beginnings of traces that were given up because no initial state leads along them.
    pub pruned: u64,
    /// Why there may be more traces.
    pub stopped: Option<String>,
    /// What the solver did.
    pub solver: SolverUse,
    /// How long it took.
    pub time: Duration,
    /// Memory of the process.
    pub peak_mb: u64,
    /// What the answer takes for granted.
    pub assumes: Vec<Assumption>,
    /// What could decide more.
    pub remarks: Vec<String>,
}

/// A trace with its path condition.
#[derive(Clone, Debug)]
pub struct TraceOutcome {
    /// Its number, from 1.
    pub number: usize,
    /// What stands before the lines of a trace with objects: that it is `unchecked`, and the variables that it speaks of,
    /// but for those of the program, as in `int n`.
    pub declarations: Vec<String>,
    /// Assignments, creations of objects and tests, in the words of the source.
    pub lines: Vec<TraceLine>,
    /// The number of elementary steps.
    pub steps: usize,
    /// The path condition over the initial state, conjunct by conjunct; nothing when it is true.
    pub condition: Vec<String>,
    /// The path condition as one condition.
    pub conjunction: String,
    /// The path condition as an SMT-LIB script.
    pub smtlib: String,
    /// The distinct terms that the condition consists of.
    pub size: usize,
    /// Whether an initial state leads along the trace.
    pub satisfiable: Satisfiable,
    /// How it ends.
    pub ending: TraceEnding,
    /// Where.
    pub place: Place,
    /// In which function.
    pub function: String,
    /// The results of the program over the initial state.
    pub values: Vec<(String, String)>,
}

/// A line of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceLine {
    /// `h := e`, `x := new` or a test.
    pub text: String,
    /// The number of the statement in the source.
    pub statement: Option<u32>,
    /// Where it comes from.
    pub place: Place,
}

/// Whether an initial state leads along a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Satisfiable {
    /// One does.
    Yes {
        /// The values of the inputs that the condition speaks of.
        inputs: Vec<(String, Datum)>,
        /// The objects that it consists of, in a program with objects.
        heap: Option<Heap>,
    },
    /// None does.
    No,
    /// Not decided.
    Unknown(String),
}

impl Satisfiable {
    /// The word of reports.
    pub fn name(&self) -> &'static str {
        match self {
            Satisfiable::Yes { .. } => "satisfiable",
            Satisfiable::No => "unsatisfiable",
            Satisfiable::Unknown(_) => "unknown",
        }
    }
}

/// How a trace ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEnding {
    /// The program returns.
    Returned,
    /// A defect of the program.
    Finding {
        /// What kind.
        kind: FindingKind,
        /// What is wrong.
        message: String,
    },
    /// It comes to something that has no backward condition, by name.
    Unsupported(String),
    /// It is longer than it may be; which bound.
    Bounded(String),
}

impl TraceEnding {
    /// The word of reports: `returned`, the kind of a finding, `unsupported` or `cut`.
    pub fn name(&self) -> &'static str {
        match self {
            TraceEnding::Returned => "returned",
            TraceEnding::Finding { kind, .. } => kind.name(),
            TraceEnding::Unsupported(_) => "unsupported",
            TraceEnding::Bounded(_) => "cut",
        }
    }
}

impl WpOutcome {
    /// How the traces ended that an initial state leads along, or may lead along.
    pub fn counts(&self) -> PathCounts {
        let mut counts = PathCounts::default();
        for trace in self.traces.iter().filter(|t| t.satisfiable != Satisfiable::No) {
            match (&trace.ending, &trace.satisfiable) {
                (_, Satisfiable::Unknown(_)) => counts.unknown += 1,
                (TraceEnding::Returned, _) => counts.completed += 1,
                (TraceEnding::Finding { .. }, _) => counts.failed += 1,
                (TraceEnding::Unsupported(_), _) => counts.unsupported += 1,
                (TraceEnding::Bounded(_), _) => counts.cut += 1,
            }
        }
        counts
    }

    /// Whether the solver left a trace open.
    pub fn is_undecided(&self) -> bool {
        self.traces.iter().any(|t| matches!(t.satisfiable, Satisfiable::Unknown(_)))
    }

    /// Why not all traces were followed to their ends, each reason once.
    pub fn incomplete_because(&self) -> Vec<IncompleteReason> {
        let mut reasons: BTreeMap<(String, String), u64> = BTreeMap::new();
        let mut add = |reason: &str, place: String| {
            *reasons.entry((reason.to_owned(), place)).or_default() += 1;
        };
        for trace in self.traces.iter().filter(|t| t.satisfiable != Satisfiable::No) {
            match (&trace.ending, &trace.satisfiable) {
                (_, Satisfiable::Unknown(why)) => add(why, trace.place.to_string()),
                (TraceEnding::Unsupported(what), _) => {
                    add(&format!("no backward condition for: {what}"), trace.place.to_string());
                }
                (TraceEnding::Bounded(bound), _) => add(bound, String::new()),
                _ => {}
            }
        }
        self.stopped.iter().for_each(|reason| add(reason, String::new()));
        let reasons = reasons.into_iter();
        reasons.map(|((reason, place), count)| IncompleteReason { reason, count, place }).collect()
    }

    /// The answer: what the traces of the program show. A given trace is no program: it neither passes nor fails.
    pub fn verdict(&self) -> Verdict {
        let counts = self.counts();
        if counts.failed > 0 && !self.is_given {
            Verdict::Failed
        } else if self.incomplete_because().is_empty() && (counts.completed > 0 || self.is_given) {
            Verdict::Passed
        } else {
            Verdict::Incomplete
        }
    }

    /// Whether an answer that is no failure is as good as is demanded.
    pub fn meets(&self, demand: &Demand) -> bool {
        self.verdict() == Verdict::Passed && demand.is_met(&self.assumes)
    }

    /// The outcome for programs.
    pub fn summary(&self) -> Summary {
        Summary {
            assumes: self.assumes.clone(),
            not_checked: Vec::new(),
            remarks: self.remarks.clone(),
            bounds: Vec::new(),
            verdict: self.verdict(),
            exhaustive: self.incomplete_because().is_empty(),
            mode: "wp".to_owned(),
            program: self.program.clone(),
            paths: self.counts(),
            findings: self.traces.iter().filter_map(finding).collect(),
            found_at: Vec::new(),
            obligations: Vec::new(),
            coverage: CoverageSummary::default(),
            tests: 0,
            instructions: self.traces.iter().map(|trace| trace.steps as u64).sum(),
            solver: SolverSummary {
                queries: self.solver.queries,
                cached: self.solver.cached,
                seconds: self.solver.seconds,
            },
            seconds: self.time.as_secs_f64(),
            peak_mb: self.peak_mb,
            incomplete_because: self.incomplete_because(),
            targets: Vec::new(),
            loops: Vec::new(),
            run: String::new(),
            leaves: Vec::new(),
            traces: self.traces.iter().map(TraceSummary::from).collect(),
            fuzz: None,
            bmc: None,
            feasible: None,
            concolic: None,
            pruned: Some(self.pruned),
            members: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

/// The finding in which a trace ends that an initial state leads along.
fn finding(trace: &TraceOutcome) -> Option<FindingSummary> {
    let TraceEnding::Finding { kind, message } = &trace.ending else { return None };
    let Satisfiable::Yes { inputs, heap } = &trace.satisfiable else { return None };
    Some(FindingSummary {
        kind: kind.name().to_owned(),
        message: message.clone(),
        file: trace.place.file.to_string(),
        line: trace.place.line,
        function: trace.function.clone(),
        library: None,
        stack: Vec::new(),
        input: inputs.iter().map(input).collect(),
        heap: heap.clone(),
        replay: "not-run".to_owned(),
        test: String::new(),
    })
}

fn input((name, value): &(String, Datum)) -> InputSummary {
    let value = Some(DatumSummary::from(value));
    InputSummary { name: name.clone(), bytes: String::new(), value }
}

impl From<&TraceOutcome> for TraceSummary {
    fn from(trace: &TraceOutcome) -> Self {
        let (inputs, heap) = match &trace.satisfiable {
            Satisfiable::Yes { inputs, heap } => (inputs.iter().map(input).collect(), heap.clone()),
            _ => (Vec::new(), None),
        };
        Self {
            trace: trace
                .declarations
                .iter()
                .chain(trace.lines.iter().map(|line| &line.text))
                .cloned()
                .collect(),
            steps: trace.steps,
            condition: trace.conjunction.clone(),
            smtlib: trace.smtlib.clone(),
            size: trace.size,
            answer: trace.satisfiable.name().to_owned(),
            input: inputs,
            heap,
            kind: trace.ending.name().to_owned(),
            values: trace.values.iter().cloned().collect(),
            line: trace.place.line,
        }
    }
}
