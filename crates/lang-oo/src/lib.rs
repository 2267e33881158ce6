//! The front end of the object language: the language of de Boer and Bonsangue (sections 2 to 4) joined with Figure 4
//! of Smans, Jacobs and Piessens, text in, checked syntax tree, program representation and diagnostics out.
//!
//! [`parse`] reads a file of classes, global variables, procedures and a main program. [`parse_trace`] reads a symbolic
//! execution trace about a program.
//!
//! Architecture Invariant: this crate knows neither terms nor solvers; text in, program and diagnostics out (checked
//! by `cargo xtask tidy`). Nesting is bounded, so that no input overflows the stack (`tests/lang-oo/parse/malformed.rs`,
//! `endless_nesting_is_an_error`).

mod check;
mod lexer;
mod limits;
pub mod lower;
mod parse;
mod print;
mod problem;
mod syntax;
pub mod tree;
pub mod viper;

pub use effigy_base::text::{MAX_ERRORS, Position, Span};
pub use limits::{MAX_NESTING, MAX_OPERATORS};
pub use parse::{UNCHECKED, parse, parse_trace};
pub use print::Names;
