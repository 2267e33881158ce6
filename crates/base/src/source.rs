//! Source files, positions in them, and diagnostics about them.

use crate::character::controls_terminal;
use crate::define_id;
use crate::id::IdVec;

define_id! {
    /// A source file of the program under analysis.
    FileId
}

/// The source files that a program's locations name, each path stored once.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct SourceFiles {
    paths: IdVec<FileId, String>,
}

impl SourceFiles {
    /// The id of `path`, added when it is new.
    pub fn intern(&mut self, path: &str) -> FileId {
        let known = self.paths.iter().find(|(_, p)| p.as_str() == path).map(|(id, _)| id);
        known.unwrap_or_else(|| self.paths.push(path.to_owned()))
    }

    /// The path of a file, as the compiler or the user wrote it.
    pub fn path(&self, file: FileId) -> &str {
        self.paths.get(file).map_or("?", String::as_str)
    }

    /// All files in order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &str)> {
        self.paths.iter().map(|(id, p)| (id, p.as_str()))
    }
}

/// How bad a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// The input can be used, but probably not as meant.
    Warning,
}

/// A message about a place in an input text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong and what to change, one sentence.
    pub message: String,
    /// The path of the text.
    pub path: String,
    /// 1-based line, 0 when the whole file is meant.
    pub line: u32,
    /// 1-based column in bytes, 0 when the whole line is meant.
    pub column: u32,
    /// The line's text, cut to a readable length; empty when there is none.
    pub excerpt: String,
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{severity}: {}\n --> {}", self.message, self.path)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
            if self.column > 0 {
                write!(f, ":{}", self.column)?;
            }
        }
        if !self.excerpt.is_empty() {
            write!(f, "\n  | {}", visible(&self.excerpt))?;
            let before = (self.column as usize).checked_sub(1).and_then(|n| self.excerpt.get(..n));
            if let Some(before) = before {
                write!(f, "\n  | {:>width$}", "^", width = before.chars().count() + 1)?;
            }
        }
        Ok(())
    }
}

/// A line with something one column wide for each control character, so that the line cannot control a terminal and the
/// mark below it stays at its place.
fn visible(line: &str) -> String {
    let shown = |c: char| match c {
        '\t' => ' ',
        c if controls_terminal(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    line.chars().map(shown).collect()
}

#[cfg(test)]
mod tests;
