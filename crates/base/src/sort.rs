//! Sorts: the types of terms and of registers.

use serde::{Deserialize, Serialize};
use std::fmt;

use crate::symbol::Symbol;

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
    /// The integers of mathematics.
    Int,
    /// The real numbers; those that have a value here are rational.
    Real,
    /// A sort that is known by its name: an uninterpreted one, or one that a theory declares.
    Named(Symbol),
    /// Total functions from `index` to `element`.
    Array {
        /// The sort of the index.
        index: Scalar,
        /// The sort of an element.
        element: Scalar,
    },
}

/// A sort that is not an array: what arrays are indexed by and hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Scalar {
    /// Truth values.
    Bool,
    /// Bit-vectors of the given width in bits; never zero.
    BitVec(u32),
    /// The integers of mathematics.
    Int,
}

/// The width by which [`crate::eval::eval_scalar`] takes an integer: its two's complement has this many bits.
pub const INT_BITS: u32 = 128;

impl Scalar {
    /// The width in bits of a bit-vector sort; 1 for Booleans; `None` for integers.
    #[inline]
    pub fn width(self) -> Option<u32> {
        Sort::from(self).width()
    }

    /// Reads what [`Scalar`]'s `Display` writes.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "bool" => Some(Self::Bool),
            "int" => Some(Self::Int),
            _ => positive(text.strip_prefix("bv")?).map(Self::BitVec),
        }
    }
}

impl From<Scalar> for Sort {
    #[inline]
    fn from(scalar: Scalar) -> Self {
        match scalar {
            Scalar::Bool => Self::Bool,
            Scalar::BitVec(width) => Self::BitVec(width),
            Scalar::Int => Self::Int,
        }
    }
}

impl Sort {
    /// Total functions from bit-vectors of `index` bits to bit-vectors of `element` bits.
    pub fn bit_vector_array(index: u32, element: u32) -> Self {
        Self::Array { index: Scalar::BitVec(index), element: Scalar::BitVec(element) }
    }

    /// The width in bits of a bit-vector sort; 1 for Booleans; `None` for other sorts.
    #[inline]
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::Bool => Some(1),
            Sort::BitVec(w) => Some(w),
            Sort::Int | Sort::Real | Sort::Named(_) | Sort::Array { .. } => None,
        }
    }

    /// The width by which [`crate::eval::eval_scalar`] takes values of the sort: [`Sort::width`], [`INT_BITS`] for
    /// integers; `None` for other sorts.
    #[inline]
    pub fn word_width(self) -> Option<u32> {
        match self {
            Sort::Int => Some(INT_BITS),
            _ => self.width(),
        }
    }

    /// The sort as that of an index or an element; `None` for sorts that arrays neither have as index nor hold.
    #[inline]
    pub fn scalar(self) -> Option<Scalar> {
        match self {
            Sort::Bool => Some(Scalar::Bool),
            Sort::BitVec(width) => Some(Scalar::BitVec(width)),
            Sort::Int => Some(Scalar::Int),
            Sort::Real | Sort::Named(_) | Sort::Array { .. } => None,
        }
    }

    /// Reads what [`Sort`]'s `Display` writes; reals and named sorts, which the IR does not have, are not read.
    pub fn parse(text: &str) -> Option<Self> {
        let Some(rest) = text.strip_prefix("array") else {
            return Scalar::parse(text).map(Self::from);
        };
        if let Some((index, element)) = rest.strip_prefix('.').and_then(|r| r.split_once('.')) {
            let (index, element) = (Scalar::parse(index)?, Scalar::parse(element)?);
            let short = matches!((index, element), (Scalar::BitVec(_), Scalar::BitVec(_)));
            return (!short).then_some(Self::Array { index, element });
        }
        let (index, element) = rest.split_once('.')?;
        Some(Self::bit_vector_array(positive(index)?, positive(element)?))
    }
}

fn positive(digits: &str) -> Option<u32> {
    digits.parse().ok().filter(|&width| width > 0 && !digits.starts_with('+'))
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Bool => write!(f, "bool"),
            Scalar::BitVec(w) => write!(f, "bv{w}"),
            Scalar::Int => write!(f, "int"),
        }
    }
}

impl fmt::Display for Sort {
    /// Writes the short form that the IR's text form uses: `bool`, `bv32`, `int`, `array64.8` for bit-vectors from
    /// bit-vectors, `array.int.bool` for other arrays, `real`, and the name of a named sort.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "bool"),
            Sort::BitVec(w) => write!(f, "bv{w}"),
            Sort::Int => write!(f, "int"),
            Sort::Real => write!(f, "real"),
            Sort::Named(name) => write!(f, "{name}"),
            Sort::Array { index: Scalar::BitVec(index), element: Scalar::BitVec(element) } => {
                write!(f, "array{index}.{element}")
            }
            Sort::Array { index, element } => write!(f, "array.{index}.{element}"),
        }
    }
}
