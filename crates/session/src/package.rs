//! Every function or test of a Cargo package, one run each: it is compiled once, as a program that begins at the one that its first argument
//! names.

mod name;

pub use name::package_name;

use crate::compile::harness::{Expects, Harness, LeftOut};
use crate::compile::{Begins, Compiled};
use crate::error::SessionError;
use crate::explore::Prepared;
use crate::front_end::SourceProgram;
use crate::init;
use crate::journal::Record;
use crate::options::ExploreOptions;
use crate::options::Harnesses;
use crate::outcome::summary::Summary;
use crate::outcome::{
    Assumption, AssumptionKind, Demand, Finding, FindingKind, NAMED, RunOutcome, Verdict,
};
use crate::progress::{Observer, Progress};
use crate::table::Languages;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

/// What a run from one function or test came to, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Triage {
    /// It fails.
    Failed,
    /// It fails only on inputs on which the native program ends well.
    Disagreed,
    /// Time was up.
    TimedOut,
    /// It meets what Effigy does not support.
    Unsupported,
    /// Not every path was run, or none that counts.
    Undecided,
    /// It holds for the values that were tried, which are not all.
    Bounded,
    /// It holds for all values.
    Held,
}

impl Triage {
    /// All of them.
    pub const ALL: [Triage; 7] = [
        Triage::Failed,
        Triage::Disagreed,
        Triage::TimedOut,
        Triage::Unsupported,
        Triage::Undecided,
        Triage::Bounded,
        Triage::Held,
    ];

    /// The words that tables have.
    pub fn name(self) -> &'static str {
        match self {
            Triage::Failed => "failed",
            Triage::Disagreed => "disagreed",
            Triage::TimedOut => "timed out",
            Triage::Unsupported => "unsupported",
            Triage::Undecided => "undecided",
            Triage::Bounded => "bounded",
            Triage::Held => "held",
        }
    }

    /// Of a run, and what there is to say about it.
    pub fn of(harness: &Harness, outcome: &RunOutcome) -> (Triage, String) {
        let failure = |f: &&Finding| is_failure(harness, f) && !outcome.is_refuted(f);
        if let Some(finding) = outcome.findings.iter().find(failure) {
            return (Triage::Failed, format!("{}: {}", finding.kind, finding.headline()));
        }
        let to_panic = harness.expects != Expects::Success;
        let undecided = outcome.reasons();
        let no_panic = match harness.expects {
            Expects::Success => false,
            Expects::Panic => outcome.paths.completed > 0,
            Expects::SomePanic => outcome.findings.is_empty() && undecided.is_empty(),
        };
        if no_panic {
            return (Triage::Failed, "it does not panic, and is to".to_owned());
        }
        let word = match outcome.verdict() {
            _ if outcome.vacuous() && undecided.is_empty() => {
                return (Triage::Undecided, "no value meets its assumptions".to_owned());
            }
            Verdict::Passed | Verdict::Proved | Verdict::Bounded => {
                match outcome.bounds.is_empty() {
                    true => Triage::Held,
                    false => Triage::Bounded,
                }
            }
            Verdict::Disagreed => Triage::Disagreed,
            Verdict::Failed if !to_panic => {
                return (Triage::Failed, "a path fails".to_owned());
            }
            // What failed is what it is to do; a path that panics need not be the last one.
            Verdict::Failed if undecided.is_empty() => match outcome.bounds.is_empty() {
                true => Triage::Held,
                false => Triage::Bounded,
            },
            Verdict::Failed | Verdict::Incomplete if !outcome.unsupported.is_empty() => {
                Triage::Unsupported
            }
            Verdict::Failed | Verdict::Incomplete => {
                match undecided.iter().any(|reason| reason.reason.contains("--max-time")) {
                    true => Triage::TimedOut,
                    false => Triage::Undecided,
                }
            }
        };
        let why = match word {
            Triage::Bounded | Triage::Held => under(outcome),
            _ => undecided.first().map(|reason| reason.reason.clone()).unwrap_or_default(),
        };
        (word, why)
    }
}

