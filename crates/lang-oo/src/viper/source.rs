//! What the text of a member says by itself.

use crate::tree::{
    Binary, Call, Expr, ExprKind, FieldId, LocalId, Method, MethodKind, Program, Statement,
    StatementKind, Target, TargetKind,
};
use std::collections::BTreeSet;

/// What the one statement of a predicate or pure method returns.
pub(super) fn value(method: &Method) -> Option<&Expr> {
    match method.body.first().map(|statement| &statement.kind) {
        Some(StatementKind::Return(value)) => value.as_ref(),
        _ => None,
    }
}

/// The local variables that statements assign.
pub(super) fn assigned(statements: &[Statement]) -> BTreeSet<LocalId> {
    let mut ids = BTreeSet::new();
    let mut open: Vec<&Statement> = statements.iter().collect();
    while let Some(statement) = open.pop() {
        if let StatementKind::Assign(Target { kind: TargetKind::Local(id), .. }, _) =
            &statement.kind
        {
            ids.insert(*id);
        }
        open.extend(statement.statements());
    }
    ids
}

/// Whether a method has a ghost operation.
pub(super) fn has_ghosts(method: &Method) -> bool {
    let contract = method.requires.iter().chain(&method.ensures);
    contract.into_iter().any(has_opening) || method.body.iter().any(is_ghost)
}

fn is_ghost(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Ghost(..))
        || statement.expressions().into_iter().any(has_opening)
        || statement.statements().any(is_ghost)
}

fn has_opening(expression: &Expr) -> bool {
    matches!(expression.kind, ExprKind::Opening(..) | ExprKind::Using(..))
        || expression.operands().into_iter().any(has_opening)
}

/// The conjuncts of an assertion, those under a condition among them.
fn conjuncts(assertion: &Expr) -> Vec<&Expr> {
    let (mut list, mut open) = (Vec::new(), vec![assertion]);
    while let Some(next) = open.pop() {
        match &next.kind {
            ExprKind::Binary(Binary::And | Binary::Separate, left, right) => {
                open.extend([&**right, &**left]);
            }
            ExprKind::Conditional(_, then, otherwise) => open.extend([&**otherwise, &**then]),
            _ => list.push(next),
        }
    }
    list
}

/// The predicates of an assertion, each with what it is called on.
pub(super) fn instances<'p>(program: &Program, assertion: &'p Expr) -> Vec<(&'p Call, &'p Expr)> {
    let predicates = conjuncts(assertion).into_iter().filter_map(|conjunct| {
        let call = match &conjunct.kind {
            ExprKind::Call(call) => call,
            ExprKind::Acc(inner, _) => match &inner.kind {
                ExprKind::Call(call) => call,
                _ => return None,
            },
            _ => return None,
        };
        let kind = program.methods.get(call.method)?.kind;
        Some((call, call.receiver.as_deref()?)).filter(|_| kind == MethodKind::Predicate)
    });
    predicates.collect()
}

/// The fields of `this` to which an assertion gives access.
pub(super) fn fields(assertion: &Expr) -> Vec<FieldId> {
    let given = conjuncts(assertion).into_iter().filter_map(|conjunct| {
        let ExprKind::Acc(location, _) = &conjunct.kind else { return None };
        match &location.kind {
            ExprKind::Field(object, field) if object.kind == ExprKind::This => Some(*field),
            _ => None,
        }
    });
    given.collect()
}
