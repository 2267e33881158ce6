//! Values that were never initialised, as terms.

use effigy_base::value::Value;
use effigy_term::{Role, Term, TermStore, VarInfo};
use rustc_hash::FxHashMap;

/// What the names of bytes that were never written begin with, where they are inputs.
pub const UNWRITTEN: &str = "unwritten 0x";

/// What a finding says when a decision depends on such a value.
pub const MESSAGE: &str = "a branch depends on memory that was never initialised";

/// What depends on such a value: a decision.
pub(crate) const BRANCH: &str = "a branch";

/// What depends on such a value: an address.
pub(crate) const ADDRESS: &str = "an address";

/// Terms with zeros for what was never initialised. Terms of a path are made of each other, so what was found is kept.
#[derive(Default)]
pub(crate) struct Zeroed {
    zeros: FxHashMap<Term, Term>,
    known: FxHashMap<Term, Term>,
}

impl Zeroed {
    /// The term with zeros.
    pub(crate) fn of(&mut self, store: &mut TermStore, term: Term) -> Term {
        if !store.has_unspecified(term) {
            return term;
        }
        for variable in store.variables(term).iter() {
            let info = store.as_variable(*variable).filter(|info| info.role.is_unspecified());
            if let Some(sort) = info.map(|info| info.sort) {
                let zero = store.constant(&Value::zero(sort));
                self.zeros.insert(*variable, zero);
            }
        }
        store.substitute_unspecified(term, &self.zeros, &mut self.known)
    }

    /// To be called when terms are collected.
    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }
}

/// The term with zeros for what was never initialised.
pub fn zeroed(store: &mut TermStore, term: Term) -> Term {
    Zeroed::default().of(store, term)
}

/// The term with other values for what was never initialised: when the two can differ, the term depends on it.
pub fn renamed(store: &mut TermStore, term: Term) -> Term {
    replaced(store, term, &mut |store, info| {
        store.variable(&VarInfo { name: format!("{}'", info.name), ..info })
    })
}

/// The term with fresh symbols for what was never initialised: any value, but the same at each use.
pub(crate) fn frozen(store: &mut TermStore, term: Term, step: u64) -> Term {
    replaced(store, term, &mut |store, info| {
        let name = format!("frozen {step} {}", info.name);
        store.variable(&VarInfo { name, role: Role::Input, ..info })
    })
}

/// The term with other variables for what was never initialised: any value at each use.
pub(crate) fn fresh(store: &mut TermStore, term: Term, step: u64) -> Term {
    replaced(store, term, &mut |store, info| {
        store.variable(&VarInfo { name: format!("{} {step}", info.name), ..info })
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
        let info = store.as_variable(variable).filter(|info| info.role.is_unspecified());
        if let Some(info) = info.cloned() {
            sigma.insert(variable, other(store, info));
        }
    }
    store.substitute_unspecified(term, &sigma, &mut FxHashMap::default())
}
