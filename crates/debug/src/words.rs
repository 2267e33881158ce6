//! Cutting lines into commands and commands into words.

/// The commands of a line: parts between semicolons that stand in no quotes.
pub(crate) fn commands(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut quoted) = (0, false);
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ';' if !quoted => {
                found.extend(line.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    found.extend(line.get(start..));
    found.into_iter().map(str::trim).filter(|c| !c.is_empty()).collect()
}

/// The first word of a text and the rest behind it. A word ends at a blank or a parenthesis.
pub(crate) fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(|c: char| c.is_whitespace() || c == '(' || c == ',').unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (word, rest.trim())
}

/// What stands in the parentheses that a text begins with, and what comes behind them.
pub(crate) fn parenthesized(text: &str) -> Option<(&str, &str)> {
    let inner = text.trim_start().strip_prefix('(')?;
    let mut depth = 1;
    for (at, c) in inner.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((inner.get(..at)?, inner.get(at + 1..)?.trim()));
        }
    }
    None
}

/// The numbers in `3`, `5-7`, `3, 5-7`; `None` for anything else.
pub(crate) fn numbers(text: &str) -> Option<Vec<(u32, u32)>> {
    let parts = text.split([',', ' ']).filter(|p| !p.is_empty());
    let range = |part: &str| match part.split_once('-') {
        Some((low, high)) => Some((low.parse().ok()?, high.parse().ok()?)),
        None => part.parse().ok().map(|n| (n, n)),
    };
    let ranges: Option<Vec<(u32, u32)>> = parts.map(range).collect();
    ranges.filter(|r| !r.is_empty())
}

/// The candidate that is most like a word, when one is close.
pub(crate) fn nearest<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let word = word.to_ascii_lowercase();
    let limit = 1 + word.chars().count() / 4;
    let near = candidates.into_iter().map(|c| (distance(&word, &c.to_ascii_lowercase()), c));
    near.filter(|(d, _)| *d <= limit).min_by_key(|(d, _)| *d).map(|(_, c)| c)
}

/// How many letters are to be added, dropped, replaced or swapped with the next one.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let above = &rows[i];
            let mut best = (above[j] + usize::from(x != y)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                best = best.min(rows[i - 1][j - 1] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows.last().and_then(|row| row.last()).copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests;

/// The name that differs least from a word, at most in half of its letters.
pub(crate) fn closest<'c>(word: &str, names: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let word = word.to_ascii_lowercase();
    let near = names.map(|name| (distance(&word, &name.to_ascii_lowercase()), name)).min()?;
    (near.0 <= word.chars().count().div_ceil(2)).then_some(near.1)
}
