//! The SAT solver: the only file that knows CaDiCaL.
//!
//! Solver variables stand for the *negation* of what they name: CaDiCaL tries `true` first, so that free bits of a
//! model come out as zeros.

use crate::options::Work;
use cadical::{Callbacks, Solver};
use effigy_base::budget::CancelToken;
use std::time::Duration;

/// A literal in DIMACS form: a variable's number, negative for its negation; never 0.
pub(crate) type SatLit = i32;

/// What the SAT solver said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SatAnswer {
    /// All clauses and assumptions hold under the assignment that [`Sat::value`] tells.
    Sat,
    /// The assumptions that [`Sat::failed`] names contradict the clauses.
    Unsat,
    /// The deadline passed or the run was cancelled.
    Stopped,
}

/// Bytes of a large hash table that are moved in a millisecond, at least.
const MOVED_IN_A_MILLISECOND: u64 = 256 << 10;

/// What a search does between two calls that ask whether to give up, ten steps apart.
const WORK_BETWEEN_CALLS: u64 = 1_000;

/// Stops a solver when the query's time is over or the run was stopped, and counts its work.
#[derive(Clone)]
pub(crate) struct Stop {
    /// Cancelled when it is time to give up.
    pub cancel: CancelToken,
    /// What searches do is added here.
    pub work: Work,
}

impl Stop {
    /// Whether it is time to give up.
    pub fn now(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Whether so many bytes more fit into the memory of the run.
    pub fn affords(&self, bytes: u64) -> bool {
        self.cancel.affords(bytes)
    }

    /// Whether a table can be made anew with so many bytes before the time is over: it is one step.
    pub fn has_time_to_move(&self, bytes: u64) -> bool {
        let takes = Duration::from_millis(bytes / MOVED_IN_A_MILLISECOND);
        self.cancel.left().is_none_or(|left| left > takes)
    }
}

impl Callbacks for Stop {
    fn terminate(&mut self) -> bool {
        self.work.add(WORK_BETWEEN_CALLS);
        self.now()
    }
}

/// An incremental SAT solver.
pub(crate) struct Sat {
    solver: Solver<Stop>,
    variables: i32,
}

impl Sat {
    /// A solver without clauses.
    pub fn new() -> Self {
        Self { solver: Solver::new(), variables: 0 }
    }

    /// A literal of a new variable.
    pub fn fresh(&mut self) -> SatLit {
        self.variables += 1;
        -self.variables
    }

    /// The number of variables made.
    pub fn variables(&self) -> usize {
        self.variables.unsigned_abs() as usize
    }

    /// Adds the disjunction of these literals.
    pub fn clause<const N: usize>(&mut self, literals: [SatLit; N]) {
        self.solver.add_clause(literals);
    }

    /// Adds the disjunction of these literals.
    pub fn clause_of(&mut self, literals: impl Iterator<Item = SatLit>) {
        self.solver.add_clause(literals);
    }

    /// Ends the next search after so many conflicts.
    pub fn limit(&mut self, conflicts: u32) {
        let conflicts = i32::try_from(conflicts).unwrap_or(i32::MAX);
        let known = self.solver.set_limit("conflicts", conflicts);
        debug_assert!(known.is_ok());
    }

    /// Decides whether the clauses and the assumptions hold together.
    pub fn solve(&mut self, assumptions: &[SatLit], stop: Stop) -> SatAnswer {
        self.solver.set_callbacks(Some(stop));
        match self.solver.solve_with(assumptions.iter().copied()) {
            Some(true) => SatAnswer::Sat,
            Some(false) => SatAnswer::Unsat,
            None => SatAnswer::Stopped,
        }
    }

    /// Whether a literal is true under the assignment found; false when it does not matter.
    pub fn value(&self, literal: SatLit) -> bool {
        match self.solver.value(literal.abs()) {
            Some(value) => value == (literal > 0),
            None => literal < 0,
        }
    }

    /// Whether an assumption was needed for the contradiction.
    pub fn failed(&self, literal: SatLit) -> bool {
        self.solver.failed(literal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn a_step_that_outlasts_the_time_is_not_begun() {
        let within =
            |deadline| Stop { cancel: CancelToken::new().part(deadline), work: Work::default() };
        let hour = Instant::now().checked_add(Duration::from_secs(3600));
        assert!(within(hour).has_time_to_move(1 << 30));
        assert!(!within(hour).has_time_to_move(1 << 50));
        assert!(within(None).has_time_to_move(1 << 50));
        assert!(!within(Some(Instant::now())).has_time_to_move(1 << 30));
    }
}
