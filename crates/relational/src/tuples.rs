//! Sets of tuples, sparse and sorted.

use std::cmp::Ordering;

use crate::atom::Atom;
use crate::error::ProblemError;

/// A set of tuples of one length, its arity, which is at least one. Tuples are in lexicographic order.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TupleSet {
    arity: usize,
    /// The tuples one after the other.
    atoms: Vec<Atom>,
}

impl TupleSet {
    /// No tuples. Arity zero is taken for one.
    pub fn empty(arity: usize) -> TupleSet {
        TupleSet { arity: arity.max(1), atoms: Vec::new() }
    }

    /// A set of atoms: arity one.
    pub fn set(atoms: impl IntoIterator<Item = Atom>) -> TupleSet {
        let mut atoms: Vec<Atom> = atoms.into_iter().collect();
        atoms.sort_unstable();
        atoms.dedup();
        TupleSet { arity: 1, atoms }
    }

    /// A set of pairs: arity two.
    pub fn pairs(pairs: impl IntoIterator<Item = (Atom, Atom)>) -> TupleSet {
        let mut pairs: Vec<(Atom, Atom)> = pairs.into_iter().collect();
        pairs.sort_unstable();
        pairs.dedup();
        TupleSet { arity: 2, atoms: pairs.into_iter().flat_map(|(a, b)| [a, b]).collect() }
    }

    /// The set of these tuples.
    ///
    /// # Errors
    /// When a tuple has another length than `arity`, or that is zero.
    pub fn of<T: AsRef<[Atom]>>(
        arity: usize,
        tuples: impl IntoIterator<Item = T>,
    ) -> Result<TupleSet, ProblemError> {
        if arity == 0 {
            return Err(ProblemError::NoArity);
        }
        let mut atoms = Vec::new();
        for tuple in tuples {
            let tuple = tuple.as_ref();
            if tuple.len() != arity {
                let what = "a tuple".to_owned();
                return Err(ProblemError::Arity { what, expected: arity, found: tuple.len() });
            }
            atoms.extend_from_slice(tuple);
        }
        Ok(TupleSet::from_flat(arity, &atoms))
    }

    /// From tuples one after the other, in any order.
    fn from_flat(arity: usize, flat: &[Atom]) -> TupleSet {
        let mut tuples: Vec<&[Atom]> = flat.chunks_exact(arity).collect();
        tuples.sort_unstable();
        tuples.dedup();
        TupleSet { arity, atoms: tuples.concat() }
    }

    /// The length of the tuples.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The number of tuples.
    pub fn len(&self) -> usize {
        self.atoms.len() / self.arity
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    /// The tuples in order.
    pub fn iter(&self) -> std::slice::ChunksExact<'_, Atom> {
        self.atoms.chunks_exact(self.arity)
    }

    /// The tuple at a place in the order.
    pub fn get(&self, index: usize) -> Option<&[Atom]> {
        self.iter().nth(index)
    }

    /// The place of a tuple in the order.
    pub fn position(&self, tuple: &[Atom]) -> Option<usize> {
        if tuple.len() != self.arity {
            return None;
        }
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.atoms[middle * self.arity..(middle + 1) * self.arity].cmp(tuple) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    /// Whether a tuple is in the set.
    pub fn contains(&self, tuple: &[Atom]) -> bool {
        self.position(tuple).is_some()
    }

    /// Adds a tuple; whether it is new. One of another length is not added.
    pub fn insert(&mut self, tuple: &[Atom]) -> bool {
        if tuple.len() != self.arity || self.contains(tuple) {
            return false;
        }
        let place = self.iter().take_while(|other| *other < tuple).count() * self.arity;
        self.atoms.splice(place..place, tuple.iter().copied());
        true
    }

    /// Whether every tuple is in `other`.
    pub fn is_subset(&self, other: &TupleSet) -> bool {
        self.arity == other.arity && self.iter().all(|tuple| other.contains(tuple))
    }

    /// The tuples of either, if they have one arity.
    #[must_use]
    pub fn union(&self, other: &TupleSet) -> Option<TupleSet> {
        (self.arity == other.arity).then(|| {
            let flat = [self.atoms.as_slice(), other.atoms.as_slice()].concat();
            TupleSet::from_flat(self.arity, &flat)
        })
    }

    /// The tuples that `keep` wants.
    #[must_use]
    pub fn filter(&self, mut keep: impl FnMut(&[Atom]) -> bool) -> TupleSet {
        let atoms = self.iter().filter(|tuple| keep(tuple)).flatten().copied().collect();
        TupleSet { arity: self.arity, atoms }
    }

    /// The tuples of both, if they have one arity.
    #[must_use]
    pub fn intersection(&self, other: &TupleSet) -> Option<TupleSet> {
        (self.arity == other.arity).then(|| self.filter(|tuple| other.contains(tuple)))
    }

    /// The tuples of this set that are not in the other, if they have one arity.
    #[must_use]
    pub fn difference(&self, other: &TupleSet) -> Option<TupleSet> {
        (self.arity == other.arity).then(|| self.filter(|tuple| !other.contains(tuple)))
    }

    /// Every tuple of this set followed by every one of the other.
    #[must_use]
    pub fn product(&self, other: &TupleSet) -> TupleSet {
        let mut atoms = Vec::with_capacity(self.atoms.len() * other.len());
        for a in self.iter() {
            for b in other.iter() {
                atoms.extend_from_slice(a);
                atoms.extend_from_slice(b);
            }
        }
        TupleSet { arity: self.arity + other.arity, atoms }
    }

    /// The tuples with other atoms for theirs.
    #[must_use]
    pub fn map(&self, image: impl Fn(Atom) -> Atom) -> TupleSet {
        let flat: Vec<Atom> = self.atoms.iter().map(|atom| image(*atom)).collect();
        TupleSet::from_flat(self.arity, &flat)
    }

    /// Every atom that occurs, tuple by tuple.
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }
}

impl<'a> IntoIterator for &'a TupleSet {
    type Item = &'a [Atom];
    type IntoIter = std::slice::ChunksExact<'a, Atom>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
