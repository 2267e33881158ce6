//! Why the machine stops running a state.

use crate::data::finding::Failure;
use effigy_base::budget::StopReason;
use effigy_base::check::Check;
use effigy_base::finding::FindingKind;
use effigy_term::{Model, Term};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// Why the machine returned to the explorer.
#[derive(Debug)]
pub enum Stop {
    /// The next instruction has several successors; it is executed again in each of them.
    Fork(Vec<Alternative>),
    /// The path is over.
    End(Ending),
    /// A safe point: nothing happened.
    Pause,
}

/// A side of a fork.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// Its condition.
    pub constraint: Term,
    /// What is added to the path condition: the constraint, or what says the same of the inputs of the path.
    pub(crate) added: Term,
    /// A model of the path condition with the constraint; or why there may be none.
    pub feasible: Feasible,
}

impl Alternative {
    /// A side whose condition is added as it is.
    pub(crate) fn new(constraint: Term, feasible: Feasible) -> Self {
        Self { constraint, added: constraint, feasible }
    }
}

/// What is known of a side.
#[derive(Clone, Debug)]
pub enum Feasible {
    /// It has this model.
    Yes(Rc<Model>),
    /// It has none.
    No,
    /// The solver did not decide.
    Unknown(String),
}

/// Why nothing is known of the sides of a fork that are looked at together.
pub(crate) const UNASKED: &str = "nobody was asked";

impl Feasible {
    /// The model, where there is one; `None` for no.
    ///
    /// # Errors
    /// Ends the path as not decided when nothing is known.
    pub(crate) fn decided(self) -> Result<Option<Rc<Model>>, Stop> {
        match self {
            Feasible::Yes(model) => Ok(Some(model)),
            Feasible::No => Ok(None),
            Feasible::Unknown(why) => Err(Stop::End(Ending::Unknown(why))),
        }
    }
}

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// The program ended with this status.
    Exit(i32),
    /// A defect in the program.
    Finding(Box<Failure>),
    /// The path contradicts an assumption of the program.
    Assumed,
    /// The path needs something that has no model or is outside of what a front end supports.
    Unsupported(String),
    /// A budget was used up.
    Cut(CutReason),
    /// The solver did not decide whether the path exists.
    Unknown(String),
    /// A broken promise inside the engine; the path counts as not decided.
    Internal(String),
}

/// Which budget cut a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CutReason {
    /// Wall time.
    Time,
    /// Memory.
    Memory,
    /// Instructions on the path.
    Steps,
    /// Forks of the run.
    Forks,
    /// Decisions on the path.
    Depth,
    /// Solver time.
    SolverTime,
    /// The user's interruption.
    Cancelled,
}

impl From<StopReason> for CutReason {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::User => CutReason::Cancelled,
            StopReason::Time => CutReason::Time,
            StopReason::Memory => CutReason::Memory,
            StopReason::SolverTime => CutReason::SolverTime,
        }
    }
}

impl CutReason {
    /// The budget's name in reports.
    pub fn name(self) -> &'static str {
        match self {
            CutReason::Time => "max-time",
            CutReason::Memory => "max-memory",
            CutReason::Steps => "max-steps",
            CutReason::Forks => "max-forks",
            CutReason::Depth => "max-depth",
            CutReason::SolverTime => "max-solver-time",
            CutReason::Cancelled => "cancelled",
        }
    }
}

/// A promise inside of the engine is broken where no path can be ended: the panic costs the worker its path.
#[cold]
pub(crate) fn broken(what: &str) -> ! {
    panic!("{what}")
}

pub(crate) fn internal(message: &str) -> Stop {
    Stop::End(Ending::Internal(message.to_owned()))
}

/// The end of a path in an error that the run does not check.
pub(crate) fn unchecked(kind: FindingKind, message: &str) -> Ending {
    let check = Check::of(kind).map_or(kind.name(), Check::name);
    Ending::Unsupported(format!("{message} (the check `{check}` is off)"))
}
