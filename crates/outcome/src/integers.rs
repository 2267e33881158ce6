//! What the integers of a program are.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What the integers of PL/I and object programs are. Written as `unbounded`, `fixed` (32 bits) or a number of bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Integers {
    /// Those of mathematics, decided by an SMT solver.
    #[default]
    Unbounded,
    /// Two's complement of this many bits. In PL/I, where there are 32, a result that does not fit is a finding; in object
    /// programs it wraps around.
    Fixed(u32),
}

/// The widths that machine integers may have.
const WIDTHS: std::ops::RangeInclusive<u32> = 2..=64;

/// The text names no integers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` names no integers: expected `unbounded`, `fixed` (32 bits) or a number of bits from 2 to 64"
)]
pub struct UnknownIntegers(String);

impl FromStr for Integers {
    type Err = UnknownIntegers;

    fn from_str(text: &str) -> Result<Self, UnknownIntegers> {
        match text {
            "unbounded" => Ok(Integers::Unbounded),
            "fixed" => Ok(Integers::Fixed(32)),
            _ => {
                let width = text.parse().ok().filter(|width| WIDTHS.contains(width));
                width.map(Integers::Fixed).ok_or_else(|| UnknownIntegers(text.to_owned()))
            }
        }
    }
}

impl fmt::Display for Integers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Integers::Unbounded => f.write_str("unbounded"),
            Integers::Fixed(32) => f.write_str("fixed"),
            Integers::Fixed(width) => write!(f, "{width}"),
        }
    }
}

impl From<Integers> for String {
    fn from(integers: Integers) -> Self {
        integers.to_string()
    }
}

impl TryFrom<String> for Integers {
    type Error = UnknownIntegers;

    fn try_from(text: String) -> Result<Self, UnknownIntegers> {
        text.parse()
    }
}
