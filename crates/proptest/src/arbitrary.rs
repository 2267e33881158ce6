//! Types with a strategy of their own.

use crate::collection::{
    BTreeMapStrategy, BTreeSetStrategy, BinaryHeapStrategy, HashMapStrategy, HashSetStrategy,
    LinkedListStrategy, SizeRange, VecDequeStrategy, VecStrategy, binary_heap, btree_map,
    btree_set, hash_map, hash_set, linked_list, vec, vec_deque,
};
use crate::option::{OptionStrategy, Probability};
use crate::result::MaybeOk;
use crate::strategy::{Map, Strategy, strategy};
use crate::string::{RegexGeneratorStrategy, StrategyFromRegex, StringParam};
use crate::{num, option};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};

/// A type with a strategy of its own.
pub trait Arbitrary: Sized + Debug {
    /// What its values may depend on.
    type Parameters: Default;
    /// What makes them.
    type Strategy: Strategy<Value = Self>;

    /// What makes its values.
    fn arbitrary() -> Self::Strategy {
        Self::arbitrary_with(Default::default())
    }

    /// What makes its values, which depend on something.
    fn arbitrary_with(parameters: Self::Parameters) -> Self::Strategy;
}

/// The strategy of a type.
pub type StrategyFor<T> = <T as Arbitrary>::Strategy;

/// What the values of a type may depend on.
pub type ParamsFor<T> = <T as Arbitrary>::Parameters;

/// Any value of a type.
pub fn any<T: Arbitrary>() -> StrategyFor<T> {
    T::arbitrary()
}

/// Any value of a type, which depends on something.
pub fn any_with<T: Arbitrary>(parameters: ParamsFor<T>) -> StrategyFor<T> {
    T::arbitrary_with(parameters)
}

/// As [`any`].
pub fn arbitrary<T: Arbitrary<Strategy = S>, S: Strategy<Value = T>>() -> S {
    T::arbitrary()
}

/// As [`any_with`].
pub fn arbitrary_with<T, S, P>(parameters: P) -> S
where
    P: Default,
    S: Strategy<Value = T>,
    T: Arbitrary<Strategy = S, Parameters = P>,
{
    T::arbitrary_with(parameters)
}

macro_rules! of_modules {
    ($($type:ident)*) => {$(
        impl Arbitrary for $type {
            type Parameters = ();
            type Strategy = num::$type::Any;

            fn arbitrary_with((): ()) -> Self::Strategy {
                num::$type::ANY
            }
        }
    )*};
}

of_modules! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

macro_rules! finite {
    ($($type:ident)*) => {$(
        /// Finite ones, as proptest has it.
        impl Arbitrary for $type {
            type Parameters = ();
            type Strategy = num::$type::Any;

            fn arbitrary_with((): ()) -> Self::Strategy {
                use num::$type::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
                POSITIVE | NEGATIVE | ZERO | SUBNORMAL | NORMAL
            }
        }
    )*};
}

finite! { f32 f64 }

impl Arbitrary for bool {
    type Parameters = ();
    type Strategy = crate::bool::Any;

    fn arbitrary_with((): ()) -> Self::Strategy {
        crate::bool::ANY
    }
}

impl Arbitrary for char {
    type Parameters = ();
    type Strategy = crate::char::CharStrategy<'static>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        crate::char::any()
    }
}

impl Arbitrary for String {
    type Parameters = StringParam;
    type Strategy = RegexGeneratorStrategy<String>;

    fn arbitrary_with(pattern: StringParam) -> Self::Strategy {
        String::from_regex(pattern.into())
    }
}

impl Arbitrary for () {
    type Parameters = ();
    type Strategy = ();

    fn arbitrary_with((): ()) -> Self::Strategy {}
}

impl<T> Arbitrary for PhantomData<T> {
    type Parameters = ();
    type Strategy = crate::strategy::Just<Self>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        crate::strategy::Just(PhantomData)
    }
}

/// Any value that the harness library makes of a type.
#[derive(Debug)]
pub struct Made<T>(PhantomData<fn() -> T>);

impl<T> Clone for Made<T> {
    fn clone(&self) -> Self {
        Made(PhantomData)
    }
}

strategy! { [T: effigy::Arbitrary + Debug] Made<T> => T, |_own, runner| runner.any() }

macro_rules! made {
    ($($type:ty)*) => {$(
        impl Arbitrary for $type {
            type Parameters = ();
            type Strategy = Made<Self>;

            fn arbitrary_with((): ()) -> Self::Strategy {
                Made(PhantomData)
            }
        }
    )*};
}

