//! The direct parts of expressions of the resolved tree.

use crate::tree::{Access, Block, Expr, ExprKind, Location, StmtKind};

/// Shows the expressions of a resource to `f`.
pub(crate) fn location<'e>(location: &'e Location, f: &mut dyn FnMut(&'e Expr)) {
    match location {
        Location::Field(receiver, _) => f(receiver),
        Location::Predicate(_, arguments) => arguments.iter().for_each(f),
        Location::Wand(wand) => f(wand),
    }
}

/// Shows the expressions of an access to `f`.
pub(crate) fn access<'e>(access: &'e Access, f: &mut dyn FnMut(&'e Expr)) {
    location(&access.location, f);
    access.amount.iter().for_each(f);
}

/// Shows the direct parts of an expression to `f`, in the order of the text.
pub(crate) fn parts<'e>(kind: &'e ExprKind, f: &mut dyn FnMut(&'e Expr)) {
    match kind {
        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Null | ExprKind::NoPerm => {}
        ExprKind::FullPerm | ExprKind::Wildcard | ExprKind::Epsilon => {}
        ExprKind::Local(_) | ExprKind::Result => {}
        ExprKind::Unary(_, a) | ExprKind::Field(a, _) | ExprKind::Old(_, a) => f(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::Let(_, a, b)
        | ExprKind::Applying(a, b)
        | ExprKind::Asserting(a, b)
        | ExprKind::Wand(a, b)
        | ExprKind::InhaleExhale(a, b) => [a, b].into_iter().for_each(f),
        ExprKind::Conditional(a, b, c) | ExprKind::Update(a, b, c) => {
            [a, b, c].into_iter().for_each(f);
        }
        ExprKind::Call { arguments: list, .. }
        | ExprKind::DomainCall { arguments: list, .. }
        | ExprKind::Seq(list)
        | ExprKind::Set(list)
        | ExprKind::Multiset(list) => list.iter().for_each(f),
        ExprKind::Map(list) => list.iter().for_each(|(k, v)| [k, v].into_iter().for_each(&mut *f)),
        ExprKind::Unfolding(a, body) => {
            access(a, f);
            f(body);
        }
        ExprKind::Quantifier(q) => q.triggers.iter().flatten().chain([&q.body]).for_each(f),
        ExprKind::ForPerm { location: resource, body, .. } => {
            location(resource, f);
            f(body);
        }
        ExprKind::Access(a) => access(a, f),
        ExprKind::Perm(resource) => location(resource, f),
    }
}

/// Shows the expressions of a resource to `f`, to be changed.
fn location_mut(location: &mut Location, f: &mut dyn FnMut(&mut Expr)) {
    match location {
        Location::Field(receiver, _) => f(receiver),
        Location::Predicate(_, arguments) => arguments.iter_mut().for_each(f),
        Location::Wand(wand) => f(wand),
    }
}

/// Shows the expressions of an access to `f`, to be changed.
pub(crate) fn access_mut(access: &mut Access, f: &mut dyn FnMut(&mut Expr)) {
    location_mut(&mut access.location, f);
    access.amount.iter_mut().for_each(f);
}

/// Shows the direct parts of an expression to `f`, to be changed.
pub(crate) fn parts_mut(kind: &mut ExprKind, f: &mut dyn FnMut(&mut Expr)) {
    match kind {
        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Null | ExprKind::NoPerm => {}
        ExprKind::FullPerm | ExprKind::Wildcard | ExprKind::Epsilon => {}
        ExprKind::Local(_) | ExprKind::Result => {}
        ExprKind::Unary(_, a) | ExprKind::Field(a, _) | ExprKind::Old(_, a) => f(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::Let(_, a, b)
        | ExprKind::Applying(a, b)
        | ExprKind::Asserting(a, b)
        | ExprKind::Wand(a, b)
        | ExprKind::InhaleExhale(a, b) => [a, b].into_iter().for_each(f),
        ExprKind::Conditional(a, b, c) | ExprKind::Update(a, b, c) => {
            [a, b, c].into_iter().for_each(f);
        }
        ExprKind::Call { arguments: list, .. }
        | ExprKind::DomainCall { arguments: list, .. }
        | ExprKind::Seq(list)
        | ExprKind::Set(list)
        | ExprKind::Multiset(list) => list.iter_mut().for_each(f),
        ExprKind::Map(list) => {
            list.iter_mut().for_each(|(k, v)| [k, v].into_iter().for_each(&mut *f));
        }
        ExprKind::Unfolding(a, body) => {
            access_mut(a, f);
            f(body);
        }
        ExprKind::Quantifier(q) => {
            q.triggers.iter_mut().flatten().chain([&mut q.body]).for_each(f);
        }
        ExprKind::ForPerm { location, body, .. } => {
            location_mut(location, f);
            f(body);
        }
        ExprKind::Access(a) => access_mut(a, f),
        ExprKind::Perm(resource) => location_mut(resource, f),
    }
}

/// Whether an expression, or a part of it, is one that `wanted` takes.
pub fn any(e: &Expr, wanted: &mut dyn FnMut(&Expr) -> bool) -> bool {
    let mut found = wanted(e);
    parts(&e.kind, &mut |part| found = found || any(part, wanted));
    found
}

/// Shows an expression and all its parts to `f`.
pub fn all<'e>(e: &'e Expr, f: &mut dyn FnMut(&'e Expr)) {
    f(e);
    parts(&e.kind, &mut |part| all(part, f));
}

/// Shows the direct expressions of a statement to `f`.
pub(crate) fn statement<'s>(kind: &'s StmtKind, f: &mut dyn FnMut(&'s Expr)) {
    match kind {
        StmtKind::Declare(_) | StmtKind::New { .. } | StmtKind::Goto(_) | StmtKind::Block(_) => {}
        StmtKind::Assign { value, .. } => f(value),
        StmtKind::AssignField { receiver, value, .. } => [receiver, value].into_iter().for_each(f),
        StmtKind::Call { arguments, .. } => arguments.iter().for_each(f),
        StmtKind::Inhale(e)
        | StmtKind::Exhale(e)
        | StmtKind::Assume(e)
        | StmtKind::Refute { condition: e, .. }
        | StmtKind::Apply(e)
        | StmtKind::Assert { condition: e, .. }
        | StmtKind::Package { wand: e, .. }
        | StmtKind::If { condition: e, .. } => f(e),
        StmtKind::Fold(a) | StmtKind::Unfold(a) => access(a, f),
        StmtKind::While { condition, invariants, .. } => {
            [condition].into_iter().chain(invariants).for_each(f);
        }
        StmtKind::Label { invariants, .. } => invariants.iter().for_each(f),
        StmtKind::Havoc { condition, location: resource, .. } => {
            condition.iter().for_each(&mut *f);
            location(resource, f);
        }
    }
}

/// Shows the blocks of a statement to `f`.
pub(crate) fn blocks<'s>(kind: &'s StmtKind, f: &mut dyn FnMut(&'s Block)) {
    match kind {
        StmtKind::Package { script, .. } => f(script),
        StmtKind::If { then, otherwise, .. } => [then, otherwise].into_iter().for_each(f),
        StmtKind::While { body, .. } | StmtKind::Block(body) => f(body),
        _ => {}
    }
}
