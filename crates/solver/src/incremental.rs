//! One solver process that follows a path condition.
//!
//! The process holds the conjuncts of the path of the last question, a scope for those that each question added; the next
//! question leaves the scopes that its path does not share. Declarations outlive scopes. What holds always (axioms, that new
//! objects differ) is asserted where it is first needed, and again below when its scope is left, until it is in the outermost
//! one. [`Incremental::renew`] keeps the process alone, for questions that have nothing to do with those before.

mod process;
mod script;

use std::time::{Duration, Instant};

use effigy_base::budget::CancelToken;
use effigy_base::function::Function;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::{Term, TermStore};

use crate::facts::Facts;
use crate::options::SolverOptions;
use crate::query::Why;
use process::Following;

/// Steps of a search in a millisecond of a question's limit.
const STEPS: u64 = 300;

/// Steps of a search: what is found at all is mostly found sooner.
const MOST_STEPS: u64 = 60_000;

/// Whether a path condition implies a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entails {
    /// It does.
    Yes,
    /// It does not: there are values for which the path holds and the goal does not.
    No,
    /// Not decided; never to be taken for either of the others.
    Unknown(Why),
}

/// What questions cost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct IncrementalStatistics {
    /// Questions in all.
    pub questions: u64,
    /// Questions that were answered without the process.
    pub embedded: u64,
    /// Processes that were started.
    pub processes: u64,
    /// The time that questions took.
    pub time: Duration,
}

/// Answers whether a path implies a goal, with a Z3 process that is kept.
///
/// All terms are of one store, which must not collect garbage between questions; where it did, the process starts anew.
/// A process that hangs, ends or writes rubbish costs its question an `Unknown`; the next question starts a new one.
pub struct Incremental {
    facts: Facts,
    embedded: bool,
    following: Following,
    counters: IncrementalStatistics,
    /// Whether the last question was answered by the process.
    asked: bool,
    generation: u64,
}

impl Incremental {
    /// Starts nothing before the first question that needs a process.
    pub fn new(options: &SolverOptions) -> Self {
        Self {
            facts: Facts::new(),
            embedded: true,
            following: Following::new(options),
            counters: IncrementalStatistics::default(),
            asked: false,
            generation: 0,
        }
    }

    /// Forgets everything but the process, which starts over with the next question: it answers as a new one would, and takes
    /// less time.
    pub fn renew(&mut self) {
        self.facts = Facts::new();
        self.embedded = true;
        self.following.renew();
        self.counters = IncrementalStatistics::default();
        self.asked = false;
    }

    /// From here on this token ends questions, not the one of the options.
    pub fn stop_with(&mut self, cancel: CancelToken) {
        self.following.stop_with(cancel);
    }

    /// Sets an option of the process over the default: `(set-option :name value)`.
    pub fn set(&mut self, name: &str, value: &str) {
        self.following.set(name, value);
    }

    /// Whether answers are looked for without the process first, as they are by default. No answer depends on it, but for
    /// those that the process does not know.
    pub fn set_embedded(&mut self, embedded: bool) {
        self.embedded = embedded;
    }

    /// A sort is a datatype with these constructors and their selectors. Datatypes that mention each other are given
    /// before a question mentions any of them.
    pub fn datatype(&mut self, sort: Sort, constructors: &[(Function, Vec<Function>)]) {
        self.following.datatype((sort, constructors.to_vec()));
    }

    /// An axiom that holds on every path from here on.
    pub fn background(&mut self, axiom: Term) {
        self.following.background(axiom);
    }

    /// Whether the conjunction of `path` implies `goal`. The limit is for this question; the limit of the options is not
    /// used. It stands for an amount of work that the process counts: the answer does not depend on how fast the machine
    /// is, unless the question takes a multiple of this time by the clock.
    pub fn entails(
        &mut self,
        store: &mut TermStore,
        path: &[Term],
        goal: Term,
        limit: Duration,
    ) -> Entails {
        let start = Instant::now();
        self.counters.questions += 1;
        if self.generation != store.generation() {
            self.generation = store.generation();
            self.following.forget();
            self.facts = Facts::new();
        }
        let embedded = self.embedded(store, path, goal);
        self.asked = embedded.is_none();
        let answer = match embedded {
            Some(answer) => {
                self.counters.embedded += 1;
                answer
            }
            None if self.following.is_missing() => self.alone(store, path, goal, limit),
            None => self.following.entails(store, path, goal, limit),
        };
        self.counters.time += start.elapsed();
        answer
    }

    /// Whether `path` is contradictory.
    pub fn contradictory(
        &mut self,
        store: &mut TermStore,
        path: &[Term],
        limit: Duration,
    ) -> Entails {
        let no = store.bool(false);
        self.entails(store, path, no, limit)
    }

    /// What is found by a search where there is no process.
    fn alone(
        &mut self,
        store: &mut TermStore,
        path: &[Term],
        goal: Term,
        limit: Duration,
    ) -> Entails {
        if self.following.is_cancelled() {
            return Entails::Unknown(Why::Cancelled);
        }
        let steps = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX).saturating_mul(STEPS);
        let axioms = self.following.axioms();
        match self.facts.follows(store, axioms, path, goal, steps.min(MOST_STEPS)) {
            true => {
                self.asked = false;
                self.counters.embedded += 1;
                Entails::Yes
            }
            false => self.following.entails(store, path, goal, limit),
        }
    }

    /// What needs no process.
    fn embedded(&mut self, store: &mut TermStore, path: &[Term], goal: Term) -> Option<Entails> {
        if !self.embedded {
            return None;
        }
        if self.facts.implies(store, path, goal) {
            return Some(Entails::Yes);
        }
        let is_empty = self.following.has_no_axioms() && path.is_empty();
        let inside = if store.op(goal) == Some(Op::Not) { store.args(goal) } else { &[goal] };
        let is_free = inside.iter().all(|t| store.as_variable(*t).is_some());
        (is_empty && (store.as_bool(goal) == Some(false) || is_free)).then_some(Entails::No)
    }

    /// The values of terms in the counterexample of the last question: after [`Entails::No`] of a process they satisfy the
    /// path and not the goal; after an incomplete `Unknown` they may. `None` where there is none. Elements of named sorts have
    /// names.
    pub fn model(&mut self, store: &mut TermStore, terms: &[Term]) -> Vec<Option<Value>> {
        match self.asked && self.generation == store.generation() {
            true => self.following.values(store, terms),
            false => vec![None; terms.len()],
        }
    }

    /// What the questions so far cost.
    pub fn statistics(&self) -> IncrementalStatistics {
        IncrementalStatistics { processes: self.following.processes(), ..self.counters }
    }
}
