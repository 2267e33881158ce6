//! Workflow commands of GitHub Actions: an annotation at the line of each finding, and one for what is missing.

use super::location::spot;
use super::{Run, told};
use crate::inputs::readable;
use crate::sources::Sources;
use effigy_session::outcome::{Finding, Replay};
use std::fmt::Write;

/// Bytes of an input that are shown.
const INPUT_BYTES: usize = 96;
/// Inputs that are shown.
const INPUTS: usize = 8;

/// The commands, a line each.
pub(super) fn text(run: Run<'_>, sources: &mut Sources) -> String {
    let mut out = String::new();
    for finding in &run.outcome.findings {
        let level = match finding.replay {
            Replay::Disagreed { .. } => "warning",
            Replay::Confirmed | Replay::NotRun { .. } => "error",
        };
        let mut properties = Vec::new();
        if let Some(spot) = spot(&finding.place, sources) {
            properties.push(("file", spot.path));
            if spot.line > 0 {
                properties.push(("line", spot.line.to_string()));
            }
            if let Some((start, end)) = spot.columns {
                properties.push(("col", start.to_string()));
                // The column of the end is the last one of the word here.
                properties.push(("endColumn", (end - 1).to_string()));
            }
        }
        properties.push(("title", format!("effigy: {}", finding.kind)));
        command(&mut out, level, &properties, &message(finding));
    }
    for reason in run.outcome.reasons() {
        let at = if reason.place.is_empty() { "" } else { " at " };
        let text = format!(
            "{} ({} times){at}{}",
            reason.reason,
            reason.count,
            sources.short(&reason.place)
        );
        let title = ("title", "effigy: not every path was run".to_owned());
        command(&mut out, "warning", &[title], &text);
    }
    out
}

fn message(finding: &Finding) -> String {
    let mut text = told(finding, "");
    for input in finding.inputs.iter().take(INPUTS) {
        let _ = write!(text, "\n{} = {}", input.name, readable(input, INPUT_BYTES));
    }
    if finding.inputs.len() > INPUTS {
        let _ = write!(text, "\n{} more", finding.inputs.len() - INPUTS);
    }
    text
}

fn command(out: &mut String, level: &str, properties: &[(&str, String)], message: &str) {
    let listed: Vec<String> =
        properties.iter().map(|(name, value)| format!("{name}={}", property(value))).collect();
    let _ = writeln!(out, "::{level} {}::{}", listed.join(","), data(message));
}

/// A message: what would end the line is escaped, and other control characters are made visible.
fn data(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '%' => out.push_str("%25"),
            '\r' => out.push_str("%0D"),
            '\n' => out.push_str("%0A"),
            c if c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

/// A property: what separates properties is escaped too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
