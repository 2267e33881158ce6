//! The text form of programs: printed for people and for tests, read back without loss.
//!
//! Its grammar is in `docs/ir.md`. One statement stands on one line; what can be derived (the sorts of arguments,
//! of stored values and of switches) is not written.

mod body;
mod line;
mod parse;
mod print;

pub use parse::parse;
pub use print::{print_function, print_program};

#[cfg(test)]
mod tests;
