//! The report of a run for the person who waits for it, as text.

mod bmc;
mod concolic;
pub(crate) mod excerpt;
mod feasible;
mod finding;
mod fuzz;
mod leaves;
mod package;
mod prove;
mod style;
pub(crate) mod table;
mod verify;
mod wp;

use crate::test_file::{MORE, SINGLE_TESTS};
use crate::words::plural;
pub use package::{findings_of, package_report};
pub use prove::prove_report;
pub use style::Look;
pub use verify::verify_report;
pub use wp::wp_report;

use crate::sources::Sources;
use effigy_session::outcome::{Answer, Assumption, Finding, NAMED, RunOutcome, Verdict};
use std::fmt::Write;

/// What became of the run folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// The folder, as the user would type it; `None` when there is none.
    pub folder: Option<String>,
    /// Why it is missing or incomplete.
    pub problem: Option<String>,
}

/// A finding with all it has, as plain text.
pub(crate) fn finding_text(
    finding: &Finding,
    on_machine: bool,
    folder: &str,
    sources: &mut Sources,
) -> String {
    let mut out = String::new();
    let saved = Saved { folder: Some(folder.to_owned()), problem: None };
    finding::write_finding(&mut out, (finding, on_machine), &saved, sources, &Look::PLAIN);
    out
}

/// At most this many findings are shown with all they have; the others get a line each.
pub(crate) const FINDINGS_IN_FULL: usize = 10;

/// The whole report.
pub fn report(outcome: &RunOutcome, saved: &Saved, sources: &mut Sources, look: &Look) -> String {
    let mut out = String::new();
    for (index, finding) in outcome.findings.iter().enumerate() {
        if index < FINDINGS_IN_FULL {
            finding::write_finding(&mut out, (finding, outcome.on_machine), saved, sources, look);
        } else {
            finding::write_short(&mut out, finding, sources, look);
        }
    }
    if outcome.findings.len() > FINDINGS_IN_FULL {
        out.push('\n');
    }
    if let Some(answer) = &outcome.feasible {
        feasible::write_answer(&mut out, outcome, answer, sources, look);
    }
    if let Some(followed) = &outcome.concolic {
        concolic::write_condition(&mut out, followed, sources, look);
    }
    write_goals(&mut out, outcome, sources, look);
    leaves::write_leaves(&mut out, outcome, look);
    table::write_tables(&mut out, outcome, sources, look);
    write_verdict(&mut out, outcome, sources, look);
    if let Some(figures) = &outcome.fuzz {
        fuzz::write_figures(&mut out, figures, look);
    }
    if let Some(figures) = &outcome.bmc {
        bmc::write_apart(&mut out, figures, look);
    }
    write_unchecked(&mut out, outcome, look);
    write_saved(&mut out, outcome, saved, look);
    out
}

fn write_goals(out: &mut String, outcome: &RunOutcome, sources: &Sources, look: &Look) {
    if outcome.goals.is_empty() && outcome.targets.is_empty() {
        return;
    }
    for target in &outcome.targets {
        let reached = match target.test {
            Some(test) => look.good(&format!("reached by test {test}")),
            None if target.reached => look.good("reached"),
            None if outcome.exhaustive() => look.warn("not reached by any path"),
            None => look.warn("not reached"),
        };
        let _ = writeln!(out, "target {} {reached}", crate::inputs::printable(&target.name));
    }
    for goal in &outcome.goals {
        let reached = match goal.test {
            Some(test) => look.good(&format!("covered by test {test}")),
            None if goal.reached => look.good("covered"),
            None => look.warn("not covered"),
        };
        let name = crate::inputs::printable(&goal.name);
        let place = look.dim(&sources.short_place(&goal.place));
        let _ = writeln!(out, "goal `{name}` {reached}  {place}");
    }
    out.push('\n');
}

