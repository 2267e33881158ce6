//! Integers, conditions and calls.

use super::{Checker, Parameter, Signature, constant_bounds};
use crate::problem::Problem;
use crate::syntax::{Infix, Name, RawExpr, RawExprKind, RawQuantified};
use crate::tree::{
    Argument, Arithmetic, Bounds, Condition, ConditionKind, Expr, ExprKind, ProcId, Shape, VarId,
};
use effigy_base::text::Span;

impl<'a> Checker<'a> {
    /// An expression as an integer. Everything wrong in it is reported.
    pub fn integer(&mut self, raw: &RawExpr) -> Option<Expr> {
        let span = raw.span;
        let kind = match &raw.kind {
            RawExprKind::Number(digits) => match digits.parse() {
                Ok(number) => ExprKind::Number(number),
                Err(_) => return self.fail(span, Problem::BadNumber(digits.clone())),
            },
            RawExprKind::Symbol(name) => ExprKind::Symbol(name.clone()),
            RawExprKind::Name(name) => self.named(name, span)?,
            RawExprKind::Apply(name, list) => self.applied(name, list, span)?,
            RawExprKind::Paren(inner) | RawExprKind::Plus(inner) => return self.integer(inner),
            RawExprKind::Negate(inner) => ExprKind::Negate(Box::new(self.integer(inner)?)),
            RawExprKind::Infix(Infix::Arithmetic(operator), left, right) => {
                let (left, right) = (self.integer(left), self.integer(right));
                ExprKind::Binary(*operator, Box::new(left?), Box::new(right?))
            }
            RawExprKind::Not(inner) if is_integer(inner) => {
                self.integer(inner);
                return self.fail(span, Problem::NegatedInteger);
            }
            RawExprKind::Not(_) | RawExprKind::Infix(..) | RawExprKind::Quantified(_) => {
                self.condition(raw);
                return self.fail(span, Problem::NeedsInteger);
            }
            RawExprKind::Broken => return None,
        };
        Some(Expr { kind, span })
    }

    /// An expression as a condition. Everything wrong in it is reported.
    pub fn condition(&mut self, raw: &RawExpr) -> Option<Condition> {
        let kind = match &raw.kind {
            RawExprKind::Paren(inner) => return self.condition(inner),
            RawExprKind::Not(inner) => ConditionKind::Not(Box::new(self.condition(inner)?)),
            RawExprKind::Infix(Infix::Relation(relation), left, right) => {
                let (left, right) = (self.integer(left), self.integer(right));
                ConditionKind::Relation(*relation, left?, right?)
            }
            RawExprKind::Infix(Infix::Connective(connective), left, right) => {
                let (left, right) = (self.condition(left), self.condition(right));
                ConditionKind::Binary(*connective, Box::new(left?), Box::new(right?))
            }
            RawExprKind::Quantified(quantified) => self.quantified(quantified, raw.span)?,
            RawExprKind::Broken => return None,
            _ => {
                self.integer(raw)?;
                return self.fail(raw.span, Problem::NeedsCondition);
            }
        };
        Some(Condition { kind, span: raw.span })
    }

    fn quantified(&mut self, raw: &RawQuantified, span: Span) -> Option<ConditionKind> {
        if !self.quantifiers {
            self.report(span, Problem::MisplacedQuantifier);
        }
        let (lower, upper) = (self.integer(&raw.lower), self.integer(&raw.upper));
        self.bound.push(raw.name.clone());
        let body = self.condition(&raw.body);
        self.bound.pop();
        Some(ConditionKind::Quantified {
            quantifier: raw.quantifier,
            name: raw.name.clone(),
            lower: lower?,
            upper: upper?,
            body: Box::new(body?),
        })
    }

    /// The quantifier that binds a name.
    fn binder(&self, name: &str) -> Option<u32> {
        let at = self.bound.iter().rposition(|bound| bound == name)?;
        u32::try_from(at).ok()
    }

