//! Types with an invariant of their own.

/// A type whose values are safe to use only when they meet a condition. `#[derive(kani::Invariant)]` asks that of all fields.
pub trait Invariant: Sized {
    /// Whether the value meets it.
    fn is_safe(&self) -> bool;
}

macro_rules! always {
    ($($type:ty)*) => {$(
        impl Invariant for $type {
            fn is_safe(&self) -> bool {
                true
            }
        }
    )*};
}

always! { () bool char f32 f64 u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
