//! Reads of written arrays as choices: `(select (store a i v) j)` is `(ite (= i j) v (select a j))`.
//!
//! Solvers instantiate the axioms of arrays for each pair of a read and a write, and are a hundred times slower with
//! two hundred writes than with the choice written out.

use effigy_base::op::Op;
use effigy_term::{Term, TermStore};
use rustc_hash::FxHashMap;

/// Choices that are written out at most; a query that has more keeps its arrays.
pub(super) const MOST_CHOICES: usize = 20_000;

/// The same assertions without reads of written arrays. As they are when there is a quantifier, whose instances a solver
/// finds by the reads in it, or when there would be too many choices.
pub(super) fn without_writes(store: &mut TermStore, assertions: &[Term]) -> Vec<Term> {
    if assertions.iter().any(|t| store.features(*t).quantifiers()) {
        return assertions.to_vec();
    }
    let mut reads = Reads { done: FxHashMap::default(), left: MOST_CHOICES };
    let rewritten = assertions.iter().map(|t| reads.rewrite(store, *t));
    rewritten.collect::<Option<_>>().unwrap_or_else(|| assertions.to_vec())
}

struct Reads {
    done: FxHashMap<Term, Term>,
    /// How many choices may still be written out.
    left: usize,
}

impl Reads {
    fn rewrite(&mut self, store: &mut TermStore, t: Term) -> Option<Term> {
        let mut pending = vec![t];
        while let Some(&t) = pending.last() {
            if self.done.contains_key(&t) {
                pending.pop();
                continue;
            }
            let waiting = pending.len();
            pending.extend(store.args(t).iter().filter(|arg| !self.done.contains_key(arg)));
            if pending.len() > waiting {
                continue;
            }
            let rewritten = self.rebuilt(store, t)?;
            self.done.insert(t, rewritten);
        }
        self.done.get(&t).copied()
    }

    /// A term of rewritten arguments.
    fn rebuilt(&mut self, store: &mut TermStore, t: Term) -> Option<Term> {
        let Some(op) = store.op(t) else { return Some(t) };
        let old = store.args(t);
        let new: Vec<Term> = old.iter().filter_map(|arg| self.done.get(arg).copied()).collect();
        match (op, new.as_slice()) {
            (Op::Select, &[array, index]) if store.op(array) == Some(Op::Store) => {
                self.read(store, array, index)
            }
            _ if new == old => Some(t),
            _ => Some(store.app(op, &new)),
        }
    }

    fn read(&mut self, store: &mut TermStore, array: Term, index: Term) -> Option<Term> {
        let (mut below, mut writes) = (array, Vec::new());
        while let (Some(Op::Store), &[before, at, element]) = (store.op(below), store.args(below)) {
            self.left = self.left.checked_sub(1)?;
            writes.push((at, element));
            below = before;
        }
        let mut value = store.select(below, index);
        for (at, element) in writes.into_iter().rev() {
            let same = store.eq(at, index);
            value = store.ite(same, element, value);
        }
        Some(value)
    }
}

#[cfg(test)]
mod tests;
