//! The report of a proof with permissions, as text.

use crate::inputs::printable;
use crate::sources::Sources;
use crate::terminal::Look;
use crate::terminal::excerpt::{Mark, marked};
use crate::terminal::table::seconds;
use crate::words::plural;
use annotate_snippets::Level;
use effigy_session::outcome::Verdict;
use effigy_session::prove::{
    FailureOutcome, MemberOutcome, Portion, ProofStatus, ProveOutcome, StateOutcome, TextError,
};
use effigy_session::verify::Value;
use std::fmt::Write;

/// Steps of a path, chunks or values that are shown.
const MOST: usize = 40;
/// Longest piece of text in a sentence, in characters.
const WIDEST: usize = 60;
/// At most this many failures are shown with all they have; the others get a line each.
const IN_FULL: usize = 20;

/// The whole report: what is wrong with the texts, each failure with its place and its reason, a line for each member
/// that is not proved, the verdict.
pub fn prove_report(outcome: &ProveOutcome, sources: &mut Sources, look: &Look) -> String {
    let mut out = String::new();
    for error in &outcome.errors {
        write_text_error(&mut out, Level::ERROR, error, sources, look);
    }
    for warning in &outcome.warnings {
        write_text_error(&mut out, Level::WARNING, warning, sources, look);
    }
    for (number, (_, failure)) in outcome.failures().enumerate() {
        if number < IN_FULL {
            write_failure(&mut out, failure, sources, look);
        } else {
            write_short(&mut out, failure, sources, look);
        }
    }
    if outcome.failures().nth(IN_FULL).is_some() {
        out.push('\n');
    }
    for member in outcome.members.iter().filter(|m| m.status != ProofStatus::Proved) {
        write_member(&mut out, member, sources, look);
    }
    write_verdict(&mut out, outcome, sources, look);
    out
}

fn write_text_error(
    out: &mut String,
    level: Level<'static>,
    error: &TextError,
    sources: &mut Sources,
    look: &Look,
) {
    let title = level.primary_title(&*error.message).id(&*error.id);
    out.push_str(&marked(title, &[Mark::new(&error.place, "", true)], sources, look));
    out.push_str("\n\n");
}

fn write_failure(out: &mut String, failure: &FailureOutcome, sources: &mut Sources, look: &Look) {
    let unknown = failure.status == ProofStatus::Unknown;
    let level = if unknown { Level::WARNING } else { Level::ERROR };
    let message = printable(&failure.message);
    let title = level.primary_title(message).id(&*failure.id);
    let about = if unknown { "not decided" } else { "might not hold" };
    let marks = if failure.conjunct == failure.place || failure.conjunct.place.is_unknown() {
        vec![Mark::new(&failure.place, about, true)]
    } else if is_inside(&failure.conjunct, &failure.place) {
        vec![Mark::new(&failure.conjunct, about, true)]
    } else {
        vec![Mark::new(&failure.place, "", true), Mark::new(&failure.conjunct, about, false)]
    };
    out.push_str(&marked(title, &marks, sources, look));
    out.push('\n');
    if !failure.reason.is_empty() {
        let _ = writeln!(out, "  {} {}", look.warn("unknown:"), printable(&failure.reason));
    }
    rows(out, "held", &failure.chunks, look);
    let step = |portion: &Portion, taken: &str| {
        let line = portion.place.line;
        format!("line {line:<5} {}  {}", shorten(&portion.text), look.dim(&printable(taken)))
    };
    let path: Vec<String> =
        failure.path.iter().map(|taken| step(&taken.place, &taken.taken)).collect();
    lines(out, "path", &path, look);
    let shown = |values: &[Value]| -> Vec<String> {
        values.iter().map(|v| format!("{} = {}", v.name, v.text)).collect()
    };
    if failure.is_run {
        let _ = writeln!(out, "  {} a run on small values fails here", look.bad("confirmed:"));
    }
    rows(out, "with", &shown(&failure.counterexample), look);
    rows(out, "maybe", &shown(&failure.candidate), look);
    for state in &failure.states {
        write_state(out, state, look);
    }
    out.push('\n');
}

/// Whether a portion is on the first line of another one, between its ends.
fn is_inside(inner: &Portion, outer: &Portion) -> bool {
    let same_line = inner.place.file == outer.place.file && inner.place.line == outer.place.line;
    let end = |portion: &Portion| (portion.end_line, portion.end_column);
    same_line && inner.place.column >= outer.place.column && end(inner) <= end(outer)
}

fn write_state(out: &mut String, state: &StateOutcome, look: &Look) {
    let head = look.strong(&format!("state before line {}", state.place.place.line));
    let _ = writeln!(out, "  {head}  {}", look.dim(&shorten(&state.place.text)));
    let store = state.store.iter().map(|(name, value)| format!("{name} = {value}"));
    let mut parts = vec![
        ("store", store.collect::<Vec<_>>()),
        ("heap", state.heap.clone()),
        ("old", state.old_heap.clone()),
    ];
    parts.extend(state.labelled.iter().map(|(label, heap)| (label.as_str(), heap.clone())));
    parts.push(("known", state.condition.clone()));
    for (label, list) in parts {
        for (number, text) in list.iter().enumerate() {
            let label = if number == 0 { label } else { "" };
            let _ = writeln!(out, "    {} {}", look.dim(&format!("{label:5}")), printable(text));
        }
    }
}

