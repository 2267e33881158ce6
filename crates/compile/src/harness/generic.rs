//! What a generic function is run for: several types and numbers, as far as they meet its bounds.

use quote::ToTokens;
use syn::GenericParam;

/// The types that stand for parameters: of the first rank of which one meets the bounds, all that do.
const TYPES: [&[&str]; 2] = [
    &["()", "u8", "u64", "i64", "f64", "::std::string::String", "::effigy::Opaque"],
    &["i32", "bool", "char", "&'static str", "&'static [u8]", "::std::vec::Vec<u8>"],
];

/// The types where there are constant parameters as well.
const TYPES_WITH_CONSTANTS: [&[&str]; 2] = [
    &["()", "u8", "::std::string::String"],
    &["u64", "i64", "f64", "i32", "&'static str", "&'static [u8]"],
];

/// The values of a constant parameter that is a number.
const NUMBERS: [&str; 4] = ["0", "1", "2", "4"];

/// What stands for the parameters of a function, in their order.
pub(super) struct Choice {
    /// Only where none of a lower rank compiles.
    pub rank: usize,
    /// A type or a constant for each parameter.
    pub chosen: Vec<String>,
}

/// The choices for parameters, of which the first ones are named.
pub(super) fn choices(parameters: &[GenericParam], named: &[String]) -> Vec<Choice> {
    let open = parameters.get(named.len()..).unwrap_or_default();
    let is_type = |parameter: &GenericParam| matches!(parameter, GenericParam::Type(_));
    let constants: Vec<&GenericParam> = open.iter().filter(|p| !is_type(p)).collect();
    let ranks = match (open.iter().any(is_type), constants.is_empty()) {
        (false, _) => [&[""][..], &[]],
        (true, true) => TYPES,
        (true, false) => TYPES_WITH_CONSTANTS,
    };
    let constants = constants_of(&constants);
    let mut choices = Vec::new();
    for (rank, types) in ranks.iter().enumerate() {
        for of in *types {
            for values in &constants {
                let mut values = values.iter();
                let others = open.iter().map(|parameter| match is_type(parameter) {
                    true => (*of).to_owned(),
                    false => values.next().cloned().unwrap_or_default(),
                });
                let chosen = named.iter().cloned().chain(others).collect();
                choices.push(Choice { rank, chosen });
            }
        }
    }
    choices
}

/// The values of constant parameters: all pairs of two, and the same value for more.
fn constants_of(parameters: &[&GenericParam]) -> Vec<Vec<String>> {
    let values: Vec<Vec<String>> = parameters.iter().map(|p| values_of(p)).collect();
    match values.as_slice() {
        [] => vec![Vec::new()],
        [one] => one.iter().map(|value| vec![value.clone()]).collect(),
        [one, two] => {
            let pair = |a: &String| -> Vec<Vec<String>> {
                two.iter().map(|b| vec![a.clone(), b.clone()]).collect()
            };
            one.iter().flat_map(pair).collect()
        }
        more => {
            let longest = more.iter().map(Vec::len).max().unwrap_or(0);
            let at = |index: usize| more.iter().filter_map(move |v| v.get(index % v.len()));
            (0..longest).map(|index| at(index).cloned().collect()).collect()
        }
    }
}

fn values_of(parameter: &GenericParam) -> Vec<String> {
    let of = match parameter {
        GenericParam::Const(of) => of.ty.to_token_stream().to_string(),
        GenericParam::Type(_) | GenericParam::Lifetime(_) => String::new(),
    };
    let values = match of.as_str() {
        "bool" => &["false", "true"][..],
        "char" => &["'a'", "'\\u{10ffff}'"],
        _ => &NUMBERS,
    };
    values.iter().map(|value| (*value).to_owned()).collect()
}

/// What stands for the parameters of a function, as the compiler names it.
pub(super) fn as_named(chosen: &[String]) -> String {
    let names = chosen.iter().map(|of| match of.strip_prefix("&'static ") {
        Some(of) => format!("&{of}"),
        None => of.rsplit("::").next().unwrap_or(of).to_owned(),
    });
    format!("<{}>", names.collect::<Vec<_>>().join(", "))
}

/// What the parameters of these names stand for, for people.
pub(super) fn said(names: &[String], chosen: &[&[String]]) -> String {
    let column = |at: usize| {
        let mut values: Vec<String> = Vec::new();
        for value in chosen.iter().filter_map(|values| values.get(at)) {
            let value = short(value);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    };
    let columns: Vec<Vec<String>> = (0..names.len()).map(column).collect();
    let all: usize = columns.iter().map(Vec::len).product();
    if all == chosen.len() {
        let one =
            |(name, values): (&String, &Vec<String>)| format!("{name} = {}", values.join(", "));
        return names.iter().zip(&columns).map(one).collect::<Vec<_>>().join(", ");
    }
    let tuple = |values: &&[String]| {
        let values: Vec<String> = values.iter().map(|value| short(value)).collect();
        format!("({})", values.join(", "))
    };
    let tuples: Vec<String> = chosen.iter().map(tuple).collect();
    format!("({}) = {}", names.join(", "), tuples.join(", "))
}

/// A type without its path.
fn short(value: &str) -> String {
    let bare = value.replace("'static ", "");
    let paths = ["::std::string::", "::std::vec::", "::effigy::"];
    paths.iter().fold(bare, |text, path| text.replace(path, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters(text: &str) -> Vec<GenericParam> {
        let item: syn::ItemFn = syn::parse_str(&format!("fn f<{text}>() {{}}")).unwrap();
        item.sig.generics.params.into_iter().collect()
    }

    fn told(text: &str, rank: usize) -> String {
        let parameters = parameters(text);
        let choices = choices(&parameters, &[]);
        let chosen: Vec<&[String]> =
            choices.iter().filter(|c| c.rank == rank).map(|c| &*c.chosen).collect();
        let names = (0..parameters.len()).map(|at| ["T", "U", "V"][at].to_owned());
        said(&names.collect::<Vec<_>>(), &chosen)
    }

    #[test]
    fn a_generic_function_is_run_for_several_types_and_numbers() {
        assert_eq!(told("T: Copy", 0), "T = (), u8, u64, i64, f64, String, Opaque");
        assert_eq!(told("const N: usize", 0), "T = 0, 1, 2, 4");
        assert_eq!(told("const B: bool, const N: u8", 0), "T = false, true, U = 0, 1, 2, 4");
        assert_eq!(told("T, const N: usize", 0), "T = (), u8, String, U = 0, 1, 2, 4");
        assert!(told("T, U", 0).starts_with("(T, U) = ((), ()), (u8, u8), (u64, u64)"));
    }

    #[test]
    fn named_parameters_stay_what_they_are() {
        let choices = choices(&parameters("T, const N: usize"), &["u16".to_owned()]);
        let chosen: Vec<String> = choices.iter().map(|c| c.chosen.join(" ")).collect();
        assert_eq!(chosen, ["u16 0", "u16 1", "u16 2", "u16 4"]);
    }
}
