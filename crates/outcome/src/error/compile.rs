//! Why a program does not compile.

use effigy_base::budget::StopReason;
use std::path::PathBuf;

/// Why there is no module.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The path names nothing that Effigy reads.
    #[error("cannot tell what {} is: Effigy reads {reads} files and folders with a Cargo.toml", path.display())]
    UnknownInput {
        /// The path.
        path: PathBuf,
        /// The extensions of the files that are read.
        reads: String,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {cause}", path.display())]
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// A compilation database that is none, or that lacks a file.
    #[error("{}: {why}", path.display())]
    Database {
        /// The database.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A compiler is not installed.
    #[error("{tool} was not found: {help}")]
    MissingTool {
        /// Its name.
        tool: String,
        /// What to do about it.
        help: String,
    },
    /// A compiler could not be started.
    #[error("cannot run {tool}: {cause}")]
    NotStarted {
        /// The program.
        tool: String,
        /// What the system says.
        cause: std::io::Error,
    },
    /// The compiler rejected the program.
    #[error("{tool} rejected the program:\n{output}")]
    Rejected {
        /// The compiler.
        tool: String,
        /// What it printed, unchanged.
        output: String,
    },
    /// The run was stopped while the compiler ran.
    #[error("{}", stopped_in(tool, *reason))]
    Stopped {
        /// The compiler.
        tool: String,
        /// What ended the run.
        reason: StopReason,
    },
    /// The compiler succeeded without writing what it was asked for.
    #[error("{tool} wrote no {what}")]
    NoOutput {
        /// The compiler.
        tool: String,
        /// What is missing.
        what: &'static str,
    },
    /// There is no function of that name to begin at.
    #[error("the program has no function `{name}` to begin at{}", list(available))]
    NoFunction {
        /// The name that was asked for.
        name: String,
        /// Functions that it has.
        available: Vec<String>,
    },
    /// The root of the crate is not read or not compiled.
    #[error("{} has nothing to run: {why}", path.display())]
    NoRoot {
        /// Its file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// There is a function of that name, but no call of it can be written.
    #[error("no path can begin at `{name}`: {why}")]
    NoHarness {
        /// The name that was asked for.
        name: String,
        /// Why.
        why: String,
    },
    /// The package has no target of that name, or none at all to run, or several to choose from.
    #[error("{}", target_choice(asked.as_deref(), available, *begins))]
    ChooseTarget {
        /// What was asked for.
        asked: Option<String>,
        /// What the package has of the kind that was asked for, or of binaries.
        available: Vec<String>,
        /// Whether paths are to begin at functions.
        begins: bool,
    },
    /// The workspace has no package of that name.
    #[error("the workspace has no package `{name}`; it has: {}", available.join(", "))]
    NoMember {
        /// The name that was asked for.
        name: String,
        /// Its packages.
        available: Vec<String>,
    },
    /// A library has no `main`.
    #[error(
        "a library has no `main`: name a function with --entry, or run all of them with `cargo effigy`"
    )]
    LibraryWithoutEntry,
    /// An integration test is begun at its tests.
    #[error(
        "the test `{name}` has no `main` of its own: run its tests with `cargo effigy --test {name}`"
    )]
    TestWithoutEntry {
        /// Its name.
        name: String,
    },
}

fn stopped_in(tool: &str, reason: StopReason) -> String {
    let what = match reason {
        StopReason::User => "the run was interrupted",
        StopReason::Time => "the limit --max-time passed",
        StopReason::Memory => "the limit --max-memory was reached",
        StopReason::SolverTime => "the limit --max-solver-time passed",
    };
    format!("{what} while {tool} compiled the program; nothing was explored")
}

fn list(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("; it has: {}", names.join(", ")) }
}

fn target_choice(asked: Option<&str>, available: &[String], begins: bool) -> String {
    let list = available.join(", ");
    match (asked, available.is_empty()) {
        (Some(asked), true) => format!("the package has no {asked}"),
        (Some(asked), false) => format!("the package has no {asked}; it has: {list}"),
        (None, true) if begins => "the package has neither a library nor a binary".to_owned(),
        (None, true) => "the package has no binary to run: name a function of its library with --entry, or run all of them \
                         with `cargo effigy`"
            .to_owned(),
        (None, false) => format!("the package has several binaries; choose one with --bin: {list}"),
    }
}
