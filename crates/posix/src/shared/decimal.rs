//! Exact conversions between digits and binary floating-point numbers of 32, 64 and 80 bits. Each rounds once.

use effigy_base::op::RoundingMode;
use num_bigint::BigUint;

/// A binary format (IEEE 754, and the one of the x87).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    /// Bits of a number.
    pub width: u32,
    /// Bits of a significand, with its first one.
    pub precision: i64,
    /// The exponent of the least normal number.
    pub least: i64,
}

/// `float`.
pub(crate) const SINGLE: Format = Format { width: 32, precision: 24, least: -126 };
/// `double`.
pub(crate) const DOUBLE: Format = Format { width: 64, precision: 53, least: -1022 };
/// `long double` on x86, whose first bit of the significand is stored.
pub(crate) const LONG: Format = Format { width: 80, precision: 64, least: -16382 };

/// Above and below these powers of two every number of every format overflows or vanishes.
const FAR: i64 = 40_000;

/// The same for powers of ten.
const FAR_TENS: i64 = 10_000;

impl Format {
    /// Bits of a stored significand.
    fn stored(self) -> u32 {
        if self.width == 80 { 64 } else { self.precision as u32 - 1 }
    }

    /// The exponent field of infinities.
    fn greatest(self) -> u128 {
        (1 << (self.width - 1 - self.stored())) - 1
    }

    fn packed(self, negative: bool, exponent: u128, significand: u128) -> u128 {
        let mask = (1 << self.stored()) - 1;
        u128::from(negative) << (self.width - 1) | exponent << self.stored() | significand & mask
    }

    /// Zero.
    pub(crate) fn zero(self, negative: bool) -> u128 {
        self.packed(negative, 0, 0)
    }

    /// Infinity.
    pub(crate) fn infinity(self, negative: bool) -> u128 {
        self.packed(negative, self.greatest(), 1 << (self.precision - 1))
    }

    /// The quiet NaN with a payload.
    pub(crate) fn nan(self, negative: bool, payload: u64) -> u128 {
        let quiet = 1u128 << (self.precision - 2);
        let first = 1u128 << (self.precision - 1);
        self.packed(negative, self.greatest(), first | quiet | u128::from(payload) & (quiet - 1))
    }

    fn largest(self, negative: bool) -> u128 {
        self.packed(negative, self.greatest() - 1, (1 << self.precision) - 1)
    }
}

/// A number that was rounded to a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rounded {
    /// Its bits.
    pub bits: u128,
    /// Whether it overflowed, or is inexact and below the normal numbers.
    pub out_of_range: bool,
}

/// An exact number: `digits * 10^tens * 2^twos`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exact {
    /// Whether it has a minus sign.
    pub negative: bool,
    /// All digits as one integer.
    pub digits: BigUint,
    /// The power of ten.
    pub tens: i64,
    /// The power of two.
    pub twos: i64,
}

impl Exact {
    /// The number in a format.
    pub(crate) fn rounded(&self, format: Format, mode: RoundingMode) -> Rounded {
        if self.digits == BigUint::ZERO {
            return Rounded { bits: format.zero(self.negative), out_of_range: false };
        }
        // 2^(bits - 1) <= digits < 2^bits, and log2(10) lies between 3 and 4.
        let bits = self.digits.bits() as i64;
        let far = |low: i64| low.saturating_add(self.twos).saturating_add(bits);
        let (num, den, twos) = if self.tens >= 0 {
            if self.tens > FAR_TENS || far(self.tens.saturating_mul(3)) > FAR {
                return self.beyond(format, mode);
            }
            (&self.digits * ten(self.tens), BigUint::from(1u8), self.twos)
        } else {
            if far(self.tens.saturating_mul(3)) < -FAR {
                return self.below(format, mode);
            }
            (self.digits.clone(), ten(-self.tens), self.twos)
        };
        match num.bits() as i64 - den.bits() as i64 + twos {
            size if size > FAR => self.beyond(format, mode),
            size if size < -FAR => self.below(format, mode),
            _ => quotient(self.negative, &num, &den, twos, format, mode),
        }
    }

    fn beyond(&self, format: Format, mode: RoundingMode) -> Rounded {
        overflow(self.negative, format, mode)
    }

    fn below(&self, format: Format, mode: RoundingMode) -> Rounded {
        let up = goes_up(self.negative, mode, false, std::cmp::Ordering::Less);
        Rounded { bits: format.packed(self.negative, 0, u128::from(up)), out_of_range: true }
    }
}

fn ten(power: i64) -> BigUint {
    BigUint::from(10u8).pow(u32::try_from(power).unwrap_or(u32::MAX))
}

fn overflow(negative: bool, format: Format, mode: RoundingMode) -> Rounded {
    let stays = match mode {
        RoundingMode::NearestEven | RoundingMode::NearestAway => false,
        RoundingMode::TowardZero => true,
        RoundingMode::TowardPositive => negative,
        RoundingMode::TowardNegative => !negative,
    };
    let bits = if stays { format.largest(negative) } else { format.infinity(negative) };
    Rounded { bits, out_of_range: true }
}

/// Whether an inexact magnitude grows by one unit: from whether its last unit is odd, and how what is left compares with a half.
fn goes_up(negative: bool, mode: RoundingMode, odd: bool, rest: std::cmp::Ordering) -> bool {
    match mode {
        RoundingMode::NearestEven => rest.is_gt() || rest.is_eq() && odd,
        RoundingMode::NearestAway => rest.is_ge(),
        RoundingMode::TowardZero => false,
        RoundingMode::TowardPositive => !negative,
        RoundingMode::TowardNegative => negative,
    }
}

