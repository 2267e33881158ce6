//! What the log of a package says besides findings: of each harness what it came to, or why it was not run.

use super::rules::NO_PANIC;
use super::{artifact, message, notification};
use crate::outputs::runs::{NOTHING, not_run};
use crate::sources::Sources;
use effigy_session::outcome::FindingKind;
use effigy_session::package::{HarnessResult, PackageSummary};
use serde_json::{Value, json};
use std::path::Path;

/// The result of a harness that is to panic and does not.
pub(super) fn no_panic(result: &HarnessResult, sources: &Sources) -> Value {
    let HarnessResult { harness, why, .. } = result;
    json!({
        "ruleId": NO_PANIC,
        "ruleIndex": FindingKind::ALL.len(),
        "kind": "fail",
        "level": "error",
        "message": {"text": message(&format!("{why}; from `{}`", harness.name))},
        "locations": [location(&harness.name, &harness.file, harness.line, sources)],
        "partialFingerprints": {"effigyFinding/v1": format!("{NO_PANIC}:{}", harness.name)},
        "properties": {"harness": harness.name},
    })
}

/// What was not run.
pub(super) fn told_of(summary: &PackageSummary, sources: &Sources) -> Vec<Value> {
    let mut told = Vec::new();
    let mut tell = |name: &str, why: &str, file: &Path, line| {
        let mut value = notification("incomplete", "warning", &format!("{name}: {why}"));
        value["locations"] = json!([location(name, file, line, sources)]);
        told.push(value);
    };
    for harness in &summary.not_run {
        tell(&harness.name, &not_run(summary), &harness.file, harness.line);
    }
    for left in &summary.left_out {
        tell(&left.name, &format!("left out: {}", left.why), &left.file, left.line);
    }
    if told.is_empty() && summary.harnesses.is_empty() {
        told.push(notification("incomplete", "warning", NOTHING));
    }
    told
}

/// The table: each harness with its word, and why.
pub(super) fn table(summary: &PackageSummary, sources: &Sources) -> Value {
    let mut rows = Vec::new();
    let mut row = |name: &str, word: &str, why: &str, file: &Path, line: usize| {
        let file = sources.located(&file.to_string_lossy());
        rows.push(json!({"name": name, "triage": word, "why": why, "file": file, "line": line}));
    };
    for HarnessResult { harness, triage, why, .. } in &summary.harnesses {
        row(&harness.name, triage.name(), why, &harness.file, harness.line);
    }
    for harness in &summary.not_run {
        row(&harness.name, "not run", &summary.not_run_because, &harness.file, harness.line);
    }
    for left in &summary.left_out {
        row(&left.name, "left out", &left.why, &left.file, left.line);
    }
    rows.into()
}

/// Where a harness is.
fn location(name: &str, file: &Path, line: usize, sources: &Sources) -> Value {
    let path = sources.located(&file.to_string_lossy());
    let mut physical = json!({"artifactLocation": artifact(&path)});
    if line > 0 {
        physical["region"] = json!({"startLine": line});
    }
    json!({"physicalLocation": physical, "logicalLocations": [super::flow::logical(name)]})
}
