//! Traces as text: the places that a run is said to come by, one a line, as analysers of programs print them.
//!
//! ```text
//! # a comment
//! parse.c:12
//! parse.c:14:7: true
//! parse.c:20 false
//! parse.c:31 enter checksum
//! parse.c:40 fails
//! ```
//!
//! What clang's static analyser prints without excerpts is read too: `note: Taking true branch`, `note: Loop condition is
//! false. ...`, and `warning:` or `error:` for the place of the failure. Its other notes are no steps.

use crate::expression::{Expression, Rules};
use std::fmt;

/// Largest number of steps that are read.
pub const MOST_STEPS: usize = 10_000;

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as the trace writes it.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// 1-based, where the trace says it.
    pub column: Option<u32>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        self.column.map_or(Ok(()), |column| write!(f, ":{column}"))
    }
}

/// What happens at the place of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The run comes there.
    Comes,
    /// A decision is made there, and goes this way.
    Decides(bool),
    /// The function of this name is entered.
    Enters(String),
    /// The run fails there.
    Fails,
    /// The run fails in the statement that begins there.
    Violates,
    /// A function is called there; the place is the closing parenthesis of the call.
    Calls,
    /// A call returns there, and this holds for what it returns; the place is the closing parenthesis.
    Returns(Constraint),
    /// The run comes there, and this holds before the statement.
    Holds(Constraint),
    /// A `switch` decides there, and goes to the case of this value, or of no value: to the default.
    Selects(Option<i128>),
}

/// What has to hold at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The condition: it holds when it is not zero.
    pub expression: Expression,
    /// What it means.
    pub rules: Rules,
}

/// A step of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The line of the trace, 1-based.
    pub number: u32,
    /// Where it is.
    pub place: Place,
    /// What happens there.
    pub what: What,
    /// Whether it is a waypoint of a witness: without a column it means the first place of its line that fits.
    pub is_waypoint: bool,
    /// What may not happen on the way there, since the step before.
    pub avoids: Vec<Step>,
}

/// Why a text is no trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {number}: {message}")]
pub struct TraceError {
    /// The line of the trace, 1-based.
    pub number: u32,
    /// What is wrong with it.
    pub message: String,
}

impl TraceError {
    /// An error at a line.
    pub fn new(number: u32, message: impl Into<String>) -> Self {
        Self { number, message: message.into() }
    }
}

/// Reads a trace.
///
/// # Errors
/// [`TraceError`] at the first line that is no step, and for a text without steps.
pub fn read(text: &str) -> Result<Vec<Step>, TraceError> {
    let mut steps = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
            continue;
        }
        steps.extend(step(number, line)?);
        if steps.len() > MOST_STEPS {
            return Err(TraceError::new(number, format!("more than {MOST_STEPS} steps")));
        }
    }
    if steps.is_empty() {
        return Err(TraceError::new(1, "the trace has no steps"));
    }
    let last = steps.len() - 1;
    let early = steps.iter().take(last).find(|step| step.what == What::Fails);
    match early {
        Some(step) => Err(TraceError::new(step.number, "a run that fails has no further steps")),
        None => Ok(steps),
    }
}

/// Reads a line; `None` for one that says nothing of the run.
fn step(number: u32, line: &str) -> Result<Option<Step>, TraceError> {
    let wrong = |message: &str| TraceError::new(number, message);
    let shape = "expected a file and a line, as in parse.c:12 or parse.c:12:7: true";
    let (file, at, rest) = place(line).ok_or_else(|| wrong(shape))?;
    let line = number_of(at).ok_or_else(|| wrong("lines are numbers from 1"))?;
    let (column, rest) = match rest.strip_prefix(':').and_then(digits) {
        Some((digits, rest)) => {
            let column = number_of(digits).ok_or_else(|| wrong("columns are numbers from 1"))?;
            (Some(column), rest)
        }
        None => (None, rest),
    };
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    let rest = match rest.find(" #") {
        Some(at) if !SAYS.iter().any(|says| rest.trim_start().starts_with(says)) => &rest[..at],
        _ => rest,
    };
    let Some(what) = what(rest.trim()).map_err(|message| wrong(&message))? else {
        return Ok(None);
    };
    let place = Place { file: file.to_owned(), line, column };
    Ok(Some(Step { number, place, what, is_waypoint: false, avoids: Vec::new() }))
}

/// How messages of analysers begin.
const SAYS: [&str; 3] = ["note:", "warning:", "error:"];

/// What a line says behind its place.
fn what(rest: &str) -> Result<Option<What>, String> {
    if let Some(note) = rest.strip_prefix("note:") {
        let note = note.trim_start();
        let truth = |text: &str| match text
            .split_whitespace()
            .next()
            .map(|w| w.trim_end_matches(['.', ',']))
        {
            Some("true") => Some(What::Decides(true)),
            Some("false") => Some(What::Decides(false)),
            _ => None,
        };
        let decides = ["Taking ", "Loop condition is "];
        return Ok(decides.iter().find_map(|begin| truth(note.strip_prefix(begin)?)));
    }
    if SAYS.iter().any(|says| rest.starts_with(says)) {
        return Ok(Some(What::Fails));
    }
    let mut words = rest.split_whitespace();
    let what = match (words.next(), words.next(), words.next()) {
        (None, ..) => What::Comes,
        (Some("true"), None, _) => What::Decides(true),
        (Some("false"), None, _) => What::Decides(false),
        (Some("fails"), None, _) => What::Fails,
        (Some("enter"), Some(name), None) => What::Enters(name.to_owned()),
        (Some("enter"), None, _) => return Err("`enter` needs the name of a function".into()),
        _ => {
            return Err(format!(
                "`{rest}` is nothing that a step can say; it can say true, false, fails, or enter and the name of a function"
            ));
        }
    };
    Ok(Some(what))
}

/// The file at the beginning of a line, the digits behind it, and the rest.
fn place(line: &str) -> Option<(&str, &str, &str)> {
    let colons = line.match_indices(':').map(|(at, _)| at);
    colons.filter(|at| *at > 0).find_map(|at| {
        let (digits, rest) = digits(&line[at + 1..])?;
        let ends =
            rest.is_empty() || rest.starts_with(':') || rest.starts_with(char::is_whitespace);
        ends.then(|| (&line[..at], digits, rest))
    })
}

/// The digits at the beginning of a text, and the rest.
fn digits(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

fn number_of(digits: &str) -> Option<u32> {
    digits.parse().ok().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests;
