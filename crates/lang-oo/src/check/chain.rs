//! Chains of operators from products to relations. In assertions `*` is also the separating conjunction of Smans,
//! Jacobs and Piessens: `valid() * getX() = v` says `valid()` and, separately, `getX() = v`. The types tell the two
//! apart: a `*` beside a bool or a reference separates. One between two relations, as in `x = 1 * y = 2`, does too.

use super::Checker;
use crate::problem::Problem;
use crate::syntax::{Infix, RawExpr};
use crate::tree::{Binary, Expr, ExprKind, Type};
use effigy_base::text::Span;
use std::iter::{Copied, Peekable};
use std::slice::Iter;
use std::vec::IntoIter;

/// Nodes of the middle of a comparison in a row.
const MOST_REPEATED: usize = 64;

type Operators = [(Infix, Span)];

/// Which operators of a segment are the relations `<`, `<=` or `>`, `>=` of one direction.
fn direction(operator: Infix) -> Option<bool> {
    match operator {
        Infix::Less | Infix::AtMost => Some(true),
        Infix::Greater | Infix::AtLeast => Some(false),
        _ => None,
    }
}

/// Whether an expression may be repeated: without a limit, repetitions in repetitions would grow without one.
fn is_short(expression: &Expr) -> bool {
    let mut open = vec![expression];
    for _ in 0..MOST_REPEATED {
        match open.pop() {
            Some(expression) => open.extend(expression.operands()),
            None => return true,
        }
    }
    false
}

/// Operands with the operators between them, yet to be taken.
struct Rest<'o> {
    operands: IntoIter<Expr>,
    operators: Peekable<Copied<Iter<'o, (Infix, Span)>>>,
}

