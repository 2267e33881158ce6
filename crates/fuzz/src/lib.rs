//! Whitebox fuzzing: the generational search of SAGE (Godefroid, Levin, Molnar, NDSS 2008) over the machine's concolic runs.
//!
//! [`search::search`] is `GenerateInputs`, [`expand::Expander`] is `ExpandExecution`, [`runner::Runner`] and [`runner::Native`] are
//! `Run&Check`.
//!
//! Architecture Invariant: the search of one worker without native runs is a function of the program, the seeds and the limits that are
//! counted: the same inputs are made in the same order (`tests/search.rs`, `a_search_is_the_same_each_time`). Nothing here prints or
//! touches a file.

pub mod counts;
pub mod expand;
mod holes;
mod matching;
mod mutate;
mod pool;
pub mod runner;
pub mod search;
pub mod settings;
mod shared;
mod shrink;
mod slices;
mod splice;
mod structure;
mod sweep;
#[cfg(test)]
mod testing;
pub mod watch;
mod words;
mod work;
mod worker;
