//! Values in SQL.

use super::{Reader, time};
use crate::error::RecordsError;
use crate::expression::Expression;
use crate::operators::Arithmetic;
use crate::query::{Condition, Counted, Output, Scalar, Select};
use crate::value::{Type, Value, comparable};
use sqlparser::ast;

impl Reader<'_> {
    pub(super) fn scalar(&mut self, expr: &ast::Expr) -> Result<(Scalar, Type), RecordsError> {
        use ast::Expr as E;
        match expr {
            E::Nested(inner) => self.scalar(inner),
            E::Identifier(name) => self.column(None, &name.value, expr),
            E::CompoundIdentifier(names) => match names.as_slice() {
                [table, column] => self.column(Some(&table.value), &column.value, expr),
                _ => Err(RecordsError::sql(expr, "a name with one prefix is expected")),
            },
            E::Value(value) => self.constant(&value.value, expr),
            E::UnaryOp { op: ast::UnaryOperator::Minus, expr: inner } => self.negative(inner),
            E::UnaryOp { op: ast::UnaryOperator::Plus, expr: inner } => self.scalar(inner),
            E::BinaryOp { left, op, right } if arithmetic(op).is_some() => {
                let Some(op) = arithmetic(op) else {
                    return Err(RecordsError::sql(expr, "no operator"));
                };
                let left = self.integer(left)?;
                let right = self.integer(right)?;
                Ok((Scalar::Arithmetic(op, Box::new(left), Box::new(right)), Type::Int))
            }
            E::Subquery(query) => {
                let (select, _) = self.query(query)?;
                let ty = column_type(&select, query)?;
                let one = select.limit == Some(1) || matches!(select.outputs[0], Output::Count(_));
                if !one {
                    return Err(RecordsError::sql(
                        expr,
                        "a subquery as a value is understood with COUNT or LIMIT 1",
                    ));
                }
                Ok((Scalar::Subquery(Box::new(select)), ty))
            }
            E::Function(function) => self.function(function, expr),
            E::Case { operand, conditions, else_result, .. } => {
                if operand.is_some() {
                    return Err(RecordsError::sql(expr, "CASE with an operand has no translation"));
                }
                self.case(conditions, else_result.as_deref(), expr)
            }
            _ => {
                let condition = self.proper_condition(expr)?;
                Ok((Scalar::Condition(Box::new(condition)), Type::Bool))
            }
        }
    }

    fn negative(&mut self, inner: &ast::Expr) -> Result<(Scalar, Type), RecordsError> {
        Ok(match self.integer(inner)? {
            Scalar::Constant(Value::Int(n)) => {
                (Scalar::Constant(Value::Int(n.wrapping_neg())), Type::Int)
            }
            other => {
                let zero = Box::new(Scalar::Constant(Value::Int(0)));
                (Scalar::Arithmetic(Arithmetic::Subtract, zero, Box::new(other)), Type::Int)
            }
        })
    }

    fn integer(&mut self, expr: &ast::Expr) -> Result<Scalar, RecordsError> {
        match self.scalar(expr)? {
            (scalar, Type::Int | Type::Null) => Ok(scalar),
            (_, ty) => {
                Err(RecordsError::sql(expr, format!("arithmetic on {ty} has no translation")))
            }
        }
    }

    fn constant(
        &mut self,
        value: &ast::Value,
        part: &ast::Expr,
    ) -> Result<(Scalar, Type), RecordsError> {
        let constant = match value {
            ast::Value::Number(text, _) => match text.parse() {
                Ok(n) => Value::Int(n),
                Err(_) => {
                    return Err(RecordsError::sql(
                        part,
                        "only integers of 64 bits have a translation",
                    ));
                }
            },
            ast::Value::SingleQuotedString(text) => Value::Text(text.as_str().into()),
            ast::Value::Boolean(b) => Value::Bool(*b),
            ast::Value::Null => Value::Null,
            ast::Value::Placeholder(name) => return self.parameter(name, part),
            _ => return Err(RecordsError::sql(part, "this constant has no translation")),
        };
        let ty = constant.ty();
        Ok((Scalar::Constant(constant), ty))
    }

    fn parameter(&mut self, name: &str, part: &ast::Expr) -> Result<(Scalar, Type), RecordsError> {
        let index = if name == "?" {
            self.unnumbered += 1;
            self.unnumbered
        } else {
            let digits = name.strip_prefix(['$', '?']).and_then(|digits| digits.parse().ok());
            digits.ok_or_else(|| RecordsError::sql(part, "place holders are $1, $2, ... or ?"))?
        };
        match index.checked_sub(1).and_then(|i| self.parameters.get(i)) {
            Some((Expression::Constant(value), ty)) => Ok((Scalar::Constant(value.clone()), *ty)),
            Some((_, Type::Record(_))) => Err(RecordsError::sql(
                part,
                "the place holder stands for a record, not for its key",
            )),
            Some((_, ty)) => Ok((Scalar::Parameter(index - 1), *ty)),
            None => Err(RecordsError::sql(part, "there is no parameter for the place holder")),
        }
    }

    fn function(
        &mut self,
        function: &ast::Function,
        part: &ast::Expr,
    ) -> Result<(Scalar, Type), RecordsError> {
        refuse_unusual(function)?;
        let name = function_name(function);
        if !matches!(name.as_str(), "coalesce" | "ifnull") {
            return Err(RecordsError::sql(
                part,
                format!("the function `{name}` has no translation here"),
            ));
        }
        let ast::FunctionArguments::List(list) = &function.args else {
            return Err(RecordsError::sql(part, "arguments are expected"));
        };
        let mut arguments = Vec::new();
        for argument in &list.args {
            let ast::FunctionArg::Unnamed(ast::FunctionArgExpr::Expr(expr)) = argument else {
                return Err(RecordsError::sql(part, "values are expected as arguments"));
            };
            arguments.push(self.scalar(expr)?);
        }
        let ty = self.together(&mut arguments, part)?;
        Ok((Scalar::Coalesce(arguments.into_iter().map(|(scalar, _)| scalar).collect()), ty))
    }

    fn case(
        &mut self,
        conditions: &[ast::CaseWhen],
        otherwise: Option<&ast::Expr>,
        part: &ast::Expr,
    ) -> Result<(Scalar, Type), RecordsError> {
        let mut tests = Vec::new();
        let mut values = Vec::new();
        for case in conditions {
            tests.push(self.condition(&case.condition)?);
            values.push(self.scalar(&case.result)?);
        }
        values.push(match otherwise {
            Some(expr) => self.scalar(expr)?,
            None => (Scalar::Constant(Value::Null), Type::Null),
        });
        let ty = self.together(&mut values, part)?;
        let mut values: Vec<Scalar> = values.into_iter().map(|(scalar, _)| scalar).collect();
        let last = values.pop().unwrap_or(Scalar::Constant(Value::Null));
        Ok((Scalar::Case(tests.into_iter().zip(values).collect(), Box::new(last)), ty))
    }

    /// The type that values have together; constants take that of the others.
    fn together(
        &self,
        values: &mut [(Scalar, Type)],
        part: &ast::Expr,
    ) -> Result<Type, RecordsError> {
        let is_constant = |scalar: &Scalar| matches!(scalar, Scalar::Constant(_));
        let leading = values.iter().find(|(scalar, ty)| !is_constant(scalar) && *ty != Type::Null);
        let leading = leading.or_else(|| values.iter().find(|(_, ty)| *ty != Type::Null));
        let ty = leading.map_or(Type::Null, |(_, ty)| *ty);
        for (scalar, own) in values.iter_mut() {
            coerce(scalar, own, ty);
            if !comparable(*own, ty) {
                return Err(RecordsError::sql(
                    part,
                    format!("{own} beside {ty} has no translation"),
                ));
            }
        }
        Ok(ty)
    }

    /// Gives constants the type of what they are compared with, and refuses what SQLite would convert.
    pub(super) fn compared(
        &self,
        a: &mut (Scalar, Type),
        b: &mut (Scalar, Type),
        part: &impl ToString,
    ) -> Result<(), RecordsError> {
        coerce(&mut a.0, &mut a.1, b.1);
        coerce(&mut b.0, &mut b.1, a.1);
        if comparable(a.1, b.1) {
            return Ok(());
        }
        Err(RecordsError::sql(
            part.to_string(),
            format!("comparing {} with {} has no translation", a.1, b.1),
        ))
    }
}

