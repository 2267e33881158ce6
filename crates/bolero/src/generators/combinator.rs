//! Generators that use others.

use super::ValueGenerator;
use super::driver::Driver;

/// What a function makes of another generator's values.
#[derive(Clone, Debug)]
pub struct MapGenerator<G, F> {
    pub(super) generator: G,
    pub(super) map: F,
}

impl<G: ValueGenerator, F: Fn(G::Output) -> T, T: 'static> ValueGenerator for MapGenerator<G, F> {
    type Output = T;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<T> {
        self.generator.generate(driver).map(&self.map)
    }
}

/// The values of the generator that a function makes of another one's.
#[derive(Clone, Debug)]
pub struct AndThenGenerator<G, F> {
    pub(super) generator: G,
    pub(super) and_then: F,
}

impl<G: ValueGenerator, H: ValueGenerator, F: Fn(G::Output) -> H> ValueGenerator
    for AndThenGenerator<G, F>
{
    type Output = H::Output;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<H::Output> {
        let value = driver.part(".first", |driver| self.generator.generate(driver))?;
        (self.and_then)(value).generate(driver)
    }
}

/// The values of another generator for which a condition holds.
#[derive(Clone, Debug)]
pub struct FilterGenerator<G, F> {
    pub(super) generator: G,
    pub(super) filter: F,
}

impl<G: ValueGenerator, F: Fn(&G::Output) -> bool> ValueGenerator for FilterGenerator<G, F> {
    type Output = G::Output;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<G::Output> {
        self.generator.generate(driver).filter(&self.filter)
    }
}

/// What a function makes of another generator's values, where that is something.
#[derive(Clone, Debug)]
pub struct FilterMapGenerator<G, F> {
    pub(super) generator: G,
    pub(super) filter_map: F,
}

impl<G: ValueGenerator, F: Fn(G::Output) -> Option<T>, T: 'static> ValueGenerator
    for FilterMapGenerator<G, F>
{
    type Output = T;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<T> {
        self.generator.generate(driver).and_then(&self.filter_map)
    }
}
