//! What is wrong with a program.

use crate::tree::Place;
use effigy_base::id::IdVec;
use effigy_base::source::{Diagnostic, FileId, Severity, SourceFiles};
use effigy_base::text::{MAX_ERRORS, Span};

/// The identifier of problems with the text.
pub(crate) const PARSER: &str = "parser.error";
/// The identifier of problems with names and types.
pub(crate) const TYPES: &str = "typechecker.error";
/// The identifier of problems with where something stands.
pub(crate) const CONSISTENCY: &str = "consistency.error";

/// An error or a warning at a place of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// What Viper's tools call it: `parser.error`, `typechecker.error` or `consistency.error`; `parser.warning` and so on
    /// where it is a warning.
    pub id: &'static str,
    /// The path of the file.
    pub path: String,
    /// The part of its text.
    pub span: Span,
    /// What is wrong and what to change, one sentence.
    pub message: String,
    /// The line's text, cut to a readable length; empty when there is none.
    pub excerpt: String,
    /// Whether the program can be used in spite of it.
    pub warning: bool,
}

impl Problem {
    /// The problem as all front ends show theirs.
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic {
            severity: if self.warning { Severity::Warning } else { Severity::Error },
            message: self.message.clone(),
            path: self.path.clone(),
            line: self.span.start.line,
            column: self.span.start.column,
            excerpt: self.excerpt.clone(),
        }
    }
}

/// Problems in the order in which they were met.
#[derive(Default, Debug)]
pub(crate) struct Problems {
    errors: Vec<(Place, &'static str, String)>,
    warnings: Vec<(Place, &'static str, String)>,
}

impl Problems {
    /// Takes an error in.
    pub fn error(&mut self, place: Place, id: &'static str, message: impl Into<String>) {
        self.errors.push((place, id, message.into()));
    }

    /// Takes a warning in.
    pub fn warning(&mut self, place: Place, id: &'static str, message: impl Into<String>) {
        self.warnings.push((place, id, message.into()));
    }

    /// How many errors there are.
    pub fn errors(&self) -> usize {
        self.errors.len()
    }

    /// Forgets errors of consistency where there are others, of which they are often consequences.
    pub fn only_first_phase(&mut self) {
        if self.errors.iter().any(|(_, id, _)| *id != CONSISTENCY) {
            self.errors.retain(|(_, id, _)| *id != CONSISTENCY);
        }
    }

    /// The errors and the warnings by place, each once, no more than [`MAX_ERRORS`] of either.
    pub fn finish(
        self,
        files: &SourceFiles,
        texts: &IdVec<FileId, String>,
    ) -> (Vec<Problem>, Vec<Problem>) {
        let list = |mut list: Vec<(Place, &'static str, String)>, warning| {
            list.sort_by_key(|(place, ..)| (place.file, place.span.start));
            list.dedup();
            let shown = list.into_iter().take(MAX_ERRORS);
            shown
                .map(|(place, id, message)| shown_at(files, texts, place, id, message, warning))
                .collect()
        };
        (list(self.errors, false), list(self.warnings, true))
    }
}

/// What a warning is called whose error would have an identifier.
fn warning_id(id: &'static str) -> &'static str {
    match id {
        PARSER => "parser.warning",
        TYPES => "typechecker.warning",
        _ => "consistency.warning",
    }
}

fn shown_at(
    files: &SourceFiles,
    texts: &IdVec<FileId, String>,
    place: Place,
    id: &'static str,
    message: String,
    warning: bool,
) -> Problem {
    const LONGEST: usize = 160;
    let line = (place.span.start.line as usize).checked_sub(1);
    let text = texts.get(place.file).map_or("", String::as_str);
    let line = line.and_then(|n| text.lines().nth(n)).unwrap_or("").trim_end();
    let excerpt = match line.char_indices().map(|(i, _)| i).nth(LONGEST) {
        Some(cut) => format!("{}...", line.get(..cut).unwrap_or("")),
        None => line.to_owned(),
    };
    let path = files.path(place.file).to_owned();
    let id = if warning { warning_id(id) } else { id };
    Problem { id, path, span: place.span, message, excerpt, warning }
}
