//! Puts the chain together.

use effigy_term::{Term, TermStore};

use crate::embedded::Embedded;
use crate::error::SolverError;
use crate::options::SolverOptions;
use crate::query::{Answer, Query, Solver};

/// The chain of layers and the back end that the options ask for.
pub fn assemble(options: SolverOptions) -> Result<Box<dyn Solver>, SolverError> {
    Ok(Box::new(Embedded::new(&options)))
}

/// The canonical answer to a query: it depends on nothing but the assertions, so that whoever builds the same
/// assertions gets the same model.
pub fn fresh_model(store: &mut TermStore, assertions: &[Term], options: &SolverOptions) -> Answer {
    Embedded::new(options).check(store, &Query::new(assertions))
}
