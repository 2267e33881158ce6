//! Vocabulary that every other crate shares: ids, source locations, diagnostics, places in texts, symbols, sorts,
//! declared functions, the operator table, concrete values with the one evaluator of operators on them, finding kinds, checks, search orders, budgets and cancellation.
//!
//! Architecture Invariant: this crate names no source language and depends on no other crate of the
//! workspace (checked by `cargo xtask tidy`).

pub mod assumption;
pub mod bits;
pub mod budget;
pub mod character;
pub mod check;
pub mod choice;
pub mod comparison;
pub mod eval;
pub mod finding;
pub mod function;
pub mod gate;
pub mod id;
mod intern;
pub mod natively;
pub mod op;
pub mod outline;
pub mod random;
pub mod search;
pub mod sort;
pub mod source;
pub mod symbol;
pub mod text;
pub mod value;
