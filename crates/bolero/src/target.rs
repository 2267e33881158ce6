//! Targets: what is run, and on which values.

use crate::combinator::{AndThenGenerator, FilterGenerator, FilterMapGenerator, MapGenerator};
use crate::driver::Options;
use crate::symbolic::{Symbolic, any_bytes};
use crate::test_context::active;
use crate::{TypeGenerator, TypeValueGenerator, ValueGenerator, produce};
use effigy::Origin;
use std::error::Error;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::time::Duration;

/// What runs targets.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
pub struct DefaultEngine;

/// The target's function borrows its input.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BorrowedInput;

/// The target's function owns its input.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClonedInput;

/// Any bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByteSliceGenerator;

/// A target before it is run.
#[derive(Debug)]
pub struct TestTarget<G, Engine, InputOwnership> {
    generator: G,
    options: Options,
    of: PhantomData<(Engine, InputOwnership)>,
}

/// A target whose inputs are any bytes.
#[doc(hidden)]
pub fn test() -> TestTarget<ByteSliceGenerator, DefaultEngine, BorrowedInput> {
    TestTarget { generator: ByteSliceGenerator, options: Options::default(), of: PhantomData }
}

impl<G, E, I> TestTarget<G, E, I> {
    fn with<N>(self, generator: impl FnOnce(G) -> N) -> TestTarget<N, E, I> {
        TestTarget { generator: generator(self.generator), options: self.options, of: PhantomData }
    }

    /// With inputs of this generator.
    pub fn with_generator<N: ValueGenerator>(self, generator: N) -> TestTarget<N, E, I>
    where
        N::Output: Debug,
    {
        self.with(|_| generator)
    }

    /// With any values of a type.
    pub fn with_type<T: Debug + TypeGenerator>(self) -> TestTarget<TypeValueGenerator<T>, E, I> {
        self.with(|_| produce())
    }

    /// With any values of a type of the crate `arbitrary`.
    #[cfg(feature = "arbitrary")]
    pub fn with_arbitrary<T>(self) -> TestTarget<crate::arbitrary::ArbitraryGenerator<T>, E, I>
    where
        T: 'static + Debug + for<'a> crate::arbitrary::Arbitrary<'a>,
    {
        self.with(|_| crate::arbitrary::gen_arbitrary())
    }

    /// How deep inputs may hold values of their own type.
    pub fn with_max_depth(mut self, max_depth: usize) -> Self {
        self.options.set_max_depth(max_depth);
        self
    }

    /// How long an input of bytes may be.
    pub fn with_max_len(mut self, max_len: usize) -> Self {
        self.options.set_max_len(max_len);
        self
    }

    /// How long failures are made smaller: inputs are as small as can be without.
    pub fn with_shrink_time(mut self, shrink_time: Duration) -> Self {
        self.options.set_shrink_time(shrink_time);
        self
    }

    /// With all inputs, which is what is done here.
    pub fn exhaustive(mut self) -> Self {
        self.options.set_exhaustive(true);
        self
    }

    /// How long inputs are tried; here it is said for the whole run.
    pub fn with_test_time(self, test_time: Duration) -> Self {
        let _ = test_time;
        self
    }

    /// How many inputs are tried; here they are all.
    pub fn with_iterations(self, iterations: usize) -> Self {
        let _ = iterations;
        self
    }

    /// What is done without enough bytes, of which there are enough here.
    #[deprecated = "it says nothing any more"]
    #[allow(deprecated, reason = "harnesses still name it")]
    pub fn with_driver_mode(self, mode: crate::driver::DriverMode) -> Self {
        let _ = mode;
        self
    }
}

impl<G: ValueGenerator, E, I> TestTarget<G, E, I> {
    /// With what `map` makes of the inputs.
    pub fn map<F: Fn(G::Output) -> T, T: Debug>(
        self,
        map: F,
    ) -> TestTarget<MapGenerator<G, F>, E, I> {
        self.with(|generator| generator.map_gen(map))
    }

    /// With the values of the generator that `map` makes of an input.
    pub fn and_then<F: Fn(G::Output) -> T, T: ValueGenerator>(
        self,
        map: F,
    ) -> TestTarget<AndThenGenerator<G, F>, E, I>
    where
        T::Output: Debug,
    {
        self.with(|generator| generator.and_then_gen(map))
    }

