//! What a run tells while it runs.

use crate::finding::Test;
use crate::fuzz::{KeptInput, TriedInput};
use crate::place::Place;
use crate::verdict::PathCounts;
use std::time::Duration;

/// What a run is busy with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// The user's compiler runs.
    #[default]
    Compiling,
    /// The module is read.
    Loading,
    /// Paths are run.
    Exploring,
    /// Inputs are run, and others made of them.
    Fuzzing,
    /// Loops are unwound, and what comes of it is asked; `pending` is the bound.
    Unwinding,
    /// A trace is followed.
    Following,
    /// Tests are run natively.
    Replaying,
}

/// The query that is being decided for longest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlowQuery {
    /// Since when.
    pub time: Duration,
    /// The program's line that asked.
    pub place: Place,
}

/// A loop that forks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forking {
    /// How often one worker forked in it.
    pub forks: u64,
    /// Where it is.
    pub place: Place,
}

/// A snapshot of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// What the run is busy with.
    pub phase: Phase,
    /// Wall time since the run began.
    pub elapsed: Duration,
    /// Wall time that the time budget leaves; `None` without such a budget.
    pub left: Option<Duration>,
    /// Paths that have ended.
    pub paths: PathCounts,
    /// Paths that wait to be run.
    pub pending: u64,
    /// Native runs of a search from seeds.
    pub native_runs: u64,
    /// Findings so far.
    pub findings: u64,
    /// Lines reached and lines with code.
    pub lines: (u64, u64),
    /// Instructions executed.
    pub instructions: u64,
    /// The solver's share of the working threads' time, from 0 to 1.
    pub solver_share: f64,
    /// A query that takes long right now.
    pub slow_query: Option<SlowQuery>,
    /// The loop that forks most.
    pub forking: Option<Forking>,
    /// Tests that were run natively, and how many there are.
    pub replayed: (u64, u64),
}

/// Watches a run. All methods are called from the thread that called `explore`, and none changes the run.
pub trait Observer {
    /// A snapshot; called several times a second.
    fn progress(&mut self, _progress: &Progress) {}
    /// The journal cannot be written any more: what is found from here on is lost when the process ends early.
    fn journal_lost(&mut self, _error: &std::io::Error) {}
    /// A search from seeds ran an input.
    fn tried(&mut self, _input: &TriedInput) {}
    /// A search from seeds keeps an input.
    fn kept(&mut self, _input: &KeptInput) {}
    /// The program fails in a way that is new, or a smaller input for the way of that number was found; the test is not replayed yet.
    fn found(&mut self, _test: &Test) {}
    /// A remark for the person who waits, such as a loop that does not seem to end.
    fn note(&mut self, _text: &str) {}
}

/// An observer that watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}
