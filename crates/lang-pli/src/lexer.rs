//! Tokens. All are made at once, so that the parser can look ahead as far as it likes.

use crate::problem::{Problem, Problems};
use crate::tree::Relation;
use effigy_base::text::{self, Position, REPLACEMENT, Span};

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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub kind: Kind,
    pub text: &'t str,
    pub span: Span,
    /// Whether it is the first one in its line.
    pub first_in_line: bool,
}

impl text::Token for Token<'_> {
    type Kind = Kind;
    const END: Self = Token { kind: Kind::End, text: "", span: Span::EMPTY, first_in_line: true };

    fn kind(&self) -> Kind {
        self.kind
    }

    fn span(&self) -> Span {
        self.span
    }
}

impl Token<'_> {
    /// Whether it is this word, in any case.
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text.eq_ignore_ascii_case(word)
    }

    /// Whether an assignment has it between its sides.
    pub fn assigns(&self) -> bool {
        matches!(self.kind, Kind::Arrow | Kind::Relation(Relation::Equal))
    }

    /// The token as messages name it.
    pub fn describe(&self) -> String {
        match self.kind {
            Kind::End => "the end of the text".to_owned(),
            Kind::Symbol => format!("`\"{}\"`", self.text),
            _ => format!("`{}`", self.text),
        }
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
    text: &'t str,
    at: usize,
    place: Position,
    problems: &'p mut Problems,
}

/// The tokens of a text; the last one is [`Kind::End`].
pub(crate) fn tokens<'t>(text: &'t str, problems: &mut Problems) -> Vec<Token<'t>> {
    let mut lexer = Lexer { text, at: 0, place: Position { line: 1, column: 1 }, problems };
    let mut tokens: Vec<Token<'t>> = Vec::new();
    loop {
        lexer.skip_blank();
        let start = lexer.place;
        let (kind, text) = lexer.token();
        let first_in_line = tokens.last().is_none_or(|t| t.span.end.line != start.line);
        tokens.push(Token { kind, text, span: Span { start, end: lexer.place }, first_in_line });
        if kind == Kind::End {
            return tokens;
        }
    }
}

impl<'t> Lexer<'t, '_> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Goes over the next `length` bytes and hands them out.
    fn take(&mut self, length: usize) -> &'t str {
        let taken = self.rest().get(..length).unwrap_or("");
        self.at += taken.len();
        self.place = self.place.behind(taken);
        taken
    }

    fn take_while(&mut self, test: impl Fn(char) -> bool) -> &'t str {
        let length = self.rest().find(|c| !test(c)).unwrap_or(self.rest().len());
        self.take(length)
    }

    fn skip_blank(&mut self) {
        loop {
            self.take_while(|c| c.is_whitespace() || c == REPLACEMENT || c == '\u{feff}');
            if !self.rest().starts_with("/*") {
                return;
            }
            let start = self.place;
            let body = self.rest().get(2..).and_then(|r| r.find("*/"));
            if body.is_none() {
                self.report(start, Problem::UnterminatedComment);
            }
            self.take(body.map_or(self.rest().len(), |n| n + 4));
        }
    }

    fn report(&mut self, start: Position, problem: Problem) {
        self.problems.add(Span { start, end: self.place }, problem);
    }

    fn token(&mut self) -> (Kind, &'t str) {
        match self.rest().chars().next() {
            None => (Kind::End, ""),
            Some(c) if begins_word(c) => (Kind::Word, self.take_while(in_word)),
            Some(c) if c.is_ascii_digit() => self.number(),
            Some('"') => self.symbol(),
            Some('\'') => self.string(),
            Some(c) => match operator(self.rest()) {
                Some((kind, length)) => (kind, self.take(length)),
                None => self.bad(c),
            },
        }
    }

    fn number(&mut self) -> (Kind, &'t str) {
        let (from, start) = (self.at, self.place);
        self.take_while(|c| c.is_ascii_digit());
        let rest = self.rest();
        let fraction = rest.starts_with('.') && !rest.starts_with("..");
        if !fraction && !rest.starts_with(in_word) {
            let digits = self.text.get(from..self.at).unwrap_or("");
            if digits.len() <= MAX_DIGITS {
                return (Kind::Number, digits);
            }
            self.report(start, Problem::LongNumber(MAX_DIGITS));
            return (Kind::Bad, digits);
        }
        self.take_while(|c| in_word(c) || c == '.');
        let text = self.text.get(from..self.at).unwrap_or("");
        self.report(start, Problem::BadNumber(text.to_owned()));
        (Kind::Bad, text)
    }

    fn symbol(&mut self) -> (Kind, &'t str) {
        let start = self.place;
        self.take(1);
        let text = self.take_while(|c| c != '"' && c != '\n');
        if !self.rest().starts_with('"') {
            self.report(start, Problem::UnterminatedSymbol);
            return (Kind::Bad, text);
        }
        self.take(1);
        if !is_symbol(text) {
            self.report(start, Problem::BadSymbol(text.to_owned()));
            return (Kind::Bad, text);
        }
        (Kind::Symbol, text)
    }

    fn string(&mut self) -> (Kind, &'t str) {
        let start = self.place;
        self.take(1);
        let text = self.take_while(|c| c != '\'' && c != '\n');
        if self.rest().starts_with('\'') {
            self.take(1);
        }
        self.report(start, Problem::CharacterString);
        (Kind::Bad, text)
    }

    fn bad(&mut self, found: char) -> (Kind, &'t str) {
        let start = self.place;
        let text = self.take(found.len_utf8());
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
