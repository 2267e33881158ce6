//! The tool and its rules: one for each kind of finding.

use crate::outputs::Runs;
use effigy_session::options::{Check, ExploreOptions};
use effigy_session::outcome::FindingKind;
use serde_json::{Value, json};

/// What is told of a run besides results.
pub(super) const NOTIFICATIONS: [(&str, &str); 2] = [
    ("incomplete", "Paths of the program are missing, or a value was made concrete."),
    ("remark", "What else the answer depends on."),
];

/// The component that made the runs.
pub(super) fn driver(runs: &Runs<'_>) -> Value {
    let version = env!("CARGO_PKG_VERSION");
    let mut rules: Vec<Value> =
        FindingKind::ALL.iter().map(|kind| rule(*kind, runs.options)).collect();
    if runs.package.is_some() {
        rules.push(no_panic());
    }
    let notifications: Vec<Value> = NOTIFICATIONS
        .iter()
        .map(|(id, text)| json!({"id": id, "shortDescription": {"text": text}}))
        .collect();
    json!({
        "name": "Effigy",
        "fullName": "Effigy symbolic execution workbench",
        "version": version,
        "semanticVersion": version,
        "rules": rules,
        "notifications": notifications,
    })
}

/// The position of a kind among the rules.
pub(super) fn index(kind: FindingKind) -> Option<usize> {
    FindingKind::ALL.iter().position(|known| *known == kind)
}

/// The rule of harnesses that are to panic; it stands behind those of the kinds of findings.
pub(super) const NO_PANIC: &str = "no-panic";

fn no_panic() -> Value {
    let text = "A test or a harness that is to panic does not.";
    json!({
        "id": NO_PANIC,
        "name": camel(NO_PANIC),
        "shortDescription": {"text": text},
        "fullDescription": {"text": text},
        "defaultConfiguration": {"level": "error", "enabled": true},
        "help": {"text": text},
        "properties": {"tags": ["correctness"]},
    })
}

fn rule(kind: FindingKind, options: &ExploreOptions) -> Value {
    let row = Check::of(kind).map(Check::row);
    let finds = row.map_or(kind.name(), |row| row.finds);
    let text = sentence(finds);
    let mut rule = json!({
        "id": kind.name(),
        "name": camel(kind.name()),
        "shortDescription": {"text": text},
        "fullDescription": {"text": text},
        "defaultConfiguration": {"level": "error", "enabled": options.checks.finds(kind)},
    });
    if let Some(row) = row {
        let help = format!("{text} See {}. The check is `{}`.", row.clause, row.name);
        rule["help"] = json!({"text": help});
        rule["properties"] =
            json!({"check": row.name, "clause": row.clause, "tags": ["correctness"]});
    }
    rule
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// `out-of-bounds` as `OutOfBounds`.
fn camel(name: &str) -> String {
    name.split('-').map(|word| sentence(word).trim_end_matches('.').to_owned()).collect()
}
