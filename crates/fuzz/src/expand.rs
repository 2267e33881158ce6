//! `ExpandExecution`: the path condition of an input, and a child for each conjunct of it that can be negated.

use crate::counts::Counts;
use crate::slices::Slices;
use crate::structure::Parts;
use effigy_base::budget::CancelToken;
use effigy_base::op::Op;
use effigy_base::random::Random;
use effigy_base::value::Value;
use effigy_exec::concolic::{Concolic, ConcolicRun, Conjunct, Follow, InputVariable};
use effigy_exec::context::Job;
use effigy_exec::explorer::InputValue;
use effigy_exec::guides::GivenBytes;
use effigy_exec::state::StackFrame;
use effigy_solver::{Answer, Query, Solver, SolverError, SolverOptions, Statistics, assemble};
use effigy_term::{Model, Term, TermStore, print};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

/// Conjuncts of a finding that are written out.
const MOST_WRITTEN: usize = 1000;

/// Further variables from which on a side is first asked for near the parent, and how many of a kind are free there.
const MANY: usize = 16;
const MADE_UP: usize = 16;

/// Most variables of a condition that few variables decide.
const FEW: usize = 8;

/// Most bits of what a number is made larger by where a side asks for a larger one.
const STRETCH: u32 = 16;

/// The time of a query where it is not the last word.
const HASTE: Duration = Duration::from_millis(30);

/// The path that an input was made for: the beginning of its parent's, and another side behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Prediction {
    /// How many conjuncts of the parent's path it has.
    length: usize,
    /// What tells this beginning from others.
    hash: u64,
    /// What is decided behind it.
    question: u64,
    /// The side that it takes there, or the number that it does not have there.
    side: Result<u32, u128>,
}

/// An input that was made to leave the path of its parent at one conjunct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// The parent's input with the bytes replaced that the solver's model fixes.
    pub input: Vec<GivenBytes>,
    /// The number of the conjunct; below it, nothing of the child is negated.
    pub bound: usize,
    /// The path that it was made for; `None` for a guess, for which the side was asked alone.
    pub predicted: Option<Prediction>,
    /// What tells the side of the decision in the program from others, on whatever path.
    pub site: u64,
}

/// What is done with a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It is asked for.
    Ask,
    /// It is asked for with little time. Where that is too little it is left out.
    AskHastily,
    /// It is left out.
    Skip,
    /// No more children are made now.
    Stop,
}

/// The path of an input, from which children are made one by one.
pub struct Expansion {
    run: ConcolicRun,
    /// Where the variables stand in the input.
    places: FxHashMap<Term, InputVariable>,
    /// The path condition `PC`: each condition once, where the path decided it first.
    path: Vec<Conjunct>,
    /// By number of conjuncts, what tells the beginning of the path from others.
    hashes: Vec<u64>,
    bound: usize,
    /// The conjunct that is being negated, and the sides of it that are left.
    at: usize,
    sides: VecDeque<(u32, Term)>,
    /// What takes the side that was negated last by the largest number that it may have.
    largest: Option<Child>,
    /// Whether a side was left out.
    skipped: bool,
    /// The conjuncts before it.
    slices: Slices,
}

impl Expansion {
    /// The path condition.
    pub fn path(&self) -> &[Conjunct] {
        &self.path
    }

    /// The run that it comes from.
    pub fn run(&self) -> &ConcolicRun {
        &self.run
    }

    /// The conjunct at which it stopped; `None` when all were negated.
    pub fn rest(&self) -> Option<usize> {
        (self.at < self.path.len()).then_some(self.at)
    }

    /// Whether a side was left out.
    pub fn has_skipped(&self) -> bool {
        self.skipped
    }

    /// Whether the path begins as it was predicted to.
    pub fn is(&self, predicted: &Prediction) -> bool {
        let Prediction { length, hash, question, side } = *predicted;
        let takes = |conjunct: &Conjunct| match side {
            Ok(side) => conjunct.side == side,
            Err(number) => conjunct.picked.is_none_or(|picked| picked != number),
        };
        let next = self.path.get(length);
        let goes_on = next.is_some_and(|next| next.question == question && takes(next));
        goes_on && self.hashes.get(length) == Some(&hash)
    }
}

