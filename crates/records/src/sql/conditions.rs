//! Conditions in SQL.

use super::{Reader, scalars};
use crate::error::RecordsError;
use crate::operators::Comparison;
use crate::query::{Condition, Pattern, Scalar};
use crate::value::{Type, Value};
use sqlparser::ast;

impl Reader<'_> {
    pub(super) fn condition(&mut self, expr: &ast::Expr) -> Result<Condition, RecordsError> {
        if self.is_condition(expr) {
            return self.proper_condition(expr);
        }
        let (scalar, ty) = self.scalar(expr)?;
        scalars::truth(scalar, ty, expr)
    }

    fn is_condition(&self, expr: &ast::Expr) -> bool {
        use ast::Expr as E;
        match expr {
            E::Nested(inner) => self.is_condition(inner),
            E::BinaryOp { op, .. } => connective(op) || comparison(op).is_some(),
            E::UnaryOp { op, .. } => *op == ast::UnaryOperator::Not,
            E::IsFalse(_)
            | E::IsNotFalse(_)
            | E::IsTrue(_)
            | E::IsNotTrue(_)
            | E::IsNull(_)
            | E::IsNotNull(_) => true,
            E::IsDistinctFrom(..) | E::IsNotDistinctFrom(..) => true,
            E::InList { .. }
            | E::InSubquery { .. }
            | E::Between { .. }
            | E::Like { .. }
            | E::Exists { .. } => true,
            _ => false,
        }
    }

    /// A condition that is one by its form; anything else is refused.
    pub(super) fn proper_condition(&mut self, expr: &ast::Expr) -> Result<Condition, RecordsError> {
        use ast::Expr as E;
        Ok(match expr {
            E::Nested(inner) => self.condition(inner)?,
            E::BinaryOp { left, op: ast::BinaryOperator::And, right } => {
                Condition::And(vec![self.condition(left)?, self.condition(right)?])
            }
            E::BinaryOp { left, op: ast::BinaryOperator::Or, right } => {
                Condition::Or(vec![self.condition(left)?, self.condition(right)?])
            }
            E::BinaryOp { left, op, right } => match comparison(op) {
                Some(comparison) => self.compare(comparison, left, right, expr)?,
                None => {
                    return Err(RecordsError::sql(
                        expr,
                        format!("the operator {op} has no translation"),
                    ));
                }
            },
            E::UnaryOp { op: ast::UnaryOperator::Not, expr: inner } => not(self.condition(inner)?),
            E::IsNull(inner) => self.is_null(inner)?,
            E::IsNotNull(inner) => not(self.is_null(inner)?),
            E::IsTrue(inner) => self.is_bool(inner, true)?,
            E::IsNotTrue(inner) => not(self.is_bool(inner, true)?),
            E::IsFalse(inner) => self.is_bool(inner, false)?,
            E::IsNotFalse(inner) => not(self.is_bool(inner, false)?),
            E::IsNotDistinctFrom(left, right) => self.is(left, right, expr)?,
            E::IsDistinctFrom(left, right) => not(self.is(left, right, expr)?),
            E::InList { expr: inner, list, negated } => {
                negate(*negated, self.in_list(inner, list)?)
            }
            E::InSubquery { expr: inner, subquery, negated } => {
                let mut value = self.scalar(inner)?;
                let (select, _) = self.query(subquery)?;
                let ty = scalars::column_type(&select, subquery)?;
                let mut column = (Scalar::Parameter(0), ty);
                self.compared(&mut value, &mut column, expr)?;
                negate(*negated, Condition::InSelect(value.0, Box::new(select)))
            }
            E::Between { expr: inner, negated, low, high } => {
                let value = self.scalar(inner)?;
                let low = self.scalar(low)?;
                let high = self.scalar(high)?;
                let low = self.comparison(Comparison::AtLeast, value.clone(), low, expr)?;
                let high = self.comparison(Comparison::AtMost, value, high, expr)?;
                negate(*negated, Condition::And(vec![low, high]))
            }
            E::Like { negated, any: false, expr: inner, pattern, escape_char } => {
                negate(*negated, self.like(inner, pattern, escape_char.as_ref(), expr)?)
            }
            E::Exists { subquery, negated } => {
                let (select, _) = self.query(subquery)?;
                negate(*negated, Condition::Exists(Box::new(select)))
            }
            other => return Err(RecordsError::sql(other, "this has no translation")),
        })
    }

    fn compare(
        &mut self,
        comparison: Comparison,
        left: &ast::Expr,
        right: &ast::Expr,
        part: &ast::Expr,
    ) -> Result<Condition, RecordsError> {
        let a = self.scalar(left)?;
        let b = self.scalar(right)?;
        self.comparison(comparison, a, b, part)
    }

    fn comparison(
        &self,
        comparison: Comparison,
        mut a: (Scalar, Type),
        mut b: (Scalar, Type),
        part: &ast::Expr,
    ) -> Result<Condition, RecordsError> {
        self.compared(&mut a, &mut b, part)?;
        let opaque = a.1 == Type::Opaque || b.1 == Type::Opaque;
        if comparison.is_order() && opaque {
            return Err(RecordsError::sql(part, "the order of an opaque column is not known"));
        }
        Ok(Condition::Compare(comparison, a.0, b.0))
    }

    fn is(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        part: &ast::Expr,
    ) -> Result<Condition, RecordsError> {
        let mut a = self.scalar(left)?;
        let mut b = self.scalar(right)?;
        self.compared(&mut a, &mut b, part)?;
        Ok(Condition::Is(a.0, b.0))
    }

    fn is_null(&mut self, inner: &ast::Expr) -> Result<Condition, RecordsError> {
        Ok(Condition::Is(self.scalar(inner)?.0, Scalar::Constant(Value::Null)))
    }

    fn is_bool(&mut self, inner: &ast::Expr, wanted: bool) -> Result<Condition, RecordsError> {
        let condition = self.condition(inner)?;
        Ok(Condition::Is(
            Scalar::Condition(Box::new(condition)),
            Scalar::Constant(Value::Bool(wanted)),
        ))
    }

    fn in_list(
        &mut self,
        inner: &ast::Expr,
        list: &[ast::Expr],
    ) -> Result<Condition, RecordsError> {
        let mut value = self.scalar(inner)?;
        let mut items = Vec::new();
        for item in list {
            let mut scalar = self.scalar(item)?;
            self.compared(&mut value, &mut scalar, item)?;
            items.push(scalar.0);
        }
        Ok(Condition::InList(value.0, items))
    }

    fn like(
        &mut self,
        inner: &ast::Expr,
        pattern: &ast::Expr,
        escape: Option<&ast::Value>,
        part: &ast::Expr,
    ) -> Result<Condition, RecordsError> {
        let (value, ty) = self.scalar(inner)?;
        if !matches!(ty, Type::Text | Type::Null) {
            return Err(RecordsError::sql(part, format!("LIKE on {ty} has no translation")));
        }
        let escape = match escape {
            None => None,
            Some(ast::Value::SingleQuotedString(text)) if text.chars().count() == 1 => {
                text.chars().next()
            }
            Some(_) => return Err(RecordsError::sql(part, "ESCAPE takes one character")),
        };
        let (Scalar::Constant(Value::Text(text)), _) = self.scalar(pattern)? else {
            return Err(RecordsError::sql(part, "LIKE is understood for constant patterns only"));
        };
        let Some(pattern) = Pattern::read(&text, escape) else {
            return Err(RecordsError::sql(part, "the pattern ends with the escape character"));
        };
        Ok(Condition::Like(value, pattern))
    }
}

fn not(condition: Condition) -> Condition {
    Condition::Not(Box::new(condition))
}

fn negate(negated: bool, condition: Condition) -> Condition {
    if negated { not(condition) } else { condition }
}

fn connective(op: &ast::BinaryOperator) -> bool {
    matches!(op, ast::BinaryOperator::And | ast::BinaryOperator::Or)
}

fn comparison(op: &ast::BinaryOperator) -> Option<Comparison> {
    Some(match op {
        ast::BinaryOperator::Eq => Comparison::Equal,
        ast::BinaryOperator::NotEq => Comparison::Different,
        ast::BinaryOperator::Lt => Comparison::Less,
        ast::BinaryOperator::LtEq => Comparison::AtMost,
        ast::BinaryOperator::Gt => Comparison::Greater,
        ast::BinaryOperator::GtEq => Comparison::AtLeast,
        _ => return None,
    })
}
