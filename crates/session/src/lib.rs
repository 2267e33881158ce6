//! The facade: load a program, run it, and hand back verdicts as plain data.
//!
//! Architecture Invariant: this is the only crate that lists the languages (checked by `cargo xtask tidy`).

pub mod debug;
pub mod formats;
pub mod languages;
mod oo;
pub mod package;
mod pli;
pub mod verify;
pub mod wp;

/// Whether a character can change how the text around it is shown.
pub use effigy_base::character::controls_terminal;
pub use effigy_compile::{self as compile, cache, init};
pub use effigy_explore::{
    bmc, checked, concolic, explore, front_end, fuzz, job, journal, load, remote, replay, table,
};
pub use effigy_feasible as feasible;
pub use effigy_native as native;
pub use effigy_outcome::{self as outcome, error, language, options, progress};
/// What of the environment can be any value.
pub use effigy_posix::LIFTED;
pub use effigy_specs::{prove, relate, rubicon};
