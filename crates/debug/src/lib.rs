//! The debugger engine: commands in, plain data out; a terminal is one face of it.
//!
//! An [`Engine`] holds a program and the session about it: breakpoints, traces, saved states. [`Engine::execute`] takes a
//! line as a person types it, in the words of King's interactive executor (1976, section 6), and gives [`Item`]s, which
//! print themselves. A [`ProofEngine`] is a session about the proofs of a program in the same manner; [`Session`] is what
//! both are for a face.
//!
//! Architecture Invariant: this crate knows the debugger by its facade alone, and neither reads nor prints (checked by
//! `cargo xtask tidy`).

mod breakpoint;
mod carry_out;
mod command;
mod engine;
mod help;
mod history;
mod item;
mod manager;
mod proof;
mod run;
mod session;
mod table;
mod trace;
pub mod tree;
mod words;
mod wrong;

pub use engine::Engine;
pub use item::{Item, Table};
pub use proof::ProofEngine;
pub use session::{Outcome, Session};
