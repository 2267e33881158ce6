//! What one does with an explorer: here, the tests that a run of `explore` leaves.
//!
//! Architecture Invariant: modes print nothing, and name no source language but those that tests are written in
//! (checked by `cargo xtask tidy`).

pub mod harness_c;
pub mod harness_rust;
pub mod ktest;
pub mod test_case;
