//! Inputs that a failure shows.

#[cfg(test)]
mod tests;

use crate::cases::is_quiet;
use std::thread;

/// Prints the input of a test that panics: for panics of the code under test, which do not tell it.
///
/// While [`cases`](crate::cases()) looks for the smallest input, nothing is printed.
pub fn shown(input: &str) -> Shown<'_> {
    Shown(input)
}

/// The input of a test that runs.
#[must_use = "it is there for as long as the test runs"]
pub struct Shown<'t>(&'t str);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if thread::panicking() && !is_quiet() {
            eprintln!("The input:\n{}", self.0);
        }
    }
}
