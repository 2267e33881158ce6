//! The strategies, functions and macros that properties of proptest use, so that Effigy runs such properties as they are, on all values.
//!
//! `cargo effigy` puts this library in the place of proptest's where it compiles a crate's tests. A strategy makes a symbolic value
//! where proptest's makes a random one, so a property is run once for all values instead of once for each of some hundreds.
//!
//! Every name here means what proptest's own documentation says of it, but for what is about random numbers: weights do not
//! count unless they are zero, nothing is made smaller after a failure, nothing is kept in files, and what would be drawn again
//! is dropped. Collections and texts have few elements, and the run says so. What there is no name for here
//! is refused by the compiler, and the crate is then compiled with proptest's own library.
//!
//! Architecture Invariant: this crate depends on `effigy` alone (checked by `cargo xtask tidy`).

// The name of this crate in its own macros and tests.
extern crate self as proptest;

mod macros;

pub mod arbitrary;
pub mod array;
pub mod bool;
pub mod char;
pub mod collection;
pub mod num;
pub mod option;
pub mod result;
mod runner;
pub mod sample;
pub mod strategy;
pub mod string;
pub mod test_runner;
pub mod tuple;

/// What a file with properties imports.
pub mod prelude {
    pub use crate::arbitrary::{Arbitrary, any, any_with};
    pub use crate::strategy::{BoxedStrategy, Just, SBoxedStrategy, Strategy};
    pub use crate::test_runner::{Config as ProptestConfig, ProptestResultExt, TestCaseError};
    pub use crate::{
        prop_assert, prop_assert_eq, prop_assert_ne, prop_assume, prop_compose, prop_oneof,
        proptest,
    };

    /// All of the library.
    pub mod prop {
        pub use crate::{
            arbitrary, array, bool, char, collection, num, option, result, sample, strategy,
            string, test_runner, tuple,
        };
    }
}
