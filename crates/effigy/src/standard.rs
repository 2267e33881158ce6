//! Types of the standard library whose values can be made symbolic. Collections whose bound nobody says have few elements, and the run says so.

use crate::arbitrary::Arbitrary;
use crate::arguments::{self, meeting, overlapping};
use crate::collections::{text_of, vec_of};
use crate::origin::Origin;
use crate::run::{self, MOST};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::num::Wrapping;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

fn list<T: Arbitrary>(origin: &Origin) -> Vec<T> {
    run::bound_lengths(&format!("collections have at most {MOST} elements"));
    vec_of(MOST, origin)
}

impl<T: Arbitrary> Arbitrary for Vec<T> {
    fn any_of(origin: &Origin) -> Self {
        list(origin)
    }
}

/// Valid UTF-8.
impl Arbitrary for String {
    fn any_of(origin: &Origin) -> Self {
        run::bound_lengths(&format!("texts have at most {MOST} bytes"));
        text_of(MOST, origin)
    }
}

impl<T: Arbitrary> Arbitrary for Box<[T]> {
    fn any_of(origin: &Origin) -> Self {
        list(origin).into_boxed_slice()
    }
}

impl Arbitrary for Box<str> {
    fn any_of(origin: &Origin) -> Self {
        String::any_of(origin).into_boxed_str()
    }
}

macro_rules! references {
    ($($reference:ty, $generic:tt, $owned:ty, $meeting:ident;)*) => {$(
        references! { @one $reference, $generic, $owned, $meeting }
    )*};
    (@one $reference:ty, (), $owned:ty, $meeting:ident) => {
        impl Arbitrary for $reference {
            fn any_of(origin: &Origin) -> Self {
                $meeting(origin, || -> Self { Box::leak(<$owned>::any_of(origin)) })
            }
        }
    };
    (@one $reference:ty, ($type:ident), $owned:ty, $meeting:ident) => {
        impl<$type: Arbitrary + 'static> Arbitrary for $reference {
            fn any_of(origin: &Origin) -> Self {
                $meeting(origin, || -> Self { Box::leak(<$owned>::any_of(origin)) })
            }
        }
    };
}

/// What nobody else refers to.
fn alone<T>(_: &Origin, make: impl FnOnce() -> T) -> T {
    make()
}

// What a reference points to lives on.
references! {
    &'static T, (T), Box<T>, meeting;
    &'static mut T, (T), Box<T>, alone;
    &'static [T], (T), Box<[T]>, overlapping;
    &'static mut [T], (T), Box<[T]>, alone;
    &'static str, (), Box<str>, overlapping;
    &'static mut str, (), Box<str>, alone;
}

macro_rules! shared {
    ($($pointer:ident)*) => {$(
        impl<T: Arbitrary + 'static> Arbitrary for $pointer<T> {
            fn any_of(origin: &Origin) -> Self {
                meeting(origin, || $pointer::new(T::any_of(origin)))
            }
        }

        impl<T: Arbitrary + 'static> Arbitrary for $pointer<[T]> {
            fn any_of(origin: &Origin) -> Self {
                meeting(origin, || $pointer::from(list::<T>(origin)))
            }
        }

        impl Arbitrary for $pointer<str> {
            fn any_of(origin: &Origin) -> Self {
                meeting(origin, || $pointer::from(String::any_of(origin)))
            }
        }
    )*};
}

shared! { Rc Arc }

impl<T: Arbitrary> Arbitrary for Cell<T> {
    fn any_of(origin: &Origin) -> Self {
        arguments::cell();
        Cell::new(T::any_of(origin))
    }
}

/// Free, or borrowed by somebody who never gives it back.
impl<T: Arbitrary> Arbitrary for RefCell<T> {
    fn any_of(origin: &Origin) -> Self {
        arguments::cell();
        let cell = RefCell::new(T::any_of(origin));
        match arguments::state(3, &origin.part(".borrowed"), "borrowed", "no cell is borrowed") {
            0 => {}
            1 => std::mem::forget(cell.borrow()),
            _ => std::mem::forget(cell.borrow_mut()),
        }
        cell
    }
}

macro_rules! locks {
    ($($lock:ident)*) => {$(
        /// Free, and poisoned or not.
        impl<T: Arbitrary> Arbitrary for $lock<T> {
            fn any_of(origin: &Origin) -> Self {
                arguments::cell();
                run::assumes("borrowed", "no lock is held");
                let mut lock = $lock::new(T::any_of(origin));
                let what = "no lock is poisoned";
                if arguments::state(2, &origin.part(".poisoned"), "poisoned", what) == 1 {
                    let at = std::ptr::from_mut(&mut lock).addr();
                    let value = lock.get_mut().map_or(0, |value| std::ptr::from_mut(value).addr());
                    let value = value.saturating_sub(at)..value.saturating_sub(at) + size_of::<T>();
                    if !crate::intrinsics::poison(&mut lock, value, |lock| lock.is_poisoned()) {
                        run::assumes("poisoned", what);
                    }
                }
                lock
            }
        }
    )*};
}

