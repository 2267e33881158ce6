//! What bounded model checking did, in words.

use super::{Look, plural};
use crate::inputs::printable;
use crate::sources::Sources;
use effigy_session::outcome::{BmcAnswer, BmcFigures, BmcStep, RunOutcome};
use std::fmt::Write;

/// The answer in a word and a sentence.
pub(super) fn answer(
    outcome: &RunOutcome,
    figures: &BmcFigures,
    sources: &Sources,
    look: &Look,
) -> (String, String) {
    let last = figures.steps.last().map_or(figures.unwind, |step| step.unwind);
    match figures.answer {
        BmcAnswer::Failed => {
            let count = plural(outcome.findings.len() as u64, "finding");
            let confirmed =
                outcome.findings.iter().filter(|f| f.replay.name() == "confirmed").count();
            (look.bad("failed"), format!("{count} ({confirmed} confirmed) within bound {last}"))
        }
        BmcAnswer::Proved if is_inductive(figures) => {
            let text = format!(
                "nothing fails for any input: by induction over the rounds of loops, {last} before each"
            );
            (look.good("proved"), text)
        }
        BmcAnswer::Proved => {
            let text = format!("nothing fails for any input; no loop comes to bound {last}");
            (look.good("proved"), text)
        }
        BmcAnswer::Bounded => {
            let mut places: Vec<&str> =
                figures.reached.iter().map(|place| sources.short(place)).collect();
            places.dedup();
            let more = places.len().saturating_sub(3);
            places.truncate(3);
            let more = if more > 0 { format!(" and {more} more places") } else { String::new() };
            let places = printable(&places.join(", "));
            let text =
                format!("nothing fails up to bound {last}, which is reached at {places}{more}");
            (look.warn("bounded"), text)
        }
        BmcAnswer::Open => {
            (look.warn("undecided"), format!("no failure was found up to bound {last}, but"))
        }
    }
}

/// Whether the last bound was reached, and its step says that no other one fails.
fn is_inductive(figures: &BmcFigures) -> bool {
    figures.steps.last().is_some_and(|step| step.induction.as_deref() == Some("proved"))
}

/// The bounds that were tried, and the properties where each was asked for.
pub(super) fn write_figures(
    out: &mut String,
    figures: &BmcFigures,
    sources: &Sources,
    look: &Look,
) {
    if figures.each {
        for property in &figures.properties {
            let status = match property.status.as_str() {
                "fails" => look.bad("fails    "),
                "holds" => look.good("holds    "),
                _ => look.warn("undecided"),
            };
            let message = if property.message.is_empty() { "" } else { ": " };
            let message = format!("{message}{}", property.message);
            let place = look.dim(&printable(sources.short(&property.place)));
            let _ = writeln!(out, "{status} {}{}  {place}", property.kind, printable(&message));
        }
        out.push('\n');
    }
    out.push_str("bound     checks      nodes    merged     split  seconds  reached\n");
    for step in &figures.steps {
        let BmcStep {
            unwind,
            checks,
            nodes,
            reached,
            merges,
            forks,
            unwinding,
            solving,
            induction,
        } = step;
        let reached = match reached {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not known",
        };
        let seconds = unwinding + solving;
        let _ = writeln!(
            out,
            "{unwind:>5} {checks:>10} {nodes:>10} {merges:>9} {forks:>9} {seconds:>8.2}  {reached}{}",
            induction.as_ref().map_or_else(String::new, |text| format!(", {}", printable(text)))
        );
    }
}

/// Why paths that met stayed apart.
pub(super) fn write_apart(out: &mut String, figures: &BmcFigures, look: &Look) {
    for (why, count) in &figures.apart {
        let times = plural(*count, "time");
        let _ = writeln!(out, "  {} {why} ({times})", look.dim("kept apart:"));
    }
}
