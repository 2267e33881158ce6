//! The types of source variables, as far as a debugger needs them to show and to change values in memory.

use std::sync::Arc;

/// A type of the source language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceType {
    /// A number, a truth value or a character.
    Scalar {
        /// Its name in the source.
        name: String,
        /// Its size in bits.
        bits: u32,
        /// How the bits are read.
        reading: Reading,
    },
    /// An address; of what, when that is known.
    Pointer(Option<Arc<SourceType>>),
    /// Elements one behind the other.
    Array {
        /// Their type.
        element: Arc<SourceType>,
        /// How many there are.
        count: u64,
    },
    /// Named members.
    Record {
        /// The name of the type.
        name: String,
        /// Its size in bits.
        bits: u64,
        /// The members: name, offset in bits, type.
        members: Vec<(String, u64, Arc<SourceType>)>,
    },
    /// Something else.
    Unknown,
}

/// How the bits of a scalar are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A truth value.
    Truth,
    /// Two's complement.
    Signed,
    /// A natural number.
    Unsigned,
    /// A character.
    Character,
    /// A floating-point number.
    Float,
}

/// A variable of a function's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceVariable {
    /// Its name.
    pub name: String,
    /// The source function that it belongs to, which may be inlined, readable.
    pub function: String,
    /// Its type.
    pub ty: Arc<SourceType>,
}

impl SourceType {
    /// The size in bits; `None` when it is not known.
    pub fn bits(&self) -> Option<u64> {
        match self {
            SourceType::Scalar { bits, .. } => Some(u64::from(*bits)),
            SourceType::Pointer(_) => Some(64),
            SourceType::Array { element, count } => element.bits()?.checked_mul(*count),
            SourceType::Record { bits, .. } => Some(*bits),
            SourceType::Unknown => None,
        }
    }
}
