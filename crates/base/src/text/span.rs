//! Places in a text.

use std::fmt;

/// A place between two characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Position {
    /// 1-based line.
    pub line: u32,
    /// 1-based column in bytes.
    pub column: u32,
}

impl Position {
    /// The place behind `text`, which begins here.
    pub fn behind(mut self, text: &str) -> Position {
        for byte in text.bytes() {
            if byte == b'\n' {
                self = Position { line: self.line + 1, column: 1 };
            } else {
                self.column += 1;
            }
        }
        self
    }
}

/// A part of a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// Where it starts.
    pub start: Position,
    /// The place behind its last character.
    pub end: Position,
}

impl Span {
    /// No part of a text: before its first line.
    pub const EMPTY: Span =
        Span { start: Position { line: 0, column: 0 }, end: Position { line: 0, column: 0 } };

    /// The part from the start of this one to the end of another one.
    pub fn to(self, last: Span) -> Span {
        Span { start: self.start, end: self.end.max(last.end) }
    }

    /// The place behind this part, as an empty part.
    pub fn behind(self) -> Span {
        Span { start: self.end, end: self.end }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (s, e) = (self.start, self.end);
        write!(f, "@{}:{}-{}:{}", s.line, s.column, e.line, e.column)
    }
}
