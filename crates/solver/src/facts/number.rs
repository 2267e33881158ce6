//! Small rational numbers, and bounds.

use std::cmp::Ordering;

/// A rational number whose numerator and positive denominator have no common divisor. Operations give `None` where a number
/// does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Number {
    over: i128,
    under: i128,
}

impl Number {
    pub const ZERO: Self = Self { over: 0, under: 1 };

    /// The number of a numerator and a positive denominator without a common divisor.
    pub fn new((over, under): (i128, i128)) -> Self {
        Self { over, under }
    }

    fn reduced(over: i128, under: i128) -> Option<Self> {
        if under == 1 {
            return Some(Self { over, under });
        }
        let divisor = i128::try_from(gcd(over.unsigned_abs(), under.unsigned_abs())).ok()?;
        let divisor = if under < 0 { divisor.checked_neg()? } else { divisor };
        Some(Self { over: over.checked_div(divisor)?, under: under.checked_div(divisor)? })
    }

    pub fn plus(self, other: Self) -> Option<Self> {
        let left = self.over.checked_mul(other.under)?;
        let right = other.over.checked_mul(self.under)?;
        Self::reduced(left.checked_add(right)?, self.under.checked_mul(other.under)?)
    }

    pub fn times(self, other: Self) -> Option<Self> {
        Self::reduced(self.over.checked_mul(other.over)?, self.under.checked_mul(other.under)?)
    }

    pub fn negated(self) -> Option<Self> {
        Some(Self { over: self.over.checked_neg()?, under: self.under })
    }

    /// `1 / self`; `None` of zero.
    pub fn inverse(self) -> Option<Self> {
        if self.over == 0 { None } else { Self::reduced(self.under, self.over) }
    }

    /// The number where it is whole.
    pub fn whole(self) -> Option<i128> {
        (self.under == 1).then_some(self.over)
    }

    pub fn is_negative(self) -> bool {
        self.over < 0
    }

    /// The greatest integer that is not greater.
    pub fn floor(self) -> Self {
        Self { over: self.over.div_euclid(self.under), under: 1 }
    }

    /// How the number compares with another one; `None` where that is not known.
    pub fn compare(self, other: Self) -> Option<Ordering> {
        if self.under == other.under {
            return Some(self.over.cmp(&other.over));
        }
        let left = self.over.checked_mul(other.under)?;
        Some(left.cmp(&other.over.checked_mul(self.under)?))
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// An upper bound: at most the number, or less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bound {
    pub number: Number,
    pub strict: bool,
}

impl Bound {
    pub fn at_most(number: Number) -> Self {
        Self { number, strict: false }
    }

    /// The bound of a sum.
    pub fn plus(self, other: Self) -> Option<Self> {
        let number = self.number.plus(other.number)?;
        Some(Self { number, strict: self.strict || other.strict })
    }

    /// The bound of a multiple by a positive number.
    pub fn times(self, factor: Number) -> Option<Self> {
        Some(Self { number: self.number.times(factor)?, ..self })
    }

    /// Whether it says more than another one.
    pub fn is_tighter(self, other: Self) -> bool {
        match self.number.compare(other.number) {
            Some(Ordering::Less) => true,
            Some(Ordering::Equal) => self.strict && !other.strict,
            _ => false,
        }
    }

    /// What holds of whichever of two bounded things; `None` where that is not known.
    pub fn looser(self, other: Self) -> Option<Self> {
        self.number.compare(other.number)?;
        Some(if self.is_tighter(other) { other } else { self })
    }

    /// The tighter of two.
    pub fn tighter(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (one, other) {
            (Some(a), Some(b)) => Some(if b.is_tighter(a) { b } else { a }),
            (a, b) => a.or(b),
        }
    }

    /// Whether it says that something is at most zero, or less where `strict`.
    pub fn is_below_zero(self, strict: bool) -> bool {
        match self.number.compare(Number::ZERO) {
            Some(Ordering::Less) => true,
            Some(Ordering::Equal) => self.strict || !strict,
            _ => false,
        }
    }
}
