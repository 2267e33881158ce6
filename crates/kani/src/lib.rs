//! The functions, traits and macros that harnesses for Kani use, so that Effigy runs such harnesses as they are.
//!
//! A package with harnesses for Kani names no library `kani`: the checker puts one in its place, and so does
//! `cargo effigy --kani` with this one. Attributes such as `#[kani::proof]` are not of this crate: Effigy reads them in the
//! sources and compiles a copy without them.
//!
//! Every name here means what Kani's own documentation says of it, but for two: what Kani unrolls up to a bound, Effigy
//! runs to its end, and values have names, which come from the source line that asks for them.
//!
//! Architecture Invariant: this crate depends on `effigy` alone (checked by `cargo xtask tidy`).

// The names of this crate in its own tests, and in the code that Effigy adds.
extern crate self as kani;

mod arbitrary;
mod bounded;
mod float_ranges;
mod futures;
mod invariant;

pub mod internal;

pub use arbitrary::Arbitrary;
pub use bounded::{BoundedAny, BoundedArbitrary};
pub use futures::{
    JoinHandle, RoundRobin, SchedulingAssumption, SchedulingStrategy, block_on,
    block_on_with_spawn, spawn, yield_now,
};
pub use invariant::Invariant;

/// Any value of a type.
#[track_caller]
pub fn any<T: Arbitrary>() -> T {
    T::any()
}

/// Any value of a type for which the condition holds.
#[track_caller]
pub fn any_where<T: Arbitrary, F: FnOnce(&T) -> bool>(condition: F) -> T {
    let value = T::any();
    assume(condition(&value));
    value
}

/// Any value of a type that has at most `N` parts.
#[track_caller]
pub fn bounded_any<T: BoundedArbitrary, const N: usize>() -> T {
    T::bounded_any::<N>()
}

/// Goes on only with values for which the condition holds.
#[track_caller]
pub fn assume(condition: bool) {
    effigy::assume(condition);
}

/// Fails with the message unless the condition holds.
///
/// # Panics
/// When it does not hold.
#[track_caller]
pub const fn assert(condition: bool, message: &'static str) {
    if !condition {
        panic!("{}", message);
    }
}

/// A goal: whether the condition can hold here is in the report. It changes no answer.
#[track_caller]
pub fn cover(condition: bool, message: &'static str) {
    effigy::cover(condition, message);
}

/// A goal that is reached, or whose condition can hold: `cover!()`, `cover!(condition)`, `cover!(condition, "what it is")`.
#[macro_export]
macro_rules! cover {
    () => {
        $crate::cover(true, "cover location")
    };
    ($condition:expr $(,)?) => {
        $crate::cover(
            $condition,
            ::core::concat!("cover condition: ", ::core::stringify!($condition)),
        )
    };
    ($condition:expr, $message:literal) => {
        $crate::cover($condition, $message)
    };
}

/// `implies!(a => b)`: `b` unless `a` is false.
#[macro_export]
macro_rules! implies {
    ($premise:expr => $conclusion:expr) => {
        !($premise) || ($conclusion)
    };
}

/// `forall!(|i in (a, b)| p(i))`: `p` holds for all `i` from `a` on and below `b`.
#[macro_export]
macro_rules! forall {
    (|$index:ident in ($from:expr, $to:expr)| $predicate:expr) => {
        $crate::internal::all($from, $to, |$index: usize| $predicate)
    };
    (|$index:ident| $predicate:expr) => {
        $crate::internal::all(0, usize::MAX, |$index: usize| $predicate)
    };
}

/// `exists!(|i in (a, b)| p(i))`: `p` holds for an `i` from `a` on and below `b`.
#[macro_export]
macro_rules! exists {
    (|$index:ident in ($from:expr, $to:expr)| $predicate:expr) => {
        $crate::internal::some($from, $to, |$index: usize| $predicate)
    };
    (|$index:ident| $predicate:expr) => {
        $crate::internal::some(0, usize::MAX, |$index: usize| $predicate)
    };
}

