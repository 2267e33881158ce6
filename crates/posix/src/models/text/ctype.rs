//! Character classes in the C locale: the functions, and the tables that glibc's macros read.

use crate::shared::memory;
use crate::shared::value::{Answer, Entry, arg_term, term, within, word};
use crate::state::{state, state_mut};
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;
use effigy_exec::slot::Term;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("isdigit", |c| class(c, 0x800, DIGIT)),
    ("isalpha", |c| class(c, 0x400, ALPHA)),
    ("isalnum", |c| class(c, 0x8, ALNUM)),
    ("isupper", |c| class(c, 0x100, UPPER)),
    ("islower", |c| class(c, 0x200, LOWER)),
    ("isxdigit", |c| class(c, 0x1000, XDIGIT)),
    ("isspace", |c| class(c, 0x2000, SPACE)),
    ("isprint", |c| class(c, 0x4000, &[(b' ', b'~')])),
    ("isgraph", |c| class(c, 0x8000, &[(b'!', b'~')])),
    ("isblank", |c| class(c, 0x1, &[(b' ', b' '), (b'\t', b'\t')])),
    ("iscntrl", |c| class(c, 0x2, &[(0, 31), (127, 127)])),
    ("ispunct", |c| class(c, 0x4, PUNCT)),
    ("isascii", isascii),
    ("toascii", toascii),
    ("toupper", toupper),
    ("tolower", tolower),
    ("__ctype_b_loc", |c| table(c, 0)),
    ("__ctype_tolower_loc", |c| table(c, 1)),
    ("__ctype_toupper_loc", |c| table(c, 2)),
];

type Ranges = &'static [(u8, u8)];

/// White space.
pub(crate) const SPACE: Ranges = &[(b'\t', b'\r'), (b' ', b' ')];
/// Decimal digits.
pub(crate) const DIGIT: Ranges = &[(b'0', b'9')];
/// Hexadecimal digits.
pub(crate) const XDIGIT: Ranges = &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')];
const UPPER: Ranges = &[(b'A', b'Z')];
const LOWER: Ranges = &[(b'a', b'z')];
const ALPHA: Ranges = &[(b'A', b'Z'), (b'a', b'z')];
/// Letters and digits.
pub(crate) const ALNUM: Ranges = &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')];
const PUNCT: Ranges = &[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')];

/// The argument, which is an `unsigned char` or `EOF` (C17 7.4p1).
fn character(call: &mut Call<'_>) -> Result<Term, Stop> {
    let value = arg_term(call, 0);
    if call.finds(FindingKind::InvalidValue) {
        let width = call.store().width(value);
        let (one, count) = (call.store().bits(width, 1), call.store().bits(width, 257));
        let place = call.store().bvadd(value, one);
        let is_character = call.store().ult(place, count);
        if !call.decide(is_character)? {
            let message = "a character function of what is neither an unsigned char nor EOF";
            return Err(call.fail(FindingKind::InvalidValue, message));
        }
    }
    Ok(value)
}

/// The class's bit or zero, as one term.
fn class(call: &mut Call<'_>, bit: u128, ranges: Ranges) -> Answer {
    let value = character(call)?;
    let inside = within(call, value, ranges);
    let (yes, no) = (call.store().bits(32, bit), call.store().bits(32, 0));
    let result = call.store().ite(inside, yes, no);
    term(call, result)
}

fn isascii(call: &mut Call<'_>) -> Answer {
    let value = arg_term(call, 0);
    let inside = within(call, value, &[(0, 127)]);
    let result = call.store().bool_to_bv(32, inside);
    term(call, result)
}

fn toascii(call: &mut Call<'_>) -> Answer {
    let value = arg_term(call, 0);
    let mask = call.store().bits(32, 0x7f);
    let result = call.store().bvand(value, mask);
    term(call, result)
}

fn toupper(call: &mut Call<'_>) -> Answer {
    let value = character(call)?;
    let result = flipped(call, value, LOWER);
    term(call, result)
}

fn tolower(call: &mut Call<'_>) -> Answer {
    let value = character(call)?;
    let result = lower(call, value);
    term(call, result)
}

/// A character in lower case.
pub(crate) fn lower(call: &mut Call<'_>, value: Term) -> Term {
    flipped(call, value, UPPER)
}

/// The other case of a character in these ranges; others as they are.
fn flipped(call: &mut Call<'_>, value: Term, ranges: Ranges) -> Term {
    let inside = within(call, value, ranges);
    let width = call.store().width(value);
    let case = call.store().bits(width, 0x20);
    let other = call.store().bvxor(value, case);
    call.store().ite(inside, other, value)
}

/// The address of a pointer to the entry of character 0 in a table of characters -128 to 255.
fn table(call: &mut Call<'_>, which: usize) -> Answer {
    if let Some(address) = state(call)?.tables.get(which).copied().filter(|a| *a != 0) {
        return word(address);
    }
    let contents: Vec<u8> = (-128i32..256).flat_map(|c| entry(c, which)).collect();
    let width = if which == 0 { 2 } else { 4 };
    let zero = object(call, &contents)? + 128 * width;
    let pointer = object(call, &zero.to_le_bytes())?;
    if let Some(kept) = state_mut(call)?.tables.get_mut(which) {
        *kept = pointer;
    }
    word(pointer)
}

fn object(call: &mut Call<'_>, contents: &[u8]) -> Result<u64, Stop> {
    let address = memory::object(call, contents.len() as u64, 16)?;
    call.write_bytes(address, contents);
    Ok(address)
}

/// The bytes of a table's entry. What is below zero repeats the upper half, except for EOF.
fn entry(character: i32, which: usize) -> Vec<u8> {
    let byte = character as u8;
    match which {
        0 => mask(byte).to_le_bytes().to_vec(),
        _ if character == -1 => (-1i32).to_le_bytes().to_vec(),
        1 => i32::from(byte.to_ascii_lowercase()).to_le_bytes().to_vec(),
        _ => i32::from(byte.to_ascii_uppercase()).to_le_bytes().to_vec(),
    }
}

/// glibc's class bits of a character on a little-endian machine (`<ctype.h>`, `_ISbit`).
pub(crate) fn mask(c: u8) -> u16 {
    let space = SPACE.iter().any(|(from, to)| (*from..=*to).contains(&c));
    let classes = [
        (c.is_ascii_uppercase(), 0x100),
        (c.is_ascii_lowercase(), 0x200),
        (c.is_ascii_alphabetic(), 0x400),
        (c.is_ascii_digit(), 0x800),
        (c.is_ascii_hexdigit(), 0x1000),
        (space, 0x2000),
        (c.is_ascii_graphic() || c == b' ', 0x4000),
        (c.is_ascii_graphic(), 0x8000),
        (c == b' ' || c == b'\t', 0x1),
        (c.is_ascii_control(), 0x2),
        (c.is_ascii_punctuation(), 0x4),
        (c.is_ascii_alphanumeric(), 0x8),
    ];
    classes.iter().filter(|(is, _)| *is).map(|(_, bit)| bit).sum()
}
