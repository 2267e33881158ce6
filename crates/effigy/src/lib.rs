//! The harness library: symbolic inputs for a Rust program that Effigy runs.
//!
//! ```no_run
//! use effigy::{any, assume};
//!
//! let width: u32 = any();
//! let height: u32 = any();
//! assume(width < 1000 && height < 1000);
//! assert!(width * height < 1_000_000);
//! ```
//!
//! Under `effigy explore` each [`any`] is a symbol, and [`assume`] drops the inputs that do not matter. In a native run
//! the values come from a generated test: set `EFFIGY_TEST` to the path of its `.ktest` file. Without one, the first
//! demand for a value ends the process with [`STATUS_NO_TEST`]; a false assumption ends it with
//! [`STATUS_ASSUMPTION`].
//!
//! [`macro@test`] makes a test of a function on such values: `cargo test` runs it on values that were recorded and on random
//! ones, `cargo effigy` on all.
//!
//! ```no_run
//! #[effigy::test]
//! fn addition_commutes(a: u32, b: u32) {
//!     assert_eq!(a.wrapping_add(b), b.wrapping_add(a));
//! }
//! # fn main() {}
//! ```
//!
//! Architecture Invariant: this crate depends on `std` and its own macros alone, and unsafe code is confined to its module `intrinsics`
//! (checked by `tests/effigy/invariants.rs`).

#![deny(unsafe_code)]
#![warn(missing_docs)]

mod arbitrary;
mod arguments;
mod collections;
mod finished;
mod intrinsics;
mod object;
mod opaque;
mod origin;
mod replay;
mod run;
mod standard;
mod test_run;

pub use arbitrary::Arbitrary;
#[doc(hidden)]
pub use arguments::{begin_arguments, keep, made, ready};
pub use collections::{any_bytes, any_string, any_utf8_string, any_vec};
#[doc(hidden)]
pub use effigy_macros::TypeGenerator;
pub use effigy_macros::{Arbitrary, test};
#[doc(hidden)]
pub use finished::Finished;
#[doc(hidden)]
pub use opaque::Opaque;
pub use origin::Origin;
#[doc(hidden)]
pub use run::{
    assumes, bound, bound_lengths, bound_unchecked, choice, finish, first_argument, instance,
    is_second_call, no_such_harness, reject, run_to_end, unsupported,
};
#[doc(hidden)]
pub use test_run::check;

/// Exit status of a native run that a false [`assume`] ended.
pub const STATUS_ASSUMPTION: i32 = 77;

/// Exit status of a native run that asked for a value without a test, or for more values than its test holds.
pub const STATUS_NO_TEST: i32 = 78;

/// A value of type `T` that can be anything; its name in reports comes from the source line of the call.
#[track_caller]
pub fn any<T: Arbitrary>() -> T {
    T::any_of(&Origin::here(""))
}

/// A value of type `T` that can be anything, under a name of its own in reports.
#[track_caller]
pub fn any_named<T: Arbitrary>(name: &str) -> T {
    T::any_of(&Origin::here(name))
}

/// Goes on only with inputs for which `condition` holds.
///
/// In a native run a false condition ends the process with [`STATUS_ASSUMPTION`].
#[track_caller]
pub fn assume(condition: bool) {
    intrinsics::assume(condition);
}

/// A goal: a test that makes `condition` true here is generated, and the report says whether there is one.
///
/// A path on which the condition can be both splits in two. In a native run it does nothing.
#[track_caller]
pub fn cover(condition: bool, name: &str) {
    intrinsics::cover(condition, name, std::panic::Location::caller());
}

/// A goal: `cover!()` is reached, `cover!(condition)` is reached with the condition true; `cover!(condition, "name")`
/// gives it a name of its own instead of the condition's text.
#[macro_export]
macro_rules! cover {
    () => {
        $crate::cover(true, "reached")
    };
    ($condition:expr $(,)?) => {
        $crate::cover($condition, ::core::stringify!($condition))
    };
    ($condition:expr, $name:expr $(,)?) => {
        $crate::cover($condition, $name)
    };
}
