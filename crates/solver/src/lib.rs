//! Queries and answers: a chain of small layers over back ends (embedded bit-vectors, SMT-LIB processes).
//!
//! Architecture Invariant: nothing outside of this crate talks to a SAT or SMT solver, and no method that decides
//! satisfiability returns a `bool` (answers have three values). Every layer can be switched off without changing an
//! answer (`tests/solver/layers.rs`).

mod assemble;
mod auto;
mod back_end;
pub mod circuit;
mod clock;
mod embedded;
mod error;
mod facts;
mod fixed;
mod incremental;
mod integers;
mod layers;
mod options;
mod process;
mod query;
mod sets;
mod smallest;
mod statistics;

pub use assemble::{assemble, fresh_model};
pub use back_end::BackEnd;
pub use error::SolverError;
pub use incremental::{Entails, Incremental, IncrementalStatistics};
pub use options::{Effort, Layers, SolverOptions, Work};
pub use query::{Answer, Core, Query, Solver, Why};
pub use sets::{Set, Sets};
pub use smallest::smallest;
pub use statistics::{BACK_ENDS, LayerStatistics, Statistics, TOP};
