//! The front end of the Viper language: text in, resolved and typed tree and diagnostics out.
//!
//! Architecture Invariant: this crate knows neither terms nor solvers; text in, tree and diagnostics out (checked by
//! `cargo xtask tidy`).

pub mod print;
pub mod tree;
