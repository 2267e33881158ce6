//! The leaves of an execution tree as a table: path condition, results, and how a path ends when it does not return.

use crate::inputs::printable;
use crate::terminal::Look;
use effigy_session::outcome::{Leaf, RunOutcome};
use std::fmt::Write;

/// Most rows that are shown; `--json` has all.
const ROWS: usize = 100;
/// Widest column in characters, the last one aside.
const WIDEST: usize = 72;

/// Writes the table; nothing when there are no leaves.
pub fn write_leaves(out: &mut String, outcome: &RunOutcome, look: &Look) {
    if outcome.leaves.is_empty() {
        return;
    }
    let mut rows = table(&outcome.leaves);
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0).min(WIDEST)
        })
        .collect();
    let rule: usize = widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1);
    let head = line(&rows.remove(0), &widths);
    let _ = writeln!(out, "{}\n{}", look.strong(&head), look.dim(&"-".repeat(rule)));
    for row in &rows {
        let _ = writeln!(out, "{}", line(row, &widths));
    }
    if outcome.leaves.len() > ROWS {
        let _ = writeln!(out, "... and {} more leaves", outcome.leaves.len() - ROWS);
    }
    out.push('\n');
}

/// The cells, the head first.
fn table(leaves: &[Leaf]) -> Vec<Vec<String>> {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in leaves.iter().flat_map(|leaf| &leaf.values) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let ends = leaves.iter().any(|leaf| leaf.kind != "returned");
    let mut head = vec!["pc"];
    head.extend(&names);
    head.extend(ends.then_some("ends"));
    let mut rows: Vec<Vec<String>> = vec![head.into_iter().map(printable).collect()];
    for leaf in leaves.iter().take(ROWS) {
        let values = names.iter().map(|name| leaf.value(name).unwrap_or_else(|| "?".to_owned()));
        let mut row = vec![printable(&leaf.condition)];
        row.extend(values.map(|value| printable(&value)));
        row.extend(ends.then(|| leaf.kind.clone()));
        rows.push(row);
    }
    rows
}

/// A cell that is wider than its column puts the rest of its row on a line of its own.
fn line(row: &[String], widths: &[usize]) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (cell, width) in row.iter().zip(widths) {
        let _ = write!(out, "{cell:width$}  ");
        at += width + 2;
        if cell.chars().count() > *width {
            let _ = write!(out, "\n{:at$}", "");
        }
    }
    out.trim_end().to_owned()
}
