//! What leaves a run: the report on the terminal, the JSON summary, and the run folder with tests and the execution tree.
//!
//! Architecture Invariant: this crate computes nothing about the program; it only writes down an outcome of
//! `effigy-session` (checked by `cargo xtask tidy`: it may depend on `effigy-base` and `effigy-session` alone).

pub mod folder;
pub mod heap;
pub mod inputs;
pub mod outputs;
mod overflow;
pub mod progress_line;
pub mod relate;
pub mod rubicon;
mod rust_tests;
pub mod sources;
pub mod statistics;
pub mod terminal;
pub mod test_file;
pub mod tree;
pub mod words;
