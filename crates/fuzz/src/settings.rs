//! How a search is made, and what it begins with.

use crate::runner::{Native, Runner};
use effigy_solver::SolverError;

/// How a search is made.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Most instructions of a run of the machine.
    pub most_steps: u64,
    /// Workers; one is the same search each time when nothing runs natively.
    pub workers: usize,
    /// Whether it ends with the first way to fail.
    pub first: bool,
    /// Whether it goes on with random mutations until it is stopped, even when nothing new comes any more.
    pub endless: bool,
    /// Most bytes that an input grows to by changes.
    pub longest: usize,
    /// Whether inputs that fail are made smaller.
    pub shrinks: bool,
    /// Of random mutations.
    pub seed: u64,
    /// Pieces of inputs that are likely to mean something, such as constants of the program.
    pub words: Vec<Vec<u8>>,
}

impl Settings {
    /// One worker, to the end, whose runs take so many instructions at most.
    pub fn new(most_steps: u64) -> Self {
        Self {
            most_steps,
            workers: 1,
            first: false,
            endless: false,
            longest: 4096,
            shrinks: false,
            seed: 0,
            words: Vec::new(),
        }
    }
}

/// An input to begin with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seed {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How many steps it is away from a seed of the user's; more than 0 for inputs that an earlier search kept.
    pub generation: u64,
}

/// What runs inputs for one worker.
pub struct Tools<'t> {
    /// The machine.
    pub runner: Box<dyn Runner + 't>,
    /// The user's native program, when it can be run.
    pub native: Option<Box<dyn Native + 't>>,
}

/// Makes the tools of a worker, in its own thread.
pub type MakeTools<'t> = &'t (dyn Fn() -> Result<Tools<'t>, SolverError> + Sync);
