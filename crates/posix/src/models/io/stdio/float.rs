//! Floats as text: `%a`, `%e`, `%f`, `%g` of `double` and `long double`, rounded once, in the direction that is set.

use super::spec::{Spec, padded, plain};
use crate::shared::decimal::{Class, Format, cut, decoded, digits};
use effigy_base::op::RoundingMode;
use effigy_exec::slot::Slot;

/// The text of a number by its bits.
pub(crate) fn float(bits: u128, format: Format, spec: &Spec, mode: RoundingMode) -> Vec<Slot> {
    let (negative, class) = decoded(format, bits);
    let (mut prefix, mut text) = match class {
        Class::Nan => ("", "nan".to_owned()),
        Class::Infinite => ("", "inf".to_owned()),
        Class::Finite { significand, exponent } => {
            let number = Number { negative, significand, exponent, mode };
            match spec.letter.to_ascii_lowercase() {
                b'a' => ("0x", hexadecimal(&number, format, spec)),
                b'f' => ("", number.fixed(spec.precision.unwrap_or(6), spec.alternate)),
                b'e' => ("", number.scientific(spec.precision.unwrap_or(6), spec.alternate)),
                _ => ("", number.general(spec.precision.unwrap_or(6).max(1), spec.alternate)),
            }
        }
    };
    if spec.letter.is_ascii_uppercase() {
        text = text.to_uppercase();
        prefix = if prefix.is_empty() { "" } else { "0X" };
    }
    let sign = match (negative, spec.plus, spec.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (.., true) => " ",
        _ => "",
    };
    let zeros = match spec.zero && !spec.left && matches!(class, Class::Finite { .. }) {
        true => spec.width.saturating_sub(sign.len() + prefix.len() + text.len()),
        false => 0,
    };
    padded(plain(&format!("{sign}{prefix}{}{text}", "0".repeat(zeros))), spec)
}

/// A finite number, `significand * 2^exponent`.
struct Number {
    negative: bool,
    significand: u64,
    exponent: i64,
    mode: RoundingMode,
}

fn text(digits: &[u8]) -> String {
    String::from_utf8_lossy(digits).into_owned()
}

/// Digits with a point behind the first `whole` of them.
fn pointed(digits: &[u8], whole: usize, always: bool) -> String {
    let (before, behind) = digits.split_at(whole.min(digits.len()));
    let point = if always || !behind.is_empty() { "." } else { "" };
    format!("{}{point}{}", text(before), text(behind))
}

impl Number {
    fn fixed(&self, precision: usize, point: bool) -> String {
        let (mut whole, fraction) = digits(self.significand, self.exponent);
        if whole.is_empty() {
            whole.push(b'0');
        }
        let before = whole.len();
        whole.extend(fraction);
        let (mut kept, carry) = cut(&whole, before + precision, self.negative, self.mode);
        if carry {
            kept.insert(0, b'1');
        }
        pointed(&kept, before + usize::from(carry), point)
    }

    /// The first so many digits that count, and the power of ten of the first.
    fn leading(&self, count: usize) -> (Vec<u8>, i64) {
        let (mut all, fraction) = digits(self.significand, self.exponent);
        let whole = all.len() as i64;
        all.extend(fraction);
        let Some(first) = all.iter().position(|d| *d != b'0') else {
            return (vec![b'0'; count], 0);
        };
        let power = whole - 1 - first as i64;
        let digits = all.get(first..).unwrap_or_default();
        let (mut kept, carry) = cut(digits, count, self.negative, self.mode);
        if carry {
            kept.insert(0, b'1');
            kept.pop();
        }
        (kept, power + i64::from(carry))
    }

    /// `1.500000e+00`: the power has two digits at least.
    fn scientific(&self, precision: usize, point: bool) -> String {
        let (digits, power) = self.leading(precision + 1);
        pointed(&digits, 1, point) + &tail(power)
    }

    /// `%g`: the shorter form, without zeros at the end unless they are wanted.
    fn general(&self, precision: usize, keeps: bool) -> String {
        let (digits, power) = self.leading(precision);
        if power < -4 || power >= precision as i64 {
            let digits = pointed(&digits, 1, keeps);
            return trimmed(digits, keeps) + &tail(power);
        }
        let decimals = (precision as i64 - 1 - power).max(0) as usize;
        trimmed(self.fixed(decimals, keeps), keeps)
    }
}

fn tail(power: i64) -> String {
    format!("e{}{:02}", if power < 0 { '-' } else { '+' }, power.abs())
}

fn trimmed(digits: String, keeps: bool) -> String {
    if keeps || !digits.contains('.') {
        return digits;
    }
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// `1.8p+0` behind its prefix. A `long double` has four bits before the point, others one.
fn hexadecimal(number: &Number, format: Format, spec: &Spec) -> String {
    let before = if format.width == 80 { 4 } else { 1 };
    let places = (format.precision - before) as usize / 4;
    let mut value = u128::from(number.significand);
    let mut power = number.exponent + 4 * places as i64;
    let mut shown = places;
    if let Some(precision) = spec.precision.filter(|p| *p < places) {
        let dropped = 4 * (places - precision) as u32;
        let rest = value & ((1 << dropped) - 1);
        value >>= dropped;
        let half = (rest << 1).cmp(&(1 << dropped));
        let up = match number.mode {
            RoundingMode::TowardZero => false,
            RoundingMode::TowardPositive => rest != 0 && !number.negative,
            RoundingMode::TowardNegative => rest != 0 && number.negative,
            _ => half.is_gt() || half.is_eq() && value & 1 == 1,
        };
        value += u128::from(up);
        shown = precision;
    }
    let mut first = value >> (4 * shown);
    if first == 16 {
        // The point moves by one digit.
        (first, power) = (1, power + 4);
    }
    if number.significand == 0 {
        power = 0;
    }
    let rest = value & ((1 << (4 * shown)) - 1);
    let mut digits = if shown == 0 { String::new() } else { format!("{rest:0shown$x}") };
    match spec.precision {
        None => digits.truncate(digits.trim_end_matches('0').len()),
        Some(precision) => {
            digits.extend(std::iter::repeat_n('0', precision.saturating_sub(places)))
        }
    }
    let point = if digits.is_empty() && !spec.alternate { "" } else { "." };
    format!("{first:x}{point}{digits}p{power:+}")
}
