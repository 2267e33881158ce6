//! Mutants of a text: an operator, a number, an amount or a measure is another one. What the front end makes of the text,
//! such as the proof that a measure decreases, is made of the mutant.

/// A part of a text that is changed, in the words of a report.
#[derive(Clone, Debug)]
pub struct Change {
    /// What it was and what it is.
    pub what: String,
    /// Its line.
    pub line: u32,
    /// The text with the change.
    pub text: String,
}

/// What takes the place of what.
const OTHERS: &[(&str, &[&str])] = &[
    ("<==>", &[]),
    ("==>", &["&&"]),
    ("<=", &["<", ">="]),
    (">=", &[">", "<="]),
    ("==", &["!="]),
    ("!=", &["=="]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("--*", &[]),
    ("++", &[]),
    (":=", &[]),
    ("::", &[]),
    ("<", &["<="]),
    (">", &[">="]),
    ("+", &["-"]),
    ("-", &["+"]),
];

const WORDS: &[(&str, &[&str])] = &[
    ("true", &["false"]),
    ("false", &["true"]),
    ("write", &["1/2", "wildcard", "none"]),
    ("wildcard", &["write", "1/3"]),
    ("none", &["write"]),
    ("old", &[""]),
    ("union", &["setminus"]),
    ("setminus", &["union"]),
];

/// All changes of a text, in its order.
pub fn changes(text: &str) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let taken = skipped(rest).or_else(|| word(text, at, &mut changes)).or_else(|| {
            let (symbol, others) = OTHERS.iter().find(|(symbol, _)| rest.starts_with(symbol))?;
            others.iter().for_each(|other| change(text, at, symbol, other, &mut changes));
            Some(symbol.len())
        });
        at += taken.unwrap_or_else(|| rest.chars().next().map_or(1, char::len_utf8));
    }
    changes
}

/// How long what is never changed is: comments, and what stands in quotes.
fn skipped(rest: &str) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return Some(rest.find("*/").map_or(rest.len(), |end| end + 2));
    }
    let quoted = rest.strip_prefix('"')?;
    Some(quoted.find('"').map_or(rest.len(), |end| end + 2))
}

/// Changes a word or a number; how long it is.
fn word(text: &str, at: usize, changes: &mut Vec<Change>) -> Option<usize> {
    let rest = &text[at..];
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let length = rest.find(|c| !part(c)).unwrap_or(rest.len());
    let word = rest.get(..length).filter(|word| !word.is_empty())?;
    if let Ok(number) = word.parse::<u32>() {
        change(text, at, word, &(u64::from(number) + 1).to_string(), changes);
        if let Some(less) = number.checked_sub(1) {
            change(text, at, word, &less.to_string(), changes);
        }
    } else if word == "decreases" {
        let line = rest.find('\n').unwrap_or(rest.len());
        let clause = &rest[..line];
        change(text, at, clause, "decreases", changes);
        change(text, at, clause, &format!("{clause}, 0"), changes);
        return Some(length);
    } else if let Some((_, others)) = WORDS.iter().find(|(known, _)| *known == word) {
        others.iter().for_each(|other| change(text, at, word, other, changes));
    }
    Some(length)
}

fn change(text: &str, at: usize, old: &str, new: &str, changes: &mut Vec<Change>) {
    let (before, behind) = (&text[..at], &text[at + old.len()..]);
    let line = u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX);
    let what = format!("`{old}` as `{new}`");
    changes.push(Change { what, line, text: format!("{before}{new}{behind}") });
}
