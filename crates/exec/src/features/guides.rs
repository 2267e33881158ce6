//! Guides: inputs that make the program fail, found without the machine. A worker that has a path for such an input goes on
//! with it first, so that the failure is found as any other. A guide changes the order in which a tree is walked, and what
//! is said of a path that is waiting when the run has to stop.

use crate::data::finding::Failure;
use crate::data::input::{GivenBytes, InputKind, given, little_endian};
use crate::features::input_values::is_on;
use crate::machine::Context;
use crate::state::State;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::{Model, Term};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// An input that makes the program fail.
#[derive(Debug)]
pub struct Guide {
    inputs: Vec<GivenBytes>,
    failure: Failure,
    found: Instant,
    /// Whether a worker has the path of the input.
    taken: AtomicBool,
    /// Whether the path of the input is over.
    over: AtomicBool,
}

impl Guide {
    /// The values of all inputs, and how the program fails on them.
    pub fn new(inputs: Vec<GivenBytes>, failure: Failure) -> Self {
        let (taken, over) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { inputs, failure, found: Instant::now(), taken, over }
    }

    /// When the input was found.
    pub(crate) fn found(&self) -> Instant {
        self.found
    }

    /// How the program fails.
    pub(crate) fn failure(&self) -> &Failure {
        &self.failure
    }

    /// Takes the guide for a worker; whether no one had it.
    fn take(&self) -> bool {
        !self.taken.swap(true, Ordering::Relaxed)
    }

    fn is_taken(&self) -> bool {
        self.taken.load(Ordering::Relaxed)
    }

    /// Notes that the path of the input is over; whether it was not yet.
    pub(crate) fn end(&self) -> bool {
        !self.over.swap(true, Ordering::Relaxed)
    }

    /// Whether the path of the input is over.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// The bytes of an input.
    pub(crate) fn bytes(&self, kind: InputKind, name: &str) -> Option<&[u8]> {
        given(&self.inputs, kind, name)
    }
}

/// The guides of a run, which may come while it goes on.
#[derive(Debug, Default)]
pub struct Guides {
    all: Mutex<Vec<Arc<Guide>>>,
    count: AtomicUsize,
}

impl Guides {
    /// Adds a guide.
    pub fn add(&self, guide: Guide) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(Arc::new(guide));
        self.count.store(all.len(), Ordering::Release);
    }

    /// The guides behind the first so many.
    fn behind(&self, known: usize) -> Vec<Arc<Guide>> {
        if self.count.load(Ordering::Acquire) <= known {
            return Vec::new();
        }
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(known..).unwrap_or_default().to_vec()
    }

    /// The guides whose paths are not over.
    pub(crate) fn open(&self) -> Vec<Arc<Guide>> {
        let mut all = self.behind(0);
        all.retain(|guide| !guide.is_over());
        all
    }
}

/// What a worker knows of guides.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    /// How many guides it has seen.
    seen: usize,
    /// Those for which it had no path.
    unmatched: Vec<Arc<Guide>>,
}

impl Followed {
    /// The guides that came since this was asked last.
    pub(crate) fn news(&mut self, guides: &Guides) -> Vec<Arc<Guide>> {
        let news = guides.behind(self.seen);
        self.seen += news.len();
        news
    }

    /// Keeps a guide for paths that the worker gets later.
    pub(crate) fn keep(&mut self, guide: Arc<Guide>) {
        self.unmatched.push(guide);
    }

    /// The first kept guide that a path follows and that is free; it is taken.
    pub(crate) fn take(&mut self, follows: impl FnMut(&Guide) -> bool) -> Option<Arc<Guide>> {
        self.unmatched.retain(|guide| !guide.is_taken());
        let mut follows = follows;
        let at = self.unmatched.iter().position(|guide| follows(guide))?;
        let guide = self.unmatched.swap_remove(at);
        guide.take().then_some(guide)
    }
}

/// Takes a guide for a worker that has a path for it; whether no other worker has.
pub(crate) fn take(guide: &Guide) -> bool {
    guide.take()
}

/// Whether paths are those of guides.
pub(crate) struct Guiding<'a> {
    cx: &'a mut Context,
}

impl<'a> Guiding<'a> {
    /// The paths of a machine.
    pub(crate) fn new(cx: &'a mut Context) -> Self {
        Self { cx }
    }

    /// The inputs of a path with the values that a guide gives them; `None` when the guide lacks one.
    pub(crate) fn guided_model(&mut self, state: &State, guide: &Guide) -> Option<Model> {
        let mut model = Model::new();
        for input in state.inputs.iter() {
            let bytes = guide.bytes(input.kind, &input.name)?;
            let mut rest = bytes;
            for term in &input.terms {
                let Sort::BitVec(width) = self.cx.store.sort(*term) else { return None };
                let taken = rest.len().min(width.div_ceil(8) as usize);
                let (bytes, behind) = rest.split_at(taken);
                rest = behind;
                model.set(*term, Value::bits(width, little_endian(bytes)));
            }
        }
        Some(model)
    }

    /// Whether a path is that of a guide's input.
    pub(crate) fn follows(&mut self, state: &State, guide: &Guide) -> bool {
        if !state.answers.prefix.is_empty() || state.inputs.is_empty() {
            return false;
        }
        let Some(model) = self.guided_model(state, guide) else { return false };
        let (evaluator, store) = (self.cx.values.anew(), &self.cx.store);
        state.path.condition.iter().all(|c| is_on(evaluator, store, *c, &model))
    }

    /// That the inputs of a path have the values that a guide gives them.
    pub(crate) fn exactly(&mut self, model: &Model) -> Term {
        let pairs: Vec<(Term, Value)> = model.iter().map(|(t, v)| (t, v.clone())).collect();
        let equal = |(term, value): &(Term, Value)| {
            let value = self.cx.store.constant(value);
            self.cx.store.eq(*term, value)
        };
        let all: Vec<Term> = pairs.iter().map(equal).collect();
        self.cx.store.and_all(&all)
    }
}

impl State {
    /// Makes the values of a model those of the path, when its condition holds with them.
    pub(crate) fn on_values(&mut self, model: Model) {
        self.path.model = Some(Rc::new(model));
        self.path.models.clear();
    }
}
