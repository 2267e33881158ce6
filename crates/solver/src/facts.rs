//! What follows from a path condition without a search.
//!
//! Knowledge is kept in classes of equal terms with congruence, truth values that spread through connectives, and bounds of
//! numbers and their differences. It follows the path of the last question: what a shorter or another path does not say is
//! taken back. Whatever it says follows does follow; what it does not find is left to a process.

mod graph;
mod matching;
mod number;
mod order;
mod propagate;
mod search;
mod sums;

use std::collections::VecDeque;

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_term::{Node, Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use graph::{Place, Union};
use matching::Instance;
use order::{Forgotten, Known};
use sums::AtMostZero;

/// How deep a goal is taken apart.
const DEPTH: u32 = 12;

/// Parts of a goal that are looked at.
const MOST_PARTS: u32 = 200;

/// What is still to be looked at.
#[derive(Clone, Copy, Debug)]
enum Job {
    /// Two terms are equal.
    Merge(u32, u32),
    /// An argument of an application is known better.
    Look(u32),
    /// The truth of a term is known.
    Decide(u32, bool),
}

/// What is taken back.
#[derive(Debug)]
enum Undo {
    Place,
    Use(u32),
    Signature(u64),
    Union(Union),
    Differs(u32),
    Order(Forgotten),
    Contradiction,
    Quantifier,
    Instance(Instance),
    Sum,
}

/// Knowledge that follows a path condition.
#[derive(Default, Debug)]
pub(crate) struct Facts {
    path: Vec<Term>,
    /// The length of the trail before each conjunct.
    marks: Vec<usize>,
    trail: Vec<Undo>,
    jobs: VecDeque<Job>,
    places: Vec<Place>,
    index: FxHashMap<Term, u32>,
    signatures: FxHashMap<u64, u32>,
    order: Known,
    contradictory: bool,
    /// Quantifiers and their truth values.
    quantifiers: Vec<(Term, bool)>,
    /// The instances of them that were taken over.
    instances: FxHashSet<Instance>,
    /// The comparisons of the path.
    sums: Vec<AtMostZero>,
    /// How many instances what is registered took.
    age: u8,
    /// Work of a search, and the most that it may be.
    steps: u64,
    most_steps: u64,
    /// How many parts of the goal may still be looked at.
    parts: u32,
}

impl Facts {
    /// Of the empty path.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the path is found to imply the goal.
    pub fn implies(&mut self, store: &mut TermStore, path: &[Term], goal: Term) -> bool {
        self.follow(store, path);
        self.parts = MOST_PARTS;
        self.contradictory || self.proves(store, goal, DEPTH)
    }

    /// Forgets what the path does not say and learns what it says more.
    fn follow(&mut self, store: &mut TermStore, path: &[Term]) {
        let shared = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        if let Some(mark) = self.marks.get(shared).copied() {
            self.back(mark);
            self.marks.truncate(shared);
            self.path.truncate(shared);
        }
        for t in &path[shared..] {
            self.marks.push(self.trail.len());
            self.path.push(*t);
            self.assume(store, *t, true);
        }
    }

    fn assume(&mut self, store: &mut TermStore, t: Term, truth: bool) {
        if !self.contradictory {
            self.set(store, t, truth);
            self.run(store);
        }
    }

    fn run(&mut self, store: &mut TermStore) {
        while let Some(job) = self.jobs.pop_front() {
            self.steps += 1;
            match job {
                Job::Merge(a, b) => self.merge(store, a, b),
                Job::Look(at) => self.look(store, self.places[at as usize].term),
                Job::Decide(at, truth) => self.decide(store, self.places[at as usize].term, truth),
            }
            if self.contradictory {
                self.jobs.clear();
            }
        }
    }

    fn contradict(&mut self) {
        if !self.contradictory {
            self.contradictory = true;
            self.trail.push(Undo::Contradiction);
        }
    }

    /// Takes everything back that the trail says beyond a mark.
    fn back(&mut self, mark: usize) {
        self.jobs.clear();
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Undo::Place) => self.undo_place(),
                Some(Undo::Use(class)) => self.undo_use(class),
                Some(Undo::Signature(hash)) => drop(self.signatures.remove(&hash)),
                Some(Undo::Union(union)) => self.undo_union(&union),
                Some(Undo::Differs(class)) => self.undo_differs(class),
                Some(Undo::Order(forgotten)) => self.order.undo(forgotten),
                Some(Undo::Contradiction) => self.contradictory = false,
                Some(Undo::Quantifier) => drop(self.quantifiers.pop()),
                Some(Undo::Instance(instance)) => drop(self.instances.remove(&instance)),
                Some(Undo::Sum) => drop(self.sums.pop()),
                None => return,
            }
        }
    }

    /// Whether `goal` follows once `assumption` has the truth value too.
    fn proves_under(
        &mut self,
        store: &mut TermStore,
        assumption: (Term, bool),
        goal: (Term, bool),
        depth: u32,
    ) -> bool {
        let mark = self.trail.len();
        self.assume(store, assumption.0, assumption.1);
        let goal = if goal.1 { goal.0 } else { store.not(goal.0) };
        let result = self.contradictory || self.proves(store, goal, depth);
        self.back(mark);
        result
    }

    fn proves(&mut self, store: &mut TermStore, goal: Term, depth: u32) -> bool {
        if self.truth(store, goal) == Some(true) {
            return true;
        }
        let Some(parts) = self.parts.checked_sub(1).filter(|_| depth > 0) else { return false };
        self.parts = parts;
        let op = store.op(goal);
        match (op, store.args(goal)) {
            (Some(Op::And), &[a, b]) => {
                return self.proves(store, a, depth - 1) && self.proves(store, b, depth - 1);
            }
            (Some(Op::Or), _) => return self.proves_disjunction(store, goal, depth),
            (Some(Op::Ite), &[c, a, b]) => {
                return self.proves_under(store, (c, true), (a, true), depth - 1)
                    && self.proves_under(store, (c, false), (b, true), depth - 1);
            }
            (Some(Op::Eq), &[a, b]) if store.sort(a) == Sort::Bool => {
                return self.proves_under(store, (a, true), (b, true), depth - 1)
                    && self.proves_under(store, (a, false), (b, false), depth - 1);
            }
            _ => {}
        }
        if self.is_refuted(store, goal) {
            return true;
        }
        match (op, store.args(goal)) {
            (Some(Op::Eq), &[a, b]) => self.proves_equal(store, a, b, depth - 1),
            _ => false,
        }
    }

    /// Whether the negation of a goal contradicts what is known.
    fn is_refuted(&mut self, store: &mut TermStore, goal: Term) -> bool {
        let mark = self.trail.len();
        self.register(store, goal);
        self.run(store);
        let known = self.contradictory || self.truth(store, goal) == Some(true);
        if !known {
            self.assume(store, goal, false);
        }
        let result = known || self.contradictory;
        self.back(mark);
        result
    }

    /// A disjunction: one side where the others do not hold.
    fn proves_disjunction(&mut self, store: &mut TermStore, goal: Term, depth: u32) -> bool {
        let (mut disjuncts, mut pending) = (Vec::new(), vec![goal]);
        while let Some(t) = pending.pop() {
            match (store.op(t), store.args(t)) {
                (Some(Op::Or), &[a, b]) => pending.extend([b, a]),
                _ => disjuncts.push(t),
            }
        }
        let compound = |t: &Term| matches!(store.op(*t), Some(Op::And | Op::Ite));
        let chosen = disjuncts.iter().position(compound).unwrap_or(disjuncts.len() - 1);
        let goal = disjuncts.remove(chosen);
        let mark = self.trail.len();
        for t in disjuncts {
            self.assume(store, t, false);
        }
        let result = self.contradictory || self.proves(store, goal, depth - 1);
        self.back(mark);
        result
    }

    /// Equal numbers, and applications of one function to equal arguments.
    fn proves_equal(&mut self, store: &mut TermStore, a: Term, b: Term, depth: u32) -> bool {
        let is_number = matches!(store.sort(a), Sort::Int | Sort::Real);
        if is_number && self.is_below(store, a, b, false) && self.is_below(store, b, a, false) {
            return true;
        }
        let (Node::Apply(f, x), Node::Apply(g, y)) = (store.node(a), store.node(b)) else {
            return false;
        };
        let pairs: Vec<(Term, Term)> = x.iter().copied().zip(y.iter().copied()).collect();
        f == g
            && pairs.into_iter().all(|(x, y)| {
                let same = store.eq(x, y);
                self.proves(store, same, depth)
            })
    }
}
