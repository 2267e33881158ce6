//! Which sides were merged on a path, so that a test can be made for each.
//!
//! Where two paths become one, a condition distinguishes them, and each of its sides is one that was merged. What either path
//! had merged itself since they parted holds under its side only. Every input of the merged path is on a side of each
//! pair, so that tests for all of them run through both sides of every fork that was merged.

use effigy_term::{Term, TermStore, Trace};
use std::rc::Rc;

/// Most sides that a path remembers.
pub const MOST_SIDES: usize = 256;

/// The sides that were merged on a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sides {
    /// The condition of each.
    pub(crate) conditions: Vec<Term>,
    /// Whether more were merged than are remembered.
    pub(crate) more: bool,
}

impl Sides {
    /// The sides of the path that two paths become, the first of which is distinguished by a condition.
    pub(crate) fn joined(
        store: &mut TermStore,
        condition: Term,
        first: Option<&Self>,
        second: Option<&Self>,
    ) -> Rc<Self> {
        let own = |sides: Option<&Sides>| sides.map_or_else(Vec::new, |s| s.conditions.clone());
        let (x, y) = (own(first), own(second));
        // What was merged before they parted.
        let shared = x.iter().zip(&y).take_while(|(x, y)| x == y).count();
        let mut conditions = x[..shared].to_vec();
        let negated = store.not(condition);
        for (side, own) in [(condition, &x[shared..]), (negated, &y[shared..])] {
            if own.is_empty() {
                conditions.push(side);
            }
            for inner in own {
                conditions.push(store.and(side, *inner));
            }
        }
        let left_out = |sides: Option<&Sides>| sides.is_some_and(|s| s.more);
        let more = left_out(first) || left_out(second) || conditions.len() > MOST_SIDES;
        conditions.truncate(MOST_SIDES);
        Rc::new(Self { conditions, more })
    }
}

impl Trace for Sides {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Sides { conditions, more: _ } = self;
        conditions.trace(visit);
    }
}
