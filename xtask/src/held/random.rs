//! Random arguments from safe code: pointers that meet, cells that are borrowed, locks that are poisoned, ranges that are used up. What an
//! argument is beyond a fresh value is noted, so that a failure can be compared with what an answer takes for granted.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::num::{NonZeroU8, NonZeroU32, NonZeroU64, NonZeroUsize, Wrapping};
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[derive(Default)]
pub struct Source {
    state: u64,
    pool: BTreeMap<TypeId, Vec<Box<dyn Any>>>,
    /// The kinds of assumptions that the values break.
    pub used: BTreeSet<&'static str>,
}

impl Source {
    pub fn new(seed: u64) -> Self {
        Source { state: seed, ..Source::default() }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn bits(&mut self) -> u128 {
        match self.below(6) {
            0 => u128::from(self.below(5)),
            1 => !u128::from(self.below(5)),
            2 => 1 << self.below(128),
            3 => (1 << self.below(127)) - 1,
            _ => u128::from(self.next()) << 64 | u128::from(self.next()),
        }
    }

    fn pooled<P: Clone + 'static>(&mut self, make: impl FnOnce(&mut Self) -> P) -> P {
        let kind = TypeId::of::<P>();
        let count = self.pool.get(&kind).map_or(0, Vec::len) as u64;
        if count > 0 && self.below(2) == 0 {
            let at = self.below(count) as usize;
            if let Some(met) = self.pool[&kind][at].downcast_ref::<P>() {
                self.used.insert("aliasing");
                return met.clone();
            }
        }
        let made = make(self);
        self.pool.entry(kind).or_default().push(Box::new(made.clone()));
        made
    }

    fn len(&mut self) -> usize {
        let len = match self.below(8) {
            0 => self.below(40),
            _ => self.below(5),
        };
        if len > 4 {
            self.used.insert("lengths");
        }
        len as usize
    }
}

pub trait Random: Sized {
    fn random(source: &mut Source) -> Self;
}

macro_rules! integers {
    ($($of:ty)*) => {$(
        impl Random for $of {
            fn random(source: &mut Source) -> Self { source.bits() as $of }
        }
        impl Random for RangeInclusive<$of> {
            fn random(source: &mut Source) -> Self {
                let end = <$of>::random(source);
                if source.below(4) == 0 {
                    source.used.insert("first-call");
                    let mut range = end..=end;
                    range.next();
                    return range;
                }
                <$of>::random(source)..=end
            }
        }
    )*};
}
integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

impl Random for bool {
    fn random(source: &mut Source) -> Self { source.below(2) == 1 }
}
impl Random for char {
    fn random(source: &mut Source) -> Self {
        const ODD: [char; 12] = ['0', '9', '-', '.', ' ', '_', 'A', 'z', 'ß', 'İ', '\u{301}', '\u{200d}'];
        match source.below(4) {
            0 => char::from(source.below(128) as u8),
            1 | 2 => ODD[source.below(12) as usize],
            _ => char::from_u32(source.below(0x11_0000) as u32).unwrap_or('\u{10ffff}'),
        }
    }
}
impl Random for f32 {
    fn random(source: &mut Source) -> Self {
        match source.below(4) {
            0 => [0.0, -0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY][source.below(5) as usize],
            1 => i16::random(source).into(),
            _ => f32::from_bits(u32::random(source)),
        }
    }
}
impl Random for f64 {
    fn random(source: &mut Source) -> Self {
        match source.below(4) {
            0 => f32::random(source).into(),
            1 => i32::random(source).into(),
            _ => f64::from_bits(u64::random(source)),
        }
    }
}
impl Random for () {
    fn random(_: &mut Source) -> Self {}
}
impl Random for String {
    fn random(source: &mut Source) -> Self {
        let len = source.len();
        let text = match source.below(6) {
            0 => i64::random(source).to_string().chars().take(len).collect(),
            _ => (0..len).map(|_| char::random(source)).collect::<String>(),
        };
        if text.len() > 4 {
            source.used.insert("lengths");
        }
        text
    }
}
impl<T: Random> Random for Vec<T> {
    fn random(source: &mut Source) -> Self {
        let len = source.len();
        (0..len).map(|_| T::random(source)).collect()
    }
}
impl<T: Random> Random for VecDeque<T> {
    fn random(source: &mut Source) -> Self { Vec::random(source).into() }
}
impl<T: Random> Random for Option<T> {
    fn random(source: &mut Source) -> Self { bool::random(source).then(|| T::random(source)) }
}
impl<T: Random, E: Random> Random for Result<T, E> {
    fn random(source: &mut Source) -> Self {
        if bool::random(source) { Ok(T::random(source)) } else { Err(E::random(source)) }
    }
}
impl<T: Random> Random for Box<T> {
    fn random(source: &mut Source) -> Self { Box::new(T::random(source)) }
}
impl<T: Random, const N: usize> Random for [T; N] {
    fn random(source: &mut Source) -> Self { std::array::from_fn(|_| T::random(source)) }
}
impl<T: Random> Random for Range<T> {
    fn random(source: &mut Source) -> Self { T::random(source)..T::random(source) }
}
impl<A: Random, B: Random> Random for (A, B) {
    fn random(source: &mut Source) -> Self { (A::random(source), B::random(source)) }
}
impl<A: Random, B: Random, C: Random> Random for (A, B, C) {
    fn random(source: &mut Source) -> Self { (A::random(source), B::random(source), C::random(source)) }
}

