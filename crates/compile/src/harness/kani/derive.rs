//! The implementations that `#[derive]` stands for.

use super::super::cfg::Cfg;
use super::{is, name_of};
use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Fields, Generics, Ident, Item, Meta, Path, Token};

/// The traits of Kani's that can be derived.
const TRAITS: [&str; 3] = ["Arbitrary", "BoundedArbitrary", "Invariant"];

/// The attributes of fields and types that the traits read.
pub(super) const CONDITION: &str = "safety_constraint";
pub(super) const BOUNDED: &str = "bounded";

/// What an attribute is without those of Kani's traits that it derives, and these; `None` when there is none. Names without
/// `kani::` count where they are `imported`.
pub(super) fn split(metas: &[Meta], imported: bool) -> Option<(String, Vec<String>)> {
    let (mut kept, mut traits) = (String::new(), Vec::new());
    for meta in metas {
        let Some(derived) = derived(meta) else {
            kept.push_str(&format!("#[{}]", meta.to_token_stream()));
            continue;
        };
        let own = |path: &Path| {
            let name = name_of(path);
            let short = name.strip_prefix("kani::").map(str::to_owned);
            short.or(imported.then_some(name)).filter(|name| TRAITS.contains(&name.as_str()))
        };
        traits.extend(derived.iter().filter_map(own));
        let others = derived.iter().filter(|path| own(path).is_none());
        let others: Vec<String> = others.map(|path| path.to_token_stream().to_string()).collect();
        if !others.is_empty() {
            kept.push_str(&format!("#[derive({})]", others.join(", ")));
        }
    }
    (!traits.is_empty()).then_some((kept, traits))
}

fn derived(meta: &Meta) -> Option<Punctuated<Path, Token![,]>> {
    let Meta::List(list) = meta else { return None };
    let parser = Punctuated::<Path, Token![,]>::parse_terminated;
    list.path.is_ident("derive").then(|| list.parse_args_with(parser).ok()).flatten()
}