/// What an answer without a failure is for, up to what, and what it takes for granted; empty when there is nothing to say.
fn under(outcome: &RunOutcome) -> String {
    let (types, others): (Vec<&Assumption>, Vec<&Assumption>) =
        outcome.assumes.iter().partition(|assumption| assumption.kind == AssumptionKind::Types);
    let mut said: Vec<String> = types.iter().map(|types| format!("for {}", types.what)).collect();
    said.extend(outcome.bounds.iter().map(Assumption::to_string));
    let goals = outcome.goals.iter().filter(|goal| !goal.reached);
    said.extend(goals.map(|goal| format!("no value meets the goal `{}`", goal.name)));
    let mut assumed: Vec<String> = others.iter().map(ToString::to_string).collect();
    let more = assumed.len().saturating_sub(NAMED);
    assumed.truncate(NAMED);
    if more > 0 {
        assumed.push(format!("and {more} more"));
    }
    if !assumed.is_empty() {
        said.push(format!("assuming {}", assumed.join("; ")));
    }
    said.join("; ")
}

/// The second argument of a program that calls its function twice.
const TWICE: &str = "twice";

/// Whether a function that does not fail is to be called a second time: what an earlier call left behind may be another matter.
pub fn has_second_call(triage: Triage, outcome: &RunOutcome) -> bool {
    matches!(triage, Triage::Held | Triage::Bounded)
        && outcome.assumes.iter().any(|assumption| assumption.kind == AssumptionKind::FirstCall)
}

/// The options of the run of a function that was called once before.
pub fn second_call(options: &ExploreOptions) -> ExploreOptions {
    let mut options = options.clone();
    options.arguments.push(TWICE.to_owned());
    options
}

/// Whether a finding of the harness's run is a failure: not a panic, where it is to panic.
pub fn is_failure(harness: &Harness, finding: &Finding) -> bool {
    let is_panic = !matches!(
        finding.kind,
        FindingKind::UseAfterFree
            | FindingKind::DoubleFree
            | FindingKind::InvalidFree
            | FindingKind::Null
            | FindingKind::Uninitialised
    );
    harness.expects == Expects::Success || !is_panic
}

/// What one run came to.
#[derive(Clone, Debug, Serialize)]
pub struct HarnessResult {
    /// What it began at.
    #[serde(flatten)]
    pub harness: Harness,
    /// In a word.
    pub triage: Triage,
    /// Why, or up to what; empty when there is nothing to say.
    pub why: String,
    /// Its own report.
    pub report: Summary,
}

/// What the runs of a package's functions came to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PackageSummary {
    /// The answer of all runs together.
    pub verdict: Option<Verdict>,
    /// Always `package`.
    pub mode: &'static str,
    /// The package as the user named it.
    pub program: String,
    /// What it is called.
    pub package: String,
    /// The runs.
    pub harnesses: Vec<HarnessResult>,
    /// What there was no time for, or what was interrupted before it began.
    pub not_run: Vec<Harness>,
    /// Why these were not run; empty when there are none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub not_run_because: String,
    /// What no run can begin at.
    pub left_out: Vec<LeftOut>,
    /// Integration tests of the package with harnesses, which are targets that were not asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elsewhere: Vec<String>,
    /// Wall time of all of it.
    pub seconds: f64,
    /// The run folder.
    pub run: String,
}

impl PackageSummary {
    /// How many runs came to this.
    pub fn count(&self, triage: Triage) -> usize {
        self.harnesses.iter().filter(|result| result.triage == triage).count()
    }

    /// Whether an answer that is no failure is as good as is demanded.
    pub fn meets(&self, demand: &Demand) -> bool {
        let met = |result: &HarnessResult| demand.is_met(&result.report.assumes);
        let complete = self.answer() == Verdict::Passed && self.harnesses.iter().all(met);
        complete || !demand.exhaustive
    }

    /// How many runs hold under an assumption.
    pub fn assuming(&self) -> usize {
        let held = self.harnesses.iter().filter(|result| result.triage == Triage::Held);
        held.filter(|result| !result.report.assumes.is_empty()).count()
    }

    /// The answer of all runs together: what was not run or left out is not decided.
    pub fn answer(&self) -> Verdict {
        let has = |triage| self.count(triage) > 0;
        let open = [Triage::TimedOut, Triage::Unsupported, Triage::Undecided].into_iter().any(has);
        match () {
            () if has(Triage::Failed) => Verdict::Failed,
            () if has(Triage::Disagreed) => Verdict::Disagreed,
            () if open || !self.not_run.is_empty() || !self.left_out.is_empty() => {
                Verdict::Incomplete
            }
            () if self.harnesses.is_empty() => Verdict::Incomplete,
            () if has(Triage::Bounded) => Verdict::Bounded,
            () => Verdict::Passed,
        }
    }
}

