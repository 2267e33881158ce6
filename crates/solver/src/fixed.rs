//! Assertions that fix a variable to a constant.

use effigy_base::op::Op;
use effigy_term::{Term, TermStore};

/// The variable and the constant, when an assertion says no more than that they are equal: `x = 5`, `b`, `not b`.
pub(crate) fn fixed(store: &TermStore, assertion: Term) -> Option<(Term, Term)> {
    match (store.op(assertion), store.args(assertion)) {
        (Some(Op::Eq), &[a, b]) if store.is_constant(b) && is_variable(store, a) => Some((a, b)),
        (Some(Op::Eq), &[a, b]) if store.is_constant(a) && is_variable(store, b) => Some((b, a)),
        (Some(Op::Not), &[a]) if is_variable(store, a) => Some((a, store.bool(false))),
        (None, _) if is_variable(store, assertion) => Some((assertion, store.bool(true))),
        _ => None,
    }
}

fn is_variable(store: &TermStore, t: Term) -> bool {
    store.as_variable(t).is_some()
}
