//! The tables, and the page that has them.

use super::{Reproduced, Row};
use std::fmt::Write;

const HEAD: &str = "# Published packages

This page shows the verdicts of `cargo effigy` on published packages, and the cost of each run. `cargo xtask bench --packages --write` generates it. The harnesses are those of [bench/packages](../bench/packages/README.md): about ten lines each, which
`cargo test` runs on random values and `cargo effigy` on all. Packages are compiled unchanged, with their own features and unsafe code.

";

pub fn page(current: &[Row], old: &[(Row, Reproduced)]) -> String {
    HEAD.to_owned() + &tables(current, old)
}

pub fn tables(current: &[Row], old: &[(Row, Reproduced)]) -> String {
    let mut text = String::new();
    let held = current.iter().filter(|row| row.triage == "held").count();
    let _ = writeln!(text, "## A property of each\n\n{held} of {} hold.\n", current.len());
    text.push_str("| package | property, and the values that are all of them | answer | paths | s |\n|---|---|---|---|---|\n");
    for row in current {
        let Row { name, version, property, triage, why, paths, seconds } = row;
        let why = if why.is_empty() { String::new() } else { format!(": {}", cell(why)) };
        let _ = writeln!(
            text,
            "| {name} {version} | {} | {triage}{why} | {paths} | {seconds:.1} |",
            cell(property)
        );
    }
    let found = old.iter().filter(|(row, _)| row.triage == "failed").count();
    let _ = writeln!(
        text,
        "\n## Old releases with a known defect\n\n{found} of {} are found.\n",
        old.len()
    );
    text.push_str("| package | defect | found | s | the recorded test fails | and passes with the fixed release |\n|---|---|---|---|---|---|\n");
    for (row, both) in old {
        let word = |is: bool| if is { "yes" } else { "no" };
        let _ = writeln!(
            text,
            "| {} {} | {} | {} | {:.1} | {} | {} |",
            row.name,
            row.version,
            cell(&row.property),
            cell(if row.triage == "failed" { &row.why } else { &row.triage }),
            row.seconds,
            word(both.fails),
            word(both.passes)
        );
    }
    text
}

/// On one line, and with no end of a cell in it.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