/// A compiled package whose functions or tests can be run.
pub struct PackageProgram {
    options: ExploreOptions,
    compiled: SourceProgram,
    begins: Begins,
}

impl PackageProgram {
    /// Compiles the package that the options name, which say at what kind of functions it begins.
    ///
    /// # Errors
    /// When it does not compile.
    pub fn new(
        languages: Languages,
        options: &ExploreOptions,
        observer: &mut dyn Observer,
    ) -> Result<PackageProgram, SessionError> {
        observer.progress(&Progress::default());
        let compiled = languages.compile(options)?;
        let begins = compiled.begins.clone().ok_or_else(|| languages.unknown(&options.input))?;
        Ok(PackageProgram { options: options.clone(), compiled, begins })
    }

    /// What it can begin at.
    pub fn harnesses(&self) -> &[Harness] {
        &self.begins.harnesses
    }

    /// What it cannot.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.begins.left_out
    }

    /// The options of the run of one of them. What else they say counts for each.
    pub fn options_of(&self, harness: &Harness) -> ExploreOptions {
        ExploreOptions { arguments: vec![harness.name.clone()], ..self.options.clone() }
    }

    /// Runs one of them with these options.
    ///
    /// # Errors
    /// As for an exploration.
    pub fn run(
        &self,
        options: &ExploreOptions,
        record: Option<Record>,
        observer: &mut dyn Observer,
    ) -> Result<RunOutcome, SessionError> {
        let started = Instant::now();
        let deadline = options.budget.time.map(|limit| started + limit);
        let options = ExploreOptions { cancel: options.cancel.part(deadline), ..options.clone() };
        let compiled = Compiled { cancel: options.cancel.clone(), ..(*self.compiled).clone() };
        let compiled = SourceProgram { compiled, front_end: self.compiled.front_end };
        Prepared::read(options, compiled, started)?.run(record, observer)
    }
}

/// What sources say that have harnesses of a kind.
const MARKS: [(&str, Harnesses); 6] = [
    ("effigy::test", Harnesses::Tests),
    ("effigy::any", Harnesses::Tests),
    ("#[quickcheck]", Harnesses::Tests),
    ("proptest!", Harnesses::Tests),
    ("bolero::", Harnesses::Tests),
    ("kani::proof", Harnesses::Kani),
];

/// How deep folders of sources are looked into.
const DEEPEST: usize = 12;

/// The kind of harnesses that the source file, or those below the folder, have: the first one of those that there are.
pub fn harnesses_in(path: &Path) -> Option<Harnesses> {
    let mut found = BTreeSet::new();
    look_into(path, DEEPEST, &mut found);
    MARKS.iter().find(|(mark, _)| found.contains(mark)).map(|(_, kind)| *kind)
}

/// The names of the integration tests of the package in this folder that draw values, in order.
pub fn integration_tests(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder.join("tests")).into_iter().flatten().flatten();
    let sources = entries.map(|entry| entry.path()).filter(|path| path.is_file());
    let drawing = sources.filter(|path| harnesses_in(path) == Some(Harnesses::Tests));
    let mut names: Vec<String> = drawing
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    names
}

fn look_into(path: &Path, depth: usize, found: &mut BTreeSet<&'static str>) {
    if path.is_file() {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        found.extend(MARKS.iter().map(|(mark, _)| *mark).filter(|mark| text.contains(mark)));
        return;
    }
    for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
        let (inner, name) = (entry.path(), entry.file_name());
        let is_source = inner.extension().is_some_and(|end| end == "rs");
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 => {
                let hidden = name.to_string_lossy().starts_with('.');
                // What was built, and what was found, is not of the package.
                let other = inner.join("CACHEDIR.TAG").exists()
                    || inner.join("run.json").exists()
                    || init::is_library(&inner);
                if !hidden && !other {
                    look_into(&inner, depth - 1, found);
                }
            }
            Ok(kind) if kind.is_file() && is_source => look_into(&inner, depth, found),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
