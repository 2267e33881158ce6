//! Floyd's method by symbolic execution (King 1976, section 8): one verification condition for each path between two
//! points of a function that its assertions cut it at.
//!
//! **Paths.** The cut points of a function are its entry, its assertions (marks of [`MarkKind::Assertion`]) and its
//! returns. A path begins at a cut point with a symbol of its own for each variable and the assertion there assumed, is
//! executed symbolically along every side of every branch, and ends at the next cut point, where the assertion there has
//! to follow from the path condition. What is only to be proved (`prove`) has to follow where it stands, and the path
//! goes on. So has every check on the way: subscripts, divisors, variables that are set. At the entry, local variables
//! are not set and parameters are distinct symbols; an assertion that is the first statement is assumed.
//!
//! **Loops.** A loop that no assertion cuts is named and not entered; with [`FloydOptions::unroll`] it is executed that
//! many times, and what is proved then is marked as bounded.
//!
//! **Calls.** A function whose first statement is an assertion, and that returns only right after assertions, is called
//! by contract: the first assertion, over the arguments, is to be proved; then whatever it may assign is forgotten, one
//! of the last assertions is assumed, and its return executed. Parameters that it never assigns keep their values. The
//! contract has to be proved by verifying the called function: [`Verification::contracts`] names those that were used.
//! Any other function is executed in place, assertions in it are conditions to be proved, and a loop or a recursion in
//! it ends the path as not decided. By contract no two arguments may be the same variable when the function may assign
//! one of them.
//!
//! **Refutation.** A condition does not follow when there are values for which a concrete run of its path fails. They need
//! not be such as a run of the function has where the path begins, or where a contract was used: an assertion may say too
//! little. So the condition is refuted only by a run from the function's start, as [`Verification::witnesses`] are;
//! otherwise it is not inductive.
//!
//! **What is not claimed.** Correctness is partial: nothing is said about whether a function returns. Elements of arrays
//! count as set at a cut point. The parameters of the verified function are what the job's entry passes: a function that no
//! contract says otherwise of is to be verified for each way in which they are one variable.
//!
//! Architecture Invariant: this crate prints nothing and names no source language; assertions are marks of the IR (checked
//! by `cargo xtask tidy`: it depends on no front end).
//!
//! [`MarkKind::Assertion`]: effigy_ir::function::MarkKind::Assertion

mod advance;
mod contract;
mod effects;
mod follow;
mod live;
mod loops;
mod path;
mod proof;
mod prove;
mod start;
mod values;
mod witness;

use effigy_base::finding::FindingKind;
use effigy_base::value::Value;
use effigy_exec::context::Context;
use effigy_exec::state::StackFrame;
use effigy_ir::program::FuncId;
use effigy_solver::{SolverError, Statistics};
use proof::Proof;
use prove::Prover;
use std::sync::Arc;

/// How functions are verified.
#[derive(Clone, Debug, Default)]
pub struct FloydOptions {
    /// Rounds in which a loop without an assertion is executed; by default it is not entered. What is proved of a
    /// function with such a loop is marked as bounded: nothing is known of further rounds.
    pub unroll: Option<u32>,
}

/// What was found out about a function.
#[derive(Clone, Debug, Default)]
pub struct Verification {
    /// The function's readable name.
    pub function: String,
    /// The conditions in order of their paths.
    pub obligations: Vec<Obligation>,
    /// The loops that no assertion cuts, those of functions that are executed in place among them.
    pub uncut: Vec<UncutLoop>,
    /// Why some paths were not followed to their end.
    pub gaps: Vec<Gap>,
    /// Whether the function is called by contract, so that no call passes one variable twice that it may assign.
    pub by_contract: bool,
    /// The functions whose contracts were used.
    pub contracts: Vec<FuncId>,
    /// Runs from the function's start on which an assertion or a check fails, one for each condition for which a short
    /// search found one. Its path begins at the entry, goes on through assertions, and enters called functions.
    pub witnesses: Vec<Obligation>,
    /// What the solver chains did.
    pub statistics: Statistics,
}

