//! The tables of a run.

use super::Outcome;
use super::class::Answer;
use std::collections::BTreeMap;
use std::fmt::Write;

/// How many come to what, by folder, and what is missed.
pub fn report(outcomes: &[Outcome]) -> String {
    let mut text = String::new();
    let mut counts: BTreeMap<Answer, usize> = BTreeMap::new();
    for outcome in outcomes {
        *counts.entry(outcome.answer).or_default() += 1;
    }
    let _ = writeln!(text, "{} files", outcomes.len());
    for (answer, count) in counts {
        let _ = writeln!(text, "{count:5}  {}", answer.name());
    }
    let missed = outcomes.iter().filter(|o| o.answer == Answer::Missed);
    for Outcome { path, why, .. } in missed {
        let _ = writeln!(text, "missed: {path}: {why}");
    }
    let alarms = outcomes.iter().filter(|o| o.answer == Answer::Found && !o.has_error);
    for Outcome { path, why, .. } in alarms {
        let _ = writeln!(text, "found where no error is expected: {path}: {why}");
    }
    text
}

/// A line for each file, with cells between tabs.
pub fn tsv(outcomes: &[Outcome]) -> String {
    let mut text = String::from("# file\texpected\tseen\twhy (docs/suites.md)\n");
    for Outcome { path, has_error, answer, why } in outcomes {
        let expected = if *has_error { "error" } else { "none" };
        let why = why.replace(['\t', '\n'], " ");
        let _ = writeln!(text, "{path}\t{expected}\t{}\t{why}", answer.name());
    }
    text
}
