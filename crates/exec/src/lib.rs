//! The machine, its memory, and the explorer of execution trees.
//!
//! A [`state::State`] is one path; [`context::Context`] is a worker; [`context::Context::run`] executes instructions until
//! the path forks or ends; [`explorer`] walks the whole tree.
//!
//! Architecture Invariant: concrete values never touch the term store in the machine's loop, and the crate names
//! no source language (checked by `cargo xtask tidy`).

mod access;
mod alone;
pub mod assumed;
pub mod bmc;
pub mod call;
mod canonical;
pub mod chosen;
pub mod code;
mod compile;
pub mod concolic;
pub mod context;
pub mod coverage;
mod decide;
mod distance;
pub mod environment;
pub mod explorer;
pub mod frontier;
pub mod guides;
pub mod heap;
mod input;
mod leaks;
pub mod leaves;
pub mod memory;
pub mod merge;
pub mod observer;
mod panics;
mod question;
pub mod resources;
mod rounded;
pub mod route;
mod run;
pub mod searcher;
pub mod sides;
pub mod slot;
mod slow;
pub mod state;
pub mod stepping;
pub mod stop;
pub mod stress;
mod summary;
#[cfg(test)]
mod testing;
pub mod threads;
pub mod trail;
pub mod tree;
mod truths;
pub mod unspecified;
mod unwind;
mod validity;
mod values;
pub mod walked;
mod way;
mod work;
mod worker;
