//! What the compiler says of the texts that were added.

use crate::CompileError;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The part of a line of `rustc --error-format=json` that is used.
#[derive(Deserialize)]
struct Diagnostic {
    level: String,
    message: String,
    #[serde(default)]
    rendered: Option<String>,
    #[serde(default)]
    spans: Vec<Span>,
    #[serde(default)]
    children: Vec<Diagnostic>,
}

#[derive(Deserialize)]
struct Span {
    file_name: PathBuf,
    #[serde(default)]
    is_primary: bool,
    #[serde(default)]
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

/// A text that was added: the number of a candidate, and that of an instance of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Added {
    /// The candidate's.
    pub number: usize,
    /// The instance's; `None` for the candidate's own text.
    pub instance: Option<usize>,
}

impl Added {
    /// The name of its file without its end.
    pub(super) fn stem(self) -> String {
        match self.instance {
            Some(instance) => format!("{}_{instance}", self.number),
            None => self.number.to_string(),
        }
    }

    /// What a file of this name holds.
    fn parse(stem: &str) -> Option<Added> {
        let (number, instance) = match stem.split_once('_') {
            Some((number, instance)) => (number, Some(instance.parse().ok()?)),
            None => (stem, None),
        };
        Some(Added { number: number.parse().ok()?, instance })
    }
}

/// What a note begins with that says which function an error before it came up in.
const INSTANTIATING: &str = "the above error was encountered while instantiating";

/// The errors of one run of the compiler.
pub(super) struct Said {
    /// The text that an error is in, and its message. Errors elsewhere have no text.
    pub errors: Vec<(Option<Added>, String)>,
    /// What the compiler would have printed, of errors elsewhere.
    pub rendered: String,
    /// Of errors elsewhere: the notes on which functions they came up in, with what stands for their parameters, and their messages.
    pub instantiating: Vec<(String, String)>,
}

impl Said {
    /// An error where there is one.
    pub(super) fn accepted(self) -> Result<(), CompileError> {
        match self.errors.is_empty() {
            true => Ok(()),
            false => {
                Err(CompileError::Rejected { tool: "rustc".to_owned(), output: self.rendered })
            }
        }
    }

    /// From the compiler's lines; the added texts lie in this folder.
    pub(super) fn new(lines: &str, added: &Path) -> Said {
        let mut said =
            Said { errors: Vec::new(), rendered: String::new(), instantiating: Vec::new() };
        for line in lines.lines() {
            let Ok(diagnostic) = serde_json::from_str::<Diagnostic>(line) else { continue };
            if diagnostic.message.starts_with(INSTANTIATING)
                && let Some((number @ None, message)) = said.errors.last_mut()
            {
                *number = number_of(&diagnostic, added);
                if number.is_none() {
                    said.instantiating.push((diagnostic.message.clone(), message.clone()));
                }
            }
            if diagnostic.level != "error"
                || diagnostic.spans.is_empty() && is_summary(&diagnostic.message)
            {
                continue;
            }
            let number = number_of(&diagnostic, added);
            if number.is_none() {
                said.rendered
                    .push_str(diagnostic.rendered.as_deref().unwrap_or(&diagnostic.message));
            }
            said.errors.push((number, readable(&diagnostic.message)));
        }
        said
    }
}

/// Whether it only counts the others.
fn is_summary(message: &str) -> bool {
    message.starts_with("aborting due to")
}

/// The text that an error is in: that of its first place in one, primary places first.
fn number_of(diagnostic: &Diagnostic, added: &Path) -> Option<Added> {
    let spans = diagnostic.spans.iter();
    let children = diagnostic.children.iter().flat_map(|child| &child.spans);
    let mut spans: Vec<&Span> = spans.chain(children).collect();
    spans.sort_by_key(|span| !span.is_primary);
    spans.iter().find_map(|span| in_span(span, added))
}

fn in_span(span: &Span, added: &Path) -> Option<Added> {
    let own = span
        .file_name
        .strip_prefix(added)
        .ok()
        .and_then(|name| Added::parse(name.file_stem()?.to_str()?));
    own.or_else(|| in_span(&span.expansion.as_ref()?.span, added))
}

/// What a person is told: most calls fail for want of a value.
fn readable(message: &str) -> String {
    let bound = message
        .strip_prefix("the trait bound `")
        .and_then(|rest| rest.split_once("` is not satisfied"));
    match bound.and_then(|(bound, _)| bound.split_once(": ")) {
        Some((of, needed)) if needed.ends_with("Arbitrary") => {
            format!("there is no way to make any value of `{of}`")
        }
        _ => message.to_owned(),
    }
}
