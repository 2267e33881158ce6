//! What Rust's own library does: panics, unwinding, output.

pub(crate) mod output;
pub(crate) mod panic;
pub(crate) mod unwind;
