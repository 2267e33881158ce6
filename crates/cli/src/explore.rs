//! The verb `explore`.

use crate::args::ExploreArguments;
use crate::error::{CliError, Status};
use crate::{interrupt, screen};
use effigy_report::folder::RunFolder;
use effigy_report::progress_line::ProgressLine;
use effigy_report::sources::Sources;
use effigy_report::terminal::{Saved, report};
use effigy_session::explore::Prepared;
use effigy_session::outcome::{RunOutcome, Verdict};
use effigy_session::progress::{Observer, Progress};
use std::io::{IsTerminal, Stderr};

/// Explores a program and reports.
pub fn run(arguments: ExploreArguments) -> Result<Status, CliError> {
    let options = arguments.options();
    let current = std::env::current_dir().unwrap_or_default();
    interrupt::cancel_on_interrupt(options.cancel.clone());
    let mut watcher = Watcher::new();
    // The folder is made, or an earlier run's is emptied, once it is sure that there is something to run.
    let prepared = Prepared::new(&options, &mut watcher);
    let prepared = prepared.inspect_err(|_| watcher.line.clear())?;
    let folder = RunFolder::create(arguments.results.out.as_deref(), &current, &options)
        .inspect_err(|_| watcher.line.clear())?;
    let outcome = prepared.run(&mut watcher);
    watcher.line.clear();
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) => {
            folder.discard_if_unused();
            return Err(error.into());
        }
    };
    let mut sources = Sources::new(current).of_program(&options.input);
    let problem = folder.finish(&outcome, &mut sources).err();
    let saved =
        Saved { folder: Some(folder.name().to_owned()), problem: problem.map(|p| p.to_string()) };
    show(&arguments, &outcome, &folder, &saved, &mut sources)?;
    Ok(status(&outcome, &saved, arguments.results.exhaustive))
}

fn show(
    arguments: &ExploreArguments,
    outcome: &RunOutcome,
    folder: &RunFolder,
    saved: &Saved,
    sources: &mut Sources,
) -> Result<(), CliError> {
    if arguments.results.json {
        screen::print_error(&report(outcome, saved, sources, &screen::stderr_look()));
        screen::print(&(serde_json::to_string_pretty(&folder.summary(outcome))? + "\n"));
    } else {
        screen::print(&report(outcome, saved, sources, &screen::stdout_look()));
    }
    Ok(())
}

fn status(outcome: &RunOutcome, saved: &Saved, exhaustive: bool) -> Status {
    match outcome.verdict() {
        Verdict::Failed => Status::Failed,
        _ if saved.problem.is_some() => Status::BadInput,
        Verdict::Incomplete if exhaustive => Status::Incomplete,
        Verdict::Incomplete | Verdict::Passed => Status::Passed,
    }
}

/// Shows the progress of a run.
struct Watcher {
    line: ProgressLine<Stderr>,
}

impl Watcher {
    fn new() -> Self {
        let terminal = std::io::stderr().is_terminal();
        Watcher { line: ProgressLine::new(std::io::stderr(), terminal, screen::width()) }
    }
}

impl Observer for Watcher {
    fn progress(&mut self, progress: &Progress) {
        self.line.update(progress);
    }

    fn note(&mut self, text: &str) {
        self.line.note(text);
    }
}
