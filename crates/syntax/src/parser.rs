//! What parsers by recursive descent share.

use crate::cursor::Cursor;
use crate::token::{Kind, Token};
use effigy_base::text::Span;
use std::borrow::Cow;

/// An error that is already among the problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reported;

/// What a part of a parser returns.
pub type Parse<T> = Result<T, Reported>;

/// A parser over the tokens of a text. A language says what its problems are; the rest is provided.
pub trait TokenParser<'t>: Sized {
    /// The kinds of tokens.
    type Kind: Kind;

    /// What can be wrong.
    type Problem;

    /// How deep constructs nest.
    const MAX_NESTING: usize;

    /// The tokens.
    fn cursor(&self) -> &Cursor<'t, Self::Kind>;

    /// The tokens.
    fn cursor_mut(&mut self) -> &mut Cursor<'t, Self::Kind>;

    /// Takes a problem in.
    fn report(&mut self, span: Span, problem: Self::Problem);

    /// The problem that something else was expected where `found` is.
    fn unexpected(
        &self,
        expected: Cow<'static, str>,
        found: Token<'t, Self::Kind>,
    ) -> Self::Problem;

    /// The problem that something nests deeper than [`Self::MAX_NESTING`]. A parser that does not go on behind it goes to the end
    /// of the text here.
    fn too_deep(&mut self) -> Self::Problem;

    /// Reports a problem.
    ///
    /// # Errors
    /// Always.
    fn fail<T>(&mut self, span: Span, problem: impl Into<Self::Problem>) -> Parse<T> {
        self.report(span, problem.into());
        Err(Reported)
    }

    /// Reports that something else was expected at the next token, unless that was reported when it was read.
    ///
    /// # Errors
    /// Always.
    fn expected<T>(&mut self, expected: impl Into<Cow<'static, str>>) -> Parse<T> {
        let token = self.cursor().peek();
        if token.kind.is_reported() {
            return Err(Reported);
        }
        let problem = self.unexpected(expected.into(), token);
        self.fail(token.span, problem)
    }

    /// Takes a token of a kind, which messages call `expected`.
    ///
    /// # Errors
    /// Another token is next.
    fn expect_kind(
        &mut self,
        kind: Self::Kind,
        expected: &'static str,
    ) -> Parse<Token<'t, Self::Kind>> {
        if self.cursor().at_kind(kind) {
            Ok(self.cursor_mut().advance())
        } else {
            self.expected(expected)
        }
    }

    /// Takes a word or symbol, which messages call `expected`.
    ///
    /// # Errors
    /// Another token is next.
    fn expect_word(&mut self, word: &str, expected: &'static str) -> Parse<Token<'t, Self::Kind>> {
        if self.at(word) { Ok(self.cursor_mut().advance()) } else { self.expected(expected) }
    }

    /// Whether the next token is this word or symbol.
    fn at(&self, word: &str) -> bool {
        self.cursor().peek().is(word)
    }

    /// Takes the next token if it is this word or symbol.
    fn eat(&mut self, word: &str) -> bool {
        let is = self.at(word);
        if is {
            self.cursor_mut().advance();
        }
        is
    }

    /// One or more elements with commas between them.
    ///
    /// # Errors
    /// An element cannot be read.
    fn some<T>(&mut self, mut element: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let mut list = vec![element(self)?];
        while self.eat(",") {
            list.push(element(self)?);
        }
        Ok(list)
    }

    /// Elements with commas between them, up to `end`, which is taken; there may be none.
    ///
    /// # Errors
    /// An element cannot be read, or something else is behind it.
    fn list<T>(&mut self, end: &str, element: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        if self.eat(end) { Ok(Vec::new()) } else { self.some_until(end, "", element) }
    }

    /// As [`Self::list`], of elements behind which an operator may stand.
    ///
    /// # Errors
    /// As those of [`Self::list`].
    fn operand_list<T>(
        &mut self,
        end: &str,
        element: impl FnMut(&mut Self) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        if self.eat(end) { Ok(Vec::new()) } else { self.some_until(end, "an operator, ", element) }
    }

    /// One or more elements with commas between them, up to `end`, which is taken; `more` says what else may stand behind an
    /// element.
    ///
    /// # Errors
    /// As those of [`Self::list`].
    fn some_until<T>(
        &mut self,
        end: &str,
        more: &str,
        mut element: impl FnMut(&mut Self) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        let mut list = Vec::new();
        loop {
            list.push(element(self)?);
            if self.eat(end) {
                return Ok(list);
            }
            if !self.eat(",") {
                return self.expected(format!("{more}`,` or `{end}`"));
            }
        }
    }

    /// Whether nothing may be one level deeper here.
    fn at_limit(&self) -> bool {
        self.cursor().depth() >= Self::MAX_NESTING
    }

    /// Runs `inside` one level deeper, where [`Self::at_limit`] says that it may be.
    fn deeper<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.cursor_mut().descend();
        let result = inside(self);
        self.cursor_mut().ascend();
        result
    }

    /// Runs `inside` one level deeper.
    ///
    /// # Errors
    /// It fails, or that is too deep.
    fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let span = self.cursor().peek().span;
        self.nested_at(span, inside)
    }

    /// Runs `inside` one level deeper; that it is too deep is said at `span`.
    ///
    /// # Errors
    /// It fails, or that is too deep.
    fn nested_at<T>(&mut self, span: Span, inside: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.at_limit() {
            let problem = self.too_deep();
            return self.fail(span, problem);
        }
        self.deeper(inside)
    }
}

#[cfg(test)]
mod tests;
