//! What tests share: random numbers, annotated programs, transcripts, tools that may be absent, temporary folders,
//! and generated programs.
//!
//! Failures are panics here: this crate runs inside of tests only.
//!
//! Architecture Invariant: nothing that users run depends on this crate, and it depends on no other crate of the
//! workspace (checked by `cargo xtask tidy`).

mod rng;

pub use rng::Rng;
