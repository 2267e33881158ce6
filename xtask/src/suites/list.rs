//! What was seen of each program, the list of disagreements in `docs/suites.tsv`, and the tables that are made of both.

use super::expect::SUITES;
use super::program::{Expected, Program};
use crate::suite::table::Table;
use std::collections::BTreeMap;
use std::fmt;

/// What Effigy says of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seen {
    /// A path fails.
    Failed,
    /// Every path was run, and none fails.
    Passed,
    /// Paths are missing, and none fails.
    Incomplete,
    /// There is no answer.
    NotRun,
}

/// A line of the list: what, suite and path, is seen otherwise than expected.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Disagreement {
    /// The suite's name.
    pub suite: String,
    /// The program's path in it.
    pub path: String,
    /// What the suite says.
    pub expected: Expected,
    /// What was seen.
    pub seen: Seen,
    /// Why, in the words of `docs/suites.md`; `?` when nobody has looked yet.
    pub cause: String,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seen::Failed => "failed",
            Seen::Passed => "passed",
            Seen::Incomplete => "incomplete",
            Seen::NotRun => "not run",
        })
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { suite, path, expected, seen, cause } = self;
        write!(f, "{suite}\t{path}\t{expected}\t{seen}\t{cause}")
    }
}

/// Whether what was seen is what the suite says, or as good.
pub fn agrees(expected: Expected, seen: Seen) -> bool {
    match seen {
        Seen::Failed => expected != Expected::Nothing,
        Seen::Passed => expected != Expected::Error,
        Seen::Incomplete | Seen::NotRun => false,
    }
}

/// Reads a list.
pub fn parse(text: &str) -> Result<Vec<Disagreement>, String> {
    text.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

fn line(line: &str) -> Result<Disagreement, String> {
    let cells: Vec<&str> = line.split('\t').collect();
    let &[suite, path, expected, seen, cause] = cells.as_slice() else {
        return Err(format!("not five columns: {line}"));
    };
    let expected = [Expected::Error, Expected::Nothing, Expected::Unsaid]
        .into_iter()
        .find(|e| e.to_string() == expected)
        .ok_or_else(|| format!("`{expected}` is not what a suite says: {line}"))?;
    let seen = [Seen::Failed, Seen::Passed, Seen::Incomplete, Seen::NotRun]
        .into_iter()
        .find(|s| s.to_string() == seen)
        .ok_or_else(|| format!("`{seen}` is not what is seen: {line}"))?;
    let [suite, path, cause] = [suite, path, cause].map(str::to_owned);
    Ok(Disagreement { suite, path, expected, seen, cause })
}

/// The list, as it is kept and compared.
pub fn cases(list: &[Disagreement]) -> Table {
    let mut table = Table::new(&["suite", "program", "expected", "seen", "cause (docs/suites.md)"]);
    for Disagreement { suite, path, expected, seen, cause } in list {
        table.row(&[suite, path, expected, seen, cause]);
    }
    table
}

/// The table of counts: a row a suite, first the programs with an expected error.
pub fn counts(seen: &[(&Program, Seen)]) -> String {
    use Seen::{Failed, Incomplete, NotRun, Passed};
    let mut table = Table::new(&[
        "suite",
        "programs",
        "failed",
        "passed",
        "incomplete",
        "passed",
        "failed",
        "incomplete",
        "not run",
    ]);
    for suite in SUITES {
        let of_suite = seen.iter().filter(|(p, _)| p.suite.name == suite.name);
        let all: Vec<(bool, Seen)> =
            of_suite.map(|(p, s)| (p.expected == Expected::Error, *s)).collect();
        if all.is_empty() {
            continue;
        }
        let count = |what: &[(bool, Seen)]| all.iter().filter(|s| what.contains(s)).count();
        let cells = [
            all.len(),
            count(&[(true, Failed)]),
            count(&[(true, Passed)]),
            count(&[(true, Incomplete)]),
            count(&[(false, Passed)]),
            count(&[(false, Failed)]),
            count(&[(false, Incomplete)]),
            count(&[(true, NotRun), (false, NotRun)]),
        ];
        let mut row: Vec<&dyn fmt::Display> = vec![&suite.name];
        row.extend(cells.iter().map(|count| count as &dyn fmt::Display));
        table.row(&row);
    }
    table.to_string()
}

/// The tables of causes: of *passed*, of *failed*, and of the rest; the most frequent cause first.
pub fn causes(list: &[Disagreement]) -> String {
    let names: Vec<&str> = SUITES.iter().map(|s| s.name).collect();
    let mut text = String::new();
    let tables: [(&str, &[Seen]); 3] = [
        ("*passed* where the suite expects an error", &[Seen::Passed]),
        ("*failed* where the suite expects none", &[Seen::Failed]),
        ("*incomplete* and not run", &[Seen::Incomplete, Seen::NotRun]),
    ];
    for (title, seen) in tables {
        let mut rows: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for one in list.iter().filter(|d| seen.contains(&d.seen)) {
            let row = rows.entry(&one.cause).or_insert_with(|| vec![0; names.len()]);
            for (cell, _) in row.iter_mut().zip(&names).filter(|(_, name)| **name == one.suite) {
                *cell += 1;
            }
        }
        let mut rows: Vec<(&str, Vec<usize>)> = rows.into_iter().collect();
        rows.sort_by_key(|(_, cells)| std::cmp::Reverse(cells.iter().sum::<usize>()));
        let mut table = Table::new(&[&["cause"], &names[..]].concat());
        for (cause, cells) in &rows {
            let cells: Vec<String> = cells.iter().map(|&n| cell(n)).collect();
            let mut row: Vec<&dyn fmt::Display> = vec![cause];
            row.extend(cells.iter().map(|cell| cell as &dyn fmt::Display));
            table.row(&row);
        }
        text += &format!("\n## {title}, by cause\n\n{table}");
    }
    text
}

fn cell(count: usize) -> String {
    if count == 0 { String::new() } else { count.to_string() }
}
