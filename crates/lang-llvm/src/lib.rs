//! The LLVM front end: textual LLVM IR in, the program representation out.
//!
//! [`load`] is all that a session needs: declarations are read at once, bodies and the contents of globals when the
//! program is asked for them. What is supported stands in `docs/llvm-support.md`, each row with its test.
//!
//! Architecture Invariant: this crate uses no LLVM library and knows neither terms nor solvers; text in, program and
//! diagnostics out (checked by `cargo xtask tidy`).

pub mod ast;
pub mod demangle;
mod index;
pub mod layout;
mod lexer;
mod lower;
mod metadata;
pub mod module;
mod parse;

pub use lower::{Facts, ResultType, load, load_checking, unknown_results};
