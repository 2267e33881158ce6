//! The tables of a run.

use super::{Answer, Mode, Outcome};
use crate::suite::table::Table;
use std::fmt::Display;

/// Most reasons for tests that are left out.
const MOST: usize = 20;

const ANSWERS: [(Answer, &str); 5] = [
    (Answer::Failed, "failed"),
    (Answer::Proved, "proved"),
    (Answer::Bounded, "bounded"),
    (Answer::Undecided, "undecided"),
    (Answer::Rejected, "rejected"),
];

fn word(answer: Answer) -> &'static str {
    ANSWERS.iter().find(|(known, _)| *known == answer).map_or("", |(_, word)| word)
}

fn title(mode: Mode) -> &'static str {
    match mode {
        Mode::Bmc => "`bmc`",
        Mode::Induction => "`bmc --k-induction`",
        Mode::Explore => "`explore --merge never`",
    }
}

fn expected(holds: bool) -> &'static str {
    if holds { "to hold" } else { "to fail" }
}

/// Whether an answer is against what is expected.
fn disagrees(holds: bool, answer: Answer) -> bool {
    match answer {
        Answer::Failed => holds,
        Answer::Proved | Answer::Bounded => !holds,
        Answer::Undecided | Answer::Rejected => false,
    }
}

/// The answers by what is expected, a row a mode, and each program that is seen otherwise.
pub fn report(suite: &str, outcomes: &[Outcome]) -> String {
    let mut table = Table::new(&[
        "suite",
        "mode",
        "expected",
        "failed",
        "proved, passed",
        "bounded",
        "undecided",
        "rejected",
        "CPU s",
    ]);
    for holds in [false, true] {
        for mode in [Mode::Bmc, Mode::Induction, Mode::Explore] {
            let of = outcomes.iter().filter(|outcome| outcome.holds == holds);
            let seen = of.flat_map(|outcome| &outcome.seen).filter(|(m, _)| *m == mode);
            let seen: Vec<_> = seen.map(|(_, seen)| seen).collect();
            if seen.is_empty() {
                continue;
            }
            let count = |answer| seen.iter().filter(|s| s.answer == answer).count();
            let [failed, proved, bounded, undecided, rejected] = ANSWERS.map(|(a, _)| count(a));
            let expected = format!("{}: {}", expected(holds), seen.len());
            let cpu = format!("{:.0}", seen.iter().map(|seen| seen.cpu).sum::<f64>());
            table.row(&[
                &suite,
                &title(mode),
                &expected,
                &failed,
                &proved,
                &bounded,
                &undecided,
                &rejected,
                &cpu,
            ]);
        }
    }
    let mut otherwise = Table::new(&["program", "expected", "mode", "said", "why"]);
    for Outcome { name, holds, seen } in outcomes {
        for (mode, seen) in seen.iter().filter(|(_, seen)| disagrees(*holds, seen.answer)) {
            otherwise.row(&[
                name,
                &expected(*holds),
                &title(*mode),
                &word(seen.answer),
                &seen.said,
            ]);
        }
    }
    format!("{table}{}", otherwise.titled("another answer than expected"))
}

/// Why tests were left out, and how many for each reason.
pub fn left_out(reasons: Vec<String>) -> String {
    let title = format!("{} tests are left out", reasons.len());
    Table::counts("why", reasons).first(MOST).titled(&title)
}

/// A row for each program: its name, what is expected, and of each mode the answer, the seconds and what was said.
pub fn cases(modes: &[Mode], outcomes: &[Outcome]) -> Table {
    let mut columns = vec!["program", "expected"];
    columns.extend(modes.iter().flat_map(|mode| [title(*mode), "CPU s", "why"]));
    let mut table = Table::new(&columns);
    for Outcome { name, holds, seen } in outcomes {
        let mut cells = vec![name.clone(), expected(*holds).to_owned()];
        cells.extend(seen.iter().flat_map(|(_, seen)| {
            [word(seen.answer).to_owned(), format!("{:.2}", seen.cpu), seen.said.clone()]
        }));
        let cells: Vec<&dyn Display> = cells.iter().map(|cell| cell as &dyn Display).collect();
        table.row(&cells);
    }
    table
}
