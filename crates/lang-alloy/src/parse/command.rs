//! Commands and their scopes.

use super::Parser;
use crate::lexer::{self, Kind};
use crate::problem::Problem;
use crate::syntax::{Command, Name, Scope, ScopeOf, Target};
use effigy_syntax::{Parse, TokenParser};

impl Parser<'_> {
    /// A command, from its word on.
    pub(super) fn command(&mut self, label: Option<Name>) -> Parse<()> {
        let word = self.cursor.advance();
        if !word.is("run") && !word.is("check") {
            let found = word.describe();
            return self
                .fail(word.span, Problem::Expected { expected: "`run` or `check`".into(), found });
        }
        let (label, target) = self.target(label)?;
        let mut command = Command {
            check: word.is("check"),
            label,
            target,
            overall: None,
            scopes: Vec::new(),
            expect: None,
            span: word.span,
        };
        if self.eat("for") {
            self.scopes(&mut command)?;
        }
        if self.eat("expect") {
            command.expect = Some(self.number()?);
        }
        command.span = word.span.to(self.cursor.last_span());
        if self.at("implies") {
            let span = self.cursor.peek().span;
            let what = "a command that follows another one with `=>`".to_owned();
            return self.fail(span, Problem::Unsupported(what));
        }
        self.module.commands.push(command);
        Ok(())
    }

    fn target(&mut self, label: Option<Name>) -> Parse<(Option<Name>, Target)> {
        if self.at("{") {
            return Ok((label, Target::Block(self.block()?)));
        }
        let name = self.name("a name or `{`")?;
        if self.at("{") {
            return Ok((Some(name), Target::Block(self.block()?)));
        }
        let second = self.cursor.peek().kind == Kind::Name && !self.look_is(1, ":");
        if second {
            let target = self.name("a name")?;
            return Ok((Some(name), Target::Named(target)));
        }
        Ok((label, Target::Named(name)))
    }

    fn number(&mut self) -> Parse<i32> {
        let token = self.cursor.peek();
        match lexer::number(token.text) {
            Some(number) if token.kind == Kind::Number => {
                self.cursor.advance();
                Ok(number)
            }
            _ => self.expected("a number"),
        }
    }

    fn scopes(&mut self, command: &mut Command) -> Parse<()> {
        let overall = self.cursor.peek().kind == Kind::Number && !self.names_scope(1);
        if overall {
            command.overall = Some(self.number()?);
            if !self.eat("but") {
                return Ok(());
            }
        }
        command.scopes = self.some(Self::scope)?;
        Ok(())
    }

    /// Whether the token `ahead` is what a scope is of.
    fn names_scope(&self, ahead: usize) -> bool {
        let token = self.cursor.look(ahead);
        let word = ["int", "Int", "seq", "String", "univ", "none", ".", ":", "this"];
        // A name behind the number may also be the label of the next command.
        let named = token.kind == Kind::Name
            && !(self.look_is(ahead + 1, ":")
                && (self.look_is(ahead + 2, "run") || self.look_is(ahead + 2, "check")));
        named || word.iter().any(|w| token.is(w))
    }

    fn scope(&mut self) -> Parse<Scope> {
        let start = self.cursor.peek().span;
        let exactly = self.eat("exactly");
        let size = self.number()?;
        if self.at(".") || self.at(":") {
            let span = self.cursor.peek().span;
            let what = "a scope that grows (`1..3`)".to_owned();
            return self.fail(span, Problem::Unsupported(what));
        }
        let token = self.cursor.peek();
        let what = match token.text {
            "int" | "Int" => ScopeOf::Int,
            "seq" if !self.look_is(1, "/") => ScopeOf::Seq,
            "String" => ScopeOf::String,
            _ => ScopeOf::Sig(self.sig_name()?),
        };
        if !matches!(what, ScopeOf::Sig(_)) {
            self.cursor.advance();
        }
        if exactly && matches!(what, ScopeOf::Int | ScopeOf::Seq) {
            let message = "this scope is exact anyway; leave out `exactly`".to_owned();
            return self.fail(start, Problem::Syntax(message));
        }
        Ok(Scope { what, size, exactly, span: start.to(self.cursor.last_span()) })
    }
}
