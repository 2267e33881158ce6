//! Attributes: the few that mean something here, and how to pass over the others.

use super::constant::starts_constant;
use super::{Parse, Parser};
use crate::ast::{Promise, Type};
use crate::lexer::Kind;

/// An attribute of a function, a parameter or an argument; also linkage, visibility and calling convention.
pub(super) enum Attribute<'t> {
    /// `byval(T)`.
    ByVal(Type),
    /// `sret(T)`.
    Sret(Type),
    /// `align N`.
    Align(u64),
    /// `dereferenceable(N)`.
    Bytes(u64),
    /// `range(iN LOW, HIGH)`.
    Range(i128, i128),
    /// `#N`.
    Group(u32),
    /// Another word.
    Word(&'t str),
    /// A string.
    Str,
}

impl<'t> Parser<'t> {
    /// Takes the attribute at the cursor, if there is one.
    pub(super) fn attribute(&mut self) -> Parse<Option<Attribute<'t>>> {
        match self.token.kind {
            Kind::Hash => match self.token.text.parse() {
                Ok(group) => {
                    self.bump();
                    Ok(Some(Attribute::Group(group)))
                }
                Err(_) => Ok(None),
            },
            Kind::Str => {
                self.bump();
                if self.eat_punct(b'=') {
                    self.bump();
                }
                Ok(Some(Attribute::Str))
            }
            Kind::Word if !self.at_type() && !starts_constant(self.token.text) => {
                self.word_attribute().map(Some)
            }
            _ => Ok(None),
        }
    }

    fn word_attribute(&mut self) -> Parse<Attribute<'t>> {
        let word = self.bump().text;
        let parenthesised = self.is_punct(b'(');
        match word {
            "align" => {
                self.eat_punct(b'(');
                let align = self.alignment()?;
                if parenthesised {
                    self.expect_punct(b')')?;
                }
                return Ok(Attribute::Align(align));
            }
            "byval" if parenthesised => {
                self.bump();
                let ty = self.value_type()?;
                self.expect_punct(b')')?;
                return Ok(Attribute::ByVal(ty));
            }
            "sret" if parenthesised => {
                self.bump();
                let ty = self.value_type()?;
                self.expect_punct(b')')?;
                return Ok(Attribute::Sret(ty));
            }
            "dereferenceable" if parenthesised => {
                self.bump();
                let bytes = self.number("a number of bytes")?;
                self.expect_punct(b')')?;
                return Ok(Attribute::Bytes(bytes));
            }
            "range" if parenthesised => {
                self.bump();
                self.value_type()?;
                let low = self.signed("the lowest number of a range")?;
                self.expect_punct(b',')?;
                let high = self.signed("the end of a range")?;
                self.expect_punct(b')')?;
                return Ok(Attribute::Range(low, high));
            }
            "cc" => {
                self.number("a calling convention")?;
            }
            _ if parenthesised => self.skip_brackets()?,
            _ => {
                if self.eat_punct(b'=') {
                    self.bump();
                }
            }
        }
        Ok(Attribute::Word(word))
    }

    /// An alignment: a power of two.
    pub(super) fn alignment(&mut self) -> Parse<u64> {
        let at = self.token.start;
        let align = self.number("an alignment")?;
        let valid = align.is_power_of_two() && align <= 1 << 32;
        if valid {
            Ok(align)
        } else {
            self.fail(at, "an alignment is a power of two, at most 2^32".to_owned())
        }
    }

    /// `, align N`, if it is there.
    pub(super) fn comma_align(&mut self) -> Parse<Option<u64>> {
        if self.eat_comma_word("align") { self.alignment().map(Some) } else { Ok(None) }
    }

    /// A number that may be negative.
    fn signed(&mut self, what: &str) -> Parse<i128> {
        match self.token.text.parse() {
            Ok(number) if self.token.kind == Kind::Number => {
                self.bump();
                Ok(number)
            }
            _ => self.expected(what),
        }
    }
}

impl Promise {
    /// Notes what an attribute says of a value.
    pub(super) fn note(&mut self, attribute: &Attribute<'_>) {
        match *attribute {
            Attribute::Word("noundef") => self.defined = true,
            Attribute::Word("nonnull") => self.nonnull = true,
            Attribute::Bytes(bytes) => self.bytes = bytes,
            Attribute::Align(align) => self.align = align,
            Attribute::Range(low, high) => self.between = Some((low, high)),
            _ => {}
        }
    }
}