/// A loop without an inductive assertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncutLoop {
    /// The number of its statement; `None` when it has none.
    pub number: Option<u32>,
    /// Where it stands.
    pub place: StackFrame,
    /// Whether it computes an assertion: a quantifier over machine integers.
    pub in_assertion: bool,
    /// Whether it was unrolled.
    pub unrolled: bool,
}

/// Why a path was not followed to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The reason, for people.
    pub reason: String,
    /// Where.
    pub place: StackFrame,
}

/// A verification condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Obligation {
    /// What has to hold.
    pub kind: ConditionKind,
    /// The condition in the source, or what a check says when it fails.
    pub text: String,
    /// Where it stands.
    pub place: StackFrame,
    /// The statements on the path, in order.
    pub path: Vec<Step>,
    /// Whether loops on the way were cut off after some rounds: the status is then one of the first rounds only.
    pub bounded: bool,
    /// Whether it holds.
    pub status: Status,
}

impl Obligation {
    /// Whether another one is about the same condition, perhaps on another path.
    fn is_about(&self, other: &Self) -> bool {
        self.place == other.place && self.text == other.text
    }
}

/// A statement on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its number in the listing of its function.
    pub number: u32,
    /// Where it stands.
    pub place: Arc<StackFrame>,
}

/// What a verification condition is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// The assertion at which a path ends, or one in a function that is executed in place.
    Assertion,
    /// A condition that is only to be proved.
    Proof,
    /// The first assertion of the function of this name, which is called by contract.
    Precondition(String),
    /// A check of this kind.
    Check(FindingKind),
}

/// Whether a condition holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// It follows from the path condition.
    Proved,
    /// A run from the function's start comes to it and it is false; of this path these values show it.
    Refuted(Box<Counterexample>),
    /// It does not follow: a concrete run of the path on these values fails. No run from the function's start is known
    /// that has such values.
    NotInductive(Box<Counterexample>),
    /// Not decided.
    Unknown {
        /// Why.
        reason: String,
        /// The query as an SMT-LIB script; satisfiable when the condition does not hold.
        query: Option<String>,
    },
}

/// Values for which a condition does not hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counterexample {
    /// The variables where the path begins.
    pub start: Vec<VariableValue>,
    /// The variables where the condition stands.
    pub end: Vec<VariableValue>,
    /// What the path read, and what functions called by contract left in variables.
    pub inputs: Vec<(String, Value)>,
}

/// A variable with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableValue {
    /// Its name.
    pub name: String,
    /// Its value; `None` when it is not set.
    pub value: Option<Value>,
    /// The bounds of an array that has them.
    pub bounds: Option<(Value, Value)>,
}

/// Why a function cannot be verified.
#[derive(Debug, thiserror::Error)]
pub enum FloydError {
    /// A solver chain cannot be assembled.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The function's entry cannot be executed.
    #[error("the entry of `{function}` cannot be executed: {reason}")]
    Entry {
        /// Which function.
        function: String,
        /// Why not.
        reason: String,
    },
    /// A value is kept across an assertion outside of array objects.
    #[error(
        "`{function}` keeps a value across the assertion of statement {number} that no variable holds"
    )]
    Carried {
        /// Which function.
        function: String,
        /// The assertion's statement.
        number: u32,
    },
}

/// Verifies a function. The entry of the context's job is the function itself, or one that does nothing but make its
/// arguments, each symbolic, and call it. Conditions are decided by solver chains of their own, with the job's options.
///
/// # Errors
/// See [`FloydError`]. Whatever is only undecided is in the answer.
pub fn verify(
    context: &mut Context,
    function: FuncId,
    options: &FloydOptions,
) -> Result<Verification, FloydError> {
    let prover = Prover::new(&context.job.solver)?;
    Ok(Proof::new(context, prover, options, function)?.run())
}
