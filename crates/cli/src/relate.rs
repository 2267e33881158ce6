//! The verb `relate`.

use crate::args::RelateArguments;
use crate::error::{CliError, Status};
use crate::{interrupt, screen};
use effigy_report::folder::{FolderError, RunFolder};
use effigy_report::relate::{command_report, page, verdict_line};
use effigy_report::sources::Sources;
use effigy_report::terminal::Look;
use effigy_session::options::ExploreOptions;
use effigy_session::outcome::Verdict;
use effigy_session::relate::RelateOutcome;
use std::time::{Duration, Instant};

/// How long what was found may be in no file.
const BETWEEN_SAVES: Duration = Duration::from_millis(500);

/// What is shown and saved while commands run.
struct Watcher<'f> {
    folder: &'f RunFolder,
    json: bool,
    look: Look,
    sources: Sources,
    /// Commands that were shown.
    shown: usize,
    saved: Instant,
    problem: Option<FolderError>,
}

impl Watcher<'_> {
    /// Shows the commands that are over, and saves what there is.
    fn see(&mut self, outcome: &RelateOutcome) {
        if self.saved.elapsed() > BETWEEN_SAVES {
            self.save(outcome);
        }
    }

    fn save(&mut self, outcome: &RelateOutcome) {
        self.problem = self.folder.write_relate(outcome).err();
        self.saved = Instant::now();
    }

    /// Shows commands up to this number.
    fn show(&mut self, outcome: &RelateOutcome, up_to: usize) {
        for command in outcome.commands.iter().take(up_to).skip(self.shown) {
            let text = command_report(command, &mut self.sources, &self.look) + "\n";
            if self.json { screen::print_error(&text) } else { screen::print(&text) }
        }
        self.shown = self.shown.max(up_to);
    }
}

/// Runs the commands of a model and reports.
pub fn run(arguments: &RelateArguments) -> Result<Status, CliError> {
    let options = arguments.options();
    let current = std::env::current_dir().unwrap_or_default();
    interrupt::cancel_on_interrupt(options.cancel.clone());
    let about = ExploreOptions::new(options.input.clone());
    let folder = RunFolder::create_for_relate(arguments.out.as_deref(), &current, &about)?;
    let look = if arguments.json { screen::stderr_look() } else { screen::stdout_look() };
    let mut watcher = Watcher {
        folder: &folder,
        json: arguments.json,
        look,
        sources: Sources::here(),
        shown: 0,
        saved: Instant::now(),
        problem: None,
    };
    let mut watch = |outcome: &RelateOutcome| {
        // The last command may still be looking for instances; the others are over.
        watcher.show(outcome, outcome.commands.len().saturating_sub(1));
        watcher.see(outcome);
    };
    let outcome = effigy_session::relate::relate(&options, &mut watch);
    let outcome = outcome.inspect_err(|_| folder.discard_if_unused())?;
    watcher.show(&outcome, outcome.commands.len());
    watcher.save(&outcome);
    if let Some(path) = &arguments.page {
        std::fs::write(path, page(&outcome))
            .map_err(|cause| CliError::Folder(FolderError::Write { path: path.clone(), cause }))?;
    }
    conclude(&outcome, watcher, arguments.json)
}

fn conclude(outcome: &RelateOutcome, watcher: Watcher<'_>, json: bool) -> Result<Status, CliError> {
    let mut last = verdict_line(outcome, &watcher.look);
    let name = watcher.folder.name();
    if watcher.problem.is_none() {
        last.push_str(&format!("  saved in {name}; pictures: {name}/instances.html\n"));
    }
    if json {
        screen::print_error(&last);
        screen::print_json(&outcome.summary(name))?;
    } else {
        screen::print(&last);
    }
    if let Some(problem) = watcher.problem {
        return Err(problem.into());
    }
    Ok(match outcome.verdict() {
        Verdict::Failed => Status::Failed,
        Verdict::Incomplete | Verdict::Disagreed => Status::Incomplete,
        _ if !outcome.meets_demand() => Status::Incomplete,
        Verdict::Passed | Verdict::Bounded | Verdict::Proved => Status::Passed,
    })
}
