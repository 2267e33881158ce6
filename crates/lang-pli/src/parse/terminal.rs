//! What is typed at the terminal.

use super::Parser;
use crate::lexer::Kind;
use crate::syntax::{Name, RawExpr};
use effigy_syntax::{Parse, TokenParser};

impl Parser<'_, '_> {
    /// Nothing but perhaps a `;` may be left.
    pub(crate) fn finished(&mut self) -> Parse<()> {
        self.cursor.eat(Kind::Semicolon);
        self.expect_kind(Kind::End, "an operator or the end")?;
        Ok(())
    }

    /// A call, with or without CALL.
    pub(crate) fn typed_call(&mut self) -> Parse<(Name, Vec<RawExpr>)> {
        if self.cursor.look(1).kind == Kind::Word {
            self.eat("CALL");
        }
        let name = self.name("a procedure")?;
        let arguments =
            if self.cursor.at_kind(Kind::LeftParen) { self.arguments()? } else { Vec::new() };
        Ok((name, arguments))
    }

    /// An assignment.
    pub(crate) fn typed_assignment(&mut self) -> Parse<(RawExpr, RawExpr)> {
        let target = self.reference()?;
        if !self.cursor.peek().kind.assigns() {
            return self.expected("`=`");
        }
        self.cursor.advance();
        Ok((target, self.expression()?))
    }
}
