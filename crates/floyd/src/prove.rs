//! Verification conditions: does the path condition imply a condition?

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_solver::{Answer, Query, Solver, SolverError, SolverOptions, assemble, smallest};
use effigy_term::smtlib::{self, ScriptOptions};
use effigy_term::{Evaluator, Model, Role, Term, TermStore};
use rustc_hash::FxHashMap;
use std::time::Duration;

/// The time of a first attempt, and of the search for a small counterexample.
const ATTEMPT: Duration = Duration::from_millis(1500);
/// Small counterexamples have integers and array indices between the negative of this and this.
const SMALL: i128 = 6;
/// Instances that a quantifier over small ranges may have in all.
const MOST_INSTANCES: usize = 20_000;

/// Whether a condition follows.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    /// It does.
    Proved,
    /// It does not in this model.
    Refuted(Model),
    /// Not decided: why, and the query as an SMT-LIB script.
    Unknown(String, String),
}

/// Decides verification conditions: by the search for a small counterexample and a short attempt at a proof, then with
/// all the time there is.
pub(super) struct Prover {
    quick: Box<dyn Solver>,
    patient: Box<dyn Solver>,
}

impl Prover {
    /// A prover over the chain of these options; the time of a query is that of the patient attempt.
    ///
    /// # Errors
    /// When the chain cannot be assembled.
    pub fn new(options: &SolverOptions) -> Result<Self, SolverError> {
        let time = options.query_time.map_or(ATTEMPT, |time| time.min(ATTEMPT));
        let quick = SolverOptions { query_time: Some(time), ..options.clone() };
        Ok(Self { quick: assemble(quick)?, patient: assemble(options)? })
    }

    /// Adds the counters of both chains.
    pub fn statistics(&self, statistics: &mut effigy_solver::Statistics) {
        self.quick.statistics(statistics);
        self.patient.statistics(statistics);
    }

    /// Whether `goal` follows from `known`. A conjunction is proved part by part.
    pub fn prove(&mut self, store: &mut TermStore, known: &[Term], goal: Term) -> Outcome {
        let mut known: Vec<Term> = known.iter().flat_map(|t| parts(store, *t)).collect();
        let mut open = Vec::new();
        for part in parts(store, goal) {
            if known.contains(&part) {
                continue;
            }
            match self.attempt(store, &known, part) {
                Some(Outcome::Refuted(model)) => return self.smallest(store, &known, part, &model),
                Some(_) => known.push(part),
                None => open.push(part),
            }
        }
        let mut undecided = None;
        for part in open {
            let query = refutation(store, &known, part);
            match self.patient.check(store, &Query::new(&query)) {
                Answer::Unsat(_) => known.push(part),
                Answer::Sat(model) => return self.smallest(store, &known, part, &model),
                Answer::Unknown(why) => {
                    let script = || smtlib::script(store, &query, ScriptOptions::default());
                    undecided.get_or_insert_with(|| Outcome::Unknown(why.to_string(), script()));
                }
            }
        }
        undecided.unwrap_or(Outcome::Proved)
    }

    /// Looks for values for which `goal` does not follow, and only for a short time.
    pub fn look(&mut self, store: &mut TermStore, known: &[Term], goal: Term) -> Outcome {
        match self.attempt(store, known, goal) {
            Some(Outcome::Refuted(model)) => self.smallest(store, known, goal, &model),
            Some(outcome) => outcome,
            None => Outcome::Unknown("not decided in a short time".to_owned(), String::new()),
        }
    }

    /// The smallest values for which a condition does not follow.
    fn smallest(
        &mut self,
        store: &mut TermStore,
        known: &[Term],
        part: Term,
        model: &Model,
    ) -> Outcome {
        let query = refutation(store, known, part);
        Outcome::Refuted(smallest(store, self.quick.as_mut(), &query, model))
    }

    /// A short attempt at one part of a condition. Small values are looked for first where there are quantifiers: a model
    /// with large ones takes long to check, and nobody likes to read it.
    fn attempt(&mut self, store: &mut TermStore, known: &[Term], part: Term) -> Option<Outcome> {
        let query = refutation(store, known, part);
        let quantified = query.iter().any(|t| store.features(*t).quantifiers());
        if quantified && let Some(model) = self.small(store, &query) {
            return Some(Outcome::Refuted(model));
        }
        match self.quick.check(store, &Query::new(&query)) {
            Answer::Unsat(_) => Some(Outcome::Proved),
            Answer::Sat(model) if quantified => Some(Outcome::Refuted(model)),
            Answer::Sat(model) => {
                Some(Outcome::Refuted(self.small(store, &query).unwrap_or(model)))
            }
            Answer::Unknown(_) if quantified => None,
            Answer::Unknown(_) => self.small(store, &query).map(Outcome::Refuted),
        }
    }

