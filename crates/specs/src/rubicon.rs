//! Specifications of web applications: the runner that runs them, and the conversation with the library in it.

mod outcome;
mod project;
mod run;

pub use outcome::{Replayed, RubiconOutcome, Specification};
pub use project::{Framework, Project};
pub use run::{RubiconOptions, run};

pub use effigy_records::{Said, Verdict as SpecificationVerdict};

use effigy_base::budget::CancelToken;
use effigy_records::Conversation;
use std::path::PathBuf;

/// Why specifications are not run.
#[derive(Debug, thiserror::Error)]
pub enum RubiconError {
    /// There is no such file or folder.
    #[error("there is no {}", path.display())]
    Missing {
        /// What was given.
        path: PathBuf,
    },
    /// It is no application that is known.
    #[error(
        "{} belongs to no application that is known: Rails has a Gemfile or files *_spec.rb, Django has manage.py, pytest.ini or conftest.py",
        path.display()
    )]
    NoProject {
        /// What was given.
        path: PathBuf,
    },
    /// The runner cannot be started.
    #[error("cannot start `{runner}`: {cause}; install it, or name another one with --runner")]
    NoRunner {
        /// The command.
        runner: String,
        /// What the system says.
        cause: std::io::Error,
    },
    /// A file of the run cannot be used.
    #[error("cannot use {}: {cause}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// The runner ended and nothing was decided.
    #[error("`{runner}` {ended} and decided nothing{tail}")]
    Nothing {
        /// The command.
        runner: String,
        /// How it ended.
        ended: String,
        /// The end of what it printed.
        tail: String,
    },
}

/// Answers the requests of a specification library (`docs/rubicon-format.md`).
#[derive(Debug, Default)]
pub struct Solve {
    conversation: Conversation,
    /// Stops what is being decided, and bounds its memory.
    cancel: CancelToken,
}

impl Solve {
    /// Nothing was said yet. `memory` is in bytes.
    pub fn new(cancel: &CancelToken, memory: Option<u64>) -> Solve {
        Solve { conversation: Conversation::default(), cancel: cancel.bounded(None, memory) }
    }

    /// The answer to a line of the library: a line of JSON, without its end.
    pub fn answer(&mut self, line: &str) -> String {
        self.conversation.answer(line, &self.cancel)
    }
}
