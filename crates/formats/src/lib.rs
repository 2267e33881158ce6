//! The tests that a run of `explore` leaves, as data and as files: `.ktest`, and programs in C and Rust that replay one.
//!
//! Architecture Invariant: this crate names no source language but those that tests are written in, and runs nothing
//! (checked by `cargo xtask tidy`: it depends on `base` alone).

pub mod expression;
pub mod harness_c;
pub mod harness_rust;
pub mod ktest;
pub mod test_case;
pub mod test_comp;
pub mod time;
pub mod trace;
pub mod witness;
pub mod xml;
mod yaml;
