//! The tables of a run.

use super::Outcome;
use super::class::Answer;
use crate::suite::table::Table;
use std::collections::BTreeMap;
use std::fmt::Display;

/// The answers that have a column of the table by classes.
const COLUMNS: [Answer; 6] = [
    Answer::Found,
    Answer::Named,
    Answer::Incomplete,
    Answer::Missed,
    Answer::Passed,
    Answer::Refused,
];

/// How many come to what, class by class and together, and what is missed.
pub fn report(outcomes: &[Outcome]) -> String {
    let is_alarm = |o: &Outcome| o.answer == Answer::Found && !o.has_error;
    let mut missed = Table::new(&["file", "why"]);
    let mut alarms = Table::new(&["file", "why"]);
    for outcome in outcomes {
        match outcome.answer {
            Answer::Missed => missed.row(&[&outcome.path, &outcome.why]),
            _ if is_alarm(outcome) => alarms.row(&[&outcome.path, &outcome.why]),
            _ => {}
        }
    }
    let alarms = alarms.titled("found where no error is expected");
    format!("{}{}{alarms}", classes(outcomes), missed.titled("missed"))
}

/// How many come to what; the first folder of a path is its class.
fn classes(outcomes: &[Outcome]) -> Table {
    let mut classes: BTreeMap<&str, Vec<Answer>> = BTreeMap::new();
    for outcome in outcomes {
        let class = outcome.path.split_once('/').map_or("others", |(class, _)| class);
        classes.entry(class).or_default().push(outcome.answer);
    }
    let mut columns = vec!["class"];
    columns.extend(COLUMNS.map(Answer::name));
    let mut table = Table::new(&columns);
    let mut row = |class: &str, answers: &[Answer]| {
        let count = |answer: Answer| answers.iter().filter(|one| **one == answer).count();
        let counts = COLUMNS.map(|answer| match count(answer) {
            0 => String::new(),
            count => count.to_string(),
        });
        let mut cells: Vec<&dyn Display> = vec![&class];
        cells.extend(counts.iter().map(|count| count as &dyn Display));
        table.row(&cells);
    };
    classes.iter().for_each(|(class, answers)| row(class, answers));
    row("all", &outcomes.iter().map(|outcome| outcome.answer).collect::<Vec<_>>());
    table
}

/// A row for each file.
pub fn cases(outcomes: &[Outcome]) -> Table {
    let mut table = Table::new(&["file", "expected", "seen", "why (docs/suites.md)"]);
    for Outcome { path, has_error, answer, why } in outcomes {
        let expected = if *has_error { "error" } else { "none" };
        table.row(&[path, &expected, &answer.name(), why]);
    }
    table
}
