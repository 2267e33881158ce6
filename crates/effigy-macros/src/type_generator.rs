//! `#[derive(bolero::TypeGenerator)]`: a value by the generators of its fields.

use crate::item::{Fields, Item};
use crate::tokens::{Error, group, is_mark, is_word, replaced};
use proc_macro::{Delimiter, TokenStream, TokenTree};

/// What begins the names that stand for generators until the text is read: they keep their places in the user's file.
const GENERATOR: &str = "__effigy_generator_";

pub fn expand(item: TokenStream) -> Result<TokenStream, Error> {
    let item = Item::new(item)?;
    let mut generators = Vec::new();
    let made = match item.kind.as_str() {
        "struct" => {
            let value = literal("Self", &Fields::new(item.body.as_ref()), &mut generators)?;
            format!(
                "::bolero::Driver::enter_product::<Self, _, _>(__bolero_driver, \
                 |__bolero_driver| ::core::option::Option::Some({value}))"
            )
        }
        "enum" => {
            let mut ways = Vec::new();
            for (name, fields) in &item.variants()? {
                let value = literal(&format!("Self::{name}"), fields, &mut generators)?;
                ways.push((name.clone(), value));
            }
            one_of(&ways)
        }
        _ => {
            let mut ways = Vec::new();
            for (name, field) in Fields::new(item.body.as_ref()).iter() {
                let value = value(name, field, &mut generators)?;
                ways.push((name.to_owned(), format!("Self {{ {name}: {value} }}")));
            }
            one_of(&ways)
        }
    };
    let text = format!(
        "{} {{ #[allow(clippy::all)] fn generate<__BoleroDriver: ::bolero::Driver>(__bolero_driver: &mut __BoleroDriver) \
         -> ::core::option::Option<Self> {{ {made} }} }}",
        item.implementation("::bolero::TypeGenerator"),
    );
    let tokens: TokenStream = text
        .parse()
        .map_err(|_| Error::new("the implementation could not be written", item.place))?;
    let generator = |name: &str| {
        let number: usize = name.strip_prefix(GENERATOR)?.parse().ok()?;
        generators.get(number).cloned()
    };
    Ok(replaced(tokens, &generator))
}

/// One of the ways that have names.
fn one_of(ways: &[(String, String)]) -> String {
    let names: Vec<String> =
        ways.iter().map(|(name, _)| format!("{:?}", name.trim_start_matches("r#"))).collect();
    let arms = ways.iter().enumerate().map(|(at, (_, way))| format!("{at} => {way},"));
    let arms: String = arms.collect();
    format!(
        "::bolero::Driver::enter_sum::<Self, _, _>(__bolero_driver, \
         ::core::option::Option::Some(&[{}]), {}, 0, \
         |__bolero_driver, __bolero_selection| ::core::option::Option::Some(\
         match __bolero_selection {{ {arms} _ => return ::core::option::Option::None }}))",
        names.join(", "),
        ways.len(),
    )
}

fn literal(
    path: &str,
    fields: &Fields,
    generators: &mut Vec<TokenStream>,
) -> Result<String, Error> {
    let mut failed = None;
    let made = fields.literal(path, |(name, field)| {
        value(name, field, generators).unwrap_or_else(|error| {
            failed = Some(error);
            String::new()
        })
    });
    failed.map_or(Ok(made), Err)
}

/// The value of a field.
fn value(
    name: &str,
    field: &[TokenTree],
    generators: &mut Vec<TokenStream>,
) -> Result<String, Error> {
    let generator = match generator(field)? {
        Some(tokens) => {
            generators.push(tokens);
            format!("{GENERATOR}{}", generators.len() - 1)
        }
        None => "::bolero::produce()".to_owned(),
    };
    Ok(format!(
        "::bolero::Driver::part(__bolero_driver, \".{name}\", |__bolero_driver| \
         ::bolero::ValueGenerator::generate(&({generator}), __bolero_driver))?"
    ))
}

/// What `#[generator(...)]` or `#[generator = ...]` says of a field.
fn generator(field: &[TokenTree]) -> Result<Option<TokenStream>, Error> {
    let mut rest = field;
    while let [mark, attribute, behind @ ..] = rest {
        let Some(attribute) =
            group(Some(attribute), Delimiter::Bracket).filter(|_| is_mark(Some(mark), '#'))
        else {
            break;
        };
        let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
        match tokens.as_slice() {
            [word, list] if is_word(Some(word), "generator") => {
                let Some(list) = group(Some(list), Delimiter::Parenthesis) else { break };
                return of_list(list.stream()).map(Some);
            }
            [word, mark, value @ ..]
                if is_word(Some(word), "generator") && is_mark(Some(mark), '=') =>
            {
                return Ok(Some(value.iter().cloned().collect()));
            }
            _ => rest = behind,
        }
    }
    Ok(None)
}

/// The generator itself, or the text of one: `_code = "..."`.
fn of_list(tokens: TokenStream) -> Result<TokenStream, Error> {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let [word, mark, TokenTree::Literal(code)] = all.as_slice() else { return Ok(tokens) };
    if !is_word(Some(word), "_code") || !is_mark(Some(mark), '=') {
        return Ok(tokens);
    }
    let text = code.to_string();
    let text = text.trim_start_matches(['r', '#']).trim_end_matches('#').trim_matches('"');
    let text = text.replace("\\\"", "\"");
    text.parse().map_err(|_| Error::new("this is no generator", code.span()))
}
