//! What harnesses import.

pub use crate::any::{
    Any, AnySliceExt, AnySliceMutExt, any, assume, fill, fill_bytes, pick, shuffle,
};
#[cfg(feature = "arbitrary")]
pub use crate::arbitrary::gen_arbitrary;
#[allow(deprecated, reason = "harnesses still name it")]
pub use crate::driver::DriverMode;
#[allow(deprecated, reason = "harnesses still name them")]
pub use crate::generators::{
    TypeGenerator, TypeGeneratorWithParams, ValueGenerator, constant, r#gen, gen_with, produce,
    produce_with,
};
pub use crate::one_of::{OneOfExt, OneValueOfExt, one_of, one_value_of};
