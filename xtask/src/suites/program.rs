//! A suite of another tool, its programs, and what it says of them.

use std::fmt;
use std::path::Path;

/// What a suite says of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expected {
    /// The program has an error.
    Error,
    /// The program has none.
    Nothing,
    /// The suite does not say.
    Unsaid,
}

/// What is expected of a program, and flags for the compiler.
pub type Read = (Expected, Vec<String>);

/// A suite of another tool.
pub struct Suite {
    /// Its name, and that of its snapshot's folder.
    pub name: &'static str,
    /// Where its programs are in the snapshot.
    pub folder: &'static str,
    /// What of the snapshot the compiler looks for headers in.
    pub headers: Option<&'static str>,
    /// What each program is compiled after: the suite's own intrinsics in the words that Effigy knows.
    pub prelude: &'static str,
    /// Reads the program at this path of the snapshot, with this text; `None` is not chosen.
    pub read: fn(&Path, &str) -> Option<Read>,
}

/// A program of a suite.
#[derive(Clone)]
pub struct Program {
    /// Its suite.
    pub suite: &'static Suite,
    /// Its path in the suite's folder.
    pub path: String,
    /// What the suite says of it.
    pub expected: Expected,
    /// Flags for the compiler.
    pub flags: Vec<String>,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Error => "error",
            Expected::Nothing => "none",
            Expected::Unsaid => "unsaid",
        })
    }
}