/// The numbers that were needed behind one beginning of a path.
#[derive(Default)]
struct Numbers {
    /// The conjuncts that say which ones.
    seen: Vec<Term>,
    /// How many there were when another one was asked for.
    asked: usize,
}

/// Makes children of inputs.
pub struct Expander {
    machine: Concolic,
    solver: Box<dyn Solver>,
    /// The same with little time for a query.
    hasty: Box<dyn Solver>,
    most_steps: u64,
    cancel: CancelToken,
    /// Beginnings of paths that an input took or that were asked for.
    known: FxHashSet<u64>,
    /// Where the machine needs a number, what is known of it, by the beginning of the path.
    picked: FxHashMap<u64, Numbers>,
    /// Sides that were asked for alone.
    guessed: FxHashSet<u64>,
    /// How often a side of a decision in the program, on whatever path, had a child.
    taken: FxHashMap<u64, u64>,
    /// Whether the side that is being negated has little time.
    is_hasty: bool,
}

impl Expander {
    /// An expander for a job whose runs take so many instructions at most.
    ///
    /// # Errors
    /// When the solver chain of the job cannot be assembled.
    pub fn new(job: &Job, most_steps: u64) -> Result<Self, SolverError> {
        Ok(Self {
            machine: Concolic::new(job, Follow::Symbols)?,
            solver: assemble(&job.solver)?,
            hasty: assemble(&SolverOptions {
                query_time: Some(job.solver.query_time.unwrap_or(HASTE).min(HASTE)),
                ..job.solver.clone()
            })?,
            most_steps,
            cancel: job.cancel.clone(),
            known: FxHashSet::default(),
            picked: FxHashMap::default(),
            guessed: FxHashSet::default(),
            taken: FxHashMap::default(),
            is_hasty: false,
        })
    }

    /// The path of an input with symbols riding along; children are to leave it at the conjunct `bound` or behind it.
    pub fn expand(&mut self, input: &[GivenBytes], bound: usize) -> Expansion {
        // What an earlier expansion held is of no use any more.
        if self.machine.has_many_terms() {
            self.free();
        }
        let mut run = self.machine.run(input.to_vec(), self.most_steps);
        let mut seen = FxHashSet::default();
        let mut path = std::mem::take(&mut run.conjuncts);
        path.retain(|conjunct| seen.insert(conjunct.term));
        let mut hashes = vec![0];
        for conjunct in &path {
            let before = hashes.last().copied().unwrap_or_default();
            if conjunct.picked.is_some() {
                let numbers = self.picked.entry(number_behind(before, conjunct)).or_default();
                if !numbers.seen.contains(&conjunct.term) {
                    numbers.seen.push(conjunct.term);
                }
            }
            let answer = conjunct.picked.unwrap_or(conjunct.side.into());
            hashes.push(behind(before, conjunct.question, answer));
        }
        self.known.extend(hashes.iter().copied());
        let places = run.variables.iter().map(|variable| (variable.term, *variable)).collect();
        let (sides, slices) = (VecDeque::new(), Slices::default());
        let (at, largest, skipped) = (0, None, false);
        let mut expansion =
            Expansion { run, places, path, hashes, bound, at, sides, largest, skipped, slices };
        expansion.begin_conjunct();
        expansion
    }

    /// Frees the terms of expansions that are over.
    pub(crate) fn free(&mut self) {
        let held: Vec<Term> = self.picked.values().flat_map(|n| n.seen.iter().copied()).collect();
        self.machine.collect(&held);
        self.solver.collected(self.machine.store());
        self.hasty.collected(self.machine.store());
    }

