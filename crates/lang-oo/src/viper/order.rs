//! The order of a contract's conjuncts. A conjunct is read where those before it hold, and a contract may say what a pure
//! method gives behind a call that needs to know it: `fp() * l.valid() * valid(); getList() = l`, where `valid()` demands
//! `getList().valid()` (Figure 10 of Smans, Jacobs and Piessens). The equation then stands before the call. A separating
//! conjunction means the same in any order.

use super::source::instances;
use crate::tree::{Binary, Expr, ExprKind, MethodId, MethodKind, Program};

/// The conjuncts of a contract in an order in which they can be read; its clauses where that is the order of the text.
pub(super) fn in_order<'p>(program: &'p Program, clauses: &'p [Expr]) -> Vec<&'p Expr> {
    let mut conjuncts = Vec::new();
    clauses.iter().for_each(|clause| flatten(clause, &mut conjuncts));
    let mut moved = 0;
    let mut at = 0;
    while at < conjuncts.len() {
        let wanted = receivers(program, conjuncts[at]);
        let (before, behind) = conjuncts.split_at(at);
        let says = |e: &&Expr| {
            wanted.iter().any(|getter| equates(e, *getter) && is_given(program, *getter, before))
        };
        match behind.iter().skip(1).position(says) {
            // Equations that need each other go round.
            Some(further) if moved < conjuncts.len() => {
                let equation = conjuncts.remove(at + 1 + further);
                conjuncts.insert(at, equation);
                moved += 1;
            }
            _ => at += 1,
        }
    }
    if moved > 0 { conjuncts } else { clauses.iter().collect() }
}

fn flatten<'p>(e: &'p Expr, out: &mut Vec<&'p Expr>) {
    match &e.kind {
        ExprKind::Binary(Binary::And | Binary::Separate, left, right) => {
            flatten(left, out);
            flatten(right, out);
        }
        _ => out.push(e),
    }
}

/// The pure methods whose results are the receivers of predicates that calls in an expression demand.
fn receivers(program: &Program, e: &Expr) -> Vec<MethodId> {
    let mut found = Vec::new();
    if let ExprKind::Call(call) = &e.kind
        && let Some(callee) = program.methods.get(call.method)
        && callee.kind == MethodKind::Pure
    {
        let demanded = callee.requires.iter().flat_map(|a| instances(program, a));
        found.extend(demanded.filter_map(|(_, receiver)| match &receiver.kind {
            ExprKind::Call(getter) => Some(getter.method),
            _ => None,
        }));
    }
    let inner = e.operands().into_iter().flat_map(|inner| receivers(program, inner));
    found.extend(inner.collect::<Vec<_>>());
    found
}

/// Whether an expression says what a pure method gives, in terms that call nothing.
fn equates(e: &Expr, getter: MethodId) -> bool {
    let ExprKind::Binary(Binary::Equal, left, right) = &e.kind else { return false };
    let calls = |e: &Expr| matches!(&e.kind, ExprKind::Call(call) if call.method == getter);
    let is_plain =
        |e: &Expr| matches!(e.kind, ExprKind::This | ExprKind::Local(_) | ExprKind::Null);
    calls(left) && is_plain(right) || calls(right) && is_plain(left)
}

/// Whether the predicates that a pure method demands stand among these conjuncts.
fn is_given(program: &Program, getter: MethodId, before: &[&Expr]) -> bool {
    let Some(callee) = program.methods.get(getter) else { return false };
    let mut demanded = callee.requires.iter().flat_map(|a| instances(program, a));
    demanded.all(|(wanted, _)| {
        let mut given = before.iter().flat_map(|e| instances(program, e));
        given.any(|(call, _)| call.method == wanted.method)
    })
}
