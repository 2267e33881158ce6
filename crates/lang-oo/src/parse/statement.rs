//! Statements.

use super::Parser;
use crate::lexer::Kind;
use crate::problem::Problem;
use crate::syntax::{Infix, RawExpr, RawExprKind, RawKind, RawStatement};
use crate::tree::GhostKind;
use effigy_base::text::Span;
use effigy_syntax::{Parse, Reported, TokenParser};

impl Parser<'_, '_> {
    /// The place and the number of the statement that begins here.
    pub(super) fn begin(&mut self) -> (Span, u32) {
        self.number += 1;
        (self.cursor.peek().span, self.number)
    }

    /// `{ ... }`: the statements and the closing brace.
    pub(super) fn block(&mut self) -> Parse<(Vec<RawStatement>, Span)> {
        let open = self.expect_kind(Kind::LeftBrace, "`{`")?.span;
        let mut statements = Vec::new();
        loop {
            match self.cursor.peek().kind {
                Kind::RightBrace => return Ok((statements, self.cursor.advance().span)),
                Kind::End => {
                    self.unclosed(open);
                    return Ok((statements, open));
                }
                _ => statements.extend(self.recovering()),
            }
        }
    }

    /// A statement; nothing when it could not be read, and then the next one is found.
    pub(super) fn recovering(&mut self) -> Option<RawStatement> {
        let from = self.cursor.at();
        let statement = self.nested(Self::statement);
        if statement.is_err() {
            self.recover(from);
            if self.cursor.at() == from
                && !matches!(self.cursor.peek().kind, Kind::LeftBrace | Kind::RightBrace)
            {
                self.cursor.advance();
            }
        }
        statement.ok()
    }

    /// Whether `join` begins a statement of its own here: it is a name too, of what is called, assigned or declared.
    fn at_join(&self) -> bool {
        let token = self.cursor.peek();
        if token.text != "join" || self.classes.contains(token.text) {
            return false;
        }
        match self.cursor.look(1).kind {
            Kind::LeftParen => !self.declares_join,
            Kind::Name
            | Kind::This
            | Kind::Null
            | Kind::Number
            | Kind::Acc
            | Kind::Old
            | Kind::Not
            | Kind::True
            | Kind::False
            | Kind::Untouched
            | Kind::Opening
            | Kind::Using => true,
            _ => false,
        }
    }

    fn statement(&mut self) -> Parse<RawStatement> {
        let (start, number) = self.begin();
        let kind = match self.cursor.peek().kind {
            Kind::LeftBrace => RawKind::Block(self.block()?.0),
            Kind::If => self.branch()?,
            Kind::While => self.repeat()?,
            Kind::For => self.count()?,
            Kind::Return => {
                self.cursor.advance();
                let ends = matches!(self.cursor.peek().kind, Kind::Semicolon | Kind::RightBrace);
                self.with_steps(number, start, |p| {
                    let value = if ends { None } else { Some(p.expression()?) };
                    p.ended(RawKind::Return(value))
                })?
            }
            Kind::Assert => {
                self.cursor.advance();
                let condition = self.expression()?;
                self.ended(RawKind::Assert(condition))?
            }
            Kind::Assume => {
                self.cursor.advance();
                let condition = self.expression()?;
                self.ended(RawKind::Assume(condition))?
            }
            Kind::Name if self.at_join() => {
                self.cursor.advance();
                let assertion = self.expression()?;
                self.ended(RawKind::Join(assertion))?
            }
            Kind::Open => self.ghost(GhostKind::Open)?,
            Kind::Close => self.ghost(GhostKind::Close)?,
            Kind::Use => self.ghost(GhostKind::Use)?,
            Kind::Semicolon => {
                self.cursor.advance();
                RawKind::Block(Vec::new())
            }
            Kind::Else => {
                let span = self.cursor.advance().span;
                return self.fail(span, Problem::StrayElse);
            }
            _ => self.with_steps(number, start, |p| {
                let kind = p.simple()?;
                p.ended(kind)
            })?,
        };
        Ok(RawStatement { number, span: start.to(self.cursor.last_span()), kind })
    }

    fn ended(&mut self, kind: RawKind) -> Parse<RawKind> {
        self.semicolon()?;
        Ok(kind)
    }

    /// Whether a type and a name are next.
    pub(super) fn at_declaration(&self) -> bool {
        match self.cursor.peek().kind {
            Kind::Int | Kind::Bool | Kind::Ghost => true,
            Kind::Name => {
                let next = self.cursor.look(1).kind;
                next == Kind::Name
                    || next == Kind::This
                    || next == Kind::LeftBracket && self.cursor.look(2).kind == Kind::RightBracket
            }
            _ => false,
        }
    }

    /// A declaration, an assignment or a call, without its `;`.
    fn simple(&mut self) -> Parse<RawKind> {
        if self.at_declaration() {
            let ghost = self.cursor.eat(Kind::Ghost);
            let (ty, name) = (self.data_type()?, self.name("the name of a variable")?);
            let value = self.initial()?;
            return Ok(RawKind::Declare { ghost, ty, name, value });
        }
        let token = self.cursor.peek();
        if matches!(token.kind, Kind::Increment | Kind::Decrement) {
            self.cursor.advance();
            let target = self.postfixed()?;
            return Ok(step(target, token.kind, token.span));
        }
        let target = self.postfixed()?;
        let token = self.cursor.peek();
        let update = match token.kind {
            Kind::Increment | Kind::Decrement => {
                self.cursor.advance();
                return Ok(step(target, token.kind, token.span));
            }
            Kind::Becomes => {
                self.cursor.advance();
                return Ok(RawKind::Assign(target, self.right_side()?));
            }
            Kind::Equals => {
                self.cursor.advance();
                return Ok(RawKind::Assign(target, self.right_side_of_equals()?));
            }
            Kind::PlusEquals => Infix::Add,
            Kind::MinusEquals => Infix::Subtract,
            Kind::StarEquals => Infix::Multiply,
            Kind::SlashEquals => Infix::Divide,
            Kind::PercentEquals => Infix::Remainder,
            _ if is_evaluated(&target) => return Ok(RawKind::Evaluate(target)),
            Kind::Bad => return Err(Reported),
            Kind::Semicolon => return self.fail(target.span, Problem::NoStatement),
            _ => return self.expected("`:=` or `=`, since a statement begins here"),
        };
        self.cursor.advance();
        let value = self.expression()?;
        Ok(RawKind::Update(target, update, value, token.span))
    }