    /// The next child; `None` when there is no other, when `goes_on` says so, or when the run is to stop. `goes_on` is asked
    /// of each side before a solver is, and may leave that side out.
    pub fn next(
        &mut self,
        expansion: &mut Expansion,
        counts: &mut Counts,
        goes_on: &mut dyn FnMut(u64) -> Turn,
    ) -> Option<Child> {
        if let Some(child) = expansion.largest.take() {
            return Some(child);
        }
        while expansion.at < expansion.path.len() && !self.cancel.is_cancelled() {
            match expansion.sides.pop_front() {
                Some((side, other)) => {
                    match goes_on(site(&expansion.path[expansion.at], side)) {
                        Turn::Ask => self.is_hasty = false,
                        Turn::AskHastily => self.is_hasty = true,
                        Turn::Skip => {
                            expansion.skipped = true;
                            continue;
                        }
                        Turn::Stop => {
                            expansion.sides.push_front((side, other));
                            return None;
                        }
                    }
                    if let Some(child) = self.negated_side(expansion, (side, other), counts) {
                        return Some(child);
                    }
                }
                None => {
                    let term = expansion.path[expansion.at].term;
                    let variables = self.machine.store().variables(term);
                    expansion.slices.add(expansion.at, &variables);
                    expansion.at += 1;
                    expansion.begin_conjunct();
                }
            }
        }
        None
    }

    /// The child that takes another side of the conjunct at which the expansion is, when that can be.
    fn negated_side(
        &mut self,
        expansion: &mut Expansion,
        (side, other): (u32, Term),
        counts: &mut Counts,
    ) -> Option<Child> {
        let at = expansion.at;
        let conjunct = &expansion.path[at];
        let (question, picked) = (conjunct.question, conjunct.picked);
        let site = site(conjunct, side);
        let hash = expansion.hashes[at];
        let sides = match picked {
            Some(_) => self.other_numbers(number_behind(hash, conjunct), conjunct.term),
            None => self.known.insert(behind(hash, question, side.into())).then(|| vec![other]),
        };
        let Some(sides) = sides else {
            counts.covered += 1;
            return None;
        };
        // What shares no variable with the side holds for the parent, and goes on to hold.
        let own = self.machine.store().variables(other);
        let (conjuncts, variables) = expansion.slices.around(&own);
        let mut assertions: Vec<Term> = conjuncts.iter().map(|i| expansion.path[*i].term).collect();
        assertions.extend(&sides);
        if picked.is_none()
            && let Some(model) = self.near(&assertions, (&own, &variables), expansion, counts)
        {
            let input = expansion.combine(&model, &variables);
            let predicted = Some(Prediction { length: at, hash, question, side: Ok(side) });
            let child = Child { input, bound: at, predicted, site };
            expansion.largest = self.largest(&assertions, &variables, expansion, &child, counts);
            return Some(child);
        }
        match self.ask(&assertions, &expansion.run.model, counts) {
            Answer::Sat(model) => {
                let input = expansion.combine(&model, &variables);
                let side = picked.map_or(Ok(side), Err);
                let predicted = Some(Prediction { length: at, hash, question, side });
                let child = Child { input, bound: at, predicted, site };
                expansion.largest =
                    self.largest(&assertions, &variables, expansion, &child, counts);
                return Some(child);
            }
            Answer::Unsat(_) => counts.infeasible += 1,
            Answer::Unknown(_) if self.cancel.is_cancelled() => return None,
            Answer::Unknown(_) if self.is_hasty && picked.is_none() => {
                // It is asked again, with more time.
                self.known.remove(&behind(hash, question, side.into()));
                expansion.skipped = true;
            }
            Answer::Unknown(_) => {
                counts.undecided += 1;
                // Alone it is hardly easier.
                self.is_hasty = true;
            }
        }
        // Once for each side, wherever on a path it is: the answer is the same.
        if conjuncts.is_empty() || !self.guessed.insert(behind(0, question, side.into())) {
            return None;
        }
        match self.ask(&[other], &expansion.run.model, counts) {
            Answer::Sat(model) => {
                let input = expansion.combine(&model, &own);
                Some(Child { input, bound: at, predicted: None, site })
            }
            _ => None,
        }
    }

