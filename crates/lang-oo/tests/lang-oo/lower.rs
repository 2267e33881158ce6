//! Lowered programs: every body satisfies the verifier, and the machine runs them as the language says.

mod arrays;
mod contracts;
mod control;
mod documentation;
mod generated;
mod integers;
mod objects;
mod support;
mod traces;
