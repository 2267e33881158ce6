//! A finding: source line, input, call stack, path condition, and whether the native program agrees.

use crate::heap::drawing;
use crate::inputs::{LONGEST, printable, readable, short};
use crate::overflow::readable as readable_condition;
use crate::sources::Sources;
use crate::terminal::{Look, Saved, excerpt};
use crate::words::plural;
use effigy_session::outcome::{Finding, Replay};
use std::fmt::Write;
use std::sync::Arc;

/// Bytes of an input that are shown.
const INPUT_BYTES: usize = 96;
/// Conjuncts of a path condition that are shown.
const CONJUNCTS: usize = 12;
/// Calls that are shown.
const CALLS: usize = 16;

/// What is said of a condition that is not all that leads there.
const ONE_WAY: &str = "(this is one way to it; others were merged with it)";

/// The finding with all that helps to understand it.
pub fn write_finding(
    out: &mut String,
    (finding, on_machine): (&Finding, bool),
    saved: &Saved,
    sources: &mut Sources,
    look: &Look,
) {
    let message = printable(&finding.headline());
    let here = |what: &str, function: &str| match function {
        "" => format!("{what} here"),
        _ => format!("{what} here, in `{}`", printable(function)),
    };
    let places = match &finding.library {
        None => vec![(&finding.place, here("fails", &finding.function))],
        Some(library) => vec![
            (&finding.place, here("called", &finding.function)),
            (&library.place, here("fails", &library.function)),
        ],
    };
    out.push_str(&excerpt::excerpt(finding.kind.name(), &message, &places, sources, look));
    out.push('\n');
    rows(out, "replay", vec![replay(&finding.replay, on_machine, look)], look);
    let inputs = finding.inputs.iter();
    let inputs = inputs.map(|i| format!("{} = {}", printable(&i.name), readable(i, INPUT_BYTES)));
    let inputs: Vec<String> = inputs.collect();
    let heap = finding.heap.as_ref().map(drawing).unwrap_or_default();
    if heap.is_empty() || !inputs.is_empty() {
        rows(out, "input", or_none(inputs, "any"), look);
    }
    rows(out, "heap", heap, look);
    let mut because = conjuncts(&finding.path_condition);
    because.extend(finding.one_way.then(|| ONE_WAY.to_owned()));
    rows(out, "because", because, look);
    rows(out, "calls", calls(finding, sources), look);
    if finding.occurrences > 1 {
        rows(
            out,
            "also",
            vec![format!("on {} of this call", plural(finding.occurrences - 1, "other path"))],
            look,
        );
    }
    if let (Some(test), Some(folder)) = (finding.test, &saved.folder) {
        rows(out, "test", vec![crate::test_file::path_in(folder, test)], look);
    }
    out.push('\n');
}

/// The finding in one line.
pub fn write_short(out: &mut String, finding: &Finding, sources: &Sources, look: &Look) {
    let place = sources.short_place(&finding.place);
    let kind = look.bad(&format!("error[{}]", finding.kind));
    let _ = writeln!(out, "{kind}: {}  {}", printable(&finding.headline()), look.dim(&place));
}

/// A label, then one line for each value, aligned.
pub(super) fn rows(out: &mut String, label: &str, values: Vec<String>, look: &Look) {
    for (index, value) in values.iter().enumerate() {
        let label = if index == 0 { label } else { "" };
        let _ = writeln!(out, "  {} {value}", look.strong(&format!("{label:8}")));
    }
}

fn or_none(values: Vec<String>, none: &str) -> Vec<String> {
    if values.is_empty() { vec![none.to_owned()] } else { values }
}

fn replay(replay: &Replay, on_machine: bool, look: &Look) -> String {
    let (confirmed, disagreed) = match on_machine {
        true => ("confirmed by a run on its values", "candidate: a run on its values disagrees"),
        false => ("confirmed by native replay", "candidate: the native program disagrees"),
    };
    match replay {
        Replay::Confirmed => look.good(confirmed),
        Replay::Disagreed { expected, observed, .. } => {
            let what =
                format!(": expected {}, observed {}", printable(expected), printable(observed));
            format!("{}{what}", look.warn(disagreed))
        }
        Replay::NotRun { why } if why.is_empty() => look.warn("candidate: not replayed"),
        Replay::NotRun { why } => {
            format!("{}: {}", look.warn("candidate: not replayed"), printable(why))
        }
    }
}

/// The conjuncts that can be read, in order; of what is left out the number.
fn conjuncts(condition: &[Arc<str>]) -> Vec<String> {
    let texts: Vec<String> = condition.iter().map(|c| printable(&readable_condition(c))).collect();
    let mut shown: Vec<String> = texts
        .iter()
        .filter(|text| text.chars().count() <= LONGEST)
        .take(CONJUNCTS)
        .cloned()
        .collect();
    if let (true, [first, ..]) = (shown.is_empty(), &*texts) {
        shown.push(short(first).into_owned());
    }
    let more = texts.len() - shown.len();
    if more > 0 {
        shown.push(format!("... and {more} (all of them are in the test's file)"));
    }
    or_none(shown, "(always)")
}

fn calls(finding: &Finding, sources: &Sources) -> Vec<String> {
    let call = |f: &effigy_session::outcome::StackFrame| {
        let place = sources.short_place(&f.place);
        let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
        format!("{}{at}", printable(&f.function))
    };
    let mut shown: Vec<String> = finding.stack.iter().take(CALLS).map(call).collect();
    if finding.stack.len() > CALLS {
        shown.push(format!(
            "... and {} outside of them",
            plural((finding.stack.len() - CALLS) as u64, "call")
        ));
    }
    shown
}
