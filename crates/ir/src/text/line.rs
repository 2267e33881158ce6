//! Reading one line of the text form.

use effigy_base::sort::Sort;
use effigy_base::source::{Diagnostic, Severity};

/// How much of a line a diagnostic shows, in characters.
const EXCERPT: usize = 120;

/// What went wrong in a line, and the byte offset where.
#[derive(Debug)]
pub(super) struct LineError {
    pub(super) offset: usize,
    pub(super) message: String,
}

pub(super) type LineResult<T> = Result<T, LineError>;

/// Whether names may have this byte without quotes.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')
}

/// Bytes of keywords, operators and finding kinds.
fn is_word_byte(byte: u8) -> bool {
    is_name_byte(byte) || matches!(byte, b'-' | b'=')
}

/// A line and how far it is read. Comments and blanks at the ends are gone.
#[derive(Clone)]
pub(super) struct Line<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Line<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut line = Self { text: without_comment(text).trim_end(), at: 0 };
        line.blanks();
        line
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
    }

    /// How far the line is read, in bytes.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    pub(super) fn at_end(&self) -> bool {
        self.rest().is_empty()
    }

    pub(super) fn error<T>(&self, message: impl Into<String>) -> LineResult<T> {
        Err(LineError { offset: self.at, message: message.into() })
    }

    fn expected<T>(&self, what: &str) -> LineResult<T> {
        match self.rest().split_whitespace().next() {
            None => self.error(format!("expected {what}, found the end of the line")),
            Some(found) => {
                let found: String = found.chars().take(20).collect();
                self.error(format!("expected {what}, found `{found}`"))
            }
        }
    }

    pub(super) fn end(&self) -> LineResult<()> {
        if self.at_end() { Ok(()) } else { self.expected("the end of the line") }
    }

    pub(super) fn starts_with(&self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    pub(super) fn ends_with(&self, text: &str) -> bool {
        self.rest().ends_with(text)
    }

    /// Reads punctuation if it is next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.starts_with(text);
        if found {
            self.at += text.len();
            self.blanks();
        }
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> LineResult<()> {
        if self.eat(text) { Ok(()) } else { self.expected(&format!("`{text}`")) }
    }

    /// Reads bytes while they satisfy `of`, then blanks.
    fn run(&mut self, of: fn(u8) -> bool) -> &'a str {
        let rest = self.rest();
        let len = rest.bytes().take_while(|&b| of(b)).count();
        self.at += len;
        self.blanks();
        rest.get(..len).unwrap_or("")
    }

    /// The next word without reading it; empty when there is none.
    pub(super) fn peek_word(&self) -> &'a str {
        self.clone().run(is_word_byte)
    }

    /// Reads this word if it is next.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        self.peek_word() == word && self.eat(word)
    }

    pub(super) fn word(&mut self, what: &str) -> LineResult<&'a str> {
        let before = self.clone();
        match self.run(is_word_byte) {
            "" => before.expected(what),
            word => Ok(word),
        }
    }

    /// A number: decimal, or hexadecimal after `0x`.
    pub(super) fn number(&mut self, what: &str) -> LineResult<u128> {
        let before = self.clone();
        let digits = self.run(|b| b.is_ascii_alphanumeric());
        let value = match digits.strip_prefix("0x") {
            Some(hex) if !hex.starts_with('+') => u128::from_str_radix(hex, 16),
            _ => digits.parse(),
        };
        match value {
            Ok(value) => Ok(value),
            Err(_) if digits.bytes().all(|b| b.is_ascii_digit()) && !digits.is_empty() => {
                before.error(format!("the number for {what} is too large"))
            }
            Err(_) => before.expected(what),
        }
    }

    /// A number that fits `T`.
    pub(super) fn small<T: TryFrom<u128>>(&mut self, what: &str) -> LineResult<T> {
        let before = self.clone();
        let value = self.number(what)?;
        match T::try_from(value) {
            Ok(value) => Ok(value),
            Err(_) => before.error(format!("{value} is too large for {what}")),
        }
    }

    /// An id such as `%3` after its sigil.
    pub(super) fn index(&mut self, sigil: &str, what: &str) -> LineResult<usize> {
        if !self.starts_with(sigil) {
            return self.expected(what);
        }
        self.at += sigil.len();
        let index: u32 = self.small(what)?;
        Ok(index as usize)
    }

    /// A sort: `bool`, `bv32`, `int`, `array64.8` or `array.int.bool`.
    pub(super) fn sort(&mut self) -> LineResult<Sort> {
        let before = self.clone();
        let word = self.word("a sort")?;
        Sort::parse(word).map_or_else(|| before.expected("a sort such as `bool` or `bv32`"), Ok)
    }

    /// A name after its sigil, plain or in quotes.
    pub(super) fn name(&mut self, sigil: &str) -> LineResult<String> {
        if !self.starts_with(sigil) {
            return self.expected(&format!("a name that starts with `{sigil}`"));
        }
        self.at += sigil.len();
        if self.starts_with("\"") {
            return self.string("a name");
        }
        let before = self.clone();
        match self.run(is_name_byte) {
            "" => before.expected("a name"),
            name => Ok(name.to_owned()),
        }
    }

    /// A string in quotes.
    pub(super) fn string(&mut self, what: &str) -> LineResult<String> {
        if !self.starts_with("\"") {
            return self.expected(&format!("{what} in quotes"));
        }
        let mut value = String::new();
        let mut chars = self.text.get(self.at + 1..).unwrap_or("").char_indices();
        while let Some((offset, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += offset + 2;
                    self.blanks();
                    return Ok(value);
                }
                '\\' => match escape(&mut chars) {
                    Some(c) => value.push(c),
                    None => {
                        let offset = self.at + 1 + offset;
                        return Err(LineError {
                            offset,
                            message: "unknown escape in a string".to_owned(),
                        });
                    }
                },
                c => value.push(c),
            }
        }
        self.error("the string has no closing quote")
    }

    /// Items between an opening that is already read and `close`, with commas.
    pub(super) fn list<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> LineResult<T>,
    ) -> LineResult<Vec<T>> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(close) {
                return Ok(items);
            }
            if !self.eat(",") {
                return self.expected(&format!("`,` or `{close}`"));
            }
        }
    }
}

