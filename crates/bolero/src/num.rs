//! Numbers, characters and truth values.

use crate::bounded::{BoundedGenerator, BoundedValue};
use crate::{Driver, TypeGenerator, TypeGeneratorWithParams, ValueGenerator};
use std::ops::{Bound, Range, RangeFrom, RangeFull};

macro_rules! numbers {
    ($($type:ident, $draw:ident, $constant:ident, $range:ty, $all:expr;)*) => {$(
        impl TypeGenerator for $type {
            fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
                driver.$draw(Bound::Unbounded, Bound::Unbounded)
            }
        }

        impl ValueGenerator for $type {
            type Output = $type;

            fn generate<D: Driver>(&self, driver: &mut D) -> Option<Self> {
                driver.$constant(*self)
            }
        }

        impl BoundedValue for $type {
            fn gen_bounded<D: Driver>(
                driver: &mut D,
                min: Bound<&Self>,
                max: Bound<&Self>,
            ) -> Option<Self> {
                driver.$draw(min, max)
            }
        }

        impl TypeGeneratorWithParams for $type {
            type Output = BoundedGenerator<Self, $range>;

            fn gen_with() -> Self::Output {
                BoundedGenerator::new($all)
            }
        }
    )*};
}

numbers! {
    u8, gen_u8, gen_u8_constant, RangeFull, ..;
    i8, gen_i8, gen_i8_constant, RangeFull, ..;
    u16, gen_u16, gen_u16_constant, RangeFull, ..;
    i16, gen_i16, gen_i16_constant, RangeFull, ..;
    u32, gen_u32, gen_u32_constant, RangeFull, ..;
    i32, gen_i32, gen_i32_constant, RangeFull, ..;
    u64, gen_u64, gen_u64_constant, RangeFull, ..;
    i64, gen_i64, gen_i64_constant, RangeFull, ..;
    u128, gen_u128, gen_u128_constant, RangeFull, ..;
    i128, gen_i128, gen_i128_constant, RangeFull, ..;
    usize, gen_usize, gen_usize_constant, RangeFull, ..;
    isize, gen_isize, gen_isize_constant, RangeFull, ..;
    f32, gen_f32, gen_f32_constant, RangeFull, ..;
    f64, gen_f64, gen_f64_constant, RangeFull, ..;
    char, gen_char, gen_char_constant, Range<char>, '\0'..char::MAX;
}

macro_rules! nonzero {
    ($($type:ident, $of:ty;)*) => {$(
        /// As bolero does, those from one on.
        impl TypeGenerator for std::num::$type {
            fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
                Self::new((1..).generate(driver)?)
            }
        }

        impl BoundedValue for std::num::$type {
            fn gen_bounded<D: Driver>(
                driver: &mut D,
                min: Bound<&Self>,
                max: Bound<&Self>,
            ) -> Option<Self> {
                let (min, max) = (min.map(|min| min.get()), max.map(|max| max.get()));
                Self::new(<$of>::gen_bounded(driver, min.as_ref(), max.as_ref())?)
            }
        }

        impl BoundedValue<$of> for std::num::$type {
            fn gen_bounded<D: Driver>(
                driver: &mut D,
                min: Bound<&$of>,
                max: Bound<&$of>,
            ) -> Option<Self> {
                Self::new(<$of>::gen_bounded(driver, min, max)?)
            }
        }

        impl TypeGeneratorWithParams for std::num::$type {
            type Output = BoundedGenerator<Self, RangeFrom<Self>>;

            fn gen_with() -> Self::Output {
                BoundedGenerator::new(const { Self::new(1).expect("it is not zero") }..)
            }
        }
    )*};
}

nonzero! {
    NonZeroU8, u8; NonZeroU16, u16; NonZeroU32, u32; NonZeroU64, u64; NonZeroU128, u128; NonZeroUsize, usize;
    NonZeroI8, i8; NonZeroI16, i16; NonZeroI32, i32; NonZeroI64, i64; NonZeroI128, i128; NonZeroIsize, isize;
}

/// A generator of truth values.
#[derive(Debug)]
pub struct BooleanGenerator {
    weight: f32,
}

impl Default for BooleanGenerator {
    fn default() -> Self {
        Self { weight: 0.5 }
    }
}

impl BooleanGenerator {
    /// How probable true is. That says what is drawn only where it is certain.
    ///
    /// # Panics
    /// When it is no probability.
    pub fn weight(mut self, weight: f32) -> Self {
        assert!((0.0..=1.0).contains(&weight));
        self.weight = weight;
        self
    }
}

impl ValueGenerator for BooleanGenerator {
    type Output = bool;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<bool> {
        driver.gen_bool(Some(self.weight))
    }
}

impl ValueGenerator for bool {
    type Output = bool;

    fn generate<D: Driver>(&self, _: &mut D) -> Option<bool> {
        Some(*self)
    }
}

impl TypeGenerator for bool {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        driver.gen_bool(None)
    }
}

impl TypeGeneratorWithParams for bool {
    type Output = BooleanGenerator;

    fn gen_with() -> Self::Output {
        BooleanGenerator::default()
    }
}
