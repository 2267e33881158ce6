//! A place in a text, for lexers that are written by hand.

use effigy_base::text::{Position, Span};

/// A text and the place up to which it was read.
#[derive(Clone, Debug)]
pub struct Scanner<'t> {
    text: &'t str,
    at: usize,
    place: Position,
}

impl<'t> Scanner<'t> {
    /// Before the first character of a text.
    pub fn new(text: &'t str) -> Self {
        Self { text, at: 0, place: Position { line: 1, column: 1 } }
    }

    /// The number of the next byte.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The place of the next character.
    pub fn place(&self) -> Position {
        self.place
    }

    /// The part from `start` to here.
    pub fn since(&self, start: Position) -> Span {
        Span { start, end: self.place }
    }

    /// The text that was not read yet.
    pub fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// The text from the byte `from` to here.
    pub fn read_from(&self, from: usize) -> &'t str {
        self.text.get(from..self.at).unwrap_or("")
    }

    /// Goes over the next `length` bytes and hands them out.
    pub fn take(&mut self, length: usize) -> &'t str {
        let taken = self.rest().get(..length).unwrap_or("");
        self.at += taken.len();
        self.place = self.place.behind(taken);
        taken
    }

    /// Goes over the characters that are as `test` says, and hands them out.
    pub fn take_while(&mut self, test: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        self.take(rest.find(|c| !test(c)).unwrap_or(rest.len()))
    }
}

#[cfg(test)]
mod tests;
