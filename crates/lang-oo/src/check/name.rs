//! Names of variables.

use super::Checker;
use crate::problem::Problem;
use crate::tree::{Expr, ExprKind, Local, LocalId, Type};
use effigy_base::text::Span;

impl<'a> Checker<'a> {
    /// Declares a local variable in the innermost block.
    pub(super) fn declare_local(&mut self, name: &'a str, local: Local) -> LocalId {
        if let Some(earlier) = self.local(name).and_then(|id| self.locals.get(id)) {
            let line = earlier.span.start.line;
            let problem = Problem::Twice { what: "variable", name: name.to_owned(), line };
            self.report(local.span, problem);
        }
        let id = self.locals.push(local);
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, id);
        }
        id
    }

    /// The local variable in sight with this name.
    pub(super) fn local(&self, name: &str) -> Option<LocalId> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()
    }

    /// The variable of a name: a local one, the result, a field of this class, a global one.
    pub(super) fn variable(&mut self, name: &str, span: Span) -> Option<Expr> {
        let (kind, ty) = if let Some(id) = self.local(name) {
            let local = self.locals.get(id)?;
            (ExprKind::Local(id), local.ty.clone())
        } else if name == "result" && self.mode.result {
            let Some(ty) = self.method.and_then(|method| method.result.clone()) else {
                let problem = Problem::NoResult(self.method_name());
                return self.fail(span, problem);
            };
            (ExprKind::Result, ty)
        } else if let Some((class, id)) = self.own_field(name) {
            let this = ExprKind::This;
            let this = Expr { kind: this, ty: Type::Class(class), span, operator: span };
            (ExprKind::Field(Box::new(this), id), self.program.fields.get(id)?.ty.clone())
        } else if let Some(id) = self.names.globals.get(name) {
            (ExprKind::Global(*id), self.program.globals.get(*id)?.ty.clone())
        } else {
            let problem = self.unknown(name, span);
            return self.fail(span, problem);
        };
        match ty {
            Type::Broken => None,
            ty => Some(Expr { kind, ty, span, operator: span }),
        }
    }

    fn own_field(&self, name: &str) -> Option<(crate::tree::ClassId, crate::tree::FieldId)> {
        let class = self.class?;
        Some((class, *self.names.members.get(class)?.fields.get(name)?))
    }

    fn unknown(&self, name: &str, span: Span) -> Problem {
        let text = name.to_owned();
        match self.declared.get(name) {
            Some(place) if *place >= span.start => {
                return Problem::UsedBefore { name: text, line: place.line };
            }
            Some(place) => return Problem::OutOfScope { name: text, line: place.line },
            None => {}
        }
        if name == "result" {
            return Problem::PostconditionOnly("result");
        }
        let locals = self.scopes.iter().flat_map(|scope| scope.keys().copied());
        let fields = self.class.and_then(|class| self.names.members.get(class));
        let fields = fields.into_iter().flat_map(|m| m.fields.keys().map(String::as_str));
        let globals = self.names.globals.keys().map(String::as_str);
        Problem::UnknownName(text, self.near(name, locals.chain(fields).chain(globals)))
    }
}
