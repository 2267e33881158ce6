//! Types that hold a value of another one.

use crate::bounded::{BoundedGenerator, BoundedValue};
use crate::{Driver, TypeGenerator, TypeGeneratorWithParams};
use std::borrow::Cow;
use std::cell::{Cell, RefCell, UnsafeCell};
use std::ops::{Bound, RangeFull};
use std::rc::Rc;
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16,
    AtomicU32, AtomicU64, AtomicUsize, Ordering,
};
use std::sync::{Arc, Mutex};

macro_rules! pointers {
    ($($pointer:ident)*) => {$(
        impl<T: TypeGenerator> TypeGenerator for $pointer<T> {
            fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
                driver.depth_guard(|driver| driver.produce()).map($pointer::new)
            }
        }
    )*};
}

pointers! { Box Rc Arc }

macro_rules! cells {
    ($($cell:ident)*) => {$(
        impl<T: TypeGenerator> TypeGenerator for $cell<T> {
            fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
                driver.produce().map($cell::new)
            }
        }
    )*};
}

cells! { Cell RefCell UnsafeCell Mutex }

impl<T: TypeGenerator> TypeGenerator for Box<[T]> {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        driver.produce().map(Vec::into_boxed_slice)
    }
}

impl TypeGenerator for Box<str> {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        driver.produce().map(String::into_boxed_str)
    }
}

impl<T: ToOwned + ?Sized> TypeGenerator for Cow<'static, T>
where
    T::Owned: TypeGenerator,
{
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        driver.produce().map(Cow::Owned)
    }
}

impl TypeGenerator for AtomicBool {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        driver.produce().map(AtomicBool::new)
    }
}

macro_rules! atomics {
    ($($atomic:ident, $of:ty;)*) => {$(
        impl TypeGenerator for $atomic {
            fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
                driver.produce().map($atomic::new)
            }
        }

        impl BoundedValue for $atomic {
            fn gen_bounded<D: Driver>(
                driver: &mut D,
                min: Bound<&Self>,
                max: Bound<&Self>,
            ) -> Option<Self> {
                let (min, max) = (
                    min.map(|min| min.load(Ordering::SeqCst)),
                    max.map(|max| max.load(Ordering::SeqCst)),
                );
                <$of>::gen_bounded(driver, min.as_ref(), max.as_ref()).map($atomic::new)
            }
        }

        impl BoundedValue<$of> for $atomic {
            fn gen_bounded<D: Driver>(
                driver: &mut D,
                min: Bound<&$of>,
                max: Bound<&$of>,
            ) -> Option<Self> {
                <$of>::gen_bounded(driver, min, max).map($atomic::new)
            }
        }

        impl TypeGeneratorWithParams for $atomic {
            type Output = BoundedGenerator<Self, RangeFull>;

            fn gen_with() -> Self::Output {
                BoundedGenerator::new(..)
            }
        }
    )*};
}

atomics! {
    AtomicU8, u8; AtomicU16, u16; AtomicU32, u32; AtomicU64, u64; AtomicUsize, usize;
    AtomicI8, i8; AtomicI16, i16; AtomicI32, i32; AtomicI64, i64; AtomicIsize, isize;
}
