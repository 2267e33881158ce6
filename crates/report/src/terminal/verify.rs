//! The report of a verification, as text.

use crate::inputs::printable;
use crate::sources::Sources;
use crate::terminal::table::seconds;
use crate::terminal::{Look, excerpt};
use crate::words::plural;
use effigy_session::outcome::Verdict;
use effigy_session::verify::{ObligationOutcome, ObligationStatus, Step, Value, VerifyOutcome};
use std::fmt::Write;

/// Statements of a path that are shown.
const MOST_STEPS: usize = 40;
/// What the values of a condition that is not inductive mean.
const NOT_INDUCTIVE: &str = "the step violates it on these values; no run from the start with these values was found, so an assertion may be too weak";
/// Widest condition in a table, in characters.
const WIDEST: usize = 48;

/// The whole report: what is refuted with its values, a table of conditions for each procedure, the verdict.
pub fn verify_report(outcome: &VerifyOutcome, sources: &mut Sources, look: &Look) -> String {
    let mut out = String::new();
    let with =
        |status: ObligationStatus| outcome.obligations.iter().filter(move |o| o.status == status);
    for witness in &outcome.witnesses {
        // A refuted path that begins where the procedure does is such a run itself.
        let itself = |o: &ObligationOutcome| {
            o.procedure == witness.procedure
                && o.way == witness.way
                && o.path == witness.path
                && o.start == witness.start
        };
        if !outcome.obligations.iter().any(itself) {
            let title = of_refuted(witness);
            let end = look.good("confirmed: a run from the start on these values fails");
            write_values(&mut out, witness, title, &end, sources, look);
        }
    }
    for obligation in with(ObligationStatus::Refuted) {
        let title = of_refuted(obligation);
        let end = look.good("confirmed: a run of the path on these values fails");
        write_values(&mut out, obligation, title, &end, sources, look);
    }
    for obligation in with(ObligationStatus::NotInductive) {
        let title = of_not_inductive(obligation);
        let end = look.warn(NOT_INDUCTIVE);
        write_values(&mut out, obligation, title, &end, sources, look);
    }
    for procedure in &outcome.procedures {
        write_table(&mut out, outcome, procedure, look);
    }
    write_verdict(&mut out, outcome, sources, look);
    out
}

/// The headline of a condition that does not hold, and what is said at its place.
fn of_refuted(obligation: &ObligationOutcome) -> (String, &'static str) {
    let condition = printable(&obligation.condition);
    match obligation.error.as_str() {
        "assertion" => (format!("ASSERT ({condition}) does not hold"), "false here"),
        "prove" => (format!("PROVE ({condition}) does not hold"), "false here"),
        "precondition" => {
            (format!("the call does not meet ASSERT ({condition})"), "false for the call")
        }
        _ => (condition, "fails here"),
    }
}

/// The same of a condition that does not follow, although perhaps it holds.
fn of_not_inductive(obligation: &ObligationOutcome) -> (String, &'static str) {
    let condition = printable(&obligation.condition);
    let before = match obligation.path.first().filter(|step| !step.place.is_unknown()) {
        Some(step) => format!("the assertion at line {}", step.place.line),
        None => "what is known before it".to_owned(),
    };
    let message = match obligation.error.as_str() {
        "assertion" if obligation.is_round() => {
            format!("ASSERT ({condition}) is not kept by the loop")
        }
        "assertion" => format!("ASSERT ({condition}) does not follow from {before}"),
        "prove" => format!("PROVE ({condition}) does not follow from {before}"),
        "precondition" => {
            format!("that the call meets ASSERT ({condition}) does not follow from {before}")
        }
        _ => format!("{condition}: that it never happens does not follow from {before}"),
    };
    (message, "not after this step")
}

/// A path with its values, under a headline.
fn write_values(
    out: &mut String,
    obligation: &ObligationOutcome,
    (message, label): (String, &str),
    end: &str,
    sources: &mut Sources,
    look: &Look,
) {
    let error = match obligation.status {
        ObligationStatus::NotInductive => obligation.status.name(),
        _ => &obligation.error,
    };
    let places = [(&obligation.place, label.to_owned())];
    out.push_str(&excerpt::excerpt(error, &message, &places, sources, look));
    out.push('\n');
    row(out, "where", &printable(&obligation.way), look);
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
    let _ = writeln!(out, "  {end}\n");
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
            ObligationStatus::NotInductive => look.warn("not inductive"),
            ObligationStatus::Unknown if obligation.bounded => look.warn("bounded"),
            ObligationStatus::Unknown => look.warn("unknown"),
        };
        let status = match obligation.way.is_empty() {
            true => status,
            false => format!("{status}  where {}", printable(&obligation.way)),
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
    let [proved, unknown, not_inductive, refuted] = outcome.counts();
    let bounded = outcome.obligations.iter().any(|o| o.bounded);
    let total = plural(outcome.obligations.len() as u64, "condition");
    let time = seconds(outcome.time);
    let assumes = outcome.assumes();
    let _ = match outcome.verdict() {
        Verdict::Passed => {
            let under = crate::terminal::under(&assumes);
            writeln!(out, "{}{under}: all of {total} proved ({time})", look.good("passed"))
        }
        verdict => {
            let word = match verdict {
                Verdict::Failed => look.bad("failed"),
                _ => look.warn("incomplete"),
            };
            let undecided = if bounded { "unknown or bounded" } else { "unknown" };
            writeln!(
                out,
                "{word}: of {total} {proved} proved, {refuted} refuted, {not_inductive} not inductive, {unknown} {undecided} ({time})"
            )
        }
    };
    if outcome.verdict() == Verdict::Passed {
        crate::terminal::write_assumptions(out, &assumes, sources, look);
    }
    for reason in &outcome.incomplete_because {
        let place = if reason.place.is_empty() {
            String::new()
        } else {
            format!("  at {}", sources.short(&reason.place))
        };
        let text = printable(&reason.reason);
        let _ = writeln!(out, "  {} {text}{}", look.warn("not proved:"), look.dim(&place));
    }
    for remark in &outcome.remarks {
        let _ = writeln!(out, "  {} {remark}", look.warn("note:"));
    }
}