/// A constant as its neighbour's type writes it: truth values are 0 and 1 or 'f' and 't', times are texts.
fn coerce(scalar: &mut Scalar, ty: &mut Type, wanted: Type) {
    let Scalar::Constant(value) = scalar else { return };
    let new = match (&*value, wanted) {
        (Value::Int(n @ (0 | 1)), Type::Bool) => Value::Bool(*n == 1),
        (Value::Bool(b), Type::Int) => Value::Int(i64::from(*b)),
        (Value::Text(text), Type::Bool) if matches!(text.as_ref(), "t" | "f") => {
            Value::Bool(text.as_ref() == "t")
        }
        (Value::Text(text), Type::Time) => match time::seconds(text) {
            Some(seconds) => Value::Time(seconds),
            None => return,
        },
        _ => return,
    };
    *ty = new.ty();
    *value = new;
}

/// The type of a query's one column.
pub(crate) fn column_type(select: &Select, part: &impl ToString) -> Result<Type, RecordsError> {
    match select.outputs.as_slice() {
        [Output::Scalar(_, ty)] => Ok(*ty),
        [Output::Count(Counted::Rows | Counted::Values(_) | Counted::Distinct(..))] => {
            Ok(Type::Int)
        }
        _ => Err(RecordsError::sql(part.to_string(), "a query of one column is expected")),
    }
}

