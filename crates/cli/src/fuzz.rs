//! The verb `fuzz`.

use crate::args::FuzzArguments;
use crate::error::{CliError, Status};
use crate::explore::{Shown, Watcher, conclude};
use crate::interrupt;
use effigy_report::folder::RunFolder;
use effigy_session::fuzz::Prepared;
use effigy_session::outcome::Test;
use effigy_session::progress::{Observer, Progress};

/// Searches from seeds for inputs that fail, and reports.
pub fn run(arguments: &FuzzArguments) -> Result<Status, CliError> {
    let options = arguments.options();
    let current = std::env::current_dir().unwrap_or_default();
    interrupt::cancel_on_interrupt(options.explore.cancel.clone());
    let mut watcher = Watcher::new();
    // The folder is made once it is sure that there is something to run.
    let prepared = Prepared::new(&options, &mut watcher).inspect_err(|_| watcher.clear())?;
    let out = arguments.results.out.as_deref();
    let folder = RunFolder::create_for_fuzz(out, &current, prepared.options())
        .inspect_err(|_| watcher.clear())?;
    let mut saving = Saving { watcher, folder: &folder };
    let outcome = prepared.run(&mut saving);
    let mut watcher = saving.watcher;
    watcher.clear();
    let outcome = outcome.inspect_err(|_| folder.discard_if_unused())?;
    let shown = Shown { json: arguments.results.json, exhaustive: false };
    conclude(&outcome, &folder, watcher, (&current, &options.explore.input), &shown)
}

/// Shows how a search goes, and saves what it finds at once, so that a run that is killed leaves it.
struct Saving<'a> {
    watcher: Watcher,
    folder: &'a RunFolder,
}

impl Observer for Saving<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.watcher.progress(progress);
    }

    fn found(&mut self, test: &Test) {
        if let Err(problem) = self.folder.write_test(test) {
            self.watcher.lost(problem.to_string());
        }
    }

    fn note(&mut self, text: &str) {
        self.watcher.note(text);
    }
}
