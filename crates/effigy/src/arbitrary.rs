//! Types whose values can be made symbolic.

use crate::intrinsics;
use crate::origin::Origin;

/// A type that has a symbolic value.
///
/// A type of one's own builds its value from those of its parts:
///
/// ```
/// use effigy::{Arbitrary, Origin};
///
/// struct Point { x: i32, y: i32 }
///
/// impl Arbitrary for Point {
///     fn any_of(origin: &Origin) -> Self {
///         Point { x: i32::any_of(&origin.part(".x")), y: i32::any_of(&origin.part(".y")) }
///     }
/// }
/// ```
pub trait Arbitrary: Sized {
    /// A value that can be anything.
    fn any_of(origin: &Origin) -> Self;

    /// `len` such values. For `u8` they are one object of `len` bytes.
    fn any_list(len: usize, origin: &Origin) -> Vec<Self> {
        let mut list = Vec::with_capacity(len);
        for index in 0..len {
            list.push(Self::any_of(&origin.part(&format!("[{index}]"))));
        }
        list
    }

    /// The range up to a value that has given its last element; `None` for a type that is not counted up.
    #[doc(hidden)]
    fn exhausted(_end: &Self) -> Option<std::ops::RangeInclusive<Self>> {
        None
    }

    /// `N` such values. For `u8` they are one object of `N` bytes.
    fn any_array<const N: usize>(origin: &Origin) -> [Self; N] {
        std::array::from_fn(|index| Self::any_of(&origin.part(&format!("[{index}]"))))
    }
}

/// That of a type that is counted up.
macro_rules! exhausted {
    () => {
        fn exhausted(end: &Self) -> Option<std::ops::RangeInclusive<Self>> {
            let mut range = *end..=*end;
            range.next();
            Some(range)
        }
    };
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Arbitrary for $type {
            fn any_of(origin: &Origin) -> Self {
                <$type>::from_le_bytes(origin.integer())
            }

            exhausted!();
        }
    )*};
}

integers! { u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

impl Arbitrary for u8 {
    fn any_of(origin: &Origin) -> Self {
        let [byte] = origin.integer();
        byte
    }

    exhausted!();

    fn any_list(len: usize, origin: &Origin) -> Vec<Self> {
        let mut list = vec![0; len];
        origin.bytes(&mut list);
        list
    }

    fn any_array<const N: usize>(origin: &Origin) -> [Self; N] {
        let mut array = [0; N];
        origin.bytes(&mut array);
        array
    }
}

impl Arbitrary for bool {
    fn any_of(origin: &Origin) -> Self {
        u8::any_of(origin) & 1 == 1
    }
}

impl Arbitrary for char {
    fn any_of(origin: &Origin) -> Self {
        let value = char::from_u32(u32::any_of(origin));
        intrinsics::assume(value.is_some());
        value.unwrap_or_default()
    }

    exhausted!();
}

/// Every bit pattern, so infinities and all NaNs too.
impl Arbitrary for f32 {
    fn any_of(origin: &Origin) -> Self {
        f32::from_bits(u32::any_of(origin))
    }
}

/// Every bit pattern, so infinities and all NaNs too.
impl Arbitrary for f64 {
    fn any_of(origin: &Origin) -> Self {
        f64::from_bits(u64::any_of(origin))
    }
}

impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    fn any_of(origin: &Origin) -> Self {
        T::any_array(origin)
    }
}

/// The paths of `None` and of `Some` part here; only the second has the value.
impl<T: Arbitrary> Arbitrary for Option<T> {
    fn any_of(origin: &Origin) -> Self {
        bool::any_of(&origin.part(".is_some")).then(|| T::any_of(origin))
    }
}

impl<T: Arbitrary> Arbitrary for Box<T> {
    fn any_of(origin: &Origin) -> Self {
        Box::new(T::any_of(origin))
    }
}

impl Arbitrary for () {
    fn any_of(_: &Origin) -> Self {}
}

macro_rules! tuples {
    ($(($($type:ident $index:tt),*))*) => {$(
        impl<$($type: Arbitrary),*> Arbitrary for ($($type,)*) {
            fn any_of(origin: &Origin) -> Self {
                ($($type::any_of(&origin.part(concat!(".", $index))),)*)
            }
        }
    )*};
}

tuples! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
}
