//! Declarations: of fields, parameters and variables.

use super::Parser;
use crate::lexer::Kind;
use crate::problem::Problem;
use crate::syntax::{Decl, Expr, ExprKind, UnaryOp};
use effigy_syntax::{Parse, TokenParser};

impl Parser<'_> {
    /// Declarations of fields or parameters, before `close`; there may be commas too many.
    pub(super) fn declarations(&mut self, close: &str) -> Parse<Vec<Decl>> {
        let mut all = Vec::new();
        loop {
            while self.eat(",") {}
            if self.at(close) || self.cursor.at_kind(Kind::End) {
                return Ok(all);
            }
            all.push(self.declaration()?);
            if !self.at(",") {
                return Ok(all);
            }
        }
    }

    /// Declarations of variables, with commas between them.
    pub(super) fn variables(&mut self) -> Parse<Vec<Decl>> {
        self.some(Self::declaration)
    }

    fn declaration(&mut self) -> Parse<Decl> {
        let private = self.eat("private");
        let disjoint = self.eat("disj");
        let names = self.some(|p| p.new_name("the name of a field, parameter or variable"))?;
        let defined = self.at("=");
        if !defined && !self.at(":") {
            return self.expected("`:`");
        }
        self.cursor.advance();
        let values = self.cursor.peek();
        let disjoint_values = self.eat("disj");
        if defined && (disjoint || disjoint_values) {
            let message = "fields that are defined with `=` cannot be disjoint".to_owned();
            return self.fail(values.span, Problem::Syntax(message));
        }
        let expr = self.expression()?;
        let expr = if defined {
            let span = expr.span;
            Expr { kind: ExprKind::Unary(UnaryOp::ExactlyOf, Box::new(expr)), span }
        } else {
            super::expression::multiplicity(expr)
        };
        Ok(Decl { names, disjoint, disjoint_values, private, expr })
    }

    /// Whether variables are declared behind a word: names with commas, and a colon.
    pub(super) fn declares(&self) -> bool {
        let mut ahead = 1;
        while self.look_is(ahead, "private") || self.look_is(ahead, "disj") {
            ahead += 1;
        }
        while self.cursor.look(ahead).kind == Kind::Name {
            match self.cursor.look(ahead + 1) {
                token if token.is(":") => return true,
                token if token.is(",") => ahead += 2,
                _ => return false,
            }
        }
        false
    }
}
