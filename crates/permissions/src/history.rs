//! The states that a path came through, for those who ask for them.

use crate::prover::Prover;
use crate::report::Snapshot;
use crate::state::{Heap, START, State, Store};
use effigy_lang_viper::tree::{LocalId, Place};
use effigy_term::Term;
use std::rc::Rc;

/// States of one path that are shown, the newest ones.
const MOST: usize = 500;

/// A state on a path, with the ones before it.
#[derive(Debug)]
pub(crate) struct Past {
    moment: Moment,
    before: Option<Rc<Past>>,
}

/// What of a state is shown.
#[derive(Debug)]
struct Moment {
    place: Place,
    store: Store,
    heap: Heap,
    old: Option<Heap>,
    facts: Vec<Term>,
}

impl Moment {
    fn of(s: &State, place: Place) -> Self {
        Self {
            place,
            store: s.store.clone(),
            heap: s.heap.clone(),
            old: s.olds.get(START).cloned(),
            facts: s.facts.clone(),
        }
    }
}

impl Prover<'_> {
    /// Keeps a state before the statement at a place.
    pub(crate) fn remember(&self, s: &mut State, place: Place) {
        if self.options.states {
            let before = s.past.take();
            s.past = Some(Rc::new(Past { moment: Moment::of(s, place), before }));
        }
    }

    /// The states that a path came through, and the one that it is in now at a place.
    pub(crate) fn history(&self, s: &State, place: Place) -> Vec<Snapshot> {
        if !self.options.states {
            return Vec::new();
        }
        let mut shown = vec![self.snapshot(&Moment::of(s, place))];
        let mut past = s.past.as_deref();
        while let Some(state) = past.filter(|_| shown.len() < MOST) {
            shown.push(self.snapshot(&state.moment));
            past = state.before.as_deref();
        }
        shown.reverse();
        shown
    }

    fn snapshot(&self, moment: &Moment) -> Snapshot {
        let show = |t: Term| effigy_term::print::infix(&self.terms, t);
        let locals = self.locals(moment.store.member);
        let value = |(local, value): (LocalId, Term)| {
            Some((locals.get(local)?.name.to_string(), show(value)))
        };
        let chunks = |heap: &Heap| heap.iter().map(|chunk| self.chunk_line(chunk)).collect();
        Snapshot {
            place: moment.place,
            store: moment.store.values().filter_map(value).collect(),
            heap: chunks(&moment.heap),
            old_heap: moment.old.as_ref().map_or_else(Vec::new, chunks),
            condition: moment.facts.iter().map(|fact| show(*fact)).collect(),
        }
    }
}
