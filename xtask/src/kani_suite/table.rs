//! The tables of a run.

use super::{Outcome, Verdict};
use crate::suite::table::Table;
use std::collections::BTreeMap;

/// How many come to what, the causes of what is open, and what is wrong.
pub fn report(outcomes: &[Outcome]) -> String {
    let right = outcomes.iter().filter(|o| o.said == o.expected).count();
    let cpu: f64 = outcomes.iter().map(|o| o.cpu).sum();
    let mut pairs: BTreeMap<(Verdict, Verdict), usize> = BTreeMap::new();
    for outcome in outcomes {
        *pairs.entry((outcome.expected, outcome.said)).or_default() += 1;
    }
    let mut table = Table::new(&["expected", "said", "files"]);
    for ((expected, said), count) in pairs {
        table.row(&[&expected.name(), &said.name(), &count]);
    }
    let open = outcomes.iter().filter(|o| o.said == Verdict::Open || is_refused(o));
    let causes = Table::counts("why", open.map(|outcome| short(&outcome.why)));
    let decided = |o: &&Outcome| o.said != o.expected && o.said != Verdict::Open && !is_refused(o);
    let mut wrong = Table::new(&["file", "expected", "said", "why"]);
    for Outcome { path, expected, said, why, .. } in outcomes.iter().filter(decided) {
        wrong.row(&[path, &expected.name(), &said.name(), why]);
    }
    format!(
        "{right} of {} files as expected, {cpu:.0} s of CPU\n\n{table}{}{}",
        outcomes.len(),
        causes.titled("why there is no verdict"),
        wrong.titled("another verdict than expected")
    )
}

/// Whether it was to compile, and does not.
fn is_refused(outcome: &Outcome) -> bool {
    outcome.said == Verdict::Rejected && outcome.expected != Verdict::Rejected
}

/// A row for each file.
pub fn cases(outcomes: &[Outcome]) -> Table {
    let mut table = Table::new(&["file", "expected", "said", "why", "CPU s"]);
    for Outcome { path, expected, said, why, cpu } in outcomes {
        table.row(&[path, &expected.name(), &said.name(), why, &format!("{cpu:.2}")]);
    }
    table
}

/// The cause without the names in it.
fn short(why: &str) -> String {
    let mut text = String::new();
    for (index, part) in why.split('`').enumerate() {
        text.push_str(if index % 2 == 0 { part } else { "`..`" });
    }
    text.chars().take(120).collect()
}
