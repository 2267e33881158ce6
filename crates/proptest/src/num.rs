//! Numbers.

use crate::strategy::strategy;
use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

/// The ranges of a type of numbers, without those for which a condition does not hold.
macro_rules! ranges {
    ($($type:ident $range:ty, |$own:ident, $value:ident| $holds:expr;)*) => {$(
        strategy! {
            [] $range => $type, |own, runner| {
                assert!(!own.is_empty_range(), "the range {own:?} is empty");
                let ($own, $value): (_, $type) = (own, runner.any());
                effigy::assume($holds & $value.drawn());
                $value
            }
        }
    )*};
}

macro_rules! of_types {
    ($($type:ident)*) => {$(
        ranges! {
            $type Range<$type>, |own, value| (own.start <= value) & (value < own.end);
            $type RangeInclusive<$type>, |own, value| (*own.start() <= value) & (value <= *own.end());
            $type RangeFrom<$type>, |own, value| (own.start <= value) & (value <= $type::MAX);
            $type RangeTo<$type>, |own, value| ($type::MIN <= value) & (value < own.end);
            $type RangeToInclusive<$type>, |own, value| ($type::MIN <= value) & (value <= own.end);
        }
    )*};
}

of_types! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }

/// Whether a range holds nothing.
trait Empty {
    fn is_empty_range(&self) -> bool;
}

impl<T: PartialOrd> Empty for Range<T> {
    fn is_empty_range(&self) -> bool {
        self.is_empty()
    }
}

impl<T: PartialOrd> Empty for RangeInclusive<T> {
    fn is_empty_range(&self) -> bool {
        self.is_empty()
    }
}

macro_rules! never_empty {
    ($($range:ident)*) => {$(
        impl<T> Empty for $range<T> {
            fn is_empty_range(&self) -> bool {
                false
            }
        }
    )*};
}

never_empty! { RangeFrom RangeTo RangeToInclusive }

/// Whether a range that holds a value gives it: zero below zero is never drawn.
trait InRange {
    fn drawn(self) -> bool;
}

macro_rules! in_range {
    ($($type:ident)*, $holds:expr) => {$(
        impl InRange for $type {
            fn drawn(self) -> bool {
                $holds(self)
            }
        }
    )*};
}

in_range! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize, |_| true }
in_range! { f32, |value: f32| value.to_bits() != (-0.0_f32).to_bits() }
in_range! { f64, |value: f64| value.to_bits() != (-0.0_f64).to_bits() }

macro_rules! integers {
    ($($type:ident)*) => {$(
        #[doc = concat!("Values of `", stringify!($type), "`.")]
        pub mod $type {
            use crate::strategy::strategy;

            /// All.
            #[derive(Clone, Copy, Debug)]
            pub struct Any(());

            /// All.
            pub const ANY: Any = Any(());

            strategy! { [] Any => $type, |_own, runner| runner.any() }
        }
    )*};
}

integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

macro_rules! floats {
    ($($type:ident $bits:ident)*) => {$(
        #[doc = concat!("Values of `", stringify!($type), "`, by their classes.")]
        pub mod $type {
            use crate::strategy::strategy;
            use std::ops::{BitOr, BitOrAssign};

            /// The values of some classes.
            #[derive(Clone, Copy, Debug)]
            pub struct Any(u8);

            impl BitOr for Any {
                type Output = Self;

                fn bitor(self, other: Self) -> Self {
                    Any(self.0 | other.0)
                }
            }

            impl BitOrAssign for Any {
                fn bitor_assign(&mut self, other: Self) {
                    self.0 |= other.0;
                }
            }

            /// Those above zero; those of other classes too that have this sign.
            pub const POSITIVE: Any = Any(1);
            /// Those below zero; those of other classes too that have this sign.
            pub const NEGATIVE: Any = Any(2);
            /// Those with a full mantissa.
            pub const NORMAL: Any = Any(4);
            /// Those near zero.
            pub const SUBNORMAL: Any = Any(8);
            /// Zeros.
            pub const ZERO: Any = Any(16);
            /// Infinities.
            pub const INFINITE: Any = Any(32);
            /// What is no number, and quiet.
            pub const QUIET_NAN: Any = Any(64);
            /// What is no number, and signals.
            pub const SIGNALING_NAN: Any = Any(128);
            /// All of both signs.
            pub const ANY: Any = Any(255);

            impl Any {
                /// Without a sign it is positive, without another class normal.
                fn complete(self) -> u8 {
                    let sign = if self.0 & 3 == 0 { 1 } else { 0 };
                    let class = if self.0 & !3 == 0 { 4 } else { 0 };
                    self.0 | sign | class
                }

                /// Whether the value is one of them, in one condition without branches.
                pub(super) fn holds(self, bits: $bits) -> bool {
                    let classes = self.complete();
                    let has = |class: u8| classes & class != 0;
                    let mantissa = $type::MANTISSA_DIGITS - 1;
                    let (magnitude, quiet) = (bits & ($bits::MAX >> 1), 1 << (mantissa - 1));
                    let infinite = $type::INFINITY.to_bits();
                    let smallest: $bits = 1 << mantissa;
                    let sign = ((bits == magnitude) & has(1)) | ((bits != magnitude) & has(2));
                    let nan = magnitude > infinite;
                    let class = ((magnitude == 0) & has(16))
                        | ((magnitude > 0) & (magnitude < smallest) & has(8))
                        | ((magnitude >= smallest) & (magnitude < infinite) & has(4))
                        | ((magnitude == infinite) & has(32))
                        | (nan & (magnitude & quiet != 0) & has(64))
                        | (nan & (magnitude & quiet == 0) & has(128));
                    sign & class
                }
            }

            strategy! {
                [] Any => $type, |own, runner| {
                    let bits: $bits = runner.any();
                    effigy::assume(own.holds(bits));
                    $type::from_bits(bits)
                }
            }
        }
    )*};
}

floats! { f32 u32 f64 u64 }

#[cfg(test)]
mod tests {
    #[test]
    fn classes_of_floats_are_those_of_the_language() {
        use super::f64::*;
        let holds = |classes: Any, value: f64| classes.holds(value.to_bits());
        assert!(holds(POSITIVE, 1.0) && !holds(POSITIVE, -1.0) && !holds(POSITIVE, 0.0));
        assert!(holds(NEGATIVE | ZERO, -0.0) && !holds(NEGATIVE | ZERO, 0.0));
        assert!(holds(SUBNORMAL, f64::MIN_POSITIVE / 2.0) && !holds(SUBNORMAL, f64::MIN_POSITIVE));
        assert!(holds(NORMAL, f64::MAX) && !holds(NORMAL, f64::INFINITY));
        assert!(holds(INFINITE, f64::INFINITY) && !holds(INFINITE, f64::NAN));
        assert!(holds(QUIET_NAN, f64::NAN) && !holds(SIGNALING_NAN, f64::NAN));
        assert!(SIGNALING_NAN.holds(f64::INFINITY.to_bits() | 1));
        assert!([0.0, -1.5, f64::NAN, f64::INFINITY].iter().all(|value| holds(ANY, *value)));
    }
}
