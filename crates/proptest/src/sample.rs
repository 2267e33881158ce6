//! Choices out of what there is.

use crate::arbitrary::Arbitrary;
use crate::collection::SizeRange;
use crate::strategy::strategy;
use std::borrow::Cow;
use std::fmt::Debug;

/// One of some values.
#[derive(Clone, Debug)]
pub struct Select<T: Clone + Debug + 'static>(Cow<'static, [T]>);

/// One of these.
///
/// # Panics
/// When there is none.
pub fn select<T: Clone + Debug + 'static>(values: impl Into<Cow<'static, [T]>>) -> Select<T> {
    let values = values.into();
    assert!(!values.is_empty(), "there is nothing to select from");
    Select(values)
}

strategy! {
    [T: Clone + Debug + 'static] Select<T> => T, |own, runner| {
        let chosen = runner.number(".variant", 0, own.0.len() - 1);
        own.0.get(chosen).cloned().unwrap_or_else(|| effigy::reject())
    }
}

/// Some of some values, in their order.
#[derive(Clone, Debug)]
pub struct Subsequence<T: Clone + 'static>(Cow<'static, [T]>, SizeRange);

/// So many of these, in their order.
///
/// # Panics
/// When there are less.
pub fn subsequence<T: Clone + 'static>(
    values: impl Into<Cow<'static, [T]>>,
    size: impl Into<SizeRange>,
) -> Subsequence<T> {
    let (values, size) = (values.into(), size.into());
    assert!(size.end_incl() <= values.len(), "there are less values than a subsequence has");
    Subsequence(values, size)
}

strategy! {
    [T: Clone + Debug + 'static] Subsequence<T> => Vec<T>, |own, runner| {
        let (least, most) = own.1.start_end_incl();
        let mut taken = Vec::with_capacity(own.0.len());
        for (at, value) in own.0.iter().enumerate() {
            let missing = least.saturating_sub(taken.len());
            let must = own.0.len() - at <= missing;
            if taken.len() < most && (must || runner.flag(&format!("[{at}]"))) {
                taken.push(value.clone());
            }
        }
        taken
    }
}

/// A place in a collection whose size is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Index(usize);

impl Index {
    /// A place in a collection of this size.
    ///
    /// # Panics
    /// When that is zero.
    pub fn index(&self, size: usize) -> usize {
        assert!(size > 0, "there is no place in what is empty");
        self.0 % size
    }

    /// The element there.
    pub fn get<'a, T>(&self, slice: &'a [T]) -> &'a T {
        slice.get(self.index(slice.len())).unwrap_or_else(|| effigy::reject())
    }

    /// The element there, which may be changed.
    pub fn get_mut<'a, T>(&self, slice: &'a mut [T]) -> &'a mut T {
        let at = self.index(slice.len());
        slice.get_mut(at).unwrap_or_else(|| effigy::reject())
    }
}

/// Any place.
#[derive(Clone, Copy, Debug)]
pub struct IndexStrategy(());

strategy! { [] IndexStrategy => Index, |_own, runner| Index(runner.any()) }

impl Arbitrary for Index {
    type Parameters = ();
    type Strategy = IndexStrategy;

    fn arbitrary_with((): ()) -> IndexStrategy {
        IndexStrategy(())
    }
}

/// One of what an iterator gives.
#[derive(Clone, Copy, Debug)]
pub struct Selector(Index);

impl Selector {
    /// One of these.
    ///
    /// # Panics
    /// When there is none.
    pub fn select<T: IntoIterator>(&self, from: T) -> T::Item {
        self.try_select(from).unwrap_or_else(|| panic!("there is nothing to select from"))
    }

    /// One of these, if there is any.
    pub fn try_select<T: IntoIterator>(&self, from: T) -> Option<T::Item> {
        let mut all: Vec<T::Item> = from.into_iter().collect();
        (!all.is_empty()).then(|| all.swap_remove(self.0.index(all.len())))
    }
}

/// Any of what an iterator gives.
#[derive(Clone, Copy, Debug)]
pub struct SelectorStrategy(());

strategy! { [] SelectorStrategy => Selector, |_own, runner| Selector(Index(runner.any())) }

impl Arbitrary for Selector {
    type Parameters = ();
    type Strategy = SelectorStrategy;

    fn arbitrary_with((): ()) -> SelectorStrategy {
        SelectorStrategy(())
    }
}
