//! Tokens.

use effigy_base::text::Span;

/// The kinds of tokens of a language.
pub trait Kind: Copy + PartialEq {
    /// The end of a text.
    const END: Self;

    /// Whether such a token is none, which was reported when it was read.
    fn is_reported(self) -> bool {
        false
    }

    /// Whether a token of this kind with this text is `word`, a word or symbol of the language.
    fn spells(self, text: &str, word: &str) -> bool {
        text == word
    }

    /// A token of this kind with this text, as messages name it.
    fn describe(self, text: &str) -> String {
        if self == Self::END { "the end of the text".to_owned() } else { format!("`{text}`") }
    }
}

/// A token with its place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Token<'t, K> {
    /// What it is.
    pub kind: K,
    /// Its text.
    pub text: &'t str,
    /// Where it stands.
    pub span: Span,
    /// Whether no token begins before it in its line.
    pub first_in_line: bool,
}

impl<K: Kind> Token<'_, K> {
    /// The end of a text.
    pub const END: Self = Self::end(Span::EMPTY);

    const fn end(span: Span) -> Self {
        Token { kind: K::END, text: "", span, first_in_line: true }
    }

    /// Whether it is this word or symbol of the language.
    pub fn is(&self, word: &str) -> bool {
        !self.kind.is_reported() && self.kind.spells(self.text, word)
    }

    /// The token as messages name it.
    pub fn describe(&self) -> String {
        self.kind.describe(self.text)
    }
}

/// The tokens of a text while it is read.
#[derive(Debug)]
pub struct Tokens<'t, K> {
    list: Vec<Token<'t, K>>,
    /// The line on which the last one begins.
    line: u32,
}

impl<K> Default for Tokens<'_, K> {
    fn default() -> Self {
        Self { list: Vec::new(), line: 0 }
    }
}

impl<'t, K: Kind> Tokens<'t, K> {
    /// Takes the next token in.
    pub fn push(&mut self, kind: K, text: &'t str, span: Span) {
        let first_in_line = span.start.line != self.line;
        self.line = span.start.line;
        self.list.push(Token { kind, text, span, first_in_line });
    }

    /// All tokens, with the end of the text, which is at `end`, behind them.
    pub fn ended(mut self, end: Span) -> Vec<Token<'t, K>> {
        self.list.push(Token::end(end));
        self.list
    }
}
