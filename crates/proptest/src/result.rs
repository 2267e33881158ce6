//! Results.

use crate::bool::seldom;
pub use crate::option::{Probability, prob};
use crate::strategy::{Strategy, strategy};

/// The values of one strategy in `Ok`, and those of another one in `Err`.
#[derive(Clone, Copy, Debug)]
pub struct MaybeOk<T, E>(T, E, Probability);

/// As [`MaybeOk`].
pub type MaybeErr<T, E> = MaybeOk<T, E>;

/// The values of one strategy in `Ok`, and those of another one in `Err`.
pub fn maybe_ok<T: Strategy, E: Strategy>(ok: T, err: E) -> MaybeOk<T, E> {
    MaybeOk(ok, err, Probability::default())
}

/// As [`maybe_ok`], without what has the probability zero.
pub fn maybe_ok_weighted<T: Strategy, E: Strategy>(
    probability_of_ok: impl Into<Probability>,
    ok: T,
    err: E,
) -> MaybeOk<T, E> {
    MaybeOk(ok, err, probability_of_ok.into())
}

/// As [`maybe_ok`].
pub fn maybe_err<T: Strategy, E: Strategy>(ok: T, err: E) -> MaybeErr<T, E> {
    maybe_ok(ok, err)
}

/// As [`maybe_err`], without what has the probability zero.
pub fn maybe_err_weighted<T: Strategy, E: Strategy>(
    probability_of_err: impl Into<Probability>,
    ok: T,
    err: E,
) -> MaybeErr<T, E> {
    let of_err: f64 = probability_of_err.into().into();
    MaybeOk(ok, err, Probability::new(1.0 - of_err))
}

strategy! {
    [T: Strategy, E: Strategy] MaybeOk<T, E> => Result<T::Value, E::Value>,
    |own, runner| match seldom(runner, ".is_ok", own.2.into()) {
        true => Ok(own.0.draw(runner)),
        false => Err(own.1.draw(runner)),
    }
}
