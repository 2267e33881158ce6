//! Concrete bit-vectors of any width.

use std::fmt;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

/// A concrete bit-vector: a width of at least one bit and that many bits.
///
/// Widths up to 128 bits are held inline, wider ones on the heap. Bits above the width are zero, so that equal
/// vectors have equal representations.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BitVec {
    width: u32,
    repr: Repr,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
enum Repr {
    /// Width at most 128.
    Small(u128),
    /// Width above 128.
    Large(Box<BigUint>),
}

/// The `width` low bits set; all 128 for wider ones.
#[inline]
pub(crate) fn mask128(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

fn big_mask(width: u32) -> BigUint {
    (BigUint::from(1u8) << width) - 1u8
}

impl BitVec {
    /// The low `width` bits of `bits`, zero-extended when `width` is above 128. A width of zero is read as one.
    pub fn new(width: u32, bits: u128) -> Self {
        let width = width.max(1);
        if width <= 128 {
            Self { width, repr: Repr::Small(bits & mask128(width)) }
        } else {
            Self { width, repr: Repr::Large(Box::new(BigUint::from(bits))) }
        }
    }

    /// The vector of zeros.
    pub fn zero(width: u32) -> Self {
        Self::new(width, 0)
    }

    /// The vector of ones.
    pub fn ones(width: u32) -> Self {
        if width <= 128 {
            Self::new(width, u128::MAX)
        } else {
            Self::from_big(width, &big_mask(width))
        }
    }

    /// The low `width` bits of an unsigned number.
    pub fn from_big(width: u32, bits: &BigUint) -> Self {
        let width = width.max(1);
        if width > 128 {
            return Self { width, repr: Repr::Large(Box::new(bits & big_mask(width))) };
        }
        let digits = bits.iter_u64_digits().take(2).collect::<Vec<_>>();
        let digit = |i: usize| u128::from(digits.get(i).copied().unwrap_or(0));
        Self::new(width, digit(0) | (digit(1) << 64))
    }

    /// The bytes as one vector of 8 bits each, the first byte lowest; `None` for no bytes.
    pub fn from_le_bytes(bytes: &[u8]) -> Option<Self> {
        let width = u32::try_from(bytes.len()).ok()?.checked_mul(8)?;
        (width > 0).then(|| Self::from_big(width, &BigUint::from_bytes_le(bytes)))
    }

    /// Reads binary, octal or hexadecimal digits (`radix` 2, 8, 10 or 16); excess high bits are dropped.
    pub fn parse(width: u32, digits: &str, radix: u32) -> Option<Self> {
        BigUint::parse_bytes(digits.as_bytes(), radix).map(|n| Self::from_big(width, &n))
    }

    /// The width in bits.
    #[inline]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The bits as an unsigned number, when the width is at most 128.
    #[inline]
    pub fn to_u128(&self) -> Option<u128> {
        match &self.repr {
            Repr::Small(bits) => Some(*bits),
            Repr::Large(_) => None,
        }
    }

    /// The bits as an unsigned number, when the width is at most 64.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        match &self.repr {
            Repr::Small(bits) if self.width <= 64 => Some(*bits as u64),
            _ => None,
        }
    }

    /// The bits as an unsigned number of any size.
    pub fn to_big(&self) -> BigUint {
        match &self.repr {
            Repr::Small(bits) => BigUint::from(*bits),
            Repr::Large(bits) => (**bits).clone(),
        }
    }

    /// The bit at position `index`, counted from the lowest; false above the width.
    pub fn bit(&self, index: u32) -> bool {
        match &self.repr {
            Repr::Small(bits) => index < 128 && (bits >> index) & 1 == 1,
            Repr::Large(bits) => bits.bit(u64::from(index)),
        }
    }

    /// The highest bit.
    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Repr::Small(bits) => *bits == 0,
            Repr::Large(bits) => bits.bits() == 0,
        }
    }

    /// Bits `hi` down to `lo`; `None` unless `lo <= hi < width`.
    pub fn extract(&self, hi: u32, lo: u32) -> Option<Self> {
        if lo > hi || hi >= self.width {
            return None;
        }
        let width = hi - lo + 1;
        Some(match &self.repr {
            Repr::Small(bits) => Self::new(width, bits >> lo),
            Repr::Large(bits) => Self::from_big(width, &(&**bits >> lo)),
        })
    }

    /// The bytes, lowest first; the last one is filled up with zeros.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes = match &self.repr {
            Repr::Small(bits) => bits.to_le_bytes().to_vec(),
            Repr::Large(bits) => bits.to_bytes_le(),
        };
        bytes.resize(self.width.div_ceil(8) as usize, 0);
        bytes
    }
}

impl fmt::Display for BitVec {
    /// Writes SMT-LIB's literal: `#x..` when the width is a multiple of four, `#b..` otherwise.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.to_big();
        if self.width.is_multiple_of(4) {
            write!(f, "#x{n:0>width$x}", width = (self.width / 4) as usize)
        } else {
            write!(f, "#b{n:0>width$b}", width = self.width as usize)
        }
    }
}

impl fmt::Debug for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
