//! Running programs: a front end's program is loaded, explored by one process or many, checked to a bound, followed or fuzzed;
//! its tests are replayed, and what was found becomes plain data.
//!
//! [`front_end::FrontEnd`] is all that is asked of a language, and [`table::Languages`] is handed in by the caller.
//!
//! Architecture Invariant: no language is listed here: every mode works for the languages of the table that it is given
//! (checked by `crates/session/tests/toy.rs`, `a_language_is_a_line_in_a_table`).

pub mod bmc;
mod both;
pub mod checked;
pub mod concolic;
pub mod convert;
pub mod explore;
pub mod front_end;
pub mod fuzz;
pub mod job;
pub mod journal;
pub mod load;
pub mod machine;
pub mod module;
mod names;
pub mod random_testing;
pub mod remote;
pub mod replay;
pub mod replays;
pub mod table;
pub mod targets;
#[cfg(test)]
mod testing;
