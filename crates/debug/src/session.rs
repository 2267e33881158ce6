//! What a face asks of a session, whatever it is about.

use crate::item::Item;
use effigy_base::budget::CancelToken;

/// A session: commands in, items out.
pub trait Session {
    /// Interrupts the command that is being executed; the session goes on.
    fn cancel_token(&self) -> CancelToken;

    /// What to say when the session begins.
    fn greeting(&mut self) -> Vec<Item>;

    /// Carries out a line of commands. After one that fails the rest of the line is left out.
    fn execute(&mut self, line: &str, show: &mut dyn FnMut(Item)) -> Outcome;

    /// How the word before the end of a line may go on.
    fn complete(&mut self, line: &str) -> Vec<String>;
}

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It waits for the next line.
    GoOn,
    /// The user ended it.
    Quit,
}
