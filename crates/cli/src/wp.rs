//! The verb `wp`.

use crate::args::WpArguments;
use crate::error::{CliError, Status};
use crate::{interrupt, screen};
use effigy_report::terminal::wp_report;
use effigy_session::outcome::Verdict;

/// Calculates path conditions backwards and reports.
pub fn run(arguments: &WpArguments) -> Result<Status, CliError> {
    let options = arguments.options();
    interrupt::cancel_on_interrupt(options.explore.cancel.clone());
    let outcome = effigy_session::wp::wp(&options)?;
    if arguments.json {
        screen::print_error(&wp_report(&outcome, &screen::stderr_look()));
        screen::print_json(&outcome.summary())?;
    } else {
        screen::print(&wp_report(&outcome, &screen::stdout_look()));
    }
    Ok(match outcome.verdict() {
        Verdict::Failed => Status::Failed,
        _ if outcome.meets(&arguments.deciding.demand()) => Status::Passed,
        _ => Status::Incomplete,
    })
}
