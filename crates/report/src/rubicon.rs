//! The report on specifications of a web application.

use crate::inputs::printable;
use crate::terminal::Look;
use crate::words::plural;
use effigy_session::rubicon::{
    Replayed, RubiconOutcome, Said, Specification, SpecificationVerdict as Verdict,
};
use serde_json::{Map, Value};
use std::fmt::Write;

/// So many characters of a condition are shown; the run folder has all of it.
const LONGEST: usize = 160;

/// So many lines of a formula are shown.
const LONGEST_FORMULA: usize = 12;

/// The whole report. `run` is the run folder.
pub fn report(outcome: &RubiconOutcome, run: &str, look: &Look) -> String {
    let mut out = String::new();
    for specification in &outcome.specifications {
        write_specification(&mut out, specification, look);
    }
    for problem in &outcome.problems {
        let _ = writeln!(out, "{}: {}", look.warn("missing"), printable(problem));
    }
    if !outcome.problems.is_empty() {
        out.push('\n');
    }
    let count = |verdict| outcome.count(verdict);
    let said = printable(&outcome.assuming());
    let word = match outcome.verdict() {
        "failed" => look.bad(&said),
        "bounded" => look.good(&said),
        _ => look.warn(&said),
    };
    let vacuous = outcome.specifications.iter().filter(|s| s.is_vacuous()).count();
    let vacuous = if vacuous > 0 { format!(" ({vacuous} vacuously)") } else { String::new() };
    let _ = writeln!(
        out,
        "{word}: {}: {} hold{vacuous}, {} fail, {} undecided",
        plural(outcome.specifications.len() as u64, "specification"),
        count(Verdict::Holds),
        count(Verdict::Fails),
        count(Verdict::Undecided),
    );
    let _ = writeln!(out, "{}", look.dim(&format!("{:.1} s; saved in {run}", outcome.seconds)));
    out
}

fn write_specification(out: &mut String, specification: &Specification, look: &Look) {
    let word = match specification.decided() {
        Verdict::Holds if specification.is_vacuous() => look.warn("holds"),
        Verdict::Holds => look.good("holds"),
        Verdict::Fails => look.bad("fails"),
        Verdict::Undecided => look.warn("undecided"),
    };
    let place = specification.place.as_deref().map(|p| format!("  {}", look.dim(&printable(p))));
    let name = look.strong(&printable(&specification.name));
    let _ = writeln!(out, "{word}: {name}{}", place.unwrap_or_default());
    match specification.decided() {
        Verdict::Holds => write_holds(out, specification),
        _ if specification.verdict == Verdict::Fails => write_fails(out, specification, look),
        _ => {
            let why = specification.why.as_deref().unwrap_or("no reason was given");
            for cause in why.split("; ") {
                let _ = writeln!(out, "  {}", printable(cause));
            }
        }
    }
    for test in &specification.tests_written {
        let _ = writeln!(out, "  test: {}", printable(test));
    }
    out.push('\n');
}

fn numbers(list: &std::collections::BTreeMap<String, usize>) -> String {
    let parts: Vec<String> =
        list.iter().map(|(table, n)| format!("{n} {}", printable(table))).collect();
    parts.join(", ")
}

fn write_holds(out: &mut String, specification: &Specification) {
    let up_to = format!("holds up to {}", numbers(&specification.scopes));
    let _ = writeln!(out, "  {}", printable(&specification.assuming(&up_to)));
    if specification.is_vacuous() {
        let _ = match &specification.satisfiable_at {
            Some(at) => writeln!(
                out,
                "  vacuous: no database of that size satisfies what it assumes; one with {} does",
                numbers(at)
            ),
            None => {
                writeln!(out, "  vacuous: nothing up to 8 rows a table satisfies what it assumes")
            }
        };
    }
    if !specification.core.is_empty() {
        let core: Vec<String> = specification.core.iter().map(|place| printable(place)).collect();
        let _ = writeln!(out, "  because of {}", core.join(", "));
    }
}

fn write_fails(out: &mut String, specification: &Specification, look: &Look) {
    for line in specification.formula.lines().take(LONGEST_FORMULA) {
        let _ = writeln!(out, "    {}", printable(line));
    }
    let more = specification.formula.lines().count().saturating_sub(LONGEST_FORMULA);
    if more > 0 {
        let _ = writeln!(out, "    ... and {}", plural(more as u64, "more line"));
    }
    if let Some(broken) = &specification.broken {
        let _ = writeln!(out, "  broken: {}", said(broken, look));
    }
    if !specification.way.is_empty() {
        let _ = writeln!(out, "  on the path where");
        for step in &specification.way {
            let _ = writeln!(out, "    {}", said(step, look));
        }
    }
    let _ = writeln!(out, "  with the rows");
    let mut none = true;
    for (table, rows) in specification.rows.iter().filter(|(_, rows)| !rows.is_empty()) {
        write_table(out, table, rows);
        none = false;
    }
    if none {
        let _ = writeln!(out, "    (no rows)");
    }
    if !specification.variables.is_empty() {
        let each: Vec<String> =
            specification.variables.iter().map(|(name, value)| variable(name, value)).collect();
        let _ = writeln!(out, "  where {}", each.join(", "));
    }
    let why = specification
        .replay_why
        .as_deref()
        .map(|why| format!(": {}", short(why)))
        .unwrap_or_default();
    let _ = match specification.replay {
        Replayed::Confirmed => writeln!(out, "  replay: {}{why}", look.bad("confirmed")),
        Replayed::Disagreed => writeln!(
            out,
            "  replay: {}{why}; the application does not fail on these rows, so nothing is decided",
            look.warn("disagreed")
        ),
        Replayed::NotRun => writeln!(out, "  replay: {}{why}", look.warn("not run")),
    };
}

/// A text of which a person reads the beginning: its first line, and not too much of that.
fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let cut = line.chars().count() > LONGEST;
    let kept: String = line.chars().take(LONGEST).collect();
    if cut { format!("{}...", printable(&kept)) } else { printable(&kept) }
}

fn said(said: &Said, look: &Look) -> String {
    let place =
        said.place.as_deref().map(|p| format!("  {}", look.dim(&printable(p)))).unwrap_or_default();
    format!("{}{place}", short(&said.text))
}

fn variable(name: &str, value: &Value) -> String {
    let text = match value {
        Value::Object(record) => match (record.get("table"), record.get("id")) {
            (Some(Value::String(table)), Some(id)) => format!("{table} {id}"),
            _ => value.to_string(),
        },
        other => other.to_string(),
    };
    format!("{} = {}", printable(name), printable(&text))
}

/// Rows as a table below its name; keys come first.
fn write_table(out: &mut String, name: &str, rows: &[Map<String, Value>]) {
    let mut columns: Vec<&String> = Vec::new();
    for column in rows.iter().flat_map(Map::keys) {
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    columns.sort_by_key(|column| *column != "id");
    let mut lines = vec![columns.iter().map(|column| printable(column)).collect::<Vec<String>>()];
    for row in rows {
        lines.push(
            columns.iter().map(|column| row.get(*column).map_or(String::new(), cell)).collect(),
        );
    }
    let widths: Vec<usize> = (0..columns.len())
        .map(|i| lines.iter().map(|line| line[i].chars().count()).max().unwrap_or(0))
        .collect();
    let _ = writeln!(out, "    {}", printable(name));
    for line in lines {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        let text = cells.collect::<Vec<_>>().join("  ");
        let _ = writeln!(out, "      {}", text.trim_end());
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::String(text) => printable(text),
        other => printable(&other.to_string()),
    }
}