/// Text of the program or the prover, one piece a line.
fn rows(out: &mut String, label: &str, texts: &[String], look: &Look) {
    let texts: Vec<String> = texts.iter().map(|text| printable(text)).collect();
    lines(out, label, &texts, look);
}

fn lines(out: &mut String, label: &str, texts: &[String], look: &Look) {
    for (number, text) in texts.iter().take(MOST).enumerate() {
        let label = if number == 0 { label } else { "" };
        let _ = writeln!(out, "  {} {text}", look.strong(&format!("{label:5}")));
    }
    if texts.len() > MOST {
        let _ = writeln!(out, "        ... and {} more", texts.len() - MOST);
    }
}

fn write_short(out: &mut String, failure: &FailureOutcome, sources: &Sources, look: &Look) {
    let id = match failure.status {
        ProofStatus::Unknown => look.warn(&failure.id),
        _ => look.bad(&failure.id),
    };
    let place = look.dim(&sources.short_place(&failure.place.place));
    let _ = writeln!(out, "{id}: {}  {place}", printable(&failure.message));
}

fn write_member(out: &mut String, member: &MemberOutcome, sources: &Sources, look: &Look) {
    let word = match member.status {
        ProofStatus::Proved => look.good("proved"),
        ProofStatus::Unknown => look.warn("unknown"),
        ProofStatus::Refuted => look.bad("refuted"),
    };
    let count = |status| member.failures.iter().filter(|f| f.status == status).count() as u64;
    let (failed, open) = (count(ProofStatus::Refuted), count(ProofStatus::Unknown));
    let mut why = Vec::new();
    if failed > 0 {
        why.push(plural(failed, "failure"));
    }
    if open > 0 {
        why.push(format!("{open} not decided"));
    }
    if !member.reason.is_empty() {
        why.push(printable(&member.reason));
    }
    let place = look.dim(&sources.short_place(&member.place.place));
    let name = look.strong(&printable(&member.name));
    let _ = writeln!(out, "{} {name}: {word}, {}  {place}", member.kind_name(), why.join(", "));
}

fn write_verdict(out: &mut String, outcome: &ProveOutcome, sources: &Sources, look: &Look) {
    let [proved, unknown, refuted] = outcome.counts();
    let members = plural(outcome.members.len() as u64, "member");
    let obligations = plural(outcome.obligations, "obligation");
    let queries = plural(outcome.queries, "query").replace("querys", "queries");
    let cost = format!("{obligations}, {queries} to the solver ({})", seconds(outcome.time));
    let cached = outcome.members.iter().filter(|m| m.cached).count();
    let cached = match cached {
        0 => String::new(),
        some => format!(", {some} of them in an earlier run"),
    };
    let _ = match outcome.verdict() {
        Verdict::Passed if outcome.members.is_empty() => {
            writeln!(out, "{}: there is nothing to prove", look.good("passed"))
        }
        Verdict::Passed => {
            let (word, under) = (look.good("passed"), crate::terminal::under(&outcome.assumes));
            writeln!(out, "{word}{under}: all of {members} proved{cached}; {cost}")
        }
        verdict => {
            let word = match verdict {
                Verdict::Failed => look.bad("failed"),
                _ => look.warn("incomplete"),
            };
            writeln!(
                out,
                "{word}: of {members} {proved} proved{cached}, {refuted} refuted, {unknown} unknown; {cost}"
            )
        }
    };
    if outcome.verdict() == Verdict::Passed {
        crate::terminal::write_assumptions(out, &outcome.assumes, sources, look);
    }
    if !outcome.errors.is_empty() {
        let errors = plural(outcome.errors.len() as u64, "error");
        let text = format!("{errors} in the text; what it says was not proved");
        let _ = writeln!(out, "  {} {text}", look.bad("refused:"));
    }
    for reason in outcome.incomplete_because() {
        let place = match reason.place.is_empty() {
            true => String::new(),
            false => format!("  at {}", printable(sources.short(&reason.place))),
        };
        let times =
            if reason.count > 1 { format!(" ({} times)", reason.count) } else { String::new() };
        let text = printable(&reason.reason);
        let _ = writeln!(out, "  {} {text}{times}{}", look.warn("not proved:"), look.dim(&place));
    }
    for remark in &outcome.remarks {
        let _ = writeln!(out, "  {} {remark}", look.warn("note:"));
    }
}

/// A text on one line, its end left out when it is long.
fn shorten(text: &str) -> String {
    let text = printable(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    if text.chars().count() <= WIDEST {
        return text;
    }
    let head: String = text.chars().take(WIDEST - 3).collect();
    format!("{head}...")
}

#[cfg(test)]
mod tests;
