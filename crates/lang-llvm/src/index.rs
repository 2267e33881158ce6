//! The first pass over a module: finds what stands at the top level, line by line, and reads almost nothing of it.

use crate::ast::{AliasId, FnId, Span, StructId, Symbol, VarId};
use crate::lexer::{Kind, Lexer, Token, line_end, plain_name};
use crate::parse::{Head, Names, ParseError};
use effigy_base::id::Id;
use memchr::memmem;

/// Where everything of the top level is.
#[derive(Default)]
pub(crate) struct Index {
    /// The names, with ids in the order of the lists below.
    pub names: Names,
    /// The definitions of struct types.
    pub structs: Vec<(Box<str>, Span)>,
    /// The functions.
    pub functions: Vec<Head>,
    /// The global variables.
    pub variables: Vec<Head>,
    /// The aliases.
    pub aliases: Vec<Head>,
    /// The numbered metadata nodes: number and text behind the `=`.
    pub metadata: Vec<(u32, Span)>,
    /// The text of `target datalayout`.
    pub data_layout: String,
    /// The text of `target triple`.
    pub triple: String,
}

/// Finds a needle going forward; a search is never repeated.
struct Finder<'n> {
    finder: memmem::Finder<'n>,
    next: Option<usize>,
}

impl<'n> Finder<'n> {
    fn new(needle: &'n [u8]) -> Self {
        Self { finder: memmem::Finder::new(needle), next: None }
    }

    /// The first place at or behind `at`; the end of the text when there is none.
    fn from(&mut self, text: &str, at: usize) -> usize {
        match self.next {
            Some(next) if next >= at => next,
            _ => {
                let rest = text.as_bytes().get(at..).unwrap_or(&[]);
                let found = self.finder.find(rest).map_or(text.len(), |n| at + n);
                self.next = Some(found);
                found
            }
        }
    }
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
    close: Finder<'static>,
    define: Finder<'static>,
    index: Index,
}

fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}

fn fail<T>(at: usize, message: impl Into<String>) -> Result<T, ParseError> {
    Err(ParseError { at: at as u32, message: message.into() })
}

/// Finds what stands at the top level of `text`.
pub(crate) fn index(text: &str) -> Result<Index, ParseError> {
    if u32::try_from(text.len()).is_err() {
        return fail(0, "the module is larger than 4 GB");
    }
    let close = Finder::new(b"\n}");
    let define = Finder::new(b"\ndefine ");
    let mut scan = Scan { text, at: 0, close, define, index: Index::default() };
    while scan.at < text.len() {
        scan.entity()?;
    }
    Ok(scan.index)
}

