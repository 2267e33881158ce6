//! Expressions. Precedence as in PL/I: `**` and prefix operators from right to left, `* /`, `+ -`, relations, `&`,
//! `|`; implication binds loosest, from right to left.

use super::Parser;
use crate::lexer::{Kind, Token};
use crate::limits::MAX_OPERATORS;
use crate::problem::Problem;
use crate::syntax::{Infix, RawExpr, RawExprKind, RawQuantified};
use crate::tree::{Arithmetic, Connective, Quantifier};
use effigy_syntax::{Parse, TokenParser};

const IMPLIES: u8 = 1;
const LOOSEST: u8 = IMPLIES;

/// The operator between two operands that a token is, with how tight it binds.
fn infix(token: Token<'_>) -> Option<(Infix, u8)> {
    let operator = match token.kind {
        Kind::Implies => (Infix::Connective(Connective::Implies), IMPLIES),
        Kind::Word if token.is("IMPLIES") => (Infix::Connective(Connective::Implies), IMPLIES),
        Kind::Or => (Infix::Connective(Connective::Or), 2),
        Kind::And => (Infix::Connective(Connective::And), 3),
        Kind::Relation(relation) => (Infix::Relation(relation), 4),
        Kind::Plus => (Infix::Arithmetic(Arithmetic::Add), 5),
        Kind::Minus => (Infix::Arithmetic(Arithmetic::Subtract), 5),
        Kind::Star => (Infix::Arithmetic(Arithmetic::Multiply), 6),
        Kind::Slash => (Infix::Arithmetic(Arithmetic::Divide), 6),
        _ => return None,
    };
    Some(operator)
}

impl Parser<'_, '_> {
    /// An expression of either type.
    pub(crate) fn expression(&mut self) -> Parse<RawExpr> {
        self.binding(LOOSEST)
    }

    /// An expression of operators that bind at least as tight as `level`.
    fn binding(&mut self, level: u8) -> Parse<RawExpr> {
        let mut left = self.prefixed()?;
        while let Some((operator, binds)) = infix(self.cursor.peek()).filter(|(_, b)| *b >= level) {
            self.cursor.advance();
            let right = match binds {
                IMPLIES => self.nested(|p| p.binding(binds))?,
                _ => self.binding(binds + 1)?,
            };
            left = self.infix(operator, left, right)?;
        }
        Ok(left)
    }

    fn infix(&mut self, operator: Infix, left: RawExpr, right: RawExpr) -> Parse<RawExpr> {
        let (span, height) = (left.span.to(right.span), left.height.max(right.height) + 1);
        let kind = RawExprKind::Infix(operator, Box::new(left), Box::new(right));
        self.high(RawExpr { kind, span, height })
    }

    /// Refuses an expression that is too high to walk over.
    fn high(&mut self, expression: RawExpr) -> Parse<RawExpr> {
        if expression.height <= MAX_OPERATORS {
            return Ok(expression);
        }
        self.fail(expression.span, Problem::TooLong)
    }

    /// An operand with the prefix operators in front of it.
    fn prefixed(&mut self) -> Parse<RawExpr> {
        let token = self.cursor.peek();
        let make: fn(Box<RawExpr>) -> RawExprKind = match token.kind {
            Kind::Minus => RawExprKind::Negate,
            Kind::Plus => RawExprKind::Plus,
            Kind::Not => RawExprKind::Not,
            _ => return self.power(),
        };
        self.cursor.advance();
        let operand = self.nested(Self::prefixed)?;
        let (span, height) = (token.span.to(operand.span), operand.height + 1);
        self.high(RawExpr { kind: make(Box::new(operand)), span, height })
    }

    fn power(&mut self) -> Parse<RawExpr> {
        let base = self.operand()?;
        if !self.cursor.eat(Kind::Power) {
            return Ok(base);
        }
        let exponent = self.nested(Self::prefixed)?;
        self.infix(Infix::Arithmetic(Arithmetic::Power), base, exponent)
    }

    fn operand(&mut self) -> Parse<RawExpr> {
        let token = self.cursor.peek();
        let kind = match token.kind {
            Kind::Number => RawExprKind::Number(token.text.to_owned()),
            Kind::Symbol => RawExprKind::Symbol(symbol(token.text)),
            Kind::Word => return self.word(),
            Kind::LeftParen => return self.parenthesised(),
            _ => return self.expected("an operand"),
        };
        self.cursor.advance();
        Ok(RawExpr { kind, span: token.span, height: 0 })
    }

    fn parenthesised(&mut self) -> Parse<RawExpr> {
        let open = self.cursor.advance().span;
        let inner = self.nested(Self::expression)?;
        let close = self.expect_kind(Kind::RightParen, "an operator or `)`")?.span;
        let height = inner.height;
        let kind = RawExprKind::Paren(Box::new(inner));
        Ok(RawExpr { kind, span: open.to(close), height })
    }

    fn word(&mut self) -> Parse<RawExpr> {
        let token = self.cursor.peek();
        let quantifier = match token {
            t if t.is("FORALL") => Some(Quantifier::All),
            t if t.is("EXISTS") => Some(Quantifier::Exists),
            _ => None,
        };
        let named = self.cursor.look(1).kind == Kind::Word && !self.cursor.look(1).is("IMPLIES");
        match quantifier {
            Some(quantifier) if named => self.nested(|p| p.quantified(quantifier)),
            _ => self.reference(),
        }
    }

    /// A name, or a name with a list in parentheses behind it.
    pub(super) fn reference(&mut self) -> Parse<RawExpr> {
        let name = self.name("a name")?;
        if !self.cursor.at_kind(Kind::LeftParen) {
            return Ok(RawExpr { kind: RawExprKind::Name(name.text), span: name.span, height: 0 });
        }
        let list = self.arguments()?;
        let height = list.iter().map(|e| e.height + 1).max().unwrap_or(0);
        let span = name.span.to(self.cursor.last_span());
        self.high(RawExpr { kind: RawExprKind::Apply(name.text, list), span, height })
    }

    /// `(E, E, ...)`, also `()`.
    pub(super) fn arguments(&mut self) -> Parse<Vec<RawExpr>> {
        self.expect_kind(Kind::LeftParen, "`(`")?;
        self.operand_list(")", |p| p.nested(Self::expression))
    }

    /// `FORALL I IN L..U: C`
    fn quantified(&mut self, quantifier: Quantifier) -> Parse<RawExpr> {
        let start = self.cursor.advance().span;
        let name = self.name("a name")?.text;
        if !self.eat("IN") {
            return self.expected("IN");
        }
        let lower = self.expression()?;
        self.expect_kind(Kind::Range, "`..`")?;
        let upper = self.expression()?;
        self.expect_kind(Kind::Colon, "`:`")?;
        let body = self.expression()?;
        let (span, height) = (start.to(body.span), body.height.max(lower.height) + 1);
        let height = height.max(upper.height + 1);
        let quantified = RawQuantified { quantifier, name, lower, upper, body };
        let kind = RawExprKind::Quantified(Box::new(quantified));
        self.high(RawExpr { kind, span, height })
    }

    /// An expression that stands in for one that could not be read.
    pub(super) fn or_broken(&self, result: Parse<RawExpr>) -> RawExpr {
        let span = self.cursor.peek().span;
        result.unwrap_or(RawExpr { kind: RawExprKind::Broken, span, height: 0 })
    }
}

/// The one spelling of a symbolic constant: without blanks.
fn symbol(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
