//! Garbage collection.

use crate::node::{Features, Term};
use crate::store::cases::Cases;
use crate::store::intern::{big_bytes, quantifier_bytes, real_bytes};
use crate::store::{Kind, Stored, TermStore};
use rustc_hash::FxHashSet;

impl TermStore {
    /// Frees every term that neither a root nor a variable or truth value reaches, and returns how many.
    ///
    /// Ids of live terms stay; those of freed terms are given to new terms later. Who remembers terms must drop the
    /// dead ones ([`TermStore::retain_live`]) before anything is built.
    ///
    /// # Panics
    /// When a root is a freed term.
    pub fn collect(&mut self, roots: impl IntoIterator<Item = Term>) -> usize {
        let mut live = vec![false; self.nodes.len()];
        let mut pending: Vec<Term> = roots.into_iter().collect();
        pending.extend([self.bool(false), self.bool(true)]);
        while let Some(t) = pending.pop() {
            if let Some(mark @ false) = live.get_mut(t.index()) {
                *mark = true;
                pending.extend(self.args(t));
                pending.extend(self.cases(t).into_iter().flat_map(Cases::terms));
            }
        }
        let mut freed = 0;
        for (index, live) in live.iter().enumerate().rev() {
            let t = Term::from_index(index);
            if !live && !matches!(self.nodes[index].kind, Kind::Free | Kind::Var(_)) {
                self.release(t);
                freed += 1;
            }
        }
        let nodes = &self.nodes;
        self.table.retain(|t| !matches!(nodes[t.index()].kind, Kind::Free));
        if let Some(strict) = &mut self.strict {
            strict.retain(|t, _| !matches!(nodes[t.index()].kind, Kind::Free));
        }
        self.cases.retain(|t, _| !matches!(nodes[t.index()].kind, Kind::Free));
        self.recent.clear();
        self.generation += 1;
        freed
    }

    fn release(&mut self, t: Term) {
        self.heap_bytes -= match &self.stored(t).kind {
            Kind::Wide(bits) => size_of_val(&**bits) + bits.width() as usize / 8,
            Kind::Big(n) => big_bytes(n),
            Kind::Real(number) => real_bytes(number),
            Kind::Apply(_, args) => size_of_val(&**args),
            Kind::Quantifier(quantifier) => quantifier_bytes(quantifier),
            Kind::Table(table) => size_of_val(&**table) + 8 * table.elements.len(),
            _ => 0,
        };
        if let Some(set) = self.variables.get_mut(t.index()) {
            *set = None;
        }
        let sort = self.sort(t);
        self.nodes[t.index()] =
            Stored { hash: 0, sort, features: Features::CONSTANT, kind: Kind::Free };
        self.freed += 1;
        if !self.keep_freed {
            self.free.push(t);
        }
    }

    /// Whether the term's node is in use. A dead id may come to life again as another term.
    pub fn is_live(&self, t: Term) -> bool {
        self.nodes.get(t.index()).is_some_and(|stored| !matches!(stored.kind, Kind::Free))
    }

    /// The number of live terms.
    pub fn len(&self) -> usize {
        self.nodes.len() - self.freed
    }

    /// How many distinct terms these terms consist of, themselves included.
    pub fn size(&self, terms: &[Term]) -> usize {
        self.size_within(terms, usize::MAX).unwrap_or(usize::MAX)
    }

    /// The same; `None` when there are more than `most`, of which the rest is not counted.
    pub fn size_within(&self, terms: &[Term], most: usize) -> Option<usize> {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut pending = terms.to_vec();
        while let Some(t) = pending.pop() {
            if seen.insert(t) {
                pending.extend(self.args(t));
            }
            if seen.len() > most {
                return None;
            }
        }
        Some(seen.len())
    }

    /// Whether there are no terms; never the case.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An estimate of the store's memory in bytes.
    pub fn bytes(&self) -> usize {
        let slot = size_of::<Stored>() + size_of::<Term>() * 2;
        let sets: usize =
            self.variables.iter().flatten().map(|set| size_of::<Term>() * set.len() / 2 + 16).sum();
        self.nodes.capacity() * slot + self.heap_bytes + sets
    }

    /// The number of collections so far.
    pub fn generation(&self) -> u64 {
        self.generation
    }
}