impl<'t> Scan<'t> {
    fn rest(&self) -> &'t [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or(&[])
    }

    fn entity(&mut self) -> Result<(), ParseError> {
        let rest = self.rest();
        match rest.first() {
            Some(b'!') => self.metadata(),
            Some(b' ' | b'\t' | b'\r' | b'\n') => {
                self.at += 1;
                Ok(())
            }
            Some(b'@') => self.symbol(),
            Some(b'%') => self.struct_type(),
            Some(b'd') if rest.starts_with(b"define") => self.define(),
            Some(b'd') if rest.starts_with(b"declare") => self.declare(),
            Some(b'a') if rest.starts_with(b"attributes") => self.attributes(),
            Some(b't') if rest.starts_with(b"target") => self.target(),
            Some(b';' | b'$' | b'^') => self.skip_line(),
            Some(b's') if rest.starts_with(b"source_filename") => self.skip_line(),
            Some(b'm') if rest.starts_with(b"module asm") => self.skip_line(),
            Some(b'u') if rest.starts_with(b"uselistorder") => self.skip_line(),
            _ => fail(self.at, "expected a definition, a declaration, a type or metadata"),
        }
    }

    fn skip_line(&mut self) -> Result<(), ParseError> {
        self.at = line_end(self.text, self.at);
        Ok(())
    }

    /// Where an entity ends: at its line, or with lines that are indented or only close brackets.
    fn entity_end(&self) -> usize {
        let mut end = line_end(self.text, self.at);
        while let Some(b' ' | b'\t' | b']' | b'}' | b')' | b'>') = self.text.as_bytes().get(end + 1)
        {
            end = line_end(self.text, end + 1);
        }
        end
    }

    fn metadata(&mut self) -> Result<(), ParseError> {
        let end = self.entity_end();
        let rest = self.rest();
        let digits = rest.iter().skip(1).take_while(|b| b.is_ascii_digit()).count();
        if digits > 0 {
            let number =
                self.text.get(self.at + 1..self.at + 1 + digits).and_then(|n| n.parse().ok());
            let from = self.at + 1 + digits;
            let blanks = rest.iter().skip(1 + digits).take_while(|b| **b == b' ').count();
            let (Some(number), Some(b'=')) = (number, rest.get(1 + digits + blanks)) else {
                return fail(self.at, "expected a metadata node `!N = ...`");
            };
            self.index.metadata.push((number, span(from + blanks + 1, end)));
        }
        self.at = end;
        Ok(())
    }

    fn add_symbol(&mut self, token: Token<'_>, symbol: Symbol) -> Result<(), ParseError> {
        let name = plain_name(token.text).into_boxed_str();
        match self.index.names.symbols.insert(name, symbol) {
            None => Ok(()),
            Some(_) => fail(
                token.start as usize,
                format!("`@{}` is defined twice", crate::parse::short(token.text)),
            ),
        }
    }

    fn symbol(&mut self) -> Result<(), ParseError> {
        let end = self.entity_end();
        let head = Head { span: span(self.at, end), body: None };
        let mut lexer = Lexer::new(self.text, self.at, end);
        let name = lexer.next();
        if name.kind != Kind::Global {
            return fail(self.at, "expected a name `@...`");
        }
        let symbol = loop {
            let token = lexer.next();
            match (token.kind, token.text) {
                (Kind::Word, "global" | "constant") => {
                    self.index.variables.push(head);
                    break Symbol::Variable(VarId::from_index(self.index.variables.len() - 1));
                }
                (Kind::Word, "alias" | "ifunc") => {
                    self.index.aliases.push(head);
                    break Symbol::Alias(AliasId::from_index(self.index.aliases.len() - 1));
                }
                (Kind::End, _) => {
                    return fail(self.at, "expected `global`, `constant`, `alias` or `ifunc`");
                }
                _ => {}
            }
        };
        self.add_symbol(name, symbol)?;
        self.at = end;
        Ok(())
    }

    fn struct_type(&mut self) -> Result<(), ParseError> {
        let end = self.entity_end();
        let mut lexer = Lexer::new(self.text, self.at, end);
        let (name, equals, keyword) = (lexer.next(), lexer.next(), lexer.next());
        if name.kind != Kind::Local || equals.kind != Kind::Punct(b'=') || keyword.text != "type" {
            return fail(self.at, "expected `%name = type ...`");
        }
        let plain = plain_name(name.text).into_boxed_str();
        let id = StructId::from_index(self.index.structs.len());
        self.index.structs.push((plain.clone(), span(lexer.position(), end)));
        if self.index.names.structs.insert(plain, id).is_some() {
            return fail(self.at, "this type is defined twice");
        }
        self.at = end;
        Ok(())
    }

    fn attributes(&mut self) -> Result<(), ParseError> {
        let end = self.entity_end();
        let mut lexer = Lexer::new(self.text, self.at, end);
        lexer.next();
        let group = lexer.next();
        let (Kind::Hash, Ok(number)) = (group.kind, group.text.parse()) else {
            return fail(self.at, "expected `attributes #N = { ... }`");
        };
        loop {
            let token = lexer.next();
            match token.kind {
                Kind::End => break,
                Kind::Word if token.text == "noreturn" => {
                    self.index.names.noreturn.insert(number);
                }
                _ => {}
            }
        }
        self.at = end;
        Ok(())
    }

    fn target(&mut self) -> Result<(), ParseError> {
        let end = line_end(self.text, self.at);
        let mut lexer = Lexer::new(self.text, self.at, end);
        let (_, key, _, value) = (lexer.next(), lexer.next(), lexer.next(), lexer.next());
        match (key.text, value.kind) {
            ("datalayout", Kind::Str) => self.index.data_layout = value.text.to_owned(),
            ("triple", Kind::Str) => self.index.triple = value.text.to_owned(),
            _ => {
                return fail(
                    self.at,
                    "expected `target datalayout = \"...\"` or `target triple = \"...\"`",
                );
            }
        }
        self.at = end;
        Ok(())
    }

    /// Takes the tokens up to the name of a function.
    fn function_name(&self, lexer: &mut Lexer<'t>) -> Result<Token<'t>, ParseError> {
        loop {
            let token = lexer.next();
            match token.kind {
                Kind::Global => return Ok(token),
                Kind::End => return fail(self.at, "expected the name of a function"),
                _ => {}
            }
        }
    }

    fn add_function(&mut self, name: Token<'_>, head: Head) -> Result<(), ParseError> {
        let id = FnId::from_index(self.index.functions.len());
        self.index.functions.push(head);
        self.add_symbol(name, Symbol::Function(id))
    }

    fn declare(&mut self) -> Result<(), ParseError> {
        let end = self.entity_end();
        let name = self.function_name(&mut Lexer::new(self.text, self.at, end))?;
        self.add_function(name, Head { span: span(self.at, end), body: None })?;
        self.at = end;
        Ok(())
    }

    fn define(&mut self) -> Result<(), ParseError> {
        let mut lexer = Lexer::new(self.text, self.at, self.text.len());
        let name = self.function_name(&mut lexer)?;
        let end = line_end(self.text, name.start as usize);
        let head = self.text.get(self.at..end).unwrap_or("").trim_end();
        let open = self.at + head.len();
        let close = self.close.from(self.text, open.saturating_sub(1));
        let ended = close < self.text.len() && self.define.from(self.text, open) >= close;
        if head.ends_with('{') && ended {
            self.add_function(
                name,
                Head { span: span(self.at, open - 1), body: Some(span(open, close + 1)) },
            )?;
            self.at = close + 2;
            return Ok(());
        }
        let open = skip_to_body(&mut lexer, name.start as usize)?;
        let close = skip_body(&mut lexer, open)?;
        self.add_function(
            name,
            Head { span: span(self.at, open), body: Some(span(open + 1, close)) },
        )?;
        self.at = close + 1;
        Ok(())
    }
}

/// The place of the brace that opens a body, behind the name.
fn skip_to_body(lexer: &mut Lexer<'_>, at: usize) -> Result<usize, ParseError> {
    let mut depth = 0_u32;
    loop {
        let token = lexer.next();
        match token.kind {
            Kind::Punct(b'{') if depth == 0 => return Ok(token.start as usize),
            Kind::Punct(b'(' | b'{' | b'[') => depth += 1,
            Kind::Punct(b')' | b'}' | b']') => depth = depth.saturating_sub(1),
            Kind::End => return fail(at, "this function has no body"),
            _ => {}
        }
    }
}

/// The place of the brace that closes a body.
fn skip_body(lexer: &mut Lexer<'_>, open: usize) -> Result<usize, ParseError> {
    let mut depth = 1_u32;
    loop {
        let token = lexer.next();
        match token.kind {
            Kind::Punct(b'{') => depth += 1,
            Kind::Punct(b'}') => depth -= 1,
            Kind::End => return fail(open, "this body is never closed"),
            _ => {}
        }
        if depth == 0 {
            return Ok(token.start as usize);
        }
    }
}
