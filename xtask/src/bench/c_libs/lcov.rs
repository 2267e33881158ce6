//! How many lines ran, as a file of lcov says it.

use std::collections::BTreeMap;

/// Lines of some files.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lines {
    /// Those that ran.
    pub ran: usize,
    /// All that have code.
    pub all: usize,
}

impl Lines {
    /// Counts the lines of the files that are `wanted`; a line that a file has twice counts once.
    pub(super) fn of(text: &str, wanted: impl Fn(&str) -> bool) -> Self {
        let mut lines: BTreeMap<(&str, u32), bool> = BTreeMap::new();
        let mut file = None;
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("SF:") {
                file = Some(name).filter(|name| wanted(name));
            } else if let (Some(file), Some(rest)) = (file, line.strip_prefix("DA:")) {
                let mut numbers = rest.split(',');
                let number = numbers.next().and_then(|n| n.parse().ok());
                let ran = numbers.next().is_some_and(|count| count != "0");
                if let Some(number) = number {
                    *lines.entry((file, number)).or_default() |= ran;
                }
            }
        }
        Self { ran: lines.values().filter(|ran| **ran).count(), all: lines.len() }
    }
}
