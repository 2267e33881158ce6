//! Values that are asked for in the midst of a target, without a driver.

use crate::driver::Options;
use crate::symbolic::Symbolic;
use crate::{TypeGenerator, ValueGenerator, produce};
use effigy::{Arbitrary, Origin};
use std::collections::VecDeque;

/// A generator that can be asked at any place.
pub trait Any: ValueGenerator {
    /// A value.
    #[track_caller]
    fn any(&self) -> Self::Output;
}

impl<G: 'static + ValueGenerator> Any for G {
    fn any(&self) -> Self::Output {
        drawn(self, Origin::here(""))
    }
}

fn drawn<G: ValueGenerator>(generator: &G, origin: Origin) -> G::Output {
    let mut driver = Symbolic::new(origin, &Options::default());
    generator.generate(&mut driver).unwrap_or_else(|| effigy::reject())
}

/// Any value of a type.
#[track_caller]
pub fn any<T: TypeGenerator>() -> T {
    drawn(&produce(), Origin::here(""))
}

/// Goes on only with values for which the condition holds.
#[track_caller]
pub fn assume(condition: bool, message: &'static str) {
    let _ = message;
    effigy::assume(condition);
}

/// Makes the bytes any ones.
#[track_caller]
pub fn fill_bytes(bytes: &mut [u8]) {
    bytes.copy_from_slice(&u8::any_list(bytes.len(), &Origin::here("")));
}

/// What can be picked from.
pub trait AnySliceExt<T> {
    /// Any element.
    ///
    /// # Panics
    /// Never: where there is none, the input is rejected.
    #[track_caller]
    fn pick(&self) -> &T;
}

/// What can be changed in any way.
pub trait AnySliceMutExt<T> {
    /// Puts the elements into any order.
    #[track_caller]
    fn shuffle(&mut self);

    /// Puts any values into it.
    #[track_caller]
    fn fill_any(&mut self)
    where
        T: TypeGenerator;
}

/// A number in the range, which is a constant on each path.
fn index(from: usize, to: usize, origin: &Origin) -> usize {
    let chosen = drawn(&(from..to), origin.part(".index"));
    (from..to).find(|at| *at == chosen).unwrap_or_else(|| effigy::reject())
}

impl<T> AnySliceExt<T> for [T] {
    fn pick(&self) -> &T {
        let at = index(0, self.len(), &Origin::here(""));
        self.get(at).unwrap_or_else(|| effigy::reject())
    }
}

macro_rules! lists {
    ($($list:ty)*) => {$(
        impl<T> AnySliceMutExt<T> for $list {
            fn shuffle(&mut self) {
                let origin = Origin::here("");
                for at in 0..self.len().saturating_sub(1) {
                    self.swap(at, index(at, self.len(), &origin));
                }
            }

            fn fill_any(&mut self)
            where
                T: TypeGenerator,
            {
                let origin = Origin::here("");
                for (at, value) in self.iter_mut().enumerate() {
                    *value = drawn(&produce(), origin.part(&format!("[{at}]")));
                }
            }
        }
    )*};
}

lists! { [T] VecDeque<T> }

/// Puts any values into the slice.
#[track_caller]
pub fn fill<T: TypeGenerator>(values: &mut [T]) {
    values.fill_any();
}

/// Puts the elements into any order.
#[track_caller]
pub fn shuffle<T>(items: &mut [T]) {
    items.shuffle();
}

/// Any element.
#[track_caller]
pub fn pick<T>(items: &[T]) -> &T {
    items.pick()
}
