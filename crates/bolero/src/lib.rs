//! The macros, traits and generators that harnesses for bolero use, so that Effigy runs such harnesses as they are, on all values instead of
//! random ones.
//!
//! Where a crate uses the library `bolero`, `cargo effigy --tests` compiles it with this one in its place. A target's function is called once,
//! with a value that can be anything that its generator gives: a generator draws symbols, and what it rejects ends the path.
//!
//! Every name here means what bolero's own documentation says of it, but for two: how often, how long and from which seed is up to nobody, and
//! collections, texts and values that hold each other have small bounds, which the run says.
//!
//! Architecture Invariant: this crate depends on `effigy` alone (checked by `cargo xtask tidy`).

// What is derived in its own tests names it so.
#[cfg(test)]
extern crate self as bolero;
// Not by the name that it has in `generator`: who imports all names of the crate may know another one by that.
#[doc(hidden)]
pub extern crate self as this;

pub mod alloc_generators;
pub mod any;
#[cfg(feature = "arbitrary")]
pub mod arbitrary;
pub mod bounded;
mod generators;
pub mod hash;
mod holders;
pub mod net;
pub mod num;
pub mod one_of;
pub mod prelude;
pub mod range;
pub mod result;
mod symbolic;
mod target;
pub mod test_context;
#[cfg(test)]
mod tests;
pub mod time;
mod tuple;

#[cfg(feature = "arbitrary")]
pub use arbitrary::gen_arbitrary;
pub use generators::driver::Driver;
#[allow(deprecated, reason = "harnesses still name them")]
pub use generators::{
    Constant, Trace, TypeGenerator, TypeGeneratorWithParams, TypeValueGenerator, ValueGenerator,
    combinator, constant, driver, r#gen, gen_with, produce, produce_with,
};
pub use prelude::{
    Any, AnySliceExt, AnySliceMutExt, OneOfExt, OneValueOfExt, assume, fill, fill_bytes, pick,
    shuffle,
};
pub use target::{
    BorrowedInput, ByteSliceGenerator, ClonedInput, DefaultEngine, IntoResult, TestTarget, test,
};
pub use test_context::{
    EngineKind, RunPhase, TestInput, TestRunContext, current_context, is_active, on_failure,
    with_context,
};
// Functions that have the names of their modules.
#[doc(inline)]
pub use any::any;
#[doc(inline)]
pub use one_of::{one_of, one_value_of};

/// The generators, and what makes them.
pub mod generator {
    pub use crate::prelude::*;
    #[doc(hidden)]
    pub use crate::this as bolero_generator;
}

/// The generators of the types of `std` that need it.
pub mod std_generators {
    pub use crate::alloc_generators::{HashMapGenerator, HashSetGenerator};
}

/// A target: `check!()`, then what it is given, then `for_each`. `check!(name = "...")` names it; `check!(|input| ...)` and `check!(f)` run it
/// at once.
#[macro_export]
macro_rules! check {
    () => {
        $crate::test()
    };
    (name = $name:expr) => {{
        let _ = $name;
        $crate::test()
    }};
    ($function:path) => {
        $crate::check!(|input| { $function(input) })
    };
    (| $input:ident $(: &[u8])? | $body:expr) => {
        $crate::test().for_each(|$input: &[u8]| $body)
    };
    (| $input:ident : $type:ty | $body:expr) => {
        $crate::test().with_type().for_each(|$input: $type| $body)
    };
}

/// What [`check!`] was called before.
#[deprecated = "it is `check!` now"]
#[macro_export]
macro_rules! fuzz {
    ($($arguments:tt)*) => {
        $crate::check!($($arguments)*)
    };
}
