//! Violation witnesses of the software verification competition, format 2.0 (Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl,
//! Strejček, *Software Verification Witnesses 2.0*, SPIN 2024), for C programs: read as steps of a trace, and written.
//!
//! A witness is a list of segments, each with one waypoint that the run passes, and waypoints that it avoids until then. Between two
//! of them the run may do anything else; the next time that it comes to the place of the waypoint, its constraint holds.

use crate::expression::{Expression, Rules, Unary};
use crate::trace::{Constraint, Place, Step, TraceError, What};
use crate::yaml::{self, Node};
use effigy_base::character::controls_terminal;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The version of the format that is written.
pub const VERSION: &str = "2.0";

/// The versions that are read.
pub const VERSIONS: [&str; 2] = [VERSION, "2.1"];

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
            c if controls_terminal(c) => {
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
    if !VERSIONS.contains(&version.text()?) {
        let known = VERSIONS.join(" and ");
        let message =
            format!("witnesses of version {} are not read, only {known}", version.text()?);
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

/// The waypoint that a segment follows, with those that it avoids on the way there.
fn segment_step(segment: &Node) -> Result<Step, TraceError> {
    let mut found: Option<Step> = None;
    let mut avoids = Vec::new();
    for item in segment.needed("segment")?.list()? {
        let waypoint = item.needed("waypoint")?;
        let action = waypoint.needed("action")?;
        match (action.text()?, &found) {
            ("follow", None) => found = Some(step(waypoint)?),
            ("follow", Some(_)) => {
                return Err(action.wrong("a segment has one waypoint that is followed"));
            }
            ("avoid", None) => {
                let avoided = step(waypoint)?;
                if avoided.what == What::Violates {
                    return Err(action.wrong("a target is followed"));
                }
                avoids.push(avoided);
            }
            ("avoid", Some(_)) => {
                let message = "what is avoided stands before the waypoint that is followed";
                return Err(action.wrong(message));
            }
            ("cycle", _) => {
                return Err(action.wrong("witnesses of runs without an end are not understood"));
            }
            (other, _) => {
                return Err(action.wrong(format!("`{other}` is neither follow nor avoid")));
            }
        }
    }
    let found =
        found.ok_or_else(|| segment.wrong("a segment without a waypoint that is followed"))?;
    Ok(Step { avoids, ..found })
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
    let what = match kind.text()? {
        "target" => What::Violates,
        "function_enter" => What::Calls,
        "branching" => {
            let value = waypoint.needed("constraint")?.needed("value")?;
            match value.text()? {
                "true" => What::Decides(true),
                "false" => What::Decides(false),
                "default" => What::Selects(None),
                other => match Expression::read(other).ok().as_ref().and_then(constant) {
                    Some(value) => What::Selects(Some(value)),
                    None => {
                        let message = format!(
                            "`{other}`: only true and false, and the value of a case or default, are understood of a branching"
                        );
                        return Err(value.wrong(message));
                    }
                },
            }
        }
        "function_return" => What::Returns(constraint_of(
            waypoint,
            Rules::Acsl,
            &|leaf| matches!(leaf, Expression::Variable(_)),
            "only \\result is understood of a function_return",
        )?),
        "assumption" => What::Holds(constraint_of(
            waypoint,
            Rules::C,
            &|leaf| *leaf == Expression::Result,
            "\\result has no meaning in an assumption",
        )?),
        other => return Err(kind.wrong(format!("`{other}` is no type of a waypoint"))),
    };
    let place = Place { file, line, column };
    Ok(Step { number: kind.line, place, what, is_waypoint: true, avoids: Vec::new() })
}

/// The constraint of a waypoint, which may not have certain leaves. Where it does not say in which language it is, it is in the one
/// that its kind of waypoints has.
fn constraint_of(
    waypoint: &Node,
    otherwise: Rules,
    is_wrong: &dyn Fn(&Expression) -> bool,
    message: &str,
) -> Result<Constraint, TraceError> {
    let constraint = waypoint.needed("constraint")?;
    let rules = match constraint.part("format") {
        None => otherwise,
        Some(format) => match format.text()? {
            "c_expression" => Rules::C,
            "acsl_expression" => Rules::Acsl,
            other => {
                return Err(format.wrong(format!("constraints of format {other} are not read")));
            }
        },
    };
    let value = constraint.needed("value")?;
    let expression = Expression::read(value.text()?).map_err(|message| value.wrong(message))?;
    let mut fits = true;
    expression.leaves(&mut |leaf| fits &= !is_wrong(leaf));
    if !fits {
        return Err(value.wrong(message));
    }
    Ok(Constraint { expression, rules })
}

/// The value of a constant with its sign.
fn constant(expression: &Expression) -> Option<i128> {
    match expression {
        Expression::Number { value, .. } => Some(*value),
        Expression::Unary(Unary::Minus, number) => Some(-constant(number)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
