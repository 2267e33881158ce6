//! A finding as a result.

use super::flow::{code_flow, in_library, logical, stack};
use super::{message, rules, with_context};
use crate::inputs::readable;
use crate::outputs::fingerprint::Fingerprints;
use crate::outputs::location::spot;
use crate::outputs::{Run, told};
use crate::sources::Sources;
use crate::test_file::{path_in, replay_detail};
use effigy_session::outcome::summary::hex;
use effigy_session::outcome::{Finding, Input, Replay};
use serde_json::{Value, json};

/// Bytes of an input that its text shows; the bytes in hexadecimal are all there.
const INPUT_BYTES: usize = 96;
/// Inputs that a message names.
const INPUTS: usize = 8;
/// Conjuncts of a path condition; all are in the test's file.
const CONJUNCTS: usize = 100;

/// Makes results, one after the other.
#[derive(Default)]
pub(super) struct Results {
    fingerprints: Fingerprints,
}

impl Results {
    /// The result of the next finding, which is of this run.
    pub fn result(&mut self, finding: &Finding, run: Run<'_>, sources: &mut Sources) -> Value {
        let spot = spot(&finding.place, sources);
        let mut location = json!({});
        if !finding.function.is_empty() {
            location["logicalLocations"] = json!([logical(&finding.function)]);
        }
        if let Some(spot) = &spot {
            location["physicalLocation"] = with_context(spot);
        }
        let line = spot.as_ref().and_then(|spot| spot.text.as_deref());
        let fingerprint = self.fingerprints.next(finding, run.harness_name(), line, sources);
        let mut result = json!({
            "ruleId": finding.kind.name(),
            "ruleIndex": rules::index(finding.kind),
            "kind": "fail",
            "level": level(&finding.replay),
            "message": {"text": message(&text(finding, run))},
            "partialFingerprints": {"effigyFinding/v1": fingerprint},
            "occurrenceCount": finding.occurrences.max(1),
            "properties": properties(finding, run),
        });
        if location != json!({}) {
            result["locations"] = json!([location]);
        }
        if let Some(library) = &finding.library {
            result["relatedLocations"] = json!([in_library(library, sources)]);
        }
        if !finding.stack.is_empty() {
            result["stacks"] = json!([stack(finding, sources)]);
            result["codeFlows"] = json!([code_flow(finding, sources)]);
        }
        result
    }
}

/// What happened, on which input, and whether it was seen natively.
fn text(finding: &Finding, run: Run<'_>) -> String {
    let mut text = told(finding, "`");
    let shown = finding.inputs.iter().take(INPUTS);
    let mut inputs: Vec<String> = shown.map(named).collect();
    if finding.inputs.len() > INPUTS {
        inputs.push(format!("{} more", finding.inputs.len() - INPUTS));
    }
    if !inputs.is_empty() {
        text.push_str(&format!("; input: {}", inputs.join(", ")));
    }
    let replayed = match (&finding.replay, run.outcome.on_machine) {
        (Replay::Confirmed, false) => "confirmed by native replay",
        (Replay::Confirmed, true) => "confirmed by a run on its values",
        (Replay::Disagreed { .. }, _) => "a candidate: the program run on it disagrees",
        (Replay::NotRun { .. }, _) => "a candidate: not replayed",
    };
    let from = run.harness_name().map_or_else(String::new, |name| format!("; from `{name}`"));
    format!("{text}; {replayed}{from}")
}

fn properties(finding: &Finding, run: Run<'_>) -> Value {
    let input: Vec<Value> = finding.inputs.iter().map(input).collect();
    let condition = finding.path_condition.iter().take(CONJUNCTS);
    let condition: Vec<&str> = condition.map(|text| &**text).collect();
    let mut properties = json!({
        "replay": finding.replay.name(),
        "input": input,
        "pathCondition": condition,
        "pathConditionConjuncts": finding.path_condition.len(),
    });
    let detail = replay_detail(&finding.replay);
    if !detail.is_empty() {
        properties["replayDetail"] = detail.into();
    }
    if let Some(name) = run.harness_name() {
        properties["harness"] = name.into();
    }
    if finding.one_way {
        properties["oneWay"] = true.into();
    }
    if let Some(test) = finding.test {
        properties["test"] = path_in(run.folder, test).into();
    }
    properties
}

/// A failure that the native program does not show may be none.
fn level(replay: &Replay) -> &'static str {
    match replay {
        Replay::Confirmed | Replay::NotRun { .. } => "error",
        Replay::Disagreed { .. } => "warning",
    }
}

fn named(input: &Input) -> String {
    format!("{} = {}", input.name, readable(input, INPUT_BYTES))
}

fn input(input: &Input) -> Value {
    json!({
        "name": input.name,
        "bytes": hex(&input.bytes),
        "readable": readable(input, INPUT_BYTES),
    })
}
