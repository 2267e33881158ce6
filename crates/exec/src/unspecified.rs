//! Values that were never initialised, in terms.

use effigy_base::value::Value;
use effigy_term::{Role, Term, TermStore, VarInfo};
use rustc_hash::FxHashMap;

/// What a finding says when a decision depends on such a value.
pub const MESSAGE: &str = "a branch depends on memory that was never initialised";

/// The term with zeros for what was never initialised.
pub fn zeroed(store: &mut TermStore, term: Term) -> Term {
    replaced(store, term, &mut |store, info| store.constant(&Value::zero(info.sort)))
}

/// The term with other values for what was never initialised: when the two can differ, the term depends on it.
pub fn renamed(store: &mut TermStore, term: Term) -> Term {
    replaced(store, term, &mut |store, info| {
        store.variable(&VarInfo { name: format!("{}'", info.name), ..info })
    })
}

fn replaced(
    store: &mut TermStore,
    term: Term,
    other: &mut dyn FnMut(&mut TermStore, VarInfo) -> Term,
) -> Term {
    if !store.has_unspecified(term) {
        return term;
    }
    let mut sigma = FxHashMap::default();
    for variable in store.variables(term).iter().copied() {
        let info = store.as_variable(variable).filter(|info| info.role == Role::Unspecified);
        if let Some(info) = info.cloned() {
            sigma.insert(variable, other(store, info));
        }
    }
    store.substitute(term, &sigma)
}
