//! The PL/I front end: the language of EFFIGY (King 1976, section 6), text in, checked syntax tree, program
//! representation and diagnostics out.
//!
//! [`parse`] reads a file of external procedures. [`parse_call`], [`parse_expression`], [`parse_condition`] and
//! [`parse_assignment`] read what a person types at the terminal about a program that is loaded.
//! [`lower::lower`] turns a program without errors into the program representation. What is supported stands in
//! `docs/pli-support.md`, each row with programs that are run.
//!
//! Architecture Invariant: this crate knows neither terms nor solvers; text in, program and diagnostics out (checked
//! by `cargo xtask tidy`). Nesting is bounded, so that no input overflows the stack (`tests/lang-pli/parse/malformed.rs`,
//! `endless_nesting_is_an_error`).

mod check;
mod effects;
mod fragment;
mod lexer;
mod limits;
pub mod lower;
mod parse;
mod print;
mod problem;
pub mod share;
mod syntax;
pub mod tree;

pub use effigy_base::text::{MAX_ERRORS, Position, Span};
pub use fragment::{
    Assignment, Fragment, Scope, SessionCall, parse_assignment, parse_call, parse_condition,
    parse_expression,
};
pub use limits::{MAX_NESTING, MAX_OPERATORS};
pub use parse::parse;
pub use print::{Names, statement_head};
