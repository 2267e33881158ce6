//! Concrete values of terms.

mod array;

pub use array::ArrayValue;

use std::fmt;

use num_bigint::BigInt;
use num_rational::BigRational;
use serde::{Deserialize, Serialize};

use crate::bits::BitVec;
use crate::sort::Sort;
use crate::symbol::Symbol;

/// A concrete value of some sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    BitVec(BitVec),
    /// An integer.
    Int(BigInt),
    /// A rational number of the sort of reals.
    Real(BigRational),
    /// An element of a named sort by a name that a model gave it: of one model, different names are different elements.
    Element {
        /// The sort's name.
        sort: Symbol,
        /// The element's name.
        name: Symbol,
    },
    /// An array.
    Array(ArrayValue),
}

impl Value {
    /// The bit-vector of `width` bits with these low bits.
    pub fn bits(width: u32, bits: u128) -> Self {
        Self::BitVec(BitVec::new(width, bits))
    }

    /// The integer.
    pub fn int(value: impl Into<BigInt>) -> Self {
        Self::Int(value.into())
    }

    /// `false`, zero, the array of zeros, or some element of a named sort.
    pub fn zero(sort: Sort) -> Self {
        match sort {
            Sort::Bool => Self::Bool(false),
            Sort::BitVec(width) => Self::bits(width, 0),
            Sort::Int => Self::int(0),
            Sort::Real => Self::Real(BigRational::default()),
            Sort::Named(sort) => Self::Element { sort, name: Symbol::new("0") },
            Sort::Array { index, element } => {
                Self::Array(ArrayValue::new(index, Self::zero(element.into())))
            }
        }
    }

    /// The value's sort.
    pub fn sort(&self) -> Sort {
        match self {
            Self::Bool(_) => Sort::Bool,
            Self::BitVec(bits) => Sort::BitVec(bits.width()),
            Self::Int(_) => Sort::Int,
            Self::Real(_) => Sort::Real,
            Self::Element { sort, .. } => Sort::Named(*sort),
            Self::Array(array) => array.sort(),
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// The bit-vector, if it is one.
    pub fn as_bits(&self) -> Option<&BitVec> {
        match self {
            Self::BitVec(bits) => Some(bits),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&BigInt> {
        match self {
            Self::Int(n) => Some(n),
            _ => None,
        }
    }

    /// The rational number, if it is one of the sort of reals.
    pub fn as_real(&self) -> Option<&BigRational> {
        match self {
            Self::Real(number) => Some(number),
            _ => None,
        }
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// A truth value as 0 or 1, a bit-vector of at most 128 bits as its number, an integer that fits 128 bits as its
    /// two's complement.
    pub fn scalar(&self) -> Option<u128> {
        match self {
            Self::Bool(b) => Some(u128::from(*b)),
            Self::BitVec(bits) => bits.to_u128(),
            Self::Int(n) => i128::try_from(n).ok().map(|n| n as u128),
            Self::Real(_) | Self::Element { .. } | Self::Array(_) => None,
        }
    }

    /// The value as one of another sort: numbers keep their value modulo the width, what is not 0 is true, arrays are
    /// taken element by element. `None` for other pairs of sorts.
    pub fn to_sort(&self, sort: Sort) -> Option<Self> {
        match (self, sort) {
            _ if self.sort() == sort => Some(self.clone()),
            (Self::Array(array), Sort::Array { index, element }) => {
                let default = array.default_element().to_sort(element.into())?;
                let mut converted = ArrayValue::new(index, default);
                for (at, value) in array.entries() {
                    converted.store(at.to_sort(index.into())?, value.to_sort(element.into())?);
                }
                Some(Self::Array(converted))
            }
            (Self::Array(_) | Self::Real(_) | Self::Element { .. }, _)
            | (_, Sort::Array { .. } | Sort::Real | Sort::Named(_)) => None,
            _ => {
                let number = match self {
                    Self::Int(n) => n.clone(),
                    _ => BigInt::from(self.scalar()?),
                };
                match sort {
                    Sort::Bool => Some(Self::Bool(number != BigInt::ZERO)),
                    Sort::Int => Some(Self::Int(number)),
                    _ => {
                        let modulus = BigInt::from(1) << sort.width().filter(|w| *w <= 128)?;
                        let low = ((number % &modulus) + &modulus) % &modulus;
                        Self::from_scalar(sort, u128::try_from(low).ok()?)
                    }
                }
            }
        }
    }

    /// The value of a sort whose [`Value::scalar`] is `bits` (0 and 1 are the truth values); `None` where there is none.
    pub fn from_scalar(sort: Sort, bits: u128) -> Option<Self> {
        match sort {
            Sort::Bool => Some(Self::Bool(bits & 1 == 1)),
            Sort::BitVec(width) => Some(Self::bits(width, bits)),
            Sort::Int => Some(Self::int(bits as i128)),
            Sort::Real | Sort::Named(_) | Sort::Array { .. } => None,
        }
    }
}

impl From<BitVec> for Value {
    fn from(bits: BitVec) -> Self {
        Self::BitVec(bits)
    }
}

impl fmt::Display for Value {
    /// Writes `true`, SMT-LIB's bit-vector literals, a decimal integer with its sign, `1/2`, the name of an element, `[index -> element, else e]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(b) => write!(f, "{b}"),
            Self::BitVec(bits) => write!(f, "{bits}"),
            Self::Int(n) => write!(f, "{n}"),
            Self::Real(number) => write!(f, "{number}"),
            Self::Element { name, .. } => write!(f, "{name}"),
            Self::Array(array) => write!(f, "{array}"),
        }
    }
}
