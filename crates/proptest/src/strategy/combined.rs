//! Strategies that change the values of others.

use super::{Strategy, strategy};
use crate::runner::{Reason, TestRunner};
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::sync::Arc;

/// A strategy that hands the values of another one to a function.
macro_rules! with_function {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        pub struct $name<S, F> {
            source: S,
            function: Arc<F>,
        }

        impl<S: Clone, F> Clone for $name<S, F> {
            fn clone(&self) -> Self {
                $name { source: self.source.clone(), function: self.function.clone() }
            }
        }

        impl<S: Debug, F> Debug for $name<S, F> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.source).finish()
            }
        }
    )*};
}

with_function! {
    /// What a function makes of each value.
    Map;
    /// The values for which a function holds.
    Filter;
    /// What a function makes of the values for which it makes something.
    FilterMap;
    /// Each value with one of the strategy that a function makes of it.
    IndFlattenMap;
}

macro_rules! new {
    ($($name:ident($($whence:ident)?);)*) => {$(
        impl<S, F> $name<S, F> {
            pub(super) fn new(source: S, $($whence: Reason,)? function: F) -> Self {
                $(drop($whence);)?
                $name { source, function: Arc::new(function) }
            }
        }
    )*};
}

new! {
    Map();
    Filter(whence);
    FilterMap(whence);
    IndFlattenMap();
}

strategy! {
    [S: Strategy, O: Debug, F: Fn(S::Value) -> O] Map<S, F> => O,
    |own, runner| (own.function)(own.source.draw(runner))
}
strategy! {
    [S: Strategy, F: Fn(&S::Value) -> bool] Filter<S, F> => S::Value, |own, runner| {
        let value = own.source.draw(runner);
        effigy::assume((own.function)(&value));
        value
    }
}
strategy! {
    [S: Strategy, O: Debug, F: Fn(S::Value) -> Option<O>] FilterMap<S, F> => O,
    |own, runner| (own.function)(own.source.draw(runner)).unwrap_or_else(|| effigy::reject())
}
strategy! {
    [S: Strategy<Value: Clone>, T: Strategy, F: Fn(S::Value) -> T]
    IndFlattenMap<S, F> => (S::Value, T::Value),
    |own, runner| {
        let first = runner.within(".0", |runner| own.source.draw(runner));
        let strategy = (own.function)(first.clone());
        (first, runner.within(".1", |runner| strategy.draw(runner)))
    }
}

/// The values of the strategies that a strategy makes.
#[derive(Clone, Copy, Debug)]
pub struct Flatten<S>(S);

/// As [`Flatten`].
pub type IndFlatten<S> = Flatten<S>;

impl<S> Flatten<S> {
    pub(super) fn new(source: S) -> Self {
        Flatten(source)
    }
}

strategy! {
    [S: Strategy<Value: Strategy>] Flatten<S> => <S::Value as Strategy>::Value,
    |own, runner| own.0.draw(runner).draw(runner)
}

/// What values convert into.
pub struct MapInto<S, O>(S, PhantomData<fn() -> O>);

impl<S, O> MapInto<S, O> {
    pub(super) fn new(source: S) -> Self {
        MapInto(source, PhantomData)
    }
}

impl<S: Clone, O> Clone for MapInto<S, O> {
    fn clone(&self) -> Self {
        MapInto::new(self.0.clone())
    }
}

impl<S: Debug, O> Debug for MapInto<S, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MapInto").field(&self.0).finish()
    }
}

strategy! {
    [S: Strategy<Value: Into<O>>, O: Debug] MapInto<S, O> => O, |own, runner| own.0.draw(runner).into()
}

/// The same values.
#[derive(Clone, Copy, Debug)]
pub struct NoShrink<S>(S);

impl<S> NoShrink<S> {
    pub(super) fn new(source: S) -> Self {
        NoShrink(source)
    }
}

strategy! { [S: Strategy] NoShrink<S> => S::Value, |own, runner| own.0.draw(runner) }

/// What has parts that can be in another order.
pub trait Shuffleable {
    /// How many.
    fn shuffle_len(&self) -> usize;
    /// Lets two of them change places.
    fn shuffle_swap(&mut self, one: usize, other: usize);
}

impl<T> Shuffleable for Vec<T> {
    fn shuffle_len(&self) -> usize {
        self.len()
    }

    fn shuffle_swap(&mut self, one: usize, other: usize) {
        self.swap(one, other);
    }
}

impl<T, const N: usize> Shuffleable for [T; N] {
    fn shuffle_len(&self) -> usize {
        N
    }

    fn shuffle_swap(&mut self, one: usize, other: usize) {
        self.swap(one, other);
    }
}

/// The values in any order of their parts.
#[derive(Clone, Copy, Debug)]
pub struct Shuffle<S>(S);

impl<S> Shuffle<S> {
    pub(super) fn new(source: S) -> Self {
        Shuffle(source)
    }
}

strategy! {
    [S: Strategy<Value: Shuffleable>] Shuffle<S> => S::Value, |own, runner| {
        let mut value = own.0.draw(runner);
        shuffle(&mut value, runner);
        value
    }
}

fn shuffle(value: &mut impl Shuffleable, runner: &TestRunner) {
    for last in (1..value.shuffle_len()).rev() {
        value.shuffle_swap(last, runner.number(&format!(".place[{last}]"), 0, last));
    }
}
