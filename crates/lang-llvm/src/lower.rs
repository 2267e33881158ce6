//! From the syntax tree to the program representation.
//!
//! The representation is scalar: aggregates and vectors are taken apart into one value for each of their scalars,
//! in order ([`types`]). A construct that is not supported becomes an instruction that stops the path that reaches
//! it, by name; the rest of the function stays usable.

mod arith;
mod body;
mod call;
mod constant;
mod context;
mod debug;
mod emit;
mod evaluate;
mod guard;
mod initializer;
mod inst;
mod intrinsic;
mod memory;
mod order;
mod poison;
mod program;
mod promise;
mod promote;
mod results;
mod source_types;
mod types;
mod unwind;

pub use context::Facts;
pub use program::{load, load_checking};
pub use results::{ResultType, unknown_results};
