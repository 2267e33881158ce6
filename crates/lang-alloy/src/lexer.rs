//! Tokens. All are made at once, so that the parser can look ahead as far as it likes.

use crate::problem::Problem;
use effigy_base::text::{REPLACEMENT, Span};
use effigy_syntax::{Scanner, Tokens};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The end of the text.
    End,
    /// A name without slashes.
    Name,
    /// Digits, with a prefix `0x` or `0b` or without.
    Number,
    /// A text in quotes, quotes included.
    Text,
    /// A reserved word or a symbol; synonyms have one form (see [`canonical`]).
    Key,
}

/// A token with its place.
pub(crate) type Token<'t> = effigy_syntax::Token<'t, Kind>;

impl effigy_syntax::Kind for Kind {
    const END: Self = Kind::End;

    fn spells(self, text: &str, word: &str) -> bool {
        self == Kind::Key && text == word
    }

    fn describe(self, text: &str) -> String {
        match self {
            Kind::End => "the end of the file".to_owned(),
            _ => format!("`{text}`"),
        }
    }
}

/// The words that are no names, sorted.
const RESERVED: &[&str] = &[
    "Int", "String", "abstract", "all", "and", "as", "assert", "but", "check", "disj", "else",
    "enum", "exactly", "expect", "extends", "fact", "for", "fun", "iden", "iff", "implies", "in",
    "int", "let", "lone", "module", "no", "none", "not", "one", "open", "or", "pred", "private",
    "run", "seq", "set", "sig", "some", "sum", "this", "univ",
];

/// The words of Alloy 6 that speak of time, sorted.
const TEMPORAL: &[&str] = &[
    "after",
    "always",
    "before",
    "eventually",
    "historically",
    "once",
    "releases",
    "since",
    "steps",
    "triggered",
    "until",
    "var",
];

/// All symbols, each behind those that it is a beginning of.
const SYMBOLS: &[&str] = &[
    ">>>", "<=>", "&&", "++", "->", "::", ":>", "<=", "<:", "<<", "=<", "=>", ">>", ">=", "||",
    "!", "#", "&", "(", ")", "*", "+", ",", "-", ".", "/", ":", "<", "=", ">", "@", "[", "]", "^",
    "{", "|", "}", "~",
];

/// The form that the parser knows of a word or symbol that has several.
fn canonical(text: &str) -> &str {
    match text {
        "&&" => "and",
        "||" => "or",
        "!" => "not",
        "<=>" => "iff",
        "=>" => "implies",
        "=<" => "<=",
        "::" => ".",
        other => other,
    }
}

struct Lexer<'t, 'p> {
    scanner: Scanner<'t>,
    tokens: Tokens<'t, Kind>,
    problem: &'p mut dyn FnMut(Span, Problem),
}

/// All tokens of a text; the last one is its end. Text that is no token is shown to `problem`.
pub(crate) fn tokens<'t>(text: &'t str, problem: &mut dyn FnMut(Span, Problem)) -> Vec<Token<'t>> {
    let mut lexer = Lexer { scanner: Scanner::new(text), tokens: Tokens::default(), problem };
    while lexer.step() {}
    let end = lexer.scanner.since(lexer.scanner.place());
    lexer.tokens.ended(end)
}

impl<'t> Lexer<'t, '_> {
    fn push(&mut self, kind: Kind, length: usize) {
        let start = self.scanner.place();
        let text = self.scanner.take(length);
        let text = if kind == Kind::Key { canonical(text) } else { text };
        self.tokens.push(kind, text, self.scanner.since(start));
    }

    fn bad(&mut self, length: usize, problem: Problem) {
        let start = self.scanner.place();
        self.scanner.take(length);
        (self.problem)(self.scanner.since(start), problem);
    }

    /// Reads one token, comment or space; `false` at the end.
    fn step(&mut self) -> bool {
        let rest = self.scanner.rest();
        let Some(first) = rest.chars().next() else { return false };
        if first.is_whitespace() || first == '\u{feff}' {
            self.scanner.take(first.len_utf8());
        } else if rest.starts_with("--") || rest.starts_with("//") {
            self.scanner.take(rest.find('\n').unwrap_or(rest.len()));
        } else if let Some(body) = rest.strip_prefix("/*") {
            match body.find("*/") {
                Some(end) => drop(self.scanner.take(end + 4)),
                None => self.bad(rest.len(), Problem::CommentWithoutEnd),
            }
        } else if first == '"' {
            self.quoted(rest);
        } else if first.is_ascii_digit() {
            self.number(rest);
        } else if is_letter(first) {
            self.word(rest);
        } else if first == '\'' || first == '\u{2018}' || first == '\u{2019}' {
            self.bad(first.len_utf8(), Problem::Temporal("'".to_owned()));
        } else if first == ';' {
            self.bad(1, Problem::Temporal(";".to_owned()));
        } else if let Some(symbol) = SYMBOLS.iter().find(|s| rest.starts_with(**s)) {
            self.push(Kind::Key, symbol.len());
        } else if first == REPLACEMENT {
            self.bad(first.len_utf8(), Problem::Encoding);
        } else {
            self.bad(first.len_utf8(), Problem::Character(first));
        }
        true
    }

    fn word(&mut self, rest: &'t str) {
        let length = rest.find(|c| !is_name_part(c)).unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or("");
        if TEMPORAL.binary_search(&word).is_ok() {
            self.bad(length, Problem::Temporal(word.to_owned()));
        } else if RESERVED.binary_search(&word).is_ok() {
            self.push(Kind::Key, length);
        } else {
            self.push(Kind::Name, length);
        }
    }

    fn number(&mut self, rest: &'t str) {
        let length = rest.find(|c| !is_name_part(c)).unwrap_or(rest.len());
        match number(rest.get(..length).unwrap_or("")) {
            Some(_) => self.push(Kind::Number, length),
            None => self.bad(length, Problem::Number(rest.get(..length).unwrap_or("").to_owned())),
        }
    }

    fn quoted(&mut self, rest: &'t str) {
        let (mut escaped, mut wrong) = (false, None);
        for (at, c) in rest.char_indices().skip(1) {
            match c {
                '\n' => return self.bad(at, Problem::TextWithoutEnd),
                'n' | '"' | '\\' if escaped => escaped = false,
                _ if escaped => {
                    wrong = Some(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' => {
                    return match wrong {
                        Some(c) => self.bad(at + 1, Problem::Escape(c)),
                        None if at == 1 => self.bad(2, Problem::EmptyText),
                        None => self.push(Kind::Text, at + 1),
                    };
                }
                _ => {}
            }
        }
        self.bad(rest.len(), Problem::TextWithoutEnd);
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn is_name_part(c: char) -> bool {
    is_letter(c) || c.is_numeric() || c == '"'
}

/// The value of the text of a number.
pub(crate) fn number(text: &str) -> Option<i32> {
    let digits = |text: &str| text.replace('_', "");
    if let Some(hex) = text.strip_prefix("0x") {
        return i32::from_str_radix(&digits(hex), 16).ok();
    }
    if let Some(binary) = text.strip_prefix("0b") {
        return i32::from_str_radix(&digits(binary), 2).ok();
    }
    digits(text).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{RESERVED, SYMBOLS, TEMPORAL};

    #[test]
    fn tables_are_in_order() {
        assert!(RESERVED.is_sorted() && TEMPORAL.is_sorted());
        for (at, symbol) in SYMBOLS.iter().enumerate() {
            let earlier = SYMBOLS.iter().take(at);
            assert!(!earlier.into_iter().any(|e| symbol.starts_with(e)), "{symbol} is never read");
        }
    }
}
