//! The verb `explore`.

use crate::args::ExploreArguments;
use crate::error::{CliError, Status};
use crate::ray::{self, Cluster};
use crate::watcher::Watcher;
use crate::{interrupt, screen};
use effigy_report::folder::RunFolder;
use effigy_report::outputs::{Outputs, Runs};
use effigy_report::sources::Sources;
use effigy_report::terminal::{Saved, report};
use effigy_report::words::plural;
use effigy_session::explore::Prepared;
use effigy_session::feasible::{Written, check_language, check_suite, suite, witnesses};
use effigy_session::journal::Record;
use effigy_session::languages::LANGUAGES;
use effigy_session::options::ExploreOptions;
use effigy_session::outcome::{Demand, RunOutcome, Verdict};
use std::path::Path;

/// Explores a program and reports.
pub fn run(arguments: ExploreArguments) -> Result<Status, CliError> {
    arguments.sym_files()?;
    let options = arguments.options();
    let current = std::env::current_dir().unwrap_or_default();
    interrupt::cancel_on_interrupt(options.cancel.clone());
    if arguments.witness {
        check_language(LANGUAGES, &options)?;
    }
    let results = &arguments.results;
    let outputs = arguments.outputs.outputs().beside(arguments.results.out.as_deref());
    let shown = Shown {
        json: results.json,
        complete: false,
        demand: arguments.results.deciding.demand(),
        outputs,
    };
    shown.check(&options)?;
    let mut watcher = Watcher::new();
    // The folder is made, or an earlier run's is emptied, once it is sure that there is something to run.
    let prepared = Prepared::new(LANGUAGES, &options, &mut watcher);
    let prepared = prepared.inspect_err(|_| watcher.clear())?;
    let folder = RunFolder::create(arguments.results.out.as_deref(), &current, &options)
        .inspect_err(|_| watcher.clear())?;
    let file = folder.journal().inspect_err(|_| watcher.clear())?;
    let mut earlier = Vec::new();
    if let Some(address) = &arguments.ray {
        let cluster = Cluster { address, workers: arguments.ray_workers };
        // What the cluster leaves open, because time is up or a worker died of it again and again, is left to this process.
        let gathered = ray::explore(&prepared, &options, &cluster, &file, &mut watcher);
        gathered.inspect_err(|_| watcher.clear())?;
        earlier = folder.read_journal()?;
    }
    let record = Record { file, earlier };
    let outcome = prepared.run(Some(record), &mut watcher);
    watcher.clear();
    let outcome = outcome.inspect_err(|_| folder.discard_if_unused())?;
    // A report that nobody could be told costs no witness.
    let status = conclude(&outcome, &folder, watcher, (&current, &options.input), &shown);
    if arguments.witness {
        write_witnesses(&folder, &options, &outcome)?;
    }
    status
}

/// Writes a violation witness of each finding beside its test, once the tests have their numbers.
pub fn write_witnesses(
    folder: &RunFolder,
    options: &ExploreOptions,
    outcome: &RunOutcome,
) -> Result<(), CliError> {
    for Written { test, text } in witnesses(LANGUAGES, options, outcome)? {
        folder.write_witness(test, &text)?;
    }
    Ok(())
}

/// How an answer is given.
pub struct Shown {
    /// As a JSON object on standard output.
    pub json: bool,
    /// Whether missing paths have a status of their own, whatever is demanded.
    pub complete: bool,
    /// What is demanded of an answer that is no failure.
    pub demand: Demand,
    /// The files for other tools.
    pub outputs: Outputs,
}

impl Shown {
    /// Looks whether the files can be written, before the run of a program.
    pub fn check(&self, options: &ExploreOptions) -> Result<(), CliError> {
        if self.outputs.test_comp.is_some() {
            check_suite(LANGUAGES, options)?;
        }
        Ok(self.outputs.check(self.json, options)?)
    }
}

/// Saves what a run found, and reports it. The program is named as in the folder in which the command was given.
pub fn conclude(
    outcome: &RunOutcome,
    folder: &RunFolder,
    watcher: Watcher,
    (current, input): (&Path, &Path),
    shown: &Shown,
) -> Result<Status, CliError> {
    let mut sources = Sources::new(current).of_program(input);
    let problem = folder.finish(outcome, &mut sources).err().map(|problem| problem.to_string());
    let problem = problem.or(watcher.problem);
    let saved = Saved { folder: Some(folder.name().to_owned()), problem };
    if shown.json || shown.outputs.print() {
        screen::print_error(&report(outcome, &saved, &mut sources, &screen::stderr_look()));
    } else {
        screen::print(&report(outcome, &saved, &mut sources, &screen::stdout_look()));
    }
    if shown.json {
        screen::print_json(&folder.summary(outcome))?;
    }
    match write_outputs(outcome, folder, &mut sources, shown) {
        true => Ok(status(outcome, &saved, shown)),
        false => Ok(Status::BadInput),
    }
}

/// Writes the files for other tools; whether all were written.
fn write_outputs(
    outcome: &RunOutcome,
    folder: &RunFolder,
    sources: &mut Sources,
    shown: &Shown,
) -> bool {
    let options = folder.options();
    let mut outputs = shown.outputs.clone();
    let mut complete = true;
    let mut cases = Vec::new();
    if outputs.test_comp.is_some() {
        match suite(LANGUAGES, options, outcome) {
            Ok((of_calls, others)) => {
                cases = of_calls;
                if !others.is_empty() {
                    screen::note(&format!(
                        "--test-comp: {} left out: the format has values of __VERIFIER_nondet_* alone",
                        plural(others.len() as u64, "test")
                    ));
                }
            }
            Err(error) => {
                screen::error(&format!("--test-comp: {error}"));
                (outputs.test_comp, complete) = (None, false);
            }
        }
    }
    let runs = Runs::one(outcome, options, folder.name(), shown.demand.clone());
    put(&outputs, &Runs { suite: &cases, ..runs }, sources, shown.json) && complete
}

/// Writes files, and prints what is to be printed; whether all were written.
pub fn put(outputs: &Outputs, runs: &Runs<'_>, sources: &mut Sources, json: bool) -> bool {
    let written = outputs.write(runs, sources);
    screen::print(&written.text);
    match json || outputs.print() {
        true => screen::print_error(&written.commands),
        false => screen::print(&written.commands),
    }
    for problem in &written.problems {
        screen::error(&problem.to_string());
    }
    written.problems.is_empty()
}

fn status(outcome: &RunOutcome, saved: &Saved, shown: &Shown) -> Status {
    match outcome.verdict() {
        Verdict::Failed => Status::Failed,
        Verdict::Disagreed => Status::Incomplete,
        _ if saved.problem.is_some() => Status::BadInput,
        Verdict::Incomplete if shown.complete => Status::Incomplete,
        _ if outcome.meets(&shown.demand) => Status::Passed,
        _ => Status::Incomplete,
    }
}
