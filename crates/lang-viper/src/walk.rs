//! The direct parts of expressions of the resolved tree.

use crate::tree::{Access, Expr, ExprKind, Location};

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
