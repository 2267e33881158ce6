//! What strategies draw from.

mod config;

pub use config::{Config, FailurePersistence, FileFailurePersistence, RngAlgorithm, RngSeed};

use effigy::Origin;
use std::fmt;
use std::hint::black_box;

/// Runs properties and knows what the value that is drawn is called.
#[derive(Clone, Debug)]
pub struct TestRunner {
    config: Config,
    origin: Origin,
}

impl Default for TestRunner {
    fn default() -> Self {
        TestRunner::new(Config::default())
    }
}

impl TestRunner {
    /// A runner with these settings.
    #[track_caller]
    pub fn new(config: Config) -> Self {
        TestRunner { config, origin: Origin::here("value") }
    }

    /// A runner like any other: nothing is random.
    #[track_caller]
    pub fn deterministic() -> Self {
        TestRunner::new(Config::default())
    }

    /// Its settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Says what the value is called that is drawn next, and where.
    pub(crate) fn call(&mut self, origin: Origin) {
        self.origin = origin;
    }

    /// Draws what is called with this suffix.
    pub(crate) fn within<T>(&mut self, suffix: &str, draw: impl FnOnce(&mut Self) -> T) -> T {
        let part = self.origin.part(suffix);
        let outer = std::mem::replace(&mut self.origin, part);
        let drawn = draw(self);
        self.origin = outer;
        drawn
    }

    /// Any value of a type that the harness library knows.
    pub(crate) fn any<T: effigy::Arbitrary>(&self) -> T {
        T::any_of(&self.origin)
    }

    /// A number from `least` to `most`, which is another one on each path.
    pub(crate) fn number(&self, suffix: &str, least: usize, most: usize) -> usize {
        if least >= most {
            return least;
        }
        let number: usize = effigy::Arbitrary::any_of(&self.origin.part(suffix));
        effigy::assume((least <= number) & (number <= most));
        // Each is a constant of its own, which the compiler would not make of the loop.
        (least..most).find(|other| black_box(*other) == number).map_or(most, black_box)
    }

    /// A number below `count`, which is another one on each path.
    pub(crate) fn choice(&self, count: usize) -> usize {
        let chosen = effigy::choice(count, &self.origin);
        (0..count).find(|other| black_box(*other) == chosen).map_or(0, black_box)
    }

    /// Whether a part is there, whose paths part here.
    pub(crate) fn flag(&self, suffix: &str) -> bool {
        <bool as effigy::Arbitrary>::any_of(&self.origin.part(suffix))
    }
}

/// A text that says why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reason(String);

impl Reason {
    /// The text.
    pub fn message(&self) -> &str {
        &self.0
    }
}

impl<T: Into<String>> From<T> for Reason {
    fn from(text: T) -> Self {
        Reason(text.into())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
