//! The report of a backward run, as text: traces, each with its condition and an initial state.

use crate::heap::drawing;
use crate::inputs::printable;
use crate::terminal::Look;
use crate::terminal::table::seconds;
use crate::words::plural;
use effigy_session::outcome::{Assumption, Datum, Heap, Verdict};
use effigy_session::wp::{Satisfiable, TraceEnding, TraceOutcome, WpOutcome};
use std::fmt::Write;

/// Traces that are shown with all they have.
const TRACES_IN_FULL: usize = 20;
/// Lines of a trace that are shown, at its beginning and at its end.
const LINES_AT_AN_END: usize = 30;
/// Conjuncts of a condition that are shown.
const CONJUNCTS: usize = 24;
/// Longest conjunct that is shown whole, in characters.
const LONGEST: usize = 400;

/// The whole report.
pub fn wp_report(outcome: &WpOutcome, look: &Look) -> String {
    let mut out = String::new();
    for trace in outcome.traces.iter().take(TRACES_IN_FULL) {
        write_trace(&mut out, outcome, trace, look);
    }
    if outcome.traces.len() > TRACES_IN_FULL {
        let more = plural((outcome.traces.len() - TRACES_IN_FULL) as u64, "trace");
        let _ = writeln!(out, "... {more} more; `--json` lists all\n");
    }
    write_verdict(&mut out, outcome, look);
    out
}

fn write_trace(out: &mut String, outcome: &WpOutcome, trace: &TraceOutcome, look: &Look) {
    let name = match outcome.is_given {
        true => format!("trace of {}", printable(&outcome.entry)),
        false => format!("trace {} of {}", trace.number, printable(&outcome.entry)),
    };
    let _ = writeln!(out, "{}: {}", look.strong(&name), ending(trace, look));
    // The given trace has its declarations already; the others are read back with theirs.
    for declaration in trace.declarations.iter().filter(|_| !outcome.is_given) {
        let _ = writeln!(out, "        {}", printable(declaration));
    }
    let lines = &trace.lines;
    let hidden = lines.len().saturating_sub(2 * LINES_AT_AN_END);
    for (at, line) in lines.iter().enumerate() {
        if hidden > 0 && at == LINES_AT_AN_END {
            let _ = writeln!(out, "    ... {}", plural(hidden as u64, "line"));
        }
        if hidden > 0 && (LINES_AT_AN_END..LINES_AT_AN_END + hidden).contains(&at) {
            continue;
        }
        let number = match line.place.line {
            0 => String::new(),
            line => line.to_string(),
        };
        let _ = writeln!(out, "  {number:>4}  {}", printable(&line.text));
    }
    rows(out, "path", conjuncts(&trace.condition), look);
    match &trace.satisfiable {
        Satisfiable::Yes { inputs, heap } => {
            rows(out, "from", state(inputs, heap.as_ref()), look);
            let values: Vec<String> = trace
                .values
                .iter()
                .map(|(name, value)| format!("{} = {}", printable(name), shorten(value)))
                .collect();
            rows(out, "values", values, look);
        }
        Satisfiable::No => rows(out, "from", vec![look.warn("no initial state")], look),
        Satisfiable::Unknown(why) => {
            rows(out, "from", vec![look.warn(&format!("unknown: {}", printable(why)))], look);
        }
    }
    out.push('\n');
}

fn ending(trace: &TraceOutcome, look: &Look) -> String {
    let at = match trace.place.line {
        0 => String::new(),
        line => format!(" at line {line}"),
    };
    match &trace.ending {
        TraceEnding::Returned => look.good("returns"),
        TraceEnding::Finding { kind, message } => {
            format!("{}{at}: {}", look.bad(kind.name()), printable(message))
        }
        TraceEnding::Unsupported(what) => {
            format!("{}{at}: {}", look.warn("no backward condition"), printable(what))
        }
        TraceEnding::Bounded(bound) => format!("{}{at}: {bound}", look.warn("cut")),
    }
}

