//! What one does with an explorer: the tests that a run of `explore` leaves, and proofs by Floyd's method.
//!
//! Architecture Invariant: modes print nothing, and name no source language but those that tests are written in
//! (checked by `cargo xtask tidy`).

pub mod floyd;
pub mod harness_c;
pub mod harness_rust;
pub mod ktest;
pub mod test_case;
pub mod wp;
