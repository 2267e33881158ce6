//! Values between bounds.

use crate::{Driver, ValueGenerator};
use std::marker::PhantomData;
use std::ops::{Bound, Range, RangeBounds, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

/// A type whose values can be drawn between bounds of the type `B`.
pub trait BoundedValue<B = Self>: 'static + Sized {
    /// A value between the bounds; none when there is none.
    fn gen_bounded<D: Driver>(driver: &mut D, min: Bound<&B>, max: Bound<&B>) -> Option<Self>;

    /// Another value in the place of this one.
    fn mutate_bounded<D: Driver>(
        &mut self,
        driver: &mut D,
        min: Bound<&B>,
        max: Bound<&B>,
    ) -> Option<()> {
        *self = Self::gen_bounded(driver, min, max)?;
        Some(())
    }
}

macro_rules! ranges {
    ($($range:ty)*) => {$(
        impl<T: BoundedValue> ValueGenerator for $range {
            type Output = T;

            fn generate<D: Driver>(&self, driver: &mut D) -> Option<T> {
                T::gen_bounded(driver, self.start_bound(), self.end_bound())
            }
        }
    )*};
}

ranges! {
    Range<T> RangeFrom<T> RangeInclusive<T> RangeTo<T> RangeToInclusive<T> (Bound<T>, Bound<T>)
}

/// A generator of values between bounds.
#[derive(Clone, Debug)]
pub struct BoundedGenerator<T, B> {
    range: B,
    output: PhantomData<T>,
}

impl<T: BoundedValue, B: RangeBounds<T>> BoundedGenerator<T, B> {
    /// Of the values in this range.
    pub fn new(range_bounds: B) -> Self {
        BoundedGenerator { range: range_bounds, output: PhantomData }
    }

    /// Of the values in this range instead.
    pub fn bounds<N: RangeBounds<T>>(self, range_bounds: N) -> BoundedGenerator<T, N> {
        BoundedGenerator::new(range_bounds)
    }
}

impl<T: BoundedValue, B: RangeBounds<T>> ValueGenerator for BoundedGenerator<T, B> {
    type Output = T;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<T> {
        T::gen_bounded(driver, self.range.start_bound(), self.range.end_bound())
    }
}
