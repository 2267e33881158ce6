//! Expressions.

use super::body::Body;
use crate::problem::Problem;
use crate::tree::{Binary, Expr, ExprKind, Type, Unary};
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_ir::function::Operand;
use num_bigint::BigInt;

impl<'p> Body<'_, 'p> {
    /// The value of an expression.
    pub fn value(&mut self, expression: &'p Expr) -> Operand {
        let nothing = Operand::Bool(true);
        self.evaluate(expression).unwrap_or(nothing)
    }

    /// The value of an expression; none for a call without result.
    pub fn evaluate(&mut self, expression: &'p Expr) -> Option<Operand> {
        let value = match &expression.kind {
            ExprKind::Int(number) => self.literal(number, expression),
            ExprKind::Bool(value) => Operand::Bool(*value),
            ExprKind::Null => self.integers().null(),
            ExprKind::This => self.this.clone(),
            ExprKind::Local(id) => self.local(*id),
            ExprKind::Global(id) => {
                self.at(expression.span);
                let field = self.context.globals.get(*id).copied();
                self.get(field, [], &expression.ty)
            }
            ExprKind::Result => self.result.clone(),
            ExprKind::Unknown => self.unknown("*".to_owned(), &expression.ty),
            ExprKind::Field(object, field) => {
                let reference = self.value(object);
                self.at(expression.operator);
                let text = self.names().expression(expression);
                self.demand_object(object, &reference, &text);
                let field = self.context.fields.get(*field).copied();
                self.get(field, [reference], &expression.ty)
            }
            ExprKind::Element(array, index) => {
                let (reference, key) = (self.value(array), self.value(index));
                self.at(expression.operator);
                let text = self.names().expression(expression);
                self.demand_element(array, &reference, &key, &text);
                let field = self.context.elements(&expression.ty);
                self.get(Some(field), [reference, key], &expression.ty)
            }
            ExprKind::Length(array) => {
                let reference = self.value(array);
                self.at(expression.operator);
                let text = self.names().expression(expression);
                self.demand_object(array, &reference, &text);
                self.length(&reference)
            }
            ExprKind::Call(call) => return self.call(call, expression),
            ExprKind::New(class, arguments) => self.construct(*class, arguments, expression),
            ExprKind::NewArray(element, size) => self.new_array(element, size),
            ExprKind::Unary(operator, inner) => self.unary(*operator, inner, expression),
            ExprKind::Binary(operator, left, right) => {
                self.binary(*operator, left, right, expression)
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise, expression)
            }
            ExprKind::Old(inner) => match self.olds.get(&inner.span) {
                Some(value) => value.clone(),
                None => self.value(inner),
            },
            ExprKind::Acc(..) | ExprKind::AccElements(..) | ExprKind::Untouched(_) => {
                Operand::Bool(true)
            }
            ExprKind::Opening(_, inner) | ExprKind::Using(_, inner) => self.value(inner),
        };
        Some(value)
    }

    fn literal(&mut self, number: &BigInt, expression: &Expr) -> Operand {
        let integers = self.integers();
        if let Some(literal) = integers.literal(&mut self.b, number) {
            return literal;
        }
        let width = integers.scalar().width().unwrap_or(0);
        let problem = Problem::NotFixed(number.to_string(), width);
        self.context.problems.add(expression.span, problem);
        integers.small(0)
    }

    fn unary(&mut self, operator: Unary, inner: &'p Expr, expression: &Expr) -> Operand {
        match (operator, &inner.kind) {
            (Unary::Negate, ExprKind::Int(number)) => self.literal(&-number, expression),
            (Unary::Negate, _) => {
                let value = self.value(inner);
                self.at(expression.operator);
                let zero = self.integers().small(0);
                self.arithmetic(Binary::Subtract, zero, value)
            }
            (Unary::Not, _) => {
                let value = self.value(inner);
                self.at(expression.operator);
                self.not(value)
            }
        }
    }

    fn arithmetic(&mut self, operator: Binary, left: Operand, right: Operand) -> Operand {
        let Some((op, swapped, negated)) = self.integers().operator(operator) else {
            return left;
        };
        let operands = if swapped { [right, left] } else { [left, right] };
        let result = self.b.op(op, operands);
        if negated { self.not(result) } else { result }
    }

    fn binary(
        &mut self,
        operator: Binary,
        left: &'p Expr,
        right: &'p Expr,
        expression: &'p Expr,
    ) -> Operand {
        match operator {
            Binary::And | Binary::Or => return self.connective(operator, left, right, expression),
            Binary::Separate => {
                let (left, right) = (self.value(left), self.value(right));
                self.at(expression.operator);
                return self.and(left, right);
            }
            _ => {}
        }
        let (left, right) = (self.value(left), self.value(right));
        self.at(expression.operator);
        if matches!(operator, Binary::Divide | Binary::Remainder) {
            let zero = self.integers().small(0);
            let is_zero = self.b.op(Op::Eq, [right.clone(), zero]);
            let fine = self.not(is_zero);
            let text = self.names().expression(expression);
            self.demand(fine, FindingKind::DivisionByZero, format!("division by zero: {text}"));
        }
        match operator {
            Binary::Remainder if expression.ty == Type::Int => self.remainder(left, right),
            _ => self.arithmetic(operator, left, right),
        }
    }

    /// The remainder of the truncating division; its sign follows the dividend.
    fn remainder(&mut self, left: Operand, right: Operand) -> Operand {
        if self.integers().scalar().width().is_some() {
            return self.b.op(Op::BvSrem, [left, right]);
        }
        let quotient = self.b.op(Op::IntQuot, [left.clone(), right.clone()]);
        let product = self.b.op(Op::IntMul, [quotient, right]);
        self.b.op(Op::IntSub, [left, product])
    }
}
