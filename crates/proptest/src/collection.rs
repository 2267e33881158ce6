//! Collections of values of one strategy.

use crate::runner::TestRunner;
use crate::strategy::{Strategy, strategy};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::Hash;
use std::ops::{Range, RangeInclusive, RangeTo, RangeToInclusive};

/// How many elements a collection has at most beyond those that it must have.
const MORE: usize = 8;

/// As [`MORE`], where the property does not say how many it may have.
const MORE_OF_ANY: usize = 4;

/// How many elements collections have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SizeRange {
    least: usize,
    most: usize,
    more: usize,
}

/// How many elements a collection has.
pub fn size_range(from: impl Into<SizeRange>) -> SizeRange {
    from.into()
}

impl SizeRange {
    /// From the one number to the other.
    pub fn new(range: RangeInclusive<usize>) -> Self {
        range.into()
    }

    /// The least.
    pub fn start(&self) -> usize {
        self.least
    }

    /// The most.
    pub fn end_incl(&self) -> usize {
        self.most
    }

    /// The first one that is too many.
    pub fn end_excl(&self) -> usize {
        self.most + 1
    }

    /// Both.
    pub fn start_end_incl(&self) -> (usize, usize) {
        (self.least, self.most)
    }

    /// A number of elements, which is another one on each path.
    ///
    /// # Panics
    /// When there is none.
    pub(crate) fn draw(&self, runner: &TestRunner) -> usize {
        assert!(self.least <= self.most, "the range of sizes is empty");
        let most = self.most.min(self.least + self.more);
        if most < self.most {
            effigy::bound_lengths(&format!("collections have at most {most} elements"));
        }
        runner.number(".len", self.least, most)
    }
}

/// Up to a hundred, as proptest has it.
impl Default for SizeRange {
    fn default() -> Self {
        SizeRange { least: 0, most: 100, more: MORE_OF_ANY }
    }
}

impl From<usize> for SizeRange {
    fn from(size: usize) -> Self {
        (size..=size).into()
    }
}

impl From<RangeInclusive<usize>> for SizeRange {
    fn from(range: RangeInclusive<usize>) -> Self {
        SizeRange { least: *range.start(), most: *range.end(), more: MORE }
    }
}

impl From<Range<usize>> for SizeRange {
    fn from(range: Range<usize>) -> Self {
        assert!(range.start < range.end, "the range of sizes {range:?} is empty");
        (range.start..=range.end - 1).into()
    }
}

impl From<RangeTo<usize>> for SizeRange {
    fn from(range: RangeTo<usize>) -> Self {
        (0..range.end).into()
    }
}

impl From<RangeToInclusive<usize>> for SizeRange {
    fn from(range: RangeToInclusive<usize>) -> Self {
        (0..=range.end).into()
    }
}

/// `size` values of a strategy.
fn list<S: Strategy>(strategy: &S, size: usize, runner: &mut TestRunner) -> Vec<S::Value> {
    let mut list = Vec::with_capacity(size);
    for at in 0..size {
        list.push(runner.within(&format!("[{at}]"), |runner| strategy.draw(runner)));
    }
    list
}

macro_rules! collections {
    ($($(#[$doc:meta])* $name:ident $function:ident $collection:ident $(: $bound:ident)*;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name<S>(S, SizeRange);

        $(#[$doc])*
        pub fn $function<S: Strategy>(element: S, size: impl Into<SizeRange>) -> $name<S>
        where
            S::Value: Sized $(+ $bound)*,
        {
            $name(element, size.into())
        }
    )*};
}

collections! {
    /// Vectors.
    VecStrategy vec Vec;
    /// Queues with two ends.
    VecDequeStrategy vec_deque VecDeque;
    /// Lists.
    LinkedListStrategy linked_list LinkedList;
    /// Heaps.
    BinaryHeapStrategy binary_heap BinaryHeap: Ord;
    /// Sets with hashes.
    HashSetStrategy hash_set HashSet: Hash: Eq;
    /// Sets in order.
    BTreeSetStrategy btree_set BTreeSet: Ord;
}

macro_rules! drawn {
    ($($name:ident $collection:ident $(: $bound:ident)*;)*) => {$(
        strategy! {
            [S: Strategy<Value: Sized $(+ $bound)*>] $name<S> => $collection<S::Value>,
            |own, runner| {
                let size = own.1.draw(runner);
                let made: $collection<S::Value> = list(&own.0, size, runner).into_iter().collect();
                // Equal ones may be less than it must have.
                effigy::assume(made.len() >= own.1.start());
                made
            }
        }
    )*};
}

drawn! {
    VecStrategy Vec;
    VecDequeStrategy VecDeque;
    LinkedListStrategy LinkedList;
    BinaryHeapStrategy BinaryHeap: Ord;
    HashSetStrategy HashSet: Hash: Eq;
    BTreeSetStrategy BTreeSet: Ord;
}

macro_rules! maps {
    ($($(#[$doc:meta])* $name:ident $function:ident $collection:ident $(: $bound:ident)*;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name<K, V>(K, V, SizeRange);

        $(#[$doc])*
        pub fn $function<K: Strategy, V: Strategy>(
            key: K,
            value: V,
            size: impl Into<SizeRange>,
        ) -> $name<K, V>
        where
            K::Value: Sized $(+ $bound)*,
        {
            $name(key, value, size.into())
        }

        strategy! {
            [K: Strategy<Value: Sized $(+ $bound)*>, V: Strategy]
            $name<K, V> => $collection<K::Value, V::Value>,
            |own, runner| {
                let size = own.2.draw(runner);
                let pairs = list(&(&own.0, &own.1), size, runner);
                let made: $collection<K::Value, V::Value> = pairs.into_iter().collect();
                effigy::assume(made.len() >= own.2.start());
                made
            }
        }
    )*};
}

maps! {
    /// Maps with hashes.
    HashMapStrategy hash_map HashMap: Hash: Eq;
    /// Maps in order.
    BTreeMapStrategy btree_map BTreeMap: Ord;
}
