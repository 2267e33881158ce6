//! Violation witnesses of the software verification competition, format 2.0 (Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl,
//! Strejček, *Software Verification Witnesses 2.0*, SPIN 2024), for C programs: read as steps of a trace, and written.
//!
//! A witness is a list of segments, each with one waypoint that the run passes. Between two of them the run may do anything,
//! come by the place of the next one without meeting its constraint included.

use crate::trace::{Comparison, Place, Relation, Step, TraceError, What};
use crate::yaml::{self, Node};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The version of the format that is written, and that is read.
pub const VERSION: &str = "2.0";

/// A witness as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The input files with their SHA-256 hashes, each with the line that says it.
    pub files: Vec<(String, String, u32)>,
    /// The waypoints in order; the last one is the target.
    pub steps: Vec<Step>,
}

/// A witness to be written: the values that calls return in the order of the run, and where it fails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewWitness {
    /// The name of the program's file, without folders.
    pub file: String,
    /// Its contents.
    pub text: Vec<u8>,
    /// What makes it another witness than others: 16 bytes.
    pub identity: [u8; 16],
    /// When it was made, as in `2026-11-25T03:00:00Z`.
    pub time: String,
    /// The version of the producer.
    pub version: String,
    /// The property that is violated.
    pub specification: String,
    /// The places of the closing parentheses of calls, line and column, with what they return.
    pub returns: Vec<(u32, u32, i128)>,
    /// The statement in which the run fails: line and column.
    pub target: (u32, u32),
}

/// The SHA-256 hash of a text, as a witness writes it.
pub fn hash(text: &[u8]) -> String {
    let mut out = String::with_capacity(64);
    for byte in Sha256::digest(text) {
        let _ = write!(out, "{byte:02x}");
    }
    out
}

/// Whether a text looks like a witness rather than like a trace of lines.
pub fn looks_like_one(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    let first = lines.next().unwrap_or_default();
    first.starts_with("- ") || first == "---" || first.starts_with("entry_type") || first == "-"
}

/// Writes a witness.
pub fn write(witness: &NewWitness) -> String {
    let NewWitness { file, text, identity, time, version, specification, .. } = witness;
    let hex: String = identity.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    });
    let part = |from, to| hex.get(from..to).unwrap_or_default();
    let uuid = [part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-");
    let (name, specification) = (quoted(file), quoted(specification));
    let mut out = format!(
        "- entry_type: \"violation_sequence\"\n  metadata:\n    format_version: \"{VERSION}\"\n    uuid: \"{uuid}\"\n    \
         creation_time: {}\n    producer:\n      name: \"Effigy\"\n      version: {}\n    task:\n      input_files:\n      - {name}\n      \
         input_file_hashes:\n        {name}: \"{}\"\n      specification: {specification}\n      data_model: \"LP64\"\n      \
         language: \"C\"\n  content:\n",
        quoted(time),
        quoted(version),
        hash(text),
    );
    let mut segment = |kind: &str, (line, column): (u32, u32), constraint: Option<i128>| {
        let _ = write!(
            out,
            "  - segment:\n    - waypoint:\n        type: \"{kind}\"\n        action: \"follow\"\n"
        );
        if let Some(value) = constraint {
            let _ = write!(
                out,
                "        constraint:\n          value: \"\\\\result == {value}\"\n          format: \"acsl_expression\"\n"
            );
        }
        let _ = write!(
            out,
            "        location:\n          file_name: {name}\n          line: {line}\n          column: {column}\n"
        );
    };
    for (line, column, value) in &witness.returns {
        segment("function_return", (*line, *column), Some(*value));
    }
    segment("target", witness.target, None);
    out
}

/// A text in quotes of YAML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Reads a witness.
///
/// # Errors
/// At the line at which it is broken, of another version or kind, or asks what is not understood.
pub fn read(text: &str) -> Result<Witness, TraceError> {
    let document = yaml::read(text)?;
    let entries = document.list()?;
    let kind = |entry: &&Node| {
        entry.part("entry_type").is_some_and(|t| t.text() == Ok("violation_sequence"))
    };
    let entry = entries.iter().find(kind);
    let entry =
        entry.ok_or_else(|| document.wrong("there is no entry of type violation_sequence"))?;
    let metadata = entry.needed("metadata")?;
    let version = metadata.needed("format_version")?;
    if version.text()? != VERSION {
        let message =
            format!("witnesses of version {} are not read, only {VERSION}", version.text()?);
        return Err(version.wrong(message));
    }
    let task = metadata.needed("task")?;
    let language = task.needed("language")?;
    if language.text()? != "C" {
        return Err(
            language.wrong(format!("witnesses of {} programs are not read", language.text()?))
        );
    }
    if let Some(model) = task.part("data_model")
        && model.text()? != "LP64"
    {
        let message = format!(
            "programs run with the data model LP64, not {}: sizes of types differ",
            model.text()?
        );
        return Err(model.wrong(message));
    }
    let mut files = Vec::new();
    for (name, hash) in task.needed("input_file_hashes")?.map()? {
        files.push((name.clone(), hash.text()?.to_owned(), hash.line));
    }
    let content = entry.needed("content")?;
    let mut steps = Vec::new();
    for segment in content.list()? {
        steps.push(segment_step(segment)?);
    }
    match steps.last() {
        None => return Err(content.wrong("there are no segments")),
        Some(last) if last.what != What::Violates => {
            return Err(TraceError::new(last.number, "the last waypoint is not the target"));
        }
        Some(_) => {}
    }
    let before = steps.split_last().map_or(&[][..], |(_, before)| before);
    match before.iter().find(|step| step.what == What::Violates) {
        Some(early) => Err(TraceError::new(early.number, "the target is not the last waypoint")),
        None => Ok(Witness { files, steps }),
    }
}

