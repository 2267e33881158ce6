//! `<math.h>`: powers of two of constants, and the neighbours of a constant, in the formats of 32, 64 and 80 bits.

use crate::errno::{EDOM, ERANGE};
use crate::shared::decimal::{Class, DOUBLE, Exact, Format, LONG, SINGLE, decoded};
use crate::shared::failed::tell;
use crate::shared::value::{Answer, Entry, int, slot, word};
use crate::state::rounding::direction;
use effigy_base::eval::float::eval;
use effigy_base::op::Op;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("frexp", |c| frexp(c, DOUBLE)),
    ("frexpf", |c| frexp(c, SINGLE)),
    ("frexpl", |c| frexp(c, LONG)),
    ("ldexp", |c| ldexp(c, DOUBLE)),
    ("ldexpf", |c| ldexp(c, SINGLE)),
    ("ldexpl", |c| ldexp(c, LONG)),
    ("scalbn", |c| ldexp(c, DOUBLE)),
    ("scalbnf", |c| ldexp(c, SINGLE)),
    ("scalbnl", |c| ldexp(c, LONG)),
    ("scalbln", |c| scalbln(c, DOUBLE)),
    ("scalblnf", |c| scalbln(c, SINGLE)),
    ("scalblnl", |c| scalbln(c, LONG)),
    ("logb", |c| logb(c, DOUBLE)),
    ("logbf", |c| logb(c, SINGLE)),
    ("logbl", |c| logb(c, LONG)),
    ("ilogb", |c| ilogb(c, DOUBLE)),
    ("ilogbf", |c| ilogb(c, SINGLE)),
    ("ilogbl", |c| ilogb(c, LONG)),
    ("nextafter", |c| nextafter(c, DOUBLE, DOUBLE)),
    ("nextafterf", |c| nextafter(c, SINGLE, SINGLE)),
    ("nextafterl", |c| nextafter(c, LONG, LONG)),
    ("nexttoward", |c| nextafter(c, DOUBLE, LONG)),
    ("nexttowardf", |c| nextafter(c, SINGLE, LONG)),
    ("nexttowardl", |c| nextafter(c, LONG, LONG)),
];

/// The bits of a constant argument; a symbolic one is not modelled.
fn constant(call: &mut Call<'_>, index: usize, what: &str) -> Result<u128, Stop> {
    let bits = call.arg(index).concrete();
    bits.ok_or_else(|| call.unsupported(format!("{what} of a symbolic number")))
}

/// What a finite number that is not zero is: its sign, its significand, and the power of two of the significand's first bit.
struct Parts {
    negative: bool,
    significand: u64,
    first: i64,
}

/// The parts of a number; `None` for zero, infinity and what is no number.
fn parts(format: Format, bits: u128) -> Option<Parts> {
    match decoded(format, bits) {
        (negative, Class::Finite { significand, exponent }) if significand != 0 => {
            let first = exponent + 63 - i64::from(significand.leading_zeros());
            Some(Parts { negative, significand, first })
        }
        _ => None,
    }
}

impl Parts {
    /// The number with its first bit at another power of two.
    fn at(&self, first: i64) -> Exact {
        let length = 64 - i64::from(self.significand.leading_zeros());
        let twos = first.saturating_sub(length - 1);
        Exact { negative: self.negative, digits: self.significand.into(), tens: 0, twos }
    }
}

/// `frexp(value, &exponent)`: a fraction from 1/2 to below 1, and a power of two.
fn frexp(call: &mut Call<'_>, format: Format) -> Answer {
    let value = constant(call, 0, "frexp")?;
    let mode = direction(call)?;
    let target = call.address(call.arg(1), 4, true)?;
    let (fraction, exponent) = match parts(format, value) {
        Some(parts) => (parts.at(-1).rounded(format, mode).bits, parts.first as i32 + 1),
        None => (value, 0),
    };
    call.write_bytes(target, &exponent.to_le_bytes());
    slot(Slot::wide(fraction))
}

/// `ldexp(value, exponent)`: rounded once.
fn ldexp(call: &mut Call<'_>, format: Format) -> Answer {
    let by = i64::from(int(call, 1)?);
    scaled(call, format, by)
}

fn scalbln(call: &mut Call<'_>, format: Format) -> Answer {
    let by = call.word(1)? as i64;
    scaled(call, format, by)
}