made! {
    std::time::Duration std::cmp::Ordering std::net::Ipv4Addr std::net::Ipv6Addr
    std::num::NonZeroU8 std::num::NonZeroU16 std::num::NonZeroU32 std::num::NonZeroU64
    std::num::NonZeroU128 std::num::NonZeroUsize std::num::NonZeroI8 std::num::NonZeroI16
    std::num::NonZeroI32 std::num::NonZeroI64 std::num::NonZeroI128 std::num::NonZeroIsize
}

/// Types that are made of one other value by a function.
macro_rules! wrapped {
    ($($type:ty => $make:expr;)*) => {$(
        impl<T: Arbitrary> Arbitrary for $type {
            type Parameters = T::Parameters;
            type Strategy = Map<T::Strategy, fn(T) -> Self>;

            fn arbitrary_with(parameters: Self::Parameters) -> Self::Strategy {
                any_with::<T>(parameters).prop_map($make)
            }
        }
    )*};
}

wrapped! {
    Box<T> => Box::new;
    Rc<T> => Rc::new;
    Arc<T> => Arc::new;
    RefCell<T> => RefCell::new;
    Mutex<T> => Mutex::new;
    RwLock<T> => RwLock::new;
    std::num::Wrapping<T> => std::num::Wrapping;
    std::cmp::Reverse<T> => std::cmp::Reverse;
    std::ops::RangeFrom<T> => |start| start..;
    std::ops::RangeTo<T> => |end| ..end;
}

impl<T: Arbitrary + Copy> Arbitrary for Cell<T> {
    type Parameters = T::Parameters;
    type Strategy = Map<T::Strategy, fn(T) -> Self>;

    fn arbitrary_with(parameters: Self::Parameters) -> Self::Strategy {
        any_with::<T>(parameters).prop_map(Cell::new)
    }
}

/// Those that begin before they end, as proptest has it.
impl<T: Arbitrary + PartialOrd> Arbitrary for std::ops::Range<T> {
    type Parameters = (T::Parameters, T::Parameters);
    type Strategy = Map<(T::Strategy, T::Strategy), fn((T, T)) -> Self>;

    fn arbitrary_with((start, end): Self::Parameters) -> Self::Strategy {
        let strategy = (any_with::<T>(start), any_with::<T>(end));
        strategy.prop_map(|(start, end)| if end < start { end..start } else { start..end })
    }
}

/// Those that begin before they end, as proptest has it.
impl<T: Arbitrary + PartialOrd> Arbitrary for std::ops::RangeInclusive<T> {
    type Parameters = (T::Parameters, T::Parameters);
    type Strategy = Map<(T::Strategy, T::Strategy), fn((T, T)) -> Self>;

    fn arbitrary_with((start, end): Self::Parameters) -> Self::Strategy {
        let strategy = (any_with::<T>(start), any_with::<T>(end));
        strategy.prop_map(|(start, end)| if end < start { end..=start } else { start..=end })
    }
}

/// Those with a number of seconds of 32 bits, as proptest has it.
impl Arbitrary for std::time::SystemTime {
    type Parameters = ();
    type Strategy = Map<(num::i32::Any, std::ops::Range<u32>), fn((i32, u32)) -> Self>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        (num::i32::ANY, 0..1_000_000_000).prop_map(|(seconds, nanos)| {
            let far = std::time::Duration::new(u64::from(seconds.unsigned_abs()), nanos);
            let (start, later) = (std::time::UNIX_EPOCH, seconds >= 0);
            if later { start + far } else { start - far }
        })
    }
}

/// Whether a path is absolute, and its parts.
type PathParts = (crate::bool::Any, VecStrategy<StrategyFor<String>>);

/// Those of any parts, as proptest has it.
impl Arbitrary for std::path::PathBuf {
    type Parameters = ();
    type Strategy = Map<PathParts, fn((bool, Vec<String>)) -> Self>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        (crate::bool::ANY, any::<Vec<String>>()).prop_map(|(is_absolute, parts)| {
            let mut path = std::path::PathBuf::from(if is_absolute { "/" } else { "" });
            for part in parts {
                path.push(part.replace('/', ""));
            }
            path
        })
    }
}

macro_rules! of_lists {
    ($($type:ty, $list:ty => $make:expr;)*) => {$(
        impl<T: Arbitrary> Arbitrary for $type {
            type Parameters = (SizeRange, T::Parameters);
            type Strategy = Map<VecStrategy<T::Strategy>, fn(Vec<T>) -> Self>;

            fn arbitrary_with(parameters: Self::Parameters) -> Self::Strategy {
                any_with::<Vec<T>>(parameters).prop_map($make)
            }
        }
    )*};
}

