//! Conditional compilation: what `#[cfg(...)]` says for the target that is compiled.

use std::collections::BTreeSet;
use std::ffi::OsString;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, Lit, Meta, Token};

/// The conditions that hold for a crate: names, and names with values.
#[derive(Clone, Debug, Default)]
pub(super) struct Cfg(BTreeSet<(String, Option<String>)>);

impl Cfg {
    /// From the lines of `rustc --print cfg`, and the arguments that the crate is compiled with.
    pub(super) fn new(printed: &str, arguments: &[OsString]) -> Cfg {
        let mut conditions = BTreeSet::new();
        let mut arguments = arguments.iter().map(|argument| argument.to_string_lossy());
        let mut given = Vec::new();
        while let Some(argument) = arguments.next() {
            match argument.strip_prefix("--cfg") {
                Some("") => given.extend(arguments.next().map(|c| c.into_owned())),
                Some(joined) => given.extend(joined.strip_prefix('=').map(str::to_owned)),
                None => {}
            }
        }
        for line in printed.lines().map(str::to_owned).chain(given) {
            conditions.insert(match line.split_once('=') {
                Some((name, value)) => (name.to_owned(), Some(value.trim_matches('"').to_owned())),
                None => (line, None),
            });
        }
        Cfg(conditions)
    }

    /// Whether an item with these attributes is compiled. What cannot be read holds.
    pub(super) fn holds(&self, attributes: &[Attribute]) -> bool {
        attributes.iter().filter(|a| a.path().is_ident("cfg")).all(|attribute| {
            let mut all = true;
            let read = attribute.parse_nested_meta(|meta| {
                all &= self.predicate(&meta)?;
                Ok(())
            });
            read.is_err() || all
        })
    }

    fn predicate(&self, meta: &ParseNestedMeta<'_>) -> syn::Result<bool> {
        let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
        match name.as_str() {
            "all" | "any" | "not" => {
                let mut parts = Vec::new();
                meta.parse_nested_meta(|part| {
                    parts.push(self.predicate(&part)?);
                    Ok(())
                })?;
                Ok(match name.as_str() {
                    "all" => parts.iter().all(|part| *part),
                    "any" => parts.iter().any(|part| *part),
                    _ => !parts.iter().all(|part| *part),
                })
            }
            "true" => Ok(true),
            "false" => Ok(false),
            _ if meta.input.peek(Token![=]) => match meta.value()?.parse::<Lit>()? {
                Lit::Str(value) => Ok(self.0.contains(&(name, Some(value.value())))),
                other => Err(syn::Error::new_spanned(other, "expected a string")),
            },
            _ => Ok(self.0.contains(&(name, None))),
        }
    }

    /// The attributes that `#[cfg_attr(condition, attributes)]` stands for, as texts without blanks, and those that stand for
    /// themselves.
    pub(super) fn names(&self, attribute: &Attribute) -> Vec<String> {
        let plain = |path: &syn::Path| {
            let parts = path.segments.iter().map(|segment| segment.ident.to_string());
            parts.collect::<Vec<_>>().join("::")
        };
        if !attribute.path().is_ident("cfg_attr") {
            return vec![plain(attribute.path())];
        }
        let mut names = Vec::new();
        let mut holds = None;
        let read = attribute
            .parse_args_with(syn::punctuated::Punctuated::<Meta, Token![,]>::parse_terminated);
        for meta in read.into_iter().flatten() {
            if holds.is_none() {
                let condition: Attribute = syn::parse_quote!(#[cfg(#meta)]);
                holds = Some(self.holds(&[condition]));
            } else if holds == Some(true) {
                names.push(plain(meta.path()));
            }
        }
        names
    }
}
