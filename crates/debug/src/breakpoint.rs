//! Places at which execution is interrupted.

use crate::words::{closest, first_word};
use crate::wrong::{Wrong, wrong};
use effigy_session::debug::{Spot, Stopping};
use std::fmt;

/// A breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Breakpoint {
    /// Where.
    pub site: Site,
    /// The procedure that its numbers belong to; any without.
    pub procedure: Option<String>,
    /// The file that its numbers are lines of; any without.
    pub file: Option<String>,
    /// The condition under which it counts.
    pub condition: Option<String>,
}

/// Where a breakpoint is, by the numbers of statements or lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Site {
    Before(u32),
    After(u32),
    Between(u32, u32),
    /// Where the procedure begins.
    Entry,
}

impl Breakpoint {
    /// Whether a statement is one of its procedure and file.
    fn concerns(&self, spot: &Spot) -> bool {
        self.is_of_procedure(&spot.procedure) && self.is_in_file(&spot.file)
    }

    fn is_of_procedure(&self, name: &str) -> bool {
        let last = name.rsplit("::").next().unwrap_or(name);
        let is = |wanted: &String| {
            wanted.eq_ignore_ascii_case(name) || wanted.eq_ignore_ascii_case(last)
        };
        self.procedure.as_ref().is_none_or(is)
    }

    fn is_in_file(&self, name: &str) -> bool {
        let is = |wanted: &String| *name == **wanted || name.ends_with(&format!("/{wanted}"));
        self.file.as_ref().is_none_or(is)
    }

    /// Why execution can never come to it, with what is nearest; `None` when it can.
    pub fn refused(&self, stops: &[Stopping], numbered: bool) -> Option<String> {
        if stops.is_empty() {
            return None;
        }
        let of_procedure: Vec<&Stopping> =
            stops.iter().filter(|s| self.is_of_procedure(&s.procedure)).collect();
        if let (Some(name), true) = (&self.procedure, of_procedure.is_empty()) {
            let known = stops.iter().map(|s| s.procedure.rsplit("::").next().unwrap_or_default());
            return Some(match closest(name, known) {
                Some(near) => format!("there is no procedure `{name}`; the nearest is `{near}`"),
                None => format!("there is no procedure `{name}`"),
            });
        }
        let here: Vec<u32> =
            of_procedure.iter().filter(|s| self.is_in_file(&s.file)).map(|s| s.number).collect();
        if let (Some(name), true) = (&self.file, here.is_empty()) {
            let known = stops.iter().map(|s| s.file.rsplit('/').next().unwrap_or_default());
            return Some(match closest(name, known) {
                Some(near) => {
                    format!("no statement is in a file `{name}`; the nearest is `{near}`")
                }
                None => format!("no statement is in a file `{name}`"),
            });
        }
        let numbers = match self.site {
            Site::Before(n) | Site::After(n) => vec![n],
            Site::Between(a, b) => vec![a, b],
            Site::Entry => Vec::new(),
        };
        let missing = numbers.into_iter().find(|n| !here.contains(n))?;
        let (unit, units) = if numbered { ("statement", "statements") } else { ("line", "lines") };
        let below = here.iter().filter(|n| **n < missing).max();
        let above = here.iter().filter(|n| **n > missing).min();
        let near = match (below, above) {
            (Some(below), Some(above)) => format!("the nearest {units} are {below} and {above}"),
            (Some(near), None) | (None, Some(near)) => format!("the nearest {unit} is {near}"),
            (None, None) => format!("there are no {units}"),
        };
        Some(format!("execution never stops at {unit} {missing}; {near}"))
    }

    /// Whether it lies before a statement.
    pub fn is_before(&self, spot: &Spot) -> bool {
        matches!(self.site, Site::Before(n) if n == spot.number) && self.concerns(spot)
    }

    /// Whether it lies where a procedure begins, when a statement follows another one.
    pub fn is_entry(&self, done: &Spot, next: &Spot) -> bool {
        let entered = next.depth > done.depth || next.procedure != done.procedure;
        self.site == Site::Entry && entered && next.depth >= done.depth && self.concerns(next)
    }

