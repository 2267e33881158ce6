//! Tokens of the assembly language, made one at a time; nothing is copied.

use crate::ast::Span;
use memchr::memchr;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The end of the text.
    End,
    /// `%name`, `%"name"`, `%5`.
    Local,
    /// `@name`, `@"name"`, `@5`.
    Global,
    /// `!5`, `!name`, or a bare `!`.
    Meta,
    /// `#5` or `#dbg_value`.
    Hash,
    /// `$name`.
    Comdat,
    /// A keyword, a type, or another bare word.
    Word,
    /// A number, in any of its forms that start with a digit or a sign.
    Number,
    /// A word, a number or a string with a colon right behind it; the text is without the colon.
    Label,
    /// `"..."`; the text is without the quotes.
    Str,
    /// `c"..."`; the text is without the quotes.
    Bytes,
    /// `...`.
    Ellipsis,
    /// One character of punctuation.
    Punct(u8),
    /// Something that is no token.
    Bad,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    /// What it is.
    pub kind: Kind,
    /// Its text; for names without the sigil, quotes stay.
    pub text: &'t str,
    /// Where it starts, with its sigil.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
    /// Whether a line starts between the token before and this one.
    pub first_in_line: bool,
}

impl Token<'_> {
    /// The token's place.
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.end }
    }
}

/// Makes tokens from `text`, starting and ending where told.
#[derive(Clone, Copy)]
pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    end: usize,
}

fn is_word_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$' | b'-')
}

impl<'t> Lexer<'t> {
    /// Tokens of `text[start..end]`.
    pub fn new(text: &'t str, start: usize, end: usize) -> Self {
        Self { text, at: start, end: end.min(text.len()) }
    }

    /// Where the next token is looked for.
    pub fn position(&self) -> usize {
        self.at
    }

    fn byte(&self, at: usize) -> u8 {
        if at < self.end { self.text.as_bytes().get(at).copied().unwrap_or(0) } else { 0 }
    }

