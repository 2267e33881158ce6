//! The facade: load a program, run it, and hand back verdicts as plain data.
//!
//! Architecture Invariant: this is the only crate that lists the languages (checked by `cargo xtask tidy`).

pub mod bmc;
pub mod cache;
mod checked;
pub mod compile;
pub mod concolic;
mod convert;
pub mod debug;
pub mod error;
pub mod explore;
pub mod feasible;
pub mod formats;
pub mod fuzz;
mod hunt;
pub mod init;
mod integers;
pub mod journal;
mod language;
mod load;
mod machine;
mod names;
pub mod native;
mod oo;
pub mod options;
pub mod outcome;
pub mod package;
mod pli;
pub mod progress;
pub mod prove;
pub mod relate;
pub mod remote;
pub mod replay;
mod replays;
pub mod rubicon;
mod targets;
pub mod verbs;
pub mod verify;
pub mod wp;

/// Whether a character can change how the text around it is shown.
pub use effigy_base::character::steers;
