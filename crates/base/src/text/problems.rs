//! The problems of one text, made into diagnostics.

use super::Span;
use crate::source::{Diagnostic, Severity};
use std::fmt::Display;

/// How many errors of one text are told; a last one says how many there are beside.
pub const MAX_ERRORS: usize = 50;

/// Problems of kind `P` with their places, in the order in which they were met.
#[derive(Clone, Debug)]
pub struct Problems<P> {
    list: Vec<(Span, P)>,
}

impl<P> Default for Problems<P> {
    fn default() -> Self {
        Self { list: Vec::new() }
    }
}

impl<P: Display + PartialEq> Problems<P> {
    /// Takes a problem in.
    pub fn add(&mut self, span: Span, problem: P) {
        self.list.push((span, problem));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Diagnostics by place, each once, and no more than [`MAX_ERRORS`] of them.
    pub fn into_diagnostics(mut self, path: &str, text: &str) -> Vec<Diagnostic> {
        self.list.sort_by_key(|(span, _)| span.start);
        self.list.dedup_by(|b, a| a.0.start == b.0.start && a.1 == b.1);
        let lines: Vec<&str> = text.lines().collect();
        let shown = self.list.iter().take(MAX_ERRORS);
        let mut diagnostics: Vec<_> =
            shown.map(|(span, problem)| diagnostic(path, &lines, *span, problem)).collect();
        let more = self.list.len().saturating_sub(MAX_ERRORS);
        if more > 0 {
            let message = format!("{more} more errors are not shown");
            diagnostics.push(error(path, message));
        }
        diagnostics
    }
}

fn error(path: &str, message: String) -> Diagnostic {
    let (path, excerpt) = (path.to_owned(), String::new());
    Diagnostic { severity: Severity::Error, message, path, line: 0, column: 0, excerpt }
}

fn diagnostic(path: &str, lines: &[&str], span: Span, problem: &impl Display) -> Diagnostic {
    const LONGEST: usize = 160;
    let start = span.start;
    let line = (start.line as usize).checked_sub(1).and_then(|n| lines.get(n)).copied();
    let line = line.unwrap_or("").trim_end();
    let excerpt = match line.char_indices().map(|(i, _)| i).nth(LONGEST) {
        Some(cut) => format!("{}...", line.get(..cut).unwrap_or("")),
        None => line.to_owned(),
    };
    let message = shortened(problem.to_string());
    Diagnostic { line: start.line, column: start.column, excerpt, ..error(path, message) }
}

/// A message without its middle, when it quotes something very long.
fn shortened(message: String) -> String {
    // Characters at either end, and how few between them are left where they are.
    const KEPT: usize = 180;
    const FEW: usize = 40;
    let mut starts = message.char_indices().map(|(i, _)| i);
    let Some(head) = starts.nth(KEPT) else { return message };
    let Some(tail) = starts.nth_back(KEPT) else { return message };
    if tail - head <= FEW {
        return message;
    }
    let part = |range: Option<&str>| range.unwrap_or("").to_owned();
    format!("{}...{}", part(message.get(..head)), part(message.get(tail..)))
}
