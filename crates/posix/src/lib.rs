//! Models of libc and of the system: what programs call and do not define.
//!
//! A model is a [`effigy_exec::environment::Handler`]; [`registry`] lists them by linkage name. What a path keeps
//! for them is [`state`]. Functions that call back into the program are written in the IR ([`library`]).
//!
//! Architecture Invariant: a function without a model ends its own path only, by name (checked by `tests/`).

mod alloc;
mod arguments;
mod calendar;
mod checkers;
mod convert;
mod ctype;
mod errno;
mod external;
mod fd;
mod floats;
mod folders;
mod harness;
mod intrinsics;
mod jump;
mod library;
mod locale;
mod math;
mod memory;
mod multibyte;
mod parts;
mod process;
pub mod registry;
mod rounding;
mod rust_output;
mod rust_panic;
mod sanitizer;
mod shared;
mod signal;
mod start;
mod state;
mod stdio;
mod string;
mod system;
mod threads;
mod time;
mod unwind;
mod variables;
mod verifier;
mod wide;

pub use external::{gives_input, may_be_made_up, nowhere_of};
pub use harness::TARGET;
pub use library::library;
pub use rust_panic::RESUMED;
pub use sanitizer::is_check;
pub use shared::assumed::{LIFTED, OF_THE_SYSTEM};
pub use shared::files::{FILE, FILE_INPUT};
pub use shared::memory::FAILING_ALLOCATION;
pub use start::{Posix, PosixError, STDIN_LENGTH, prepare};
pub use state::options::{External, FileContent, PosixOptions, ResultFacts};
