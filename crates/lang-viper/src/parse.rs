//! The parser: tokens to a syntax tree, with recovery at members and at statements.

mod expression;
mod member;
mod statement;

use crate::lexer::{Kind, RESERVED, Token, is_name, tokens};
use crate::limits::MAX_NESTING;
use crate::problem::{PARSER, Problems};
use crate::syntax::{Formal, Member, Name, TypeExpr};
use crate::tree::{Annotation, Place};
use effigy_base::source::FileId;
use effigy_base::text::{Hint, Span};
use effigy_syntax::{Cursor, Parse, TokenParser};
use std::borrow::Cow;
use std::sync::Arc;

/// Reads the members of a text.
pub(crate) fn members(file: FileId, text: &str, problems: &mut Problems) -> Vec<Member> {
    let tokens =
        tokens(text, |span, message| problems.error(Place { file, span }, PARSER, message));
    let mut parser = Parser { cursor: Cursor::new(tokens), file, in_macro: false, problems };
    parser.program()
}

/// The parser of one text.
struct Parser<'t, 'p> {
    cursor: Cursor<'t, Kind>,
    file: FileId,
    /// Whether this is the body of a macro, which defines no other.
    in_macro: bool,
    problems: &'p mut Problems,
}

impl<'t> TokenParser<'t> for Parser<'t, '_> {
    type Kind = Kind;
    type Problem = String;
    const MAX_NESTING: usize = MAX_NESTING;

    fn cursor(&self) -> &Cursor<'t, Kind> {
        &self.cursor
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'t, Kind> {
        &mut self.cursor
    }

    fn report(&mut self, span: Span, problem: String) {
        let place = self.place(span);
        self.problems.error(place, PARSER, problem);
    }

    fn unexpected(&self, expected: Cow<'static, str>, found: Token<'t>) -> String {
        format!("expected {expected}, found {}", found.describe())
    }

    fn too_deep(&mut self) -> String {
        self.cursor.seek_end();
        format!("nested deeper than {MAX_NESTING}")
    }
}

impl<'t> Parser<'t, '_> {
    fn place(&self, span: Span) -> Place {
        Place { file: self.file, span }
    }

    /// Takes a word or symbol, which messages call by its text.
    fn expect(&mut self, text: &str) -> Parse<Token<'t>> {
        if self.at(text) { Ok(self.cursor.advance()) } else { self.expected(format!("`{text}`")) }
    }

    fn name(&mut self, expected: &'static str) -> Parse<Name> {
        let token = self.cursor.peek();
        if is_name(token) {
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
    fn text(&mut self, expected: &'static str) -> Parse<Arc<str>> {
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
        if count.is_none() && !is_name(token) {
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

    /// The word of the language that was probably meant by a name.
    fn near_word(&self, word: &str) -> Hint {
        Hint::nearest(word, RESERVED.iter().copied())
    }
}

/// `1 type`, `2 types`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
