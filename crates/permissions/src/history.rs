//! The states that a proof came through, for those who ask for them.

use crate::readable::Readable;
use crate::report::{Failure, Options, Snapshot, Visit};
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
    /// The state before it on its path, by its number in [`History`].
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
    asked: Option<Vec<Failure>>,
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

/// The states of the member that is looked at, when they were asked for.
#[derive(Debug)]
pub(crate) struct History {
    moments: Vec<Moment>,
    /// Whether the states on the path to a failure are shown with it.
    states: bool,
    /// Whether all states are shown.
    walk: bool,
}

impl History {
    /// No state, in a proof with these options.
    pub(crate) fn new(options: &Options) -> Self {
        Self { moments: Vec::new(), states: options.states, walk: options.walk }
    }

    /// Forgets the states of a member.
    pub(crate) fn clear(&mut self) {
        self.moments.clear();
    }

    /// Keeps a state before the statement at a place.
    pub(crate) fn remember(&mut self, s: &mut State, place: Place) {
        self.keep(s, place, false);
    }

    /// Keeps a state in which its path ends, at the place of what is shown last.
    pub(crate) fn remember_last(&mut self, s: &mut State, place: Place) {
        self.keep(s, place, true);
    }

    fn keep(&mut self, s: &mut State, place: Place, last: bool) {
        if self.states || self.walk {
            self.moments.push(Moment::of(s, place, last));
            s.past = Some(self.moments.len() - 1);
        }
    }

    /// Keeps the answer to a `refute` with the state before it: what failed of it.
    pub(crate) fn answer(&mut self, s: &State, failures: Vec<Failure>) {
        if let Some(moment) = s.past.and_then(|at| self.moments.get_mut(at)) {
            moment.asked = Some(failures);
        }
    }

    /// The states that a path came through, and the one that it is in now at a place.
    pub(crate) fn of(&self, words: &Readable<'_, '_>, s: &State, place: Place) -> Vec<Snapshot> {
        if !self.states {
            return Vec::new();
        }
        let mut shown = vec![snapshot(words, &Moment::of(s, place, false))];
        let mut past = s.past;
        while let Some(moment) = past.and_then(|at| self.moments.get(at)) {
            if shown.len() >= MOST {
                break;
            }
            shown.push(snapshot(words, moment));
            past = moment.before;
        }
        shown.reverse();
        shown
    }

    /// All states of the member that was looked at last, when they were asked for.
    pub(crate) fn visits(&mut self, words: &Readable<'_, '_>) -> Vec<Visit> {
        let moments = std::mem::take(&mut self.moments);
        if !self.walk {
            return Vec::new();
        }
        let visit = |moment: &Moment| {
            let before = moment.before.and_then(|at| moments.get(at));
            let known = before.map_or(0, |before| before.trail.len());
            Visit {
                before: moment.before,
                taken: moment.trail.get(known..).unwrap_or_default().to_vec(),
                state: snapshot(words, moment),
                last: moment.last,
                asked: moment.asked.clone(),
            }
        };
        moments.iter().map(visit).collect()
    }
}

fn snapshot(words: &Readable<'_, '_>, moment: &Moment) -> Snapshot {
    words.name_variables(&moment.store);
    let locals = words.terms.locals(moment.store.member);
    let value = |(local, value): (LocalId, Term)| {
        Some((locals.get(local)?.name.to_string(), words.readable(value)))
    };
    let chunks = |heap: &Heap| heap.iter().map(|chunk| words.chunk_line(chunk)).collect();
    let labelled = moment.olds.iter().filter(|(label, _)| ![START, LEFT].contains(&&***label));
    Snapshot {
        place: moment.place,
        store: moment.store.values().filter_map(value).collect(),
        heap: chunks(&moment.heap),
        old_heap: moment.olds.get(START).map_or_else(Vec::new, chunks),
        labelled: labelled.map(|(label, heap)| (label.to_string(), chunks(heap))).collect(),
        condition: words.readable_facts(&moment.facts),
    }
}
