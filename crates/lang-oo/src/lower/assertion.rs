//! Contracts and assertions as plain conditions.

use super::body::{Body, Demand};
use crate::tree::{Expr, ExprKind, Method, StatementKind};
use effigy_base::finding::FindingKind;
use effigy_ir::function::InstKind;

impl<'p> Body<'_, 'p> {
    /// Checks each of some assertions, at its own place.
    pub fn check_all(&mut self, assertions: &'p [Expr], what: &'static str) {
        for assertion in assertions {
            let cond = self.value(assertion);
            self.at(assertion.span);
            let text = self.names().expression(assertion);
            self.demand(cond, FindingKind::Assertion, format!("{what}: {text}"));
        }
    }

    /// Assumes each of some assertions, and that they are defined.
    pub fn assume_all(&mut self, assertions: &'p [Expr]) {
        let before = std::mem::replace(&mut self.demand, Demand::Assume);
        for assertion in assertions {
            let cond = self.value(assertion);
            self.at(assertion.span);
            self.b.push(InstKind::Assume { cond });
        }
        self.demand = before;
    }

    /// Evaluates what postconditions and joins say of the state before: they look at it whether or not it is defined.
    pub fn save_olds(&mut self, method: &'p Method) {
        let before = std::mem::replace(&mut self.demand, Demand::Nothing);
        let joined = method.body.iter().filter_map(|statement| match &statement.kind {
            StatementKind::Join(assertion) => Some(assertion),
            _ => None,
        });
        for assertion in method.ensures.iter().chain(joined) {
            self.save_old(assertion);
        }
        self.demand = before;
    }

    fn save_old(&mut self, expression: &'p Expr) {
        if let ExprKind::Old(inner) = &expression.kind {
            let value = self.value(inner);
            self.olds.insert(inner.span, value);
            return;
        }
        for inner in expression.operands() {
            self.save_old(inner);
        }
    }
}