fn write_verdict(out: &mut String, outcome: &RunOutcome, sources: &Sources, look: &Look) {
    let word = outcome.feasible.as_ref().map(|feasible| feasible.answer.name());
    let follows = outcome.concolic.is_some() && outcome.verdict() == Verdict::Incomplete;
    let word = word.or(follows.then_some("followed")).unwrap_or(outcome.verdict().name());
    let word = match outcome.verdict() {
        Verdict::Failed => look.bad(word),
        Verdict::Passed | Verdict::Proved => look.good(word),
        Verdict::Incomplete | Verdict::Bounded | Verdict::Disagreed => look.warn(word),
    };
    let (word, sentence) = match &outcome.bmc {
        Some(figures) if outcome.verdict() != Verdict::Disagreed => {
            bmc::answer(outcome, figures, sources, look)
        }
        _ => (word, sentence(outcome)),
    };
    let assumes = assumptions(outcome);
    let under = under(assumes);
    let _ = writeln!(out, "{word}{under}: {sentence}");
    write_assumptions(out, assumes, sources, look);
    let follows = outcome.feasible.is_some() || outcome.concolic.is_some();
    let not_done = if follows { "not followed:" } else { "not explored:" };
    for reason in outcome.reasons() {
        let count =
            if reason.count > 1 { format!(" ({} times)", reason.count) } else { String::new() };
        let place = if reason.place.is_empty() {
            String::new()
        } else {
            format!("  at {}", crate::inputs::printable(sources.short(&reason.place)))
        };
        let text = crate::inputs::printable(&reason.reason);
        let _ = writeln!(out, "  {} {text}{count}{}", look.warn(not_done), look.dim(&place));
    }
}

/// What the answer takes for granted; a failure rests on its run alone.
fn assumptions(outcome: &RunOutcome) -> &[Assumption] {
    let answer = match &outcome.feasible {
        Some(feasible) => feasible.answer == Answer::Infeasible,
        None => matches!(outcome.verdict(), Verdict::Passed | Verdict::Proved | Verdict::Bounded),
    };
    if answer { &outcome.assumes } else { &[] }
}

/// What follows the word of a verdict that rests on assumptions.
pub(crate) fn under(assumes: &[Assumption]) -> &'static str {
    if assumes.is_empty() { "" } else { ", assuming the following" }
}

/// The first assumptions, a line each, and how many others there are.
pub(crate) fn write_assumptions(
    out: &mut String,
    assumes: &[Assumption],
    sources: &Sources,
    look: &Look,
) {
    for assumption in assumes.iter().take(NAMED) {
        let place = assumption.place.as_deref().map(|place| sources.short(place));
        let at = place
            .map_or_else(String::new, |place| format!("  at {}", crate::inputs::printable(place)));
        let what = crate::inputs::printable(&assumption.to_string());
        let _ = writeln!(out, "  {} {what}{}", look.warn("assuming:"), look.dim(&at));
    }
    let more = assumes.len().saturating_sub(NAMED);
    if more > 0 {
        let _ = writeln!(out, "  {} {more} more, `assumes` of the summary", look.warn("assuming:"));
    }
}

/// What an answer without a finding does not speak of.
fn write_unchecked(out: &mut String, outcome: &RunOutcome, look: &Look) {
    for bound in &outcome.bounds {
        let _ = writeln!(
            out,
            "  {} {}",
            look.warn("bounded:"),
            crate::inputs::printable(&bound.to_string())
        );
    }
    for remark in &outcome.remarks {
        let _ = writeln!(out, "  {} {remark}", look.warn("note:"));
    }
    let fine = matches!(outcome.verdict(), Verdict::Passed | Verdict::Proved | Verdict::Bounded);
    if fine && outcome.feasible.is_none() && !outcome.not_checked.is_empty() {
        let list = outcome.not_checked.join(", ");
        let _ = writeln!(out, "  {} {list}", look.dim("not checked:"));
    }
}

