//! SARIF 2.1.0 (OASIS standard, 27 March 2020): findings for tools of static analysis.
//!
//! The structures are written as the standard has them, without the crate `serde-sarif`, which generates all of its types from the
//! schema when it is built and needs seventeen further crates for that.

mod flow;
mod package;
mod result;
mod rules;

use super::location::Spot;
use super::{Run, Runs};
use crate::inputs::escaped_json;
use crate::sources::Sources;
use effigy_session::outcome::{Assumption, Verdict};
use serde::ser::SerializeSeq;
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
    runs: &'r Runs<'r>,
    sources: RefCell<&'r mut Sources>,
}

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut made = result::Results::default();
        let mut all = serializer.serialize_seq(None)?;
        for run in &self.runs.runs {
            for finding in run.findings() {
                all.serialize_element(&made.result(finding, *run, &mut self.sources.borrow_mut()))?;
            }
            if let Some(harness) = run.without_panic() {
                all.serialize_element(&package::no_panic(harness, &self.sources.borrow()))?;
            }
        }
        all.end()
    }
}

/// Writes the log of a run, or of the runs of a package.
pub(super) fn write(out: &mut dyn Write, runs: &Runs<'_>, sources: &mut Sources) -> io::Result<()> {
    let root = format!("{}/", uri_of_path(&sources.base().to_string_lossy()).trim_end_matches('/'));
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [LogRun {
            tool: json!({"driver": rules::driver(runs)}),
            automation_details: json!({"id": format!("effigy/{}/{}/", runs.mode(), runs.program())}),
            invocations: [invocation(runs, sources)],
            original_uri_base_ids: json!({ROOT: {"uri": root}}),
            column_kind: "unicodeCodePoints",
            properties: properties(runs, sources),
            results: Results { runs, sources: RefCell::new(sources) },
        }],
    };
    // Characters that could control a terminal are escaped, as in all that is printed.
    let text = serde_json::to_string_pretty(&log)?;
    out.write_all(escaped_json(&text).as_bytes())?;
    out.write_all(b"\n")
}

/// How it went. It was a success when it came to an answer: a run in which nothing fails on the paths that were run, and
/// others are missing, has none.
fn invocation(runs: &Runs<'_>, sources: &Sources) -> Value {
    let mut notifications: Vec<Value> =
        runs.runs.iter().flat_map(|run| told_of(*run, sources)).collect();
    notifications.extend(runs.package.into_iter().flat_map(|all| package::told_of(all, sources)));
    let remarks = once_each(runs.runs.iter().flat_map(|run| &run.outcome.remarks));
    notifications.extend(remarks.iter().map(|text| notification("remark", "note", text)));
    json!({
        "executionSuccessful": runs.verdict() != Verdict::Incomplete,
        "toolExecutionNotifications": notifications,
        "workingDirectory": {"uri": uri_of_path(&format!("{}/", sources.base().to_string_lossy().trim_end_matches('/')))},
    })
}

/// What a run did not come to, and up to what it has its answer.
fn told_of(run: Run<'_>, sources: &Sources) -> Vec<Value> {
    let outcome = run.outcome;
    let of = run.harness_name().map_or_else(String::new, |name| format!("{name}: "));
    let mut told = Vec::new();
    for reason in outcome.reasons() {
        let at = match reason.place.is_empty() {
            true => String::new(),
            false => format!(", as at {}", sources.short(&reason.place)),
        };
        let text = format!("{of}not explored: {} ({} times{at})", reason.reason, reason.count);
        told.push(notification("incomplete", "warning", &text));
    }
    let bounds = outcome.bounds.iter().map(|bound| format!("{of}bounded: {bound}"));
    let assumes = outcome.assumes.iter().map(|assumption| format!("{of}assuming: {assumption}"));
    told.extend(bounds.chain(assumes).map(|text| notification("remark", "note", &text)));
    told
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
fn properties(runs: &Runs<'_>, sources: &Sources) -> Value {
    let coverage = runs.coverage;
    let not_checked = once_each(runs.runs.iter().flat_map(|run| &run.outcome.not_checked));
    let assumed: Vec<String> =
        runs.runs.iter().flat_map(|run| &run.outcome.assumes).map(Assumption::to_string).collect();
    let mut properties = json!({
        "verdict": runs.verdict().name(),
        "exhaustive": runs.is_exhaustive(),
        "paths": runs.paths(),
        "coverage": {
            "lines": coverage.lines,
            "linesTotal": coverage.lines_total,
            "branchSides": coverage.branches,
            "branchSidesTotal": coverage.branches_total,
        },
        "notChecked": not_checked,
        "runFolder": runs.folder,
    });
    if !assumed.is_empty() {
        properties["assumes"] = once_each(assumed.iter()).into();
    }
    if let Some(summary) = runs.package {
        properties["harnesses"] = package::table(summary, sources);
    }
    properties
}

/// Each text once, in the order in which they come first.
fn once_each<'t>(texts: impl Iterator<Item = &'t String>) -> Vec<&'t str> {
    let mut all: Vec<&str> = Vec::new();
    for text in texts {
        if !all.contains(&&**text) {
            all.push(text);
        }
    }
    all
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
