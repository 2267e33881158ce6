//! Types of the crate `arbitrary`, whose values are made of any bytes.

use crate::{Driver, ValueGenerator};
use ::arbitrary::Unstructured;
use std::marker::PhantomData;

pub use ::arbitrary::Arbitrary;

/// The generator of such a type.
#[derive(Debug)]
pub struct ArbitraryGenerator<T>(PhantomData<T>);

impl<T: 'static + for<'a> Arbitrary<'a>> ValueGenerator for ArbitraryGenerator<T> {
    type Output = T;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<T> {
        let made = |bytes: &[u8]| {
            let value = T::arbitrary(&mut Unstructured::new(bytes)).ok()?;
            Some((bytes.len(), value))
        };
        driver.gen_from_bytes(|| T::size_hint(0), made)
    }
}

/// The generator of such a type.
pub fn gen_arbitrary<T: 'static + for<'a> Arbitrary<'a>>() -> ArbitraryGenerator<T> {
    ArbitraryGenerator(PhantomData)
}
