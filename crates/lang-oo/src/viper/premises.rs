//! What proofs of an object program rest on although nobody shows it: methods are proved as far as they end, and `assume`
//! is believed.

use super::Context;
use crate::tree::{Expr, ExprKind, MethodId, MethodKind, Statement, StatementKind};
use effigy_base::assumption::AssumptionKind;
use effigy_base::id::{Id, IdVec};
use effigy_base::text::Span;
use effigy_lang_viper::premises::{ASSUMED, LOOPS, METHODS};
use effigy_lang_viper::tree::Premise;
use std::collections::BTreeSet;

impl Context<'_> {
    /// The premises of the program, by place.
    pub(super) fn premises(&self) -> Vec<Premise> {
        let mut found: Vec<(AssumptionKind, &'static str, Span)> = Vec::new();
        let mut calls: IdVec<MethodId, BTreeSet<MethodId>> = IdVec::new();
        for (_, method) in self.program.methods.iter() {
            let mut called = BTreeSet::new();
            for statement in &method.body {
                self.statement(statement, &mut found, &mut called);
            }
            calls.push(called);
        }
        for (id, method) in self.program.methods.iter() {
            if matches!(method.kind, MethodKind::Mutator | MethodKind::Constructor)
                && reaches(&calls, id)
            {
                found.push((AssumptionKind::Termination, METHODS, method.span));
            }
        }
        let premise = |(kind, what, span)| Premise { kind, what, place: self.place(span) };
        let mut premises: Vec<Premise> = found.into_iter().map(premise).collect();
        premises.sort_by_key(|premise| premise.place);
        premises
    }

    fn statement(
        &self,
        statement: &Statement,
        found: &mut Vec<(AssumptionKind, &'static str, Span)>,
        called: &mut BTreeSet<MethodId>,
    ) {
        match statement.kind {
            StatementKind::While { .. } => {
                found.push((AssumptionKind::Termination, LOOPS, statement.span));
            }
            StatementKind::Assume(_) => {
                found.push((AssumptionKind::Contract, ASSUMED, statement.span));
            }
            _ => {}
        }
        statement.expressions().into_iter().for_each(|e| self.called(e, called));
        statement.statements().for_each(|inner| self.statement(inner, found, called));
    }

    /// The methods that an expression calls.
    fn called(&self, e: &Expr, called: &mut BTreeSet<MethodId>) {
        match &e.kind {
            ExprKind::Call(call) => {
                called.insert(call.method);
            }
            ExprKind::New(class, _) => {
                let makes = |method: &crate::tree::Method| {
                    method.kind == MethodKind::Constructor && method.class == Some(*class)
                };
                let methods = self.program.methods.iter();
                called.extend(methods.filter(|(_, m)| makes(m)).map(|(id, _)| id));
            }
            _ => {}
        }
        e.operands().into_iter().for_each(|inner| self.called(inner, called));
    }
}

/// Whether a method can call itself.
fn reaches(calls: &IdVec<MethodId, BTreeSet<MethodId>>, from: MethodId) -> bool {
    let mut seen = vec![false; calls.len()];
    let mut open: Vec<MethodId> = calls[from].iter().copied().collect();
    while let Some(next) = open.pop() {
        if next == from {
            return true;
        }
        if let Some(seen) = seen.get_mut(next.index())
            && !std::mem::replace(seen, true)
        {
            open.extend(&calls[next]);
        }
    }
    false
}