    /// A model of conditions on many variables that is the parent's but for the `own` variables and a few others, at random: where sums
    /// run over an input, a few bytes make up for what changes, and the rest of such a sum is a constant. `None` says
    /// nothing.
    fn near(
        &mut self,
        assertions: &[Term],
        (own, variables): (&[Term], &[Term]),
        expansion: &Expansion,
        counts: &mut Counts,
    ) -> Option<Model> {
        if variables.len() < own.len().min(MADE_UP) + MANY {
            return None;
        }
        // Others when it is asked again.
        let mut random = Random::new(expansion.hashes[expansion.at] ^ u64::from(self.is_hasty));
        // What few variables decide, such as a digit, is often there to be changed; most others can be, too.
        let few = |store: &mut TermStore, t: &Term| {
            let own = store.variables(*t);
            (own.len() <= FEW).then_some(own)
        };
        let store = self.machine.store();
        let small: Vec<Term> =
            assertions.iter().filter_map(|t| few(store, t)).flat_map(|own| own.to_vec()).collect();
        let all_own = own.iter().filter(|_| own.len() <= MADE_UP);
        let mut free: FxHashSet<Term> = all_own.copied().collect();
        for _ in 0..MADE_UP {
            free.extend(random.pick(own));
            free.extend(random.pick(variables));
            free.extend(random.pick(&small));
        }
        // The side itself is the last, which does not hold for the parent.
        let (side, mut near) =
            assertions.split_last().map(|(side, rest)| (*side, rest.to_vec()))?;
        for variable in variables.iter().filter(|variable| !free.contains(variable)) {
            let value = expansion.run.model.get(*variable)?;
            let store = self.machine.store();
            let value = store.constant(value);
            near.push(store.eq(*variable, value));
        }
        near.push(side);
        match self.ask(&near, &expansion.run.model, counts) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat(_) | Answer::Unknown(_) => None,
        }
    }

    /// What takes the same side as a child by the largest number that it may have there, where the side asks for a larger one: a
    /// length that is one more is one step of many, and errors are where it ends. Each time that the children of a side have
    /// doubled.
    fn largest(
        &mut self,
        assertions: &[Term],
        variables: &[Term],
        expansion: &Expansion,
        child: &Child,
        counts: &mut Counts,
    ) -> Option<Child> {
        let (number, least) = larger(self.machine.store(), *assertions.last()?, true)?;
        let taken = self.taken.entry(child.site).or_default();
        *taken += 1;
        if !taken.is_power_of_two() {
            return None;
        }
        let (mut best, mut by, mut was_too_much) = (None, 0u128, false);
        // First in steps that double, then in steps that halve.
        let mut step = 1u128;
        while step != 0 && !self.cancel.is_cancelled() {
            let width = self.machine.store().width(number);
            let bound = least.checked_add(by + step).filter(|bound| bound >> width == 0);
            let answer = bound.map(|bound| {
                let store = self.machine.store();
                let bound = store.bits(width, bound);
                let asked = [assertions, &[store.ule(bound, number)]].concat();
                self.ask(&asked, &expansion.run.model, counts)
            });
            let model = match answer {
                Some(Answer::Sat(model)) => Some(model),
                _ => None,
            };
            was_too_much |= model.is_none() || step >> STRETCH != 0;
            if let Some(model) = model {
                (best, by) = (Some(model), by + step);
            }
            step = if was_too_much { step / 2 } else { step * 2 };
        }
        let input = expansion.combine(&best?, variables);
        Some(Child { input, ..child.clone() })
    }

    /// That a number is none of those that it had behind a beginning of a path, at the end the one that the conjunct says;
    /// `None` when that was asked already.
    fn other_numbers(&mut self, beginning: u64, own: Term) -> Option<Vec<Term>> {
        let numbers = self.picked.get_mut(&beginning)?;
        if std::mem::replace(&mut numbers.asked, numbers.seen.len()) == numbers.seen.len() {
            return None;
        }
        let store = self.machine.store();
        let others = numbers.seen.iter().copied().filter(|term| *term != own);
        Some(others.chain([own]).map(|term| store.not(term)).collect())
    }

    fn ask(&mut self, assertions: &[Term], parent: &Model, counts: &mut Counts) -> Answer {
        counts.queries += 1;
        let solver = if self.is_hasty { &mut self.hasty } else { &mut self.solver };
        solver.check(self.machine.store(), &Query::with_hint(assertions, parent))
    }

    /// The inputs that the program makes on an input.
    pub fn made(&mut self, input: &[GivenBytes]) -> Vec<InputValue> {
        self.machine.run(input.to_vec(), self.most_steps).inputs
    }

    /// The parts of an input, as far as the decisions on it tell.
    pub(crate) fn parts(&mut self, input: &[GivenBytes]) -> Parts {
        let run = self.machine.run(input.to_vec(), self.most_steps);
        let bytes = input.first().map(|(.., bytes)| bytes.as_slice()).unwrap_or_default();
        Parts::of(self.machine.store(), &run, bytes)
    }

    /// The path condition of an input, readable.
    pub fn condition(&mut self, input: &[GivenBytes]) -> Vec<Arc<str>> {
        let run = self.machine.run(input.to_vec(), self.most_steps);
        let mut seen = FxHashSet::default();
        let path: Vec<Term> =
            run.conjuncts.iter().map(|c| c.term).filter(|term| seen.insert(*term)).collect();
        let text = |term: &Term| Arc::from(print::infix(self.machine.store(), *term));
        let mut texts: Vec<Arc<str>> = path.iter().take(MOST_WRITTEN).map(text).collect();
        if path.len() > MOST_WRITTEN {
            texts.push(format!("and {} conditions more", path.len() - MOST_WRITTEN).into());
        }
        texts
    }

    /// Adds what the solver did.
    pub fn statistics(&self, statistics: &mut Statistics) {
        self.solver.statistics(statistics);
        self.hasty.statistics(statistics);
    }
}

