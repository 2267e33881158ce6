//! The functions in the macros of proptest's: each is a test whose parameters are drawn.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::parse::Parser;
use syn::{Attribute, Macro, Signature};

/// A function in such a macro.
pub(super) struct Property {
    /// What stands above it.
    pub attributes: Vec<Attribute>,
    /// Its name, as that of a function without parameters.
    pub sig: Signature,
}

/// The functions in a macro, when it is one of proptest's.
pub(super) fn properties(of: &Macro) -> Option<Vec<Property>> {
    let is_own = of.path.segments.last().is_some_and(|last| last.ident == "proptest");
    is_own.then(|| functions(of.tokens.clone()))
}

/// Whether a test or a property stands somewhere in the text of a macro.
pub(super) fn holds_tests(tokens: TokenStream) -> bool {
    let mut last = String::new();
    tokens.into_iter().any(|token| {
        let before = std::mem::replace(&mut last, token.to_string());
        match &token {
            TokenTree::Group(group) => {
                before == "#" && group.stream().to_string() == "test" || holds_tests(group.stream())
            }
            TokenTree::Punct(mark) => before == "proptest" && mark.as_char() == '!',
            _ => false,
        }
    })
}

fn functions(tokens: TokenStream) -> Vec<Property> {
    let mut found = Vec::new();
    let mut attributes = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Punct(hash) if hash.as_char() == '#' => {
                let next = tokens.next_if(|next| is_group(next, Delimiter::Bracket));
                // Settings of all functions, `#![...]`, belong to none.
                if let Some(group) = next {
                    attributes.extend([token, group]);
                }
            }
            TokenTree::Ident(word) if word == "fn" => {
                let Some(TokenTree::Ident(name)) = tokens.next() else { continue };
                let above = std::mem::take(&mut attributes);
                if let Ok(attributes) = Attribute::parse_outer.parse2(above) {
                    found.push(Property { attributes, sig: syn::parse_quote!(fn #name()) });
                }
            }
            _ => {}
        }
    }
    found
}

fn is_group(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == delimiter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_with_what_stands_above_them() {
        let tokens = "proptest! {
            #![proptest_config(Config::with_cases(5))]
            /// A comment.
            #[test] #[should_panic]
            fn one(x in 0..3, f in any::<fn(u8)>()) { fn inner() {} }
            fn helper(y: u8) {}
        }";
        let of: Macro = syn::parse_str(tokens).unwrap();
        let found = properties(&of).unwrap();
        let shown: Vec<(String, usize)> =
            found.iter().map(|p| (p.sig.ident.to_string(), p.attributes.len())).collect();
        assert_eq!(shown, [("one".to_owned(), 3), ("helper".to_owned(), 0)]);
        assert_eq!(found[0].sig.ident.span().start().line, 5);
        let other: Macro = syn::parse_str("lazy_static! { fn one() {} }").unwrap();
        assert!(properties(&other).is_none());
    }

    #[test]
    fn tests_are_seen_wherever_they_stand_in_a_macro() {
        for (text, holds) in [
            ("($n:ident) => { #[test] fn $n() {} };", true),
            ("() => { mod m { proptest! { } } };", true),
            ("() => { #[cfg(test)] fn test() {} proptest::run() };", false),
        ] {
            assert_eq!(holds_tests(text.parse().unwrap()), holds, "{text}");
        }
    }
}
