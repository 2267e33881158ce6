//! The tables of a run.

use super::{Outcome, Verdict};
use crate::suite::tsv::line;
use std::collections::BTreeMap;
use std::fmt::Write;

/// How many come to what, the causes of what is open, and what is wrong.
pub fn report(outcomes: &[Outcome]) -> String {
    let mut text = String::new();
    let right = outcomes.iter().filter(|o| o.said == o.expected).count();
    let cpu: f64 = outcomes.iter().map(|o| o.cpu).sum();
    let _ = writeln!(text, "{right} of {} files as expected, {cpu:.0} s of CPU", outcomes.len());
    let _ = writeln!(text, "\nexpected  said      files");
    let mut pairs: BTreeMap<(Verdict, Verdict), usize> = BTreeMap::new();
    for outcome in outcomes {
        *pairs.entry((outcome.expected, outcome.said)).or_default() += 1;
    }
    for ((expected, said), count) in pairs {
        let _ = writeln!(text, "{:8}  {:8}  {count}", expected.name(), said.name());
    }
    let mut causes: BTreeMap<String, usize> = BTreeMap::new();
    for outcome in outcomes.iter().filter(|o| o.said == Verdict::Open || is_refused(o)) {
        *causes.entry(short(&outcome.why)).or_default() += 1;
    }
    let mut causes: Vec<_> = causes.into_iter().collect();
    causes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    if !causes.is_empty() {
        let _ = writeln!(text, "\nwhy there is no verdict");
    }
    for (why, count) in causes {
        let _ = writeln!(text, "{count:5}  {why}");
    }
    let decided = |o: &&Outcome| o.said != o.expected && o.said != Verdict::Open && !is_refused(o);
    let wrong: Vec<_> = outcomes.iter().filter(decided).collect();
    if !wrong.is_empty() {
        let _ = writeln!(text, "\nanother verdict than expected");
    }
    for Outcome { path, expected, said, why, .. } in wrong {
        let _ = writeln!(text, "{path}: {} instead of {}; {why}", said.name(), expected.name());
    }
    text
}

/// Whether it was to compile, and does not.
fn is_refused(outcome: &Outcome) -> bool {
    outcome.said == Verdict::Rejected && outcome.expected != Verdict::Rejected
}

/// A line for each file, with cells between tabs.
pub fn tsv(outcomes: &[Outcome]) -> String {
    let mut text = String::from("file\texpected\tsaid\twhy\tseconds of CPU\n");
    for Outcome { path, expected, said, why, cpu } in outcomes {
        text += &line(&[path, expected.name(), said.name(), why, &format!("{cpu:.2}")]);
    }
    text
}

/// The cause without the names in it.
fn short(why: &str) -> String {
    let mut text = String::new();
    for (index, part) in why.split('`').enumerate() {
        text.push_str(if index % 2 == 0 { part } else { "`..`" });
    }
    text.chars().take(120).collect()
}
