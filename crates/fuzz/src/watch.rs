//! What a search tells of while it runs.

use crate::counts::Counts;
use effigy_exec::explorer::InputValue;
use effigy_exec::state::{Failure, StackFrame};
use effigy_exec::stop::Ending;
use std::sync::Arc;

/// An input as it was run.
#[derive(Debug)]
pub struct Tried<'a> {
    /// The inputs that the program asked for.
    pub inputs: &'a [InputValue],
    /// How many steps it is away from a seed.
    pub generation: u64,
    /// The conjunct at which it leaves its parent's path.
    pub bound: usize,
    /// How many blocks it ran that no input before it ran.
    pub new_blocks: u64,
    /// How it ended.
    pub ending: &'a Ending,
}

/// An input that ran something new.
#[derive(Debug)]
pub struct Kept<'a> {
    /// Its bytes, one input after the other.
    pub bytes: &'a [u8],
    /// How many steps it is away from a seed.
    pub generation: u64,
    /// The conjunct at which it leaves its parent's path.
    pub bound: usize,
}

/// Inputs on which the program fails in one way.
#[derive(Clone, Debug)]
pub struct Found {
    /// How the program fails.
    pub failure: Failure,
    /// One such input, the first or a smaller one.
    pub inputs: Vec<InputValue>,
    /// Where the path stood.
    pub place: Arc<StackFrame>,
    /// What the path requires of its input, readable.
    pub condition: Vec<Arc<str>>,
    /// How many steps the input is away from a seed.
    pub generation: u64,
    /// How many inputs fail so.
    pub times: u64,
    /// Instructions executed.
    pub steps: u64,
}

/// A way in which runs end that says nothing about the program.
#[derive(Clone, Debug)]
pub struct Odd {
    /// How they end.
    pub ending: Ending,
    /// Where.
    pub place: Arc<StackFrame>,
}

/// Watches a search, from any of its workers, one after the other. Nothing that it does changes the search.
pub trait Watch: Send {
    /// An input was run on the machine.
    fn ran(&mut self, _tried: &Tried<'_>) {}
    /// An input is kept because it ran something new.
    fn kept(&mut self, _kept: &Kept<'_>) {}
    /// The program failed in a way in which it did not fail before, or a smaller input was found for that way. Ways are
    /// numbered from 0.
    fn found(&mut self, _way: usize, _found: &Found) {}
    /// How the search stands; called before each run and each expansion.
    fn stands(&mut self, _counts: &Counts, _waiting: usize, _found: usize) {}
    /// Inputs that came from elsewhere since the last call, such as those of a fuzzer that works beside.
    fn news(&mut self) -> Vec<Vec<u8>> {
        Vec::new()
    }
}
