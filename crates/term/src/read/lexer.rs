//! Tokens of printed terms.

use effigy_base::bits::BitVec;
use effigy_base::op::Op;
use num_bigint::{BigInt, BigUint};

use super::ReadError;
use crate::names::{in_word, word_length};

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(BigInt),
    /// `#x0f`
    Bits(BitVec),
    /// `"name"`
    Quoted(String),
    Word(String),
    Sign(&'static str),
    End,
}

/// All signs, longer ones before their beginnings. A `u` belongs to the sign before it where both stand alone.
const SIGNS: &[&str] = &[
    ">>u", "<=u", ">=u", "||", "&&", "==", "!=", "<=", ">=", "<u", ">u", "/u", "%u", "<<", ">>",
    "->", ":=", "**", "..", "¬=", "<", ">", "=", "|", "^", "&", "+", "-", "*", "/", "%", "!", "~",
    "¬", "(", ")", "[", "]", "{", "}", "?", ":", ",", ".",
];

/// The concatenation: a colon with nothing around it.
pub(super) const JOIN: &str = "join";

/// The tokens of a text with their places; the last one is [`Token::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, usize)>, ReadError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let blank = rest.len() - rest.trim_start().len();
        if blank > 0 {
            at += blank;
            continue;
        }
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let (token, length) =
            token(rest, before).map_err(|message| ReadError { at: Some(at), message })?;
        found.push((token, at));
        at += length;
    }
    found.push((Token::End, text.len()));
    Ok(found)
}

fn token(rest: &str, before: Option<char>) -> Result<(Token, usize), String> {
    let first = rest.chars().next().unwrap_or(' ');
    match first {
        '0'..='9' => number(rest),
        '"' => {
            let inner = rest.get(1..).and_then(|r| r.find('"').and_then(|end| r.get(..end)));
            let name = inner.ok_or("this quote has no closing `\"`")?;
            Ok((Token::Quoted(name.to_owned()), name.len() + 2))
        }
        '\'' => character(rest).ok_or_else(|| "a character is written as in 'a'".to_owned()),
        '#' => digits_of_bits(rest).ok_or_else(|| "bits are written as in #x0f".to_owned()),
        'b' if rest.starts_with("b'") && character(rest.get(1..).unwrap_or("")).is_some() => {
            let (token, length) = character(rest.get(1..).unwrap_or("")).ok_or("a character")?;
            Ok((token, length + 1))
        }
        c if in_word(c) => Ok(word(rest)),
        _ => sign(rest, before).ok_or_else(|| "this sign has no meaning here".to_owned()),
    }
}

fn word(rest: &str) -> (Token, usize) {
    let floats = Op::ALL.iter().map(|op| op.name()).filter(|name| rest.starts_with(*name));
    let float = floats.filter(|name| name.starts_with("fp.")).map(str::len).max();
    let mut length = float.unwrap_or_else(|| word_length(rest));
    if float.is_some() {
        let digits = rest.get(length..).unwrap_or("");
        length += digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    }
    (Token::Word(rest.get(..length).unwrap_or("").to_owned()), length)
}

fn number(rest: &str) -> Result<(Token, usize), String> {
    let length = rest.find(|c: char| !in_word(c)).unwrap_or(rest.len());
    let digits: String = rest.get(..length).unwrap_or("").chars().filter(|c| *c != '_').collect();
    let number = match digits.strip_prefix("0x") {
        Some(hex) => BigInt::parse_bytes(hex.as_bytes(), 16),
        None => BigInt::parse_bytes(digits.as_bytes(), 10),
    };
    match number {
        Some(number) => Ok((Token::Number(number), length)),
        None => Err("this is no number".to_owned()),
    }
}

/// `#x0f`, `#b101`
fn digits_of_bits(rest: &str) -> Option<(Token, usize)> {
    let (radix, bits) = match rest.get(..2)? {
        "#x" => (16, 4),
        "#b" => (2, 1),
        _ => return None,
    };
    let digits = rest.get(2..)?;
    let length = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let value = BigUint::parse_bytes(digits.get(..length)?.as_bytes(), radix)?;
    let width = u32::try_from(length).ok()?.checked_mul(bits)?;
    Some((Token::Bits(BitVec::from_big(width, &value)), length + 2))
}

/// `'a'`, `'\''`
fn character(rest: &str) -> Option<(Token, usize)> {
    let inner = rest.strip_prefix('\'')?;
    let (escape, inner) = match inner.strip_prefix('\\') {
        Some(inner) => (1, inner),
        None => (0, inner),
    };
    let c = inner.chars().next()?;
    let value = match (escape, c) {
        (1, 'n') => '\n',
        (1, 't') => '\t',
        (1, 'r') => '\r',
        (1, '0') => '\0',
        _ => c,
    };
    let closed = inner.get(c.len_utf8()..)?.starts_with('\'');
    closed.then(|| (Token::Number(u32::from(value).into()), escape + c.len_utf8() + 2))
}

fn sign(rest: &str, before: Option<char>) -> Option<(Token, usize)> {
    let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let fits = |sign: &&&str| {
        let after = rest.get(sign.len()..).and_then(|r| r.chars().next());
        rest.starts_with(**sign) && (!sign.ends_with('u') || (blank(before) && blank(after)))
    };
    let sign = *SIGNS.iter().find(fits)?;
    let after = rest.get(sign.len()..).and_then(|r| r.chars().next());
    match sign == ":" && !blank(before) && !blank(after) {
        true => Some((Token::Sign(JOIN), 1)),
        false => Some((Token::Sign(sign), sign.len())),
    }
}
