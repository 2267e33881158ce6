//! Strategies, and the ways to make one out of others.

mod combined;
mod drawn;
mod recursive;
mod union;

pub use combined::{
    Filter, FilterMap, Flatten, IndFlatten, IndFlattenMap, Map, MapInto, NoShrink, Shuffle,
    Shuffleable,
};
pub use drawn::Drawn;
pub use recursive::Recursive;
pub use union::{TupleUnion, Union};

use crate::runner::{Reason, TestRunner};
use std::fmt::{self, Debug};
use std::rc::Rc;
use std::sync::Arc;

/// A value that was made.
pub trait ValueTree {
    /// Its type.
    type Value: Debug;

    /// The value.
    fn current(&self) -> Self::Value;

    /// Nothing is made simpler.
    fn simplify(&mut self) -> bool;

    /// Nothing was made simpler.
    fn complicate(&mut self) -> bool;
}

impl<T: ValueTree + ?Sized> ValueTree for Box<T> {
    type Value = T::Value;

    fn current(&self) -> T::Value {
        (**self).current()
    }

    fn simplify(&mut self) -> bool {
        (**self).simplify()
    }

    fn complicate(&mut self) -> bool {
        (**self).complicate()
    }
}

/// What a strategy makes.
pub type NewTree<S> = Result<<S as Strategy>::Tree, Reason>;

/// What makes any value of some.
pub trait Strategy: Debug {
    /// What holds a value.
    type Tree: ValueTree<Value = Self::Value>;
    /// The values.
    type Value: Debug;

    /// Makes a value.
    ///
    /// # Errors
    /// When there is none, and says why; the path ends then.
    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self>;

    /// Any value; the path ends where there is none.
    #[doc(hidden)]
    fn draw(&self, runner: &mut TestRunner) -> Self::Value {
        match self.new_tree(runner) {
            Ok(tree) => tree.current(),
            Err(_) => effigy::reject(),
        }
    }

    /// What the function makes of each value.
    fn prop_map<O: Debug, F: Fn(Self::Value) -> O>(self, function: F) -> Map<Self, F>
    where
        Self: Sized,
    {
        Map::new(self, function)
    }

    /// What each value converts into.
    fn prop_map_into<O: Debug>(self) -> MapInto<Self, O>
    where
        Self: Sized,
        Self::Value: Into<O>,
    {
        MapInto::new(self)
    }

    /// The values of the strategy that the function makes of each value.
    fn prop_flat_map<S: Strategy, F: Fn(Self::Value) -> S>(
        self,
        function: F,
    ) -> Flatten<Map<Self, F>>
    where
        Self: Sized,
    {
        Flatten::new(Map::new(self, function))
    }

    /// As [`prop_flat_map`](Self::prop_flat_map).
    fn prop_ind_flat_map<S: Strategy, F: Fn(Self::Value) -> S>(
        self,
        function: F,
    ) -> IndFlatten<Map<Self, F>>
    where
        Self: Sized,
    {
        Flatten::new(Map::new(self, function))
    }

    /// Each value with one of the strategy that the function makes of it.
    fn prop_ind_flat_map2<S: Strategy, F: Fn(Self::Value) -> S>(
        self,
        function: F,
    ) -> IndFlattenMap<Self, F>
    where
        Self: Sized,
        Self::Value: Clone,
    {
        IndFlattenMap::new(self, function)
    }

    /// The values for which the function holds.
    fn prop_filter<R: Into<Reason>, F: Fn(&Self::Value) -> bool>(
        self,
        whence: R,
        function: F,
    ) -> Filter<Self, F>
    where
        Self: Sized,
    {
        Filter::new(self, whence.into(), function)
    }

    /// What the function makes of the values for which it makes something.
    fn prop_filter_map<O: Debug, F: Fn(Self::Value) -> Option<O>>(
        self,
        whence: impl Into<Reason>,
        function: F,
    ) -> FilterMap<Self, F>
    where
        Self: Sized,
    {
        FilterMap::new(self, whence.into(), function)
    }

    /// The values of both.
    fn prop_union(self, other: Self) -> Union<Self>
    where
        Self: Sized,
    {
        Union::new([self, other])
    }

    /// The values, and those that the function makes of strategies of such values, up to a depth.
    fn prop_recursive<R, F>(
        self,
        depth: u32,
        _desired_size: u32,
        _branches: u32,
        recurse: F,
    ) -> Recursive<Self::Value, F>
    where
        Self: Sized + 'static,
        R: Strategy<Value = Self::Value> + 'static,
        F: Fn(BoxedStrategy<Self::Value>) -> R,
    {
        Recursive::new(self.boxed(), depth, recurse)
    }

    /// The values in any order of their parts.
    fn prop_shuffle(self) -> Shuffle<Self>
    where
        Self: Sized,
        Self::Value: Shuffleable,
    {
        Shuffle::new(self)
    }

    /// The same values.
    fn no_shrink(self) -> NoShrink<Self>
    where
        Self: Sized,
    {
        NoShrink::new(self)
    }

