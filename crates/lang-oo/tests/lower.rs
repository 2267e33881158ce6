//! Lowered programs: every body satisfies the verifier, and the machine runs them as the language says.

#[path = "lower/arrays.rs"]
mod arrays;
#[path = "lower/contracts.rs"]
mod contracts;
#[path = "lower/control.rs"]
mod control;
#[path = "shared/damage.rs"]
mod damage;
#[path = "lower/documentation.rs"]
mod documentation;
#[path = "lower/generated.rs"]
mod generated;
#[path = "lower/integers.rs"]
mod integers;
#[path = "lower/objects.rs"]
mod objects;
#[path = "lower/support.rs"]
mod support;
#[path = "lower/traces.rs"]
mod traces;
#[path = "shared/writer.rs"]
mod writer;
