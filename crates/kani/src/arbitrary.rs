//! Types with any value.

use std::marker::{PhantomData, PhantomPinned};
use std::mem::MaybeUninit;
use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8,
    NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize,
};
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

/// A type with any value. `#[derive(kani::Arbitrary)]` makes one of any values of its fields, which must be of such types.
pub trait Arbitrary: Sized {
    /// Any value.
    #[track_caller]
    fn any() -> Self;

    /// `N` of them.
    #[track_caller]
    fn any_array<const N: usize>() -> [Self; N] {
        // A plain loop: a closure has another caller.
        let mut list = Vec::with_capacity(N);
        for _ in 0..N {
            list.push(Self::any());
        }
        match list.try_into() {
            Ok(array) => array,
            Err(_) => unreachable!("there are N"),
        }
    }
}

/// Types whose value Effigy's own library makes.
macro_rules! own {
    ($($type:ty)*) => {$(
        impl Arbitrary for $type {
            #[track_caller]
            fn any() -> Self {
                effigy::any()
            }

            #[track_caller]
            fn any_array<const N: usize>() -> [Self; N] {
                effigy::any()
            }
        }
    )*};
}

own! {
    () u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char
    NonZeroI8 NonZeroI16 NonZeroI32 NonZeroI64 NonZeroI128 NonZeroIsize
    NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64 NonZeroU128 NonZeroUsize
    std::time::Duration std::net::Ipv4Addr std::net::Ipv6Addr std::cmp::Ordering
}

impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    #[track_caller]
    fn any() -> Self {
        T::any_array()
    }
}

impl<T: Arbitrary> Arbitrary for Option<T> {
    #[track_caller]
    fn any() -> Self {
        if bool::any() { Some(T::any()) } else { None }
    }
}

impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {
    #[track_caller]
    fn any() -> Self {
        if bool::any() { Ok(T::any()) } else { Err(E::any()) }
    }
}

/// Types that hold a value of another one.
macro_rules! holders {
    ($($holder:ident: $make:expr;)*) => {$(
        impl<T: Arbitrary> Arbitrary for $holder<T> {
            #[track_caller]
            fn any() -> Self {
                $make(T::any())
            }
        }
    )*};
}

use std::cell::{Cell, RefCell};
use std::num::Wrapping;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

holders! {
    Box: Box::new;
    Rc: Rc::new;
    Arc: Arc::new;
    Cell: Cell::new;
    RefCell: RefCell::new;
    Mutex: Mutex::new;
    Wrapping: Wrapping;
    RangeFrom: |start| start..;
    RangeTo: |end| ..end;
    RangeToInclusive: |end| ..=end;
}

impl<T: Arbitrary> Arbitrary for MaybeUninit<T> {
    #[track_caller]
    fn any() -> Self {
        if bool::any() { MaybeUninit::new(T::any()) } else { MaybeUninit::uninit() }
    }
}

impl<T: Arbitrary> Arbitrary for Range<T> {
    #[track_caller]
    fn any() -> Self {
        T::any()..T::any()
    }
}

impl<T: Arbitrary> Arbitrary for RangeInclusive<T> {
    #[track_caller]
    fn any() -> Self {
        T::any()..=T::any()
    }
}

impl<T: Arbitrary> Arbitrary for Bound<T> {
    #[track_caller]
    fn any() -> Self {
        match kani::internal::choice(3) {
            0 => Bound::Included(T::any()),
            1 => Bound::Excluded(T::any()),
            _ => Bound::Unbounded,
        }
    }
}

impl<T: ?Sized> Arbitrary for PhantomData<T> {
    fn any() -> Self {
        PhantomData
    }
}

impl Arbitrary for PhantomPinned {
    fn any() -> Self {
        PhantomPinned
    }
}

macro_rules! tuples {
    ($(($($type:ident)*))*) => {$(
        impl<$($type: Arbitrary),*> Arbitrary for ($($type,)*) {
            #[track_caller]
            fn any() -> Self {
                ($($type::any(),)*)
            }
        }
    )*};
}

tuples! {
    (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H)
    (A B C D E F G H I) (A B C D E F G H I J) (A B C D E F G H I J K) (A B C D E F G H I J K L)
}
