//! Takes a message out of its armour - a head, base64, a sum of 24 bits, a tail - and reads the packets in it.

use std::io::Read;

const HEAD: &str = "-----BEGIN MESSAGE-----";
const TAIL: &str = "-----END MESSAGE-----";

#[derive(Debug)]
pub enum Error {
    Armour,
    Base64,
    Sum,
    Packet,
}

#[derive(Debug)]
pub enum Packet {
    Literal { name: Vec<u8>, contents: usize },
    Marker,
    Other(u8),
}

/// The sum that stands behind the text.
fn crc24(data: &[u8]) -> u32 {
    let mut sum = 0x00b7_04ce_u32;
    for byte in data {
        sum ^= u32::from(*byte) << 16;
        for _ in 0..8 {
            sum <<= 1;
            sum ^= (sum >> 24 & 1) * 0x0186_4cfb;
        }
    }
    sum & 0x00ff_ffff
}

fn digit(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

fn base64(text: &str, out: &mut Vec<u8>) -> Result<(), Error> {
    if text.len() % 4 != 0 {
        return Err(Error::Base64);
    }
    for four in text.as_bytes().chunks_exact(4) {
        let padding = four.iter().rev().take_while(|byte| **byte == b'=').count();
        if padding > 2 {
            return Err(Error::Base64);
        }
        let mut bits = 0;
        for byte in &four[..4 - padding] {
            bits = bits << 6 | digit(*byte).ok_or(Error::Base64)?;
        }
        bits <<= 6 * padding;
        out.extend_from_slice(&bits.to_be_bytes()[1..4 - padding]);
    }
    Ok(())
}

/// The bytes in the armour, if their sum is right.
fn unwrap_armour(text: &str) -> Result<Vec<u8>, Error> {
    let mut lines = text.lines().map(str::trim_end);
    if lines.next() != Some(HEAD) {
        return Err(Error::Armour);
    }
    for line in lines.by_ref().take_while(|line| !line.is_empty()) {
        // Fields such as a version or a comment.
        line.split_once(": ").ok_or(Error::Armour)?;
    }
    let mut bytes = Vec::new();
    let mut sum = None;
    for line in lines {
        if line == TAIL {
            return if sum == Some(crc24(&bytes)) { Ok(bytes) } else { Err(Error::Sum) };
        }
        if let Some(digits) = line.strip_prefix('=') {
            let mut three = Vec::new();
            base64(digits, &mut three)?;
            let three = <[u8; 3]>::try_from(three).map_err(|_| Error::Sum)?;
            sum = Some(u32::from_be_bytes([0, three[0], three[1], three[2]]));
        } else {
            base64(line, &mut bytes)?;
        }
    }
    Err(Error::Armour)
}

/// The length of a packet, in one, two or five bytes, and what follows.
fn length(data: &[u8]) -> Result<(usize, &[u8]), Error> {
    match data {
        [short @ 0..=191, rest @ ..] => Ok((usize::from(*short), rest)),
        [first @ 192..=223, second, rest @ ..] => {
            Ok(((usize::from(*first) - 192 << 8) + usize::from(*second) + 192, rest))
        }
        [255, a, b, c, d, rest @ ..] => Ok((u32::from_be_bytes([*a, *b, *c, *d]) as usize, rest)),
        _ => Err(Error::Packet),
    }
}

/// A format, a name with its length, a date, and the contents.
fn literal(body: &[u8]) -> Result<Packet, Error> {
    let [b'b' | b't' | b'u', name_length, rest @ ..] = body else { return Err(Error::Packet) };
    let (name, rest) = rest.split_at(usize::from(*name_length));
    let date = rest.get(..4).ok_or(Error::Packet)?;
    Ok(Packet::Literal { name: name.to_vec(), contents: rest.len() - date.len() })
}

pub fn parse(data: &[u8]) -> Result<Vec<Packet>, Error> {
    let text = std::str::from_utf8(data).map_err(|_| Error::Armour)?;
    let bytes = unwrap_armour(text)?;
    let mut rest = bytes.as_slice();
    let mut packets = Vec::new();
    while let [tag, behind @ ..] = rest {
        if tag & 0xc0 != 0xc0 {
            return Err(Error::Packet);
        }
        let (length, behind) = length(behind)?;
        let body = behind.get(..length).ok_or(Error::Packet)?;
        packets.push(match tag & 0x3f {
            10 if body == b"PGP" => Packet::Marker,
            11 => literal(body)?,
            other => Packet::Other(other),
        });
        rest = &behind[length..];
    }
    Ok(packets)
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