    /// `:= e` or `= e`, or nothing.
    pub(super) fn initial(&mut self) -> Parse<Option<RawExpr>> {
        if self.cursor.eat(Kind::Becomes) {
            return self.right_side().map(Some);
        }
        if self.cursor.eat(Kind::Equals) {
            return self.right_side_of_equals().map(Some);
        }
        Ok(None)
    }

    fn ghost(&mut self, kind: GhostKind) -> Parse<RawKind> {
        self.cursor.advance();
        let call = self.postfixed()?;
        self.ended(RawKind::Ghost(kind, call))
    }

    /// A condition. When it cannot be read, the statement behind it is found.
    fn condition(&mut self) -> RawExpr {
        let result = self.expression();
        if result.is_err() {
            let line = self.cursor.last_span().start.line;
            let stop = [Kind::LeftBrace, Kind::RightBrace, Kind::Semicolon, Kind::End];
            while !stop.contains(&self.cursor.peek().kind)
                && self.cursor.peek().span.start.line == line
            {
                self.cursor.advance();
            }
        }
        self.or_broken(result)
    }

    /// `if (c) S else S`, also `if c {...} {...}`.
    fn branch(&mut self) -> Parse<RawKind> {
        self.cursor.advance();
        let condition = self.condition();
        let bare = !matches!(condition.kind, RawExprKind::Paren(_));
        let then = self.body()?;
        let second = bare && self.cursor.at_kind(Kind::LeftBrace);
        let otherwise =
            if self.cursor.eat(Kind::Else) || second { self.body()? } else { Vec::new() };
        Ok(RawKind::If { condition, then, otherwise })
    }

    /// `while (c) invariant i; S`
    fn repeat(&mut self) -> Parse<RawKind> {
        self.cursor.advance();
        let condition = self.condition();
        let invariants = self.invariants()?;
        let body = self.body()?;
        Ok(RawKind::While { condition, invariants, body })
    }

    /// `for (s; c; s) invariant i; S` as a block with a `while`.
    fn count(&mut self) -> Parse<RawKind> {
        self.cursor.advance();
        self.expect_kind(Kind::LeftParen, "`(`")?;
        let mut statements = Vec::new();
        if !self.cursor.at_kind(Kind::Semicolon) {
            statements.push(self.part()?);
        }
        self.expect_kind(Kind::Semicolon, "`;`")?;
        let (start, number) = self.begin();
        let condition = if self.cursor.at_kind(Kind::Semicolon) {
            let kind = RawExprKind::Bool(true);
            RawExpr { kind, span: start, operator: start, height: 0 }
        } else {
            self.expression()?
        };
        self.expect_kind(Kind::Semicolon, "an operator or `;`")?;
        let step = if self.cursor.at_kind(Kind::RightParen) { None } else { Some(self.part()?) };
        self.expect_kind(Kind::RightParen, "`)`")?;
        let invariants = self.invariants()?;
        let (place, inner) = self.begin();
        let round = RawKind::Block(self.body()?);
        let span = place.to(self.cursor.last_span());
        let mut body = vec![RawStatement { number: inner, span, kind: round }];
        body.extend(step);
        let span = start.to(self.cursor.last_span());
        let kind = RawKind::While { condition, invariants, body };
        statements.push(RawStatement { number, span, kind });
        Ok(RawKind::Block(statements))
    }

    /// A declaration, assignment or call in the head of a `for`.
    fn part(&mut self) -> Parse<RawStatement> {
        let (start, number) = self.begin();
        let kind = self.simple()?;
        Ok(RawStatement { number, span: start.to(self.cursor.last_span()), kind })
    }

    /// `invariant i;`, any number of them.
    fn invariants(&mut self) -> Parse<Vec<RawExpr>> {
        let mut list = Vec::new();
        while self.cursor.eat(Kind::Invariant) {
            list.push(self.expression()?);
            self.semicolon()?;
        }
        Ok(list)
    }

    /// The statements of a branch or a loop: those of a block, or a single one.
    fn body(&mut self) -> Parse<Vec<RawStatement>> {
        if self.cursor.at_kind(Kind::LeftBrace) {
            return self.nested(|p| p.block().map(|(statements, _)| statements));
        }
        Ok(vec![self.nested(Self::statement)?])
    }
}

/// Whether an expression can stand as a statement.
fn is_evaluated(expression: &RawExpr) -> bool {
    matches!(expression.kind, RawExprKind::Call(..) | RawExprKind::New(..) | RawExprKind::Broken)
}

/// `t++` and `t--`
pub(super) fn step(target: RawExpr, kind: Kind, span: Span) -> RawKind {
    let one = RawExprKind::Int("1".to_owned());
    let one = RawExpr { kind: one, span, operator: span, height: 0 };
    let operator = if kind == Kind::Increment { Infix::Add } else { Infix::Subtract };
    RawKind::Update(target, operator, one, span)
}
