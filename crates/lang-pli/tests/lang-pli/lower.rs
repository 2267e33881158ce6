//! Lowered programs: every body satisfies the verifier, and the machine runs them as the language says.

mod assertions;
mod commute;
mod documentation;
mod figures;
mod findings;
mod loops;
mod procedures;
mod statements;
mod support;
mod values;
mod variables;
