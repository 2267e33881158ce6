//! The verb `prove`.

use crate::args::ProveArguments;
use crate::error::{CliError, Status};
use crate::{interrupt, screen};
use effigy_report::sources::Sources;
use effigy_report::terminal::prove_report;
use effigy_session::languages::PROOFS;
use effigy_session::outcome::Verdict;

/// Proves programs and reports.
pub fn run(arguments: &ProveArguments) -> Result<Status, CliError> {
    let options = arguments.options();
    interrupt::cancel_on_interrupt(options.cancel.clone());
    let outcome = effigy_session::prove::prove(PROOFS, &options)?;
    let mut sources = Sources::here();
    if arguments.json {
        screen::print_error(&prove_report(&outcome, &mut sources, &screen::stderr_look()));
        screen::print_json(&outcome.summary())?;
    } else {
        screen::print(&prove_report(&outcome, &mut sources, &screen::stdout_look()));
    }
    Ok(match outcome.verdict() {
        Verdict::Failed => Status::Failed,
        _ if !outcome.errors.is_empty() => Status::BadInput,
        _ if outcome.meets(&arguments.deciding.demand()) => Status::Passed,
        _ => Status::Incomplete,
    })
}
