//! Functions that a harness replaces by others: every use of the one in the module becomes a use of the other.

use std::collections::HashMap;

/// What the name of the function begins with that names a pair: behind it come the numbers of harness and pair.
pub(super) const PAIR: &str = "effigy_replaces_";

/// The function whose symbol is given, which names what is replaced and by what. The compiler sees to it that both have one type.
pub(super) fn pair(symbol: &str, original: &str, replacement: &str) -> String {
    format!(
        "#[doc(hidden)]\n#[allow(warnings)]\n#[unsafe(export_name = \"{symbol}\")]\n\
         pub extern \"C\" fn {symbol}() {{\n    ::core::hint::black_box(&[{original}, {replacement}]);\n}}\n"
    )
}

/// The module with all that the functions of these symbols say replaced; `None` when one does not say it.
pub fn replaced(module: &str, pairs: &[String]) -> Option<String> {
    let names: HashMap<&str, &str> =
        pairs.iter().map(|pair| named(module, pair)).collect::<Option<_>>()?;
    let mut text = String::with_capacity(module.len());
    for line in module.split_inclusive('\n') {
        // What is defined or declared keeps its name.
        let is_head = line.starts_with("define ") || line.starts_with("declare ");
        let (head, rest) = match is_head {
            true => line.split_at(line.find('(').unwrap_or(line.len())),
            false => ("", line),
        };
        text.push_str(head);
        replace_in(rest, &names, &mut text);
    }
    Some(text)
}

fn replace_in(line: &str, names: &HashMap<&str, &str>, text: &mut String) {
    let mut rest = line;
    while let Some(at) = rest.find('@') {
        let (before, symbol) = rest.split_at(at);
        let end = end_of(symbol);
        let (symbol, behind) = symbol.split_at(end);
        text.push_str(before);
        text.push_str(names.get(symbol).copied().unwrap_or(symbol));
        rest = behind;
    }
    text.push_str(rest);
}

/// Where a symbol ends that a text begins with: a name in quotes, or letters, digits and `$ - . _`.
fn end_of(text: &str) -> usize {
    let name = text.get(1..).unwrap_or_default();
    match name.strip_prefix('"') {
        Some(quoted) => quoted.find('"').map_or(text.len(), |end| end + 3),
        None => {
            let is_part = |c: char| c.is_ascii_alphanumeric() || "$-._".contains(c);
            1 + name.find(|c| !is_part(c)).unwrap_or(name.len())
        }
    }
}

/// The two functions whose addresses the function of the pair puts into an array: in its body, or in the constant that it uses.
fn named<'m>(module: &'m str, pair: &str) -> Option<(&'m str, &'m str)> {
    let start = module.find(&format!("@{pair}()"))?;
    let body = module.get(start..)?.split("\n}").next()?;
    let lines = body.lines().skip(1);
    let mut found: Vec<&str> = Vec::new();
    for line in lines {
        for symbol in symbols(line) {
            if symbol.starts_with("@alloc_") || symbol.starts_with("@anon.") {
                let definition = module.lines().find(|line| {
                    line.strip_prefix(symbol).is_some_and(|rest| rest.starts_with(" ="))
                })?;
                found.extend(symbols(definition).skip(1));
            } else if line.trim_start().starts_with("store ptr @") {
                found.push(symbol);
            }
        }
    }
    match found.as_slice() {
        [original, replacement] => Some((original, replacement)),
        _ => None,
    }
}

fn symbols(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let symbol = rest.get(rest.find('@')?..)?;
        let (symbol, behind) = symbol.split_at(end_of(symbol));
        rest = behind;
        Some(symbol)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "\
@alloc_1 = private constant <{ ptr, ptr }> <{ ptr @f, ptr @\"g::<u8>\" }>, align 8
define void @effigy_replaces_0_0() {
  %x = call ptr @black_box(ptr @alloc_1)
  ret void
}
define void @effigy_replaces_0_1() {
  store ptr @f.1, ptr %x
  store ptr @h, ptr %y
  call void @black_box(ptr %x)
}
define i8 @f(i8 %x) {
  %y = call i8 @f.1(i8 %x)
  ret i8 %y
}
define i8 @f.1() { ret i8 0 }
declare i8 @f(i8)
  call void @k(ptr @f, ptr @f.12)
";

    #[test]
    fn uses_change_and_definitions_stay() {
        let pairs = ["effigy_replaces_0_0".to_owned(), "effigy_replaces_0_1".to_owned()];
        let text = replaced(MODULE, &pairs).unwrap();
        assert!(text.contains("define i8 @f(i8 %x) {\n  %y = call i8 @h(i8 %x)"), "{text}");
        assert!(text.contains("define i8 @f.1() {"), "{text}");
        assert!(text.contains("declare i8 @f(i8)"), "{text}");
        assert!(text.contains("call void @k(ptr @\"g::<u8>\", ptr @f.12)"), "{text}");
        assert_eq!(replaced(MODULE, &["effigy_replaces_0_2".to_owned()]), None);
    }
}
