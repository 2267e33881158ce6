//! What the parsers of source languages share: places in a text, the problems found, near names.

mod near;
mod problems;
mod span;

pub use near::Hint;
pub use problems::{MAX_ERRORS, Problems};
pub use span::{Position, Span};

/// What bytes that are not UTF-8 become, one for each byte, so that columns stay right.
pub const REPLACEMENT: char = '\u{1a}';

/// The text of a file. Bytes that are not UTF-8 become [`REPLACEMENT`]; each run of them is shown to `invalid`.
pub fn decode(bytes: &[u8], mut invalid: impl FnMut(Span)) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut place = Position { line: 1, column: 1 };
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        place = place.behind(chunk.valid());
        if !chunk.invalid().is_empty() {
            invalid(Span { start: place, end: place });
        }
        for _ in chunk.invalid() {
            text.push(REPLACEMENT);
            place.column += 1;
        }
    }
    text
}
