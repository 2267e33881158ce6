//! What a Rust text says, where no compiler has to be asked.

use proc_macro2::{TokenStream, TokenTree};

/// Whether the text has code that is marked `unsafe`. A text that is no Rust has none.
pub fn has_unsafe(text: &str) -> bool {
    text.parse().is_ok_and(says_unsafe)
}

fn says_unsafe(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "unsafe",
        TokenTree::Group(group) => says_unsafe(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_texts_and_longer_words_are_not_unsafe() {
        assert!(has_unsafe("fn f() { if true { unsafe { g() } } }"));
        assert!(!has_unsafe(
            "#![forbid(unsafe_code)]\n// unsafe\nfn f() -> &'static str { \"unsafe\" }"
        ));
        assert!(!has_unsafe("unsafe { \""));
    }
}
