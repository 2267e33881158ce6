//! Which numbers with a point an integer can hold.

/// Types of numbers with a point.
pub trait Float {
    /// The value and its neighbours as `f64`, which has every value of the type.
    fn wide(self) -> f64;
}

impl Float for f32 {
    fn wide(self) -> f64 {
        self.into()
    }
}

impl Float for f64 {
    fn wide(self) -> f64 {
        self
    }
}

/// Types of integers.
pub trait Integer {
    /// The powers of two that the type ends at: below, where it is the least value or, for a type without sign, zero; and above, where it is the
    /// first that is too large.
    const ENDS: (f64, f64);
}

macro_rules! integers {
    ($($type:ty, $unsigned:ty;)*) => {$(
        impl Integer for $type {
            const ENDS: (f64, f64) = (<$type>::MIN as f64, (<$type>::MAX / 2 + 1) as f64 * 2.0);
        }

        impl Integer for $unsigned {
            const ENDS: (f64, f64) =
                (0.0, (<$unsigned>::MAX / 2 + 1) as f64 * 2.0);
        }
    )*};
}

integers! { i8, u8; i16, u16; i32, u32; i64, u64; i128, u128; isize, usize; }

/// Whether `value`, without what is behind its point, is one of the integers of a type.
pub fn float_to_int_in_range<F: Float, I: Integer>(value: F) -> bool {
    let whole = value.wide().trunc();
    let (least, end) = I::ENDS;
    whole >= least && whole < end
}