    fn named(&mut self, name: &str, span: Span) -> Option<ExprKind> {
        if let Some(binder) = self.binder(name) {
            return Some(ExprKind::Bound(binder));
        }
        if let Some((id, variable)) = self.variable(name) {
            return match variable.shape {
                Shape::Integer => Some(ExprKind::Variable(id)),
                Shape::Array(_) => self.fail(span, Problem::ArrayAsInteger(name.to_owned())),
            };
        }
        if let Some((callee, signature)) = self.find_procedure(name) {
            return self.function(callee, signature, &[], span);
        }
        if self.is_broken(name) {
            return None;
        }
        if self.free {
            return Some(ExprKind::Variable(self.add_new(name, Shape::Integer, span)));
        }
        let hint = self.near_variable(name, false);
        self.fail(span, Problem::UnknownVariable { name: name.to_owned(), hint })
    }

    /// A name with a list behind it.
    fn applied(&mut self, name: &str, list: &[RawExpr], span: Span) -> Option<ExprKind> {
        if self.is_variable(name) {
            let array = self.array_variable(name, span);
            let subscript = self.subscript(list, span);
            return Some(ExprKind::Element(array?, Box::new(subscript?)));
        }
        if let Some((callee, signature)) = self.find_procedure(name) {
            return self.function(callee, signature, list, span);
        }
        match name {
            "ABS" => {
                let [operand] = self.operands(name, list, span)?;
                Some(ExprKind::Abs(Box::new(operand)))
            }
            "MOD" => {
                let [left, right] = self.operands(name, list, span)?;
                Some(ExprKind::Binary(Arithmetic::Mod, Box::new(left), Box::new(right)))
            }
            _ if self.free => {
                let array = self.add_new(name, Shape::Array(Bounds::Argument), span);
                Some(ExprKind::Element(array, Box::new(self.subscript(list, span)?)))
            }
            _ => {
                for argument in list.iter().filter(|a| !matches!(a.kind, RawExprKind::Name(_))) {
                    self.integer(argument);
                }
                if self.is_broken(name) {
                    return None;
                }
                let hint = self.near_applied(name);
                self.fail(span, Problem::UnknownApplied { name: name.to_owned(), hint })
            }
        }
    }

    fn is_variable(&self, name: &str) -> bool {
        self.binder(name).is_some() || self.variable(name).is_some()
    }

    /// The operands of a built-in function.
    fn operands<const N: usize>(
        &mut self,
        name: &str,
        list: &[RawExpr],
        span: Span,
    ) -> Option<[Expr; N]> {
        let operands: Vec<Option<Expr>> = list.iter().map(|e| self.integer(e)).collect();
        if operands.len() != N {
            return self.wrong_count(name, N, list.len(), span);
        }
        operands.into_iter().collect::<Option<Vec<Expr>>>()?.try_into().ok()
    }

    fn wrong_count<T>(&mut self, name: &str, has: usize, found: usize, span: Span) -> Option<T> {
        let expected = match has {
            0 => "no parameters".to_owned(),
            1 => "1 parameter".to_owned(),
            n => format!("{n} parameters"),
        };
        self.fail(span, Problem::ArgumentCount { name: name.to_owned(), expected, found })
    }

    /// The array with this name.
    pub fn array_variable(&mut self, name: &str, span: Span) -> Option<VarId> {
        let text = name.to_owned();
        if self.binder(name).is_some() {
            return self.fail(span, Problem::IntegerAsArray(text));
        }
        if let Some((id, variable)) = self.variable(name) {
            return match variable.shape {
                Shape::Array(_) => Some(id),
                Shape::Integer => self.fail(span, Problem::IntegerAsArray(text)),
            };
        }
        if self.is_broken(name) {
            None
        } else if self.find_procedure(name).is_some() {
            self.fail(span, Problem::ProcedureAsVariable(text))
        } else if self.free {
            Some(self.add_new(name, Shape::Array(Bounds::Argument), span))
        } else {
            let hint = self.near_variable(name, true);
            self.fail(span, Problem::UnknownArray { name: text, hint })
        }
    }

    pub fn subscript(&mut self, list: &[RawExpr], span: Span) -> Option<Expr> {
        let subscripts: Vec<Option<Expr>> = list.iter().map(|e| self.integer(e)).collect();
        match <[Option<Expr>; 1]>::try_from(subscripts) {
            Ok([subscript]) => subscript,
            Err(_) => self.fail(span, Problem::Subscripts),
        }
    }

