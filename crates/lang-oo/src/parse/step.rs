//! `a[i++]`: a step of a variable in the place of an index. It is done before the statement, which then reads the index of
//! before: that is the same where the statement says nothing else of the variable and calls nothing.

use super::Parser;
use crate::lexer::Kind;
use crate::problem::Problem;
use crate::syntax::{Infix, RawExpr, RawExprKind, RawKind, RawStatement};
use effigy_base::text::Span;
use effigy_syntax::{Parse, TokenParser};

/// A step in the place of an index.
pub(super) struct Step {
    /// The name of the variable.
    name: String,
    /// The operator as the text has it.
    operator: String,
    statement: RawStatement,
}

impl Parser<'_, '_> {
    /// An index with the `++` or `--` behind it, which becomes a statement of its own.
    pub(super) fn stepped(&mut self, index: RawExpr) -> RawExpr {
        let token = self.cursor.peek();
        let back = match token.kind {
            Kind::Increment => Infix::Subtract,
            Kind::Decrement => Infix::Add,
            _ => return index,
        };
        let (RawExprKind::Name(name), Some(steps)) = (&index.kind, &mut self.steps) else {
            return index;
        };
        self.number += 1;
        let kind = super::statement::step(index.clone(), token.kind, token.span);
        let span = index.span.to(token.span);
        let statement = RawStatement { number: self.number, span, kind };
        steps.push(Step { name: name.clone(), operator: token.text.to_owned(), statement });
        self.cursor.advance();
        let one = RawExprKind::Int("1".to_owned());
        let one = RawExpr { kind: one, span: token.span, operator: token.span, height: 0 };
        let height = index.height + 1;
        let before = RawExprKind::Chain(vec![index, one], vec![(back, token.span)]);
        let before = RawExpr { kind: before, span, operator: token.span, height };
        let kind = RawExprKind::Paren(Box::new(before));
        RawExpr { kind, span, operator: token.span, height: height + 1 }
    }

    /// Reads a statement that may have steps: they stand in front of it.
    pub(super) fn with_steps(
        &mut self,
        number: u32,
        start: Span,
        read: impl FnOnce(&mut Self) -> Parse<RawKind>,
    ) -> Parse<RawKind> {
        let around = self.steps.replace(Vec::new());
        let kind = read(self);
        let steps = std::mem::replace(&mut self.steps, around).unwrap_or_default();
        let kind = kind?;
        for step in &steps {
            if !is_apart(&kind, &step.name) {
                return self.fail(step.statement.span, Problem::Increment(step.operator.clone()));
            }
        }
        if steps.is_empty() {
            return Ok(kind);
        }
        let mut block: Vec<RawStatement> = steps.into_iter().map(|step| step.statement).collect();
        block.push(RawStatement { number, span: start.to(self.cursor.last_span()), kind });
        Ok(RawKind::Block(block))
    }
}

/// Whether a statement evaluates all of its expressions, calls nothing, and names a variable once.
fn is_apart(kind: &RawKind, variable: &str) -> bool {
    let expressions = match kind {
        RawKind::Return(value) => value.iter().collect(),
        RawKind::Assign(target, value) | RawKind::Update(target, _, value, _) => {
            vec![target, value]
        }
        _ => return false,
    };
    let (mut named, mut plain) = (0, true);
    for expression in expressions {
        expression.walk(&mut |e| match &e.kind {
            RawExprKind::Name(name) => named += usize::from(name == variable),
            RawExprKind::Field(_, name) => named += usize::from(name.text == variable),
            RawExprKind::Element(..)
            | RawExprKind::Chain(..)
            | RawExprKind::Unary(..)
            | RawExprKind::Paren(_)
            | RawExprKind::Int(_)
            | RawExprKind::Bool(_)
            | RawExprKind::Null
            | RawExprKind::This => {}
            _ => plain = false,
        });
    }
    plain && named == 1
}
