//! The verb `bmc`.

use crate::args::BmcArguments;
use crate::error::{CliError, Status};
use crate::explore::{Shown, conclude};
use crate::interrupt;
use crate::watcher::Watcher;
use effigy_report::folder::RunFolder;
use effigy_session::bmc::Prepared;
use effigy_session::languages::LANGUAGES;

/// Unwinds a program to a bound, asks whether anything fails, and reports.
pub fn run(arguments: &BmcArguments) -> Result<Status, CliError> {
    let options = arguments.options();
    let current = std::env::current_dir().unwrap_or_default();
    interrupt::cancel_on_interrupt(options.explore.cancel.clone());
    let outputs = arguments.outputs.outputs().beside(arguments.results.out.as_deref());
    let shown = Shown {
        json: arguments.results.json,
        complete: true,
        demand: arguments.deciding.demand(),
        outputs,
    };
    shown.check(&options.explore)?;
    let mut watcher = Watcher::new();
    let prepared =
        Prepared::new(LANGUAGES, &options, &mut watcher).inspect_err(|_| watcher.clear())?;
    let out = arguments.results.out.as_deref();
    let folder = RunFolder::create_for_bmc(out, &current, prepared.options())
        .inspect_err(|_| watcher.clear())?;
    let outcome = prepared.run(&mut watcher);
    watcher.clear();
    let outcome = outcome.inspect_err(|_| folder.discard_if_unused())?;
    conclude(&outcome, &folder, watcher, (&current, &options.explore.input), &shown)
}