    /// Whether a path may exist, as far as a short look at what it requires without quantifiers tells: `false` only when
    /// it does not.
    pub fn may_hold(&mut self, store: &mut TermStore, known: &[Term]) -> bool {
        let plain: Vec<Term> =
            known.iter().copied().filter(|t| !store.features(*t).quantifiers()).collect();
        !matches!(self.quick.check(store, &Query::new(&plain)), Answer::Unsat(_))
    }

    /// Whether what is known contradicts itself, as far as a short look tells.
    pub fn contradicts(&mut self, store: &mut TermStore, known: &[Term]) -> bool {
        matches!(self.quick.check(store, &Query::new(known)), Answer::Unsat(_))
    }

    /// A model of the query in which integers and the ranges of quantifiers are small.
    fn small(&mut self, store: &mut TermStore, query: &[Term]) -> Option<Model> {
        let mut small = Small { store, bounds: Vec::new(), instances: 0 };
        let mut restricted = Vec::with_capacity(query.len());
        for t in query {
            restricted.push(small.unrolled(*t)?);
        }
        let mut bounds = std::mem::take(&mut small.bounds);
        for t in query {
            for variable in store.variables(*t).iter().copied() {
                let info = store.as_variable(variable);
                if info.is_some_and(|i| i.sort == Sort::Int && i.role != Role::Bound) {
                    let (low, high) = (store.int(-SMALL), store.int(SMALL));
                    bounds.push(store.le(low, variable));
                    bounds.push(store.le(variable, high));
                }
            }
        }
        restricted.extend(bounds);
        let Answer::Sat(model) = self.quick.check(store, &Query::new(&restricted)) else {
            return None;
        };
        let mut evaluator = Evaluator::new();
        let holds = |t: &Term| evaluator.truth(store, *t, &model) == Some(true);
        query.iter().all(holds).then_some(model)
    }
}

/// What is satisfiable when a condition does not follow.
fn refutation(store: &mut TermStore, known: &[Term], part: Term) -> Vec<Term> {
    let negation = store.not(part);
    known.iter().copied().chain([negation]).collect()
}

/// The conjuncts of a condition.
fn parts(store: &TermStore, goal: Term) -> Vec<Term> {
    let (mut parts, mut pending) = (Vec::new(), vec![goal]);
    while let Some(t) = pending.pop() {
        match (store.op(t), store.args(t)) {
            (Some(Op::And), &[a, b]) => pending.extend([b, a]),
            _ if store.as_bool(t) == Some(true) => {}
            _ => parts.push(t),
        }
    }
    parts
}

/// Turns quantifiers into conjunctions over small numbers.
struct Small<'s> {
    store: &'s mut TermStore,
    /// What the ranges have to satisfy for that to be no change.
    bounds: Vec<Term>,
    instances: usize,
}

impl Small<'_> {
    fn unrolled(&mut self, t: Term) -> Option<Term> {
        if !self.store.features(t).quantifiers() {
            return Some(t);
        }
        let mut sigma: FxHashMap<Term, Term> = FxHashMap::default();
        for quantifier in self.outermost(t) {
            let instances = self.instances(quantifier)?;
            sigma.insert(quantifier, instances);
        }
        Some(self.store.substitute(t, &sigma))
    }

    /// The quantifiers in a term that are in no other one.
    fn outermost(&self, t: Term) -> Vec<Term> {
        let (mut found, mut pending) = (Vec::new(), vec![t]);
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(t) = pending.pop() {
            if !self.store.features(t).quantifiers() || !seen.insert(t) {
                continue;
            }
            match self.store.op(t) {
                Some(Op::Forall) => found.push(t),
                _ => pending.extend(self.store.args(t)),
            }
        }
        found
    }

    fn instances(&mut self, quantifier: Term) -> Option<Term> {
        let &[low, high, variable, body] = self.store.args(quantifier) else { return None };
        let (least, most) = (self.store.int(-SMALL), self.store.int(SMALL));
        let above = self.store.le(least, low);
        let below = self.store.le(high, most);
        self.bounds.extend([above, below]);
        let mut all = Vec::new();
        for number in -SMALL..=SMALL {
            self.instances += 1;
            if self.instances > MOST_INSTANCES {
                return None;
            }
            let number = self.store.int(number);
            let sigma: FxHashMap<Term, Term> = [(variable, number)].into_iter().collect();
            let instance = self.store.substitute(body, &sigma);
            let instance = self.unrolled(instance)?;
            let (after, before) = (self.store.le(low, number), self.store.le(number, high));
            let inside = self.store.and(after, before);
            let outside = self.store.not(inside);
            all.push(self.store.or(outside, instance));
        }
        Some(self.store.and_all(&all))
    }
}