locks! { Mutex RwLock }

macro_rules! atomic {
    ($($atomic:ident $of:ty;)*) => {$(
        impl Arbitrary for std::sync::atomic::$atomic {
            fn any_of(origin: &Origin) -> Self {
                arguments::cell();
                std::sync::atomic::$atomic::new(<$of>::any_of(origin))
            }
        }
    )*};
}

atomic! {
    AtomicBool bool; AtomicU8 u8; AtomicU16 u16; AtomicU32 u32; AtomicU64 u64; AtomicUsize usize;
    AtomicI8 i8; AtomicI16 i16; AtomicI32 i32; AtomicI64 i64; AtomicIsize isize;
}

impl<T: Arbitrary> Arbitrary for Wrapping<T> {
    fn any_of(origin: &Origin) -> Self {
        Wrapping(T::any_of(origin))
    }
}

impl<T: ToOwned<Owned: Arbitrary> + ?Sized> Arbitrary for Cow<'static, T> {
    fn any_of(origin: &Origin) -> Self {
        Cow::Owned(Arbitrary::any_of(origin))
    }
}

/// The paths of `Ok` and of `Err` part here.
impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {
    fn any_of(origin: &Origin) -> Self {
        match bool::any_of(&origin.part(".is_ok")) {
            true => Ok(T::any_of(origin)),
            false => Err(E::any_of(origin)),
        }
    }
}

impl<T: Arbitrary> Arbitrary for Range<T> {
    fn any_of(origin: &Origin) -> Self {
        T::any_of(&origin.part(".start"))..T::any_of(&origin.part(".end"))
    }
}

impl<T: Arbitrary> Arbitrary for RangeInclusive<T> {
    fn any_of(origin: &Origin) -> Self {
        let (start, end) = (T::any_of(&origin.part(".start")), T::any_of(&origin.part(".end")));
        arguments::exhausted(&end, origin).unwrap_or(start..=end)
    }
}

impl Arbitrary for Duration {
    fn any_of(origin: &Origin) -> Self {
        let nanos = u32::any_of(&origin.part(".nanos"));
        crate::assume(nanos < 1_000_000_000);
        Duration::new(u64::any_of(&origin.part(".secs")), nanos)
    }
}

impl Arbitrary for std::cmp::Ordering {
    fn any_of(origin: &Origin) -> Self {
        match run::choice(3, origin) {
            0 => std::cmp::Ordering::Less,
            1 => std::cmp::Ordering::Equal,
            _ => std::cmp::Ordering::Greater,
        }
    }
}

impl Arbitrary for std::net::Ipv4Addr {
    fn any_of(origin: &Origin) -> Self {
        std::net::Ipv4Addr::from_bits(u32::any_of(origin))
    }
}

impl Arbitrary for std::net::Ipv6Addr {
    fn any_of(origin: &Origin) -> Self {
        std::net::Ipv6Addr::from_bits(u128::any_of(origin))
    }
}

macro_rules! nonzero {
    ($($type:ident $of:ty;)*) => {$(
        impl Arbitrary for std::num::$type {
            fn any_of(origin: &Origin) -> Self {
                std::num::$type::new(<$of>::any_of(origin)).unwrap_or_else(|| run::reject())
            }
        }
    )*};
}

nonzero! {
    NonZeroU8 u8; NonZeroU16 u16; NonZeroU32 u32; NonZeroU64 u64; NonZeroU128 u128; NonZeroUsize usize;
    NonZeroI8 i8; NonZeroI16 i16; NonZeroI32 i32; NonZeroI64 i64; NonZeroI128 i128; NonZeroIsize isize;
}

macro_rules! collected {
    ($($collection:ident, $($bound:ident)*;)*) => {$(
        impl<T: Arbitrary $(+ $bound)*> Arbitrary for $collection<T> {
            fn any_of(origin: &Origin) -> Self {
                list(origin).into_iter().collect()
            }
        }
    )*};
}

collected! {
    VecDeque,;
    BTreeSet, Ord;
    BinaryHeap, Ord;
    HashSet, Eq Hash;
}

impl<K: Arbitrary + Ord, V: Arbitrary> Arbitrary for BTreeMap<K, V> {
    fn any_of(origin: &Origin) -> Self {
        list::<(K, V)>(origin).into_iter().collect()
    }
}

impl<K: Arbitrary + Eq + Hash, V: Arbitrary> Arbitrary for HashMap<K, V> {
    fn any_of(origin: &Origin) -> Self {
        list::<(K, V)>(origin).into_iter().collect()
    }
}
