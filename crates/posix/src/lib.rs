//! Models of libc and of the system: what programs call and do not define.
//!
//! A model is a [`effigy_exec::environment::Handler`]; [`registry`] lists them by linkage name. What a path keeps
//! for them is in `state`. Functions that call back into the program are written in the IR ([`library`]).
//!
//! Architecture Invariant: a function without a model ends its own path only, by name (checked by `tests/`).

mod errno;
mod library;
mod models;
mod prepare;
pub mod registry;
mod shared;
mod start;
mod state;

pub use library::library;
pub use models::external::{gives_input, may_be_made_up, nowhere_of};
pub use models::rust::panic::RESUMED;
pub use models::tools::harness::TARGET;
pub use models::tools::sanitizer::is_check;
pub use prepare::{PosixError, prepare};
pub use shared::assumed::{LIFTED, OF_THE_SYSTEM};
pub use shared::files::{FILE, FILE_INPUT};
pub use shared::memory::FAILING_ALLOCATION;
pub use start::{Posix, STDIN_LENGTH};
pub use state::options::{External, FileContent, PosixOptions, ResultFacts};
