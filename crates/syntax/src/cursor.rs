//! A place in the tokens of a text, for parsers that look ahead as far as they like.

use crate::token::{Kind, Token};
use effigy_base::text::Span;

/// All tokens of a text and the next one to read. Behind the last one, which is the end of the text, it stands still.
#[derive(Clone, Debug)]
pub struct Cursor<'t, K> {
    tokens: Vec<Token<'t, K>>,
    at: usize,
    /// How many constructs are around the next token.
    depth: usize,
}

impl<'t, K: Kind> Cursor<'t, K> {
    /// Before the first of these tokens.
    pub fn new(tokens: Vec<Token<'t, K>>) -> Self {
        Self { tokens, at: 0, depth: 0 }
    }

    /// All tokens.
    pub fn tokens(&self) -> &[Token<'t, K>] {
        &self.tokens
    }

    /// The number of the next token.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Goes to the token of this number.
    pub fn seek(&mut self, at: usize) {
        self.at = at;
    }

    /// Goes to the end of the text.
    pub fn seek_end(&mut self) {
        self.at = self.tokens.len().saturating_sub(1);
    }

    /// The token `ahead` of the next one.
    pub fn look(&self, ahead: usize) -> Token<'t, K> {
        self.token(self.at + ahead)
    }

    /// The next token.
    pub fn peek(&self) -> Token<'t, K> {
        self.look(0)
    }

    /// Whether the next token is of this kind.
    pub fn at_kind(&self, kind: K) -> bool {
        self.peek().kind == kind
    }

    /// Takes the next token.
    pub fn advance(&mut self) -> Token<'t, K> {
        let token = self.peek();
        if token.kind != K::END {
            self.at += 1;
        }
        token
    }

    /// Takes the next token if it is of this kind.
    pub fn eat(&mut self, kind: K) -> bool {
        let is = self.at_kind(kind);
        if is {
            self.advance();
        }
        is
    }

    /// Where the last token that was taken stands.
    pub fn last_span(&self) -> Span {
        self.at.checked_sub(1).map_or(Span::default(), |at| self.token(at).span)
    }

    /// How many constructs are around the next token.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Enters a construct.
    pub(crate) fn descend(&mut self) {
        self.depth += 1;
    }

    /// Leaves a construct.
    pub(crate) fn ascend(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn token(&self, index: usize) -> Token<'t, K> {
        self.tokens.get(index).or(self.tokens.last()).copied().unwrap_or(Token::END)
    }
}

#[cfg(test)]
mod tests;
