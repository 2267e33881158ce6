//! Reads of arrays: what is kept of them.

use std::rc::Rc;

use effigy_term::{Term, TermStore};
use rustc_hash::FxHashMap;

use crate::circuit::gates::Lit;

/// A read of an array variable.
#[derive(Clone)]
pub(super) struct Read {
    /// The index.
    pub index: Rc<[Lit]>,
    /// The element.
    pub value: Rc<[Lit]>,
}

/// The reads made so far.
#[derive(Default)]
pub(super) struct Arrays {
    /// Equal index words are one object.
    indices: FxHashMap<Rc<[Lit]>, u32>,
    /// By array and number of the index, the element.
    pub known: FxHashMap<(Term, u32), Rc<[Lit]>>,
    /// By array variable.
    pub reads: FxHashMap<Term, Vec<Read>>,
}

impl Arrays {
    /// Forgets reads of arrays that were freed.
    pub fn collected(&mut self, store: &TermStore) {
        store.retain_live_keys(&mut self.known);
        store.retain_live_keys(&mut self.reads);
    }

    /// The number of an index; equal ones have one.
    pub fn index_id(&mut self, index: &Rc<[Lit]>) -> u32 {
        let next = u32::try_from(self.indices.len()).unwrap_or(u32::MAX);
        *self.indices.entry(index.clone()).or_insert(next)
    }
}
