//! Statements.

use super::{Checker, Mode};
use crate::problem::Problem;
use crate::syntax::{Infix, RawExpr, RawExprKind, RawKind, RawStatement};
use crate::tree::{
    Expr, ExprKind, GhostKind, Local, MethodKind, Statement, StatementKind, Target, TargetKind,
    Type,
};
use effigy_base::text::Span;
use rustc_hash::FxHashMap;

impl<'a> Checker<'a> {
    /// The statements of a block, with the variables that it declares in sight.
    pub(super) fn block(&mut self, body: &'a [RawStatement]) -> Vec<Statement> {
        self.scopes.push(FxHashMap::default());
        let statements = body.iter().map(|raw| self.statement(raw)).collect::<Vec<_>>();
        self.scopes.pop();
        statements.into_iter().flatten().collect()
    }

    pub(super) fn statement(&mut self, raw: &'a RawStatement) -> Option<Statement> {
        let kind = match &raw.kind {
            RawKind::Declare { ghost, ty, name, value } => {
                let ty = self.ty(ty);
                let mode = if *ghost { Mode::GHOST } else { self.mode };
                let value = value.as_ref().map(|raw| self.within(mode, |c| c.assigned(raw, &ty)));
                let (text, span) = (name.text.clone(), name.span);
                let local = Local { name: text, ty, ghost: *ghost, span };
                let id = self.declare_local(&name.text, local);
                StatementKind::Declare(id, value.map_or(Some(None), |value| value.map(Some))?)
            }
            RawKind::Assign(target, value) => {
                let target = self.target(target);
                let ty = target.as_ref().map_or(Type::Broken, |target| target.ty.clone());
                let ghost = target.as_ref().is_some_and(|target| self.is_ghost(target));
                let mode = if ghost { Mode::GHOST } else { self.mode };
                let value = self.within(mode, |checker| checker.assigned(value, &ty));
                StatementKind::Assign(target?, value?)
            }
            RawKind::Update(target, operator, value, span) => {
                self.update(target, *operator, value, *span)?
            }
            RawKind::Evaluate(call) => StatementKind::Evaluate(self.expression(call)?),
            RawKind::If { condition, then, otherwise } => {
                let condition = self.typed(condition, &Type::Bool);
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                StatementKind::If { condition: condition?, then, otherwise }
            }
            RawKind::While { condition, invariants, body } => {
                let condition = self.typed(condition, &Type::Bool);
                let invariants = self.assertions(Mode::CONTRACT, invariants);
                let body = self.block(body);
                StatementKind::While { condition: condition?, invariants, body }
            }
            RawKind::Block(body) => StatementKind::Block(self.block(body)),
            RawKind::Return(value) => self.returned(raw.span, value.as_ref())?,
            RawKind::Assert(assertion) => StatementKind::Assert(self.assertion(assertion)?),
            RawKind::Assume(assertion) => StatementKind::Assume(self.assertion(assertion)?),
            RawKind::Join(assertion) => {
                if self.scopes.len() > 2 {
                    self.report(raw.span, Problem::NestedJoin);
                }
                let joined = self.within(Mode::JOIN, |c| c.typed(assertion, &Type::Bool));
                StatementKind::Join(joined?)
            }
            RawKind::Ghost(kind, call) => {
                let (word, needed) = match kind {
                    GhostKind::Open => ("open", MethodKind::Predicate),
                    GhostKind::Close => ("close", MethodKind::Predicate),
                    GhostKind::Use => ("use", MethodKind::Pure),
                };
                StatementKind::Ghost(*kind, self.ghost_call(word, call, needed)?)
            }
        };
        Some(Statement { number: raw.number, span: raw.span, kind })
    }

    fn assertion(&mut self, raw: &RawExpr) -> Option<Expr> {
        self.within(Mode::ASSERTION, |checker| checker.typed(raw, &Type::Bool))
    }

    /// The right side of an assignment to something of type `ty`.
    fn assigned(&mut self, raw: &RawExpr, ty: &Type) -> Option<Expr> {
        if let RawExprKind::Unknown = raw.kind {
            let (kind, ty) = (ExprKind::Unknown, ty.clone());
            return Some(Expr { kind, ty, span: raw.span, operator: raw.span });
        }
        self.typed(raw, ty)
    }

    fn returned(&mut self, span: Span, value: Option<&RawExpr>) -> Option<StatementKind> {
        let result = self.method.and_then(|method| method.result.as_ref());
        match (result, value) {
            (Some(ty), Some(value)) => Some(StatementKind::Return(Some(self.typed(value, ty)?))),
            (None, None) => Some(StatementKind::Return(None)),
            (Some(_), None) => {
                let problem = Problem::MissingValue(self.method_name());
                self.fail(span, problem)
            }
            (None, Some(value)) => {
                self.expression(value);
                let problem = Problem::SuperfluousValue(self.method_name());
                self.fail(value.span, problem)
            }
        }
    }

    fn is_ghost(&self, target: &Target) -> bool {
        let TargetKind::Local(id) = target.kind else { return false };
        self.locals.get(id).is_some_and(|local| local.ghost)
    }

    /// What gets a value.
    fn target(&mut self, raw: &RawExpr) -> Option<Target> {
        let problem = match raw.kind {
            RawExprKind::Name(_) | RawExprKind::Field(..) | RawExprKind::Element(..) => None,
            RawExprKind::This => Some(Problem::AssignedThis),
            RawExprKind::Broken => return None,
            _ => Some(Problem::NotAssignable),
        };
        if let Some(problem) = problem {
            return self.fail(raw.span, problem);
        }
        let read = self.within(Mode { ghost: true, ..self.mode }, |c| c.value(raw))?;
        let kind = match read.kind {
            ExprKind::Local(id) => TargetKind::Local(id),
            ExprKind::Global(id) => TargetKind::Global(id),
            ExprKind::Field(object, field) => TargetKind::Field(object, field),
            ExprKind::Element(array, index) => TargetKind::Element(array, index),
            ExprKind::Length(_) => return self.fail(raw.span, Problem::AssignedLength),
            _ => return self.fail(raw.span, Problem::NotAssignable),
        };
        Some(Target { kind, ty: read.ty, span: read.operator })
    }

    /// `t op= e` as `t := t op e`.
    fn update(
        &mut self,
        raw: &RawExpr,
        operator: Infix,
        value: &RawExpr,
        span: Span,
    ) -> Option<StatementKind> {
        let target = self.target(raw);
        let ghost = target.as_ref().is_some_and(|target| self.is_ghost(target));
        let mode = if ghost { Mode::GHOST } else { self.mode };
        let value = self.within(mode, |checker| checker.typed(value, &Type::Int));
        let target = target?;
        if target.ty != Type::Int {
            let found = self.a(&target.ty);
            let needed = "an int".to_owned();
            return self.fail(raw.span, Problem::WrongType { needed, found });
        }
        let read = self.within(Mode { ghost: true, ..self.mode }, |c| c.value(raw))?;
        if self.has_effects(&read) {
            return self.fail(raw.span, Problem::UpdatedCall);
        }
        let sum = self.combine(operator, span, read, value?)?;
        Some(StatementKind::Assign(target, sum))
    }
}
