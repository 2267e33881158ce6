//! What makes values of a driver.

pub mod combinator;
pub mod driver;

use combinator::{AndThenGenerator, FilterGenerator, FilterMapGenerator, MapGenerator};
use driver::Driver;
use std::marker::PhantomData;

pub use effigy::TypeGenerator;

/// A type that has a generator. `#[derive(TypeGenerator)]` makes one of those of the fields, or of those that `#[generator(...)]` names.
pub trait TypeGenerator: 'static + Sized {
    /// A value; `None` rejects the input.
    fn generate<D: Driver>(driver: &mut D) -> Option<Self>;

    /// Another value in the place of this one.
    fn mutate<D: Driver>(&mut self, driver: &mut D) -> Option<()> {
        *self = Self::generate(driver)?;
        Some(())
    }

    /// Gives the value's memory back.
    fn driver_cache<D: Driver>(self, driver: &mut D) {
        let _ = driver;
    }

    /// The generator of the type.
    fn produce() -> TypeValueGenerator<Self> {
        produce()
    }

    /// The generator of the type.
    #[deprecated = "it is `produce` now"]
    fn r#gen() -> TypeValueGenerator<Self> {
        produce()
    }
}

/// A generator.
pub trait ValueGenerator: Sized {
    /// What it makes.
    type Output: 'static;

    /// A value; `None` rejects the input.
    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Self::Output>;

    /// Another value in the place of this one.
    fn mutate<D: Driver>(&self, driver: &mut D, value: &mut Self::Output) -> Option<()> {
        *value = self.generate(driver)?;
        Some(())
    }

    /// Gives the value's memory back.
    fn driver_cache<D: Driver>(&self, driver: &mut D, value: Self::Output) {
        let _ = (driver, value);
    }

    /// What `map` makes of its values.
    fn map_gen<F: Fn(Self::Output) -> T, T>(self, map: F) -> MapGenerator<Self, F> {
        MapGenerator { generator: self, map }
    }

    /// The values of the generator that `and_then` makes of its value.
    fn and_then_gen<F: Fn(Self::Output) -> T, T: ValueGenerator>(
        self,
        and_then: F,
    ) -> AndThenGenerator<Self, F> {
        AndThenGenerator { generator: self, and_then }
    }

    /// Its values for which `filter` holds.
    fn filter_gen<F: Fn(&Self::Output) -> bool>(self, filter: F) -> FilterGenerator<Self, F> {
        FilterGenerator { generator: self, filter }
    }

    /// What `filter_map` makes of its values, where that is something.
    fn filter_map_gen<F: Fn(Self::Output) -> Option<T>, T>(
        self,
        filter_map: F,
    ) -> FilterMapGenerator<Self, F> {
        FilterMapGenerator { generator: self, filter_map }
    }

    /// The generator itself: what it draws is in the report.
    fn trace(self) -> Trace<Self> {
        Trace(self)
    }
}

impl<T: ValueGenerator> ValueGenerator for &T {
    type Output = T::Output;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Self::Output> {
        (*self).generate(driver)
    }
}

/// A generator of another one's values.
#[derive(Clone, Debug)]
pub struct Trace<G>(G);

impl<G: ValueGenerator> ValueGenerator for Trace<G> {
    type Output = G::Output;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Self::Output> {
        self.0.generate(driver)
    }
}

/// A type whose generator can be changed.
pub trait TypeGeneratorWithParams {
    /// The generator.
    type Output: ValueGenerator;

    /// The generator, before it is changed.
    fn gen_with() -> Self::Output;
}

/// The generator of a type.
#[derive(Debug)]
pub struct TypeValueGenerator<T: TypeGenerator>(PhantomData<T>);

// Derived, they would ask the same of the type.
impl<T: TypeGenerator> Copy for TypeValueGenerator<T> {}

impl<T: TypeGenerator> Clone for TypeValueGenerator<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: TypeGenerator> Default for TypeValueGenerator<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: TypeGenerator + TypeGeneratorWithParams> TypeValueGenerator<T> {
    /// The generator, so that it can be changed.
    pub fn with(self) -> <T as TypeGeneratorWithParams>::Output {
        T::gen_with()
    }
}

impl<T: TypeGenerator> ValueGenerator for TypeValueGenerator<T> {
    type Output = T;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<T> {
        driver.produce()
    }
}

/// The generator of a type.
pub fn produce<T: TypeGenerator>() -> TypeValueGenerator<T> {
    TypeValueGenerator(PhantomData)
}

/// The generator of a type.
#[deprecated = "it is `produce` now"]
pub fn r#gen<T: TypeGenerator>() -> TypeValueGenerator<T> {
    produce()
}

/// The generator of a type, so that it can be changed.
pub fn produce_with<T: TypeGeneratorWithParams>() -> T::Output {
    T::gen_with()
}

/// The generator of a type, so that it can be changed.
#[deprecated = "it is `produce_with` now"]
pub fn gen_with<T: TypeGeneratorWithParams>() -> T::Output {
    T::gen_with()
}

impl<T: 'static> ValueGenerator for PhantomData<T> {
    type Output = Self;

    fn generate<D: Driver>(&self, _: &mut D) -> Option<Self> {
        Some(PhantomData)
    }
}

impl<T: 'static> TypeGenerator for PhantomData<T> {
    fn generate<D: Driver>(_: &mut D) -> Option<Self> {
        Some(PhantomData)
    }
}

/// A generator of one value.
#[derive(Clone, Debug)]
pub struct Constant<T> {
    value: T,
}

impl<T: 'static + Clone> ValueGenerator for Constant<T> {
    type Output = T;

    fn generate<D: Driver>(&self, _: &mut D) -> Option<T> {
        Some(self.value.clone())
    }
}

/// The generator of this value.
pub fn constant<T: Clone>(value: T) -> Constant<T> {
    Constant { value }
}
