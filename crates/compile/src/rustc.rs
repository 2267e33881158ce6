//! The user's `rustc`, and flags that files and packages share.

use super::CompileError;
use super::tools::choose_tool;
use std::path::PathBuf;

/// Keeps the errors of unsafe code: LLVM changes nothing, and the text says what the compiler knows of values.
pub(crate) const UNCHANGED: [&str; 2] = ["-C", "no-prepopulate-passes"];

/// The source of the object that is linked with a program that counts its edges.
pub const COUNTERS_RUNTIME: &str = include_str!("runtime/counters.c");

/// The same of a program that also says what it compares.
pub const COMPARISONS_RUNTIME: &str =
    concat!(include_str!("runtime/counters.c"), include_str!("runtime/comparisons.c"));

/// How the compiler counts the edges of what it compiles; `std` comes compiled without.
const COUNTERS: [&str; 6] = [
    "-C",
    "passes=sancov-module",
    "-C",
    "llvm-args=-sanitizer-coverage-level=3",
    "-C",
    "llvm-args=-sanitizer-coverage-inline-8bit-counters",
];

/// How it has each comparison tell its operands.
const COMPARISONS: [&str; 2] = ["-C", "llvm-args=-sanitizer-coverage-trace-compares"];

/// What a native program tells of its runs.
#[derive(Clone, Debug)]
pub struct Counters {
    /// The runtime, an object file that is linked with the program.
    pub object: PathBuf,
    /// Whether it tells what it compares beside how often its edges run.
    pub compares: bool,
}

impl Counters {
    /// The compiler's flags.
    pub(crate) fn flags(&self) -> Vec<&'static str> {
        let comparisons: &[&str] = if self.compares { &COMPARISONS } else { &[] };
        [&COUNTERS[..], comparisons].concat()
    }

    /// The name of what is built so.
    pub(crate) fn variant(&self) -> &'static str {
        if self.compares { "compared" } else { "counted" }
    }

    /// The runtime's source.
    pub(crate) fn runtime(&self) -> &'static str {
        if self.compares { COMPARISONS_RUNTIME } else { COUNTERS_RUNTIME }
    }
}

/// The user's `rustc`.
pub(crate) fn rustc() -> Result<PathBuf, CompileError> {
    choose_tool(
        "RUSTC",
        &["rustc".to_owned()],
        "install Rust from https://rustup.rs, or give the program's .ll file",
    )
}
