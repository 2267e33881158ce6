//! Bounded relational logic, decided by the embedded SAT solver: relations between lower and upper bounds, first-order
//! formulas with closures and bounded integers over them (in the manner of Torlak and Jackson, "Kodkod: A Relational
//! Model Finder", TACAS 2007).
//!
//! Architecture Invariant: this crate knows no source language, and every instance that it gives was evaluated on the
//! formulas as they were stated, by an evaluator that shares nothing with the translation (`tests/relational/random.rs`).

mod arena;
mod atom;
mod contradiction;
mod declaration;
mod error;
mod evaluate;
mod finder;
mod found;
mod ids;
mod isomorphism;
mod limits;
mod matrix;
mod node;
mod options;
mod overflow;
mod problem;
mod symmetry;
mod translate;
mod tuples;
mod universe;

pub use atom::Atom;
pub use declaration::{Declaration, Multiplicity};
pub use error::EvaluationError;
pub use error::ProblemError;
pub use evaluate::Evaluator;
pub use finder::{Finder, FinderStatistics};
pub use found::{Core, Found, Instance, Overflow, Skolem, Why};
pub use ids::{ConstraintId, RelationId, VariableId};
pub use ids::{ExprId, FormulaId, IntId};
pub use node::{Expr, Formula, Int, IntComparison, IntOp};
pub use options::{CoreEffort, FinderOptions};
pub use problem::{Constraint, Problem, Relation, Variable};
pub use tuples::TupleSet;
pub use universe::Universe;
