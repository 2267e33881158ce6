//! What the element of a constant table says about its index: clauses that follow from the table's gates, but that
//! the SAT solver does not find by propagation. They let a known element fix its index, which inverts substitutions.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::circuit::gates::{Gates, Lit};
use crate::circuit::sat::{Sat, SatLit};

/// Tables with more entries get no clauses.
const MOST_ENTRIES: usize = 1024;

/// A read of a constant table.
pub(super) struct Lookup {
    index: Rc<[Lit]>,
    element: Rc<[Lit]>,
    table: Arc<[u64]>,
    /// Whether the SAT solver has its clauses.
    told: bool,
}

/// All reads of constant tables whose every index has an entry.
#[derive(Default)]
pub(super) struct Lookups(Vec<Lookup>);

impl Lookups {
    /// Notes a read.
    pub fn note(&mut self, index: &Rc<[Lit]>, element: &Rc<[Lit]>, table: &Arc<[u64]>) {
        let complete = u32::try_from(index.len()).ok().and_then(|bits| 1usize.checked_shl(bits));
        if complete == Some(table.len()) && table.len() <= MOST_ENTRIES && element.len() <= 64 {
            let (index, element, table) = (index.clone(), element.clone(), table.clone());
            self.0.push(Lookup { index, element, table, told: false });
        }
    }

    /// Forgets that a SAT solver was told, for a new one.
    pub fn forget_clauses(&mut self) {
        self.0.iter_mut().for_each(|lookup| lookup.told = false);
    }

    /// Tells the SAT solver the clauses of the reads that it knows.
    pub fn tell(&mut self, gates: &Gates, sat: &mut Sat) {
        for lookup in self.0.iter_mut().filter(|lookup| !lookup.told) {
            let literals = |word: &[Lit]| -> Option<Vec<SatLit>> {
                word.iter().map(|lit| gates.known_literal(*lit)).collect()
            };
            if let (Some(index), Some(element)) =
                (literals(&lookup.index), literals(&lookup.element))
            {
                lookup.told = true;
                tell(sat, &lookup.table, &index, &element);
            }
        }
    }
}

/// For each element, the bits that all of its indices have in common.
fn tell(sat: &mut Sat, table: &[u64], index: &[SatLit], element: &[SatLit]) {
    let mut common: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
    for (at, value) in (0u64..).zip(table) {
        let (ones, zeros) = common.entry(*value).or_insert((u64::MAX, u64::MAX));
        *ones &= at;
        *zeros &= !at;
    }
    let is = |value: u64, bit: usize| value >> bit & 1 == 1;
    for (value, (ones, zeros)) in common {
        let other = element.iter().enumerate();
        let other: Vec<SatLit> =
            other.map(|(bit, lit)| if is(value, bit) { -lit } else { *lit }).collect();
        for (bit, lit) in index.iter().enumerate() {
            let forced = match (is(ones, bit), is(zeros, bit)) {
                (true, _) => *lit,
                (_, true) => -lit,
                _ => continue,
            };
            sat.clause_of(other.iter().copied().chain([forced]));
        }
    }
}
