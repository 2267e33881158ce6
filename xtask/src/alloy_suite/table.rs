//! What came out, as text.

use super::{Outcome, Outcomes, Verdict};
use crate::suite::table::Table;

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

/// A row for each command, what is refused by name, and the sums.
pub fn report(outcomes: &Outcomes) -> String {
    let mut table = Table::new(&[
        "compared", "seconds", "said", "expect", "Alloy", "file", "number", "kind", "name", "why",
    ]);
    for outcome in &outcomes.commands {
        let kind = if outcome.check { "check" } else { "run" };
        let expect = match outcome.expect {
            None => "",
            Some(true) => "1",
            Some(false) => "0",
        };
        let reference = outcome.reference.map_or("", |verdict| word(verdict, outcome.check));
        let seconds = format!("{:.2}", outcome.seconds);
        let said = word(outcome.said, outcome.check);
        let Outcome { file, number, name, reason, .. } = outcome;
        let compared = compared(outcome);
        table.row(&[
            &compared, &seconds, &said, &expect, &reference, file, number, &kind, name, reason,
        ]);
    }
    let mut refused = Table::new(&["file", "why"]);
    outcomes.refused.iter().for_each(|one| refused.row(&[&one.file, &one.why]));
    let count = |what: &str| outcomes.commands.iter().filter(|o| compared(o) == what).count();
    let (right, wrong, open) = (count("right"), count("WRONG"), count("open"));
    let known = right + wrong + open;
    let share = if known == 0 { 0.0 } else { 100.0 * right as f64 / known as f64 };
    format!(
        "{table}{}\n{} commands, {known} with a known verdict: {right} right ({share:.1} %), {wrong} wrong, {open} \
         undecided; {} files refused; {:.1} s of CPU time\n",
        refused.titled("refused"),
        outcomes.commands.len(),
        outcomes.refused.len(),
        outcomes.cpu
    )
}

/// A row for each command, which another run can be compared with (`--expected`).
pub fn cases(outcomes: &Outcomes) -> Table {
    let mut table = Table::new(&["file", "number", "said", "compared", "seconds", "name"]);
    for outcome in &outcomes.commands {
        let said = word(outcome.said, false);
        let seconds = format!("{:.3}", outcome.seconds);
        let Outcome { file, number, name, .. } = outcome;
        table.row(&[file, number, &said, &compared(outcome), &seconds, name]);
    }
    table
}
