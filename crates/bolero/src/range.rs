//! Ranges as values.

use crate::{Driver, TypeGenerator, TypeGeneratorWithParams, TypeValueGenerator, ValueGenerator};
use std::ops::{Range, RangeInclusive};

macro_rules! ranges {
    ($($range:ident, $generator:ident, |$start:ident, $end:ident| $make:expr;)*) => {$(
        /// A generator of ranges.
        #[derive(Clone, Debug)]
        pub struct $generator<S, E> {
            start: S,
            end: E,
        }

        impl<T, S: ValueGenerator<Output = T>, E: ValueGenerator<Output = T>> $generator<S, E> {
            /// That begin at a value of this generator.
            pub fn start<G: ValueGenerator<Output = T>>(self, start: G) -> $generator<G, E> {
                $generator { start, end: self.end }
            }

            /// That begin at a value of what is made of its generator.
            pub fn map_start<G: ValueGenerator<Output = T>, F: Fn(S) -> G>(
                self,
                map: F,
            ) -> $generator<G, E> {
                $generator { start: map(self.start), end: self.end }
            }

            /// That end at a value of this generator.
            pub fn end<G: ValueGenerator<Output = T>>(self, end: G) -> $generator<S, G> {
                $generator { start: self.start, end }
            }

            /// That end at a value of what is made of its generator.
            pub fn map_end<G: ValueGenerator<Output = T>, F: Fn(E) -> G>(
                self,
                map: F,
            ) -> $generator<S, G> {
                $generator { start: self.start, end: map(self.end) }
            }
        }

        impl<T: 'static, S: ValueGenerator<Output = T>, E: ValueGenerator<Output = T>>
            ValueGenerator for $generator<S, E>
        {
            type Output = $range<T>;

            fn generate<D: Driver>(&self, driver: &mut D) -> Option<Self::Output> {
                let $start = driver.part(".start", |driver| self.start.generate(driver))?;
                let $end = driver.part(".end", |driver| self.end.generate(driver))?;
                Some($make)
            }
        }

        impl<T: TypeGenerator> TypeGenerator for $range<T> {
            fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
                Self::gen_with().generate(driver)
            }
        }

        impl<T: TypeGenerator> TypeGeneratorWithParams for $range<T> {
            type Output = $generator<TypeValueGenerator<T>, TypeValueGenerator<T>>;

            fn gen_with() -> Self::Output {
                $generator { start: Default::default(), end: Default::default() }
            }
        }
    )*};
}

ranges! {
    Range, RangeGenerator, |start, end| start..end;
    RangeInclusive, RangeInclusiveGenerator, |start, end| start..=end;
}
