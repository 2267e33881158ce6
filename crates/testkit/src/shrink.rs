//! Smaller choices that fail alike.
//!
//! An input is as small as the choices that make it: fewer ones, then those that are less at the first place where they
//! differ. Shrinking them, and not what they make, keeps every input one that its generator can make (MacIver and Donaldson,
//! "Test-case reduction via test-case generation", 2020).

#[cfg(test)]
mod tests;

use std::collections::HashSet;

/// How many choices at most are left out together with lowering the one before them.
const MOST_LEFT_OUT: usize = 8;

/// Finds smaller choices for which `fails` holds. It gets the choices to try and how many may be drawn, and gives those that
/// were drawn if the test failed alike; it gives `Err` when there is no more time.
pub(crate) fn shrink(choices: Vec<u64>, fails: &mut Fails<'_>) -> Vec<u64> {
    let mut shrinker = Shrinker { best: choices, tried: HashSet::new(), fails, is_over: false };
    loop {
        let before = shrinker.best.clone();
        shrinker.leave_out();
        shrinker.make_zero();
        shrinker.lower_and_leave_out();
        shrinker.lower();
        if shrinker.is_over || shrinker.best == before {
            return shrinker.best;
        }
    }
}

/// No more inputs are to be tried.
pub(crate) struct Over;

/// Tries choices.
pub(crate) type Fails<'f> = dyn FnMut(&[u64], usize) -> Result<Option<Vec<u64>>, Over> + 'f;

struct Shrinker<'f, 'g> {
    best: Vec<u64>,
    tried: HashSet<Vec<u64>>,
    fails: &'f mut Fails<'g>,
    is_over: bool,
}

impl Shrinker<'_, '_> {
    /// Whether the choices fail; if they are smaller, they are the best ones then.
    fn accept(&mut self, choices: Vec<u64>) -> bool {
        if self.is_over || choices == self.best || self.tried.contains(&choices) {
            return false;
        }
        let drawn = match (self.fails)(&choices, self.best.len()) {
            Ok(drawn) => drawn,
            Err(Over) => {
                self.is_over = true;
                None
            }
        };
        self.tried.insert(choices);
        match drawn {
            Some(drawn) if (drawn.len(), &drawn) < (self.best.len(), &self.best) => {
                self.best = drawn;
                true
            }
            _ => false,
        }
    }

    /// Runs of choices, the long ones first.
    fn for_runs(&mut self, change: impl Fn(&mut Vec<u64>, usize, usize)) {
        let mut length = self.best.len();
        while length > 0 && !self.is_over {
            let mut end = self.best.len();
            while end > 0 {
                let start = end.saturating_sub(length);
                let mut choices = self.best.clone();
                change(&mut choices, start, end);
                // What comes behind a run that is left out is tried next.
                end = if self.accept(choices) { end.min(self.best.len()) } else { start };
            }
            length /= 2;
        }
    }

    fn leave_out(&mut self) {
        self.for_runs(|choices, start, end| drop(choices.drain(start..end)));
    }

    fn make_zero(&mut self) {
        self.for_runs(|choices, start, end| choices[start..end].fill(0));
    }

    /// Lowers a choice that may be a number of things, and leaves out the choices of one of them.
    fn lower_and_leave_out(&mut self) {
        let mut at = 0;
        while at < self.best.len() && !self.is_over {
            let mut found = false;
            for count in 1..=MOST_LEFT_OUT.min(self.best.len() - at - 1) {
                let choice = self.best[at];
                for lower in [0, choice.saturating_sub(1)] {
                    let mut choices = self.best.clone();
                    choices[at] = lower;
                    choices.drain(at + 1..at + 1 + count);
                    found |= choice > 0 && !found && self.accept(choices);
                }
                if found {
                    break;
                }
            }
            at += usize::from(!found);
        }
    }

    /// The least value of each choice, as far as halving finds it.
    fn lower(&mut self) {
        let mut at = 0;
        while at < self.best.len() && !self.is_over {
            // Below `low` nothing is known to fail.
            let mut low = 0;
            while let Some(&high) = self.best.get(at).filter(|high| **high > low) {
                let middle = low + (high - low) / 2;
                let mut choices = self.best.clone();
                choices[at] = middle;
                if !self.accept(choices) {
                    low = middle + 1;
                }
            }
            at += 1;
        }
    }
}
