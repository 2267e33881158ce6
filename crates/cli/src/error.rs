//! Why a command ends without an answer, and the exit status of every ending.

use effigy_report::folder::FolderError;
use effigy_report::outputs::OutputError;
use effigy_report::test_file::TestFileError;
use effigy_session::compile::CompileError;
use effigy_session::error::SessionError;
use effigy_session::rubicon::RubiconError;
use std::path::PathBuf;
use std::process::ExitCode;

/// The exit status of the binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// Nothing failed.
    Passed = 0,
    /// A failure was found.
    Failed = 1,
    /// The input or the command line is bad, or the results cannot be saved.
    BadInput = 2,
    /// Nothing failed, but paths are missing and `--exhaustive` was asked for.
    Incomplete = 3,
    /// A defect of Effigy.
    Internal = 4,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// Why a command gives no answer.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The run could not be made.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The verb does not read such a file.
    #[error("{0}")]
    OtherVerb(String),
    /// Specifications could not be run.
    #[error(transparent)]
    Rubicon(#[from] RubiconError),
    /// The program could not be compiled for a replay.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// A run folder cannot be made, written or read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file for another tool cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// There is no manual page of this name.
    #[error("there is no verb `{given}`; the verbs are {verbs}")]
    NoVerb {
        /// What was asked for.
        given: String,
        /// The verbs.
        verbs: String,
    },
    /// Manual pages cannot be written.
    #[error("cannot write manual pages into {}: {cause}", folder.display())]
    Manual {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// A test's file holds no test.
    #[error("{}: {cause}", path.display())]
    Test {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        cause: TestFileError,
    },
    /// A part of an input that is followed is none.
    #[error("--follow {given}: {why}")]
    Input {
        /// What was given.
        given: String,
        /// What is wrong with it.
        why: String,
    },
    /// A symbolic file is none.
    #[error("--sym-file {given}: {why}")]
    SymbolicFile {
        /// What was given.
        given: String,
        /// What is wrong with it.
        why: String,
    },
    /// A path names no test of a run folder.
    #[error("{} names no test; give effigy-out-0/tests/test000001.json, or effigy-out-0/1 for short", path.display())]
    NoTest {
        /// The path.
        path: PathBuf,
    },
    /// A run of another verb than the command is about.
    #[error("{} is a run of `{verb}`: {why}", path.display())]
    OfVerb {
        /// The verb.
        verb: String,
        /// The run folder.
        path: PathBuf,
        /// Why it is none for the command.
        why: &'static str,
    },
    /// The run folder has flags for the compiler that nobody vouches for.
    #[error(
        "the run folder has flags for the C compiler that can make it run or write anything: {flags}; if they are yours, give --trust-flags"
    )]
    Untrusted {
        /// The flags.
        flags: String,
    },
    /// Another process says something that has no meaning.
    #[error("unexpected message from the other process: {0}")]
    Protocol(String),
    /// The program that drives a cluster does not start, or ended before its time.
    #[error("the Ray cluster cannot be used: {0}")]
    Ray(String),
    /// The terminal gives no lines.
    #[error("cannot read from the terminal: {0}")]
    Terminal(rustyline::error::ReadlineError),
    /// An answer has no JSON form.
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The program panicked.
    #[error(
        "this is a defect of Effigy, not of your program; please report it with the command line"
    )]
    Defect,
}

impl CliError {
    /// The exit status that says whose fault it is.
    pub fn status(&self) -> Status {
        match self {
            CliError::Session(error) if error.is_internal() => Status::Internal,
            CliError::Defect | CliError::Json(_) => Status::Internal,
            _ => Status::BadInput,
        }
    }
}
