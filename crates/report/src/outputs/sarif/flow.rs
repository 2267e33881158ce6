//! The calls that lead to a finding: as a stack, innermost first, and as a flow, outermost first.

use super::{message, physical};
use crate::outputs::location::spot;
use crate::sources::Sources;
use effigy_session::outcome::{Finding, InLibrary, StackFrame};
use serde_json::{Value, json};

/// Calls that are written; of a deeper stack the innermost ones.
const CALLS: usize = 200;

/// The stack of the finding.
pub(super) fn stack(finding: &Finding, sources: &mut Sources) -> Value {
    let frames = finding.stack.iter().take(CALLS);
    let frames: Vec<Value> =
        frames.map(|frame| json!({"location": location(frame, None, sources)})).collect();
    json!({"message": {"text": "the calls that were active"}, "frames": frames})
}

/// The calls as the program made them, and the failure.
pub(super) fn code_flow(finding: &Finding, sources: &mut Sources) -> Value {
    let calls: Vec<&StackFrame> = finding.stack.iter().take(CALLS).collect();
    let mut locations = Vec::with_capacity(calls.len());
    for (depth, frame) in calls.iter().rev().enumerate() {
        let inner = calls.len().checked_sub(depth + 2).and_then(|inner| calls.get(inner));
        let text = match inner {
            Some(called) => format!("calls `{}`", called.function),
            None => finding.message.clone(),
        };
        locations.push(json!({
            "location": location(frame, Some(&text), sources),
            "nestingLevel": depth,
            "executionOrder": depth + 1,
            "importance": if inner.is_some() { "important" } else { "essential" },
        }));
    }
    json!({"threadFlows": [{"locations": locations}]})
}

/// Where the code of a library fails.
pub(super) fn in_library(library: &InLibrary, sources: &mut Sources) -> Value {
    let InLibrary { name, place, function } = library;
    let frame = StackFrame { function: function.clone(), place: place.clone() };
    location(&frame, Some(&format!("fails here, in {name}")), sources)
}

/// Where a call stands.
fn location(frame: &StackFrame, text: Option<&str>, sources: &mut Sources) -> Value {
    let mut location = json!({"logicalLocations": [logical(&frame.function)]});
    if let Some(spot) = spot(&frame.place, sources) {
        location["physicalLocation"] = physical(&spot);
    }
    if let Some(text) = text {
        location["message"] = json!({"text": message(text)});
    }
    location
}

/// A function.
pub(super) fn logical(function: &str) -> Value {
    json!({"fullyQualifiedName": function, "kind": "function"})
}
