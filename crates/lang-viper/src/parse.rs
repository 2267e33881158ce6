//! The parser: tokens to a syntax tree, with recovery at members and at statements.

mod expression;
mod member;
mod statement;

use crate::lexer::{Kind, RESERVED, Token, tokens};
use crate::problem::{PARSER, Problems};
use crate::syntax::{Formal, Member, Name, TypeExpr};
use crate::tree::{Annotation, Place};
use effigy_base::source::FileId;
use effigy_base::text::{Cursor, Hint, Span};
use std::sync::Arc;

/// How deep statements and expressions nest.
pub const MAX_NESTING: usize = 256;
/// How many operators one expression has above each other.
pub const MAX_OPERATORS: u32 = 500;
/// How many operands and operators one expression has.
pub const MAX_SIZE: u32 = 200_000;

/// An error that is already among the problems.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported;

/// What a part of the parser returns.
type Parse<T> = Result<T, Reported>;

/// Reads the members of a text.
pub(crate) fn members(file: FileId, text: &str, problems: &mut Problems) -> Vec<Member> {
    let tokens =
        tokens(text, |span, message| problems.error(Place { file, span }, PARSER, message));
    let mut parser =
        Parser { cursor: Cursor::new(tokens), file, depth: 0, in_macro: false, problems };
    parser.program()
}

/// The parser of one text.
struct Parser<'t, 'p> {
    cursor: Cursor<Token<'t>>,
    file: FileId,
    depth: usize,
    /// Whether this is the body of a macro, which defines no other.
    in_macro: bool,
    problems: &'p mut Problems,
}

impl<'t> Parser<'t, '_> {
    fn place(&self, span: Span) -> Place {
        Place { file: self.file, span }
    }

    fn report(&mut self, span: Span, message: impl Into<String>) {
        let place = self.place(span);
        self.problems.error(place, PARSER, message);
    }

    fn fail<T>(&mut self, span: Span, message: impl Into<String>) -> Parse<T> {
        self.report(span, message);
        Err(Reported)
    }

    /// Reports that something else was expected at the next token.
    fn expected<T>(&mut self, expected: &str) -> Parse<T> {
        let token = self.cursor.peek();
        if token.kind == Kind::Bad {
            return Err(Reported);
        }
        self.fail(token.span, format!("expected {expected}, found {}", token.describe()))
    }

    /// Whether the next token is this word or symbol.
    fn at(&self, text: &str) -> bool {
        let token = self.cursor.peek();
        token.text == text && token.kind != Kind::Text
    }

    fn eat(&mut self, text: &str) -> bool {
        let is = self.at(text);
        if is {
            self.cursor.advance();
        }
        is
    }

    fn expect(&mut self, text: &str) -> Parse<Token<'t>> {
        if self.at(text) { Ok(self.cursor.advance()) } else { self.expected(&format!("`{text}`")) }
    }

    fn name(&mut self, expected: &str) -> Parse<Name> {
        let token = self.cursor.peek();
        if token.is_name() {
            self.cursor.advance();
            return Ok(Name { text: token.text.into(), place: self.place(token.span) });
        }
        if token.kind == Kind::Word {
            let message = format!(
                "expected {expected}, found `{}`, which is a word of the language",
                token.text
            );
            return self.fail(token.span, message);
        }
        self.expected(expected)
    }

    /// A text in quotes, without them.
    fn text(&mut self, expected: &str) -> Parse<Arc<str>> {
        let token = self.cursor.peek();
        if token.kind != Kind::Text {
            return self.expected(expected);
        }
        self.cursor.advance();
        Ok(token.text.trim_matches('"').into())
    }

    /// From the start of `start` to the end of the last token that was taken.
    fn since(&self, start: Span) -> Place {
        self.place(start.to(self.cursor.last_span()))
    }

    /// Elements with commas between them, up to `end`, which is taken.
    fn list<T>(
        &mut self,
        end: &str,
        mut element: impl FnMut(&mut Self) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        let mut list = Vec::new();
        if self.eat(end) {
            return Ok(list);
        }
        loop {
            list.push(element(self)?);
            if self.eat(end) {
                return Ok(list);
            }
            if !self.eat(",") {
                return self.expected(&format!("`,` or `{end}`"));
            }
        }
    }

    /// One or more elements with commas between them.
    fn some<T>(&mut self, mut element: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let mut list = vec![element(self)?];
        while self.eat(",") {
            list.push(element(self)?);
        }
        Ok(list)
    }

    fn formal(&mut self) -> Parse<Formal> {
        let name = self.name("a name")?;
        self.expect(":")?;
        Ok(Formal { name, ty: self.type_expr()? })
    }

    fn formals(&mut self) -> Parse<Vec<Formal>> {
        self.expect("(")?;
        self.list(")", Self::formal)
    }

    fn type_expr(&mut self) -> Parse<TypeExpr> {
        let token = self.cursor.peek();
        let word = token.text;
        let count = match word {
            "Seq" | "Set" | "Multiset" => Some(1),
            "Map" => Some(2),
            "Int" | "Bool" | "Perm" | "Ref" | "Rational" => Some(0),
            _ => None,
        };
        if count.is_none() && !token.is_name() {
            return self.expected("a type");
        }
        self.cursor.advance();
        let name = Name { text: word.into(), place: self.place(token.span) };
        if word == "Rational" {
            let message = "`Rational` is deprecated: use `Perm`";
            self.problems.warning(name.place, PARSER, message);
        }
        let mut arguments = None;
        if count != Some(0) && (self.at("[") || count.is_some()) {
            self.expect("[")?;
            let list = self.nested(|p| p.list("]", Self::type_expr))?;
            if count.is_some_and(|n| n != list.len()) {
                let message =
                    format!("`{word}` needs {} in brackets", counted(count.unwrap_or(0), "type"));
                return self.fail(token.span, message);
            }
            arguments = Some(list);
        }
        Ok(TypeExpr { name, arguments, place: self.since(token.span) })
    }

    /// `@key("value", ...)`, as many as there are.
    fn annotations(&mut self) -> Parse<Vec<Annotation>> {
        let mut list = Vec::new();
        while self.at("@") {
            list.push(self.annotation()?);
        }
        Ok(list)
    }

    fn annotation(&mut self) -> Parse<Annotation> {
        self.expect("@")?;
        let mut key = String::new();
        loop {
            let token = self.cursor.peek();
            if token.kind != Kind::Word {
                return self.expected("the name of an annotation");
            }
            key.push_str(self.cursor.advance().text);
            if !self.eat(".") {
                break;
            }
            key.push('.');
        }
        self.expect("(")?;
        let values = self.list(")", |p| p.text("a text in quotes"))?;
        Ok(Annotation { key: key.into(), values })
    }

    /// Runs `inside` one level deeper.
    fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_NESTING {
            let span = self.cursor.peek().span;
            self.cursor.seek_end();
            return self.fail(span, format!("nested deeper than {MAX_NESTING}"));
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    /// The word of the language that was probably meant by a name.
    fn near_word(&self, word: &str) -> Hint {
        Hint::nearest(word, RESERVED.iter().copied())
    }
}

/// `1 type`, `2 types`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
