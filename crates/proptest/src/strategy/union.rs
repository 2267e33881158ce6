//! The values of several strategies.

use super::{Strategy, strategy};
use crate::runner::TestRunner;
use std::sync::Arc;

/// The values of several strategies of one type.
#[derive(Clone, Debug)]
pub struct Union<S>(Vec<S>);

impl<S: Strategy> Union<S> {
    /// Of these.
    ///
    /// # Panics
    /// When there is none.
    pub fn new(options: impl IntoIterator<Item = S>) -> Self {
        let options: Vec<S> = options.into_iter().collect();
        assert!(!options.is_empty(), "a union has at least one strategy");
        Union(options)
    }

    /// Of those whose weight is not zero.
    ///
    /// # Panics
    /// When there is none.
    pub fn new_weighted(options: Vec<(u32, S)>) -> Self {
        Union::new(options.into_iter().filter(|(weight, _)| *weight > 0).map(|(_, option)| option))
    }

    /// And of this one.
    #[must_use]
    pub fn or(mut self, other: S) -> Self {
        self.0.push(other);
        self
    }
}

strategy! {
    [S: Strategy] Union<S> => S::Value, |own, runner| {
        let chosen = own.0.get(runner.choice(own.0.len()));
        chosen.map_or_else(|| effigy::reject(), |strategy| strategy.draw(runner))
    }
}

/// The values of several strategies.
#[derive(Clone, Copy, Debug)]
pub struct TupleUnion<T>(T);

impl<T> TupleUnion<T> {
    /// Of pairs of a weight and a strategy.
    pub fn new(options: T) -> Self {
        TupleUnion(options)
    }
}

macro_rules! tuples {
    ($(($first:ident $($other:ident $index:tt)*))*) => {$(
        strategy! {
            [$first: Strategy, $($other: Strategy<Value = $first::Value>),*]
            TupleUnion<((u32, Arc<$first>), $((u32, Arc<$other>)),*)> => $first::Value,
            |own, runner| {
                type Way<'a, T> = (u32, Box<dyn Fn(&mut TestRunner) -> T + 'a>);
                let ways: Vec<Way<'_, $first::Value>> = vec![
                    (own.0.0.0, Box::new(|runner| own.0.0.1.draw(runner))),
                    $((own.0.$index.0, Box::new(|runner| own.0.$index.1.draw(runner)))),*
                ];
                let ways: Vec<_> = ways.into_iter().filter(|(weight, _)| *weight > 0).collect();
                let chosen = ways.get(runner.choice(ways.len()));
                chosen.map_or_else(|| effigy::reject(), |(_, draw)| draw(runner))
            }
        }
    )*};
}

tuples! {
    (A)
    (A B 1)
    (A B 1 C 2)
    (A B 1 C 2 D 3)
    (A B 1 C 2 D 3 E 4)
    (A B 1 C 2 D 3 E 4 F 5)
    (A B 1 C 2 D 3 E 4 F 5 G 6)
    (A B 1 C 2 D 3 E 4 F 5 G 6 H 7)
    (A B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8)
    (A B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9)
}
