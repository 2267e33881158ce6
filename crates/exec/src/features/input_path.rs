//! The way that one input takes along a path that several became.
//!
//! What such a path requires is a disjunction, made of sets of inputs byte by byte: nobody reads that. A finding has an
//! input, and that input takes one way through all that was merged. The program is run once more along this way: the path
//! that it would be if nothing had been merged, whose condition is in the program's own comparisons.

use crate::data::finding::Failure;
use crate::data::stop::{Ending, Stop, internal};
use crate::data::trail::WorkItem;
use crate::features::input_values::InputValues;
use crate::machine::Context;
use crate::machine::feature::Decides;
use crate::state::State;
use effigy_base::budget::CancelToken;
use effigy_solver::{Answer, Query, Sets};
use effigy_term::{Model, Term, Trace};
use std::cell::RefCell;
use std::rc::Rc;

/// Instructions between two looks whether the run is stopped.
const QUANTUM: u64 = 200_000;

/// A way takes so many times as many instructions as the path at most, and so many more: what summaries stand for is run.
const MOST_ROUNDS: u64 = 16;
const MOST_MORE: u64 = 10_000_000;

/// Steps of diagrams after which it is not asked any more which conditions follow from others: a tenth of a second.
const MOST_STEPS: u64 = 4_000_000;

/// Conditions of which a solver is asked whether they follow from others, because sets of inputs do not say it.
const MOST_ASKED: usize = 32;

/// What is required on one way along a path.
pub(crate) struct InputPath {
    /// What holds on this way, in order, without what follows from what was asked before.
    pub(crate) conditions: Vec<Term>,
    /// Whether the path has others.
    pub(crate) is_one_of_several: bool,
}

/// The input that decides, while its way is run.
struct Along {
    values: RefCell<InputValues>,
}

impl Decides for Along {
    /// The side on which the values are.
    fn side(&self, cx: &mut Context, state: &mut State, sides: &[Term]) -> Result<usize, Stop> {
        let side = self.values.borrow_mut().side(&cx.store, sides);
        let side = side.ok_or_else(|| internal("no side of a decision holds for the values"))?;
        state.path.condition.extend(sides.get(side));
        Ok(side)
    }

    fn value(&self, cx: &mut Context, _state: &mut State, term: Term) -> Result<u128, Stop> {
        cx.evaluate(term, self.values.borrow().model())
    }

    fn assume(&self, cx: &mut Context, state: &mut State, condition: Term) -> Result<(), Stop> {
        self.side(cx, state, &[condition]).map(|_| ())
    }

    fn values(&self) -> Option<Rc<Model>> {
        Some(self.values.borrow().model().clone())
    }
}

impl Trace for Along {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        self.values.borrow().trace(visit);
    }
}

/// A search for ways.
pub(crate) struct Ways<'a> {
    cx: &'a mut Context,
}

impl<'a> Ways<'a> {
    /// Of a machine that merged the paths.
    pub(crate) fn new(cx: &'a mut Context) -> Self {
        Self { cx }
    }

    /// As [`Ways::way`], of a run that is being stopped: until this token stops it.
    pub(crate) fn late_way(
        &mut self,
        path: &State,
        values: &Rc<Model>,
        failure: &Failure,
        until: CancelToken,
    ) -> Option<InputPath> {
        let cancel = std::mem::replace(&mut self.cx.job.cancel, until.clone());
        let solver = std::mem::replace(&mut self.cx.job.solver.cancel, until);
        let way = self.way(path, values, failure);
        (self.cx.job.cancel, self.cx.job.solver.cancel) = (cancel, solver);
        way
    }

    /// The way of an input along a path that fails. The values are a model of the path's condition. `None` when it is not found:
    /// the run is being stopped, or the way does not end in this failure.
    pub(crate) fn way(
        &mut self,
        path: &State,
        values: &Rc<Model>,
        failure: &Failure,
    ) -> Option<InputPath> {
        let sets = self.cx.sets.take();
        let counters = self.cx.counters;
        self.cx.features.way =
            Some(Rc::new(Along { values: RefCell::new(InputValues::new(values.clone())) }));
        let ended = self
            .run_along(path.history.steps.saturating_mul(MOST_ROUNDS).saturating_add(MOST_MORE));
        self.cx.features.way = None;
        self.cx.counters = counters;
        self.cx.sets = sets;
        let (state, ending) = ended?;
        let found = match (&ending, &state.failing) {
            (Ending::Finding(failure), _) => &**failure,
            (_, Some(failure)) => failure,
            (_, None) => return None,
        };
        let alike = found.kind == failure.kind && found.stack == failure.stack;
        alike.then(|| self.shortened(&state.path.condition, &path.path.condition))
    }

    /// Runs the program on the values that are followed, for at most about so many instructions.
    fn run_along(&mut self, most: u64) -> Option<(State, Ending)> {
        let (mut state, started) = self.cx.begin_item(WorkItem::default());
        if let Err(stop) = started {
            return ended(state, stop);
        }
        loop {
            match self.cx.run(&mut state, QUANTUM) {
                Stop::Pause if state.history.steps < most && !self.cx.job.cancel.is_cancelled() => {
                }
                stop => return ended(state, stop),
            }
        }
    }

    /// Conditions without those that follow from those before; and whether `all` holds for more than they do. What sets of inputs do not
    /// say is taken for the worse. They are made anew, so that what was asked of others before makes no difference.
    fn shortened(&mut self, conditions: &[Term], all: &[Term]) -> InputPath {
        let mut sets = Sets::new(&self.cx.job.solver, Sets::MANY_STEPS);
        // Each input has its place before the first set is made.
        for condition in conditions.iter().chain(all) {
            sets.place(&mut self.cx.store, *condition);
        }
        let mut known = sets.all();
        let mut asked = 0;
        let mut kept: Vec<Term> = Vec::with_capacity(conditions.len());
        for condition in conditions {
            if kept.contains(condition) {
                continue;
            }
            let narrowed = match sets.steps() < MOST_STEPS {
                true => {
                    sets.of(&mut self.cx.store, *condition).and_then(|set| sets.both(known, set))
                }
                false => None,
            };
            let follows = match narrowed {
                Some(narrowed) => std::mem::replace(&mut known, narrowed) == narrowed,
                None if asked < MOST_ASKED => {
                    asked += 1;
                    self.is_implied(&kept, *condition)
                }
                None => false,
            };
            if !follows {
                kept.push(*condition);
            }
        }
        let is_whole = kept == all
            || sets.steps() < MOST_STEPS && {
                let whole = sets.of_all(&mut self.cx.store, all);
                whole.is_some() && whole == sets.of_all(&mut self.cx.store, &kept)
            };
        InputPath { conditions: kept, is_one_of_several: !is_whole }
    }

    /// Whether the solver says that a condition follows from others.
    fn is_implied(&mut self, conditions: &[Term], condition: Term) -> bool {
        let mut assertions = conditions.to_vec();
        assertions.push(self.cx.store.not(condition));
        let query = Query { assertions: &assertions, hint: None };
        matches!(self.cx.solver.check(&mut self.cx.store, &query), Answer::Unsat(_))
    }
}

/// How a path ended; `None` when it did not.
fn ended(state: State, stop: Stop) -> Option<(State, Ending)> {
    match stop {
        Stop::End(ending) => Some((state, ending)),
        Stop::Fork(_) | Stop::Pause => None,
    }
}
