//! The tables of a run over the suite.

use super::Outcome;
use super::answer::Cause;
use crate::suite::table::Table;
use std::collections::BTreeMap;
use std::fmt::Display;

/// The folders of Viper's repository that the suite of the tool like ours runs.
const RUN_BY_SILICON: [&str; 9] = [
    "all",
    "consistency",
    "examples",
    "quantifiedcombinations",
    "quantifiedpermissions",
    "quantifiedpredicates",
    "refute",
    "termination",
    "wands",
];

/// The columns behind the number of files, each with what it counts.
const COLUMNS: [&str; 6] = ["agrees", "missing", "unexpected", "refused", "timeout", "crash"];

/// Most messages of one kind that are shown.
const MOST: usize = 40;

/// Longest message, in characters.
const LONGEST: usize = 100;

/// Everything about a run, as text.
pub fn report(outcomes: &[Outcome], ignored: usize) -> String {
    let mut out = folders(outcomes);
    out.push_str(&by_identifier(outcomes));
    out.push_str(&listed(outcomes));
    out.push_str(&totals(outcomes, ignored));
    out
}

/// A row for each folder.
fn folders(outcomes: &[Outcome]) -> String {
    let mut rows: BTreeMap<(bool, &str), Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        let folder = outcome.path.split('/').next().filter(|f| *f != outcome.path).unwrap_or(".");
        rows.entry((!RUN_BY_SILICON.contains(&folder), folder)).or_default().push(outcome);
    }
    let mut columns = vec!["folder", "files"];
    columns.extend(COLUMNS);
    columns.push("share");
    let mut table = Table::new(&columns);
    for ((other, folder), files) in &rows {
        let mark = if *other { " (*)" } else { "" };
        row(&mut table, &format!("{folder}{mark}"), files);
    }
    let main: Vec<&Outcome> =
        rows.iter().filter(|((other, _), _)| !other).flat_map(|(_, files)| files.clone()).collect();
    row(&mut table, "all without (*)", &main);
    row(&mut table, "all", &outcomes.iter().collect::<Vec<_>>());
    format!("{table}(*) not among the folders that Silicon's own suite runs as they are\n")
}

fn row(table: &mut Table, name: &str, files: &[&Outcome]) {
    let count = |column: &str| files.iter().filter(|o| o.verdict.cause.name() == column).count();
    let counts = COLUMNS.map(count);
    let share = 100.0 * count("agrees") as f64 / files.len().max(1) as f64;
    let (files, share) = (files.len(), format!("{share:.1} %"));
    let mut cells: Vec<&dyn Display> = vec![&name, &files];
    cells.extend(counts.iter().map(|count| count as &dyn Display));
    cells.push(&share);
    table.row(&cells);
}

/// What is reported and not expected, by identifier; errors in the text by message.
fn by_identifier(outcomes: &[Outcome]) -> String {
    let mut rows: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for outcome in outcomes {
        let difference = &outcome.verdict.difference;
        for (seen, message) in &outcome.verdict.refusals {
            if difference.unexpected.contains(seen) {
                let row = format!("{}: {}", seen.id, general(message));
                rows.entry(row).or_default().push(&outcome.path);
            }
        }
        let text = |id: &str| outcome.verdict.refusals.iter().any(|(seen, _)| seen.id == id);
        for seen in difference.unexpected.iter().filter(|seen| !text(&seen.id)) {
            let sort = if seen.unknown { "unknown" } else { "unexpected" };
            rows.entry(format!("{sort} {}", seen.id)).or_default().push(&outcome.path);
        }
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by_key(|(_, files)| std::cmp::Reverse(files.len()));
    let mut table = Table::new(&["files", "what", "example"]);
    for (row, files) in rows.iter().take(MOST) {
        table.row(&[&files.len(), row, files.first().unwrap_or(&"")]);
    }
    if rows.len() > MOST {
        table.row(&[&"", &format!("and {} more", rows.len() - MOST), &""]);
    }
    table.titled("reported and not expected, with an example")
}

/// A message without the names that it quotes, so that those of one kind are one.
fn general(message: &str) -> String {
    let parts: Vec<&str> = message
        .split('`')
        .enumerate()
        .map(|(at, part)| if at % 2 == 0 { part } else { "..." })
        .collect();
    let mut text = parts.join("`");
    if let Some((cut, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(cut);
        text.push_str("...");
    }
    text
}

/// Each file with a missing error, that crashed or took too long.
fn listed(outcomes: &[Outcome]) -> String {
    let heads = [
        ("crash", "ended without an answer"),
        ("timeout", "not done in time"),
        (
            "missing",
            "expected errors that are missing in members that are said to be proved (possibly unsound)",
        ),
    ];
    let listed = heads.map(|(name, head)| {
        let mut table = Table::new(&["file", "details"]);
        for file in outcomes.iter().filter(|o| o.verdict.cause.name() == name) {
            let details = match &file.verdict.cause {
                Cause::Missing | Cause::Crash(_) => file.verdict.details(),
                _ => String::new(),
            };
            table.row(&[&file.path, &details]);
        }
        table.titled(head)
    });
    listed.concat()
}

fn totals(outcomes: &[Outcome], ignored: usize) -> String {
    let agreeing = || outcomes.iter().filter(|o| o.verdict.cause == Cause::Agrees);
    let known = agreeing().filter(|o| o.verdict.difference.known_issue).count();
    let undecided = agreeing().filter(|o| o.verdict.difference.undecided).count();
    let mut times: Vec<f64> = outcomes.iter().map(|o| o.cpu).collect();
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
    let total: f64 = times.iter().sum();
    format!(
        "\n{} of {} files agree, {known} of them by a note about a known issue, {undecided} with an expected error that \
         was not decided; {ignored} files are left out by the suite\nCPU seconds: median {median:.3}, total {total:.1}\n",
        agreeing().count(),
        outcomes.len(),
    )
}

/// A row for each file, which another run can be compared with.
pub fn cases(outcomes: &[Outcome]) -> Table {
    let mut table = Table::new(&["file", "cause", "CPU s", "wall s", "details"]);
    for o in outcomes {
        let (cpu, wall) = (format!("{:.3}", o.cpu), format!("{:.3}", o.wall));
        table.row(&[&o.path, &o.verdict.cause.name(), &cpu, &wall, &o.verdict.details()]);
    }
    table
}

/// Which files end otherwise than in an earlier run, whose lines `before` has.
pub fn changes(before: &str, outcomes: &[Outcome]) -> String {
    let before: BTreeMap<&str, &str> = before
        .lines()
        .filter_map(|line| {
            let mut cells = line.split('\t');
            Some((cells.next()?, cells.next()?))
        })
        .collect();
    let mut table = Table::new(&["was", "is", "file", "details"]);
    for outcome in outcomes {
        let now = outcome.verdict.cause.name();
        let Some(was) = before.get(outcome.path.as_str()).filter(|was| **was != now) else {
            continue;
        };
        table.row(&[was, &now, &outcome.path, &outcome.verdict.details()]);
    }
    table.titled("changes")
}
