//! One of several generators, or of several values.

use crate::{Driver, ValueGenerator};

/// A generator of the values of one of several generators.
#[derive(Clone, Debug)]
pub struct OneOf<O>(O);

/// A generator of one of several values.
#[derive(Clone, Debug)]
pub struct OneValueOf<O>(O);

impl<O: OneOfGenerator> ValueGenerator for OneOf<O> {
    type Output = O::Output;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<O::Output> {
        self.0.generate_one_of(driver)
    }
}

impl<O: OneValueOfGenerator> ValueGenerator for OneValueOf<O> {
    type Output = O::Output;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<O::Output> {
        self.0.generate_one_value_of(driver)
    }
}

/// Sets of generators.
pub trait OneOfExt {
    /// The set.
    type Generator;

    /// A generator of the values of one of them.
    fn one_of(self) -> OneOf<Self::Generator>;
}

/// Sets of values.
pub trait OneValueOfExt {
    /// The set.
    type Generator;

    /// A generator of one of them.
    fn one_value_of(self) -> OneValueOf<Self::Generator>;
}

impl<O: OneOfGenerator> OneOfExt for O {
    type Generator = O;

    fn one_of(self) -> OneOf<Self> {
        OneOf(self)
    }
}

impl<O: OneValueOfGenerator> OneValueOfExt for O {
    type Generator = O;

    fn one_value_of(self) -> OneValueOf<Self> {
        OneValueOf(self)
    }
}

/// A set of generators of the same type of values.
pub trait OneOfGenerator {
    /// That type.
    type Output: 'static;

    /// A value of one of them.
    fn generate_one_of<D: Driver>(&self, driver: &mut D) -> Option<Self::Output>;
}

/// A set of values.
pub trait OneValueOfGenerator {
    /// Their type.
    type Output: 'static;

    /// One of them.
    fn generate_one_value_of<D: Driver>(&self, driver: &mut D) -> Option<Self::Output>;
}

impl<T: ValueGenerator> OneOfGenerator for &[T] {
    type Output = T::Output;

    fn generate_one_of<D: Driver>(&self, driver: &mut D) -> Option<T::Output> {
        let chosen = driver.gen_variant(self.len(), 0)?;
        self.get(chosen)?.generate(driver)
    }
}

impl<T: ValueGenerator, const N: usize> OneOfGenerator for [T; N] {
    type Output = T::Output;

    fn generate_one_of<D: Driver>(&self, driver: &mut D) -> Option<T::Output> {
        self.as_slice().generate_one_of(driver)
    }
}

impl<T: 'static + Clone> OneValueOfGenerator for &[T] {
    type Output = T;

    fn generate_one_value_of<D: Driver>(&self, driver: &mut D) -> Option<T> {
        let chosen = driver.gen_variant(self.len(), 0)?;
        self.get(chosen).cloned()
    }
}

impl<T: 'static + Clone, const N: usize> OneValueOfGenerator for [T; N] {
    type Output = T;

    fn generate_one_value_of<D: Driver>(&self, driver: &mut D) -> Option<T> {
        self.as_slice().generate_one_value_of(driver)
    }
}

/// A generator of the values of one of several generators.
pub fn one_of<O: OneOfGenerator>(options: O) -> OneOf<O> {
    OneOf(options)
}

/// A generator of one of several values.
pub fn one_value_of<O: OneValueOfGenerator>(options: O) -> OneValueOf<O> {
    OneValueOf(options)
}