of_lists! {
    Box<[T]>, Vec<T> => Vec::into_boxed_slice;
    Rc<[T]>, Vec<T> => Rc::from;
    Arc<[T]>, Vec<T> => Arc::from;
}

macro_rules! of_texts {
    ($($type:ty => $make:expr;)*) => {$(
        impl Arbitrary for $type {
            type Parameters = StringParam;
            type Strategy = Map<StrategyFor<String>, fn(String) -> Self>;

            fn arbitrary_with(pattern: StringParam) -> Self::Strategy {
                any_with::<String>(pattern).prop_map($make)
            }
        }
    )*};
}

of_texts! {
    Box<str> => String::into_boxed_str;
    Rc<str> => Rc::from;
    Arc<str> => Arc::from;
    std::ffi::OsString => std::ffi::OsString::from;
    std::borrow::Cow<'static, str> => std::borrow::Cow::Owned;
}

impl<T: Arbitrary> Arbitrary for Option<T> {
    type Parameters = (Probability, T::Parameters);
    type Strategy = OptionStrategy<T::Strategy>;

    fn arbitrary_with((probability, of): Self::Parameters) -> Self::Strategy {
        option::weighted(probability, any_with::<T>(of))
    }
}

impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {
    type Parameters = (Probability, T::Parameters, E::Parameters);
    type Strategy = MaybeOk<T::Strategy, E::Strategy>;

    fn arbitrary_with((probability, ok, err): Self::Parameters) -> Self::Strategy {
        crate::result::maybe_ok_weighted(probability, any_with::<T>(ok), any_with::<E>(err))
    }
}

macro_rules! collections {
    ($($type:ident $strategy:ident $make:ident $(: $bound:ident)*;)*) => {$(
        impl<T: Arbitrary $(+ $bound)*> Arbitrary for $type<T> {
            type Parameters = (SizeRange, T::Parameters);
            type Strategy = $strategy<T::Strategy>;

            fn arbitrary_with((size, of): Self::Parameters) -> Self::Strategy {
                $make(any_with::<T>(of), size)
            }
        }
    )*};
}

collections! {
    Vec VecStrategy vec;
    VecDeque VecDequeStrategy vec_deque;
    LinkedList LinkedListStrategy linked_list;
    BinaryHeap BinaryHeapStrategy binary_heap: Ord;
    HashSet HashSetStrategy hash_set: Hash: Eq;
    BTreeSet BTreeSetStrategy btree_set: Ord;
}

macro_rules! maps {
    ($($type:ident $strategy:ident $make:ident $(: $bound:ident)*;)*) => {$(
        impl<K: Arbitrary $(+ $bound)*, V: Arbitrary> Arbitrary for $type<K, V> {
            type Parameters = (SizeRange, K::Parameters, V::Parameters);
            type Strategy = $strategy<K::Strategy, V::Strategy>;

            fn arbitrary_with((size, key, value): Self::Parameters) -> Self::Strategy {
                $make(any_with::<K>(key), any_with::<V>(value), size)
            }
        }
    )*};
}

maps! {
    HashMap HashMapStrategy hash_map: Hash: Eq;
    BTreeMap BTreeMapStrategy btree_map: Ord;
}

impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    type Parameters = T::Parameters;
    type Strategy = crate::array::UniformArrayStrategy<T::Strategy, [T; N]>;

    fn arbitrary_with(of: Self::Parameters) -> Self::Strategy {
        crate::array::UniformArrayStrategy::new(any_with::<T>(of))
    }
}

macro_rules! tuples {
    ($(($($type:ident $parameters:ident),*))*) => {$(
        impl<$($type: Arbitrary),*> Arbitrary for ($($type,)*) {
            type Parameters = ($($type::Parameters,)*);
            type Strategy = ($($type::Strategy,)*);

            fn arbitrary_with(($($parameters,)*): Self::Parameters) -> Self::Strategy {
                ($(any_with::<$type>($parameters),)*)
            }
        }
    )*};
}

tuples! {
    (A a)
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
    (A a, B b, C c, D d, E e, F f)
    (A a, B b, C c, D d, E e, F f, G g)
    (A a, B b, C c, D d, E e, F f, G g, H h)
    (A a, B b, C c, D d, E e, F f, G g, H h, I i)
    (A a, B b, C c, D d, E e, F f, G g, H h, I i, J j)
}
