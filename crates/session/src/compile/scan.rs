//! The functions of a Rust source text, found without a parser: names, places and parameters.

/// A function with a name, in a module, an `impl` block or the root of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function {
    /// Its path from the root of the file, such as `shop::price`.
    pub path: String,
    /// Where its name begins in the text.
    pub name_at: usize,
    /// Its parameters in order: pattern and type as they are written; `self` has no type.
    pub params: Vec<(String, String)>,
    /// Whether a call only makes a future.
    pub is_async: bool,
}

/// A word or one other character of the text, outside of comments and literals.
#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    text: &'t str,
    at: usize,
}

/// All functions of the text but those within other functions.
pub(super) fn functions(text: &str) -> Vec<Function> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    // One for each open brace: the name of a module or of an `impl` block.
    let mut blocks: Vec<Option<String>> = Vec::new();
    let mut next_block = None;
    for (index, token) in tokens.iter().enumerate() {
        let rest = tokens.get(index + 1..).unwrap_or_default();
        match token.text {
            "mod" => next_block = rest.first().map(|name| name.text.to_owned()),
            "impl" if begins_item(&tokens, index) => next_block = implemented(rest),
            "{" => blocks.push(next_block.take()),
            "}" => {
                blocks.pop();
            }
            ";" => next_block = None,
            "fn" if blocks.iter().all(Option::is_some) => {
                next_block = None;
                let scope: Vec<&str> = blocks.iter().flatten().map(String::as_str).collect();
                let is_async = begins_async(&tokens, index);
                found.extend(function(text, &scope, rest).map(|f| Function { is_async, ..f }));
            }
            _ => {}
        }
    }
    found
}

/// Whether `async` stands before the `fn` at `index`.
fn begins_async(tokens: &[Token<'_>], index: usize) -> bool {
    let before = tokens.get(..index).unwrap_or_default().iter().rev().map(|t| t.text);
    before.take_while(|t| matches!(*t, "async" | "unsafe" | "extern")).any(|t| t == "async")
}

/// Whether the text has code that is marked `unsafe`.
pub(crate) fn has_unsafe(text: &str) -> bool {
    tokens(text).iter().any(|token| token.text == "unsafe")
}

/// Whether the token is the first of an item, so that its `impl` is no type.
fn begins_item(tokens: &[Token<'_>], index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|i| tokens.get(i));
    before.is_none_or(|token| matches!(token.text, "{" | "}" | ";" | "]" | "unsafe"))
}

/// The name of the type that an `impl` block is for.
fn implemented(rest: &[Token<'_>]) -> Option<String> {
    let head: Vec<&str> = rest.iter().map(|t| t.text).take_while(|t| *t != "{").collect();
    let head = head.split(|t| *t == "where").next()?;
    let head = head.rsplit(|t| *t == "for").next()?;
    let skipped = if head.first() == Some(&"<") { closing(head, 0)? + 1 } else { 0 };
    let name = head.get(skipped..)?.iter().find(|t| is_word(t))?;
    Some((*name).to_owned())
}

/// A function from the tokens behind `fn`.
fn function(text: &str, scope: &[&str], rest: &[Token<'_>]) -> Option<Function> {
    let name = rest.first().filter(|t| is_word(t.text))?;
    let words: Vec<&str> = rest.iter().map(|t| t.text).collect();
    let open = if words.get(1) == Some(&"<") { closing(&words, 1)? + 1 } else { 1 };
    if words.get(open) != Some(&"(") {
        return None;
    }
    let close = closing(&words, open)?;
    let path = scope.iter().chain([&name.text]).copied().collect::<Vec<_>>().join("::");
    let params = params(text, rest.get(open..=close)?);
    Some(Function { path, name_at: name.at, params, is_async: false })
}

/// The parameters in a list with its parentheses.
fn params(text: &str, list: &[Token<'_>]) -> Vec<(String, String)> {
    let mut depth = 0_usize;
    let mut starts = vec![];
    let mut colons = vec![];
    for (index, token) in list.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|i| list.get(i)).map_or("", |t| t.text);
        let after = list.get(index + 1).map_or("", |t| t.text);
        match token.text {
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            ">" if before != "-" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let boundary = (token.text == "," && depth == 1) || index == 0 || index + 1 == list.len();
        if boundary {
            starts.push(token.at);
        } else if token.text == ":" && depth == 1 && before != ":" && after != ":" {
            colons.push(token.at);
        }
    }
    let mut found = Vec::new();
    for pair in starts.windows(2) {
        let [start, end] = [pair[0] + 1, pair[1]];
        let colon = colons.iter().copied().find(|at| (start..end).contains(at));
        let (pattern, of) = match colon {
            Some(colon) => (text.get(start..colon), text.get(colon + 1..end)),
            None => (text.get(start..end), None),
        };
        let [pattern, of] = [pattern, of].map(|part| part.unwrap_or_default().trim().to_owned());
        if !pattern.is_empty() {
            found.push((pattern, of));
        }
    }
    found
}

/// The place of the bracket that closes the one at `open`.
fn closing(words: &[&str], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, word) in words.iter().enumerate().skip(open) {
        match *word {
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            ">" if words.get(index.wrapping_sub(1)) != Some(&"-") => {
                depth = depth.saturating_sub(1);
            }
            _ => continue,
        }
        if depth == 0 {
            return Some(index);
        }
    }
    None
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let skipped = skipped(rest);
        if skipped > 0 {
            at += skipped;
            continue;
        }
        let word = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let len = if word > 0 { word } else { rest.chars().next().map_or(1, char::len_utf8) };
        found.push(Token { text: rest.get(..len).unwrap_or_default(), at });
        at += len;
    }
    found
}

/// Bytes of the white space, comment or literal that the text begins with; 0 when it begins with neither.
fn skipped(rest: &str) -> usize {
    let space = rest.len() - rest.trim_start().len();
    if space > 0 {
        return space;
    }
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return block_comment(rest);
    }
    let unprefixed = rest.trim_start_matches(['b', 'c']);
    let raw = unprefixed.strip_prefix('r').unwrap_or_default();
    let hashes = raw.len() - raw.trim_start_matches('#').len();
    if raw.trim_start_matches('#').starts_with('"') {
        let end = format!("\"{}", "#".repeat(hashes));
        let from = rest.len() - raw.len() + hashes + 1;
        let tail = rest.get(from..).unwrap_or_default();
        return tail.find(&end).map_or(rest.len(), |found| from + found + end.len());
    }
    if unprefixed.starts_with('"') {
        return quoted(rest, rest.len() - unprefixed.len(), '"');
    }
    let mut chars = rest.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some('\''), Some('\\'), _) | (Some('\''), _, Some('\'')) => quoted(rest, 0, '\''),
        _ => 0,
    }
}

/// Bytes up to behind the quote that closes the one at `open`.
fn quoted(rest: &str, open: usize, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(open + 1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(tail) = rest.get(at..).filter(|tail| !tail.is_empty()) {
        if tail.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if tail.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += tail.chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests;
