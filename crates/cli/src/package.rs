//! The verb `package`.

mod recorded;

use crate::args::PackageArguments;
use crate::error::{CliError, Status};
use crate::explore::Watcher;
use crate::{interrupt, screen};
use effigy_report::folder::{FolderError, RunFolder};
use effigy_report::sources::Sources;
use effigy_report::terminal::{Saved, findings_of, package_report};
use effigy_session::compile::harness::Harness;
use effigy_session::journal::Record;
use effigy_session::options::{ExploreOptions, Harnesses};
use effigy_session::outcome::Verdict;
use effigy_session::package::{
    HarnessResult, PackageProgram, PackageSummary, Triage, harnesses_in,
};
use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// The least time that a run is begun with.
const LEAST: Duration = Duration::from_millis(200);

/// Runs the functions or tests of a package, and reports.
pub fn run(arguments: &PackageArguments) -> Result<Status, CliError> {
    let started = Instant::now();
    let kind = match () {
        () if arguments.auto => Harnesses::Functions,
        () if arguments.tests => Harnesses::Tests,
        () if arguments.kani => Harnesses::Kani,
        () => harnesses_in(&arguments.folder).unwrap_or(Harnesses::Functions),
    };
    let mut options = arguments.options(kind);
    let deadline = options.budget.time.map(|limit| started + limit);
    interrupt::cancel_on_interrupt(options.cancel.clone());
    options.cancel = options.cancel.part(deadline);
    let mut watcher = Watcher::new();
    let program = PackageProgram::new(&options, &mut watcher);
    watcher.clear();
    let program = program?;
    let chosen = chosen(program.harnesses(), &arguments.only);
    if arguments.list {
        let names: String = chosen.iter().map(|harness| harness.name.clone() + "\n").collect();
        screen::print(&names);
        return Ok(Status::Passed);
    }
    let current = std::env::current_dir().unwrap_or_default();
    let folder =
        RunFolder::create_for_package(arguments.results.out.as_deref(), &current, &options)?;
    let mut runs = Runs {
        program: &program,
        folder: &folder,
        current: &current,
        each: arguments.time_each,
        deadline,
        names: HashSet::new(),
        watcher,
        sources: Sources::new(&current).of_program(&options.input),
        json: arguments.results.json,
        record: arguments.record,
    };
    let mut summary = PackageSummary {
        mode: "package",
        program: options.input.to_string_lossy().into_owned(),
        run: folder.name().to_owned(),
        ..PackageSummary::default()
    };
    for harness in chosen {
        match runs.run(harness, &options)? {
            Some(result) => summary.harnesses.push(result),
            None => summary.not_run.push(harness.clone()),
        }
    }
    let left_out = program.left_out().iter();
    let is_chosen = |name: &str| {
        arguments.only.is_empty() || arguments.only.iter().any(|text| name.contains(text))
    };
    summary.left_out = left_out.filter(|left| is_chosen(&left.name)).cloned().collect();
    summary.seconds = started.elapsed().as_secs_f64();
    summary.verdict = Some(summary.answer());
    let problem = folder.write_package(&summary).err().map(|problem| problem.to_string());
    runs.watcher.clear();
    conclude(&summary, problem, &runs.sources, arguments)
}

/// Those of which a part of the path was given; all when none was.
fn chosen<'h>(harnesses: &'h [Harness], only: &[String]) -> Vec<&'h Harness> {
    let is =
        |harness: &&Harness| only.is_empty() || only.iter().any(|text| harness.name.contains(text));
    harnesses.iter().filter(is).collect()
}

struct Runs<'a> {
    program: &'a PackageProgram,
    folder: &'a RunFolder,
    current: &'a Path,
    each: Duration,
    deadline: Option<Instant>,
    /// The folders that were made.
    names: HashSet<String>,
    watcher: Watcher,
    sources: Sources,
    json: bool,
    /// Whether what fails is recorded in the package.
    record: bool,
}

impl Runs<'_> {
    /// One run; `None` when there is no time for it, or it was interrupted before.
    fn run(
        &mut self,
        harness: &Harness,
        all: &ExploreOptions,
    ) -> Result<Option<HarnessResult>, CliError> {
        let left = self.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        if all.cancel.is_cancelled() || left.is_some_and(|left| left < LEAST) {
            return Ok(None);
        }
        let mut options = self.program.options_of(harness);
        options.budget.time = Some(left.map_or(self.each, |left| left.min(self.each)));
        let folder = self.make_folder(harness, &options)?;
        let record = Record { file: folder.journal()?, earlier: Vec::new() };
        let outcome = self.program.run(&options, Some(record), &mut self.watcher);
        self.watcher.clear();
        let outcome = outcome?;
        let problem = folder.finish(&outcome, &mut self.sources).err().map(|p| p.to_string());
        let saved = Saved { folder: Some(folder.name().to_owned()), problem };
        let (triage, why) = Triage::of(harness, &outcome);
        if triage == Triage::Failed {
            let look = if self.json { screen::stderr_look() } else { screen::stdout_look() };
            let text = findings_of(&harness.name, &outcome, &saved, &mut self.sources, &look);
            if self.json { screen::print_error(&text) } else { screen::print(&text) }
        }
        let report = folder.summary(&outcome);
        if self.record {
            for finding in &report.findings {
                recorded::record(&self.current.join(&finding.test), harness)?;
            }
        }
        Ok(Some(HarnessResult { harness: harness.clone(), triage, why, report }))
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

fn conclude(
    summary: &PackageSummary,
    problem: Option<String>,
    sources: &Sources,
    arguments: &PackageArguments,
) -> Result<Status, CliError> {
    let is_lost = problem.is_some();
    let saved = Saved { folder: Some(summary.run.clone()), problem };
    if arguments.results.json {
        screen::print_error(&package_report(summary, &saved, sources, &screen::stderr_look()));
        screen::print_json(summary)?;
    } else {
        screen::print(&package_report(summary, &saved, sources, &screen::stdout_look()));
    }
    Ok(match summary.answer() {
        Verdict::Failed => Status::Failed,
        _ if is_lost => Status::BadInput,
        Verdict::Incomplete if arguments.exhaustive => Status::Incomplete,
        _ => Status::Passed,
    })
}
