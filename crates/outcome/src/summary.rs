//! The one JSON object of `--json` and of `summary.json`, field by field.

pub mod proof;
pub mod trace;

use crate::{
    Assumption, BmcFigures, DatumSummary, Feasibility, Finding, FollowedInput, ForkingLoop,
    FuzzFigures, Goal, Heap, IncompleteReason, LeafSummary, PathCounts, RunOutcome, StackFrame,
    Verdict,
};
use proof::{MemberSummary, ProofSummary, TextErrorSummary};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use trace::TraceSummary;

/// The report of a run for programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The run's answer.
    pub verdict: Verdict,
    /// Whether every path was run to its end.
    pub exhaustive: bool,
    /// The verb.
    pub mode: String,
    /// The program as the user named it.
    pub program: String,
    /// How the paths ended.
    pub paths: PathCounts,
    /// The findings.
    pub findings: Vec<FindingSummary>,
    /// When each finding was found, in their order: seconds from the start of the run on. Beside the findings, which are
    /// the same in every run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found_at: Vec<f64>,
    /// Proof obligations; always empty for `explore`.
    pub obligations: Vec<ObligationSummary>,
    /// What was reached.
    pub coverage: CoverageSummary,
    /// Number of tests.
    pub tests: usize,
    /// Instructions executed.
    pub instructions: u64,
    /// The solver's work.
    pub solver: SolverSummary,
    /// Wall time of the whole run.
    pub seconds: f64,
    /// Largest memory of the process.
    pub peak_mb: u64,
    /// Why the run is not exhaustive.
    pub incomplete_because: Vec<IncompleteReason>,
    /// What the answer takes for granted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<Assumption>,
    /// What the run did not look for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_checked: Vec<String>,
    /// What else the answer depends on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// What the values of the run are bounded by, where nobody said it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<String>,
    /// The lines that the run was directed to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<TargetSummary>,
    /// The loops that forked most, the first one most, of a run that did not come to all paths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loops: Vec<LoopSummary>,
    /// The figures of a search from seeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuzz: Option<FuzzFigures>,
    /// The figures of bounded model checking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bmc: Option<BmcFigures>,
    /// Whether a given trace is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feasible: Option<Feasibility>,
    /// The path of an input that was followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concolic: Option<FollowedInput>,
    /// The run folder; empty when there is none.
    pub run: String,
    /// The leaves of the execution tree with what they compute, of a language whose programs name their results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaves: Vec<LeafSummary>,
    /// The traces with their path conditions, of a backward run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traces: Vec<TraceSummary>,
    /// Beginnings of traces that were given up because no initial state leads along them, of a backward
    /// run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pruned: Option<u64>,
    /// The members of the programs, of a proof with permissions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<MemberSummary>,
    /// What is wrong with the texts, of a proof with permissions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<TextErrorSummary>,
    /// What is odd about the texts, of a proof with permissions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<TextErrorSummary>,
}

/// A finding for programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindingSummary {
    /// The kind's name.
    pub kind: String,
    /// What happened.
    pub message: String,
    /// The user's source file, empty when unknown.
    pub file: String,
    /// 1-based line, 0 when unknown.
    pub line: u32,
    /// The user's function.
    pub function: String,
    /// The code that fails, where it is not the user's own and does not come with a compiler.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<LibrarySummary>,
    /// The calls, innermost first.
    pub stack: Vec<FrameSummary>,
    /// The input.
    pub input: Vec<InputSummary>,
    /// The objects that it begins with, in a program with objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heap: Option<Heap>,
    /// `confirmed`, `disagreed` or `not-run`.
    pub replay: String,
    /// Path of the test's file; empty when there is none.
    pub test: String,
}

/// Where a library failed, for programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LibrarySummary {
    /// The library, with its version where its folder says one.
    pub name: String,
    /// The function that failed.
    pub function: String,
    /// Its file.
    pub file: String,
    /// 1-based line.
    pub line: u32,
}

/// A call for programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrameSummary {
    /// The function.
    pub function: String,
    /// Its file, empty when unknown.
    pub file: String,
    /// 1-based line, 0 when unknown.
    pub line: u32,
}

/// An input for programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputSummary {
    /// Its name.
    pub name: String,
    /// Its bytes, two lower-case hexadecimal digits each.
    pub bytes: String,
    /// Its value, when the program knows integers rather than bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<DatumSummary>,
}

/// A line that a run was directed to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TargetSummary {
    /// The line as it was given.
    pub target: String,
    /// Whether a path came there.
    pub reached: bool,
    /// Path of the file of a test that comes there; empty when there is none.
    pub test: String,
}

/// A loop that forked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoopSummary {
    /// The function that it is in.
    pub function: String,
    /// The file.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// How often paths forked in it, and in what it calls.
    pub forks: u64,
    /// What would bound it.
    pub bound: String,
}

impl From<&ForkingLoop> for LoopSummary {
    fn from(from: &ForkingLoop) -> Self {
        let ForkingLoop { function, place, forks, bound } = from;
        let (file, line) = (place.file.to_string(), place.line);
        Self { function: function.clone(), file, line, forks: *forks, bound: bound.clone() }
    }
}

fn target(goal: &Goal, test_path: &impl Fn(usize) -> String) -> TargetSummary {
    TargetSummary {
        target: goal.name.clone(),
        reached: goal.reached,
        test: goal.test.map_or_else(String::new, test_path),
    }
}