/// An initial state: numbers in a line each, then the objects.
fn state(inputs: &[(String, Datum)], heap: Option<&Heap>) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, value) in inputs {
        let is_drawn = heap.is_some_and(|heap| heap.variables.iter().any(|v| v.name == *name));
        let is_part = heap.is_some() && matches!(value, Datum::Array { .. });
        if !is_drawn && !is_part {
            lines.push(printable(&format!("{name} = {value}")));
        }
    }
    lines.extend(heap.map(drawing).unwrap_or_default());
    if lines.is_empty() {
        lines.push("any initial state".to_owned());
    }
    lines
}

fn conjuncts(condition: &[String]) -> Vec<String> {
    let mut shown: Vec<String> = condition.iter().take(CONJUNCTS).map(|c| shorten(c)).collect();
    if condition.len() > CONJUNCTS {
        shown.push(format!("... and {} (`--json` has all)", condition.len() - CONJUNCTS));
    }
    if shown.is_empty() {
        shown.push("true".to_owned());
    }
    shown
}

/// The text, its middle left out when it is very long.
fn shorten(text: &str) -> String {
    let text = printable(text);
    let length = text.chars().count();
    if length <= LONGEST {
        return text;
    }
    let head: String = text.chars().take(LONGEST / 2).collect();
    let tail: String = text.chars().skip(length - LONGEST / 4).collect();
    format!("{head} ... {tail}")
}

/// A label, then one line for each value, aligned.
fn rows(out: &mut String, label: &str, values: Vec<String>, look: &Look) {
    for (index, value) in values.iter().enumerate() {
        let label = if index == 0 { label } else { "" };
        let _ = writeln!(out, "  {} {value}", look.strong(&format!("{label:6}")));
    }
}

fn write_verdict(out: &mut String, outcome: &WpOutcome, look: &Look) {
    let terms: usize = outcome.traces.iter().map(|trace| trace.size).sum();
    let _ = writeln!(
        out,
        "time      {}, {}, conditions of {terms} terms, {} MB",
        seconds(outcome.time),
        plural(outcome.solver.queries, "query").replace("querys", "queries"),
        outcome.peak_mb
    );
    if outcome.is_given {
        for trace in &outcome.traces {
            let _ = writeln!(out, "{}", trace.satisfiable.name());
        }
        return;
    }
    let word = outcome.verdict().name();
    let word = match outcome.verdict() {
        Verdict::Failed => look.bad(word),
        Verdict::Passed | Verdict::Proved => look.good(word),
        Verdict::Incomplete | Verdict::Bounded | Verdict::Disagreed => look.warn(word),
    };
    let counts = outcome.counts();
    let traces = plural(counts.total(), "trace");
    let sentence = match counts.failed {
        0 => format!("no trace of {traces} ends in a failure"),
        failed => format!("{failed} of {traces} end in a failure"),
    };
    let whole = match outcome.incomplete_because().is_empty() {
        true => "; there are no others",
        false => "; not all were followed to their ends",
    };
    let fine = outcome.verdict() == Verdict::Passed;
    let assumes: &[Assumption] = if fine { &outcome.assumes } else { &[] };
    let _ = writeln!(out, "\n{word}{}: {sentence}{whole}", crate::terminal::under(assumes));
    for assumption in assumes {
        let _ =
            writeln!(out, "  {} {}", look.warn("assuming:"), printable(&assumption.to_string()));
    }
    for reason in outcome.incomplete_because() {
        let count =
            if reason.count > 1 { format!(" ({} times)", reason.count) } else { String::new() };
        let at = if reason.place.is_empty() { "" } else { "  at " };
        let text = printable(&reason.reason);
        let place = printable(&reason.place);
        let _ = writeln!(out, "  {} {text}{count}{at}{place}", look.warn("not followed:"));
    }
    for remark in &outcome.remarks {
        let _ = writeln!(out, "  {} {remark}", look.warn("note:"));
    }
}
