// effigy: --sym-stdin 9
//! Base64 (RFC 4648, section 4) both ways: encodes its input, checks that this decodes to the same, and decodes the input
//! itself. Meant to be explored with 9 bytes of standard input.

use std::io::{self, Read};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn encode(data: &[u8]) -> String {
    let mut text = String::with_capacity(data.len().div_ceil(3) * 4);
    for chunk in data.chunks(3) {
        let second = chunk.get(1).copied();
        let third = chunk.get(2).copied();
        let bits = u32::from(chunk[0]) << 16
            | u32::from(second.unwrap_or(0)) << 8
            | u32::from(third.unwrap_or(0));
        let digit = |shift: u32| char::from(ALPHABET[(bits >> shift & 63) as usize]);
        text.push(digit(18));
        text.push(digit(12));
        text.push(if second.is_some() { digit(6) } else { '=' });
        text.push(if third.is_some() { digit(0) } else { '=' });
    }
    text
}

#[derive(Debug, PartialEq)]
enum DecodeError {
    Length(usize),
    Digit(char),
    Padding,
}

fn value(digit: u8) -> Result<u32, DecodeError> {
    match digit {
        b'A'..=b'Z' => Ok(u32::from(digit - b'A')),
        b'a'..=b'z' => Ok(u32::from(digit - b'a') + 26),
        b'0'..=b'9' => Ok(u32::from(digit - b'0') + 52),
        b'+' => Ok(62),
        b'/' => Ok(63),
        _ => Err(DecodeError::Digit(char::from(digit))),
    }
}

fn decode(text: &[u8]) -> Result<Vec<u8>, DecodeError> {
    if text.len() % 4 != 0 {
        return Err(DecodeError::Length(text.len()));
    }
    let end = text.iter().rposition(|&digit| digit != b'=').map_or(0, |last| last + 1);
    let (digits, padding) = text.split_at(end);
    if padding.len() > 2 {
        return Err(DecodeError::Padding);
    }
    let mut data = Vec::with_capacity(text.len() / 4 * 3);
    for group in digits.chunks(4) {
        let mut bits = value(group[0])? << 18 | value(group[1])? << 12;
        if let Some(&digit) = group.get(2) {
            bits |= value(digit)? << 6;
        }
        if let Some(&digit) = group.get(3) {
            bits |= value(digit)?;
        }
        let [_, bytes @ ..] = bits.to_be_bytes();
        let (used, unused) = bytes.split_at(group.len() - 1);
        if unused.iter().any(|&byte| byte != 0) {
            return Err(DecodeError::Padding);
        }
        data.extend_from_slice(used);
    }
    Ok(data)
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;

    let encoded = encode(&input);
    println!("encoded: {encoded}");
    assert_eq!(decode(encoded.as_bytes()), Ok(input.clone()));

    match decode(input.trim_ascii_end()) {
        Ok(data) => println!("decoded: {data:?}"),
        Err(problem) => println!("not decoded: {problem:?}"),
    }
    Ok(())
}