/// The implementation of a trait for a structure or an enumeration.
pub(super) fn implementation(item: &Item, name: &str, cfg: &Cfg) -> String {
    let (ident, generics, attributes) = match item {
        Item::Struct(of) => (&of.ident, &of.generics, &of.attrs),
        Item::Enum(of) => (&of.ident, &of.generics, &of.attrs),
        _ => return String::new(),
    };
    let of_trait = format_ident!("{name}");
    let mut bounded: Generics = generics.clone();
    for parameter in bounded.type_params_mut() {
        let needed = if name == "Invariant" {
            format_ident!("Invariant")
        } else {
            format_ident!("Arbitrary")
        };
        parameter.bounds.push(syn::parse_quote!(::kani::#needed));
    }
    let (parameters, _, conditions) = bounded.split_for_impl();
    let (_, own, _) = generics.split_for_impl();
    let body = match name {
        "Arbitrary" | "BoundedArbitrary" => any(item, attributes, cfg),
        _ => is_safe(item, attributes, cfg),
    };
    let function = match name {
        "Arbitrary" => quote!(#[track_caller] fn any() -> Self { #body }),
        "BoundedArbitrary" => {
            quote!(#[track_caller] fn bounded_any<const EFFIGY_BOUND: usize>() -> Self { #body })
        }
        _ => quote!(fn is_safe(&self) -> bool { #body }),
    };
    quote!(
        #[allow(warnings)]
        impl #parameters ::kani::#of_trait for #ident #own #conditions { #function }
    )
    .to_string()
}

/// Any value that meets the conditions of the type.
fn any(item: &Item, attributes: &[Attribute], cfg: &Cfg) -> proc_macro2::TokenStream {
    match item {
        Item::Struct(of) => {
            let made = literal(&quote!(Self), &of.fields, cfg);
            let conditions = conditions(attributes, &of.fields);
            if conditions.is_empty() {
                return made;
            }
            let names = pattern(&quote!(Self), &of.fields);
            quote!(let value = #made; { let #names = &value; ::kani::assume(#(#conditions)&&*); } value)
        }
        Item::Enum(of) => {
            let variants = of.variants.iter().filter(|variant| cfg.holds(&variant.attrs));
            let made = variants.map(|variant| {
                let name = &variant.ident;
                literal(&quote!(Self::#name), &variant.fields, cfg)
            });
            let made: Vec<_> = made.collect();
            let Some((last, others)) = made.split_last() else {
                return quote!(::kani::assume(false); ::core::unreachable!());
            };
            let (count, numbers) = (made.len(), 0..others.len());
            quote!(match ::kani::internal::choice(#count) { #(#numbers => #others,)* _ => #last })
        }
        _ => proc_macro2::TokenStream::new(),
    }
}

/// Whether a value meets the conditions of its type and those of its parts.
fn is_safe(item: &Item, attributes: &[Attribute], cfg: &Cfg) -> proc_macro2::TokenStream {
    let whole = quote!(Self);
    match item {
        Item::Struct(of) => {
            let names = pattern(&whole, &of.fields);
            let conditions = conditions(attributes, &of.fields);
            // A condition on the whole says all that is asked of it.
            let parts = match attributes.iter().any(is_condition) {
                true => Vec::new(),
                false => variables(&of.fields),
            };
            quote!(let #names = self; true #(&& (#conditions))* #(&& ::kani::Invariant::is_safe(#parts))*)
        }
        Item::Enum(of) => {
            let arms = of.variants.iter().filter(|v| cfg.holds(&v.attrs)).map(|variant| {
                let name = &variant.ident;
                let names = pattern(&quote!(Self::#name), &variant.fields);
                let parts = variables(&variant.fields);
                quote!(#names => true #(&& ::kani::Invariant::is_safe(#parts))*)
            });
            quote!(match self { #(#arms,)* })
        }
        _ => proc_macro2::TokenStream::new(),
    }
}

/// A value of any fields; of those with `#[bounded]` they have at most as many parts as the whole.
fn literal(
    path: &proc_macro2::TokenStream,
    fields: &Fields,
    cfg: &Cfg,
) -> proc_macro2::TokenStream {
    let kept = fields.iter().enumerate().filter(|(_, field)| cfg.holds(&field.attrs));
    let values = kept.map(|(index, field)| {
        let member = match &field.ident {
            Some(name) => name.to_token_stream(),
            None => syn::Index::from(index).to_token_stream(),
        };
        match field.attrs.iter().any(|a| a.path().is_ident(BOUNDED)) {
            true => quote!(#member: ::kani::bounded_any::<_, EFFIGY_BOUND>()),
            false => quote!(#member: ::kani::any()),
        }
    });
    quote!(#path { #(#values,)* })
}

/// The names that conditions have for the fields; those without one cannot be named.
fn pattern(path: &proc_macro2::TokenStream, fields: &Fields) -> proc_macro2::TokenStream {
    let variables = variables(fields);
    let members = fields.iter().enumerate().map(|(index, field)| match &field.ident {
        Some(name) => name.to_token_stream(),
        None => syn::Index::from(index).to_token_stream(),
    });
    quote!(#path { #(#members: #variables,)* .. })
}

fn variables(fields: &Fields) -> Vec<Ident> {
    let name = |(index, field): (usize, &syn::Field)| match &field.ident {
        Some(name) => name.clone(),
        None => format_ident!("effigy_{index}"),
    };
    fields.iter().enumerate().map(name).collect()
}

/// What `#[safety_constraint(...)]` says of the type and of its fields.
fn conditions(attributes: &[Attribute], fields: &Fields) -> Vec<Expr> {
    let all = attributes.iter().chain(fields.iter().flat_map(|field| &field.attrs));
    all.filter(|a| is_condition(a)).filter_map(|a| a.parse_args().ok()).collect()
}

fn is_condition(attribute: &Attribute) -> bool {
    attribute.path().is_ident(CONDITION) || is(&attribute.meta, CONDITION)
}
