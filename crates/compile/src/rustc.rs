//! The user's `rustc`, and flags that files and packages share.

use super::CompileError;
use super::tools::choose_tool;
use std::path::PathBuf;

/// Keeps the errors of unsafe code: LLVM changes nothing, and the text says what the compiler knows of values.
pub(crate) const UNCHANGED: [&str; 2] = ["-C", "no-prepopulate-passes"];

/// The source of the object that is linked with a program that counts its edges.
pub const COUNTERS_RUNTIME: &str = include_str!("runtime/counters.c");

/// How the compiler counts the edges of what it compiles; `std` comes compiled without.
pub(crate) const COUNTERS: [&str; 6] = [
    "-C",
    "passes=sancov-module",
    "-C",
    "llvm-args=-sanitizer-coverage-level=3",
    "-C",
    "llvm-args=-sanitizer-coverage-inline-8bit-counters",
];

/// The user's `rustc`.
pub(crate) fn rustc() -> Result<PathBuf, CompileError> {
    choose_tool(
        "RUSTC",
        &["rustc".to_owned()],
        "install Rust from https://rustup.rs, or give the program's .ll file",
    )
}
