//! `#[effigy::test]`: a test that calls the library with the function's body.

use crate::tokens::{Error, group, is_mark, is_word, parts, text};
use proc_macro::{Delimiter, Span, TokenStream, TokenTree};

pub fn expand(item: TokenStream) -> Result<TokenStream, Error> {
    let tokens: Vec<TokenTree> = item.into_iter().collect();
    let no_function = || Error::new("`#[effigy::test]` is for functions", Span::call_site());
    let start =
        tokens.iter().position(|token| is_word(Some(token), "fn")).ok_or_else(no_function)?;
    let (head, function) = tokens.split_at(start);
    if let Some(word) =
        head.iter().find(|t| ["async", "const", "unsafe"].iter().any(|w| is_word(Some(t), w)))
    {
        return Err(Error::new("a test is a plain function", word.span()));
    }
    let [_, name, list, rest @ ..] = function else { return Err(no_function()) };
    let Some(list) = group(Some(list), Delimiter::Parenthesis) else {
        return Err(Error::new("a test has no parameters in angle brackets", list.span()));
    };
    let Some((body, output)) = rest.split_last() else { return Err(no_function()) };
    let body = group(Some(body), Delimiter::Brace).ok_or_else(no_function)?;

    let values =
        parts(list.stream()).iter().map(|part| value(part)).collect::<Result<String, _>>()?;
    let output = text(output);
    let start = format!(
        "#[::core::prelude::v1::test] fn {name}() {{ ::effigy::check(\
         ::core::concat!(::core::module_path!(), \"::\", ::core::stringify!({name})), \
         ::core::option_env!(\"CARGO_MANIFEST_DIR\"), || {output} "
    );
    let head: TokenStream = head.iter().cloned().collect();
    let values: TokenStream = parsed(&values)?;
    // The body keeps its places, so that its errors and its panics have them.
    let inner: TokenStream = values.into_iter().chain([TokenTree::Group(body.clone())]).collect();
    let inner = TokenTree::Group(proc_macro::Group::new(Delimiter::Brace, inner));
    let call = with_last_argument(parsed(&format!("{start} () ) }}"))?, inner);
    Ok(head.into_iter().chain(call).collect())
}

fn parsed(text: &str) -> Result<TokenStream, Error> {
    text.parse().map_err(|_| Error::new("the test could not be written", Span::call_site()))
}

/// Puts the closure's body in the place of the `()` that ends the arguments of the call.
fn with_last_argument(function: TokenStream, body: TokenTree) -> TokenStream {
    let mut tokens: Vec<TokenTree> = function.into_iter().collect();
    if let Some(TokenTree::Group(last)) = tokens.pop() {
        let mut inner: Vec<TokenTree> = last.stream().into_iter().collect();
        if last.delimiter() == Delimiter::Parenthesis && last.stream().is_empty() {
            tokens.push(body);
            return tokens.into_iter().collect();
        }
        let replaced = with_last_argument(inner.drain(..).collect(), body);
        tokens.push(proc_macro::Group::new(last.delimiter(), replaced).into());
    }
    tokens.into_iter().collect()
}

/// A parameter as a variable with any value.
fn value(part: &[TokenTree]) -> Result<String, Error> {
    let place = part.first().map_or_else(Span::call_site, TokenTree::span);
    let colon = part.iter().position(|token| is_mark(Some(token), ':'));
    let (pattern, kind) = match colon.map(|at| (part.get(..at), part.get(at + 1..))) {
        Some((Some(pattern), Some(kind))) => (pattern, kind),
        _ => return Err(Error::new("a parameter of a test is a name and a type", place)),
    };
    match pattern {
        [TokenTree::Ident(_)] | [TokenTree::Ident(_), TokenTree::Ident(_)] => {}
        _ => return Err(Error::new("a parameter of a test is a name and a type", place)),
    }
    let name = pattern.last().map(ToString::to_string).unwrap_or_default();
    let kind = text(kind);
    Ok(format!("let {}: {kind} = ::effigy::any_named({name:?});", text(pattern)))
}