    /// What is said when it interrupts execution: where it is, unless that is plain.
    pub fn announcement(&self, number: usize) -> String {
        match self.site {
            Site::After(_) | Site::Between(..) => {
                let site = Breakpoint { condition: None, ..self.clone() };
                format!("breakpoint {number}, {site}")
            }
            Site::Before(_) | Site::Entry => format!("breakpoint {number}"),
        }
    }

    /// Whether it lies after a statement.
    pub fn is_after(&self, spot: &Spot) -> bool {
        matches!(self.site, Site::After(n) if n == spot.number) && self.concerns(spot)
    }

    /// Whether it lies between two statements.
    pub fn is_between(&self, first: &Spot, second: &Spot) -> bool {
        let numbers = Site::Between(first.number, second.number);
        self.site == numbers && self.concerns(first) && self.concerns(second)
    }
}

impl fmt::Display for Breakpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.as_ref().map_or(String::new(), |f| format!("{f}:"));
        match self.site {
            Site::Before(n) => write!(f, "before {file}{n}")?,
            Site::After(n) => write!(f, "after {file}{n}")?,
            Site::Between(a, b) => write!(f, "between {file}{a} and {b}")?,
            Site::Entry => {
                write!(f, "at {}", self.procedure.as_deref().unwrap_or_default())?;
            }
        }
        if let (Some(procedure), false) = (&self.procedure, self.site == Site::Entry) {
            write!(f, " of {procedure}")?;
        }
        if let Some(condition) = &self.condition {
            write!(f, " if {condition}")?;
        }
        Ok(())
    }
}

/// Reads what follows `break`.
pub(crate) fn parse_breakpoint(text: &str) -> Result<Breakpoint, Wrong<'_>> {
    let (word, behind) = first_word(text);
    let is = |wanted: &str| word.eq_ignore_ascii_case(wanted);
    let (rest, kind) = match () {
        () if is("before") => (behind, "before"),
        () if is("after") => (behind, "after"),
        () if is("between") => (behind, "between"),
        () => (text, "before"),
    };
    let (entry, behind) = first_word(rest);
    let named = entry.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if kind == "before" && named && !entry.contains('.') {
        let condition = condition(behind)?;
        let procedure = Some(entry.to_owned());
        return Ok(Breakpoint { site: Site::Entry, procedure, file: None, condition });
    }
    let (file, first, rest) = numbered(text, rest)?;
    let (site, rest) = match kind {
        "after" => (Site::After(first), rest),
        "between" => {
            let (and, behind) = first_word(rest);
            let behind = if and.eq_ignore_ascii_case("and") { behind } else { rest };
            let (_, second, behind) = numbered(text, behind)?;
            (Site::Between(first, second), behind)
        }
        _ => (Site::Before(first), rest),
    };
    let (word, behind) = first_word(rest);
    let (procedure, rest) = if word.eq_ignore_ascii_case("of") || word.eq_ignore_ascii_case("in") {
        let (name, rest) = first_word(behind);
        (Some(name.to_owned()).filter(|n| !n.is_empty()), rest)
    } else {
        (None, rest)
    };
    let condition = condition(rest)?;
    Ok(Breakpoint { site, procedure, file, condition })
}

/// The condition at the end of a breakpoint.
fn condition(rest: &str) -> Result<Option<String>, Wrong<'_>> {
    let (word, condition) = first_word(rest);
    match (word.eq_ignore_ascii_case("if"), word.is_empty(), condition.is_empty()) {
        (_, true, _) => Ok(None),
        (true, _, false) => Ok(Some(condition.to_owned())),
        (true, _, true) => wrong(rest, "a condition is expected behind `if`"),
        _ => wrong(rest, "nothing, `of PROCEDURE` or `if CONDITION` is expected here"),
    }
}

/// The number that a text begins with, perhaps behind the name of a file.
fn numbered<'t>(
    whole: &'t str,
    text: &'t str,
) -> Result<(Option<String>, u32, &'t str), Wrong<'t>> {
    let (word, rest) = first_word(text);
    let (file, digits) = match word.rsplit_once(':') {
        Some((file, digits)) => (Some(file.to_owned()), digits),
        None => (None, word),
    };
    match digits.parse() {
        Ok(number) => Ok((file, number, rest)),
        Err(_) => {
            let part = if word.is_empty() { whole } else { word };
            wrong(part, "the number of a statement or line is expected, as in break before 7")
        }
    }
}
