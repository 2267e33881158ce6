//! Models of libc and of the system: what programs call and do not define.
//!
//! A model is a [`effigy_exec::environment::Handler`]; [`registry`] lists them by linkage name. State that a path keeps for
//! them is a [`world::World`].
//!
//! Architecture Invariant: a function without a model ends its own path only, by name (checked by `tests/`).

mod alloc;
mod fd;
mod intrinsics;
mod memory;
mod process;
pub mod registry;
mod rust_panic;
mod start;
mod string;
mod system;
mod world;

pub use start::{Posix, PosixError, PosixOptions, prepare};
