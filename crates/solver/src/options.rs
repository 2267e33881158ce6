//! Options of the solver chain.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use effigy_base::budget::CancelToken;

use crate::back_end::BackEnd;
use crate::error::SolverError;

impl std::str::FromStr for BackEnd {
    type Err = SolverError;
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let known =
            Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, back_end)| *back_end);
        known.ok_or_else(|| SolverError::UnknownBackEnd(name.to_owned()))
    }
}

/// The layers of the chain that can be switched off. None of them changes which queries are satisfiable; they change
/// speed, and which of several models is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layers {
    /// Evaluate every model under the original assertions before believing it.
    pub validation: bool,
    /// Solve independent parts of a query by themselves; with a hint only the part of the newest assertion.
    pub slices: bool,
    /// Answer from an earlier query with the same assertions.
    pub exact: bool,
    /// Answer from the unsatisfiable core of an earlier query.
    pub cores: bool,
    /// Try the hint, the hint with one variable changed, and recent models by evaluation.
    pub models: bool,
    /// Substitute variables that the query fixes to a constant.
    pub equalities: bool,
    /// Enumerate the values of a part that has few variable bits, and join bounds of integers.
    pub domains: bool,
    /// Decide comparisons of words with each other and with constants as bounds on the differences of numbers.
    pub order: bool,
    /// Decide by decision diagrams of the inputs' bits.
    pub diagrams: bool,
}

impl Layers {
    /// All layers.
    pub const ALL: Self = Self {
        validation: true,
        slices: true,
        exact: true,
        cores: true,
        models: true,
        equalities: true,
        domains: true,
        order: true,
        diagrams: true,
    };
    /// The back end alone.
    pub const NONE: Self = Self {
        validation: false,
        slices: false,
        exact: false,
        cores: false,
        models: false,
        equalities: false,
        domains: false,
        order: false,
        diagrams: false,
    };
}

impl Default for Layers {
    fn default() -> Self {
        Self::ALL
    }
}

/// A limit of work that does not depend on the machine.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Most conflicts of a search.
    pub conflicts: u32,
    /// Most conflicts of a search that may be a long one.
    pub long: u32,
    /// How many searches may be long.
    pub searches: u32,
}

/// What was done so far, as a count that is the same on every machine. A unit is about ten nanoseconds; what solver processes do
/// does not count. Clones are the same counter.
#[derive(Clone, Debug, Default)]
pub struct Work(Arc<AtomicU64>);

impl Work {
    /// The units so far.
    pub fn units(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Adds so many units.
    pub(crate) fn add(&self, units: u64) {
        self.0.fetch_add(units, Ordering::Relaxed);
    }
}

/// Options of [`crate::assemble`].
#[derive(Clone, Debug, Default)]
pub struct SolverOptions {
    /// Which back end; by default by the theories of each query.
    pub back_end: BackEnd,
    /// The layers above it; by default all.
    pub layers: Layers,
    /// The program of the SMT-LIB process; by default the back end's usual name, looked up on `PATH`.
    pub program: Option<PathBuf>,
    /// The time that a query may take; then it is answered `Unknown`. No limit by default, up to clock resolution
    /// otherwise. Answers under a limit depend on the machine's speed.
    pub query_time: Option<Duration>,
    /// How much work the embedded back end does for queries about words; one that needs more is answered `Unknown`. No limit
    /// by default. Answers under this limit are the same on every machine.
    pub effort: Option<Effort>,
    /// What all queries took together is added here.
    pub work: Work,
    /// A folder that every query which reaches a back end is written to, as an `.smt2` file with its answer.
    pub dump_queries: Option<PathBuf>,
    /// Ends a query early when the run is cancelled.
    pub cancel: CancelToken,
}
