//! Lowered programs: every body satisfies the verifier, and the machine runs them as the language says.

#[path = "lower/assertions.rs"]
mod assertions;
#[path = "lower/commute.rs"]
mod commute;
#[path = "lower/documentation.rs"]
mod documentation;
#[path = "lower/figures.rs"]
mod figures;
#[path = "lower/findings.rs"]
mod findings;
#[path = "lower/loops.rs"]
mod loops;
#[path = "lower/procedures.rs"]
mod procedures;
#[path = "lower/statements.rs"]
mod statements;
#[path = "lower/support.rs"]
mod support;
#[path = "lower/values.rs"]
mod values;
#[path = "lower/variables.rs"]
mod variables;
