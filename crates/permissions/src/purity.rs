//! Which assertions give permissions.

use effigy_lang_viper::tree::{Expr, ExprKind};

/// Whether an assertion gives no permissions, so that it is an expression.
pub(crate) fn is_pure(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Access(_) | ExprKind::Wand(..) => false,
        ExprKind::InhaleExhale(a, b) => is_pure(a) && is_pure(b),
        ExprKind::Binary(_, a, b) => is_pure(a) && is_pure(b),
        ExprKind::Unary(_, a) => is_pure(a),
        ExprKind::Conditional(_, a, b) => is_pure(a) && is_pure(b),
        ExprKind::Let(_, _, body)
        | ExprKind::Unfolding(_, body)
        | ExprKind::Applying(_, body)
        | ExprKind::Asserting(_, body)
        | ExprKind::Old(_, body) => is_pure(body),
        ExprKind::Quantifier(quantifier) => is_pure(&quantifier.body),
        _ => true,
    }
}