    /// The same values, of a type that does not say how they are made.
    fn boxed(self) -> BoxedStrategy<Self::Value>
    where
        Self: Sized + 'static,
    {
        BoxedStrategy(Arc::new(self))
    }

    /// As [`boxed`](Self::boxed).
    fn sboxed(self) -> SBoxedStrategy<Self::Value>
    where
        Self: Sized + Send + Sync + 'static,
    {
        SBoxedStrategy(Arc::new(self))
    }
}

/// How a strategy of this library makes its values.
macro_rules! strategy {
    ([$($generics:tt)*] $type:ty => $value:ty, |$own:ident, $runner:ident| $draw:expr) => {
        impl<$($generics)*> $crate::strategy::Strategy for $type {
            type Tree = $crate::strategy::Drawn<$value>;
            type Value = $value;

            fn new_tree(
                &self,
                $runner: &mut $crate::runner::TestRunner,
            ) -> $crate::strategy::NewTree<Self> {
                let $own = self;
                $crate::strategy::Drawn::tree($draw)
            }
        }
    };
}
pub(crate) use strategy;

/// A strategy of which only the values are known.
trait Draw<T>: Debug {
    fn value(&self, runner: &mut TestRunner) -> T;
}

impl<S: Strategy> Draw<S::Value> for S {
    fn value(&self, runner: &mut TestRunner) -> S::Value {
        self.draw(runner)
    }
}

/// A strategy of any kind.
#[derive(Debug)]
pub struct BoxedStrategy<T>(Arc<dyn Draw<T>>);

/// A strategy of any kind that threads can share.
#[derive(Debug)]
pub struct SBoxedStrategy<T>(Arc<dyn SharedDraw<T>>);

trait SharedDraw<T>: Draw<T> + Send + Sync {}

impl<T, S: Draw<T> + Send + Sync> SharedDraw<T> for S {}

impl<T> Clone for BoxedStrategy<T> {
    fn clone(&self) -> Self {
        BoxedStrategy(self.0.clone())
    }
}

impl<T> Clone for SBoxedStrategy<T> {
    fn clone(&self) -> Self {
        SBoxedStrategy(self.0.clone())
    }
}

/// What makes a value where the function is called.
struct Composed<F>(F);

impl<F> Debug for Composed<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("composed")
    }
}

/// The strategy of the values that the function makes.
#[doc(hidden)]
pub fn composed<T: Debug>(
    make: impl Fn(&mut TestRunner) -> T,
) -> impl Strategy<Value = T, Tree = Drawn<T>> {
    Composed(make)
}

/// Strategies in a list of pairs.
#[doc(hidden)]
pub trait List {
    /// Their values, in a list of pairs.
    type Values;

    /// Any values, as parts that are called by these patterns.
    fn draw(&self, runner: &mut TestRunner, names: &[&str]) -> Self::Values;
}

impl List for () {
    type Values = ();

    fn draw(&self, _: &mut TestRunner, _: &[&str]) {}
}

impl<S: Strategy, L: List> List for (S, L) {
    type Values = (S::Value, L::Values);

    fn draw(&self, runner: &mut TestRunner, names: &[&str]) -> Self::Values {
        let (name, names) = names.split_first().unwrap_or((&"value", &[]));
        (runner.part(name, &self.0), self.1.draw(runner, names))
    }
}

/// One value.
#[derive(Clone, Copy, Debug)]
pub struct Just<T: Clone + Debug>(
    /// The value.
    pub T,
);

/// The value that a function makes.
#[derive(Clone, Copy)]
pub struct LazyJust<T, F: Fn() -> T>(F);

/// The value that a function makes, which is a plain one.
pub type LazyJustFn<T> = LazyJust<T, fn() -> T>;

impl<T, F: Fn() -> T> LazyJust<T, F> {
    /// Of a function.
    pub fn new(function: F) -> Self {
        LazyJust(function)
    }
}

impl<T, F: Fn() -> T> Debug for LazyJust<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LazyJust")
    }
}

strategy! { [T: Debug, F: Fn(&mut TestRunner) -> T] Composed<F> => T, |own, runner| (own.0)(runner) }
strategy! { [T: Debug] BoxedStrategy<T> => T, |own, runner| own.0.value(runner) }
strategy! { [T: Debug] SBoxedStrategy<T> => T, |own, runner| own.0.value(runner) }
strategy! { [T: Clone + Debug] Just<T> => T, |own, _runner| own.0.clone() }
strategy! { [T: Debug, F: Fn() -> T] LazyJust<T, F> => T, |own, _runner| (own.0)() }
strategy! { [T: Debug] fn() -> T => T, |own, _runner| own() }

macro_rules! through_pointers {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> Strategy for $type {
            type Tree = S::Tree;
            type Value = S::Value;

            fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
                (**self).new_tree(runner)
            }
        }
    )*};
}

through_pointers! {
    [S: Strategy + ?Sized] &S;
    [S: Strategy + ?Sized] &mut S;
    [S: Strategy + ?Sized] Box<S>;
    [S: Strategy + ?Sized] Rc<S>;
    [S: Strategy + ?Sized] Arc<S>;
}
