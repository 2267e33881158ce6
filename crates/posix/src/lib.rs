//! Models of libc and of the system: what programs call and do not define.
//!
//! A model is a [`effigy_exec::environment::Handler`]; [`registry`] lists them by linkage name. State that a path keeps
//! for them is its world. Functions that call back into the program are written in the IR ([`library`]).
//!
//! Architecture Invariant: a function without a model ends its own path only, by name (checked by `tests/`).

mod alloc;
mod arguments;
mod assumed;
mod calendar;
mod checkers;
mod convert;
mod ctype;
mod decimal;
mod errors;
mod external;
mod fd;
mod files;
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
mod signal;
mod start;
mod stdio;
mod string;
mod system;
mod threads;
mod time;
mod unwind;
mod value;
mod variables;
mod verifier;
mod wide;
mod world;

pub use alloc::FAILING_ALLOCATION;
pub use assumed::{LIFTED, OF_THE_SYSTEM};
pub use external::{External, ResultFacts, gives_input, may_be_made_up, nowhere_of};
pub use files::FILE_INPUT;
pub use harness::TARGET;
pub use library::library;
pub use rust_panic::RESUMED;
pub use sanitizer::is_check;
pub use start::{FileContent, Posix, PosixError, PosixOptions, STDIN_LENGTH, prepare};
pub use stdio::stream::FILE;
