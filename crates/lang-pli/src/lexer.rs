//! Tokens. All are made at once, so that the parser can look ahead as far as it likes.

use crate::problem::{Problem, Problems};
use crate::tree::Relation;
use effigy_base::text::{self, Position, REPLACEMENT};
use effigy_syntax::{Scanner, Tokens};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The end of the text.
    End,
    /// A name or a keyword: the language has no reserved words.
    Word,
    /// A decimal number.
    Number,
    /// `"A"`; the text is without the quotes.
    Symbol,
    LeftParen,
    RightParen,
    Comma,
    Semicolon,
    Colon,
    /// `..`
    Range,
    /// `←`
    Arrow,
    Plus,
    Minus,
    Star,
    Slash,
    /// `**`
    Power,
    /// A relation; `=` is one, and assigns too.
    Relation(Relation),
    And,
    Or,
    Not,
    Implies,
    /// Something that is no token, already reported.
    Bad,
}

/// A token.
pub(crate) type Token<'t> = effigy_syntax::Token<'t, Kind>;

impl effigy_syntax::Kind for Kind {
    const END: Self = Kind::End;

    fn is_reported(self) -> bool {
        self == Kind::Bad
    }

    /// Words are spelt in any case.
    fn spells(self, text: &str, word: &str) -> bool {
        match self {
            Kind::Word => text.eq_ignore_ascii_case(word),
            Kind::Symbol => false,
            _ => text == word,
        }
    }

    fn describe(self, text: &str) -> String {
        match self {
            Kind::End => "the end of the text".to_owned(),
            Kind::Symbol => format!("`\"{text}\"`"),
            _ => format!("`{text}`"),
        }
    }
}

impl Kind {
    /// Whether an assignment has it between its sides.
    pub fn assigns(self) -> bool {
        matches!(self, Kind::Arrow | Kind::Relation(Relation::Equal))
    }
}

/// How many digits a number has; reading one takes time in proportion to their square.
const MAX_DIGITS: usize = 10_000;

/// Text of the bytes, each that is not UTF-8 replaced by one that is skipped, and reported.
pub(crate) fn decode(bytes: &[u8], problems: &mut Problems) -> String {
    text::decode(bytes, |span| problems.add(span, Problem::InvalidUtf8))
}

/// Operators by their spelling, longer ones before their beginnings.
const OPERATORS: &[(&str, Kind)] = &[
    ("**", Kind::Power),
    ("->", Kind::Implies),
    ("=>", Kind::Implies),
    (">=", Kind::Relation(Relation::AtLeast)),
    ("<=", Kind::Relation(Relation::AtMost)),
    ("..", Kind::Range),
    ("(", Kind::LeftParen),
    (")", Kind::RightParen),
    (",", Kind::Comma),
    (";", Kind::Semicolon),
    (":", Kind::Colon),
    ("←", Kind::Arrow),
    ("+", Kind::Plus),
    ("-", Kind::Minus),
    ("*", Kind::Star),
    ("/", Kind::Slash),
    ("=", Kind::Relation(Relation::Equal)),
    ("≥", Kind::Relation(Relation::AtLeast)),
    ("≤", Kind::Relation(Relation::AtMost)),
    ("≠", Kind::Relation(Relation::NotEqual)),
    (">", Kind::Relation(Relation::Above)),
    ("<", Kind::Relation(Relation::Below)),
    ("&", Kind::And),
    ("|", Kind::Or),
    ("⊃", Kind::Implies),
];

/// The signs that negate, also as the first part of a relation.
const NOT: &[char] = &['¬', '^', '~'];

/// The token of an operator at the start of the text, and its length.
fn operator(rest: &str) -> Option<(Kind, usize)> {
    if let Some(sign) = rest.chars().next().filter(|c| NOT.contains(c)) {
        let relation = match rest.get(sign.len_utf8()..).and_then(|r| r.chars().next()) {
            Some('=') => Relation::NotEqual,
            Some('>') => Relation::AtMost,
            Some('<') => Relation::AtLeast,
            _ => return Some((Kind::Not, sign.len_utf8())),
        };
        return Some((Kind::Relation(relation), sign.len_utf8() + 1));
    }
    OPERATORS.iter().find(|(s, _)| rest.starts_with(s)).map(|(s, k)| (*k, s.len()))
}

fn begins_word(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '$' | '#' | '@' | '_')
}

fn in_word(c: char) -> bool {
    begins_word(c) || c.is_ascii_digit()
}

struct Lexer<'t, 'p> {
    scanner: Scanner<'t>,
    problems: &'p mut Problems,
}