impl Expansion {
    /// Puts aside the sides of the conjunct that comes next, when it may be negated.
    fn begin_conjunct(&mut self) {
        if self.at >= self.bound
            && let Some(conjunct) = self.path.get(self.at)
        {
            self.sides.extend(conjunct.others.iter().copied());
        }
    }

    /// `Combine(input, M)`: the parent's input with the values that a model gives to these variables.
    fn combine(&self, model: &Model, variables: &[Term]) -> Vec<GivenBytes> {
        let mut inputs = given(&self.run);
        for term in variables {
            let Some(variable) = self.places.get(term) else { continue };
            let Some(word) = model.get(*term).and_then(Value::scalar) else { continue };
            let (from, to) = (variable.offset, variable.offset + variable.bytes);
            let bytes = inputs.get_mut(variable.input);
            if let Some(bytes) = bytes.and_then(|(.., bytes)| bytes.get_mut(from..to)) {
                bytes.copy_from_slice(&word.to_le_bytes()[..variable.bytes]);
            }
        }
        inputs
    }
}

/// A number that is larger than a constant where a condition has this truth value, and the least that it is then.
fn larger(store: &TermStore, condition: Term, holds: bool) -> Option<(Term, u128)> {
    let arguments = store.args(condition);
    let is_strict = match store.op(condition)? {
        Op::Not => return larger(store, *arguments.first()?, !holds),
        Op::And if holds => return arguments.iter().find_map(|arg| larger(store, *arg, holds)),
        Op::Or if !holds => return arguments.iter().find_map(|arg| larger(store, *arg, holds)),
        Op::BvUlt | Op::BvSlt => holds,
        Op::BvUle | Op::BvSle => !holds,
        _ => return None,
    };
    let &[a, b] = arguments else { return None };
    let (constant, number) = if holds { (a, b) } else { (b, a) };
    Some((number, store.as_bits(constant)?.checked_add(is_strict.into())?))
}

/// A side of a decision in the program.
fn site(conjunct: &Conjunct, side: u32) -> u64 {
    let StackFrame { function, file, line, column } = &*conjunct.place;
    let mut hasher = FxHasher::default();
    (function, file, line, column, side).hash(&mut hasher);
    hasher.finish()
}

/// Where a number is needed behind a beginning of a path.
fn number_behind(before: u64, conjunct: &Conjunct) -> u64 {
    behind(before, conjunct.question, u128::MAX)
}

/// The beginning of a path that gives an answer behind another beginning.
fn behind(before: u64, question: u64, answer: u128) -> u64 {
    let mut hasher = FxHasher::default();
    (before, question, answer).hash(&mut hasher);
    hasher.finish()
}

/// The inputs of a run as they are given to another one.
fn given(run: &ConcolicRun) -> Vec<GivenBytes> {
    run.inputs.iter().map(|i| (i.kind, i.name.clone(), i.bytes.clone())).collect()
}
