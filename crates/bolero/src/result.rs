//! `Option` and `Result`.

use crate::{Driver, TypeGenerator, TypeGeneratorWithParams, TypeValueGenerator, ValueGenerator};

/// Whether the second one of two ways is taken; the first one is where values cannot hold each other any deeper.
fn second<D: Driver>(driver: &mut D, name: &str) -> Option<bool> {
    if driver.depth() == driver.max_depth() {
        return Some(false);
    }
    driver.part(name, |driver| driver.gen_bool(None))
}

/// A generator of `Option`.
#[derive(Clone, Debug)]
pub struct OptionGenerator<V> {
    value: V,
}

impl<V: ValueGenerator> OptionGenerator<V> {
    /// Of the values of this generator.
    pub fn value<G: ValueGenerator<Output = V::Output>>(self, value: G) -> OptionGenerator<G> {
        OptionGenerator { value }
    }

    /// Of the values of what is made of its generator.
    pub fn map_value<G: ValueGenerator<Output = V::Output>, F: Fn(V) -> G>(
        self,
        map: F,
    ) -> OptionGenerator<G> {
        OptionGenerator { value: map(self.value) }
    }
}

impl<V: ValueGenerator> ValueGenerator for OptionGenerator<V> {
    type Output = Option<V::Output>;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Self::Output> {
        match second(driver, ".is_some")? {
            true => self.value.generate(driver).map(Some),
            false => Some(None),
        }
    }
}

impl<V: TypeGenerator> TypeGenerator for Option<V> {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        Self::gen_with().generate(driver)
    }
}

impl<V: TypeGenerator> TypeGeneratorWithParams for Option<V> {
    type Output = OptionGenerator<TypeValueGenerator<V>>;

    fn gen_with() -> Self::Output {
        OptionGenerator { value: TypeValueGenerator::default() }
    }
}

/// A generator of `Result`.
#[derive(Clone, Debug)]
pub struct ResultGenerator<T, E> {
    ok: T,
    err: E,
}

impl<T: ValueGenerator, E: ValueGenerator> ResultGenerator<T, E> {
    /// Whose values are those of this generator.
    pub fn ok<G: ValueGenerator<Output = T::Output>>(self, ok: G) -> ResultGenerator<G, E> {
        ResultGenerator { ok, err: self.err }
    }

    /// Whose values are those of what is made of their generator.
    pub fn map_ok<G: ValueGenerator<Output = T::Output>, F: Fn(T) -> G>(
        self,
        map: F,
    ) -> ResultGenerator<G, E> {
        ResultGenerator { ok: map(self.ok), err: self.err }
    }

    /// Whose errors are those of this generator.
    pub fn err<G: ValueGenerator<Output = E::Output>>(self, err: G) -> ResultGenerator<T, G> {
        ResultGenerator { ok: self.ok, err }
    }

    /// Whose errors are those of what is made of their generator.
    pub fn map_err<G: ValueGenerator<Output = E::Output>, F: Fn(E) -> G>(
        self,
        map: F,
    ) -> ResultGenerator<T, G> {
        ResultGenerator { ok: self.ok, err: map(self.err) }
    }
}

impl<T: ValueGenerator, E: ValueGenerator> ValueGenerator for ResultGenerator<T, E> {
    type Output = Result<T::Output, E::Output>;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Self::Output> {
        match second(driver, ".is_err")? {
            true => self.err.generate(driver).map(Err),
            false => self.ok.generate(driver).map(Ok),
        }
    }
}

impl<T: TypeGenerator, E: TypeGenerator> TypeGenerator for Result<T, E> {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        Self::gen_with().generate(driver)
    }
}

impl<T: TypeGenerator, E: TypeGenerator> TypeGeneratorWithParams for Result<T, E> {
    type Output = ResultGenerator<TypeValueGenerator<T>, TypeValueGenerator<E>>;

    fn gen_with() -> Self::Output {
        ResultGenerator { ok: TypeValueGenerator::default(), err: TypeValueGenerator::default() }
    }
}