impl Checker<'_> {
    pub(super) fn chain(&mut self, raw: &[RawExpr], operators: &Operators) -> Option<Expr> {
        let between = |at: usize| operators.get(at).is_none_or(|(op, _)| *op == Infix::Multiply);
        let mut operands = Vec::new();
        for (at, raw) in raw.iter().enumerate() {
            let alone = between(at) && at.checked_sub(1).is_none_or(between);
            operands.push(match alone {
                true => self.value(raw),
                false => self.operand(|c| c.value(raw)),
            });
        }
        let operands: Vec<Expr> = operands.into_iter().collect::<Option<_>>()?;
        let ends = self.separators(&operands, operators)?.into_iter().chain([operators.len()]);
        let (mut start, mut operands) = (0, operands.into_iter());
        let (mut segments, mut separators) = (Vec::new(), Vec::new());
        for at in ends {
            let own: Vec<Expr> = operands.by_ref().take(at + 1 - start).collect();
            segments.push(self.segment(own, operators.get(start..at)?));
            separators.extend(operators.get(at).map(|(_, span)| *span));
            start = at + 1;
        }
        let mut segments = segments.into_iter().collect::<Option<Vec<_>>>()?.into_iter();
        let mut whole = segments.next()?;
        for (segment, operator) in segments.zip(separators) {
            let (left, right) = (self.assertion_part(whole), self.assertion_part(segment));
            whole = binary(Binary::Separate, operator, left?, right?, Type::Bool);
        }
        Some(whole)
    }

    fn assertion_part(&mut self, part: Expr) -> Option<Expr> {
        if part.ty == Type::Bool {
            return Some(part);
        }
        let (needed, found) = ("an assertion".to_owned(), self.a(&part.ty));
        self.fail(part.span, Problem::WrongType { needed, found })
    }

    /// The places of the operators `*` that separate assertions.
    fn separators(&mut self, operands: &[Expr], operators: &Operators) -> Option<Vec<usize>> {
        let is_number = |at: usize| operands.get(at).is_none_or(|e| e.ty == Type::Int);
        let mut places: Vec<usize> = Vec::new();
        let stars = operators.iter().enumerate().filter(|(_, (op, _))| *op == Infix::Multiply);
        for (at, (_, span)) in stars {
            if !(is_number(at) && is_number(at + 1)) {
                if !self.mode.conjunct {
                    return self.fail(*span, Problem::MisplacedSeparation);
                }
                places.push(at);
            }
        }
        if !self.mode.conjunct {
            return Some(places);
        }
        // Between two relations of one segment there is one more.
        let mut relation: Option<usize> = None;
        let mut products: Vec<usize> = Vec::new();
        for (at, (operator, span)) in operators.iter().enumerate() {
            if places.contains(&at) {
                (relation, products) = (None, Vec::new());
            } else if *operator == Infix::Multiply {
                products.push(at);
            } else if operator.is_relation() {
                let before = relation.and_then(|at| operators.get(at)).map(|(op, _)| *op);
                match (before, products.as_slice()) {
                    (None, _) | (_, []) => {}
                    (Some(before), [product])
                        if direction(before).is_none()
                            || direction(before) != direction(*operator) =>
                    {
                        places.push(*product);
                    }
                    _ => return self.fail(*span, Problem::AmbiguousSeparation),
                }
                (relation, products) = (Some(at), Vec::new());
            }
        }
        places.sort_unstable();
        Some(places)
    }

    /// A chain without separation.
    fn segment(&mut self, operands: Vec<Expr>, operators: &Operators) -> Option<Expr> {
        let operators = operators.iter().copied().peekable();
        self.climb(&mut Rest { operands: operands.into_iter(), operators }, 1)
    }

    /// What operators bind that bind at least as tight as `level`.
    fn climb(&mut self, rest: &mut Rest<'_>, level: u8) -> Option<Expr> {
        let mut left = rest.operands.next()?;
        // The last relation of this level, with its right operand: `a < b < c` is `a < b && b < c`.
        let mut last: Option<(bool, Expr)> = None;
        while let Some((operator, span)) = rest.operators.next_if(|(op, _)| op.binds() >= level) {
            let right = self.climb(rest, operator.binds() + 1)?;
            let same = direction(operator);
            left = match last.take().filter(|(before, _)| Some(*before) == same) {
                Some((_, middle)) => {
                    if self.has_effects(&middle) || !is_short(&middle) {
                        return self.fail(middle.span, Problem::Repeated);
                    }
                    let second = self.combine(operator, span, middle, right.clone())?;
                    binary(Binary::And, span, left, second, Type::Bool)
                }
                None => self.combine(operator, span, left, right.clone())?,
            };
            last = same.map(|same| (same, right));
        }
        Some(left)
    }

    /// `left op right`
    pub(super) fn combine(
        &mut self,
        operator: Infix,
        span: Span,
        left: Expr,
        right: Expr,
    ) -> Option<Expr> {
        let (op, ty) = match operator {
            Infix::Add => (Binary::Add, Type::Int),
            Infix::Subtract => (Binary::Subtract, Type::Int),
            Infix::Multiply => (Binary::Multiply, Type::Int),
            Infix::Divide => (Binary::Divide, Type::Int),
            Infix::Remainder => (Binary::Remainder, Type::Int),
            Infix::Less => (Binary::Less, Type::Bool),
            Infix::AtMost => (Binary::AtMost, Type::Bool),
            Infix::Greater => (Binary::Greater, Type::Bool),
            Infix::AtLeast => (Binary::AtLeast, Type::Bool),
            Infix::Equal => (Binary::Equal, Type::Bool),
            Infix::NotEqual => (Binary::NotEqual, Type::Bool),
        };
        if matches!(op, Binary::Equal | Binary::NotEqual) {
            let alike = left.ty == right.ty
                || left.ty == Type::Null && right.ty.is_reference()
                || right.ty == Type::Null && left.ty.is_reference();
            if !alike {
                let (left, right) = (self.a(&left.ty), self.a(&right.ty));
                return self.fail(span, Problem::Incomparable { left, right });
            }
        } else {
            let (left_int, right_int) = (self.number(&left), self.number(&right));
            if !(left_int && right_int) {
                return None;
            }
        }
        Some(binary(op, span, left, right, ty))
    }

    fn number(&mut self, operand: &Expr) -> bool {
        if operand.ty == Type::Int {
            return true;
        }
        let (needed, found) = ("an int".to_owned(), self.a(&operand.ty));
        self.report(operand.span, Problem::WrongType { needed, found });
        false
    }
}

fn binary(op: Binary, operator: Span, left: Expr, right: Expr, ty: Type) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span, operator }
}
