//! Questions to the relational solver.

use crate::error::RecordsError;
use effigy_base::budget::{CancelToken, StopReason};
use effigy_relational::{
    ConstraintId, CoreEffort, Finder, FinderOptions, Found, Instance, Overflow, Problem, Why,
};

/// What came of a question.
pub(crate) enum Solved {
    /// An instance, and the size of the problem.
    Some { instance: Instance, clauses: u64 },
    /// None, constraints that contradict each other, and the size of the problem.
    None { core: Vec<ConstraintId>, clauses: u64 },
    /// Not decided.
    Unknown(String),
}

/// Solves a problem within the time and memory of the token.
pub(crate) fn solve(problem: &Problem, cancel: &CancelToken) -> Result<Solved, RecordsError> {
    // Integers are as wide as any number of rows needs, so that nothing wraps around.
    let options = FinderOptions {
        overflow: Overflow::Wrap,
        core: CoreEffort::Contradicting,
        ..FinderOptions::default()
    };
    let mut finder = Finder::new(problem, options);
    let found = finder.next_instance(cancel);
    let clauses = finder.statistics().clauses as u64;
    Ok(match found {
        Found::Instance(instance) => Solved::Some { instance, clauses },
        Found::None(core) => Solved::None { core: core.constraints, clauses },
        Found::Unknown(Why::WrongInstance { label }) => {
            return Err(RecordsError::Internal(format!(
                "the instance found does not satisfy `{label}`"
            )));
        }
        Found::Unknown(Why::Stopped(reason)) => Solved::Unknown(why_stopped(reason)),
        Found::Unknown(why) => Solved::Unknown(why.to_string()),
    })
}

/// Why a decision was not finished.
pub(crate) fn why_stopped(reason: StopReason) -> String {
    match reason {
        StopReason::Time => "the limit of time was reached".into(),
        StopReason::Memory => "the limit of memory was reached".into(),
        other => other.text().into(),
    }
}
