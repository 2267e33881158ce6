//! The verb `explore`.

use crate::args::ExploreArguments;
use crate::error::{CliError, Status};
use crate::{interrupt, screen};
use effigy_report::folder::{FolderError, RunFolder};
use effigy_report::progress_line::ProgressLine;
use effigy_report::sources::Sources;
use effigy_report::terminal::{Saved, report};
use effigy_session::outcome::{RunOutcome, Test, Verdict};
use effigy_session::progress::{Observer, Progress};
use std::io::{IsTerminal, Stderr};

/// Explores a program and reports.
pub fn run(arguments: ExploreArguments) -> Result<Status, CliError> {
    let options = arguments.options();
    let current = std::env::current_dir().unwrap_or_default();
    let folder = RunFolder::create(arguments.results.out.as_deref(), &current, &options)?;
    interrupt::cancel_on_interrupt(options.cancel.clone());
    let mut watcher = Watcher::new(&folder);
    let outcome = effigy_session::explore::explore(&options, &mut watcher);
    watcher.line.clear();
    let problem = watcher.problem.take();
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) => {
            folder.discard_if_unused();
            return Err(error.into());
        }
    };
    let mut sources = Sources::new(current).of_program(&options.input);
    let problem = folder.finish(&outcome, &mut sources).err().or(problem);
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

/// Shows the progress of a run and saves its tests as they come.
struct Watcher<'f> {
    line: ProgressLine<Stderr>,
    folder: &'f RunFolder,
    problem: Option<FolderError>,
}

impl<'f> Watcher<'f> {
    fn new(folder: &'f RunFolder) -> Self {
        let terminal = std::io::stderr().is_terminal();
        Watcher {
            line: ProgressLine::new(std::io::stderr(), terminal, screen::width()),
            folder,
            problem: None,
        }
    }
}

impl Observer for Watcher<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.line.update(progress);
    }

    fn test(&mut self, test: &Test) {
        // After the first error the disk is full or gone; the run goes on without it.
        if self.problem.is_none() {
            self.problem = self.folder.write_test(test).err();
        }
    }

    fn note(&mut self, text: &str) {
        self.line.note(text);
    }
}
