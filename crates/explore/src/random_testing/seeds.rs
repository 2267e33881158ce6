//! What inputs are made of: tests, some of each exit status, so that rare ends are not lost among many others; and inputs of
//! random testing on which the native program said something new.

use effigy_base::random::Random;
use effigy_outcome::{Outcome, TestCase};
use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};

/// Exit statuses that are distinguished.
const STATUSES: usize = 16;

/// Tests kept of a status: those that took most instructions, and others at random.
const DEEP: usize = 24;
const SAMPLED: usize = 48;

/// Inputs of random testing itself that are kept: those with which the program said something new, so many of each, in so many
/// ways.
const FOUND: usize = 6;
const WAYS: usize = 64;

/// Inputs that are kept because they came to new code, and batches of inputs that go on from others.
const NEWS: usize = 256;
const BATCHES: usize = 64;

/// Words that tell one way from another, from the first on.
const MOST_WORDS: usize = 12;

/// The tests of a run so far, as many as are needed.
#[derive(Debug, Default)]
pub struct Seeds {
    pools: Mutex<BTreeMap<i32, Pool>>,
}

/// The tests of a status.
#[derive(Debug, Default)]
struct Pool {
    /// By instructions on their paths.
    deep: BTreeMap<u64, TestCase>,
    sampled: Vec<TestCase>,
    seen: u64,
}

impl Seeds {
    /// Takes a test of a path of so many instructions.
    pub fn add(&self, test: &TestCase, steps: u64) {
        let Outcome::Exit(status) = test.predicted else { return };
        self.with(status, |pool| pool.add(test, steps));
    }

    fn with(&self, status: i32, act: impl FnOnce(&mut Pool)) {
        let mut pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        let status = status & 0xff;
        if pools.contains_key(&status) || pools.len() < STATUSES {
            act(pools.entry(status).or_default());
        }
    }

    /// A test at random; `None` when there is none yet.
    fn pick(&self, random: &mut Random) -> Option<TestCase> {
        let pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        let pool = pools.values().nth(random.below(pools.len() as u64))?;
        let deep = random.below(5) < 2;
        match deep && !pool.deep.is_empty() {
            true => pool.deep.values().nth(random.below(pool.deep.len() as u64)).cloned(),
            false => pool.sampled.get(random.below(pool.sampled.len() as u64)).cloned(),
        }
    }
}

/// Inputs of random testing by what the program said to them: its exit status and, of what it printed, the words that it holds
/// itself. What it only repeats of its input is nothing new.
#[derive(Debug, Default)]
pub(super) struct Found {
    words: HashSet<Vec<u8>>,
    /// Inputs that came to code that never ran before.
    news: Vec<TestCase>,
    /// Inputs that go on from others, in batches.
    batches: Vec<Vec<TestCase>>,
    ways: BTreeMap<(i32, Vec<Vec<u8>>), Vec<TestCase>>,
}

impl Found {
    /// Nothing yet; `words` are those of the program.
    pub(super) fn new(words: HashSet<Vec<u8>>) -> Self {
        Self { words, ..Self::default() }
    }

    /// Takes an input with the status and the text that it gave; whether it is the first that gave that.
    pub(super) fn add(&mut self, test: &TestCase, status: i32, text: &str) -> bool {
        let said = text.as_bytes().split(|b| !b.is_ascii_alphabetic());
        let said = said.filter(|word| self.words.contains(*word)).take(MOST_WORDS);
        let way = (status, said.map(<[u8]>::to_vec).collect());
        if self.ways.len() >= WAYS && !self.ways.contains_key(&way) {
            return false;
        }
        let inputs = self.ways.entry(way).or_default();
        if inputs.len() < FOUND {
            inputs.push(test.clone());
        }
        inputs.len() == 1
    }

    /// Takes an input that came to code that never ran before.
    pub(super) fn keep(&mut self, test: &TestCase) {
        if self.news.len() < NEWS {
            self.news.push(test.clone());
        }
    }

    /// Takes inputs that go on from one.
    pub(super) fn stage(&mut self, batch: Vec<TestCase>) {
        self.batches.push(batch);
        if self.batches.len() > BATCHES {
            self.batches.remove(0);
        }
    }

    /// An input that goes on from another one: of the last batch, or of one at random, rather a late one.
    pub(super) fn staged(&mut self, random: &mut Random) -> Option<TestCase> {
        let count = self.batches.len() as u64;
        let last = self.batches.len().checked_sub(1)?;
        let at = match random.below(3) {
            0 => last,
            _ => random.below(count).max(random.below(count)),
        };
        let test = self.batches[at].pop();
        if self.batches[at].is_empty() {
            self.batches.remove(at);
        }
        test
    }

    /// An input at random: one of these, or a test.
    pub(super) fn pick(&self, tests: &Seeds, random: &mut Random) -> Option<TestCase> {
        match random.below(3) {
            0 => return tests.pick(random),
            1 if !self.news.is_empty() => {
                // Rather a late one: it is likely to be deep inside.
                let count = self.news.len() as u64;
                let at = random.below(count).max(random.below(count));
                return self.news.get(at).cloned();
            }
            _ => {}
        }
        let inputs = self.ways.values().nth(random.below(self.ways.len() as u64))?;
        random.pick(inputs).cloned()
    }
}

impl Pool {
    fn add(&mut self, test: &TestCase, steps: u64) {
        let least = self.deep.first_key_value().map_or(0, |(least, _)| *least);
        if self.deep.len() < DEEP || steps > least {
            self.deep.entry(steps).or_insert_with(|| test.clone());
            if self.deep.len() > DEEP {
                self.deep.pop_first();
            }
        }
        // Each test is kept with the same chance.
        self.seen += 1;
        let at = Random::new(self.seen).below(self.seen);
        if self.sampled.len() < SAMPLED {
            self.sampled.push(test.clone());
        } else if let Some(place) = self.sampled.get_mut(at) {
            *place = test.clone();
        }
    }
}

#[cfg(test)]
mod tests;
