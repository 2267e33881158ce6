//! Puts the types that were found into a checked expression.

use super::Checker;
use crate::problem::TYPES;
use crate::tree::{BinaryOp, Expr, ExprKind, LocalId, Type};
use crate::walk;

impl Checker<'_> {
    /// A whole expression without open types.
    pub(super) fn finish(&mut self, mut expr: Expr) -> Expr {
        let place = expr.place;
        let mut guessed = false;
        self.finish_parts(&mut expr, &mut guessed);
        if self.body.unifier.gave_up() {
            self.error(place, "the types in this expression are too large");
        }
        self.body.unifier.clear();
        if guessed {
            let message = "nothing says what a type argument is: it is taken to be Int";
            self.problems.warning(place, TYPES, message);
        }
        expr
    }

    fn finish_local(&mut self, local: LocalId, guessed: &mut bool) {
        let ty = self.body.locals[local].ty.clone();
        self.body.locals[local].ty = self.body.unifier.finish(&ty, guessed);
    }

    fn finish_parts(&mut self, expr: &mut Expr, guessed: &mut bool) {
        expr.ty = self.body.unifier.finish(&expr.ty, guessed);
        match &mut *expr.kind {
            ExprKind::Binary(operator @ BinaryOp::PermDiv, ..) if expr.ty == Type::Int => {
                *operator = BinaryOp::IntDiv;
            }
            ExprKind::DomainCall { instance, .. } => {
                let types = instance.iter().map(|ty| self.body.unifier.finish(ty, guessed));
                *instance = types.collect();
            }
            ExprKind::Let(local, ..) => self.finish_local(*local, guessed),
            _ => {}
        }
        walk::parts_mut(&mut expr.kind, &mut |part| self.finish_parts(part, guessed));
    }
}
