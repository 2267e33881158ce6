//! The runs of a package, one after the other.

use super::recorded;
use crate::error::CliError;
use crate::screen;
use crate::watcher::Watcher;
use effigy_report::folder::{FolderError, RunFolder};
use effigy_report::sources::Sources;
use effigy_report::terminal::{Saved, findings_of};
use effigy_session::compile::harness::Harness;
use effigy_session::journal::Record;
use effigy_session::options::ExploreOptions;
use effigy_session::outcome::{Coverage, RunOutcome};
use effigy_session::package::{
    HarnessResult, PackageProgram, PackageSummary, Triage, has_second_call, is_failure, second_call,
};
use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// The least time that a run is begun with.
const LEAST: Duration = Duration::from_millis(200);

/// What runs the harnesses of a package.
pub(super) struct Running<'a> {
    pub program: &'a PackageProgram,
    pub folder: &'a RunFolder,
    pub current: &'a Path,
    pub each: Duration,
    pub deadline: Option<Instant>,
    /// The folders that were made.
    pub names: HashSet<String>,
    pub watcher: Watcher,
    pub sources: Sources,
    /// Whether standard output is for a program.
    pub is_printed: bool,
    /// Whether what fails is recorded in the package.
    pub record: bool,
    /// What the files for other tools need; `None` when there are to be none.
    pub kept: Option<Kept>,
    /// What the runs came to.
    pub summary: PackageSummary,
}

/// What is kept of the runs until all are over.
#[derive(Default)]
pub(super) struct Kept {
    /// What they came to, without what only their own folders have.
    pub outcomes: Vec<RunOutcome>,
    /// What ran in all of them.
    pub coverage: Coverage,
}

impl Kept {
    fn keep(&mut self, mut outcome: RunOutcome) {
        self.coverage.add(std::mem::take(&mut outcome.coverage));
        let RunOutcome { tree, tests, leaves, .. } = &mut outcome;
        (*tree, *tests, *leaves) = Default::default();
        self.outcomes.push(outcome);
    }
}

impl Running<'_> {
    /// Runs them in their order, until there is no time, it is interrupted, or there is an error, which is given: what was found
    /// before is not lost.
    pub fn run_all(&mut self, chosen: &[&Harness], all: &ExploreOptions) -> Option<CliError> {
        let mut chosen = chosen.iter();
        let mut failure = None;
        while let Some(harness) = chosen.next() {
            let ran = match self.why_not(all) {
                Some(why) => Err((why, None)),
                None => self.run(harness).map_err(|e| ("an error ended the command", Some(e))),
            };
            match ran {
                Ok(result) => self.summary.harnesses.push(result),
                Err((why, error)) => {
                    self.summary.not_run_because = why.to_owned();
                    self.summary.not_run.push((*harness).clone());
                    self.summary.not_run.extend(chosen.by_ref().map(|harness| (*harness).clone()));
                    failure = error;
                }
            }
        }
        failure
    }

    /// Why no further run is begun.
    fn why_not(&self, all: &ExploreOptions) -> Option<&'static str> {
        match () {
            () if self.left().is_some_and(|left| left < LEAST) => Some("--max-time was over"),
            () if all.cancel.is_cancelled() => Some("the command was interrupted"),
            () => None,
        }
    }

    /// What is left of the time of all runs.
    fn left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// One run, and another one of the second call where an earlier one may make a difference. What fails then is the answer.
    fn run(&mut self, harness: &Harness) -> Result<HarnessResult, CliError> {
        let mut options = self.program.options_of(harness);
        let first = self.one(harness, &mut options)?;
        if !has_second_call(first.0.triage, &first.1) {
            return Ok(self.kept(first));
        }
        let second = self.one(harness, &mut second_call(&options))?;
        let is_failed = second.0.triage == Triage::Failed;
        Ok(self.kept(if is_failed { second } else { first }))
    }

    /// Takes over what a run came to.
    fn kept(&mut self, (result, outcome): (HarnessResult, RunOutcome)) -> HarnessResult {
        if let Some(kept) = &mut self.kept {
            kept.keep(outcome);
        }
        result
    }

    /// One run with these options, within the time that there is for it.
    fn one(
        &mut self,
        harness: &Harness,
        options: &mut ExploreOptions,
    ) -> Result<(HarnessResult, RunOutcome), CliError> {
        let left = self.left();
        options.budget.time = Some(left.map_or(self.each, |left| left.min(self.each)));
        let folder = self.make_folder(harness, options)?;
        let record = Record { file: folder.journal()?, earlier: Vec::new() };
        let outcome = self.program.run(options, Some(record), &mut self.watcher);
        self.watcher.clear();
        let outcome = outcome?;
        let problem = folder.finish(&outcome, &mut self.sources).err().map(|p| p.to_string());
        let saved = Saved { folder: Some(folder.name().to_owned()), problem };
        let (triage, why) = Triage::of(harness, &outcome);
        if triage == Triage::Failed {
            let look = if self.is_printed { screen::stderr_look() } else { screen::stdout_look() };
            let text = findings_of(harness, &outcome, &saved, &mut self.sources, &look);
            if self.is_printed { screen::print_error(&text) } else { screen::print(&text) }
        }
        let report = folder.summary(&outcome);
        if self.record {
            let all = outcome.findings.iter().zip(&report.findings);
            for (_, finding) in all.filter(|(found, _)| is_failure(harness, found)) {
                recorded::record(&self.current.join(&finding.test), harness)?;
            }
        }
        Ok((HarnessResult { harness: harness.clone(), triage, why, report }, outcome))
    }

    /// The run's folder: named after what it begins at.
    fn make_folder(
        &mut self,
        harness: &Harness,
        options: &ExploreOptions,
    ) -> Result<RunFolder, FolderError> {
        let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { ' ' };
        let words: String = harness.name.chars().map(plain).collect();
        let mut name = words.split_whitespace().collect::<Vec<_>>().join("-");
        while !self.names.insert(name.to_lowercase()) {
            name.push_str("-2");
        }
        self.folder.create_within(&name, self.current, options)
    }
}
