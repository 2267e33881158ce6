//! The harnesses of a package: a test case each, also of those that were not run or cannot be.

use super::{Case, Result, class, missing, said, told_at, under};
use crate::outputs::runs::{NOTHING, not_run};
use crate::outputs::{Run, Runs};
use crate::sources::Sources;
use crate::terminal::{FINDINGS_IN_FULL, finding_text};
use crate::words::plural;
use effigy_session::package::{HarnessResult, PackageSummary, Triage};
use std::path::Path;

/// The test cases of a package. There is always one: a suite without any would look like one that passes.
pub(super) fn cases(runs: &Runs<'_>, summary: &PackageSummary, sources: &mut Sources) -> Vec<Case> {
    let mut cases = Vec::new();
    for run in &runs.runs {
        if let Some(result) = run.harness {
            cases.push(case(result, *run, runs, sources));
        }
    }
    let undecided = |name: &str, file, why: String| Case {
        class: class(runs),
        name: name.to_owned(),
        file,
        seconds: 0.0,
        result: Result::Undecided(missing(runs), why),
    };
    for harness in &summary.not_run {
        let at = place(&harness.file, harness.line, sources);
        cases.push(undecided(&harness.name, at, not_run(summary)));
    }
    for left in &summary.left_out {
        let at = place(&left.file, left.line, sources);
        cases.push(undecided(&left.name, at, format!("left out: {}", left.why)));
    }
    if cases.is_empty() {
        cases.push(undecided(NOTHING, None, NOTHING.to_owned()));
    }
    cases
}

/// How many harnesses came to what.
pub(super) fn properties(summary: &PackageSummary) -> Vec<(String, String)> {
    let words = Triage::ALL.map(|triage| (triage.name(), summary.count(triage)));
    let others = [("not run", summary.not_run.len()), ("left out", summary.left_out.len())];
    let all = words.into_iter().chain(others);
    all.map(|(word, count)| (format!("harnesses.{}", word.replace(' ', "-")), count.to_string()))
        .collect()
}

/// The test case of a harness that was run.
fn case(result: &HarnessResult, run: Run<'_>, runs: &Runs<'_>, sources: &mut Sources) -> Case {
    let HarnessResult { harness, triage, why, .. } = result;
    let file = place(&harness.file, harness.line, sources);
    let result = match triage {
        Triage::Failed => failure(why, run, sources),
        Triage::Held | Triage::Bounded if runs.demand.is_met(&run.outcome.assumes) => {
            let under = under(run.outcome);
            Result::Passed(if under.is_empty() { why.clone() } else { under })
        }
        Triage::Held | Triage::Bounded => Result::Undecided(missing(runs), under(run.outcome)),
        Triage::Disagreed | Triage::TimedOut | Triage::Unsupported | Triage::Undecided => {
            let more = said(&run.outcome.reasons());
            Result::Undecided(missing(runs), format!("{}: {more}", triage.name()))
        }
    };
    let (class, name) = (class(runs), harness.name.clone());
    Case { class, name, file, seconds: run.outcome.timings.total.as_secs_f64(), result }
}

/// What fails: the first finding in a line, and all with their inputs.
fn failure(why: &str, run: Run<'_>, sources: &mut Sources) -> Result {
    let Some(first) = run.findings().next() else {
        return Result::Failed(why.to_owned(), "no-panic".to_owned(), String::new());
    };
    let mut more = String::new();
    for finding in run.findings().take(FINDINGS_IN_FULL) {
        more += &finding_text(finding, run.outcome.on_machine, run.folder, sources);
    }
    let count = run.findings().count();
    if count > FINDINGS_IN_FULL {
        let others = plural((count - FINDINGS_IN_FULL) as u64, "further finding");
        more += &format!("\n{others} in {}\n", run.folder);
    }
    let others = match count {
        1 => String::new(),
        count => format!(", and {} more", count - 1),
    };
    let message = format!("{}{others}", told_at(first, sources));
    Result::Failed(message, first.kind.name().to_owned(), more)
}

/// Where something is defined, for other programs.
fn place(file: &Path, line: usize, sources: &Sources) -> Option<(String, u32)> {
    let line = u32::try_from(line).unwrap_or(0);
    Some((sources.located(&file.to_string_lossy()), line))
}