/// The waypoint that a segment follows.
fn segment_step(segment: &Node) -> Result<Step, TraceError> {
    let mut found = None;
    for item in segment.needed("segment")?.list()? {
        let waypoint = item.needed("waypoint")?;
        let action = waypoint.needed("action")?;
        match action.text()? {
            "follow" if found.is_none() => found = Some(step(waypoint)?),
            "follow" => return Err(action.wrong("a segment has one waypoint that is followed")),
            "avoid" => {
                return Err(action.wrong("waypoints that are to be avoided are not understood"));
            }
            other => return Err(action.wrong(format!("`{other}` is neither follow nor avoid"))),
        }
    }
    found.ok_or_else(|| segment.wrong("a segment without a waypoint that is followed"))
}

fn step(waypoint: &Node) -> Result<Step, TraceError> {
    let location = waypoint.needed("location")?;
    let file = location.needed("file_name")?.text()?.to_owned();
    let number = |part: &Node| {
        let value = part.text()?.parse().ok().filter(|number| *number > 0);
        value.ok_or_else(|| part.wrong("expected a number from 1"))
    };
    let line = number(location.needed("line")?)?;
    let column = location.part("column").map(number).transpose()?;
    let kind = waypoint.needed("type")?;
    let constraint = || waypoint.needed("constraint")?.needed("value");
    let what = match kind.text()? {
        "target" => What::Violates,
        "function_enter" => What::Calls,
        "branching" => {
            let value = constraint()?;
            match value.text()? {
                "true" => What::Decides(true),
                "false" => What::Decides(false),
                other => {
                    let message =
                        format!("`{other}`: only true and false are understood of a branching");
                    return Err(value.wrong(message));
                }
            }
        }
        "function_return" => {
            let value = constraint()?;
            let all = comparisons(value)?;
            if all.iter().any(|comparison| comparison.name.is_some()) {
                return Err(value.wrong("only \\result is understood of a function_return"));
            }
            What::Returns(all)
        }
        "assumption" => {
            let value = constraint()?;
            let all = comparisons(value)?;
            if all.iter().any(|comparison| comparison.name.is_none()) {
                return Err(value.wrong("\\result has no meaning in an assumption"));
            }
            What::Holds(all)
        }
        other => return Err(kind.wrong(format!("`{other}` is no type of a waypoint"))),
    };
    let place = Place { file, line, column };
    Ok(Step { number: kind.line, place, what, skips: true })
}

/// The comparisons of a constraint, joined by `&&`: each of a variable or `\result` with a constant.
fn comparisons(value: &Node) -> Result<Vec<Comparison>, TraceError> {
    let text = value.text()?;
    let refused = || {
        value.wrong(format!(
            "`{text}` is not understood: comparisons of a variable or \\result with a constant, joined by &&, are"
        ))
    };
    text.split("&&").map(|part| comparison(part.trim()).ok_or_else(refused)).collect()
}

/// One comparison; `None` for what is none.
fn comparison(text: &str) -> Option<Comparison> {
    let text = match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        Some(inner) if !inner.contains(['(', ')']) => inner.trim(),
        _ => text,
    };
    let relations = [
        ("==", Relation::Equal),
        ("!=", Relation::Differs),
        ("<=", Relation::AtMost),
        (">=", Relation::AtLeast),
        ("<", Relation::Below),
        (">", Relation::Above),
    ];
    let (sign, relation) = relations.into_iter().find(|(sign, _)| text.contains(sign))?;
    let (left, right) = text.split_once(sign)?;
    let (left, right) = (left.trim(), right.trim());
    let named = |name: &str| match name {
        "\\result" => Some(None),
        name => {
            let first = name.chars().next()?;
            let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let is_name = name.chars().all(fits) && !first.is_ascii_digit();
            is_name.then(|| Some(name.to_owned()))
        }
    };
    match (named(left), constant(right)) {
        (Some(name), Some(value)) => Some(Comparison { name, relation, value }),
        _ => {
            let name = named(right)?;
            Some(Comparison { name, relation: relation.turned(), value: constant(left)? })
        }
    }
}

/// The value of an integer constant of C.
fn constant(text: &str) -> Option<i128> {
    let text = match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        Some(inner) => inner.trim(),
        None => text,
    };
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim()),
        None => (false, text),
    };
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None if digits.starts_with(|c: char| c.is_ascii_digit()) => digits.parse().ok()?,
        None => return None,
    };
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests;
