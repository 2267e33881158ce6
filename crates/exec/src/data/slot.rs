//! Register contents: a machine word, or a term when the value is symbolic.

use effigy_base::sort::Sort;
pub use effigy_term::{Term, TermStore, Trace};

/// What a register holds. Concrete values stay out of the term store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// The low 64 bits of a concrete value; bits above its width are zero.
    pub lo: u64,
    /// The high 64 bits of a concrete value.
    pub hi: u64,
    /// The value when it is symbolic; the words mean nothing then.
    pub term: Option<Term>,
}

impl Trace for Slot {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Slot { lo: _, hi: _, term } = self;
        term.trace(visit);
    }
}

impl Slot {
    /// A concrete value of at most 64 bits.
    #[inline(always)]
    pub fn word(lo: u64) -> Self {
        Self { lo, hi: 0, term: None }
    }

    /// A concrete value of at most 128 bits.
    #[inline(always)]
    pub fn wide(value: u128) -> Self {
        Self { lo: value as u64, hi: (value >> 64) as u64, term: None }
    }

    /// A symbolic value.
    #[inline(always)]
    pub fn symbolic(term: Term) -> Self {
        Self { lo: 0, hi: 0, term: Some(term) }
    }

    /// What a term is in a register: concrete when the term is constant.
    pub fn of(store: &TermStore, term: Term) -> Self {
        match constant(store, term) {
            Some(value) => Self::wide(value),
            None => Self::symbolic(term),
        }
    }

    /// The concrete value, all 128 bits of it. Meaningless for a symbolic slot.
    #[inline(always)]
    pub fn bits(self) -> u128 {
        (self.hi as u128) << 64 | self.lo as u128
    }

    /// The concrete value, or `None` when the slot is symbolic.
    #[inline(always)]
    pub fn concrete(self) -> Option<u128> {
        match self.term {
            None => Some(self.bits()),
            Some(_) => None,
        }
    }
}

/// The value of a constant scalar term.
pub(crate) fn constant(store: &TermStore, term: Term) -> Option<u128> {
    let bits = store.as_bits(term).or_else(|| store.as_bool(term).map(u128::from));
    bits.or_else(|| store.as_int(term).map(|n| n as u128))
}

/// The term of a slot.
pub(crate) fn term(store: &mut TermStore, slot: Slot, sort: Sort) -> Term {
    match (slot.term, sort) {
        (Some(term), _) => term,
        (None, Sort::Bool) => store.bool(slot.bits() & 1 == 1),
        (None, Sort::Int) => store.int(slot.bits() as i128),
        (None, _) => store.bits(sort.width().unwrap_or(1), slot.bits()),
    }
}
