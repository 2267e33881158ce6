//! A type of which nothing is known but that it has the traits of its values' uses.

use crate::arbitrary::Arbitrary;
use crate::origin::Origin;
use std::fmt;

/// Stands for a type parameter: large, aligned, and with the traits of Rust's library that most bounds ask for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(align(32))]
pub struct Opaque {
    key: u8,
    room: [[u8; 32]; 4],
}

impl Arbitrary for Opaque {
    fn any_of(origin: &Origin) -> Self {
        Opaque { key: u8::any_of(origin), ..Opaque::default() }
    }
}

impl fmt::Display for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.key, f)
    }
}

impl AsRef<u8> for Opaque {
    fn as_ref(&self) -> &u8 {
        &self.key
    }
}
