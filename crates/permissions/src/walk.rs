//! Walks over expressions.

use effigy_lang_viper::tree::{Access, Expr, ExprKind, FunctionId, Location};

fn location_parts<'e>(location: &'e Location, parts: &mut Vec<&'e Expr>) {
    match location {
        Location::Field(receiver, _) => parts.push(receiver),
        Location::Predicate(_, arguments) => parts.extend(arguments),
        Location::Wand(wand) => parts.push(wand),
    }
}

fn access_parts<'e>(access: &'e Access, parts: &mut Vec<&'e Expr>) {
    location_parts(&access.location, parts);
    parts.extend(&access.amount);
}

/// The expressions directly below one.
pub(crate) fn children(e: &Expr) -> Vec<&Expr> {
    let mut parts = Vec::new();
    match &*e.kind {
        ExprKind::Unary(_, a) | ExprKind::Field(a, _) | ExprKind::Old(_, a) => parts.push(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::Let(_, a, b)
        | ExprKind::Applying(a, b)
        | ExprKind::Asserting(a, b)
        | ExprKind::Wand(a, b)
        | ExprKind::InhaleExhale(a, b) => parts.extend([a, b]),
        ExprKind::Conditional(a, b, c) | ExprKind::Update(a, b, c) => parts.extend([a, b, c]),
        ExprKind::Call { arguments, .. } | ExprKind::DomainCall { arguments, .. } => {
            parts.extend(arguments);
        }
        ExprKind::Unfolding(access, body) => {
            access_parts(access, &mut parts);
            parts.push(body);
        }
        ExprKind::Quantifier(quantifier) => {
            parts.extend(quantifier.triggers.iter().flatten());
            parts.push(&quantifier.body);
        }
        ExprKind::ForPerm { location, body, .. } => {
            location_parts(location, &mut parts);
            parts.push(body);
        }
        ExprKind::Access(access) => access_parts(access, &mut parts),
        ExprKind::Perm(location) => location_parts(location, &mut parts),
        ExprKind::Seq(es) | ExprKind::Set(es) | ExprKind::Multiset(es) => parts.extend(es),
        ExprKind::Map(entries) => parts.extend(entries.iter().flat_map(|(k, v)| [k, v])),
        ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Null
        | ExprKind::NoPerm
        | ExprKind::FullPerm
        | ExprKind::Wildcard
        | ExprKind::Epsilon
        | ExprKind::Local(_)
        | ExprKind::Result => {}
    }
    parts
}

/// Shows an expression and all below it to `see`.
pub(crate) fn each<'e>(e: &'e Expr, see: &mut impl FnMut(&'e Expr)) {
    let mut pending = vec![e];
    while let Some(e) = pending.pop() {
        see(e);
        pending.extend(children(e));
    }
}

/// The functions that an expression calls.
pub(crate) fn calls(e: &Expr, found: &mut Vec<FunctionId>) {
    each(e, &mut |e| {
        if let ExprKind::Call { function, .. } = &*e.kind {
            found.push(*function);
        }
    });
}
