//! What is written: the one run of a command, or the runs of all harnesses of a package with what was not run.

use effigy_session::formats::test_comp::Case;
use effigy_session::options::ExploreOptions;
use effigy_session::outcome::{Coverage, Demand, Finding, PathCounts, RunOutcome, Verdict};
use effigy_session::package::{HarnessResult, PackageSummary, Triage, is_failure};

/// What a command ran.
#[derive(Clone, Debug)]
pub struct Runs<'r> {
    /// One run, or one for each harness of the package.
    pub runs: Vec<Run<'r>>,
    /// What the harnesses of a package came to, those included that were not run; `None` of a command with one run.
    pub package: Option<&'r PackageSummary>,
    /// What the runs were asked for.
    pub options: &'r ExploreOptions,
    /// The run folder as the user would type it.
    pub folder: &'r str,
    /// What is demanded of an answer that is no failure.
    pub demand: Demand,
    /// What part of the program was run in all of them.
    pub coverage: &'r Coverage,
    /// The tests for a suite of Test-Comp, when one is wanted.
    pub suite: &'r [Case],
}

/// A run whose outcome is written.
#[derive(Clone, Copy, Debug)]
pub struct Run<'r> {
    /// What it came to.
    pub outcome: &'r RunOutcome,
    /// Its run folder as the user would type it.
    pub folder: &'r str,
    /// The harness of a package that it began at, and what that came to.
    pub harness: Option<&'r HarnessResult>,
}

impl<'r> Run<'r> {
    /// The findings that are failures: a harness may be there to panic.
    pub fn findings(self) -> impl Iterator<Item = &'r Finding> {
        let counts = move |finding: &&Finding| {
            self.harness.is_none_or(|result| is_failure(&result.harness, finding))
        };
        self.outcome.findings.iter().filter(counts)
    }

    /// The name of the harness.
    pub(super) fn harness_name(self) -> Option<&'r str> {
        self.harness.map(|result| &*result.harness.name)
    }

    /// The harness that fails without a finding: it does not panic, and is to.
    pub(super) fn without_panic(self) -> Option<&'r HarnessResult> {
        let failed = self.harness.filter(|result| result.triage == Triage::Failed);
        failed.filter(|_| self.findings().next().is_none())
    }
}

impl<'r> Runs<'r> {
    /// One run.
    pub fn one(
        outcome: &'r RunOutcome,
        options: &'r ExploreOptions,
        folder: &'r str,
        demand: Demand,
    ) -> Runs<'r> {
        let runs = vec![Run { outcome, folder, harness: None }];
        let coverage = &outcome.coverage;
        Runs { runs, package: None, options, folder, demand, coverage, suite: &[] }
    }

    /// The runs of a package, whose outcomes are in the order of the harnesses in the summary.
    pub fn of_package(
        summary: &'r PackageSummary,
        outcomes: &'r [RunOutcome],
        coverage: &'r Coverage,
        options: &'r ExploreOptions,
        demand: Demand,
    ) -> Runs<'r> {
        let runs = summary.harnesses.iter().zip(outcomes).map(|(result, outcome)| Run {
            outcome,
            folder: &result.report.run,
            harness: Some(result),
        });
        let (runs, folder, package) = (runs.collect(), &*summary.run, Some(summary));
        Runs { runs, package, options, folder, demand, coverage, suite: &[] }
    }

    /// The verb.
    pub(super) fn mode(&self) -> &str {
        match self.package {
            Some(summary) => summary.mode,
            None => self.runs.first().map_or("", |run| &run.outcome.mode),
        }
    }

    /// The program as the user named it; of a package, what it is called.
    pub(super) fn program(&self) -> &str {
        match self.package {
            Some(summary) => &summary.package,
            None => self.runs.first().map_or("", |run| &run.outcome.program),
        }
    }

    /// The answer of all runs together.
    pub(super) fn verdict(&self) -> Verdict {
        match (self.package, self.runs.first()) {
            (Some(summary), _) => summary.answer(),
            (None, first) => first.map_or(Verdict::Incomplete, |run| run.outcome.verdict()),
        }
    }

    /// Whether every path of everything was run.
    pub(super) fn is_exhaustive(&self) -> bool {
        let is_whole = self
            .package
            .is_none_or(|summary| summary.not_run.is_empty() && summary.left_out.is_empty());
        is_whole && !self.runs.is_empty() && self.runs.iter().all(|run| run.outcome.exhaustive())
    }

    /// How the paths of all runs ended.
    pub(super) fn paths(&self) -> PathCounts {
        let mut sum = PathCounts::default();
        for paths in self.runs.iter().map(|run| run.outcome.paths) {
            sum.completed += paths.completed;
            sum.failed += paths.failed;
            sum.cut += paths.cut;
            sum.unsupported += paths.unsupported;
            sum.unknown += paths.unknown;
            sum.dismissed += paths.dismissed;
        }
        sum
    }

    /// Wall time of all of it, in seconds.
    pub(super) fn seconds(&self) -> f64 {
        match self.package {
            Some(summary) => summary.seconds,
            None => self.runs.iter().map(|run| run.outcome.timings.total.as_secs_f64()).sum(),
        }
    }
}

/// What is said where a package has nothing of the kind that was asked for.
pub(super) const NOTHING: &str = "there is nothing of the kind to begin at";

/// What is said of a harness that was not run.
pub(super) fn not_run(summary: &PackageSummary) -> String {
    match &*summary.not_run_because {
        "" => "not run".to_owned(),
        why => format!("not run: {why}"),
    }
}