    /// The value of a function of this file.
    fn function(
        &mut self,
        callee: ProcId,
        signature: &'a Signature,
        list: &[RawExpr],
        span: Span,
    ) -> Option<ExprKind> {
        if !self.bound.is_empty() {
            self.report(span, Problem::CallUnderQuantifier);
        }
        let arguments = self.arguments(signature, list, span);
        if !signature.is_function {
            return self.fail(span, Problem::NoValue(signature.name.clone()));
        }
        Some(ExprKind::Call(callee, arguments?))
    }

    /// What a CALL names and passes.
    pub fn called(
        &mut self,
        name: &Name,
        list: &[RawExpr],
        span: Span,
    ) -> Option<(ProcId, Vec<Argument>)> {
        let Some((callee, signature)) = self.find_procedure(&name.text) else {
            let name_text = name.text.clone();
            let problem = if self.variable(&name.text).is_some() {
                Problem::VariableAsProcedure(name_text)
            } else {
                let hint = self.near_procedure(&name.text);
                Problem::UnknownProcedure { name: name_text, hint }
            };
            return self.fail(name.span, problem);
        };
        Some((callee, self.arguments(signature, list, span)?))
    }

    fn arguments(
        &mut self,
        callee: &'a Signature,
        list: &[RawExpr],
        span: Span,
    ) -> Option<Vec<Argument>> {
        if list.len() != callee.parameters.len() {
            return self.wrong_count(&callee.name, callee.parameters.len(), list.len(), span);
        }
        let pairs = callee.parameters.iter().zip(list);
        let arguments: Vec<_> = pairs.map(|(p, a)| self.argument(callee, p, a)).collect();
        arguments.into_iter().collect()
    }

    fn argument(
        &mut self,
        callee: &Signature,
        parameter: &Parameter,
        raw: &RawExpr,
    ) -> Option<Argument> {
        if parameter.is_array {
            return self.array_argument(callee, parameter, raw).map(Argument::Array);
        }
        let by_reference = match &raw.kind {
            RawExprKind::Name(name) => {
                let array = self.variable(name).is_some_and(|(_, v)| v.shape != Shape::Integer);
                if array && self.binder(name).is_none() {
                    let problem = Problem::ArrayArgument {
                        procedure: callee.name.clone(),
                        parameter: parameter.name.clone(),
                        array: name.clone(),
                    };
                    return self.fail(raw.span, problem);
                }
                true
            }
            RawExprKind::Apply(..) => true,
            _ => false,
        };
        let value = self.integer(raw)?;
        Some(match value.kind {
            ExprKind::Variable(id) if by_reference => Argument::Variable(id),
            ExprKind::Element(id, subscript) if by_reference => Argument::Element(id, *subscript),
            _ => Argument::Value(value),
        })
    }

    fn array_argument(
        &mut self,
        callee: &Signature,
        parameter: &Parameter,
        raw: &RawExpr,
    ) -> Option<VarId> {
        let (procedure, parameter_name) = (callee.name.clone(), parameter.name.clone());
        let needs_array =
            Problem::NeedsArray { procedure: procedure.clone(), parameter: parameter_name.clone() };
        let RawExprKind::Name(name) = &raw.kind else {
            return self.fail(raw.span, needs_array);
        };
        let is_integer = self.binder(name).is_some()
            || self.variable(name).is_some_and(|(_, v)| v.shape == Shape::Integer);
        if is_integer {
            return self.fail(raw.span, needs_array);
        }
        let id = self.array_variable(name, raw.span)?;
        let own = self.variables.get(id).and_then(|v| constant_bounds(&v.shape));
        if let (Some(own), Some(wanted)) = (own, &parameter.bounds)
            && own != *wanted
        {
            let (parameter, array) = (parameter_name, name.clone());
            return self.fail(raw.span, Problem::ArgumentBounds { procedure, parameter, array });
        }
        Some(id)
    }
}

/// Whether an expression looks like an integer rather than a condition.
fn is_integer(raw: &RawExpr) -> bool {
    match &raw.kind {
        RawExprKind::Paren(inner) => is_integer(inner),
        RawExprKind::Not(_) | RawExprKind::Quantified(_) | RawExprKind::Broken => false,
        RawExprKind::Infix(operator, ..) => matches!(operator, Infix::Arithmetic(_)),
        _ => true,
    }
}
