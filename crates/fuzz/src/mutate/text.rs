//! Changes of texts: whole words, numbers and lines.

use super::{NUMBERS, insert};
use crate::words::Words;
use effigy_base::random::Random;

/// How many bytes say whether an input is a text.
const LOOKED_AT: usize = 256;

/// One change of an input that is not empty.
pub(crate) fn change(
    bytes: &mut Vec<u8>,
    other: &[u8],
    words: &Words,
    longest: usize,
    random: &mut Random,
) {
    let at = random.below(bytes.len() as u64);
    match random.below(6) {
        0 | 1 => {
            // A token becomes another one: one that the program compares it with, or any.
            let is_new = random.below(3) == 0;
            let (from, to) = token(bytes, at);
            let compared = words.instead_of(&bytes[from..to], random).filter(|_| !is_new);
            let new = match compared {
                Some(compared) => compared.to_vec(),
                None => new_token(bytes, other, words, random),
            };
            bytes.drain(from..to);
            insert(bytes, from, &new, longest);
        }
        2 | 3 => {
            // Another token behind one.
            let (_, end) = token(bytes, at);
            let new = new_token(bytes, other, words, random);
            insert_behind(bytes, end, &new, longest);
        }
        4 => {
            let (from, to) = token(bytes, at);
            let (_, to) = token(bytes, to);
            bytes.drain(from..to);
        }
        _ => {
            // A line of this input or of the other one in front of a line.
            let lines = if random.below(2) == 0 || other.is_empty() { &bytes[..] } else { other };
            let (from, to) = line(lines, random.below(lines.len() as u64));
            let new = lines[from..to].to_vec();
            let (start, _) = line(bytes, at);
            insert(bytes, start, &new, longest);
        }
    }
}

/// Puts a token behind the one that ends at a place, as far from it as the next one is.
pub(crate) fn insert_behind(bytes: &mut Vec<u8>, end: usize, new: &[u8], longest: usize) {
    let (from, to) = token(bytes, end);
    let gap = match bytes.get(from) {
        Some(first) if !is_of_word(*first) && !bytes[from..to].contains(&b'\n') => {
            bytes[from..to].to_vec()
        }
        _ => b" ".to_vec(),
    };
    insert(bytes, end, &[&gap, new].concat(), longest);
}

/// Puts a token in front of the line at a place, as a line of its own.
pub(crate) fn insert_line(bytes: &mut Vec<u8>, at: usize, new: &[u8], longest: usize) {
    let (start, end) = line(bytes, at);
    let break_: &[u8] = if bytes[start..end].ends_with(b"\r\n") { b"\r\n" } else { b"\n" };
    insert(bytes, start, &[new, break_].concat(), longest);
}

/// The bounds of all tokens but blanks.
pub(crate) fn tokens(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let (from, to) = token(bytes, at);
        if !bytes[from].is_ascii_whitespace() {
            tokens.push((from, to));
        }
        at = to;
    }
    tokens
}

/// Where lines begin, and the end of the text.
pub(crate) fn lines(bytes: &[u8]) -> Vec<usize> {
    let breaks = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let mut starts: Vec<usize> = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
    if starts.last().is_some_and(|start| *start < bytes.len()) {
        starts.push(bytes.len());
    }
    starts
}

/// Whether nearly all bytes are those of a text.
pub(crate) fn is_text(bytes: &[u8]) -> bool {
    let part = &bytes[..bytes.len().min(LOOKED_AT)];
    let other = |byte: &&u8| !(32..127).contains(*byte) && !byte.is_ascii_whitespace();
    !part.is_empty() && part.iter().filter(other).count() * 16 < part.len()
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The bounds of the token around a place: a word or a number, blanks, or one other byte; nothing at the end.
pub(super) fn token(bytes: &[u8], at: usize) -> (usize, usize) {
    let Some(byte) = bytes.get(at) else { return (at, at) };
    let alike: &dyn Fn(&u8) -> bool = match byte {
        byte if is_of_word(*byte) => &|byte| is_of_word(*byte),
        byte if byte.is_ascii_whitespace() => &u8::is_ascii_whitespace,
        _ => return (at, at + 1),
    };
    let before = bytes[..at].iter().rev().take_while(|byte| alike(byte)).count();
    let behind = bytes[at..].iter().take_while(|byte| alike(byte)).count();
    (at - before, at + behind)
}

/// A token at random: a word, a number, or one of this input or of the other one.
fn new_token(bytes: &[u8], other: &[u8], words: &Words, random: &mut Random) -> Vec<u8> {
    match random.below(4) {
        0 | 1 if let Some(word) = words.pick(random) => word.to_vec(),
        0..=2 if !bytes.is_empty() || !other.is_empty() => {
            let from = if bytes.is_empty() || random.below(3) == 0 { other } else { bytes };
            let from = if from.is_empty() { bytes } else { from };
            let (start, end) = token(from, random.below(from.len() as u64));
            from[start..end].to_vec()
        }
        _ => random.pick(&NUMBERS).copied().unwrap_or_default().as_bytes().to_vec(),
    }
}

/// The bounds of the line around a place, with its end.
fn line(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = bytes[..at].iter().rev().take_while(|byte| **byte != b'\n').count();
    let behind = bytes[at..].iter().take_while(|byte| **byte != b'\n').count();
    (at - before, (at + behind + 1).min(bytes.len()))
}
