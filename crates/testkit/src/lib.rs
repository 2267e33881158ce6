//! What tests share: random inputs that shrink, annotated programs, transcripts, goldens, tools that may be absent,
//! temporary folders, and generated programs.
//!
//! It is for tests only: a helper that cannot do its work panics with the reason, and those that compare return the
//! difference as text.
//!
//! Architecture Invariant: nothing that users run depends on this crate, and of the workspace it uses `base` alone
//! (checked by `cargo xtask tidy`).

pub mod annotated;
mod cases;
mod choices;
mod damage;
pub mod golden;
pub mod pli;
pub mod programs;
mod rng;
mod sample;
mod shown;
mod shrink;
mod temp;
mod tools;
pub mod transcript;

pub use cases::{batch, cases, cases_on_all_cores};
pub use choices::{draw, times};
pub use damage::damage;
pub use rng::Rng;
pub use sample::{is_whole, part, sample};
pub use shown::{Shown, shown};
pub use temp::TempDir;
pub use tools::{skip, tool};
