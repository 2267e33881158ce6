//! Types with any value of a bounded size.

use crate::Arbitrary;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::ops::{Deref, DerefMut};

/// A type with any value of at most `N` parts.
pub trait BoundedArbitrary: Sized {
    /// Any value of at most `N` parts.
    #[track_caller]
    fn bounded_any<const N: usize>() -> Self;
}

/// A value of at most `N` parts, which is any of them where a value of [`Arbitrary`] is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoundedAny<T, const N: usize>(T);

impl<T, const N: usize> BoundedAny<T, N> {
    /// The value itself.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T, const N: usize> Deref for BoundedAny<T, N> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T, const N: usize> DerefMut for BoundedAny<T, N> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: BoundedArbitrary, const N: usize> Arbitrary for BoundedAny<T, N> {
    #[track_caller]
    fn any() -> Self {
        BoundedAny(T::bounded_any::<N>())
    }
}

impl<T: Arbitrary> BoundedArbitrary for Vec<T> {
    #[track_caller]
    fn bounded_any<const N: usize>() -> Self {
        let mut list = Vec::from(<[T; N]>::any());
        list.truncate(crate::any_where(|length| *length <= N));
        list
    }
}

impl<T: Arbitrary> BoundedArbitrary for VecDeque<T> {
    #[track_caller]
    fn bounded_any<const N: usize>() -> Self {
        Vec::bounded_any::<N>().into()
    }
}

impl<T: Arbitrary> BoundedArbitrary for Box<[T]> {
    #[track_caller]
    fn bounded_any<const N: usize>() -> Self {
        Vec::bounded_any::<N>().into()
    }
}

impl BoundedArbitrary for String {
    #[track_caller]
    fn bounded_any<const N: usize>() -> Self {
        effigy::any_utf8_string(N)
    }
}

impl<T: BoundedArbitrary> BoundedArbitrary for Option<T> {
    #[track_caller]
    fn bounded_any<const N: usize>() -> Self {
        if bool::any() { Some(T::bounded_any::<N>()) } else { None }
    }
}

impl<T: BoundedArbitrary, E: BoundedArbitrary> BoundedArbitrary for Result<T, E> {
    #[track_caller]
    fn bounded_any<const N: usize>() -> Self {
        if bool::any() { Ok(T::bounded_any::<N>()) } else { Err(E::bounded_any::<N>()) }
    }
}

/// Collections of what is put in, which may be equal to what is there.
macro_rules! collections {
    ($($collection:ident<$($part:ident $(: $bound:ident)*),+> $(, $hasher:ident)?: $insert:ident;)*) => {$(
        impl<$($part: Arbitrary $(+ $bound)*,)+ $($hasher: BuildHasher + Default)?> BoundedArbitrary
            for $collection<$($part,)+ $($hasher)?>
        {
            #[track_caller]
            fn bounded_any<const N: usize>() -> Self {
                let mut made = Self::default();
                for _ in 0..N {
                    if bool::any() {
                        made.$insert($($part::any()),+);
                    }
                }
                made
            }
        }
    )*};
}

collections! {
    HashMap<K: Eq: Hash, V>, S: insert;
    HashSet<K: Eq: Hash>, S: insert;
    BTreeMap<K: Ord, V>: insert;
    BTreeSet<K: Ord>: insert;
}
