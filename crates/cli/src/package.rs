//! The verb `package`.

mod recorded;
mod running;

use crate::args::PackageArguments;
use crate::error::{CliError, Status};
use crate::explore::put;
use crate::watcher::Watcher;
use crate::{interrupt, screen};
use effigy_report::folder::RunFolder;
use effigy_report::outputs::{Outputs, Runs};
use effigy_report::sources::Sources;
use effigy_report::terminal::{Saved, package_report};
use effigy_session::compile::harness::Harness;
use effigy_session::languages::LANGUAGES;
use effigy_session::options::Harnesses;
use effigy_session::outcome::Verdict;
use effigy_session::package::{
    PackageProgram, PackageSummary, harnesses_in, integration_tests, package_name,
};
use running::{Kept, Running};
use std::collections::HashSet;
use std::time::Instant;

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
    let outputs = arguments.outputs.outputs().beside(arguments.results.out.as_deref());
    outputs.check(arguments.results.json, &options)?;
    interrupt::cancel_on_interrupt(options.cancel.clone());
    options.cancel = options.cancel.part(deadline);
    let mut watcher = Watcher::new();
    let program = PackageProgram::new(LANGUAGES, &options, &mut watcher);
    watcher.clear();
    let program = program?;
    let chosen = program.harnesses().iter();
    let chosen: Vec<&Harness> =
        chosen.filter(|harness| is_chosen(&harness.name, &arguments.only)).collect();
    if arguments.list {
        let names: String = chosen.iter().map(|harness| harness.name.clone() + "\n").collect();
        screen::print(&names);
        return Ok(Status::Passed);
    }
    let current = std::env::current_dir().unwrap_or_default();
    let folder =
        RunFolder::create_for_package(arguments.results.out.as_deref(), &current, &options)?;
    let mut runs = Running {
        program: &program,
        folder: &folder,
        current: &current,
        each: arguments.time_each,
        deadline,
        names: HashSet::new(),
        watcher,
        sources: Sources::new(&current).of_program(&options.input),
        is_printed: arguments.results.json || outputs.print(),
        record: arguments.record,
        kept: (outputs != Outputs::default()).then(Kept::default),
        summary: PackageSummary {
            mode: "package",
            program: options.input.to_string_lossy().into_owned(),
            run: folder.name().to_owned(),
            ..PackageSummary::default()
        },
    };
    let failure = runs.run_all(&chosen, &options);
    runs.watcher.clear();
    let Running { mut summary, kept, mut sources, .. } = runs;
    let left_out = program.left_out().iter().filter(|left| is_chosen(&left.name, &arguments.only));
    summary.left_out = left_out.cloned().collect();
    if kind == Harnesses::Tests && options.package.target.is_none() {
        summary.elsewhere = integration_tests(&arguments.folder);
    }
    summary.package = package_name(&summary, folder.options());
    summary.seconds = started.elapsed().as_secs_f64();
    summary.verdict = Some(summary.answer());
    let status = conclude(&summary, &folder, (&sources, outputs.print()), arguments)?;
    let Kept { outcomes, coverage } = kept.unwrap_or_default();
    let demand = arguments.deciding.demand();
    let all = Runs::of_package(&summary, &outcomes, &coverage, folder.options(), demand);
    let is_written = put(&outputs, &all, &mut sources, arguments.results.json);
    match failure {
        Some(error) => Err(error),
        None if !is_written => Ok(Status::BadInput),
        None => Ok(status),
    }
}

/// Whether a part of the name was given; all are chosen when none was.
fn is_chosen(name: &str, only: &[String]) -> bool {
    only.is_empty() || only.iter().any(|text| name.contains(text))
}

/// Saves what all came to, and reports it.
fn conclude(
    summary: &PackageSummary,
    folder: &RunFolder,
    (sources, is_printed): (&Sources, bool),
    arguments: &PackageArguments,
) -> Result<Status, CliError> {
    let problem = folder.write_package(summary).err().map(|problem| problem.to_string());
    let is_lost = problem.is_some();
    let saved = Saved { folder: Some(summary.run.clone()), problem };
    if arguments.results.json || is_printed {
        screen::print_error(&package_report(summary, &saved, sources, &screen::stderr_look()));
    } else {
        screen::print(&package_report(summary, &saved, sources, &screen::stdout_look()));
    }
    if arguments.results.json {
        screen::print_json(summary)?;
    }
    Ok(match summary.answer() {
        Verdict::Failed => Status::Failed,
        Verdict::Disagreed => Status::Incomplete,
        _ if is_lost => Status::BadInput,
        _ if summary.meets(&arguments.deciding.demand()) => Status::Passed,
        _ => Status::Incomplete,
    })
}
