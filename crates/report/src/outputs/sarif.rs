//! SARIF 2.1.0 (OASIS standard, 27 March 2020): findings for tools of static analysis.
//!
//! The structures are written as the standard has them, without the crate `serde-sarif`, which generates all of its types from the
//! schema when it is built and needs seventeen further crates for that.

mod flow;
mod result;
mod rules;

use super::Run;
use super::location::Spot;
use crate::inputs::escaped_json;
use crate::sources::Sources;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::{self, Write};

/// Where the standard has its schema.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

/// The name that stands for the folder of the run.
const ROOT: &str = "%SRCROOT%";

#[derive(Serialize)]
struct Log<'r> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [LogRun<'r>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogRun<'r> {
    tool: Value,
    automation_details: Value,
    invocations: [Value; 1],
    original_uri_base_ids: Value,
    column_kind: &'static str,
    properties: Value,
    results: Results<'r>,
}

/// The results, each made when it is written: a run may have ten thousands.
struct Results<'r> {
    run: Run<'r>,
    sources: RefCell<&'r mut Sources>,
}

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut made = result::Results::new(self.run);
        let findings = self.run.outcome.findings.iter();
        serializer.collect_seq(findings.map(|f| made.result(f, &mut self.sources.borrow_mut())))
    }
}

/// Writes the log of a run.
pub(super) fn write(out: &mut dyn Write, run: Run<'_>, sources: &mut Sources) -> io::Result<()> {
    let root = format!("{}/", uri_of_path(&sources.base().to_string_lossy()).trim_end_matches('/'));
    let outcome = run.outcome;
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [LogRun {
            tool: json!({"driver": rules::driver(run.options)}),
            automation_details: json!({"id": format!("effigy/{}/{}/", outcome.mode, outcome.program)}),
            invocations: [invocation(run, sources)],
            original_uri_base_ids: json!({ROOT: {"uri": root}}),
            column_kind: "unicodeCodePoints",
            properties: properties(run),
            results: Results { run, sources: RefCell::new(sources) },
        }],
    };
    // Characters that could steer a terminal are escaped, as in all that is printed.
    let text = serde_json::to_string_pretty(&log)?;
    out.write_all(escaped_json(&text).as_bytes())?;
    out.write_all(b"\n")
}

/// How the run went. It was a success when it came to an answer: a run in which nothing fails on the paths that were run, and
/// others are missing, has none.
fn invocation(run: Run<'_>, sources: &Sources) -> Value {
    let outcome = run.outcome;
    let reasons = outcome.reasons();
    let mut notifications: Vec<Value> = reasons
        .iter()
        .map(|reason| {
            let at = match reason.place.is_empty() {
                true => String::new(),
                false => format!(", as at {}", sources.short(&reason.place)),
            };
            let text = format!("not explored: {} ({} times{at})", reason.reason, reason.count);
            notification("incomplete", "warning", &text)
        })
        .collect();
    let remarks = outcome.remarks.iter();
    notifications.extend(remarks.map(|remark| notification("remark", "note", remark)));
    json!({
        "executionSuccessful": outcome.verdict() != effigy_session::outcome::Verdict::Incomplete,
        "toolExecutionNotifications": notifications,
        "workingDirectory": {"uri": uri_of_path(&format!("{}/", sources.base().to_string_lossy().trim_end_matches('/')))},
    })
}

fn notification(id: &str, level: &str, text: &str) -> Value {
    let index = rules::NOTIFICATIONS.iter().position(|(known, _)| *known == id);
    json!({
        "descriptor": {"id": id, "index": index},
        "level": level,
        "message": {"text": message(text)},
    })
}

/// What the format has no place for.
fn properties(run: Run<'_>) -> Value {
    let outcome = run.outcome;
    let (paths, coverage) = (outcome.paths, &outcome.coverage);
    json!({
        "verdict": outcome.verdict().name(),
        "exhaustive": outcome.exhaustive(),
        "paths": paths,
        "coverage": {
            "lines": coverage.lines,
            "linesTotal": coverage.lines_total,
            "branchSides": coverage.branches,
            "branchSidesTotal": coverage.branches_total,
        },
        "notChecked": outcome.not_checked,
        "runFolder": run.folder,
    })
}

/// A text in which nothing is a placeholder or a link (sections 3.11.5 and 3.11.6).
fn message(text: &str) -> String {
    let text = text.replace('{', "{{").replace('}', "}}");
    if text.contains("](") { text.replace('[', "\\[").replace(']', "\\]") } else { text }
}

/// A place as a `physicalLocation`.
fn physical(spot: &Spot) -> Value {
    let mut location = json!({"artifactLocation": artifact(&spot.path)});
    if spot.line == 0 {
        return location;
    }
    let mut region = json!({"startLine": spot.line});
    if let Some((start, end)) = spot.columns {
        region["startColumn"] = start.into();
        region["endColumn"] = end.into();
    }
    if let Some(text) = &spot.text {
        region["snippet"] = json!({"text": text});
    }
    location["region"] = region;
    location
}

/// As [`physical`], with the lines around it.
fn with_context(spot: &Spot) -> Value {
    let mut location = physical(spot);
    if let Some((first, text)) = &spot.around {
        let last = first + text.lines().count().max(1) - 1;
        location["contextRegion"] =
            json!({"startLine": first, "endLine": last, "snippet": {"text": text}});
    }
    location
}

fn artifact(path: &str) -> Value {
    match path.starts_with('/') {
        true => json!({"uri": uri_of_path(path)}),
        false => json!({"uri": encoded(path), "uriBaseId": ROOT}),
    }
}

fn uri_of_path(path: &str) -> String {
    format!("file://{}", encoded(path))
}

/// A path in a URI (RFC 3986).
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            true => out.push(byte.into()),
            false => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
