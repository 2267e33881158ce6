//! Declarations.

use super::Parser;
use crate::lexer::Kind;
use crate::problem::Problem;
use crate::syntax::{Name, RawBounds, RawDeclaration, RawInitial, RawKind};
use crate::tree::Storage;
use effigy_base::text::Hint;
use effigy_syntax::{Parse, TokenParser};

const ATTRIBUTES: &[&str] =
    &["FIXED", "BINARY", "BIN", "INTEGER", "STATIC", "AUTOMATIC", "AUTO", "INITIAL", "INIT"];

/// A name or a factored list, before its attributes are read.
type Declared = (Name, Option<RawBounds>);

#[derive(Default)]
struct Attributes {
    storage: Option<Storage>,
    initial: Option<Vec<RawInitial>>,
}

impl Parser<'_, '_> {
    /// What stands behind DECLARE. A declaration that cannot be read does not lose those before it.
    pub(super) fn declare(&mut self) -> Parse<RawKind> {
        let (from, mut declarations) = (self.cursor.at(), Vec::new());
        let read = self.declarations(&mut declarations);
        if read.and_then(|()| self.semicolon()).is_err() {
            self.skip_statement(from);
        }
        Ok(RawKind::Declare(declarations))
    }

    fn declarations(&mut self, all: &mut Vec<RawDeclaration>) -> Parse<()> {
        loop {
            let mut names = Vec::new();
            self.declared(&mut names)?;
            let attributes = self.attributes()?;
            let initial = attributes.initial.unwrap_or_default();
            all.extend(names.into_iter().map(|(name, bounds)| RawDeclaration {
                name,
                bounds,
                storage: attributes.storage,
                initial: initial.clone(),
            }));
            if !self.cursor.eat(Kind::Comma) {
                return Ok(());
            }
        }
    }

    /// `A`, `A(10)`, `(A, B)`, `(A, B)(10)`
    fn declared(&mut self, names: &mut Vec<Declared>) -> Parse<()> {
        let from = names.len();
        if self.cursor.eat(Kind::LeftParen) {
            self.some_until(")", "", |p| p.nested(|p| p.declared(names)))?;
        } else {
            let name = self.name("a name")?;
            names.push((name, None));
        }
        if !self.cursor.at_kind(Kind::LeftParen) {
            return Ok(());
        }
        let span = self.cursor.peek().span;
        let bounds = self.bounds()?;
        for (_, known) in names.iter_mut().skip(from) {
            if known.replace(bounds.clone()).is_some() {
                return self.fail(span, Problem::Dimensions);
            }
        }
        Ok(())
    }

    /// `(10)`, `(0:9)`, `(*)`
    fn bounds(&mut self) -> Parse<RawBounds> {
        self.expect_kind(Kind::LeftParen, "`(`")?;
        let bounds = if self.cursor.eat(Kind::Star) {
            RawBounds::Argument
        } else {
            let first = self.expression()?;
            if self.cursor.eat(Kind::Colon) {
                RawBounds::Range { lower: Some(first), upper: self.expression()? }
            } else {
                RawBounds::Range { lower: None, upper: first }
            }
        };
        if self.cursor.at_kind(Kind::Comma) {
            let span = self.cursor.peek().span;
            return self.fail(span, Problem::Dimensions);
        }
        self.expect_kind(Kind::RightParen, "`:` or `)`")?;
        Ok(bounds)
    }

    fn attributes(&mut self) -> Parse<Attributes> {
        let mut attributes = Attributes::default();
        loop {
            self.type_words()?;
            let token = self.cursor.peek();
            if token.kind != Kind::Word {
                return Ok(attributes);
            }
            let storage = match token {
                t if t.is("STATIC") => Some(Storage::Static),
                t if t.is("AUTOMATIC") || t.is("AUTO") => Some(Storage::Automatic),
                t if t.is("INITIAL") || t.is("INIT") => None,
                t if t.first_in_line => return Ok(attributes),
                _ => return self.unknown_attribute(),
            };
            self.cursor.advance();
            let twice = match storage {
                Some(_) if attributes.storage.is_some() => Some("the storage class"),
                None if attributes.initial.is_some() => Some("INITIAL"),
                _ => None,
            };
            if let Some(what) = twice {
                return self.fail(token.span, Problem::AttributeTwice(what));
            }
            match storage {
                Some(_) => attributes.storage = storage,
                None => attributes.initial = Some(self.initial()?),
            }
        }
    }

    fn unknown_attribute<T>(&mut self) -> Parse<T> {
        let token = self.cursor.peek();
        let word = token.text.to_ascii_uppercase();
        let hint = Hint::nearest(&word, ATTRIBUTES.iter().copied());
        self.fail(token.span, Problem::UnknownAttribute { word, hint })
    }

    /// The attributes of RETURNS.
    pub(super) fn type_attributes(&mut self) -> Parse<()> {
        self.type_words()?;
        if self.cursor.at_kind(Kind::Word) {
            return self.unknown_attribute();
        }
        Ok(())
    }

    /// `FIXED BINARY(31,0)` and what else says that a variable is an integer.
    fn type_words(&mut self) -> Parse<()> {
        loop {
            let token = self.cursor.peek();
            let scaled = ["FIXED", "BINARY", "BIN"].iter().any(|word| token.is(word));
            if !scaled && !token.is("INTEGER") {
                return Ok(());
            }
            self.cursor.advance();
            if scaled && self.cursor.at_kind(Kind::LeftParen) {
                self.precision()?;
            }
        }
    }

    fn precision(&mut self) -> Parse<()> {
        let start = self.cursor.advance().span;
        let mut right = self.cursor.advance().text == "31";
        if self.cursor.eat(Kind::Comma) {
            right &= self.cursor.advance().text == "0";
        }
        if right && self.cursor.eat(Kind::RightParen) {
            return Ok(());
        }
        self.fail(start, Problem::Precision)
    }

    /// `(1, 2, (5)0)`
    fn initial(&mut self) -> Parse<Vec<RawInitial>> {
        self.expect_kind(Kind::LeftParen, "`(`")?;
        self.some_until(")", "", |p| {
            Ok(RawInitial { count: p.repetition()?, value: p.expression()? })
        })
    }

    /// A number in parentheses in front of a value.
    fn repetition(&mut self) -> Parse<u32> {
        let number = self.cursor.look(1);
        let is_factor = self.cursor.at_kind(Kind::LeftParen)
            && number.kind == Kind::Number
            && self.cursor.look(2).kind == Kind::RightParen
            && matches!(
                self.cursor.look(3).kind,
                Kind::Number
                    | Kind::Symbol
                    | Kind::Word
                    | Kind::LeftParen
                    | Kind::Minus
                    | Kind::Plus
            );
        if !is_factor {
            return Ok(1);
        }
        self.cursor.seek(self.cursor.at() + 3);
        match number.text.parse::<u32>() {
            Ok(count) if count > 0 => Ok(count),
            _ => self.fail(number.span, Problem::RepetitionFactor),
        }
    }
}
