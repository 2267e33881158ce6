//! Expressions and types.
//!
//! From the loosest: `?:` and `==>`, both from right to left, `||`, `&&`, then chains of operators from relations to
//! products, prefix operators, and what is behind an operand: `.f`, `.m(...)`, `[i]`.

use super::Parser;
use crate::lexer::Kind;
use crate::limits::{MAX_NESTING, MAX_OPERATORS};
use crate::problem::Problem;
use crate::syntax::{Infix, Name, RawBase, RawExpr, RawExprKind, RawType};
use crate::tree::Unary;
use effigy_base::text::Span;
use effigy_syntax::{Parse, TokenParser};

/// The operator of a chain that a token is.
fn infix(kind: Kind) -> Option<Infix> {
    Some(match kind {
        Kind::Star => Infix::Multiply,
        Kind::Slash => Infix::Divide,
        Kind::Percent => Infix::Remainder,
        Kind::Plus => Infix::Add,
        Kind::Minus => Infix::Subtract,
        Kind::Less => Infix::Less,
        Kind::AtMost => Infix::AtMost,
        Kind::Greater => Infix::Greater,
        Kind::AtLeast => Infix::AtLeast,
        Kind::Equals | Kind::EqualsEquals => Infix::Equal,
        Kind::NotEquals => Infix::NotEqual,
        _ => return None,
    })
}

type Binary = fn(Box<RawExpr>, Box<RawExpr>) -> RawExprKind;

impl Parser<'_, '_> {
    pub(super) fn expression(&mut self) -> Parse<RawExpr> {
        let condition = self.implication()?;
        if !self.cursor.at_kind(Kind::Question) {
            return Ok(condition);
        }
        let operator = self.cursor.advance().span;
        let then = self.nested(Self::expression)?;
        self.expect_kind(Kind::Colon, "an operator or `:`")?;
        let otherwise = self.nested(Self::expression)?;
        let height = condition.height.max(then.height).max(otherwise.height) + 1;
        let span = condition.span.to(otherwise.span);
        let kind =
            RawExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        self.limited(RawExpr { kind, span, operator, height })
    }

    fn implication(&mut self) -> Parse<RawExpr> {
        let left = self.disjunction()?;
        if !self.cursor.at_kind(Kind::Implies) {
            return Ok(left);
        }
        let operator = self.cursor.advance().span;
        let right = self.nested(Self::implication)?;
        self.binary(RawExprKind::Implies, operator, left, right)
    }