    /// With the inputs for which `filter` holds.
    pub fn filter<F: Fn(&G::Output) -> bool>(
        self,
        filter: F,
    ) -> TestTarget<FilterGenerator<G, F>, E, I> {
        self.with(|generator| generator.filter_gen(filter))
    }

    /// With what `filter_map` makes of the inputs, where that is something.
    pub fn filter_map<F: Fn(G::Output) -> Option<T>, T>(
        self,
        filter_map: F,
    ) -> TestTarget<FilterMapGenerator<G, F>, E, I> {
        self.with(|generator| generator.filter_map_gen(filter_map))
    }

    fn input(&self, origin: Origin) -> G::Output {
        let mut driver = Symbolic::new(origin, &self.options);
        self.generator.generate(&mut driver).unwrap_or_else(|| effigy::reject())
    }
}

impl<G: ValueGenerator, E> TestTarget<G, E, BorrowedInput>
where
    G::Output: Clone,
{
    /// Whose function owns its input.
    pub fn cloned(self) -> TestTarget<G, E, ClonedInput> {
        TestTarget { generator: self.generator, options: self.options, of: PhantomData }
    }
}

impl<G: ValueGenerator, E> TestTarget<G, E, BorrowedInput> {
    /// Runs it.
    ///
    /// # Panics
    /// When the function says that it fails.
    #[track_caller]
    pub fn for_each<F: FnMut(&G::Output) -> R, R: IntoResult>(self, mut test: F) {
        let input = self.input(Origin::here(INPUT));
        finish(active(|| test(&input)));
    }
}

impl<G: ValueGenerator, E> TestTarget<G, E, ClonedInput> {
    /// Runs it.
    ///
    /// # Panics
    /// When the function says that it fails.
    #[track_caller]
    pub fn for_each<F: FnMut(G::Output) -> R, R: IntoResult>(self, mut test: F) {
        let input = self.input(Origin::here(INPUT));
        finish(active(|| test(input)));
    }
}

impl<E> TestTarget<ByteSliceGenerator, E, BorrowedInput> {
    /// Whose function owns its input.
    pub fn cloned(self) -> TestTarget<ByteSliceGenerator, E, ClonedInput> {
        TestTarget { generator: self.generator, options: self.options, of: PhantomData }
    }

    /// Runs it.
    ///
    /// # Panics
    /// When the function says that it fails.
    #[track_caller]
    pub fn for_each<F: FnMut(&[u8]) -> R, R: IntoResult>(self, mut test: F) {
        let input = any_bytes(&Origin::here(INPUT), self.options.max_len());
        finish(active(|| test(&input)));
    }

    /// Runs it without an input: its function asks for values by `bolero::any`.
    ///
    /// # Panics
    /// When the function says that it fails.
    #[track_caller]
    pub fn run<F: FnMut() -> R, R: IntoResult>(self, test: F) {
        finish(active(test));
    }
}

impl<E> TestTarget<ByteSliceGenerator, E, ClonedInput> {
    /// Runs it.
    ///
    /// # Panics
    /// When the function says that it fails.
    #[track_caller]
    pub fn for_each<F: FnMut(Vec<u8>) -> R, R: IntoResult>(self, mut test: F) {
        let input = any_bytes(&Origin::here(INPUT), self.options.max_len());
        finish(active(|| test(input)));
    }
}

/// What reports call an input.
const INPUT: &str = "input";

#[track_caller]
fn finish(result: impl IntoResult) {
    if let Err(why) = result.into_result() {
        panic!("{why}");
    }
}

/// What a target's function ends with.
pub trait IntoResult {
    /// Why it is a failure.
    ///
    /// # Errors
    /// When it is one.
    fn into_result(self) -> Result<(), String>;
}

impl IntoResult for () {
    fn into_result(self) -> Result<(), String> {
        Ok(())
    }
}

impl IntoResult for bool {
    fn into_result(self) -> Result<(), String> {
        self.then_some(()).ok_or_else(|| "the property does not hold".to_owned())
    }
}

impl<T> IntoResult for Option<T> {
    fn into_result(self) -> Result<(), String> {
        self.map(|_| ()).ok_or_else(|| "the target returns `None`".to_owned())
    }
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> IntoResult for Result<T, E> {
    fn into_result(self) -> Result<(), String> {
        self.map(|_| ()).map_err(|error| format!("the target returns an error: {}", error.into()))
    }
}