    fn rest(&self, from: usize) -> &'t [u8] {
        self.text.as_bytes().get(from..self.end).unwrap_or(&[])
    }

    fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or("")
    }

    /// Skips blanks and comments; whether a line ended.
    fn skip_blank(&mut self) -> bool {
        let mut newline = false;
        while self.at < self.end {
            match self.byte(self.at) {
                b'\n' => newline = true,
                b' ' | b'\t' | b'\r' => {}
                b';' => {
                    self.at = memchr(b'\n', self.rest(self.at)).map_or(self.end, |n| self.at + n);
                    continue;
                }
                _ => break,
            }
            self.at += 1;
        }
        newline
    }

    /// The next token.
    pub fn next(&mut self) -> Token<'t> {
        let first_in_line = self.skip_blank() || self.at == 0;
        let start = self.at;
        let (kind, text, end) = self.scan(start);
        self.at = end;
        Token { kind, text, start: start as u32, end: end as u32, first_in_line }
    }

    fn scan(&self, start: usize) -> (Kind, &'t str, usize) {
        if start >= self.end {
            return (Kind::End, "", start);
        }
        let b = self.byte(start);
        match b {
            b'%' => self.name(start, Kind::Local),
            b'@' => self.name(start, Kind::Global),
            b'$' if self.byte(start + 1) == b'"' || is_word_byte(self.byte(start + 1)) => {
                self.name(start, Kind::Comdat)
            }
            b'!' if self.byte(start + 1) != b'"' => self.name(start, Kind::Meta),
            b'#' => self.name(start, Kind::Hash),
            b'"' => self.string(start, start, Kind::Str),
            b'c' if self.byte(start + 1) == b'"' => self.string(start, start + 1, Kind::Bytes),
            b'.' if self.rest(start).starts_with(b"...") => (Kind::Ellipsis, "...", start + 3),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' => self.word(start),
            b'0'..=b'9' | b'-' | b'+' => self.number(start),
            b'!' | b'=' | b',' | b'*' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>'
            | b'|' | b':' | b'^' => (Kind::Punct(b), self.slice(start, start + 1), start + 1),
            _ => {
                let length =
                    self.text.get(start..).and_then(|t| t.chars().next()).map_or(1, char::len_utf8);
                (Kind::Bad, self.slice(start, start + length), start + length)
            }
        }
    }

    fn word_end(&self, from: usize) -> usize {
        let length = self.rest(from).iter().position(|b| !is_word_byte(*b));
        length.map_or(self.end, |n| from + n)
    }

    fn name(&self, start: usize, kind: Kind) -> (Kind, &'t str, usize) {
        let from = start + 1;
        if self.byte(from) == b'"' {
            let (found, _, end) = self.string(start, from, kind);
            let text = self.slice(from, end);
            let plain = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
            let bare =
                plain.bytes().all(is_word_byte) && !plain.starts_with(|c: char| c.is_ascii_digit());
            return (found, if bare && !plain.is_empty() { plain } else { text }, end);
        }
        let mut end = self.word_end(from);
        while kind == Kind::Meta && self.byte(end) == b'\\' {
            end = self.word_end(end + 1);
        }
        if end == from && kind != Kind::Meta {
            return (Kind::Bad, self.slice(start, end), end);
        }
        (kind, self.slice(from, end), end)
    }

    fn string(&self, start: usize, quote: usize, kind: Kind) -> (Kind, &'t str, usize) {
        match memchr(b'"', self.rest(quote + 1)) {
            None => (Kind::Bad, self.slice(start, start + 1), self.end),
            Some(n) => {
                let end = quote + 1 + n;
                if kind == Kind::Str && self.byte(end + 1) == b':' {
                    return (Kind::Label, self.slice(quote, end + 1), end + 2);
                }
                (kind, self.slice(quote + 1, end), end + 1)
            }
        }
    }

    fn word(&self, start: usize) -> (Kind, &'t str, usize) {
        let end = self.word_end(start);
        if self.byte(end) == b':' {
            return (Kind::Label, self.slice(start, end), end + 1);
        }
        (Kind::Word, self.slice(start, end), end)
    }

    fn number(&self, start: usize) -> (Kind, &'t str, usize) {
        let mut end = start + 1;
        let is_hex = self.byte(start) == b'0' && self.byte(start + 1) == b'x';
        loop {
            let b = self.byte(end);
            let sign =
                matches!(b, b'+' | b'-') && !is_hex && matches!(self.byte(end - 1), b'e' | b'E');
            if !(sign || b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_')) {
                break;
            }
            end += 1;
        }
        if self.byte(end) == b':' {
            return (Kind::Label, self.slice(start, end), end + 1);
        }
        if end == start + 1 && !self.byte(start).is_ascii_digit() {
            return (Kind::Bad, self.slice(start, end), end);
        }
        (Kind::Number, self.slice(start, end), end)
    }
}

/// Replaces the escapes `\XX` and `\\` of a string or a quoted name.
pub(crate) fn unescape(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|r| !r.is_empty()) {
        let Some(n) = memchr(b'\\', rest) else {
            out.extend_from_slice(rest);
            break;
        };
        out.extend(rest.iter().take(n));
        let digit = |i: usize| rest.get(n + i).and_then(|b| (*b as char).to_digit(16));
        if let (Some(high), Some(low)) = (digit(1), digit(2)) {
            out.push((high * 16 + low) as u8);
            at += n + 3;
        } else {
            out.push(b'\\');
            at += n + if rest.get(n + 1) == Some(&b'\\') { 2 } else { 1 };
        }
    }
    out
}

/// A name without its quotes and escapes.
pub(crate) fn plain_name(text: &str) -> String {
    match text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
        Some(inner) => String::from_utf8_lossy(&unescape(inner)).into_owned(),
        None => text.to_owned(),
    }
}

/// Where the line that holds `at` ends: at its newline, or at the end of the text.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or(&[]);
    memchr(b'\n', rest).map_or(text.len(), |n| at + n)
}
