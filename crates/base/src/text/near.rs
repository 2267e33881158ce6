//! Names that are nearly the one that was written.

use std::fmt;

/// The end of a message: `; did you mean ...?`, or nothing.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Hint(Option<String>);

/// How many candidates are looked at.
const MOST_CANDIDATES: usize = 1000;

impl Hint {
    /// Proposes the candidate that is nearest to `name`, when one is near enough.
    pub fn nearest<'c>(name: &str, candidates: impl Iterator<Item = &'c str>) -> Hint {
        let allowed = match name.chars().count() {
            0..=2 => return Hint(None),
            3..=5 => 1,
            _ => 2,
        };
        let near = candidates.take(MOST_CANDIDATES).map(|c| (distance(name, c), c));
        Hint(near.filter(|(d, _)| *d <= allowed).min().map(|(_, c)| c.to_owned()))
    }

    /// Whether nothing is proposed.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(name) => write!(f, "; did you mean `{name}`?"),
            None => Ok(()),
        }
    }
}

/// How many letters must be put in, left out, changed, or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    const LONGEST: usize = 64;
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len() > LONGEST || a.len().abs_diff(b.len()) > 2 {
        return usize::MAX;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let cell = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX - 1);
            let changed = cell(&row, j) + usize::from(x != y);
            let mut best = changed.min(cell(&row, j + 1) + 1).min(cell(&next, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(cell(&before, j - 1) + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(usize::MAX)
}
