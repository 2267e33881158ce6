//! The structure or the enumeration that a macro derives from.

use crate::tokens::{Error, group, is_mark, is_word, parts, plain, text};
use proc_macro::{Delimiter, Span, TokenStream, TokenTree};

/// A definition by its parts.
pub struct Item {
    /// `struct`, `enum` or `union`.
    pub kind: String,
    pub name: String,
    /// The parameters in angle brackets.
    generics: Vec<Vec<TokenTree>>,
    /// `where ...`, or nothing.
    conditions: String,
    /// The fields of a structure or the variants of an enumeration.
    pub body: Option<TokenTree>,
    /// Where it stands.
    pub place: Span,
}

impl Item {
    pub fn new(item: TokenStream) -> Result<Item, Error> {
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
                rest.split_last()
                    .map_or(&[][..], |(_, before)| before.get(1..).unwrap_or_default()),
            ),
        };
        Ok(Item {
            kind: kind.to_string(),
            name: name.to_string(),
            generics,
            conditions: text(conditions),
            body: body.cloned(),
            place,
        })
    }

    /// The head of an implementation of a trait, which every parameter that is a type has, too.
    pub fn implementation(&self, of: &str) -> String {
        let parameters: Vec<String> = self.generics.iter().map(|part| bounded(part, of)).collect();
        let arguments: Vec<String> = self.generics.iter().map(|part| named(part)).collect();
        format!(
            "#[automatically_derived] impl<{}> {of} for {}<{}> {}",
            parameters.join(", "),
            self.name,
            arguments.join(", "),
            self.conditions,
        )
    }

    /// Of an enumeration: the names of its variants, and their fields.
    pub fn variants(&self) -> Result<Vec<(String, Fields)>, Error> {
        let body = group(self.body.as_ref(), Delimiter::Brace);
        let variants = body.map(|body| parts(body.stream())).unwrap_or_default();
        let variant = |tokens: &Vec<TokenTree>| {
            let [name, rest @ ..] = plain(tokens) else { return None };
            Some((name.to_string(), Fields::new(rest.first())))
        };
        let variants: Vec<_> = variants.iter().filter_map(variant).collect();
        match variants.is_empty() {
            true => Err(Error::new("an enumeration without variants has no value", self.place)),
            false => Ok(variants),
        }
    }
}

/// The fields of a structure or a variant, each with its attributes.
pub struct Fields(Vec<(String, Vec<TokenTree>)>);

impl Fields {
    /// Of `{ ... }`, `( ... )` or nothing.
    pub fn new(body: Option<&TokenTree>) -> Fields {
        let named = group(body, Delimiter::Brace);
        let fields = named.or_else(|| group(body, Delimiter::Parenthesis));
        let fields = fields.map(|fields| parts(fields.stream())).unwrap_or_default();
        let field = |(at, field): (usize, Vec<TokenTree>)| {
            let name = match (named, plain(&field).first()) {
                (Some(_), Some(name)) => name.to_string(),
                _ => at.to_string(),
            };
            (name, field)
        };
        Fields(fields.into_iter().enumerate().map(field).collect())
    }

    /// A value of the structure or variant at this path, of a value for each field.
    pub fn literal(&self, path: &str, value: impl FnMut((&str, &[TokenTree])) -> String) -> String {
        let mut value = value;
        let field = |(name, tokens): &(String, Vec<TokenTree>)| {
            format!("{name}: {},", value((name.trim_start_matches("r#"), tokens)))
        };
        let values: String = self.0.iter().map(field).collect();
        format!("{path} {{ {values} }}")
    }

    /// Their names and tokens.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[TokenTree])> {
        self.0.iter().map(|(name, tokens)| (name.as_str(), tokens.as_slice()))
    }
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

/// A parameter without its default, which has the trait when it is a type.
fn bounded(part: &[TokenTree], of: &str) -> String {
    let end = part.iter().position(|token| is_mark(Some(token), '=')).unwrap_or(part.len());
    let declared = text(part.get(..end).unwrap_or_default());
    match part {
        [first, ..] if is_mark(Some(first), '\'') || is_word(Some(first), "const") => declared,
        [_, colon, ..] if is_mark(Some(colon), ':') => format!("{declared} + {of}"),
        _ => format!("{declared}: {of}"),
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
