//! Tables: a suite says the columns and the cells, and all are printed alike.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// A head and rows of as many cells.
pub struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(columns: &[&str]) -> Self {
        Self { columns: columns.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new() }
    }

    /// What was counted by a name, the most frequent first.
    pub fn counts(column: &str, names: impl IntoIterator<Item = String>) -> Self {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for name in names {
            *counts.entry(name).or_default() += 1;
        }
        let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let mut table = Self::new(&["number", column]);
        counts.iter().for_each(|(name, count)| table.row(&[count, name]));
        table
    }

    /// Adds a row.
    pub fn row(&mut self, cells: &[&dyn Display]) {
        self.rows.push(cells.iter().map(ToString::to_string).collect());
    }

    /// The table below its title; nothing when it has no rows.
    pub fn titled(&self, title: &str) -> String {
        if self.rows.is_empty() { String::new() } else { format!("\n{title}\n\n{self}") }
    }

    /// The first rows and, in their second column, how many more there are.
    pub fn first(mut self, most: usize) -> Self {
        let more = self.rows.len().saturating_sub(most);
        self.rows.truncate(most);
        if more > 0 {
            self.row(&[&"", &format!("and {more} more")]);
        }
        self
    }

    /// The table as a file that programs read: cells between tabs, and a head with `#`.
    pub fn tsv(&self) -> String {
        let line = |cells: &Vec<String>| {
            let cells: Vec<String> = cells.iter().map(|c| c.replace(['\t', '\n'], " ")).collect();
            format!("{}\n", cells.join("\t"))
        };
        format!("# {}{}", line(&self.columns), self.rows.iter().map(line).collect::<String>())
    }
}

impl Display for Table {
    /// As in pages of the documentation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |cells: &[String]| {
            let cell = |cell: &String| cell.replace('|', "\\|").replace('\n', " ");
            let cells: Vec<String> = cells.iter().map(cell).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        f.write_str(&line(&self.columns))?;
        writeln!(f, "|{}", "---|".repeat(self.columns.len()))?;
        self.rows.iter().try_for_each(|row| f.write_str(&line(row)))
    }
}
