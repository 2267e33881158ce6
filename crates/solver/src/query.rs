//! Queries, answers, and the interface of everything that answers.

use std::fmt;
use std::time::Duration;

use effigy_term::{Model, Term, TermStore};

use crate::statistics::Statistics;

/// The question whether a conjunction of Boolean terms is satisfiable.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The conjuncts; the last one is the newest.
    pub assertions: &'a [Term],
    /// A model that satisfies every assertion but possibly the last.
    pub hint: Option<&'a Model>,
}

impl<'a> Query<'a> {
    /// A query without a hint.
    pub fn new(assertions: &'a [Term]) -> Self {
        Self { assertions, hint: None }
    }

    /// A query whose assertions but the last one hold under `hint`.
    pub fn with_hint(assertions: &'a [Term], hint: &'a Model) -> Self {
        Self { assertions, hint: Some(hint) }
    }
}

/// Indices into a query's assertions, ascending, that are unsatisfiable together. Not necessarily minimal.
pub type Core = Vec<usize>;

/// The answer to a query.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// Satisfiable, for example by this model.
    Sat(Model),
    /// Unsatisfiable because of these assertions.
    Unsat(Core),
    /// Not decided; never to be taken for either of the others.
    Unknown(Why),
}

/// Why a query was not decided.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// The query's time limit passed.
    Timeout(Duration),
    /// The query needs more work than a solver does in about this time, counted by the solver itself.
    Work(Duration),
    /// The query needs more work than is allowed, counted by the solver itself.
    Effort,
    /// The run was cancelled.
    Cancelled,
    /// The next step of the back end would have taken longer than the time that is left.
    TooLong,
    /// The back end would have needed more memory than it may take.
    Resource(&'static str),
    /// No back end that is there decides this theory; with what could be done about it.
    NoBackEnd {
        /// What the query needs.
        theory: &'static str,
        /// What the user can do.
        advice: &'static str,
    },
    /// A solver process ended by itself, or could not be started.
    ProcessDied(String),
    /// A solver process wrote something that is not an answer.
    ProcessGarbage(String),
    /// The solver process itself said `unknown`, for this reason.
    Incomplete(String),
    /// A model that does not satisfy the query: a defect of this program or of the solver, never of the user's input.
    WrongModel(String),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Timeout(limit) => {
                write!(f, "the query took longer than {:.1} s", limit.as_secs_f64())
            }
            Why::Work(limit) => {
                write!(f, "the query needs more work than {:.1} s stand for", limit.as_secs_f64())
            }
            Why::Effort => write!(f, "the query needs more work than is allowed"),
            Why::Cancelled => write!(f, "the run was stopped"),
            Why::TooLong => write!(f, "the query needs more time than is left"),
            Why::Resource(what) => write!(f, "the query needs too much memory ({what})"),
            Why::NoBackEnd { theory, advice } => write!(f, "no back end for {theory}: {advice}"),
            Why::ProcessDied(reason) => write!(f, "the solver process ended: {reason}"),
            Why::ProcessGarbage(text) => {
                write!(f, "the solver process wrote something unexpected: {text}")
            }
            Why::Incomplete(reason) => write!(f, "the solver does not know: {reason}"),
            Why::WrongModel(text) => {
                write!(f, "internal error: a model does not satisfy its query: {text}")
            }
        }
    }
}

/// Something that answers queries: a back end, or a layer around another solver.
pub trait Solver {
    /// Decides whether the query's assertions hold together.
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer;

    /// Like [`Solver::check`], but the answer depends on nothing but the assertions and their order: not on the hint, on
    /// earlier queries, or on the order in which the store met the terms. Slower.
    ///
    /// Only a chain made by [`crate::assemble`] keeps this promise; by default it is a check without a hint.
    fn canonical(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        self.check(store, &Query::new(query.assertions))
    }

    /// To be called after the store collected garbage and before anything is built: forgets dead terms.
    fn collected(&mut self, store: &TermStore);

    /// Adds the counters of this solver and of those below it.
    fn statistics(&self, statistics: &mut Statistics);
}
