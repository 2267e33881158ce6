//! Every function or test of a Cargo package, one run each: it is compiled once, as a program that begins at the one that its first argument
//! names.

use crate::compile::harness::{Harness, LeftOut};
use crate::compile::{Begins, CompileError, Compiled};
use crate::error::SessionError;
use crate::explore::Prepared;
use crate::journal::Record;
use crate::options::ExploreOptions;
use crate::outcome::summary::Summary;
use crate::outcome::{FindingKind, RunOutcome, Verdict};
use crate::progress::{Observer, Progress};
use crate::replay::compile_program;
use serde::Serialize;
use std::path::Path;
use std::time::Instant;

/// What a run from one function or test came to, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Triage {
    /// It fails.
    Failed,
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
    /// The words that tables have.
    pub fn name(self) -> &'static str {
        match self {
            Triage::Failed => "failed",
            Triage::TimedOut => "timed out",
            Triage::Unsupported => "unsupported",
            Triage::Undecided => "undecided",
            Triage::Bounded => "bounded",
            Triage::Held => "held",
        }
    }

    /// Of a run, and what there is to say about it.
    pub fn of(harness: &Harness, outcome: &RunOutcome) -> (Triage, String) {
        let panics = |kind: FindingKind| {
            !matches!(
                kind,
                FindingKind::UseAfterFree
                    | FindingKind::DoubleFree
                    | FindingKind::InvalidFree
                    | FindingKind::Null
                    | FindingKind::Uninitialised
            )
        };
        let first = outcome.findings.iter().find(|f| !harness.panics || !panics(f.kind));
        if let Some(finding) = first {
            return (Triage::Failed, format!("{}: {}", finding.kind, finding.message));
        }
        let undecided = outcome.reasons();
        if harness.panics && outcome.paths.completed > 0 {
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
            Triage::Bounded => outcome.bounds.join("; "),
            Triage::Held => String::new(),
            _ => undecided.first().map(|reason| reason.reason.clone()).unwrap_or_default(),
        };
        (word, why)
    }
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
    /// The runs.
    pub harnesses: Vec<HarnessResult>,
    /// What there was no time for, or what was interrupted before it began.
    pub not_run: Vec<Harness>,
    /// What no run can begin at.
    pub left_out: Vec<LeftOut>,
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

    /// The answer of all runs together: what was not run or left out is not decided.
    pub fn answer(&self) -> Verdict {
        let has = |triage| self.count(triage) > 0;
        let open = [Triage::TimedOut, Triage::Unsupported, Triage::Undecided].into_iter().any(has);
        match () {
            () if has(Triage::Failed) => Verdict::Failed,
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
    compiled: Compiled,
    begins: Begins,
}

impl PackageProgram {
    /// Compiles the package that the options name, which say at what kind of functions it begins.
    ///
    /// # Errors
    /// When it does not compile.
    pub fn new(
        options: &ExploreOptions,
        observer: &mut dyn Observer,
    ) -> Result<PackageProgram, SessionError> {
        observer.progress(&Progress::default());
        let compiled = compile_program(options)?;
        let begins = compiled
            .begins
            .clone()
            .ok_or(CompileError::UnknownInput { path: options.input.clone() })?;
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
        let compiled = Compiled { cancel: options.cancel.clone(), ..self.compiled.clone() };
        Prepared::read(options, compiled, started)?.run(record, observer)
    }
}

/// What the sources of a package say whose tests take symbolic values.
const MARKS: [&str; 3] = ["effigy::test", "effigy::any", "kani::proof"];

/// How deep folders of sources are looked into.
const DEEPEST: usize = 12;

/// Whether the sources below this folder have tests that take symbolic values.
pub fn has_harnesses(folder: &Path) -> bool {
    looks_into(folder, DEEPEST)
}

fn looks_into(folder: &Path, depth: usize) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| {
        let (path, name) = (entry.path(), entry.file_name());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => {
                let hidden = name.to_string_lossy().starts_with('.');
                // What was built, and what was found, is not of the package.
                let other = path.join("CACHEDIR.TAG").exists() || path.join("run.json").exists();
                depth > 0 && !hidden && !other && looks_into(&path, depth - 1)
            }
            Ok(kind) if kind.is_file() && path.extension().is_some_and(|end| end == "rs") => {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                MARKS.iter().any(|mark| text.contains(mark))
            }
            _ => false,
        }
    })
}
