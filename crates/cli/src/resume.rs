//! The verb `resume`.

use crate::args::ResumeArguments;
use crate::error::{CliError, Status};
use crate::explore::{Shown, conclude};
use crate::watcher::Watcher;
use crate::{fuzz, interrupt, trust};
use effigy_report::folder::{FUZZ, Mark, RunFolder, read_mark};
use effigy_session::explore::Prepared;
use effigy_session::journal::Record;
use effigy_session::languages::LANGUAGES;
use effigy_session::options::ExploreOptions;

/// Goes on with a run that was ended before its time.
pub fn run(arguments: &ResumeArguments) -> Result<Status, CliError> {
    // Before the current folder changes: paths on the command line are of the one in which it was given.
    let outputs = arguments.outputs.outputs().beside(Some(&arguments.run));
    let shown = Shown {
        json: arguments.json,
        complete: false,
        demand: arguments.deciding.demand(),
        outputs,
    };
    let folder = RunFolder::open(&arguments.run)?;
    let mark = read_mark(folder.path())?;
    if let Some(verb) = mark.verb.clone().filter(|verb| verb != FUZZ) {
        let why = "it cannot be gone on with; begin a new one";
        return Err(CliError::OfVerb { path: arguments.run.clone(), verb, why });
    }
    // The program and what belongs to it are named as they were when the run began.
    std::env::set_current_dir(&mark.current)
        .map_err(|cause| CliError::Unreadable { path: mark.current.clone(), cause })?;
    let is_search = mark.verb.as_deref() == Some(FUZZ);
    let Mark { current, input, options, .. } = mark;
    let mut options = ExploreOptions { input, ..options };
    arguments.limits.change(&mut options.budget);
    options.threads = arguments.threads.or(options.threads);
    options.replay &= !arguments.no_replay;
    // As for `replay`: a folder names neither programs to run nor places to write to.
    if !arguments.trust_flags {
        trust::ask(&options.cflags)?;
    }
    options.z3 = arguments.z3.clone();
    options.dump_queries = None;
    options.replay_sandbox = arguments.replay_sandbox == "on";
    options.cache = !arguments.no_cache;
    interrupt::cancel_on_interrupt(options.cancel.clone());
    shown.check(&options)?;
    if is_search {
        return fuzz::resume(&folder, options, &current, &shown);
    }
    let mut watcher = Watcher::new();
    let prepared = Prepared::new(LANGUAGES, &options, &mut watcher);
    let prepared = prepared.inspect_err(|_| watcher.clear())?;
    let record = Record { earlier: folder.read_journal()?, file: folder.journal()? };
    let outcome = prepared.run(Some(record), &mut watcher);
    watcher.clear();
    conclude(&outcome?, &folder, watcher, (&current, &options.input), &shown)
}
