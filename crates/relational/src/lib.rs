//! Bounded relational logic, decided by the embedded SAT solver: relations between lower and upper bounds, first-order
//! formulas with closures and bounded integers over them (in the manner of Torlak and Jackson, "Kodkod: A Relational
//! Model Finder", TACAS 2007).
//!
//! Architecture Invariant: this crate knows no source language, and every instance that it gives was evaluated on the
//! formulas as they were stated, by an evaluator that shares nothing with the translation (`tests/relational/random.rs`).

mod arena;
mod contradiction;
mod declaration;
mod error;
mod evaluate;
mod finder;
mod found;
mod isomorphism;
mod matrix;
mod node;
mod overflow;
mod problem;
mod symmetry;
mod translate;
mod tuples;
mod universe;

pub use declaration::{Declaration, Multiplicity};
pub use error::ProblemError;
pub use evaluate::{EvaluationError, Evaluator};
pub use finder::{CoreEffort, Finder, FinderOptions, FinderStatistics};
pub use found::{Core, Found, Instance, Overflow, Skolem, Why};
pub use node::{Expr, ExprId, Formula, FormulaId, Int, IntComparison, IntId, IntOp};
pub use problem::{Constraint, ConstraintId, Problem, Relation, RelationId, Variable, VariableId};
pub use tuples::TupleSet;
pub use universe::{Atom, Universe};
