//! The states that a proof came through, for those who ask for them.

use crate::prover::Prover;
use crate::report::{Failure, Snapshot, Visit};
use crate::state::{Heap, LEFT, START, State, Store};
use effigy_lang_viper::tree::{LocalId, Place};
use effigy_term::Term;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// States of one path that are shown with a failure, the newest ones.
const MOST: usize = 500;

/// What of a state is shown.
#[derive(Debug)]
pub(crate) struct Moment {
    /// The state before it on its path, by its number in [`Prover::walked`].
    before: Option<usize>,
    place: Place,
    store: Store,
    heap: Heap,
    olds: Rc<BTreeMap<Arc<str>, Heap>>,
    facts: Vec<Term>,
    trail: Rc<Vec<(Place, String)>>,
    /// Whether its path ends here.
    last: bool,
    /// What failed of what the `refute` here says; nothing where that holds.
    pub(crate) asked: Option<Vec<Failure>>,
}

impl Moment {
    fn of(s: &State, place: Place, last: bool) -> Self {
        Self {
            before: s.past,
            place,
            store: s.store.clone(),
            heap: s.heap.clone(),
            olds: s.olds.clone(),
            facts: s.facts.clone(),
            trail: s.trail.clone(),
            last,
            asked: None,
        }
    }
}

impl Prover<'_> {
    /// Keeps a state before the statement at a place.
    pub(crate) fn remember(&mut self, s: &mut State, place: Place) {
        self.keep_moment(s, place, false);
    }

    /// Keeps a state in which its path ends, at the place of what is shown last.
    pub(crate) fn remember_last(&mut self, s: &mut State, place: Place) {
        self.keep_moment(s, place, true);
    }

    fn keep_moment(&mut self, s: &mut State, place: Place, last: bool) {
        if self.options.states || self.options.walk {
            self.walked.push(Moment::of(s, place, last));
            s.past = Some(self.walked.len() - 1);
        }
    }

    /// The states that a path came through, and the one that it is in now at a place.
    pub(crate) fn history(&self, s: &State, place: Place) -> Vec<Snapshot> {
        if !self.options.states {
            return Vec::new();
        }
        let mut shown = vec![self.snapshot(&Moment::of(s, place, false))];
        let mut past = s.past;
        while let Some(moment) = past.and_then(|at| self.walked.get(at)) {
            if shown.len() >= MOST {
                break;
            }
            shown.push(self.snapshot(moment));
            past = moment.before;
        }
        shown.reverse();
        shown
    }

    /// All states of the member that was looked at last, when they were asked for.
    pub(crate) fn visits(&mut self) -> Vec<Visit> {
        let walked = std::mem::take(&mut self.walked);
        if !self.options.walk {
            return Vec::new();
        }
        let visit = |moment: &Moment| {
            let before = moment.before.and_then(|at| walked.get(at));
            let known = before.map_or(0, |before| before.trail.len());
            Visit {
                before: moment.before,
                taken: moment.trail.get(known..).unwrap_or_default().to_vec(),
                state: self.snapshot(moment),
                last: moment.last,
                asked: moment.asked.clone(),
            }
        };
        walked.iter().map(visit).collect()
    }

    fn snapshot(&self, moment: &Moment) -> Snapshot {
        self.name_variables(&moment.store);
        let locals = self.locals(moment.store.member);
        let value = |(local, value): (LocalId, Term)| {
            Some((locals.get(local)?.name.to_string(), self.readable(value)))
        };
        let chunks = |heap: &Heap| heap.iter().map(|chunk| self.chunk_line(chunk)).collect();
        let labelled = moment.olds.iter().filter(|(label, _)| ![START, LEFT].contains(&&***label));
        Snapshot {
            place: moment.place,
            store: moment.store.values().filter_map(value).collect(),
            heap: chunks(&moment.heap),
            old_heap: moment.olds.get(START).map_or_else(Vec::new, chunks),
            labelled: labelled.map(|(label, heap)| (label.to_string(), chunks(heap))).collect(),
            condition: self.readable_facts(&moment.facts),
        }
    }
}
