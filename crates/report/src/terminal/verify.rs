//! The report of a verification, as text.

use crate::inputs::printable;
use crate::sources::Sources;
use crate::terminal::table::seconds;
use crate::terminal::{Look, excerpt, plural};
use effigy_session::outcome::Verdict;
use effigy_session::verify::{ObligationOutcome, ObligationStatus, Step, Value, VerifyOutcome};
use std::fmt::Write;

/// Statements of a path that are shown.
const MOST_STEPS: usize = 40;
/// Widest condition in a table, in characters.
const WIDEST: usize = 48;

/// The whole report: what is refuted with its values, a table of conditions for each procedure, the verdict.
pub fn verify_report(outcome: &VerifyOutcome, sources: &mut Sources, look: &Look) -> String {
    let mut out = String::new();
    let refuted = |o: &&ObligationOutcome| o.status == ObligationStatus::Refuted;
    for witness in &outcome.witnesses {
        // A refuted path that begins where the procedure does is such a run itself.
        let itself = |o: &ObligationOutcome| {
            o.procedure == witness.procedure && o.path == witness.path && o.start == witness.start
        };
        if !outcome.obligations.iter().any(itself) {
            write_refuted(&mut out, witness, "a run from the start", sources, look);
        }
    }
    for obligation in outcome.obligations.iter().filter(refuted) {
        write_refuted(&mut out, obligation, "a run of the path", sources, look);
    }
    for procedure in &outcome.procedures {
        write_table(&mut out, outcome, procedure, look);
    }
    write_verdict(&mut out, outcome, sources, look);
    out
}

fn write_refuted(
    out: &mut String,
    obligation: &ObligationOutcome,
    run: &str,
    sources: &mut Sources,
    look: &Look,
) {
    let condition = printable(&obligation.condition);
    let (message, label) = match obligation.error.as_str() {
        "assertion" => (format!("ASSERT ({condition}) does not hold"), "false here"),
        "prove" => (format!("PROVE ({condition}) does not hold"), "false here"),
        "precondition" => {
            (format!("the call does not meet ASSERT ({condition})"), "false for the call")
        }
        _ => (condition, "fails here"),
    };
    let error = &obligation.error;
    out.push_str(&excerpt::excerpt(error, &message, label, &obligation.place, sources, look));
    out.push('\n');
    row(out, "from", &values(&obligation.start), look);
    row(out, "to", &values(&obligation.end), look);
    row(out, "reads", &values(&obligation.inputs), look);
    let _ = writeln!(out, "  {}", look.strong("path"));
    for step in obligation.path.iter().take(MOST_STEPS) {
        write_step(out, step, &obligation.procedure, sources, look);
    }
    if obligation.path.len() > MOST_STEPS {
        let more = (obligation.path.len() - MOST_STEPS) as u64;
        let _ = writeln!(out, "    ... and {}", plural(more, "further statement"));
    }
    let _ = writeln!(out, "  {}\n", look.good(&format!("confirmed: {run} on these values fails")));
}

fn write_step(out: &mut String, step: &Step, procedure: &str, sources: &mut Sources, look: &Look) {
    let text = sources.line(&step.place.file, step.place.line).unwrap_or_default();
    let text = printable(text.trim());
    let inside = match step.function == procedure {
        true => String::new(),
        false => look.dim(&format!("  in {}", printable(&step.function))),
    };
    let _ = writeln!(out, "    {:>4}  {text}{inside}", step.number);
}

fn row(out: &mut String, label: &str, text: &str, look: &Look) {
    if !text.is_empty() {
        let _ = writeln!(out, "  {} {text}", look.strong(&format!("{label:5}")));
    }
}

fn values(values: &[Value]) -> String {
    let shown = values.iter().map(|v| format!("{} = {}", printable(&v.name), v.text));
    shown.collect::<Vec<_>>().join(", ")
}

fn write_table(out: &mut String, outcome: &VerifyOutcome, procedure: &str, look: &Look) {
    let own: Vec<&ObligationOutcome> =
        outcome.obligations.iter().filter(|o| o.procedure == procedure).collect();
    let name = look.strong(&printable(procedure));
    let _ = writeln!(out, "{name}: {}", plural(own.len() as u64, "condition"));
    let conditions: Vec<String> = own.iter().map(|o| shorten(&title(o))).collect();
    let width = conditions.iter().map(|c| c.chars().count()).max().unwrap_or(0);
    let paths: Vec<String> = own.iter().map(|o| shorten(&path(o))).collect();
    let path_width = paths.iter().map(|c| c.chars().count()).max().unwrap_or(0);
    for ((obligation, condition), path) in own.iter().zip(&conditions).zip(&paths) {
        let status = match obligation.status {
            ObligationStatus::Proved => look.good("proved"),
            ObligationStatus::Refuted => look.bad("refuted"),
            ObligationStatus::Unknown if obligation.bounded => look.warn("bounded"),
            ObligationStatus::Unknown => look.warn("unknown"),
        };
        let line = format!("line {}", obligation.place.line);
        let _ = writeln!(
            out,
            "  {line:<9} {condition:width$}  {}  {status}",
            look.dim(&format!("{path:path_width$}"))
        );
        if obligation.status == ObligationStatus::Unknown && !obligation.bounded {
            let _ = writeln!(out, "            {}", printable(&obligation.reason));
        }
        if let Some(query) = &obligation.query {
            let _ = writeln!(out, "            the query is in {}", query.display());
        }
    }
    out.push('\n');
}

fn title(obligation: &ObligationOutcome) -> String {
    let condition = printable(&obligation.condition);
    match obligation.error.as_str() {
        "assertion" => format!("ASSERT ({condition})"),
        "prove" => format!("PROVE ({condition})"),
        "precondition" => format!("call: ASSERT ({condition})"),
        _ => condition,
    }
}

fn path(obligation: &ObligationOutcome) -> String {
    let numbers: Vec<String> = obligation.path.iter().map(|step| step.number.to_string()).collect();
    numbers.join("-")
}

/// The text, its end left out when it is long.
fn shorten(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= WIDEST {
        return text;
    }
    let head: String = text.chars().take(WIDEST - 3).collect();
    format!("{head}...")
}

fn write_verdict(out: &mut String, outcome: &VerifyOutcome, sources: &Sources, look: &Look) {
    let [proved, unknown, refuted] = outcome.counts();
    let bounded = outcome.obligations.iter().any(|o| o.bounded);
    let total = plural(outcome.obligations.len() as u64, "condition");
    let time = seconds(outcome.time);
    let _ = match outcome.verdict() {
        Verdict::Passed => {
            writeln!(out, "{}: all of {total} proved ({time})", look.good("passed"))
        }
        verdict => {
            let word = match verdict {
                Verdict::Failed => look.bad("failed"),
                _ => look.warn("incomplete"),
            };
            let undecided = if bounded { "unknown or bounded" } else { "unknown" };
            writeln!(
                out,
                "{word}: of {total} {proved} proved, {refuted} refuted, {unknown} {undecided} ({time})"
            )
        }
    };
    for reason in &outcome.incomplete_because {
        let place = if reason.place.is_empty() {
            String::new()
        } else {
            format!("  at {}", sources.short(&reason.place))
        };
        let text = printable(&reason.reason);
        let _ = writeln!(out, "  {} {text}{}", look.warn("not proved:"), look.dim(&place));
    }
}
