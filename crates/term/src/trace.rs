//! Who holds terms says which.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::model::Model;
use crate::node::Term;
use crate::store::TermStore;

/// A holder of terms. Before terms are collected each holder is either visited, so that its terms stay, or forgets
/// those that are gone ([`TermStore::retain_live`]).
///
/// A structure that implements it is taken apart without `..`, so that a new field does not compile until somebody has
/// said whether it holds terms.
pub trait Trace {
    /// Calls `visit` with every term.
    fn trace(&self, visit: &mut dyn FnMut(Term));
}

impl Trace for Term {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        visit(*self);
    }
}

impl Trace for Model {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        self.iter().for_each(|(variable, _)| visit(variable));
    }
}

impl<T: Trace> Trace for Option<T> {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        self.iter().for_each(|held| held.trace(visit));
    }
}

impl<T: Trace> Trace for [T] {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        self.iter().for_each(|held| held.trace(visit));
    }
}

impl<T: Trace, const N: usize> Trace for [T; N] {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        self.as_slice().trace(visit);
    }
}

impl<T: Trace> Trace for Vec<T> {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        self.as_slice().trace(visit);
    }
}

impl<T: Trace> Trace for VecDeque<T> {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        self.iter().for_each(|held| held.trace(visit));
    }
}

impl<T: Trace + ?Sized> Trace for Box<T> {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        (**self).trace(visit);
    }
}

impl<T: Trace + ?Sized> Trace for Rc<T> {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        (**self).trace(visit);
    }
}

impl<A: Trace, B: Trace> Trace for (A, B) {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let (a, b) = self;
        a.trace(visit);
        b.trace(visit);
    }
}

impl<K, V: Trace> Trace for BTreeMap<K, V> {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        self.values().for_each(|held| held.trace(visit));
    }
}

/// Values without terms, so that they can stand beside terms in a cache.
macro_rules! without_terms {
    ($($kind:ty),*) => {
        $(impl Trace for $kind {
            fn trace(&self, _: &mut dyn FnMut(Term)) {}
        })*
    };
}

without_terms!(bool, u32, u64);

impl TermStore {
    /// Whether every term that something holds is in use.
    pub fn all_live(&self, held: &(impl Trace + ?Sized)) -> bool {
        let mut live = true;
        held.trace(&mut |term| live &= self.is_live(term));
        live
    }

    /// Drops the entries of a cache that hold a term which was freed, in the key or in the value.
    pub fn retain_live<K: Trace + Eq + Hash, V: Trace, S: BuildHasher>(
        &self,
        cache: &mut std::collections::HashMap<K, V, S>,
    ) {
        cache.retain(|key, value| self.all_live(key) && self.all_live(value));
    }

    /// As [`TermStore::retain_live`], of a cache whose values hold no terms.
    pub fn retain_live_keys<K: Trace + Eq + Hash, V>(&self, cache: &mut FxHashMap<K, V>) {
        cache.retain(|key, _| self.all_live(key));
    }
}
