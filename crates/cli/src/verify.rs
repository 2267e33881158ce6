//! The verb `verify`.

use crate::args::VerifyArguments;
use crate::error::{CliError, Status};
use crate::{interrupt, screen};
use effigy_report::sources::Sources;
use effigy_report::terminal::verify_report;
use effigy_session::outcome::Verdict;

/// Verifies a program and reports.
pub fn run(arguments: &VerifyArguments) -> Result<Status, CliError> {
    let options = arguments.options();
    interrupt::cancel_on_interrupt(options.cancel.clone());
    let outcome = effigy_session::verify::verify(&options)?;
    let mut sources = Sources::here().of_program(&options.input);
    if arguments.json {
        let report = verify_report(&outcome, &mut sources, &screen::stderr_look());
        screen::print_error(&report);
        screen::print_json(&outcome.summary())?;
    } else {
        screen::print(&verify_report(&outcome, &mut sources, &screen::stdout_look()));
    }
    Ok(match outcome.verdict() {
        Verdict::Failed => Status::Failed,
        _ if outcome.meets(&arguments.deciding.demand()) => Status::Passed,
        _ => Status::Incomplete,
    })
}
