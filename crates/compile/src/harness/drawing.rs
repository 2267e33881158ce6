//! Which functions draw values from a library for tests, themselves or by others that they name.

use super::source::Sources;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::{ImplItem, Item};

/// Macros whose calls draw values.
const MACROS: [&str; 3] = ["check", "fuzz", "proptest"];

/// The type whose methods do.
const RUNNER: &str = "TestRunner";

/// The names of functions and macros of a crate that draw values.
pub(super) struct Drawing(BTreeSet<String>);

impl Drawing {
    /// Those of a crate. A name counts wherever it stands, so that there are too many rather than too few.
    pub(super) fn of(sources: &Sources) -> Drawing {
        let items = sources.modules.iter().flat_map(|module| &module.items);
        let bodies: Vec<(String, TokenStream)> = items.flat_map(bodies).collect();
        let mut drawing = Drawing(BTreeSet::new());
        loop {
            let is_new = |(name, body): &&(String, TokenStream)| {
                !drawing.0.contains(name) && drawing.is_in(body.clone())
            };
            let more: Vec<String> = bodies.iter().filter(is_new).map(|(n, _)| n.clone()).collect();
            if more.is_empty() {
                return drawing;
            }
            drawing.0.extend(more);
        }
    }

    /// Whether a body draws values.
    pub(super) fn is_in(&self, body: TokenStream) -> bool {
        let mut tokens = body.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let found = match &token {
                TokenTree::Ident(word) => {
                    let word = word.to_string();
                    let is_called =
                        matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == '!');
                    is_called && MACROS.contains(&word.as_str())
                        || word == RUNNER
                        || self.0.contains(&word)
                }
                TokenTree::Group(group) => self.is_in(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => false,
            };
            if found {
                return true;
            }
        }
        false
    }
}

/// The functions and macros that an item defines, with what is in them.
fn bodies(item: &Item) -> Vec<(String, TokenStream)> {
    match item {
        Item::Fn(of) => vec![(of.sig.ident.to_string(), of.block.to_token_stream())],
        Item::Impl(of) => {
            let functions = of.items.iter().filter_map(|item| match item {
                ImplItem::Fn(of) => Some((of.sig.ident.to_string(), of.block.to_token_stream())),
                _ => None,
            });
            functions.collect()
        }
        Item::Macro(of) => {
            let name = of.ident.as_ref().map(ToString::to_string);
            name.map(|name| (name, of.mac.tokens.clone())).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::Module;
    use super::*;

    #[test]
    fn who_names_one_that_draws_draws_too() {
        let text = "
            macro_rules! every { ($f:expr) => { bolero::check!().for_each($f) } }
            fn one() { every!(|_| ()) }
            struct S;
            impl S { fn two(&self) { if true { one() } } fn none(&self) { check(1); vec![1]; } }
        ";
        let items = syn::parse_file(text).unwrap().items;
        let module = Module { path: Vec::new(), file: 0, start: 0, end: 0, items };
        let sources = Sources {
            files: Vec::new(),
            modules: vec![module],
            attributes: Vec::new(),
            unread: Vec::new(),
        };
        let drawing = Drawing::of(&sources);
        let is_in = |text: &str| drawing.is_in(text.parse().unwrap());
        for text in ["{ S.two() }", "{ f(|| { one() }) }", "fuzz!()", "TestRunner::default()"] {
            assert!(is_in(text), "{text}");
        }
        for text in ["{ S.none() }", "{ check(1); assert!(fuzz) }", "\"check!\""] {
            assert!(!is_in(text), "{text}");
        }
    }
}