fn arithmetic(op: &ast::BinaryOperator) -> Option<Arithmetic> {
    Some(match op {
        ast::BinaryOperator::Plus => Arithmetic::Add,
        ast::BinaryOperator::Minus => Arithmetic::Subtract,
        ast::BinaryOperator::Multiply => Arithmetic::Multiply,
        ast::BinaryOperator::Divide => Arithmetic::Divide,
        ast::BinaryOperator::Modulo => Arithmetic::Remainder,
        _ => return None,
    })
}

/// The name of a function in small letters.
pub(super) fn function_name(function: &ast::Function) -> String {
    function.name.to_string().to_ascii_lowercase()
}

/// Refuses what can stand around a call.
pub(super) fn refuse_unusual(function: &ast::Function) -> Result<(), RecordsError> {
    let unusual = function.filter.is_some()
        || function.over.is_some()
        || function.null_treatment.is_some()
        || !function.within_group.is_empty();
    if unusual {
        return Err(RecordsError::sql(function, "FILTER and OVER have no translation"));
    }
    Ok(())
}

/// What stands for the truth of a value.
pub(super) fn truth(scalar: Scalar, ty: Type, part: &ast::Expr) -> Result<Condition, RecordsError> {
    match (scalar, ty) {
        (Scalar::Condition(condition), _) => Ok(*condition),
        (Scalar::Constant(Value::Null), _) => Ok(Condition::Constant(None)),
        (Scalar::Constant(Value::Bool(b)), _) => Ok(Condition::Constant(Some(b))),
        (Scalar::Constant(Value::Int(n)), _) => Ok(Condition::Constant(Some(n != 0))),
        (scalar, Type::Bool | Type::Null) => Ok(Condition::Truth(scalar)),
        (scalar, Type::Int) => {
            let zero = Scalar::Constant(Value::Int(0));
            Ok(Condition::Compare(crate::operators::Comparison::Different, scalar, zero))
        }
        (_, ty) => Err(RecordsError::sql(part, format!("{ty} as a condition has no translation"))),
    }
}
