//! Lowered programs: every body satisfies the verifier, and the machine runs them as the language says.

#[path = "lower/commute.rs"]
mod commute;
#[path = "lower/figures.rs"]
mod figures;
#[path = "lower/support.rs"]
mod support;
