//! Hash-consed terms: smart constructors that rewrite, substitution, evaluation under a model, printing.
//!
//! Architecture Invariant: nothing outside of this crate makes a node without its constructors (nodes have no public
//! constructor), and this crate knows neither the program representation nor solvers.
//!
//! Architecture Invariant: a term's form does not depend on the order in which a store met its parts
//! (`tests/term/store.rs`, `form_does_not_depend_on_the_order_of_building`).

mod batch;
mod bounds;
mod cases;
mod collect;
pub mod conjunction;
mod construct;
mod evaluate;
mod expand;
mod linear;
mod model;
mod names;
mod node;
mod polynomial;
pub mod print;
mod quantifier;
mod ranges;
mod rational;
pub mod read;
mod rules;
pub mod smtlib;
mod store;
mod substitute;
mod trace;
mod variables;

pub use batch::{Batch, LANES};
pub use evaluate::Evaluator;
pub use linear::Linear;
pub use model::Model;
pub use node::{ConstArray, Features, Node, Quantifier, Role, Term, VarInfo};
pub use ranges::{Range, Ranges};
pub use rules::rules;
pub use store::TermStore;
pub use store::cases::Cases;
pub use store::rule::Rule;
pub use trace::Trace;
