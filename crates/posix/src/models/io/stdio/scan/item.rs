//! Numbers: first the bytes that a directive takes, then their value.

use super::{Directive, Scan, Step, not_modelled};
use crate::models::text::convert::float::{float, is_digit};
use crate::models::text::convert::{Reader, integer};
use crate::models::text::ctype::{DIGIT, XDIGIT};
use crate::shared::decimal::{DOUBLE, LONG, SINGLE};
use crate::shared::value::{is_within, resized};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

/// The bytes of a number in the making.
struct Item {
    bytes: Vec<Slot>,
    /// How many more may be taken.
    left: u64,
}

impl Item {
    fn new(directive: &Directive<'_>) -> Self {
        Item { bytes: Vec::new(), left: directive.width.unwrap_or(u64::MAX) }
    }

    /// Takes the next byte when it is in some ranges and there is room.
    fn take(
        &mut self,
        scan: &mut Scan,
        call: &mut Call<'_>,
        ranges: &[(u8, u8)],
    ) -> Result<bool, Stop> {
        if self.left == 0 || !scan.is(call, ranges)? {
            return Ok(false);
        }
        self.bytes.extend(scan.next(call)?);
        scan.at += 1;
        self.left -= 1;
        Ok(true)
    }

    /// Takes a word in any case, letter by letter; whether all of it was there.
    fn word(&mut self, scan: &mut Scan, call: &mut Call<'_>, word: &[u8]) -> Result<bool, Stop> {
        for letter in word {
            let upper = letter.to_ascii_uppercase();
            if !self.take(scan, call, &[(*letter, *letter), (upper, upper)])? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

const SIGN: &[(u8, u8)] = &[(b'+', b'+'), (b'-', b'-')];
const ZERO: &[(u8, u8)] = &[(b'0', b'0')];
const X: &[(u8, u8)] = &[(b'x', b'x'), (b'X', b'X')];
const POINT: &[(u8, u8)] = &[(b'.', b'.')];

impl Scan {
    /// The integers.
    pub(super) fn number(
        &mut self,
        call: &mut Call<'_>,
        directive: &Directive<'_>,
    ) -> Result<Step, Stop> {
        let pointer = directive.letter == b'p';
        let bits = if pointer { Some(64) } else { directive.bits() };
        let Some(bits) = bits else { return Err(not_modelled(call, directive)) };
        let mut base = match directive.letter {
            b'i' => 0,
            b'x' | b'X' | b'p' => 16,
            b'o' => 8,
            _ => 10,
        };
        let mut item = Item::new(directive);
        item.take(self, call, SIGN)?;
        let signs = item.bytes.len();
        self.prefix(call, &mut item, &mut base)?;
        let digits: &[(u8, u8)] = match base {
            8 => &[(b'0', b'7')],
            10 => DIGIT,
            _ => XDIGIT,
        };
        while item.take(self, call, digits)? {}
        if item.bytes.len() == signs && pointer && signs == 0 && item.left >= 5 {
            if !item.word(self, call, b"(nil)")? {
                return Ok(Step::Failed);
            }
            item.bytes = vec![Slot::word(u64::from(b'0'))];
        }
        if item.bytes.len() == signs {
            return Ok(Step::Failed);
        }
        let signed = matches!(directive.letter, b'd' | b'i');
        let parsed = integer(call, Reader::Bytes(&item.bytes), 0, base, signed)?;
        self.out_of_range |= parsed.clamped;
        let value = resized(call, parsed.value, bits, false);
        self.keep(call, value, directive)
    }

    /// A leading zero, and the `x` behind it, which is not part of the number.
    fn prefix(&mut self, call: &mut Call<'_>, item: &mut Item, base: &mut u32) -> Result<(), Stop> {
        if item.take(self, call, ZERO)? {
            let hexadecimal = matches!(*base, 0 | 16);
            if hexadecimal && item.take(self, call, X)? {
                item.bytes.pop();
                *base = 16;
            } else if *base == 0 {
                *base = 8;
            }
        }
        if *base == 0 {
            *base = 10;
        }
        Ok(())
    }

    /// The floats.
    pub(super) fn float(
        &mut self,
        call: &mut Call<'_>,
        directive: &Directive<'_>,
    ) -> Result<Step, Stop> {
        let format = match directive.length {
            b"" => SINGLE,
            b"l" => DOUBLE,
            b"L" | b"ll" => LONG,
            _ => return Err(not_modelled(call, directive)),
        };
        let Some(bytes) = self.float_text(call, directive)? else { return Ok(Step::Failed) };
        let parsed = float(call, Reader::Bytes(&bytes), 0, format)?;
        if parsed.end == 0 {
            return Ok(Step::Failed);
        }
        self.out_of_range |= parsed.out_of_range;
        let value = call.term(parsed.value, Sort::BitVec(format.width));
        self.keep(call, value, directive)
    }

    /// The bytes of a float, as glibc takes them.
    fn float_text(
        &mut self,
        call: &mut Call<'_>,
        directive: &Directive<'_>,
    ) -> Result<Option<Vec<Slot>>, Stop> {
        let mut item = Item::new(directive);
        item.take(self, call, SIGN)?;
        if item.left == 0 || self.next(call)?.is_none() {
            return Ok(None);
        }
        if self.is(call, &[(b'n', b'n'), (b'N', b'N')])? {
            let whole = item.word(self, call, b"nan")?;
            return Ok(whole.then_some(item.bytes));
        }
        let letter = &[(b'i', b'i'), (b'I', b'I')];
        if self.is(call, letter)? {
            let mut whole = item.word(self, call, b"inf")?;
            if whole && item.left > 0 && self.is(call, letter)? {
                whole = item.word(self, call, b"inity")?;
            }
            return Ok(whole.then_some(item.bytes));
        }
        let signs = item.bytes.len();
        let hexadecimal = self.digits(call, &mut item)?;
        // A prefix alone is no number.
        Ok(Some(item.bytes).filter(|bytes| !hexadecimal || bytes.len() > signs + 2))
    }

    /// Digits with a point and a power; whether they are hexadecimal.
    fn digits(&mut self, call: &mut Call<'_>, item: &mut Item) -> Result<bool, Stop> {
        let mut digit = item.take(self, call, ZERO)?;
        // glibc looks for the `x` only where something may follow it.
        let hexadecimal = digit && item.left > 1 && item.take(self, call, X)?;
        digit &= !hexadecimal;
        let powers: &[(u8, u8)] =
            if hexadecimal { &[(b'p', b'p'), (b'P', b'P')] } else { &[(b'e', b'e'), (b'E', b'E')] };
        let (mut point, mut power) = (false, None);
        while item.left > 0 {
            let Some(byte) = self.next(call)? else { break };
            let class = hexadecimal && power.is_none();
            let after_power = power == Some(item.bytes.len());
            if is_digit(call, byte, class)? {
                digit = true;
            } else if after_power && is_within(call, byte, SIGN)? {
            } else if digit && power.is_none() && is_within(call, byte, powers)? {
                (power, point) = (Some(item.bytes.len() + 1), true);
            } else if !point && is_within(call, byte, POINT)? {
                point = true;
            } else {
                break;
            }
            item.bytes.push(byte);
            self.at += 1;
            item.left -= 1;
        }
        Ok(hexadecimal)
    }
}
