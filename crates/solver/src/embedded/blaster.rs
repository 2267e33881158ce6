//! The gates of the terms that were seen, and how they are read.

use std::rc::Rc;

use effigy_term::{Term, TermStore};
use rustc_hash::FxHashMap;

use super::reads::Arrays;
use super::tables::Lookups;
use crate::circuit::gates::{Gates, Lit};
use crate::circuit::sat::Sat;
use crate::query::Why;

/// Why a term has no gates.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Time is up.
    Stopped,
    /// For good.
    Why(Why),
}

/// The gates of the terms seen so far.
pub(crate) struct Blaster {
    /// The graph.
    pub gates: Gates,
    pub(super) words: FxHashMap<Term, Rc<[Lit]>>,
    pub(super) arrays: Arrays,
    pub(super) lookups: Lookups,
    /// The variables whose bits are inputs.
    pub(super) free: Vec<Term>,
    pub(super) pending: Vec<Term>,
}

impl Blaster {
    /// No gates.
    pub fn new() -> Self {
        Self {
            gates: Gates::new(),
            words: FxHashMap::default(),
            arrays: Arrays::default(),
            lookups: Lookups::default(),
            free: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// Forgets the terms that were freed. Their gates stay.
    pub fn collected(&mut self, store: &TermStore) {
        // What a query that was given up left behind.
        self.pending.clear();
        store.retain_live_keys(&mut self.words);
        self.arrays.collected(store);
    }

    /// The bits of a term that was translated; none for others.
    pub fn word(&self, t: Term) -> &[Lit] {
        self.words.get(&t).map_or(&[], |word| word)
    }

    /// The bits of a term that must have been translated before what it is part of.
    pub(super) fn built(&self, t: Term) -> Rc<[Lit]> {
        match self.words.get(&t) {
            Some(word) => word.clone(),
            None => panic!("a part of a term was not translated before it"),
        }
    }

    /// The literal of a Boolean term that was translated.
    pub(super) fn truth(&self, t: Term) -> Lit {
        match *self.built(t) {
            [literal] => literal,
            _ => panic!("a condition has not one literal"),
        }
    }

    /// Whether a literal is true in the model that the SAT solver found. Literals without clauses are false.
    pub fn holds(&self, lit: Lit, sat: &Sat) -> bool {
        match lit.as_constant() {
            Some(constant) => constant,
            None => self.gates.known_literal(lit).is_some_and(|literal| sat.value(literal)),
        }
    }
}
