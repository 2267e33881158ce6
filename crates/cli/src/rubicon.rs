//! The verb `rubicon`.

use crate::args::RubiconArguments;
use crate::error::{CliError, Status};
use crate::{interrupt, screen};
use effigy_base::budget::CancelToken;
use effigy_report::folder::RunFolder;
use effigy_report::rubicon::report;
use effigy_report::terminal::Look;
use effigy_session::rubicon::{self, Project, RubiconOptions, RubiconOutcome, Solve};
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Instant;

/// Runs specifications and reports, or answers a specification library.
pub fn run(arguments: &RubiconArguments) -> Result<Status, CliError> {
    match &arguments.input {
        Some(input) if !arguments.solve => run_specifications(arguments, input),
        _ => solve(arguments),
    }
}

/// One answer for each line, until the input ends.
fn solve(arguments: &RubiconArguments) -> Result<Status, CliError> {
    let failed = |cause: std::io::Error| CliError::Protocol(cause.to_string());
    let mut solve = Solve::new(&CancelToken::new(), Some(arguments.max_memory));
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(failed)?;
        let answer = solve.answer(&line);
        writeln!(output, "{answer}").and_then(|()| output.flush()).map_err(failed)?;
    }
    Ok(Status::Passed)
}

fn run_specifications(arguments: &RubiconArguments, input: &Path) -> Result<Status, CliError> {
    let current = std::env::current_dir().unwrap_or_default();
    let project = Project::find(input)?;
    let cancel = CancelToken::new().part(arguments.max_time.map(|time| Instant::now() + time));
    interrupt::cancel_on_interrupt(cancel.clone());
    let folder = RunFolder::create_for_rubicon(arguments.out.as_deref(), &current, input)?;
    let options = RubiconOptions {
        input: input.to_owned(),
        runner: arguments.runner.clone(),
        program: std::env::current_exe().unwrap_or_else(|_| "effigy".into()),
        results: folder.rubicon_file("rubicon.jsonl")?,
        printed: folder.rubicon_file("runner.txt")?,
        scopes: arguments.scopes(),
        accepted: arguments.deciding.demand().accepted,
        tests: arguments.write_tests.as_ref().map(|given| match given {
            Some(path) => current.join(path),
            None => folder.tests(),
        }),
        cancel,
    };
    let outcome = rubicon::run(&project, &options)?;
    conclude(arguments, &folder, &outcome, &input.display().to_string())
}

fn conclude(
    arguments: &RubiconArguments,
    folder: &RunFolder,
    outcome: &RubiconOutcome,
    program: &str,
) -> Result<Status, CliError> {
    let summary = outcome.summary(program, folder.name());
    folder.finish_rubicon(&summary, &report(outcome, folder.name(), &Look::PLAIN))?;
    if arguments.json {
        screen::print_error(&report(outcome, folder.name(), &screen::stderr_look()));
        screen::print_json(&summary)?;
    } else {
        screen::print(&report(outcome, folder.name(), &screen::stdout_look()));
    }
    Ok(match outcome.verdict() {
        "failed" => Status::Failed,
        "bounded" if !arguments.deciding.exhaustive || outcome.is_exhaustive() => Status::Passed,
        _ => Status::Incomplete,
    })
}
