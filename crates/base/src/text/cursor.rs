//! A place in the tokens of a text, for parsers that look ahead as far as they like.

use super::Span;

/// A token of a language.
pub trait Token: Copy {
    /// What tokens are told apart by.
    type Kind: Copy + PartialEq;

    /// The end of a text.
    const END: Self;

    /// What it is.
    fn kind(&self) -> Self::Kind;

    /// Where it stands.
    fn span(&self) -> Span;
}

/// All tokens of a text and the next one to read. Behind the last one, which is the end of the text, it stands still.
#[derive(Clone, Debug)]
pub struct Cursor<T> {
    tokens: Vec<T>,
    at: usize,
}

impl<T: Token> Cursor<T> {
    /// Before the first of these tokens.
    pub fn new(tokens: Vec<T>) -> Self {
        Self { tokens, at: 0 }
    }

    /// All tokens.
    pub fn tokens(&self) -> &[T] {
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
    pub fn look(&self, ahead: usize) -> T {
        self.token(self.at + ahead)
    }

    /// The next token.
    pub fn peek(&self) -> T {
        self.look(0)
    }

    /// Whether the next token is of this kind.
    pub fn at_kind(&self, kind: T::Kind) -> bool {
        self.peek().kind() == kind
    }

    /// Takes the next token.
    pub fn advance(&mut self) -> T {
        let token = self.peek();
        if token.kind() != T::END.kind() {
            self.at += 1;
        }
        token
    }

    /// Takes the next token if it is of this kind.
    pub fn eat(&mut self, kind: T::Kind) -> bool {
        let is = self.at_kind(kind);
        if is {
            self.advance();
        }
        is
    }

    /// Where the last token that was taken stands.
    pub fn last_span(&self) -> Span {
        self.at.checked_sub(1).map_or(Span::default(), |at| self.token(at).span())
    }

    fn token(&self, index: usize) -> T {
        self.tokens.get(index).or(self.tokens.last()).copied().unwrap_or(T::END)
    }
}

#[cfg(test)]
mod tests;