/// As the macro of `core`, also for values that cannot be printed.
#[macro_export]
macro_rules! assert_eq {
    ($left:expr, $right:expr $(, $($message:tt)*)?) => {
        $crate::compared!(==, $left, $right $(, $($message)*)?)
    };
}

/// As the macro of `core`, also for values that cannot be printed.
#[macro_export]
macro_rules! assert_ne {
    ($left:expr, $right:expr $(, $($message:tt)*)?) => {
        $crate::compared!(!=, $left, $right $(, $($message)*)?)
    };
}

/// As the macro of `core`, also for values that cannot be printed.
#[macro_export]
macro_rules! debug_assert_eq {
    ($($arguments:tt)*) => { if ::core::cfg!(debug_assertions) { $crate::assert_eq!($($arguments)*) } };
}

/// As the macro of `core`, also for values that cannot be printed.
#[macro_export]
macro_rules! debug_assert_ne {
    ($($arguments:tt)*) => { if ::core::cfg!(debug_assertions) { $crate::assert_ne!($($arguments)*) } };
}

#[doc(hidden)]
#[macro_export]
macro_rules! compared {
    ($operator:tt, $left:expr, $right:expr $(,)?) => {
        match (&$left, &$right) {
            (left, right) => {
                if !(*left $operator *right) {
                    #[allow(unused_imports)]
                    use $crate::internal::{Hidden as _, Shown as _};
                    $crate::internal::differ(
                        ::core::stringify!($operator),
                        [(&$crate::internal::Operand(left)).text(), (&$crate::internal::Operand(right)).text()],
                        "",
                    )
                }
            }
        }
    };
    ($operator:tt, $left:expr, $right:expr, $($message:tt)+) => {
        match (&$left, &$right) {
            (left, right) => {
                if !(*left $operator *right) {
                    #[allow(unused_imports)]
                    use $crate::internal::{Hidden as _, Shown as _};
                    $crate::internal::differ(
                        ::core::stringify!($operator),
                        [(&$crate::internal::Operand(left)).text(), (&$crate::internal::Operand(right)).text()],
                        &::std::format!($($message)+),
                    )
                }
            }
        }
    };
}

/// Vectors of any values.
pub mod vec {
    use crate::{Arbitrary, any, any_where};

    /// A vector of any length up to `MAX_LENGTH`.
    #[track_caller]
    pub fn any_vec<T: Arbitrary, const MAX_LENGTH: usize>() -> Vec<T> {
        let mut vec = exact_vec::<T, MAX_LENGTH>();
        vec.truncate(any_where(|length| *length <= MAX_LENGTH));
        vec.shrink_to_fit();
        vec
    }

    /// A vector of this length.
    #[track_caller]
    pub fn exact_vec<T: Arbitrary, const EXACT_LENGTH: usize>() -> Vec<T> {
        Vec::from(any::<[T; EXACT_LENGTH]>())
    }
}

/// Slices of any length.
pub mod slice {
    use crate::{any, assume};

    /// Any part of an array, the empty one too.
    #[track_caller]
    pub fn any_slice_of_array<T, const LENGTH: usize>(array: &[T; LENGTH]) -> &[T] {
        let (from, to) = any_range(LENGTH);
        array.get(from..to).unwrap_or_default()
    }

    /// Any part of an array that may be changed, the empty one too.
    #[track_caller]
    pub fn any_slice_of_array_mut<T, const LENGTH: usize>(array: &mut [T; LENGTH]) -> &mut [T] {
        let (from, to) = any_range(LENGTH);
        array.get_mut(from..to).unwrap_or_default()
    }

    #[track_caller]
    fn any_range(length: usize) -> (usize, usize) {
        let (from, to): (usize, usize) = (any(), any());
        assume(from <= to && to <= length);
        (from, to)
    }
}

/// Numbers with a point.
pub mod float {
    pub use crate::float_ranges::float_to_int_in_range;
}
