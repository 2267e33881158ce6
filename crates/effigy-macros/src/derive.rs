//! `#[derive(effigy::Arbitrary)]`.

use crate::item::{Fields, Item};
use crate::tokens::Error;
use proc_macro::TokenStream;

const ANY: &str = "::effigy::Arbitrary::any_of";

pub fn expand(item: TokenStream) -> Result<TokenStream, Error> {
    let item = Item::new(item)?;
    let made = match item.kind.as_str() {
        "struct" => literal("Self", &Fields::new(item.body.as_ref())),
        "enum" => variants(&item)?,
        _ => {
            return Err(Error::new(
                "any value of a structure or an enumeration can be derived",
                item.place,
            ));
        }
    };
    let implementation = format!(
        "{} {{ fn any_of(origin: &::effigy::Origin) -> Self {{\
         let origin = &origin.deeper(::core::stringify!({})); {made} }} }}",
        item.implementation("::effigy::Arbitrary"),
        item.name,
    );
    implementation
        .parse()
        .map_err(|_| Error::new("the implementation could not be written", item.place))
}

fn variants(item: &Item) -> Result<String, Error> {
    let variants = item.variants()?;
    let made = variants.iter().map(|(name, fields)| literal(&format!("Self::{name}"), fields));
    let made: Vec<String> = made.collect();
    let (last, others) =
        made.split_last().map_or((String::new(), &[][..]), |(l, o)| (l.clone(), o));
    let arms = others.iter().enumerate().map(|(at, made)| format!("{at} => {made},"));
    let arms: String = arms.collect();
    Ok(format!("match ::effigy::choice({}, origin) {{ {arms} _ => {last} }}", made.len()))
}

/// A value by its parts.
fn literal(path: &str, fields: &Fields) -> String {
    fields.literal(path, |(name, _)| format!("{ANY}(&origin.part(\".{name}\"))"))
}
