//! The tables of a run.

use super::Outcome;
use super::class::Answer;
use crate::suite::tsv::line;
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

/// The answers that have a column of the table by classes.
const COLUMNS: [Answer; 6] = [
    Answer::Found,
    Answer::Named,
    Answer::Incomplete,
    Answer::Missed,
    Answer::Passed,
    Answer::Refused,
];

/// How many come to what, class by class: the first folder of a path is its class.
pub fn classes(outcomes: &[Outcome]) -> String {
    let mut counts: BTreeMap<&str, BTreeMap<Answer, usize>> = BTreeMap::new();
    for outcome in outcomes {
        let class = outcome.path.split_once('/').map_or("others", |(class, _)| class);
        *counts.entry(class).or_default().entry(outcome.answer).or_default() += 1;
    }
    let names = COLUMNS.map(Answer::name);
    let mut text = format!("| class | {} |\n|---{}|\n", names.join(" | "), "|---".repeat(6));
    for (class, counts) in counts {
        let count = |answer: &Answer| counts.get(answer).map(usize::to_string).unwrap_or_default();
        let cells: Vec<String> = COLUMNS.iter().map(count).collect();
        let _ = writeln!(text, "| {class} | {} |", cells.join(" | "));
    }
    text
}

/// A line for each file, with cells between tabs.
pub fn tsv(outcomes: &[Outcome]) -> String {
    let mut text = String::from("# file\texpected\tseen\twhy (docs/suites.md)\n");
    for Outcome { path, has_error, answer, why } in outcomes {
        let expected = if *has_error { "error" } else { "none" };
        text += &line(&[path, expected, answer.name(), why]);
    }
    text
}
