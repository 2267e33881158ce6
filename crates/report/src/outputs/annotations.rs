//! Workflow commands of GitHub Actions: an annotation at the line of each finding, and one for what is missing.

use super::location::spot;
use super::runs::NOTHING;
use super::{Run, Runs, told};
use crate::inputs::readable;
use crate::sources::Sources;
use effigy_session::controls_terminal;
use effigy_session::outcome::{Finding, Replay};
use effigy_session::package::{HarnessResult, PackageSummary};
use std::fmt::Write;
use std::path::Path;

/// Bytes of an input that are shown.
const INPUT_BYTES: usize = 96;
/// Inputs that are shown.
const INPUTS: usize = 8;

/// The commands, a line each.
pub(super) fn text(runs: &Runs<'_>, sources: &mut Sources) -> String {
    let mut out = String::new();
    for run in &runs.runs {
        for finding in run.findings() {
            write_finding(&mut out, finding, *run, sources);
        }
        if let Some(result) = run.without_panic() {
            let text = format!("{}\nfrom {}", result.why, result.harness.name);
            let mut properties = at_harness(&result.harness.file, result.harness.line, sources);
            properties.push(("title", "effigy: no-panic".to_owned()));
            command(&mut out, "error", &properties, &text);
        }
    }
    for run in &runs.runs {
        write_missing(&mut out, *run, sources);
    }
    if let Some(summary) = runs.package {
        write_unrun(&mut out, summary);
    }
    out
}

fn write_finding(out: &mut String, finding: &Finding, run: Run<'_>, sources: &mut Sources) {
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
    command(out, level, &properties, &message(finding, run));
}

/// Why paths are missing: a command for each reason, of a harness one for all of them.
fn write_missing(out: &mut String, run: Run<'_>, sources: &Sources) {
    let told = run.outcome.reasons().into_iter().map(|reason| {
        let at = if reason.place.is_empty() { "" } else { " at " };
        let place = sources.short(&reason.place);
        format!("{} ({} times){at}{place}", reason.reason, reason.count)
    });
    let told: Vec<String> = told.collect();
    let title = ("title", "effigy: not every path was run".to_owned());
    match run.harness {
        None => told.iter().for_each(|text| {
            command(out, "warning", std::slice::from_ref(&title), text);
        }),
        Some(_) if told.is_empty() => {}
        Some(HarnessResult { harness, .. }) => {
            let mut properties = at_harness(&harness.file, harness.line, sources);
            properties.push(title);
            command(out, "warning", &properties, &format!("{}: {}", harness.name, told.join("\n")));
        }
    }
}

/// What was not run: one command for all, since a step shows few.
fn write_unrun(out: &mut String, summary: &PackageSummary) {
    let mut tell = |what: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            let title = ("title", format!("effigy: {what}"));
            command(out, "warning", &[title], &lines.join("\n"));
        }
    };
    if summary.harnesses.is_empty() && summary.not_run.is_empty() && summary.left_out.is_empty() {
        tell("nothing was run", vec![NOTHING.to_owned()]);
    }
    let mut not_run: Vec<String> =
        summary.not_run.iter().map(|harness| harness.name.clone()).collect();
    if !not_run.is_empty() && !summary.not_run_because.is_empty() {
        not_run.insert(0, summary.not_run_because.clone());
    }
    tell("not run", not_run);
    let left_out = summary.left_out.iter();
    tell("left out", left_out.map(|left| format!("{}: {}", left.name, left.why)).collect());
}

fn at_harness(file: &Path, line: usize, sources: &Sources) -> Vec<(&'static str, String)> {
    vec![("file", sources.located(&file.to_string_lossy())), ("line", line.to_string())]
}

fn message(finding: &Finding, run: Run<'_>) -> String {
    let mut text = told(finding, "");
    for input in finding.inputs.iter().take(INPUTS) {
        let _ = write!(text, "\n{} = {}", input.name, readable(input, INPUT_BYTES));
    }
    if finding.inputs.len() > INPUTS {
        let _ = write!(text, "\n{} more", finding.inputs.len() - INPUTS);
    }
    if let Some(name) = run.harness_name() {
        let _ = write!(text, "\nfrom {name}");
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
            c if controls_terminal(c) => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

/// A property: what separates properties is escaped too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