    fn disjunction(&mut self) -> Parse<RawExpr> {
        let mut left = self.conjunction()?;
        while self.cursor.at_kind(Kind::Or) {
            let operator = self.cursor.advance().span;
            let right = self.conjunction()?;
            left = self.binary(RawExprKind::Or, operator, left, right)?;
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Parse<RawExpr> {
        let mut left = self.chain()?;
        while self.cursor.at_kind(Kind::And) {
            let operator = self.cursor.advance().span;
            let right = self.chain()?;
            left = self.binary(RawExprKind::And, operator, left, right)?;
        }
        Ok(left)
    }

    fn binary(
        &mut self,
        make: Binary,
        operator: Span,
        left: RawExpr,
        right: RawExpr,
    ) -> Parse<RawExpr> {
        let (span, height) = (left.span.to(right.span), left.height.max(right.height) + 1);
        let kind = make(Box::new(left), Box::new(right));
        self.limited(RawExpr { kind, span, operator, height })
    }

    fn chain(&mut self) -> Parse<RawExpr> {
        let first = self.prefixed()?;
        if infix(self.cursor.peek().kind).is_none() {
            return Ok(first);
        }
        let (mut span, mut height, operator) = (first.span, first.height, self.cursor.peek().span);
        let (mut operands, mut operators) = (vec![first], Vec::new());
        while let Some(operator) = infix(self.cursor.peek().kind) {
            operators.push((operator, self.cursor.advance().span));
            let operand = self.prefixed()?;
            (span, height) = (span.to(operand.span), height.max(operand.height));
            operands.push(operand);
        }
        height += operators.len();
        let kind = RawExprKind::Chain(operands, operators);
        self.limited(RawExpr { kind, span, operator, height })
    }

    /// Refuses an expression that is too high to walk over.
    fn limited(&mut self, expression: RawExpr) -> Parse<RawExpr> {
        if expression.height <= MAX_OPERATORS {
            return Ok(expression);
        }
        self.fail(expression.span, Problem::TooLong)
    }

    /// An operand with the prefix operators in front of it.
    fn prefixed(&mut self) -> Parse<RawExpr> {
        let token = self.cursor.peek();
        let unary = match token.kind {
            Kind::Minus => Unary::Negate,
            Kind::Not => Unary::Not,
            _ => return self.postfixed(),
        };
        self.cursor.advance();
        let operand = self.nested(Self::prefixed)?;
        let (span, height) = (token.span.to(operand.span), operand.height + 1);
        let kind = RawExprKind::Unary(unary, Box::new(operand));
        self.limited(RawExpr { kind, span, operator: token.span, height })
    }

    /// An operand with the fields, calls and indices behind it.
    pub(super) fn postfixed(&mut self) -> Parse<RawExpr> {
        let mut inner = self.operand()?;
        loop {
            let (operator, start) = (self.cursor.peek().span, inner.span);
            let mut height = inner.height + 1;
            let kind = if self.cursor.eat(Kind::Dot) {
                let name = self.name("the name of a field or method")?;
                if self.cursor.at_kind(Kind::LeftParen) {
                    let list = self.arguments()?;
                    height = list.iter().map(|e| e.height + 1).fold(height, usize::max);
                    RawExprKind::Call(Some(Box::new(inner)), name, list)
                } else {
                    RawExprKind::Field(Box::new(inner), name)
                }
            } else if self.cursor.eat(Kind::LeftBracket) {
                let index = self.nested(Self::expression)?;
                let index = self.stepped(index);
                self.expect_kind(Kind::RightBracket, "an operator or `]`")?;
                height = height.max(index.height + 1);
                RawExprKind::Element(Box::new(inner), Box::new(index))
            } else {
                return Ok(inner);
            };
            let span = start.to(self.cursor.last_span());
            inner = self.limited(RawExpr { kind, span, operator, height })?;
        }
    }

    fn operand(&mut self) -> Parse<RawExpr> {
        let token = self.cursor.peek();
        let kind = match token.kind {
            Kind::Number => RawExprKind::Int(token.text.to_owned()),
            Kind::True => RawExprKind::Bool(true),
            Kind::False => RawExprKind::Bool(false),
            Kind::Null => RawExprKind::Null,
            Kind::This => RawExprKind::This,
            Kind::Name => return self.named(),
            Kind::LeftParen => return self.parenthesised(),
            Kind::New => return self.creation(),
            Kind::Old => return self.applied(RawExprKind::Old),
            Kind::Acc => return self.access(),
            Kind::Untouched => return self.applied(RawExprKind::Untouched),
            Kind::Opening => return self.around(RawExprKind::Opening),
            Kind::Using => return self.around(RawExprKind::Using),
            Kind::Star => return self.fail(token.span, Problem::MisplacedUnknown),
            Kind::Increment | Kind::Decrement => {
                return self.fail(token.span, Problem::Increment(token.text.to_owned()));
            }
            _ => return self.expected("an expression"),
        };
        self.cursor.advance();
        Ok(RawExpr { kind, span: token.span, operator: token.span, height: 0 })
    }

    fn named(&mut self) -> Parse<RawExpr> {
        let name = self.name("a name")?;
        let operator = name.span;
        if !self.cursor.at_kind(Kind::LeftParen) {
            let kind = RawExprKind::Name(name.text);
            return Ok(RawExpr { kind, span: name.span, operator, height: 0 });
        }
        let list = self.arguments()?;
        let height = list.iter().map(|e| e.height + 1).max().unwrap_or(0);
        let span = name.span.to(self.cursor.last_span());
        let kind = RawExprKind::Call(None, name, list);
        self.limited(RawExpr { kind, span, operator, height })
    }

    fn parenthesised(&mut self) -> Parse<RawExpr> {
        let open = self.cursor.advance().span;
        self.refuse_cast()?;
        let inner = self.nested(Self::expression)?;
        let close = self.expect_kind(Kind::RightParen, "an operator or `)`")?.span;
        let (span, operator, height) = (open.to(close), inner.operator, inner.height + 1);
        let kind = RawExprKind::Paren(Box::new(inner));
        self.limited(RawExpr { kind, span, operator, height })
    }

    /// Behind `(`: refuses a type in parentheses in front of an operand.
    fn refuse_cast(&mut self) -> Parse<()> {
        let ty = self.cursor.peek();
        let is_type = matches!(ty.kind, Kind::Int | Kind::Bool)
            || ty.kind == Kind::Name && self.classes.contains(ty.text);
        let operand = matches!(
            self.cursor.look(2).kind,
            Kind::Name | Kind::This | Kind::Null | Kind::New | Kind::Number | Kind::LeftParen
        );
        if is_type && self.cursor.look(1).kind == Kind::RightParen && operand {
            return self.fail(ty.span, Problem::Cast);
        }
        Ok(())
    }

    /// `new C`, `new C(...)`, `new T[n]`, `new T[n][]`.
    fn creation(&mut self) -> Parse<RawExpr> {
        let start = self.cursor.advance().span;
        let token = self.cursor.peek();
        let base = self.base_type()?;
        if self.cursor.eat(Kind::LeftBracket) {
            let size = self.nested(Self::expression)?;
            self.expect_kind(Kind::RightBracket, "an operator or `]`")?;
            let dimensions = self.brackets()?;
            let (span, height) = (start.to(self.cursor.last_span()), size.height + 1);
            let ty = RawType { base, dimensions, span: token.span };
            let kind = RawExprKind::NewArray(ty, Box::new(size));
            return self.limited(RawExpr { kind, span, operator: start, height });
        }
        let RawBase::Class(text) = base else { return self.expected("`[` and a number") };
        let list =
            if self.cursor.at_kind(Kind::LeftParen) { self.arguments()? } else { Vec::new() };
        let height = list.iter().map(|e| e.height + 1).max().unwrap_or(0);
        let span = start.to(self.cursor.last_span());
        let kind = RawExprKind::New(Name { text, span: token.span }, list);
        self.limited(RawExpr { kind, span, operator: start, height })
    }

    /// A word and an expression in parentheses.
    fn applied(&mut self, make: fn(Box<RawExpr>) -> RawExprKind) -> Parse<RawExpr> {
        let operator = self.cursor.advance().span;
        self.expect_kind(Kind::LeftParen, "`(`")?;
        let inner = self.nested(Self::expression)?;
        let close = self.expect_kind(Kind::RightParen, "an operator or `)`")?.span;
        let (span, height) = (operator.to(close), inner.height + 1);
        self.limited(RawExpr { kind: make(Box::new(inner)), span, operator, height })
    }

    /// `acc(e)` or `acc(e, amount)`
    fn access(&mut self) -> Parse<RawExpr> {
        let operator = self.cursor.advance().span;
        self.expect_kind(Kind::LeftParen, "`(`")?;
        let location = self.nested(Self::expression)?;
        let mut height = location.height + 1;
        let amount = if self.cursor.eat(Kind::Comma) {
            let amount = self.nested(Self::expression)?;
            height = height.max(amount.height + 1);
            Some(Box::new(amount))
        } else {
            None
        };
        let close = self.expect_kind(Kind::RightParen, "an operator, `,` or `)`")?.span;
        let kind = RawExprKind::Acc(Box::new(location), amount);
        self.limited(RawExpr { kind, span: operator.to(close), operator, height })
    }

    /// `opening e.q(...) in e`
    fn around(&mut self, make: Binary) -> Parse<RawExpr> {
        let operator = self.cursor.advance().span;
        let call = self.nested(Self::postfixed)?;
        self.expect_kind(Kind::In, "`in`")?;
        let inner = self.nested(Self::expression)?;
        let (span, height) = (operator.to(inner.span), call.height.max(inner.height) + 1);
        let kind = make(Box::new(call), Box::new(inner));
        self.limited(RawExpr { kind, span, operator, height })
    }

    /// `(e, e, ...)`, also `()`.
    fn arguments(&mut self) -> Parse<Vec<RawExpr>> {
        self.expect_kind(Kind::LeftParen, "`(`")?;
        self.operand_list(")", |p| p.nested(Self::expression))
    }

    /// The right side of an assignment or declaration, which may be `*`.
    pub(super) fn right_side(&mut self) -> Parse<RawExpr> {
        let (token, next) = (self.cursor.peek(), self.cursor.look(1));
        let ends = next.first_in_line || matches!(next.kind, Kind::Semicolon | Kind::RightParen);
        if token.kind == Kind::Star && ends {
            self.cursor.advance();
            let (span, kind) = (token.span, RawExprKind::Unknown);
            return Ok(RawExpr { kind, span, operator: span, height: 0 });
        }
        self.expression()
    }

    /// The right side behind `=`, where a further `=` would look like another assignment.
    pub(super) fn right_side_of_equals(&mut self) -> Parse<RawExpr> {
        let value = self.right_side()?;
        if let RawExprKind::Chain(_, operators) = &value.kind {
            let single = |span: Span| span.end.column - span.start.column == 1;
            let mut operators = operators.iter();
            let equals = operators.find(|(op, span)| *op == Infix::Equal && single(*span));
            if let Some((_, span)) = equals {
                return self.fail(*span, Problem::EqualsTwice);
            }
        }
        Ok(value)
    }

    /// A type of values.
    pub(super) fn data_type(&mut self) -> Parse<RawType> {
        let start = self.cursor.peek().span;
        let base = self.base_type()?;
        let dimensions = self.brackets()?;
        Ok(RawType { base, dimensions, span: start.to(self.cursor.last_span()) })
    }

    fn base_type(&mut self) -> Parse<RawBase> {
        let token = self.cursor.peek();
        let base = match token.kind {
            Kind::Int => RawBase::Int,
            Kind::Bool => RawBase::Bool,
            Kind::Name => RawBase::Class(token.text.to_owned()),
            _ => return self.expected("a type"),
        };
        self.cursor.advance();
        Ok(base)
    }

    /// How many `[]` follow.
    fn brackets(&mut self) -> Parse<usize> {
        let mut count = 0;
        while self.cursor.at_kind(Kind::LeftBracket)
            && self.cursor.look(1).kind == Kind::RightBracket
        {
            if count == MAX_NESTING {
                return self.fail(self.cursor.peek().span, Problem::TooDeep);
            }
            self.cursor.seek(self.cursor.at() + 2);
            count += 1;
        }
        Ok(count)
    }

    /// An expression that stands in for one that could not be read.
    pub(super) fn or_broken(&self, result: Parse<RawExpr>) -> RawExpr {
        let span = self.cursor.peek().span;
        let kind = RawExprKind::Broken;
        result.unwrap_or(RawExpr { kind, span, operator: span, height: 0 })
    }
}
