//! Truth values.

use crate::strategy::strategy;

/// Both.
#[derive(Clone, Copy, Debug)]
pub struct Any(());

/// Both.
pub const ANY: Any = Any(());

/// Those with a probability that is not zero.
#[derive(Clone, Copy, Debug)]
pub struct Weighted(f64);

/// `true` unless its probability is zero, and `false` unless that is one.
pub fn weighted(probability: f64) -> Weighted {
    Weighted(probability)
}

/// Whether something is there that has a probability.
pub(crate) fn seldom(runner: &crate::runner::TestRunner, suffix: &str, probability: f64) -> bool {
    probability > 0.0 && (probability >= 1.0 || runner.flag(suffix))
}

strategy! { [] Any => bool, |_own, runner| runner.any() }
strategy! { [] Weighted => bool, |own, runner| seldom(runner, "", own.0) }
