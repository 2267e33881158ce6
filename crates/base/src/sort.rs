//! Sorts: the types of terms and of registers.

use std::fmt;

/// The sort of a term or of a register.
///
/// Floating-point values travel as the bit-vectors of their IEEE 754 interchange format; the operators say
/// how the bits are read (see [`crate::op::Op`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of the given width in bits; never zero.
    BitVec(u32),
    /// Total functions from bit-vectors of `index` bits to bit-vectors of `element` bits.
    Array {
        /// Width of the index in bits.
        index: u32,
        /// Width of an element in bits.
        element: u32,
    },
}

impl Sort {
    /// The width in bits of a bit-vector sort; 1 for Booleans; `None` for arrays.
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::Bool => Some(1),
            Sort::BitVec(w) => Some(w),
            Sort::Array { .. } => None,
        }
    }
}

impl fmt::Display for Sort {
    /// Writes the short form that the IR's text form uses: `bool`, `bv32`, `array64.8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "bool"),
            Sort::BitVec(w) => write!(f, "bv{w}"),
            Sort::Array { index, element } => write!(f, "array{index}.{element}"),
        }
    }
}
