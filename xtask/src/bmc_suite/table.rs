//! The tables of a run.

use super::{Answer, Mode, Outcome};
use std::collections::BTreeMap;
use std::fmt::Write as _;

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
    let mut report = String::from(
        "| suite | mode | expected | failed | proved, passed | bounded | undecided | rejected | CPU s |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for holds in [false, true] {
        for mode in [Mode::Bmc, Mode::Induction, Mode::Explore] {
            let of = outcomes.iter().filter(|outcome| outcome.holds == holds);
            let seen = of.flat_map(|outcome| &outcome.seen).filter(|(m, _)| *m == mode);
            let seen: Vec<_> = seen.map(|(_, seen)| seen).collect();
            if seen.is_empty() {
                continue;
            }
            let counts = ANSWERS
                .map(|(answer, _)| seen.iter().filter(|s| s.answer == answer).count().to_string());
            let cpu: f64 = seen.iter().map(|seen| seen.cpu).sum();
            let row = (title(mode), expected(holds), seen.len(), counts.join(" | "));
            let (mode, expected, all, counts) = row;
            let _ =
                writeln!(report, "| {suite} | {mode} | {expected}: {all} | {counts} | {cpu:.0} |");
        }
    }
    for Outcome { name, holds, seen } in outcomes {
        for (mode, seen) in seen.iter().filter(|(_, seen)| disagrees(*holds, seen.answer)) {
            let (mode, expected) = (title(*mode), expected(*holds));
            let _ =
                writeln!(report, "{name}: {expected}, {mode} {}  {}", word(seen.answer), seen.said);
        }
    }
    report
}

/// Why tests were left out, and how many for each reason.
pub fn left_out(reasons: Vec<String>) -> String {
    let all = reasons.len();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for reason in reasons {
        *counts.entry(reason).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let counts: Vec<String> =
        counts.iter().take(20).map(|(why, count)| format!("{count} {why}")).collect();
    format!("{all} tests are left out: {}", counts.join(", "))
}

/// A line a program: its name, what is expected, and of each mode the answer, the seconds and what was said.
pub fn tsv(outcomes: &[Outcome]) -> String {
    let mut text = String::new();
    for Outcome { name, holds, seen } in outcomes {
        let _ = write!(text, "{name}\t{}", expected(*holds));
        for (_, seen) in seen {
            let said = seen.said.replace(['\t', '\n'], " ");
            let _ = write!(text, "\t{}\t{:.2}\t{said}", word(seen.answer), seen.cpu);
        }
        text.push('\n');
    }
    text
}
