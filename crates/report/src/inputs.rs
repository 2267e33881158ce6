//! Input bytes as a person reads them.

use effigy_session::controls_terminal;
use effigy_session::outcome::summary::push_hex;
use effigy_session::outcome::{Input, InputKind};
use std::borrow::Cow;

/// The input's value: an integer in decimal, text as an escaped byte string, other bytes in hexadecimal.
///
/// At most `limit` bytes of text are shown; the rest is counted.
pub fn readable(input: &Input, limit: usize) -> String {
    if let Some(value) = &input.value {
        return value.to_string();
    }
    match input.kind {
        InputKind::Integer => integer(&input.bytes).unwrap_or_else(|| text(&input.bytes, limit)),
        InputKind::Text => text(&input.bytes, limit),
        InputKind::Bytes if mostly_text(&input.bytes) => text(&input.bytes, limit),
        InputKind::Bytes => hexadecimal(&input.bytes, limit),
    }
}

/// A little-endian integer; also as a signed number when its top bit is set, and as a character when it is one.
fn integer(bytes: &[u8]) -> Option<String> {
    if bytes.is_empty() || bytes.len() > 16 {
        return None;
    }
    let value = bytes.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte));
    let width = 8 * bytes.len();
    let unused = 128 - width;
    let signed = (value << unused) as i128 >> unused;
    Some(match *bytes {
        [byte] if byte.is_ascii_graphic() || byte == b' ' => {
            format!("{value} ('{}')", char::from(byte).escape_default())
        }
        _ if signed < 0 => format!("{value} (signed: {signed})"),
        _ => value.to_string(),
    })
}

/// An escaped byte string as Rust writes it.
fn text(bytes: &[u8], limit: usize) -> String {
    let shown = bytes.get(..limit).unwrap_or(bytes);
    format!("b\"{}\"{}", shown.escape_ascii(), rest(bytes.len(), shown.len()))
}

fn hexadecimal(bytes: &[u8], limit: usize) -> String {
    let shown = bytes.get(..limit).unwrap_or(bytes);
    let mut text = String::with_capacity(3 * shown.len() + 1);
    text.push('[');
    for (index, byte) in shown.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        push_hex(&mut text, *byte);
    }
    text.push(']');
    text + &rest(bytes.len(), shown.len())
}

fn rest(all: usize, shown: usize) -> String {
    if all > shown { format!("... ({all} bytes)") } else { String::new() }
}

/// Whether the bytes are printable up to an optional end of zeros.
fn mostly_text(bytes: &[u8]) -> bool {
    let end = bytes.iter().rposition(|b| *b != 0).map_or(0, |last| last + 1);
    let body = bytes.get(..end).unwrap_or(bytes);
    !body.is_empty() && body.iter().all(|b| b.is_ascii_graphic() || b.is_ascii_whitespace())
}

/// A text from the program or its compiler with control characters made visible, so that it cannot control a terminal.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_printable(&mut out, text);
    out
}

/// JSON text with the control characters escaped that JSON lets stand: within strings there are no others.
pub fn escaped_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match controls_terminal(c) && c != '\n' {
            true => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
    out
}

/// Longest condition that is shown whole, in characters.
pub(crate) const LONGEST: usize = 160;

/// The text; the beginning of one that is very long, and how long it is.
pub(crate) fn short(text: &str) -> Cow<'_, str> {
    // Bytes are not fewer than characters.
    let length = if text.len() <= LONGEST { 0 } else { text.chars().count() };
    if length <= LONGEST {
        return text.into();
    }
    let head: String = text.chars().take(LONGEST / 2).collect();
    format!("{head} ... ({length} characters)").into()
}

/// Writes a text with control characters made visible.
pub(crate) fn push_printable(out: &mut String, text: &str) {
    if text.bytes().all(|b| matches!(b, b' '..=b'~')) {
        return out.push_str(text);
    }
    for c in text.chars() {
        if controls_terminal(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
}

#[cfg(test)]
mod tests;