/// The character of an escape whose backslash is read.
fn escape(chars: &mut std::str::CharIndices<'_>) -> Option<char> {
    match chars.next()?.1 {
        c @ ('"' | '\\') => Some(c),
        'n' => Some('\n'),
        't' => Some('\t'),
        'u' => {
            let (digits, _) = chars.as_str().strip_prefix('{')?.split_once('}')?;
            let code = u32::from_str_radix(digits, 16).ok();
            // The opening brace, the digits and the closing brace.
            chars.nth(digits.chars().count() + 1);
            code.and_then(char::from_u32)
        }
        _ => None,
    }
}

/// The line up to a `;` that stands outside of strings.
fn without_comment(text: &str) -> &str {
    let mut quoted = false;
    let mut escaped = false;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b';' if !quoted => return text.get(..offset).unwrap_or(text),
            _ => {}
        }
    }
    text
}

/// Errors with their places, for a whole text.
pub(super) struct Diagnostics<'a> {
    path: &'a str,
    errors: Vec<Diagnostic>,
}

impl<'a> Diagnostics<'a> {
    pub(super) fn new(path: &'a str) -> Self {
        Self { path, errors: Vec::new() }
    }

    /// Adds an error in the line with this index, counted from 0.
    pub(super) fn add(&mut self, text: &str, index: usize, error: LineError) {
        self.errors.push(Diagnostic {
            severity: Severity::Error,
            message: error.message,
            path: self.path.to_owned(),
            line: u32::try_from(index + 1).unwrap_or(u32::MAX),
            column: u32::try_from(error.offset + 1).unwrap_or(u32::MAX),
            excerpt: text.chars().take(EXCERPT).collect(),
        });
    }

    /// Hands out what `result` holds, or adds its error.
    pub(super) fn keep<T>(&mut self, text: &str, index: usize, result: LineResult<T>) -> Option<T> {
        result.map_err(|error| self.add(text, index, error)).ok()
    }

    /// The errors by their places.
    pub(super) fn into_errors(mut self) -> Vec<Diagnostic> {
        self.errors.sort_by_key(|e| (e.line, e.column));
        self.errors
    }
}