fn scaled(call: &mut Call<'_>, format: Format, by: i64) -> Answer {
    let value = constant(call, 0, "ldexp")?;
    let Some(parts) = parts(format, value) else { return slot(Slot::wide(value)) };
    let mode = direction(call)?;
    let result = parts.at(parts.first.saturating_add(by)).rounded(format, mode).bits;
    let vanished =
        !matches!(decoded(format, result).1, Class::Finite { significand, .. } if significand != 0);
    tell(call, vanished.then_some(ERANGE))?;
    slot(Slot::wide(result))
}

/// `logb(value)`: the power of two of the first bit.
fn logb(call: &mut Call<'_>, format: Format) -> Answer {
    let value = constant(call, 0, "logb")?;
    let mode = direction(call)?;
    let bits = match (parts(format, value), decoded(format, value).1) {
        (Some(parts), _) => {
            let digits = parts.first.unsigned_abs().into();
            let power = Exact { negative: parts.first < 0, digits, tens: 0, twos: 0 };
            power.rounded(format, mode).bits
        }
        (None, Class::Finite { .. }) => format.infinity(true),
        (None, Class::Infinite) => format.infinity(false),
        (None, Class::Nan) => value,
    };
    slot(Slot::wide(bits))
}

/// `ilogb(value)`: the same as an integer. Zero and what is no number give the least one, infinity the greatest.
fn ilogb(call: &mut Call<'_>, format: Format) -> Answer {
    let value = constant(call, 0, "ilogb")?;
    let (power, error) = match (parts(format, value), decoded(format, value).1) {
        (Some(parts), _) => (parts.first as i32, None),
        (None, Class::Infinite) => (i32::MAX, Some(EDOM)),
        (None, _) => (i32::MIN, Some(EDOM)),
    };
    tell(call, error)?;
    word(u64::from(power as u32))
}

/// A number as one that grows by one to its neighbour: without the integer bit that the format may store.
fn ordinal(format: Format, bits: u128) -> u128 {
    let magnitude = bits & ((1 << (format.width - 1)) - 1);
    match format.width {
        80 => magnitude >> 64 << 63 | magnitude & ((1 << 63) - 1),
        _ => magnitude,
    }
}

fn of_ordinal(format: Format, negative: bool, ordinal: u128) -> u128 {
    let sign = u128::from(negative) << (format.width - 1);
    let magnitude = match format.width {
        80 => {
            let field = ordinal >> 63;
            field << 64 | u128::from(field != 0) << 63 | ordinal & ((1 << 63) - 1)
        }
        _ => ordinal,
    };
    sign | magnitude
}

/// `nextafter(value, towards)`, and `nexttoward`, whose second number is a `long double`.
fn nextafter(call: &mut Call<'_>, format: Format, other: Format) -> Answer {
    let value = constant(call, 0, "nextafter")?;
    let towards = constant(call, 1, "nextafter")?;
    let as_long = |format: Format, bits| match format.width {
        80 => Some(bits),
        width => eval(Op::FpToFp { width: 80 }, width, &[bits]),
    };
    let wide = (as_long(format, value), as_long(other, towards));
    let (Some(a), Some(b)) = wide else { return Err(call.unsupported("nextafter")) };
    let compare = |op| eval(op, 80, &[a, b]) == Some(1);
    if decoded(format, value).1 == Class::Nan || decoded(other, towards).1 == Class::Nan {
        return slot(Slot::wide(format.nan(false, 0)));
    }
    if compare(Op::FpEq) {
        let same = eval(Op::FpToFp { width: format.width }, 80, &[b]).unwrap_or(value);
        return slot(Slot::wide(same));
    }
    let up = compare(Op::FpLt);
    let negative = decoded(format, value).0;
    let place = ordinal(format, value);
    let result = match place {
        0 => of_ordinal(format, !up, 1),
        _ if up == negative => of_ordinal(format, negative, place - 1),
        _ => of_ordinal(format, negative, place + 1),
    };
    // From zero, glibc tells no error.
    let out = place != 0 && parts(format, result).is_none_or(|parts| parts.first < format.least);
    tell(call, out.then_some(ERANGE))?;
    slot(Slot::wide(result))
}