macro_rules! made {
    ($($of:ty: $from:ty, $with:expr;)*) => {$(
        impl Random for $of {
            fn random(source: &mut Source) -> Self { $with(<$from>::random(source)) }
        }
    )*};
}
made! {
    Duration: (u64, u32), |(seconds, nanos): (u64, u32)| Duration::new(seconds, nanos % 1_000_000_000);
    NonZeroU8: u8, |of: u8| NonZeroU8::new(of.max(1)).unwrap();
    NonZeroU32: u32, |of: u32| NonZeroU32::new(of.max(1)).unwrap();
    NonZeroU64: u64, |of: u64| NonZeroU64::new(of.max(1)).unwrap();
    NonZeroUsize: usize, |of: usize| NonZeroUsize::new(of.max(1)).unwrap();
    Ordering: i8, |of: i8| of.cmp(&0);
    Box<str>: String, String::into_boxed_str;
    OsString: String, OsString::from;
    PathBuf: String, PathBuf::from;
    &'static OsStr: &'static str, OsStr::new;
    &'static Path: &'static str, Path::new;
    std::str::Chars<'static>: &'static str, str::chars;
    std::str::Bytes<'static>: &'static str, str::bytes;
    RangeFull: (), |()| ..;
    &'static mut str: String, String::leak;
}
impl Random for SystemTime {
    fn random(source: &mut Source) -> Self {
        let by = Duration::random(source);
        let at = if bool::random(source) { UNIX_EPOCH.checked_add(by) } else { UNIX_EPOCH.checked_sub(by) };
        at.unwrap_or(UNIX_EPOCH)
    }
}
impl<B: ?Sized + ToOwned + 'static> Random for Cow<'static, B>
where
    &'static B: Random,
    B::Owned: Random,
{
    fn random(source: &mut Source) -> Self {
        if bool::random(source) { Cow::Borrowed(Random::random(source)) } else { Cow::Owned(Random::random(source)) }
    }
}
impl<T> Random for PhantomData<T> {
    fn random(_: &mut Source) -> Self { PhantomData }
}
impl<T: Random> Random for Box<[T]> {
    fn random(source: &mut Source) -> Self { Vec::random(source).into() }
}
impl<T: Random> Random for std::vec::IntoIter<T> {
    fn random(source: &mut Source) -> Self { Vec::random(source).into_iter() }
}
impl<T: Random + 'static> Random for std::slice::Iter<'static, T> {
    fn random(source: &mut Source) -> Self { <&'static [T]>::random(source).iter() }
}
impl<T: Random> Random for Wrapping<T> {
    fn random(source: &mut Source) -> Self { Wrapping(T::random(source)) }
}
impl<T: Random> Random for Reverse<T> {
    fn random(source: &mut Source) -> Self { Reverse(T::random(source)) }
}
impl<T: Random> Random for RangeFrom<T> {
    fn random(source: &mut Source) -> Self { T::random(source).. }
}
impl<T: Random> Random for RangeTo<T> {
    fn random(source: &mut Source) -> Self { ..T::random(source) }
}
impl<T: Random> Random for RangeToInclusive<T> {
    fn random(source: &mut Source) -> Self { ..=T::random(source) }
}
impl<T: Random> Random for Bound<T> {
    fn random(source: &mut Source) -> Self {
        match source.below(3) {
            0 => Bound::Unbounded,
            1 => Bound::Included(T::random(source)),
            _ => Bound::Excluded(T::random(source)),
        }
    }
}
impl<T: Random + Ord> Random for BTreeSet<T> {
    fn random(source: &mut Source) -> Self { Vec::random(source).into_iter().collect() }
}
impl<T: Random + Ord> Random for BinaryHeap<T> {
    fn random(source: &mut Source) -> Self { Vec::random(source).into() }
}
impl<K: Random + Ord, V: Random> Random for BTreeMap<K, V> {
    fn random(source: &mut Source) -> Self { Vec::random(source).into_iter().collect() }
}
impl<T: Random + Hash + Eq, S: BuildHasher + Default> Random for HashSet<T, S> {
    fn random(source: &mut Source) -> Self { Vec::random(source).into_iter().collect() }
}
impl<K: Random + Hash + Eq, V: Random, S: BuildHasher + Default> Random for HashMap<K, V, S> {
    fn random(source: &mut Source) -> Self { Vec::random(source).into_iter().collect() }
}

// What a reference points to lives on.
impl<T: Random + 'static> Random for &'static T {
    fn random(source: &mut Source) -> Self { source.pooled(|source| -> &'static T { Box::leak(Box::new(T::random(source))) }) }
}
impl<T: Random + 'static> Random for &'static mut T {
    fn random(source: &mut Source) -> Self { Box::leak(Box::new(T::random(source))) }
}
impl<T: Random + 'static> Random for &'static [T] {
    fn random(source: &mut Source) -> Self {
        let whole: &'static [T] = source.pooled(|source| -> &'static [T] { Vec::leak(Vec::random(source)) });
        match source.below(3) {
            0 => &whole[source.below(whole.len() as u64 + 1) as usize..],
            _ => whole,
        }
    }
}
impl<T: Random + 'static> Random for &'static mut [T] {
    fn random(source: &mut Source) -> Self { Vec::leak(Vec::random(source)) }
}
impl Random for &'static str {
    fn random(source: &mut Source) -> Self { source.pooled(|source| -> &'static str { String::leak(String::random(source)) }) }
}
impl<T: Random + 'static> Random for Rc<T> {
    fn random(source: &mut Source) -> Self { source.pooled(|source| Rc::new(T::random(source))) }
}
impl<T: Random + 'static> Random for Arc<T> {
    fn random(source: &mut Source) -> Self { source.pooled(|source| Arc::new(T::random(source))) }
}
impl<T: Random> Random for Cell<T> {
    fn random(source: &mut Source) -> Self { Cell::new(T::random(source)) }
}
impl<T: Random> Random for RefCell<T> {
    fn random(source: &mut Source) -> Self {
        let cell = RefCell::new(T::random(source));
        match source.below(4) {
            0 => std::mem::forget(cell.borrow()),
            1 => std::mem::forget(cell.borrow_mut()),
            _ => return cell,
        }
        source.used.insert("borrowed");
        cell
    }
}
macro_rules! locks {
    ($($lock:ident $guard:ident;)*) => {$(
        impl<T: Random> Random for $lock<T> {
            fn random(source: &mut Source) -> Self {
                let lock = $lock::new(T::random(source));
                if source.below(3) == 0 {
                    source.used.insert("poisoned");
                    let panics = || { let _guard = lock.$guard(); panic!("poisoned") };
                    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(panics));
                }
                lock
            }
        }
    )*};
}
locks! { Mutex lock; RwLock write; }
