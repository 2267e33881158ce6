//! Ctrl-C: the first one stops the run and keeps what it has, the second one quits at once.

use effigy_base::budget::CancelToken;
use std::time::{Duration, Instant};

/// The status of a program that Ctrl-C ended, by the shells' custom.
const KILLED: i32 = 130;

/// Requests so close to the first one are the same: `timeout` asks the process and then its group.
const TOGETHER: Duration = Duration::from_millis(250);

/// Cancels the token at the first Ctrl-C or request to terminate.
pub fn cancel_on_interrupt(token: CancelToken) {
    let mut first: Option<Instant> = None;
    let handler = move || match first {
        Some(first) if first.elapsed() < TOGETHER => {}
        Some(_) => std::process::exit(KILLED),
        None => {
            first = Some(Instant::now());
            token.cancel();
            crate::screen::note(
                "stopping and keeping what was found; press Ctrl-C again to quit at once",
            );
        }
    };
    // Where no handler can be set, Ctrl-C quits at once, which is what it does without Effigy.
    let _ = ctrlc::set_handler(handler);
}

/// Cancels the token at each Ctrl-C: what is being done is interrupted, and the session goes on.
pub fn cancel_each_time(token: CancelToken) {
    // Where no handler can be set, Ctrl-C quits at once, which is what it does without Effigy.
    let _ = ctrlc::set_handler(move || token.cancel());
}
