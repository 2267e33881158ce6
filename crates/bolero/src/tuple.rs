//! Tuples and arrays.

use crate::one_of::OneOfGenerator;
use crate::{Driver, TypeGenerator, TypeGeneratorWithParams, TypeValueGenerator, ValueGenerator};

impl TypeGenerator for () {
    fn generate<D: Driver>(_: &mut D) -> Option<Self> {
        Some(())
    }
}

impl ValueGenerator for () {
    type Output = ();

    fn generate<D: Driver>(&self, _: &mut D) -> Option<()> {
        Some(())
    }
}

impl TypeGeneratorWithParams for () {
    type Output = ();

    fn gen_with() -> Self::Output {}
}

macro_rules! tuple {
    ($first:ident $at_first:tt $(, $part:ident $at:tt)*) => {
        impl<$first: TypeGenerator $(, $part: TypeGenerator)*> TypeGenerator
            for ($first, $($part,)*)
        {
            fn generate<Driven: Driver>(driver: &mut Driven) -> Option<Self> {
                Some((
                    driver.part(concat!(".", $at_first), |driver| driver.produce())?,
                    $(driver.part(concat!(".", $at), |driver| driver.produce())?,)*
                ))
            }
        }

        impl<$first: ValueGenerator $(, $part: ValueGenerator)*> ValueGenerator
            for ($first, $($part,)*)
        {
            type Output = ($first::Output, $($part::Output,)*);

            fn generate<Driven: Driver>(&self, driver: &mut Driven) -> Option<Self::Output> {
                Some((
                    driver.part(concat!(".", $at_first), |driver| {
                        self.$at_first.generate(driver)
                    })?,
                    $(driver.part(concat!(".", $at), |driver| self.$at.generate(driver))?,)*
                ))
            }
        }

        impl<$first: TypeGenerator $(, $part: TypeGenerator)*> TypeGeneratorWithParams
            for ($first, $($part,)*)
        {
            type Output = (TypeValueGenerator<$first>, $(TypeValueGenerator<$part>,)*);

            fn gen_with() -> Self::Output {
                (TypeValueGenerator::<$first>::default(), $(TypeValueGenerator::<$part>::default(),)*)
            }
        }

        impl<$first: ValueGenerator $(, $part: ValueGenerator<Output = $first::Output>)*>
            OneOfGenerator for ($first, $($part,)*)
        {
            type Output = $first::Output;

            fn generate_one_of<Driven: Driver>(&self, driver: &mut Driven) -> Option<Self::Output> {
                let count = [stringify!($first), $(stringify!($part)),*].len();
                match driver.gen_variant(count, 0)? {
                    $at_first => self.$at_first.generate(driver),
                    $($at => self.$at.generate(driver),)*
                    _ => None,
                }
            }
        }
    };
}

/// The tuple of these parts, and those of more and more of the others.
macro_rules! tuples {
    ([$($part:ident $at:tt),+]) => {
        tuple! { $($part $at),+ }
    };
    ([$($part:ident $at:tt),+] $next:ident $at_next:tt $(, $more:ident $at_more:tt)*) => {
        tuple! { $($part $at),+ }
        tuples! { [$($part $at,)+ $next $at_next] $($more $at_more),* }
    };
}

tuples! {
    [A 0]
    B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15, Q 16, R 17, S 18, T 19, U 20, V 21, W 22,
    X 23, Y 24, Z 25, AA 26, AB 27, AC 28, AD 29, AE 30, AF 31, AG 32
}

/// As many values, or none where one is missing.
fn array<T, D: Driver, const N: usize>(
    driver: &mut D,
    mut value: impl FnMut(&mut D, usize) -> Option<T>,
) -> Option<[T; N]> {
    let mut list = Vec::with_capacity(N);
    for at in 0..N {
        list.push(driver.part(&format!("[{at}]"), |driver| value(driver, at))?);
    }
    list.try_into().ok()
}

impl<T: TypeGenerator, const N: usize> TypeGenerator for [T; N] {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        array(driver, |driver, _| driver.produce())
    }
}

impl<G: ValueGenerator, const N: usize> ValueGenerator for [G; N] {
    type Output = [G::Output; N];

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Self::Output> {
        array(driver, |driver, at| self.get(at)?.generate(driver))
    }
}

impl<T: TypeGenerator, const N: usize> TypeGeneratorWithParams for [T; N] {
    type Output = [TypeValueGenerator<T>; N];

    fn gen_with() -> Self::Output {
        [T::produce(); N]
    }
}
