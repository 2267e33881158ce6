//! What was built lately: an exploration builds the same applications again and again, and rewriting costs more
//! than looking up.

use std::hash::BuildHasher;

use effigy_base::op::Op;
use rustc_hash::FxBuildHasher;

use crate::node::Term;

/// Entries; a power of two.
const SIZE: usize = 1 << 14;

/// A table from applications to the terms that they were rewritten to; a later entry replaces an earlier one.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    /// Empty until the first entry.
    entries: Vec<Option<Entry>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    op: Op,
    args: [Term; 3],
    term: Term,
}

impl Recent {
    /// The term of an application, when it is remembered.
    #[inline]
    pub(crate) fn get(&self, op: Op, args: [Term; 3]) -> Option<Term> {
        let entry = (*self.entries.get(index(op, args))?)?;
        (entry.op == op && entry.args == args).then_some(entry.term)
    }

    /// Remembers the term of an application.
    #[inline]
    pub(crate) fn put(&mut self, op: Op, args: [Term; 3], term: Term) {
        if self.entries.is_empty() {
            self.entries = vec![None; SIZE];
        }
        if let Some(entry) = self.entries.get_mut(index(op, args)) {
            *entry = Some(Entry { op, args, term });
        }
    }

    /// Forgets everything: terms were collected.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }
}

#[inline]
fn index(op: Op, args: [Term; 3]) -> usize {
    let hash = FxBuildHasher.hash_one((op, args));
    (hash ^ hash >> 32) as usize % SIZE
}
