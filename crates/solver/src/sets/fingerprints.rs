//! A number for a set of inputs that does not depend on the form of its diagram: the set as a polynomial in the bits of the
//! inputs, evaluated at a point (Blum, Chandra and Wegman, *Equivalence of free Boolean graphs can be decided
//! probabilistically in polynomial time*, 1980).

use super::diagrams::Diagram;
use super::{Set, Sets};
use effigy_term::TermStore;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// The field that is computed in: a Mersenne prime.
const PRIME: u64 = (1 << 61) - 1;

impl Sets {
    /// A number that is equal for equal sets, also for those of another worker, and hardly ever for others; `None` when the set
    /// was thrown away.
    pub fn fingerprint(&self, store: &TermStore, set: Set) -> Option<u64> {
        (set.epoch == self.epoch).then_some(())?;
        let mut points = FxHashMap::default();
        let mut known: FxHashMap<Diagram, u64> = FxHashMap::default();
        let mut pending = vec![set.diagram.positive()];
        while let Some(&d) = pending.last() {
            let Some((level, low, high)) = self.diagrams.parts(d) else {
                known.insert(d, 0);
                pending.pop();
                continue;
            };
            let open = [low, high].map(Diagram::positive);
            let before = pending.len();
            pending.extend(open.iter().filter(|part| !known.contains_key(part)));
            if pending.len() > before {
                continue;
            }
            pending.pop();
            let of = |part: Diagram| value(known[&part.positive()], part.is_negated());
            let point = *points.entry(level).or_insert_with(|| self.point(store, level));
            let at = add(multiply(value(point, true), of(low)), multiply(point, of(high)));
            known.insert(d, at);
        }
        Some(value(known[&set.diagram.positive()], set.diagram.is_negated()))
    }

    /// Where the polynomial is evaluated: for the input at a level.
    fn point(&self, store: &TermStore, level: u32) -> u64 {
        let mut bit = level;
        for variable in &self.variables {
            let width = store.width(*variable).max(1);
            if bit < width {
                let mut hasher = FxHasher::default();
                (store.structural_hash(*variable), bit).hash(&mut hasher);
                return hasher.finish() % PRIME;
            }
            bit -= width;
        }
        0
    }
}

/// What a function is, or its negation.
fn value(x: u64, negated: bool) -> u64 {
    if negated { add(1, PRIME - x) } else { x }
}

fn add(a: u64, b: u64) -> u64 {
    (a + b) % PRIME
}

fn multiply(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}
