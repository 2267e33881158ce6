//! Decodes text whose encoding its first bytes tell - UTF-8, UTF-16 of either order - and counts lines and words.

use std::io::Read;

#[derive(Debug, PartialEq, Eq)]
pub enum Error {
    /// The bytes at this place are no character.
    Malformed(usize),
    /// The text has a character that texts do not have.
    Control(char),
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub characters: usize,
    pub words: usize,
    pub lines: usize,
    pub widest: usize,
}

/// How many bytes follow the first one, what it gives to the character, and the least that needs so many bytes.
fn lead(byte: u8) -> Option<(usize, u32, u32)> {
    match byte {
        0x00..=0x7f => Some((0, u32::from(byte), 0)),
        0xc0..=0xdf => Some((1, u32::from(byte & 0x1f), 0x80)),
        0xe0..=0xef => Some((2, u32::from(byte & 0x0f), 0x800)),
        0xf0..=0xf7 => Some((3, u32::from(byte & 0x07), 0x1_0000)),
        _ => None,
    }
}

fn decode_utf8(data: &[u8]) -> Result<Vec<char>, Error> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&first) = data.get(at) {
        let (more, mut code, least) = lead(first).ok_or(Error::Malformed(at))?;
        let tail = data.get(at + 1..at + 1 + more).ok_or(Error::Malformed(at))?;
        for byte in tail {
            if byte & 0xc0 != 0x80 {
                return Err(Error::Malformed(at));
            }
            code = code << 6 | u32::from(byte & 0x3f);
        }
        if code < least {
            return Err(Error::Malformed(at));
        }
        out.push(char::from_u32(code).ok_or(Error::Malformed(at))?);
        at += 1 + more;
    }
    Ok(out)
}

/// The character of two surrogates.
fn combine(high: u16, low: u16) -> u32 {
    0x1_0000 + ((u32::from(high) - 0xd800) << 10) + (u32::from(low) - 0xdc00)
}

fn decode_utf16(data: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Vec<char>, Error> {
    let pairs = data.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err(Error::Malformed(data.len()));
    }
    let units: Vec<u16> = pairs.map(|pair| unit([pair[0], pair[1]])).collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < units.len() {
        let first = units[at];
        let code = match first {
            0xdc00..=0xdfff => return Err(Error::Malformed(2 * at)),
            0xd800..=0xdbff => {
                if at + 1 == units.len() {
                    return Err(Error::Malformed(2 * at));
                }
                at += 1;
                combine(first, units[at])
            }
            _ => u32::from(first),
        };
        out.push(char::from_u32(code).ok_or(Error::Malformed(2 * at))?);
        at += 1;
    }
    Ok(out)
}

fn count(text: &[char]) -> Result<Counts, Error> {
    let mut counts = Counts::default();
    let (mut in_word, mut width) = (false, 0);
    for &c in text {
        match c {
            '\n' => {
                counts.lines += 1;
                counts.widest = counts.widest.max(width);
                width = 0;
            }
            '\t' => width += 8 - width % 8,
            '\r' => {}
            c if c.is_control() => return Err(Error::Control(c)),
            _ => width += 1,
        }
        let space = c.is_whitespace();
        counts.words += usize::from(!space && !in_word);
        in_word = !space;
        counts.characters += 1;
    }
    counts.widest = counts.widest.max(width);
    Ok(counts)
}

pub fn parse(data: &[u8]) -> Result<Counts, Error> {
    let text = match data {
        [0xef, 0xbb, 0xbf, text @ ..] => decode_utf8(text)?,
        [0xff, 0xfe, text @ ..] => decode_utf16(text, u16::from_le_bytes)?,
        [0xfe, 0xff, text @ ..] => decode_utf16(text, u16::from_be_bytes)?,
        text => decode_utf8(text)?,
    };
    count(&text)
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
