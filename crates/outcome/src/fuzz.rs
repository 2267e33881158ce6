//! What a search from seeds did.

use crate::{Ending, TestCase};
use serde::{Deserialize, Serialize};

/// The figures of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FuzzFigures {
    /// Seeds.
    pub seeds: u64,
    /// Inputs that were run, seeds included.
    pub runs: u64,
    /// Native runs.
    #[serde(default)]
    pub native: u64,
    /// Native runs that a limit cut.
    #[serde(default)]
    pub slow: u64,
    /// Native runs of inputs that were changed in order and by chance.
    #[serde(default)]
    pub changed: u64,
    /// Of these, those that ran something new.
    #[serde(default)]
    pub changed_kept: u64,
    /// Native runs of inputs that were made longer or repaired.
    #[serde(default)]
    pub grown: u64,
    /// Of these, those that ran something new.
    #[serde(default)]
    pub grown_kept: u64,
    /// Inputs that were repaired and run as far as the ones that they were made of.
    #[serde(default)]
    pub repaired: u64,
    /// Inputs whose path condition was computed.
    pub expansions: u64,
    /// Steps from a seed to the child that is farthest from one.
    pub generations: u64,
    /// Inputs that were made from others.
    pub children: u64,
    /// Those that ran blocks which no input before them ran.
    pub fruitful: u64,
    /// Inputs that were tried because a side alone has a solution.
    pub guesses: u64,
    /// Those that ran new blocks or failed.
    pub good_guesses: u64,
    /// Sides that no input takes behind the same beginning of the path.
    pub infeasible: u64,
    /// Sides that were taken or asked for before, behind the same beginning of the path, and children that were run before.
    pub covered: u64,
    /// Sides that were not decided within the limit of a query.
    pub undecided: u64,
    /// Children that took another path than the one that they were made for.
    pub diverged: u64,
    /// Values of the input that were taken where there is no meaning on symbols.
    #[serde(default)]
    pub concretised: u64,
    /// Values that were chosen where there is no meaning at all.
    #[serde(default)]
    pub chosen: u64,
    /// Inputs that wait to be expanded.
    pub waiting: u64,
    /// Whether the search came to its end, where every side that it knows of was asked for.
    pub ended: bool,
    /// Where the time went.
    #[serde(default)]
    pub time: FuzzTime,
}

/// Where the time of a search went, in seconds over all workers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FuzzTime {
    /// Paths of inputs with symbols riding along.
    pub symbols: f64,
    /// Queries.
    pub solver: f64,
    /// Runs of the machine on values.
    pub machine: f64,
    /// Native runs.
    pub native: f64,
}

/// An input that a search ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriedInput {
    /// The input; it predicts nothing.
    pub case: TestCase,
    /// How the run ended.
    pub ending: Ending,
    /// How many steps the input is away from a seed.
    pub generation: u64,
    /// The number of the decision at which it leaves the path of the input that it was made from, from 0.
    pub bound: usize,
    /// How many blocks it ran that no input before it ran.
    pub new_blocks: u64,
}

/// An input that a search keeps, because it ran something new.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptInput {
    /// Its bytes, one input after the other.
    pub bytes: Vec<u8>,
    /// How many steps it is away from a seed.
    pub generation: u64,
    /// The number of the decision at which it leaves the path of the input that it was made from, from 0.
    pub bound: usize,
}
