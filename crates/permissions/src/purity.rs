//! Which assertions give permissions.

use effigy_lang_viper::tree::{Expr, ExprKind, Program};
use rustc_hash::FxHashMap;
use std::marker::PhantomData;

/// Which assertions of a program are expressions, as far as it was asked.
#[derive(Default)]
pub(crate) struct Purity<'p> {
    known: FxHashMap<*const Expr, bool>,
    /// The program has the expressions whose addresses are known.
    program: PhantomData<&'p Program>,
}

impl<'p> Purity<'p> {
    /// Whether an assertion of the program gives no permissions.
    pub(crate) fn is_pure(&mut self, e: &'p Expr) -> bool {
        if let Some(pure) = self.known.get(&std::ptr::from_ref(e)) {
            return *pure;
        }
        let pure = is_pure(e);
        self.known.insert(e, pure);
        pure
    }
}

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
