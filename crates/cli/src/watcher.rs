//! Who watches a run for a person.

use crate::screen;
use effigy_report::progress_line::ProgressLine;
use effigy_session::progress::{Observer, Progress};
use std::io::{IsTerminal, Stderr};

/// Shows the progress of a run.
pub struct Watcher {
    line: ProgressLine<Stderr>,
    /// Why the run folder is not what it should be.
    pub problem: Option<String>,
}

impl Watcher {
    /// Shows nothing yet.
    pub fn new() -> Self {
        let terminal = std::io::stderr().is_terminal();
        let line = ProgressLine::new(std::io::stderr(), terminal, screen::width());
        Watcher { line, problem: None }
    }

    /// Notes why the run folder is not what it should be.
    pub fn lost(&mut self, problem: String) {
        self.problem = Some(problem);
    }

    /// Takes the progress off the terminal.
    pub fn clear(&mut self) {
        self.line.clear();
    }
}

impl Observer for Watcher {
    fn progress(&mut self, progress: &Progress) {
        self.line.update(progress);
    }

    fn journal_lost(&mut self, error: &std::io::Error) {
        self.problem = Some(format!("cannot write the journal: {error}"));
    }

    fn note(&mut self, text: &str) {
        self.line.note(text);
    }
}
