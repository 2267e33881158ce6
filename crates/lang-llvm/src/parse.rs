//! The recursive descent parser: a cursor over tokens with what all grammars share.

mod attribute;
mod block;
mod call;
mod constant;
mod function;
mod header;
mod inst;
mod local;
mod memory;
mod number;
mod record;
mod terminator;
mod ty;
mod vector;

pub(crate) use function::parse_body;
pub(crate) use header::{Head, parse_alias, parse_function, parse_variable};

use crate::ast::{Constant, FnId, Function, Span, StructId, Symbol, Type, TypedConstant};
use crate::layout::TypeTable;
use crate::lexer::{Kind, Lexer, Token};
use effigy_base::id::IdVec;
use rustc_hash::{FxHashMap, FxHashSet};

/// How deep types, constants and brackets may nest.
pub(crate) const MAX_DEPTH: u32 = 100;

/// What is wrong at a place of the text.
#[derive(Debug)]
pub(crate) struct ParseError {
    /// The byte where it is wrong.
    pub at: u32,
    /// What is wrong, one sentence without the end mark.
    pub message: String,
}

/// The answer of a parser.
pub(crate) type Parse<T> = Result<T, ParseError>;

/// The names that the top level of a module defines.
#[derive(Default)]
pub(crate) struct Names {
    /// Struct types by name, quotes and escapes resolved.
    pub structs: FxHashMap<Box<str>, StructId>,
    /// Symbols by name, quotes and escapes resolved.
    pub symbols: FxHashMap<Box<str>, Symbol>,
    /// The attribute groups that say `noreturn`.
    pub noreturn: FxHashSet<u32>,
}

/// What a parser may look up.
#[derive(Clone, Copy)]
pub(crate) struct Context<'t> {
    /// The module's text.
    pub text: &'t str,
    /// The names of the top level.
    pub names: &'t Names,
    /// Struct bodies and sizes; empty while the top level is read.
    pub types: &'t TypeTable,
    /// The heads of the functions; empty while the top level is read.
    pub functions: &'t IdVec<FnId, Function>,
}

/// A cursor over the tokens of a part of the text.
pub(crate) struct Parser<'t> {
    context: Context<'t>,
    lexer: Lexer<'t>,
    pub(crate) token: Token<'t>,
    last_end: u32,
    depth: u32,
}

impl<'t> Parser<'t> {
    /// A parser of the text in `span`.
    pub fn new(context: Context<'t>, span: Span) -> Self {
        let mut lexer = Lexer::new(context.text, span.start as usize, span.end as usize);
        let token = lexer.next();
        Self { context, lexer, token, last_end: span.start, depth: 0 }
    }

    /// Takes the token at the cursor.
    pub(crate) fn bump(&mut self) -> Token<'t> {
        let taken = self.token;
        self.last_end = taken.end;
        self.token = self.lexer.next();
        taken
    }

    /// The token behind the one at the cursor.
    fn second(&self) -> Token<'t> {
        let mut ahead = self.lexer;
        ahead.next()
    }

    /// An error at the cursor: what was expected, what is there.
    pub(crate) fn expected<T>(&self, what: &str) -> Parse<T> {
        let found = match self.token.kind {
            Kind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", short(self.token.text)),
        };
        self.fail(self.token.start, format!("expected {what}, found {found}"))
    }

    fn fail<T>(&self, at: u32, message: String) -> Parse<T> {
        Err(ParseError { at, message })
    }

    pub(crate) fn is_punct(&self, punct: u8) -> bool {
        self.token.kind == Kind::Punct(punct)
    }

    fn is_word(&self, word: &str) -> bool {
        self.token.kind == Kind::Word && self.token.text == word
    }

    pub(crate) fn eat_punct(&mut self, punct: u8) -> bool {
        let found = self.is_punct(punct);
        if found {
            self.bump();
        }
        found
    }

    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    pub(crate) fn expect_punct(&mut self, punct: u8) -> Parse<()> {
        if self.eat_punct(punct) { Ok(()) } else { self.expected(&format!("`{}`", punct as char)) }
    }

    fn expect_word(&mut self, word: &str) -> Parse<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    /// Takes a comma when the token behind it is no metadata (`, !dbg !5` ends the operands).
    fn eat_comma(&mut self) -> bool {
        self.is_punct(b',') && self.second().kind != Kind::Meta && self.eat_punct(b',')
    }

    /// Takes `, word`.
    fn eat_comma_word(&mut self, word: &str) -> bool {
        let second = self.second();
        let found = self.is_punct(b',') && second.kind == Kind::Word && second.text == word;
        if found {
            self.bump();
            self.bump();
        }
        found
    }

    /// Takes words as long as they are among `words`.
    fn eat_words(&mut self, words: &[&str]) {
        while self.token.kind == Kind::Word && words.contains(&self.token.text) {
            self.bump();
        }
    }

    /// Runs `parse` one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            return self
                .fail(self.token.start, format!("nested more than {MAX_DEPTH} levels deep"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Takes an opening bracket and all up to the one that closes it, without recursion.
    pub(crate) fn skip_brackets(&mut self) -> Parse<()> {
        let open = self.token.start;
        let mut depth = 0_u32;
        loop {
            match self.token.kind {
                Kind::Punct(b'(' | b'[' | b'{') => depth += 1,
                Kind::Punct(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                Kind::End => return self.fail(open, "this bracket is never closed".to_owned()),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// A decimal number that fits `u64`.
    fn number(&mut self, what: &str) -> Parse<u64> {
        match self.token.text.parse() {
            Ok(value) if self.token.kind == Kind::Number => {
                self.bump();
                Ok(value)
            }
            _ => self.expected(what),
        }
    }

    /// A decimal number that fits `u32`.
    fn number32(&mut self, what: &str) -> Parse<u32> {
        let at = self.token.start;
        let value = self.number(what)?;
        u32::try_from(value).or_else(|_| self.fail(at, format!("{what} is too large")))
    }

    /// An error unless everything was taken.
    pub(crate) fn expect_end(&self) -> Parse<()> {
        if self.token.kind == Kind::End { Ok(()) } else { self.expected("the end") }
    }
}

/// Parses the text in `span` as what an alias stands for: an address, whose type is only written before a name.
pub(crate) fn parse_alias_target(context: Context<'_>, span: Span) -> Parse<TypedConstant> {
    let mut parser = Parser::new(context, span);
    let ty = if parser.at_type() { parser.value_type()? } else { Type::Ptr(0) };
    let value = parser.constant(&ty)?;
    parser.expect_end()?;
    Ok(TypedConstant { ty, value })
}

/// Parses the text in `span` as one constant of type `ty`.
pub(crate) fn parse_value(context: Context<'_>, ty: &Type, span: Span) -> Parse<Constant> {
    let mut parser = Parser::new(context, span);
    let value = parser.constant(ty)?;
    parser.expect_end()?;
    Ok(value)
}

/// Text for a message, cut to a readable length.
pub(crate) fn short(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain("...".chars()).collect()
}
