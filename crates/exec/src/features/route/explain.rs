//! Why no path follows a trace: the dead ends, each with the conjuncts that contradict each other there.

use super::Following;
use crate::data::finding::StackFrame;
use crate::data::stop::{Ending, Stop};
use crate::state::State;
use effigy_solver::{Answer, Query};
use effigy_term::Term;
use effigy_term::print::infix_in;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Dead ends that are explained; further ones are counted.
const MOST_EXPLAINED: u64 = 200;

/// A condition at its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Conjunct {
    /// The condition, readable; `false` where it does not depend on the input.
    pub text: Arc<str>,
    /// Where in the program it was decided or assumed.
    pub place: Arc<StackFrame>,
}

/// How a route came to its end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// These conditions contradict each other, and no fewer of them do when `minimal`. The last one is the one that would have been
    /// needed to go on.
    Contradiction {
        /// The conditions, in the order of the path.
        core: Vec<Conjunct>,
        /// Whether it is known that no condition can be left out.
        minimal: bool,
        /// Whether the decision is one between two steps, and the path went on at its other side.
        between: bool,
    },
    /// The program has no way from here to the next step.
    NoWay,
    /// The program ended here.
    Ended(String),
}

/// A route that does not follow the trace to its end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DeadEnd {
    /// The step that it did not pass, from 0.
    pub step: u32,
    /// Where it was.
    pub place: Arc<StackFrame>,
    /// Why it did not.
    pub how: How,
}

/// The dead ends so far, each once.
#[derive(Default)]
pub(crate) struct DeadEnds {
    found: Vec<DeadEnd>,
    seen: FxHashSet<DeadEnd>,
    /// How many were looked at, and how many were not.
    explained: u64,
    pub(crate) unexplained: u64,
}

impl DeadEnds {
    fn add(&mut self, end: DeadEnd) {
        if self.seen.insert(end.clone()) {
            self.found.push(end);
        }
    }

    /// Takes them, those first that came farthest.
    pub(crate) fn take(&mut self) -> Vec<DeadEnd> {
        let mut found = std::mem::take(&mut self.found);
        found.sort_by_key(|end| {
            let between = matches!(end.how, How::Contradiction { between: true, .. });
            let says = matches!(end.how, How::Contradiction { .. });
            (between, std::cmp::Reverse(end.step), !says)
        });
        found
    }
}

impl Following<'_> {
    /// A condition that a path needs contradicts its path condition.
    pub(in crate::features::route) fn contradiction(&mut self, state: &State, needed: Term) {
        self.explain(state, needed, false);
    }

    /// A path goes on at the other side of a decision: this side contradicts its path condition.
    pub(in crate::features::route) fn side_route(&mut self, state: &State, needed: Term) {
        self.explain(state, needed, true);
    }

    fn explain(&mut self, state: &State, needed: Term, between: bool) {
        let route = self.route;
        {
            let mut dead = route.dead.borrow_mut();
            if dead.explained >= MOST_EXPLAINED {
                dead.unexplained += 1;
                return;
            }
            dead.explained += 1;
        }
        let place = self.cx.shown_place(state);
        let (kept, minimal) = self.core(&state.path.condition, needed);
        let mut core: Vec<Conjunct> = Vec::with_capacity(kept.len() + 1);
        for at in kept {
            let Some(term) = state.path.condition.get(at) else { continue };
            let known = state.kept.route.places.get(at).cloned();
            let text = infix_in(&self.cx.store, *term, &route.trace.style).into();
            core.push(Conjunct { text, place: known.unwrap_or_else(|| place.clone()) });
        }
        let text = infix_in(&self.cx.store, needed, &route.trace.style).into();
        core.push(Conjunct { text, place: place.clone() });
        let how = How::Contradiction { core, minimal, between };
        route.dead.borrow_mut().add(DeadEnd { step: state.kept.route.passed, place, how });
    }

    /// A path is where nothing leads to its next step.
    pub(in crate::features::route) fn no_way(&mut self, state: &State) {
        self.dead_end(state, How::NoWay);
    }

    /// A path does what it may not do before its next step.
    pub(in crate::features::route) fn is_avoided(&mut self, state: &State) -> Stop {
        self.dead_end(state, How::Ended("the trace avoids what the run does here".to_owned()));
        Stop::End(Ending::Assumed)
    }

    /// A path ended before its next step.
    pub(in crate::features::route) fn ended_early(&mut self, state: &State, ending: &Ending) {
        let text = match ending {
            Ending::Exit(status) => format!("the program ends with status {status}"),
            Ending::Finding(failure) => format!("the program fails: {}", failure.message),
            _ => "an assumption of the program does not hold".to_owned(),
        };
        self.dead_end(state, How::Ended(text));
    }

    fn dead_end(&mut self, state: &State, how: How) {
        let route = self.route;
        let place = self.cx.shown_place(state);
        route.dead.borrow_mut().add(DeadEnd { step: state.kept.route.passed, place, how });
    }

    /// The conditions, by number, that contradict `needed`, without those that can be left out; whether that is sure of each.
    fn core(&mut self, conditions: &[Term], needed: Term) -> (Vec<usize>, bool) {
        let mut kept: Vec<usize> = (0..conditions.len()).collect();
        let mut sure = match self.contradicts(conditions, &kept, needed) {
            Some(Some(fewer)) => {
                kept = fewer;
                true
            }
            Some(None) | None => false,
        };
        let mut at = 0;
        while sure && at < kept.len() {
            let mut fewer = kept.clone();
            fewer.remove(at);
            match self.contradicts(conditions, &fewer, needed) {
                Some(Some(fewest)) => kept = fewest,
                Some(None) => at += 1,
                None => sure = false,
            }
            if self.cx.job.cancel.is_cancelled() {
                sure = false;
            }
        }
        (kept, sure)
    }

    /// Of some conditions those that contradict `needed`; `Some(None)` when they do not, `None` when that is not decided. What comes
    /// before the place of a condition that was left out once stays as it is.
    fn contradicts(
        &mut self,
        conditions: &[Term],
        some: &[usize],
        needed: Term,
    ) -> Option<Option<Vec<usize>>> {
        let mut asked: Vec<Term> =
            some.iter().filter_map(|at| conditions.get(*at)).copied().collect();
        asked.push(needed);
        match self.cx.solver.check(&mut self.cx.store, &Query::new(&asked)) {
            Answer::Unsat(core) => {
                Some(Some(core.into_iter().filter_map(|at| some.get(at)).copied().collect()))
            }
            Answer::Sat(_) => Some(None),
            Answer::Unknown(_) => None,
        }
    }
}