/// A proof obligation for programs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ObligationSummary {
    /// Its name.
    pub name: String,
    /// `proved`, `refuted`, `not-inductive` or `unknown`.
    pub status: String,
    /// The error's id, empty when proved.
    pub error: String,
    /// 1-based line.
    pub line: u32,
    /// The condition in the source, or what a check says when it fails.
    pub condition: String,
    /// The numbers of the statements on its path.
    pub path: Vec<u32>,
    /// The variables where the path begins, of one that is refuted or not inductive.
    pub values: Vec<ValueSummary>,
    /// The variables where it ends.
    pub values_at_end: Vec<ValueSummary>,
    /// Whether loops on the way were cut off after some rounds.
    pub bounded: bool,
    /// Why it is unknown; empty otherwise.
    pub reason: String,
    /// The file with the query that was not decided; empty when there is none.
    pub query: String,
    /// What one of a proof with permissions has besides, as fields of the same object.
    #[serde(flatten)]
    pub proof: Option<ProofSummary>,
}

/// The value of a variable for programs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueSummary {
    /// The variable's name.
    pub name: String,
    /// Its value: a decimal number, `unset`, or the elements of an array as in `[1: 4, 2: 7, else: 0]`.
    pub value: String,
}

/// Coverage for programs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CoverageSummary {
    /// Lines reached.
    pub lines: u64,
    /// Lines with code.
    pub lines_total: u64,
    /// Branch sides taken.
    pub branches: u64,
    /// Branch sides.
    pub branches_total: u64,
}

/// The solver's work for programs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SolverSummary {
    /// Queries asked.
    pub queries: u64,
    /// Queries answered without a back end.
    pub cached: u64,
    /// Time of all queries.
    pub seconds: f64,
}

/// Two lower-case hexadecimal digits a byte.
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    bytes.iter().for_each(|byte| push_hex(&mut text, *byte));
    text
}

/// Writes a byte as two lower-case hexadecimal digits.
pub fn push_hex(text: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    text.push(char::from(DIGITS[usize::from(byte >> 4)]));
    text.push(char::from(DIGITS[usize::from(byte & 15)]));
}

/// The bytes that [`hex`] wrote; `None` for any other text.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = text.chars().map(|c| c.to_digit(16)).collect();
    let digits = digits?;
    if digits.len() % 2 != 0 {
        return None;
    }
    digits
        .chunks_exact(2)
        .map(|pair| u8::try_from(pair.iter().fold(0, |n, d| n * 16 + d)).ok())
        .collect()
}

impl RunOutcome {
    /// The run for programs. `run` names the run folder, and `test_path` the file of a test by its number.
    pub fn summary(&self, run: &str, test_path: impl Fn(usize) -> String) -> Summary {
        Summary {
            verdict: self.verdict(),
            exhaustive: self.exhaustive(),
            mode: self.mode.clone(),
            program: self.program.clone(),
            paths: self.paths,
            findings: self
                .findings
                .iter()
                .map(|f| summarize(f, f.test.map_or_else(String::new, &test_path)))
                .collect(),
            found_at: self.timings.found.iter().copied().map(seconds).collect(),
            obligations: Vec::new(),
            coverage: CoverageSummary {
                lines: self.coverage.lines,
                lines_total: self.coverage.lines_total,
                branches: self.coverage.branches,
                branches_total: self.coverage.branches_total,
            },
            tests: self.tests.len(),
            instructions: self.instructions,
            solver: SolverSummary {
                queries: self.solver.queries,
                cached: self.solver.cached,
                seconds: rounded(self.solver.seconds),
            },
            seconds: rounded(self.timings.total.as_secs_f64()),
            peak_mb: self.peak_mb,
            incomplete_because: self.reasons(),
            assumes: self.assumes.iter().chain(&self.bounds).cloned().collect(),
            not_checked: self.not_checked.clone(),
            remarks: self.remarks.clone(),
            bounds: self.bounds.iter().map(|bound| bound.what.to_string()).collect(),
            targets: self.targets.iter().map(|goal| target(goal, &test_path)).collect(),
            loops: self.loops.iter().map(LoopSummary::from).collect(),
            fuzz: self.fuzz.clone(),
            bmc: self.bmc.clone(),
            feasible: self.feasible.clone(),
            concolic: self.concolic.clone(),
            run: run.to_owned(),
            leaves: self.leaves.iter().map(LeafSummary::from).collect(),
            traces: Vec::new(),
            pruned: None,
            members: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

/// Seconds rounded to microseconds: more digits are noise.
pub fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

fn seconds(time: Duration) -> f64 {
    rounded(time.as_secs_f64())
}

fn summarize(finding: &Finding, test: String) -> FindingSummary {
    FindingSummary {
        kind: finding.kind.name().to_owned(),
        message: finding.message.clone(),
        file: finding.place.file.to_string(),
        line: finding.place.line,
        function: finding.function.clone(),
        library: finding.library.as_ref().map(|library| LibrarySummary {
            name: library.name.clone(),
            function: library.function.clone(),
            file: library.place.file.to_string(),
            line: library.place.line,
        }),
        stack: finding.stack.iter().map(frame).collect(),
        heap: finding.heap.clone(),
        input: finding
            .inputs
            .iter()
            .map(|i| InputSummary {
                name: i.name.clone(),
                bytes: hex(&i.bytes),
                value: i.value.as_ref().map(DatumSummary::from),
            })
            .collect(),
        replay: finding.replay.name().to_owned(),
        test,
    }
}

fn frame(frame: &StackFrame) -> FrameSummary {
    FrameSummary {
        function: frame.function.clone(),
        file: frame.place.file.to_string(),
        line: frame.place.line,
    }
}
