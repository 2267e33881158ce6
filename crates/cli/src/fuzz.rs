//! The verb `fuzz`, and going on with its runs.

use crate::args::FuzzArguments;
use crate::error::{CliError, Status};
use crate::explore::{Shown, conclude, write_witnesses};
use crate::interrupt;
use crate::watcher::Watcher;
use effigy_report::folder::{Corpus, RunFolder, SearchMark};
use effigy_session::error::SessionError;
use effigy_session::feasible::check_language;
use effigy_session::fuzz::{FuzzOptions, Prepared};
use effigy_session::languages::LANGUAGES;
use effigy_session::options::ExploreOptions;
use effigy_session::outcome::Test;
use effigy_session::outcome::fuzz::KeptInput;
use effigy_session::progress::{Observer, Progress};
use std::path::Path;

/// Searches from seeds for inputs that fail, and reports.
pub fn run(arguments: &FuzzArguments) -> Result<Status, CliError> {
    let options = arguments.options();
    let current = std::env::current_dir().unwrap_or_default();
    interrupt::cancel_on_interrupt(options.explore.cancel.clone());
    if arguments.witness {
        check_language(LANGUAGES, &options.explore)?;
    }
    let outputs = arguments.outputs.outputs().beside(arguments.results.out.as_deref());
    let shown = Shown {
        json: arguments.results.json,
        complete: false,
        demand: arguments.deciding.demand(),
        outputs,
    };
    shown.check(&options.explore)?;
    let mut watcher = Watcher::new();
    // The folder is made once it is sure that there is something to run.
    let prepared =
        Prepared::new(LANGUAGES, &options, &mut watcher).inspect_err(|_| watcher.clear())?;
    let out = arguments.results.out.as_deref();
    let folder = RunFolder::create_for_fuzz(out, &current, prepared.options())
        .inspect_err(|_| watcher.clear())?;
    let mark = SearchMark {
        seeds: options.seeds.clone(),
        argument: options.argument,
        native: options.native,
        first: options.first,
        sync: options.sync.clone(),
        witness: arguments.witness,
    };
    let corpus = folder.write_search(&mark).and_then(|()| folder.corpus());
    let (_, corpus) = corpus.inspect_err(|_| watcher.clear())?;
    let place = (current.as_path(), options.explore.input.as_path());
    let status = search(prepared, (&folder, corpus), watcher, place, &shown, arguments.witness);
    status.inspect_err(|error| {
        if matches!(error, CliError::Session(SessionError::Blind { .. })) {
            folder.discard_search();
        }
    })
}

/// Goes on with a search that was ended before its time: from all that it kept and found.
pub fn resume(
    folder: &RunFolder,
    explore: ExploreOptions,
    current: &Path,
    shown: &Shown,
) -> Result<Status, CliError> {
    let asked = folder.read_search()?;
    let (kept, corpus) = folder.corpus()?;
    let input = explore.input.clone();
    let SearchMark { seeds, argument, native, first, sync, witness } = asked;
    let options =
        FuzzOptions { argument, native, first, sync, kept, ..FuzzOptions::new(explore, seeds) };
    let mut watcher = Watcher::new();
    let prepared =
        Prepared::new(LANGUAGES, &options, &mut watcher).inspect_err(|_| watcher.clear())?;
    search(prepared, (folder, corpus), watcher, (current, &input), shown, witness)
}

fn search(
    prepared: Prepared,
    (folder, corpus): (&RunFolder, Corpus<'_>),
    watcher: Watcher,
    place: (&Path, &Path),
    shown: &Shown,
    witness: bool,
) -> Result<Status, CliError> {
    let options = prepared.options().clone();
    let mut saving = Saving { watcher, folder, corpus };
    let outcome = prepared.run(&mut saving);
    let mut watcher = saving.watcher;
    watcher.clear();
    let outcome = outcome?;
    // A report that nobody could be told costs no witness.
    let status = conclude(&outcome, folder, watcher, place, shown);
    if witness {
        write_witnesses(folder, &options, &outcome)?;
    }
    status
}

/// Shows how a search goes, and saves what it keeps and finds at once, so that a run that is killed leaves it.
struct Saving<'a> {
    watcher: Watcher,
    folder: &'a RunFolder,
    corpus: Corpus<'a>,
}

impl Observer for Saving<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.watcher.progress(progress);
    }

    fn kept(&mut self, input: &KeptInput) {
        if let Err(problem) = self.corpus.add(input) {
            self.watcher.lost(problem.to_string());
        }
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
