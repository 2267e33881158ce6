//! The runs of a package's functions: a line each.

use super::finding::write_finding;
use super::{FINDINGS_IN_FULL, Look, Saved, plural};
use crate::inputs::printable;
use crate::sources::Sources;
use effigy_session::compile::harness::Harness;
use effigy_session::outcome::RunOutcome;
use effigy_session::package::{PackageSummary, Triage, is_failure};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// The order of the table: what needs a person comes last, where it is seen.
const ORDER: [Triage; 7] = [
    Triage::Held,
    Triage::Bounded,
    Triage::Unsupported,
    Triage::Undecided,
    Triage::TimedOut,
    Triage::Disagreed,
    Triage::Failed,
];

/// The failures of one run, below what it began at.
pub fn findings_of(
    harness: &Harness,
    outcome: &RunOutcome,
    saved: &Saved,
    sources: &mut Sources,
    look: &Look,
) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{} {}\n", look.dim("from"), look.strong(&printable(&harness.name)));
    let failures = outcome.findings.iter().filter(|finding| is_failure(harness, finding));
    for finding in failures.take(FINDINGS_IN_FULL) {
        write_finding(&mut out, (finding, outcome.on_machine), saved, sources, look);
    }
    if let Some(problem) = &saved.problem {
        let _ = writeln!(out, "{}: {problem}", look.bad("the run folder is incomplete"));
    }
    out
}

/// The table of all runs, and the answer.
pub fn package_report(
    summary: &PackageSummary,
    saved: &Saved,
    sources: &Sources,
    look: &Look,
) -> String {
    let place = |file: &Path, line: usize| {
        let file = file.to_string_lossy();
        format!("{}:{line}", printable(sources.short(&file)))
    };
    let mut rows: Vec<(String, String, String, String)> = Vec::new();
    for left in &summary.left_out {
        let place = if left.line == 0 { String::new() } else { place(&left.file, left.line) };
        rows.push(("left out".to_owned(), left.name.clone(), place, left.why.clone()));
    }
    for triage in ORDER {
        for result in summary.harnesses.iter().filter(|result| result.triage == triage) {
            let (harness, why) = (&result.harness, result.why.clone());
            let place = place(&harness.file, harness.line);
            rows.push((triage.name().to_owned(), harness.name.clone(), place, why));
        }
    }
    for harness in &summary.not_run {
        let place = place(&harness.file, harness.line);
        let why = summary.not_run_because.clone();
        rows.push(("not run".to_owned(), harness.name.clone(), place, why));
    }
    let mut out = String::new();
    let width = |of: fn(&(String, String, String, String)) -> &String| {
        rows.iter().map(|row| of(row).chars().count()).max().unwrap_or(0)
    };
    let (first, second, third) = (width(|r| &r.0), width(|r| &r.1), width(|r| &r.2));
    for (word, name, place, why) in &rows {
        let padded = format!("{word:first$}");
        let padded = match word.as_str() {
            "failed" => look.bad(&padded),
            "held" => look.good(&padded),
            "bounded" => padded,
            _ => look.warn(&padded),
        };
        let line =
            format!("{padded}  {:second$}  {place:third$}  {}", printable(name), printable(why));
        let _ = writeln!(out, "{}", line.trim_end());
    }
    if !rows.is_empty() {
        out.push('\n');
    }
    write_answer(&mut out, summary, saved, look);
    out
}

/// What the runs say besides their answers, each once: what these depend on, and what was not looked for.
fn write_caveats(out: &mut String, summary: &PackageSummary, look: &Look) {
    let fine = [Triage::Held, Triage::Bounded];
    let reports = summary.harnesses.iter().filter(|result| fine.contains(&result.triage));
    let reports: Vec<_> = reports.map(|result| &result.report).collect();
    let remarks: BTreeSet<&String> = reports.iter().flat_map(|report| &report.remarks).collect();
    for remark in remarks {
        let _ = writeln!(out, "  {} {}", look.warn("note:"), printable(remark));
    }
    let mut not_checked: Vec<&str> = Vec::new();
    for what in reports.iter().flat_map(|report| &report.not_checked) {
        if !not_checked.contains(&what.as_str()) {
            not_checked.push(what);
        }
    }
    if !not_checked.is_empty() {
        let _ = writeln!(out, "  {} {}", look.dim("not checked:"), not_checked.join(", "));
    }
}

fn write_answer(out: &mut String, summary: &PackageSummary, saved: &Saved, look: &Look) {
    let mut counts: Vec<String> = ORDER
        .iter()
        .rev()
        .map(|triage| (summary.count(*triage), triage.name()))
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    if summary.assuming() > 0 {
        counts.push(format!("{} of those that hold under an assumption", summary.assuming()));
    }
    if !summary.not_run.is_empty() {
        counts.push(format!("{} not run", summary.not_run.len()));
    }
    if !summary.left_out.is_empty() {
        counts.push(format!("{} left out", summary.left_out.len()));
    }
    let verdict = summary.answer();
    let word = match verdict {
        effigy_session::outcome::Verdict::Failed => look.bad(verdict.name()),
        effigy_session::outcome::Verdict::Passed => look.good(verdict.name()),
        _ => look.warn(verdict.name()),
    };
    let counts = match counts.is_empty() {
        true => "there is nothing of the kind to begin at".to_owned(),
        false => counts.join(", "),
    };
    let rests = summary.assuming() > 0 && verdict != effigy_session::outcome::Verdict::Failed;
    let under = if rests { ", assuming what the lines say" } else { "" };
    let _ = writeln!(out, "{word}{under}: {counts}");
    write_caveats(out, summary, look);
    for name in &summary.elsewhere {
        let _ = writeln!(
            out,
            "tests/{name}.rs is a target of its own: --test {name} begins at its tests"
        );
    }
    if let (Some(folder), None) = (&saved.folder, &saved.problem) {
        let runs = plural(summary.harnesses.len() as u64, "run");
        let _ = writeln!(out, "the tests of {runs} are in {}, a folder each", look.strong(folder));
    }
    if let Some(problem) = &saved.problem {
        let _ = writeln!(out, "{}: {problem}", look.bad("the run folder is incomplete"));
    }
}
