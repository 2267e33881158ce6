//! `#[derive(effigy::Arbitrary)]`.

use crate::tokens::{Error, group, is_mark, is_word, parts, plain, text};
use proc_macro::{Delimiter, Span, TokenStream, TokenTree};

const ANY: &str = "::effigy::Arbitrary::any_of";

pub fn expand(item: TokenStream) -> Result<TokenStream, Error> {
    let tokens: Vec<TokenTree> = item.into_iter().collect();
    let own = plain(&tokens);
    let place = own.first().map_or_else(Span::call_site, TokenTree::span);
    let [kind, name, rest @ ..] = own else {
        return Err(Error::new("there is nothing to derive from", place));
    };
    let (generics, rest) = generics(rest);
    let brace = |tokens: &[TokenTree]| {
        tokens.iter().position(|t| group(Some(t), Delimiter::Brace).is_some())
    };
    let (body, conditions) = match brace(rest) {
        Some(at) => (rest.get(at), rest.get(..at).unwrap_or_default()),
        // `struct S(T) where ...;` and `struct S;`
        None => (
            rest.first().filter(|first| group(Some(first), Delimiter::Parenthesis).is_some()),
            rest.split_last().map_or(&[][..], |(_, before)| before.get(1..).unwrap_or_default()),
        ),
    };
    let made = match kind.to_string().as_str() {
        "struct" => literal("Self", body),
        "enum" => variants(body, place)?,
        _ => {
            return Err(Error::new(
                "any value of a structure or an enumeration can be derived",
                place,
            ));
        }
    };
    let parameters: Vec<String> = generics.iter().map(|part| bounded(part)).collect();
    let arguments: Vec<String> = generics.iter().map(|part| named(part)).collect();
    let implementation = format!(
        "#[automatically_derived] impl<{}> ::effigy::Arbitrary for {name}<{}> {} {{\
         fn any_of(origin: &::effigy::Origin) -> Self {{\
         let origin = &origin.deeper(::core::stringify!({name})); {made} }} }}",
        parameters.join(", "),
        arguments.join(", "),
        text(conditions),
    );
    implementation.parse().map_err(|_| Error::new("the implementation could not be written", place))
}

/// What stands in angle brackets behind the name, by its parts, and what comes behind that.
fn generics(tokens: &[TokenTree]) -> (Vec<Vec<TokenTree>>, &[TokenTree]) {
    if !is_mark(tokens.first(), '<') {
        return (Vec::new(), tokens);
    }
    let (mut depth, mut arrow) = (0, false);
    for (at, token) in tokens.iter().enumerate() {
        if is_mark(Some(token), '<') {
            depth += 1;
        } else if is_mark(Some(token), '>') && !arrow {
            depth -= 1;
        }
        arrow = is_mark(Some(token), '-');
        if depth == 0 {
            let inner = tokens.get(1..at).unwrap_or_default();
            return (parts(inner.iter().cloned()), tokens.get(at + 1..).unwrap_or_default());
        }
    }
    (Vec::new(), tokens)
}

/// A parameter without its default, of which there is any value when it is a type.
fn bounded(part: &[TokenTree]) -> String {
    let end = part.iter().position(|token| is_mark(Some(token), '=')).unwrap_or(part.len());
    let declared = text(part.get(..end).unwrap_or_default());
    match part {
        [first, ..] if is_mark(Some(first), '\'') || is_word(Some(first), "const") => declared,
        [_, colon, ..] if is_mark(Some(colon), ':') => format!("{declared} + ::effigy::Arbitrary"),
        _ => format!("{declared}: ::effigy::Arbitrary"),
    }
}

/// A parameter's name.
fn named(part: &[TokenTree]) -> String {
    match part {
        [mark, name, ..] if is_mark(Some(mark), '\'') => format!("'{name}"),
        [word, name, ..] if is_word(Some(word), "const") => name.to_string(),
        _ => part.first().map(ToString::to_string).unwrap_or_default(),
    }
}

fn variants(body: Option<&TokenTree>, place: Span) -> Result<String, Error> {
    let body = body.and_then(|body| group(Some(body), Delimiter::Brace));
    let variants = body.map(|body| parts(body.stream())).unwrap_or_default();
    let mut made = Vec::new();
    for variant in &variants {
        let [name, rest @ ..] = plain(variant) else { continue };
        made.push(literal(&format!("Self::{name}"), rest.first()));
    }
    let Some((last, others)) = made.split_last() else {
        return Err(Error::new("an enumeration without variants has no value", place));
    };
    let arms = others.iter().enumerate().map(|(at, made)| format!("{at} => {made},"));
    let arms: String = arms.collect();
    Ok(format!("match ::effigy::choice({}, origin) {{ {arms} _ => {last} }}", made.len()))
}

/// A value by its parts: `{ ... }`, `( ... )` or nothing.
fn literal(path: &str, body: Option<&TokenTree>) -> String {
    let named = group(body, Delimiter::Brace);
    let fields = named.or_else(|| group(body, Delimiter::Parenthesis));
    let fields = fields.map(|fields| parts(fields.stream())).unwrap_or_default();
    let value = |(at, field): (usize, &Vec<TokenTree>)| {
        let name = match (named, plain(field).first()) {
            (Some(_), Some(name)) => name.to_string(),
            _ => at.to_string(),
        };
        format!("{name}: {ANY}(&origin.part(\".{}\")),", name.trim_start_matches("r#"))
    };
    let values: String = fields.iter().enumerate().map(value).collect();
    format!("{path} {{ {values} }}")
}
