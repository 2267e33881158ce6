//! Durations.

use crate::bounded::BoundedValue;
use crate::{Driver, TypeGenerator, TypeGeneratorWithParams, TypeValueGenerator, ValueGenerator};
use std::ops::{Bound, Range};
use std::time::Duration;

/// A generator of durations.
#[derive(Clone, Debug)]
pub struct DurationGenerator<S, N> {
    seconds: S,
    nanos: N,
}

impl<S: ValueGenerator<Output = u64>, N: ValueGenerator<Output = u32>> DurationGenerator<S, N> {
    /// With the seconds of this generator.
    pub fn seconds<G: ValueGenerator<Output = u64>>(self, seconds: G) -> DurationGenerator<G, N> {
        DurationGenerator { seconds, nanos: self.nanos }
    }

    /// With the seconds of what is made of their generator.
    pub fn map_seconds<G: ValueGenerator<Output = u64>, F: Fn(S) -> G>(
        self,
        map: F,
    ) -> DurationGenerator<G, N> {
        DurationGenerator { seconds: map(self.seconds), nanos: self.nanos }
    }

    /// With the nanoseconds of this generator.
    pub fn nanos<G: ValueGenerator<Output = u32>>(self, nanos: G) -> DurationGenerator<S, G> {
        DurationGenerator { seconds: self.seconds, nanos }
    }
}

impl<S: ValueGenerator<Output = u64>, N: ValueGenerator<Output = u32>> ValueGenerator
    for DurationGenerator<S, N>
{
    type Output = Duration;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Duration> {
        let seconds = driver.part(".secs", |driver| self.seconds.generate(driver))?;
        let nanos = driver.part(".nanos", |driver| self.nanos.generate(driver))?;
        Some(Duration::new(seconds, nanos))
    }
}

impl TypeGenerator for Duration {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        Self::gen_with().generate(driver)
    }
}

impl TypeGeneratorWithParams for Duration {
    type Output = DurationGenerator<TypeValueGenerator<u64>, Range<u32>>;

    fn gen_with() -> Self::Output {
        DurationGenerator { seconds: TypeValueGenerator::default(), nanos: 0..1_000_000_000 }
    }
}

impl BoundedValue for Duration {
    fn gen_bounded<D: Driver>(
        driver: &mut D,
        min: Bound<&Self>,
        max: Bound<&Self>,
    ) -> Option<Self> {
        let (min, max) = (min.map(Duration::as_nanos), max.map(Duration::as_nanos));
        let nanos = u128::gen_bounded(driver, min.as_ref(), max.as_ref())?;
        u64::try_from(nanos).ok().map(Duration::from_nanos)
    }
}