/// The answer in a sentence that claims no more than the run showed.
fn sentence(outcome: &RunOutcome) -> String {
    if let Some(figures) = &outcome.fuzz {
        return fuzz::sentence(outcome, figures);
    }
    if let Some(answer) = &outcome.feasible {
        return feasible::sentence(outcome, answer);
    }
    if let Some(followed) = &outcome.concolic {
        return concolic::sentence(outcome, followed);
    }
    let paths = plural(outcome.paths.total(), "path");
    if outcome.verdict() == Verdict::Disagreed {
        let count = plural(outcome.findings.len() as u64, "finding");
        return format!("{count} on {paths}, but the native program ends well on the inputs");
    }
    let covered = if outcome.exhaustive() {
        "every path was run to its end"
    } else if outcome.is_exhaustive_but_for_threads() {
        "every path was run to its end, in one order of its threads only"
    } else {
        "not every path was run"
    };
    match outcome.verdict() {
        Verdict::Failed => {
            let count = plural(outcome.findings.len() as u64, "finding");
            let confirmed =
                outcome.findings.iter().filter(|f| f.replay.name() == "confirmed").count();
            format!("{count} ({confirmed} confirmed) on {paths}; {covered}")
        }
        Verdict::Passed | Verdict::Proved | Verdict::Bounded => {
            format!("nothing fails on {paths}; {covered}")
        }
        Verdict::Incomplete if outcome.vacuous() => format!("no path reached an end ({paths})"),
        Verdict::Incomplete if outcome.is_exhaustive_but_for_threads() => {
            format!("nothing fails on {paths}; {covered}")
        }
        Verdict::Incomplete | Verdict::Disagreed => {
            format!("nothing fails on {paths}, but {covered}")
        }
    }
}

fn write_saved(out: &mut String, outcome: &RunOutcome, saved: &Saved, look: &Look) {
    if let (Some(folder), None) = (&saved.folder, &saved.problem) {
        let tests = plural(outcome.tests.len() as u64, "test");
        let replayed = replayed(outcome);
        let what = match (outcome.has_tree(), outcome.tests.len()) {
            (true, _) => "and the execution tree are in",
            (false, 1) => "is in",
            (false, _) => "are in",
        };
        let _ = writeln!(out, "{tests} {what} {}{replayed}", look.strong(folder));
        let singles = outcome.tests.iter().filter(|t| t.case.number <= SINGLE_TESTS).count();
        if singles < outcome.tests.len() {
            let _ = writeln!(
                out,
                "tests beyond {SINGLE_TESTS} are lines of {folder}/{MORE}; `effigy unpack {folder}` makes files of them"
            );
        }
    }
    if let Some(problem) = &saved.problem {
        let _ = writeln!(out, "{}: {problem}", look.bad("the run folder is incomplete"));
    }
}

/// How the native program did on the tests; nothing when none was run.
fn replayed(outcome: &RunOutcome) -> String {
    let count = |name| outcome.tests.iter().filter(|t| t.replay.name() == name).count();
    let (confirmed, disagreed) = (count("confirmed"), count("disagreed"));
    let (end, run_again) = match outcome.on_machine {
        true => ("end on their values", "were run again on their values"),
        false => ("end natively", "were run natively"),
    };
    match (confirmed + disagreed, disagreed) {
        (0, _) => String::new(),
        (run, 0) if run == outcome.tests.len() => {
            format!("; all {end} as predicted{}", no_compiler(outcome))
        }
        (run, 0) => {
            format!("; the {run} that {run_again} end as predicted{}", no_compiler(outcome))
        }
        (run, _) => format!("; {disagreed} of {run} {end} in another way than predicted"),
    }
}

/// Says that it was no native program that confirmed the tests.
fn no_compiler(outcome: &RunOutcome) -> &'static str {
    if outcome.on_machine { " (by Effigy's machine: there is no native program)" } else { "" }
}
