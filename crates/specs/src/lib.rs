//! The verbs about specifications: [`prove`] proves the contracts of Viper and object programs, [`relate`] runs the commands of
//! Alloy models, and [`rubicon`] runs the specifications of web applications with symbolic records.
//!
//! Architecture Invariant: what was stopped or could not be decided is no answer (checked by `src/prove/tests.rs`,
//! `a_run_that_is_stopped_proves_nothing`, and by `src/relate/tests.rs`, `what_is_stopped_is_undecided_and_never_an_answer`).

pub mod prove;
pub mod relate;
pub mod rubicon;