/// The tokens of a text; the last one is [`Kind::End`].
pub(crate) fn tokens<'t>(text: &'t str, problems: &mut Problems) -> Vec<Token<'t>> {
    let mut lexer = Lexer { scanner: Scanner::new(text), problems };
    let mut tokens = Tokens::default();
    loop {
        lexer.skip_blank();
        let start = lexer.scanner.place();
        let (kind, text) = lexer.token();
        let span = lexer.scanner.since(start);
        if kind == Kind::End {
            return tokens.ended(span);
        }
        tokens.push(kind, text, span);
    }
}

impl<'t> Lexer<'t, '_> {
    fn skip_blank(&mut self) {
        loop {
            self.scanner.take_while(|c| c.is_whitespace() || c == REPLACEMENT || c == '\u{feff}');
            if !self.scanner.rest().starts_with("/*") {
                return;
            }
            let start = self.scanner.place();
            let body = self.scanner.rest().get(2..).and_then(|r| r.find("*/"));
            if body.is_none() {
                self.report(start, Problem::UnterminatedComment);
            }
            self.scanner.take(body.map_or(self.scanner.rest().len(), |n| n + 4));
        }
    }

    fn report(&mut self, start: Position, problem: Problem) {
        self.problems.add(self.scanner.since(start), problem);
    }

    fn token(&mut self) -> (Kind, &'t str) {
        match self.scanner.rest().chars().next() {
            None => (Kind::End, ""),
            Some(c) if begins_word(c) => (Kind::Word, self.scanner.take_while(in_word)),
            Some(c) if c.is_ascii_digit() => self.number(),
            Some('"') => self.symbol(),
            Some('\'') => self.string(),
            Some(c) => match operator(self.scanner.rest()) {
                Some((kind, length)) => (kind, self.scanner.take(length)),
                None => self.bad(c),
            },
        }
    }

    fn number(&mut self) -> (Kind, &'t str) {
        let (from, start) = (self.scanner.at(), self.scanner.place());
        self.scanner.take_while(|c| c.is_ascii_digit());
        let rest = self.scanner.rest();
        let fraction = rest.starts_with('.') && !rest.starts_with("..");
        if !fraction && !rest.starts_with(in_word) {
            let digits = self.scanner.read_from(from);
            if digits.len() <= MAX_DIGITS {
                return (Kind::Number, digits);
            }
            self.report(start, Problem::LongNumber(MAX_DIGITS));
            return (Kind::Bad, digits);
        }
        self.scanner.take_while(|c| in_word(c) || c == '.');
        let text = self.scanner.read_from(from);
        self.report(start, Problem::BadNumber(text.to_owned()));
        (Kind::Bad, text)
    }

    fn symbol(&mut self) -> (Kind, &'t str) {
        let start = self.scanner.place();
        self.scanner.take(1);
        let text = self.scanner.take_while(|c| c != '"' && c != '\n');
        if !self.scanner.rest().starts_with('"') {
            self.report(start, Problem::UnterminatedSymbol);
            return (Kind::Bad, text);
        }
        self.scanner.take(1);
        if !is_symbol(text) {
            self.report(start, Problem::BadSymbol(text.to_owned()));
            return (Kind::Bad, text);
        }
        (Kind::Symbol, text)
    }

    fn string(&mut self) -> (Kind, &'t str) {
        let start = self.scanner.place();
        self.scanner.take(1);
        let text = self.scanner.take_while(|c| c != '\'' && c != '\n');
        if self.scanner.rest().starts_with('\'') {
            self.scanner.take(1);
        }
        self.report(start, Problem::CharacterString);
        (Kind::Bad, text)
    }

    fn bad(&mut self, found: char) -> (Kind, &'t str) {
        let start = self.scanner.place();
        let text = self.scanner.take(found.len_utf8());
        let advice = match found {
            '!' => ": not is `¬`, `^` or `~`, or is `|`",
            '%' => ": the remainder is `MOD(X, Y)`",
            '[' | ']' | '{' | '}' => ": use parentheses",
            _ => "",
        };
        self.report(start, Problem::BadCharacter { found, advice });
        (Kind::Bad, text)
    }
}

/// Whether a text between quotes names a symbolic constant: `A`, `A(1)`, `A(-1)`.
fn is_symbol(text: &str) -> bool {
    let text = text.trim();
    let (name, rest) = text.split_at(text.find(|c| !in_word(c)).unwrap_or(text.len()));
    let subscript = rest.trim();
    let is_number =
        |s: &str| (1..=MAX_DIGITS).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
    let inner = subscript.strip_prefix('(').and_then(|s| s.strip_suffix(')')).map(str::trim);
    let inner = inner.map(|s| s.strip_prefix('-').unwrap_or(s).trim());
    name.starts_with(begins_word) && (subscript.is_empty() || inner.is_some_and(is_number))
}
