//! Tokens by `logos`.

use crate::scanner::Scanner;
use crate::token::{Kind, Token, Tokens};
use effigy_base::text::Span;
use logos::{FilterResult, Lexer, Logos};

/// All tokens of a text; the last one is its end. Text that is no token is shown to `bad` and becomes a token of kind `none`.
pub fn lex<'t, K>(text: &'t str, none: K, mut bad: impl FnMut(Span, &'t str)) -> Vec<Token<'t, K>>
where
    K: Kind + Logos<'t, Source = str, Extras = ()>,
{
    let (mut scanner, mut tokens) = (Scanner::new(text), Tokens::default());
    for (kind, range) in K::lexer(text).spanned() {
        scanner.take(range.start - scanner.at());
        let start = scanner.place();
        let slice = scanner.take(range.len());
        let span = scanner.since(start);
        let kind = kind.unwrap_or_else(|_| {
            bad(span, slice);
            none
        });
        tokens.push(kind, slice, span);
    }
    scanner.take(scanner.rest().len());
    tokens.ended(scanner.since(scanner.place()))
}

/// Skips a comment behind its `/*`; one without an end is no token and reaches to the end of the text.
pub fn comment<'t, K>(lexer: &mut Lexer<'t, K>) -> FilterResult<(), ()>
where
    K: Logos<'t, Source = str>,
{
    match lexer.remainder().find("*/") {
        Some(at) => {
            lexer.bump(at + 2);
            FilterResult::Skip
        }
        None => {
            lexer.bump(lexer.remainder().len());
            FilterResult::Error(())
        }
    }
}
