//! Values that may be absent.

use crate::bool::seldom;
use crate::strategy::{Strategy, strategy};

/// How often something happens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probability(f64);

impl Probability {
    /// From 0 to 1.
    pub fn new(probability: f64) -> Self {
        Probability(probability)
    }
}

impl Default for Probability {
    fn default() -> Self {
        Probability(0.5)
    }
}

impl From<f64> for Probability {
    fn from(probability: f64) -> Self {
        Probability(probability)
    }
}

impl From<Probability> for f64 {
    fn from(probability: Probability) -> Self {
        probability.0
    }
}

/// A probability.
pub fn prob(from: impl Into<Probability>) -> Probability {
    from.into()
}

/// `None`, and the values of a strategy in `Some`.
#[derive(Clone, Copy, Debug)]
pub struct OptionStrategy<S>(S, Probability);

/// `None`, and the values of a strategy in `Some`.
pub fn of<S: Strategy>(strategy: S) -> OptionStrategy<S> {
    OptionStrategy(strategy, Probability::default())
}

/// As [`of`], without what has the probability zero.
pub fn weighted<S: Strategy>(
    probability_of_some: impl Into<Probability>,
    strategy: S,
) -> OptionStrategy<S> {
    OptionStrategy(strategy, probability_of_some.into())
}

strategy! {
    [S: Strategy] OptionStrategy<S> => Option<S::Value>,
    |own, runner| seldom(runner, ".is_some", own.1.into()).then(|| own.0.draw(runner))
}
