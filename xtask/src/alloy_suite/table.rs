//! What came out, as text.

use super::{Outcome, Outcomes, Verdict};
use crate::suite::tsv::line;
use std::collections::BTreeMap;
use std::fmt::Write;

fn word(verdict: Verdict, check: bool) -> &'static str {
    match (verdict, check) {
        (Verdict::Instance, false) => "instance",
        (Verdict::Instance, true) => "counterexample",
        (Verdict::None, false) => "none",
        (Verdict::None, true) => "holds",
        (Verdict::Undecided, _) => "undecided",
    }
}

/// How the command compares with what is right.
fn compared(outcome: &Outcome) -> &'static str {
    match outcome.right() {
        None => "",
        Some(_) if outcome.said == Verdict::Undecided => "open",
        Some(right) if right == outcome.said => "right",
        Some(_) => "WRONG",
    }
}

/// A line for each command, what is refused by name, and the sums.
pub fn report(outcomes: &Outcomes) -> String {
    let mut out = String::new();
    for outcome in &outcomes.commands {
        let kind = if outcome.check { "check" } else { "run" };
        let expect = match outcome.expect {
            None => "-",
            Some(true) => "1",
            Some(false) => "0",
        };
        let reference = outcome.reference.map_or("-", |verdict| word(verdict, outcome.check));
        let _ = writeln!(
            out,
            "{:<6} {:>7.2} s  {:<14} expect {expect}  Alloy {reference:<14} {} #{} {kind} {}{}",
            compared(outcome),
            outcome.seconds,
            word(outcome.said, outcome.check),
            outcome.file,
            outcome.number,
            outcome.name,
            if outcome.reason.is_empty() {
                String::new()
            } else {
                format!("  ({})", outcome.reason)
            }
        );
    }
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for refused in &outcomes.refused {
        reasons.entry(&refused.why).or_default().push(&refused.file);
    }
    for (why, files) in &reasons {
        let _ = writeln!(out, "refused: {why}: {}", files.join(", "));
    }
    let count = |what: &str| outcomes.commands.iter().filter(|o| compared(o) == what).count();
    let (right, wrong, open) = (count("right"), count("WRONG"), count("open"));
    let known = right + wrong + open;
    let share = if known == 0 { 0.0 } else { 100.0 * right as f64 / known as f64 };
    let _ = writeln!(
        out,
        "{} commands, {known} with a known verdict: {right} right ({share:.1} %), {wrong} wrong, {open} undecided; \
         {} files refused; {:.1} s of CPU time",
        outcomes.commands.len(),
        outcomes.refused.len(),
        outcomes.cpu
    );
    out
}

/// A line for each command, with tabs between cells.
pub fn tsv(outcomes: &Outcomes) -> String {
    let mut out = String::new();
    for outcome in &outcomes.commands {
        let verdict = match outcome.said {
            Verdict::Instance => "instance",
            Verdict::None => "none",
            Verdict::Undecided => "undecided",
        };
        let (number, seconds) = (outcome.number.to_string(), format!("{:.3}", outcome.seconds));
        let cells = [&outcome.file, &number, verdict, compared(outcome), &seconds, &outcome.name];
        out += &line(&cells);
    }
    out
}
