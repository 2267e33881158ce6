//! What both macros read of tokens.

use proc_macro::{Delimiter, Group, Span, TokenStream, TokenTree};

/// What is wrong, and where.
pub struct Error {
    pub message: String,
    pub place: Span,
}

impl Error {
    pub fn new(message: &str, place: Span) -> Error {
        Error { message: message.to_owned(), place }
    }

    /// A call of `compile_error!`.
    pub fn tokens(self) -> TokenStream {
        let text = format!("::core::compile_error!({:?});", self.message);
        let tokens: TokenStream = text.parse().unwrap_or_default();
        at(tokens, self.place)
    }
}

/// The tokens, as if they stood at this place.
fn at(tokens: TokenStream, place: Span) -> TokenStream {
    let moved = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), at(group.stream(), place)).into();
        }
        token.set_span(place);
        token
    });
    moved.collect()
}

pub fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident.to_string() == word)
}

pub fn is_mark(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

pub fn group(token: Option<&TokenTree>, delimiter: Delimiter) -> Option<&Group> {
    match token {
        Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}

/// The parts between commas that are in no angle brackets; an empty one at the end is none.
pub fn parts(tokens: impl IntoIterator<Item = TokenTree>) -> Vec<Vec<TokenTree>> {
    let (mut parts, mut part, mut depth, mut arrow) = (Vec::new(), Vec::new(), 0, false);
    for token in tokens {
        match &token {
            TokenTree::Punct(punct) => {
                match punct.as_char() {
                    '<' => depth += 1,
                    // That of `->` closes nothing.
                    '>' if !arrow => depth -= 1,
                    ',' if depth == 0 => {
                        parts.push(std::mem::take(&mut part));
                        continue;
                    }
                    _ => {}
                }
                arrow = punct.as_char() == '-';
            }
            _ => arrow = false,
        }
        part.push(token);
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

/// The tokens behind attributes and a visibility.
pub fn plain(tokens: &[TokenTree]) -> &[TokenTree] {
    let mut rest = tokens;
    loop {
        rest = match rest {
            [mark, attribute, behind @ ..]
                if is_mark(Some(mark), '#')
                    && group(Some(attribute), Delimiter::Bracket).is_some() =>
            {
                behind
            }
            [public, within, behind @ ..]
                if is_word(Some(public), "pub")
                    && group(Some(within), Delimiter::Parenthesis).is_some()
                    && !behind.is_empty() =>
            {
                behind
            }
            [public, behind @ ..] if is_word(Some(public), "pub") => behind,
            _ => return rest,
        }
    }
}

pub fn text(tokens: &[TokenTree]) -> String {
    tokens.iter().cloned().collect::<TokenStream>().to_string()
}

/// The tokens with others in the place of the words that `by` knows.
pub fn replaced(tokens: TokenStream, by: &impl Fn(&str) -> Option<TokenStream>) -> TokenStream {
    let mut all = TokenStream::new();
    for token in tokens {
        match token {
            TokenTree::Ident(word) => match by(&word.to_string()) {
                Some(other) => all.extend(other),
                None => all.extend([TokenTree::Ident(word)]),
            },
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replaced(group.stream(), by));
                inner.set_span(group.span());
                all.extend([TokenTree::Group(inner)]);
            }
            other => all.extend([other]),
        }
    }
    all
}
