//! What runs a property: once, with symbolic values.

pub use crate::runner::{
    Config, FailurePersistence, FileFailurePersistence, Reason, RngAlgorithm, RngSeed, TestRunner,
};

use crate::strategy::{Strategy, ValueTree};
use effigy::Origin;
use std::fmt;

impl TestRunner {
    /// Runs the property on any value of the strategy.
    ///
    /// # Errors
    /// Never: what fails panics, where it fails if that is known.
    #[track_caller]
    pub fn run<S: Strategy>(
        &mut self,
        strategy: &S,
        test: impl Fn(S::Value) -> TestCaseResult,
    ) -> Result<(), TestError<S::Value>> {
        ended(test(strategy.draw(self)));
        Ok(())
    }

    /// Runs the property on the value of a tree.
    ///
    /// # Errors
    /// Never, as for [`run`](Self::run).
    #[track_caller]
    pub fn run_one<V: ValueTree>(
        &mut self,
        tree: V,
        test: impl Fn(V::Value) -> TestCaseResult,
    ) -> Result<bool, TestError<V::Value>> {
        ended(test(tree.current()));
        Ok(true)
    }

    /// The value of a parameter with this pattern.
    #[doc(hidden)]
    #[track_caller]
    pub fn named<S: Strategy>(&mut self, pattern: &str, strategy: &S) -> S::Value {
        self.call(Origin::here(name(pattern)));
        strategy.draw(self)
    }

    /// The value of a part that is called by this pattern.
    #[doc(hidden)]
    pub fn part<S: Strategy + ?Sized>(&mut self, pattern: &str, strategy: &S) -> S::Value {
        self.within(&format!(".{}", name(pattern)), |runner| strategy.draw(runner))
    }
}

/// What a value is called whose pattern is given: the identifier, when it is one.
fn name(pattern: &str) -> &str {
    let bare = pattern.trim_start_matches("mut ").trim_start_matches("ref ");
    if bare.starts_with(|c: char| c.is_alphabetic() || c == '(') { bare } else { "value" }
}

/// Takes what a property ends with.
///
/// # Panics
/// When it failed.
#[doc(hidden)]
#[track_caller]
pub fn ended(result: TestCaseResult) {
    match result {
        Ok(()) => {}
        Err(TestCaseError::Reject(_)) => effigy::reject(),
        Err(error @ TestCaseError::Fail(_)) => panic!("{error}"),
    }
}

/// Panics where an assertion of a property does not hold.
#[doc(hidden)]
#[track_caller]
pub fn failed(message: fmt::Arguments<'_>) -> TestCaseError {
    panic!("{message}")
}

/// Ends a path on which an assumption of a property does not hold.
#[doc(hidden)]
pub fn rejected() -> TestCaseError {
    effigy::reject()
}

/// What a property ends with.
pub type TestCaseResult = Result<(), TestCaseError>;

/// Why a property ends early.
#[derive(Clone, Debug)]
pub enum TestCaseError {
    /// The values do not matter.
    Reject(Reason),
    /// It does not hold for them.
    Fail(Reason),
}

impl TestCaseError {
    /// The values do not matter.
    pub fn reject(reason: impl Into<Reason>) -> Self {
        TestCaseError::Reject(reason.into())
    }

    /// The property does not hold for them.
    pub fn fail(reason: impl Into<Reason>) -> Self {
        TestCaseError::Fail(reason.into())
    }
}

impl fmt::Display for TestCaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestCaseError::Reject(reason) => write!(f, "values rejected: {reason}"),
            TestCaseError::Fail(reason) => write!(f, "{reason}"),
        }
    }
}

impl<E: std::error::Error> From<E> for TestCaseError {
    fn from(cause: E) -> Self {
        TestCaseError::fail(cause.to_string())
    }
}

/// Why a run of a property fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestError<T> {
    /// It could not be run.
    Abort(Reason),
    /// It fails for a value.
    Fail(Reason, T),
}

impl<T: fmt::Debug> fmt::Display for TestError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestError::Abort(reason) => write!(f, "{reason}"),
            TestError::Fail(reason, value) => write!(f, "{reason}, for {value:?}"),
        }
    }
}

impl<T: fmt::Debug> std::error::Error for TestError<T> {}

/// Results of which one kind says that the values do not matter.
pub trait ProptestResultExt<T, E> {
    /// The value; where there is none, the values of the property are rejected.
    ///
    /// # Errors
    /// Never: a path whose values are rejected ends.
    fn prop_assume_ok(self) -> Result<T, TestCaseError>
    where
        E: fmt::Debug;
}

impl<T, E> ProptestResultExt<T, E> for Result<T, E> {
    fn prop_assume_ok(self) -> Result<T, TestCaseError>
    where
        E: fmt::Debug,
    {
        self.map_err(|_| rejected())
    }
}
