//! What one does with an explorer: here, the tests that a run of `explore` leaves.
//!
//! Architecture Invariant: modes name no source language and print nothing (checked by `cargo xtask tidy`).

pub mod ktest;
pub mod test_case;