/// `num / den * 2^shift` as an integer, rounded; and whether that is inexact.
fn divided(
    negative: bool,
    num: &BigUint,
    den: &BigUint,
    shift: i64,
    mode: RoundingMode,
) -> (BigUint, bool) {
    let (num, den) = match shift >= 0 {
        true => (num << shift, den.clone()),
        false => (num.clone(), den << -shift),
    };
    let quotient = &num / &den;
    let rest = num - &quotient * &den;
    if rest == BigUint::ZERO {
        return (quotient, false);
    }
    let up = goes_up(negative, mode, quotient.bit(0), (rest << 1u8).cmp(&den));
    (quotient + u8::from(up), true)
}

fn quotient(
    negative: bool,
    num: &BigUint,
    den: &BigUint,
    twos: i64,
    format: Format,
    mode: RoundingMode,
) -> Rounded {
    let precision = format.precision;
    // The first bit of the quotient is at `high` or one below.
    let high = num.bits() as i64 - den.bits() as i64;
    let first = match (if high >= 0 { num.clone() } else { num << -high })
        .cmp(&(if high >= 0 { den << high } else { den.clone() }))
    {
        std::cmp::Ordering::Less => high - 1,
        _ => high,
    };
    let exponent = first + twos;
    let lowest = format.least - (precision - 1);
    let unit = (exponent - (precision - 1)).max(lowest);
    let (mut value, inexact) = divided(negative, num, den, twos - unit, mode);
    let mut unit = unit;
    if value.bits() as i64 > precision {
        value >>= 1u8;
        unit += 1;
    }
    // Whether a number is too small is found after it is rounded, as on x86.
    let tiny = exponent < format.least && {
        let (full, _) = divided(negative, num, den, twos - (exponent - (precision - 1)), mode);
        exponent + 1 < format.least || (full.bits() as i64) <= precision
    };
    let significand = value.iter_u64_digits().next().map_or(0, u128::from);
    let normal = value.bits() as i64 == precision;
    let field = if normal { unit + precision - 1 - format.least + 1 } else { 0 };
    if field as u128 >= format.greatest() {
        return overflow(negative, format, mode);
    }
    let bits = format.packed(negative, field as u128, significand);
    Rounded { bits, out_of_range: inexact && tiny }
}

/// What a pattern of bits stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// No number.
    Nan,
    /// Infinity.
    Infinite,
    /// A significand times a power of two.
    Finite {
        /// The significand.
        significand: u64,
        /// The power.
        exponent: i64,
    },
}

/// The sign and the value of a pattern of bits.
pub(crate) fn decoded(format: Format, bits: u128) -> (bool, Class) {
    let negative = bits >> (format.width - 1) & 1 == 1;
    let field = bits >> format.stored() & format.greatest();
    let stored = (bits & ((1 << format.stored()) - 1)) as u64;
    if field == format.greatest() {
        let fraction = stored & ((1 << (format.precision - 1)) - 1);
        return (negative, if fraction == 0 { Class::Infinite } else { Class::Nan });
    }
    let hidden = format.width != 80 && field != 0;
    let significand = stored | if hidden { 1 << (format.precision - 1) } else { 0 };
    let exponent = field.max(1) as i64 - 1 + format.least - (format.precision - 1);
    (negative, Class::Finite { significand, exponent })
}

/// The exact decimal digits of a finite number: those before the point, without zeros in front, and those behind it.
pub(crate) fn digits(significand: u64, exponent: i64) -> (Vec<u8>, Vec<u8>) {
    let number = BigUint::from(significand);
    let text = |number: BigUint| match number == BigUint::ZERO {
        true => Vec::new(),
        false => number.to_string().into_bytes(),
    };
    if exponent >= 0 {
        return (text(number << exponent), Vec::new());
    }
    let places = -exponent;
    let whole = &number >> places;
    let rest = number - (&whole << places);
    let fraction = text(rest * BigUint::from(5u8).pow(places as u32));
    let mut padded = vec![b'0'; places as usize - fraction.len()];
    padded.extend(fraction);
    (text(whole), padded)
}

/// The first `keep` digits of a number, rounded; and whether a one was carried out in front of them.
pub(crate) fn cut(
    digits: &[u8],
    keep: usize,
    negative: bool,
    mode: RoundingMode,
) -> (Vec<u8>, bool) {
    let mut kept: Vec<u8> = digits.iter().copied().take(keep).collect();
    let rest = digits.get(keep..).unwrap_or_default();
    kept.resize(keep, b'0');
    if rest.iter().all(|d| *d == b'0') {
        return (kept, false);
    }
    let half = rest.first().map_or(std::cmp::Ordering::Less, |first| {
        let tail = rest.iter().skip(1).any(|d| *d != b'0');
        first.cmp(&b'5').then(if tail {
            std::cmp::Ordering::Greater
        } else {
            std::cmp::Ordering::Equal
        })
    });
    let odd = kept.last().is_some_and(|d| (d - b'0') % 2 == 1);
    if !goes_up(negative, mode, odd, half) {
        return (kept, false);
    }
    for digit in kept.iter_mut().rev() {
        if *digit != b'9' {
            *digit += 1;
            return (kept, false);
        }
        *digit = b'0';
    }
    (kept, true)
}

#[cfg(test)]
mod tests;
