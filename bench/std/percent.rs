// effigy: --sym-stdin 9
//! Percent-encoding (RFC 3986, section 2.1) both ways: encodes its input, checks that this decodes to the same, and decodes
//! the input itself. Meant to be explored with 9 bytes of standard input.

use std::fmt::Write;
use std::io::{self, Read};

/// Characters that stand for themselves.
fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        if is_unreserved(byte) {
            text.push(char::from(byte));
        } else {
            write!(text, "%{byte:02X}").expect("writing to a String does not fail");
        }
    }
    text
}

#[derive(Debug, PartialEq)]
enum DecodeError {
    /// Position of a `%` without two hexadecimal digits.
    BadEscape(usize),
    /// Position of a character that has to be escaped.
    Reserved(usize),
}

/// The byte that two hexadecimal digits stand for.
fn hex_pair(digits: &str) -> Option<u8> {
    if digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        u8::from_str_radix(digits, 16).ok()
    } else {
        None
    }
}

fn decode(text: &str) -> Result<Vec<u8>, DecodeError> {
    let mut bytes = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let byte = text.as_bytes()[at];
        if byte == b'%' {
            let digits = text.get(at + 1..at + 3).ok_or(DecodeError::BadEscape(at))?;
            bytes.push(hex_pair(digits).ok_or(DecodeError::BadEscape(at))?);
            at += 3;
        } else if is_unreserved(byte) {
            bytes.push(byte);
            at += 1;
        } else {
            return Err(DecodeError::Reserved(at));
        }
    }
    Ok(bytes)
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;

    let encoded = encode(&input);
    assert_eq!(decode(&encoded).as_ref(), Ok(&input));
    println!("encoded: {encoded}");

    match std::str::from_utf8(&input).map(decode) {
        Err(_) => println!("decoded: not text"),
        Ok(Err(DecodeError::BadEscape(at))) => println!("decoded: bad escape at {at}"),
        Ok(Err(DecodeError::Reserved(at))) => println!("decoded: reserved character at {at}"),
        Ok(Ok(bytes)) => println!("decoded: {}", String::from_utf8_lossy(&bytes)),
    }
    Ok(())
}
