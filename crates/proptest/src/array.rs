//! Arrays whose parts have one strategy.

use crate::strategy::{Strategy, strategy};
use std::marker::PhantomData;

/// Arrays of values of one strategy.
#[derive(Clone, Copy, Debug)]
pub struct UniformArrayStrategy<S, T>(S, PhantomData<T>);

impl<S: Strategy, T> UniformArrayStrategy<S, T> {
    /// Of values of this one.
    pub fn new(strategy: S) -> Self {
        UniformArrayStrategy(strategy, PhantomData)
    }
}

strategy! {
    [S: Strategy, const N: usize] UniformArrayStrategy<S, [S::Value; N]> => [S::Value; N],
    |own, runner| std::array::from_fn(|at| {
        runner.within(&format!("[{at}]"), |runner| own.0.draw(runner))
    })
}

/// Arrays of values of the strategy.
pub fn uniform<S: Strategy, const N: usize>(strategy: S) -> UniformArrayStrategy<S, [S::Value; N]> {
    UniformArrayStrategy::new(strategy)
}

macro_rules! sizes {
    ($($name:ident $size:literal)*) => {$(
        #[doc = concat!("Arrays of ", $size, " values of the strategy.")]
        pub fn $name<S: Strategy>(strategy: S) -> UniformArrayStrategy<S, [S::Value; $size]> {
            uniform(strategy)
        }
    )*};
}

sizes! {
    uniform1 1 uniform2 2 uniform3 3 uniform4 4 uniform5 5 uniform6 6 uniform7 7 uniform8 8
    uniform9 9 uniform10 10 uniform11 11 uniform12 12 uniform13 13 uniform14 14 uniform15 15
    uniform16 16 uniform17 17 uniform18 18 uniform19 19 uniform20 20 uniform21 21 uniform22 22
    uniform23 23 uniform24 24 uniform25 25 uniform26 26 uniform27 27 uniform28 28 uniform29 29
    uniform30 30 uniform31 31 uniform32 32
}
