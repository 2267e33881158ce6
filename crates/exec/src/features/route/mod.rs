//! Following a given trace: only paths are walked that can still pass its steps, one after the other.
//!
//! The places of the steps are marked in the program by calls of functions that have no body ([`PREFIX`]), and so are all other
//! decisions of the user's code ([`WATCH`]). At the decision of the next step the path has to take the step's side; at any
//! other one it may take the sides from which there is a way to the next step. A side that the trace needs and that contradicts the path
//! condition ends the path, and what contradicts it is why ([`explain`]). What a path may do between two steps is not limited.

mod explain;
mod walk;

pub use explain::{Conjunct, DeadEnd, How};
pub use walk::{Followed as Walked, Progress, Undecided, follow};

use crate::code::{Inst, Src};
use crate::data::finding::StackFrame;
use crate::data::input::GivenBytes;
use crate::data::options::Follow;
use crate::data::record::Noted;
use crate::data::slot::Slot;
use crate::data::stop::{Ending, Stop, internal};
use crate::data::trail::Decision;
use crate::features::concolic::Concolic;
use crate::features::distance::{Aim, FAR, Ways};
use crate::machine::call::Call;
use crate::machine::feature::Marks;
use crate::machine::{Context, Environment, Flow, Handler, Job};
use crate::state::State;
use effigy_base::finding::FindingKind;
use effigy_base::sort::Sort;
use effigy_ir::program::FuncId;
use effigy_solver::SolverError;
use effigy_term::Term;
use effigy_term::print::Style;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Calls of which a stack shows no more.
const MOST_FRAMES: usize = 64;

/// How the names of functions begin that are called at the places of steps.
pub const PREFIX: &str = "effigy.route.";

/// The function that is called before decisions that belong to no step.
pub const WATCH: &str = "effigy.route.watch";

/// How the names of functions begin whose argument is noted when they are called.
pub const NOTE: &str = "effigy.route.note.";

/// Runs a program on the values of an input, for so many instructions at most, and gives what was noted on the way ([`NOTE`]); what
/// has no meaning does not end the run ([`crate::features::concolic::chosen`]).
///
/// # Errors
/// When the solver chain of the job cannot be assembled.
pub fn noted_run(job: &Job, inputs: Vec<GivenBytes>, most: u64) -> Result<Vec<Noted>, SolverError> {
    let job = Job { chooses: true, ..with_marks(job) };
    let mut machine = Concolic::new(&job, Follow::Values)?;
    let notes = Rc::new(Notes::default());
    machine.context_mut().features.marks = Some(notes.clone());
    machine.run(inputs, most);
    Ok(notes.0.take())
}

/// A job whose program may be marked.
pub fn with_marks(job: &Job) -> Job {
    Job { environment: Arc::new(Marked(job.environment.clone())), ..job.clone() }
}

/// What a step of a trace asks of a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The side of the next decision at its place; without one, to come there is enough.
    pub side: Option<bool>,
    /// Where the path has to fail.
    pub fails: Option<Failing>,
}

/// Where a path has to fail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failing {
    /// The files that are meant.
    pub files: Vec<String>,
    /// The first line.
    pub first: u32,
    /// The last line.
    pub last: u32,
    /// Whether it may also be in what is called there.
    pub within: bool,
}

/// Where a side of a decision leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// To a further part of the same condition.
    Within,
    /// The condition as a whole holds, or does not.
    Leaves(bool),
}

/// What happens at a marked place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// The path comes there.
    Place,
    /// The path comes there, and the argument of the marker holds.
    Holds,
    /// Something is decided.
    Decision {
        /// Where the first side of the branch leads.
        then: Edge,
        /// Where the second one leads.
        otherwise: Edge,
    },
}

/// What may not happen on the way to a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avoid {
    /// The step, by number from 0: since the one before it was passed, this may not happen.
    pub step: u32,
    /// The side that a decision may not take; without one, the place may not be come to, or its marker's argument may not hold.
    pub side: Option<bool>,
}

/// A marked place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The function that is called there.
    pub marker: FuncId,
    /// The steps whose place it is, by number from 0.
    pub steps: Vec<u32>,
    /// What may not happen there.
    pub avoids: Vec<Avoid>,
    /// What happens there.
    pub passing: Passing,
}

/// A trace in a program that is marked for it.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// What is asked of a path, in order.
    pub steps: Vec<Step>,
    /// The places.
    pub sites: Vec<Site>,
    /// How conditions are written.
    pub style: Style,
}

/// What a trace says of a decision at which a path stands.
#[derive(Default)]
struct Decided {
    /// Where the sides lead, where the trace says something.
    edges: Option<(Edge, Edge)>,
    /// The side of the next step.
    side: Option<bool>,
    /// Sides that it may not take.
    avoided: Vec<bool>,
}

/// A trace that a context follows.
pub(crate) struct Route {
    pub(crate) trace: Trace,
    sites: FxHashMap<FuncId, usize>,
    /// The ways to each step, made when they are first asked for; steps at the same places have the same.
    ways: RefCell<FxHashMap<Vec<FuncId>, Rc<Ways>>>,
    /// Why paths ended before the end of the trace.
    dead: RefCell<explain::DeadEnds>,
}

impl Route {
    fn new(trace: Trace) -> Self {
        let sites = trace.sites.iter().enumerate().map(|(at, site)| (site.marker, at)).collect();
        Self { trace, sites, ways: RefCell::default(), dead: RefCell::default() }
    }

    /// The markers of a step.
    fn markers(&self, step: u32) -> Vec<FuncId> {
        let sites = self.trace.sites.iter().filter(|site| site.steps.contains(&step));
        sites.map(|site| site.marker).collect()
    }

    /// The ways to a step.
    fn ways(&self, context: &mut Context, step: u32) -> Rc<Ways> {
        let markers = self.markers(step);
        if let Some(ways) = self.ways.borrow().get(&markers) {
            return ways.clone();
        }
        let mut ways = Ways::certain();
        ways.refresh(context, &markers);
        let ways = Rc::new(ways);
        self.ways.borrow_mut().insert(markers, ways.clone());
        ways
    }
}

/// The environment of a program whose places are marked.
struct Marked(Arc<dyn Environment>);

impl Environment for Marked {
    fn model(&self, name: &str, display: &str, defined: bool) -> Option<Handler> {
        match !defined && name.starts_with(PREFIX) {
            true => Some(marker),
            false => self.0.model(name, display, defined),
        }
    }

    fn variable(&self, name: &str) -> bool {
        self.0.variable(name)
    }

    fn start(&self, call: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        self.0.start(call)
    }
}

/// A path comes to a marked place.
fn marker(call: &mut Call<'_>) -> Result<Flow, Stop> {
    call.pass_marker()?;
    Ok(Flow::Return(Vec::new()))
}

impl Marks for Route {
    fn passes(
        &self,
        cx: &mut Context,
        state: &mut State,
        marker: FuncId,
        argument: Slot,
    ) -> Result<(), Stop> {
        Following { cx, route: self }.pass(state, marker, argument)
    }

    fn assumed(&self, cx: &mut Context, state: &mut State) {
        Following { cx, route: self }.note_places(state);
    }
}

/// Values at marked places.
#[derive(Default)]
struct Notes(RefCell<Vec<Noted>>);

impl Marks for Notes {
    /// Notes the value at a marked place.
    fn passes(
        &self,
        cx: &mut Context,
        state: &mut State,
        marker: FuncId,
        argument: Slot,
    ) -> Result<(), Stop> {
        let width = cx.job.program.functions[marker].params.first();
        let width = width.map_or(0, |sort| sort.width().unwrap_or(1));
        if let Some(value) = argument.concrete() {
            let place = cx.place(state);
            self.0.borrow_mut().push(Noted { marker, place, value, width });
        }
        Ok(())
    }
}

/// A trace that paths of a machine follow.
struct Following<'a> {
    cx: &'a mut Context,
    route: &'a Route,
}

impl Following<'_> {
    /// Notes where the conditions come from that a path has got since this was asked last.
    pub(crate) fn note_places(&mut self, state: &mut State) {
        if state.kept.route.places.len() >= state.path.condition.len() {
            return;
        }
        let place = self.cx.shown_place(state);
        let places = Rc::make_mut(&mut state.kept.route.places);
        places.resize(state.path.condition.len(), place);
    }

    /// What a path does at a marked place.
    ///
    /// # Errors
    /// When the path forks, or cannot follow the trace any more.
    pub(crate) fn pass(
        &mut self,
        state: &mut State,
        marker: FuncId,
        argument: Slot,
    ) -> Result<(), Stop> {
        let route = self.route;
        self.note_places(state);
        let number = state.kept.route.passed;
        let Some(step) = route.trace.steps.get(number as usize) else { return Ok(()) };
        let site = route.sites.get(&marker).and_then(|at| route.trace.sites.get(*at));
        let Some(site) = site else {
            return self.decide_step(state, &Decided::default());
        };
        let own = site.steps.contains(&number) && step.fails.is_none();
        let avoids = site.avoids.iter().filter(|avoid| avoid.step == number);
        let avoided: Vec<Option<bool>> = avoids.map(|avoid| avoid.side).collect();
        match site.passing {
            Passing::Place if !avoided.is_empty() => Err(self.is_avoided(state)),
            Passing::Place => {
                if own {
                    state.passed();
                }
                Ok(())
            }
            Passing::Holds => {
                let condition = self.cx.term(argument, Sort::Bool);
                if !avoided.is_empty() {
                    let negation = self.cx.store.not(condition);
                    self.require(state, negation)?;
                }
                if own {
                    self.require(state, condition)?;
                    state.passed();
                }
                Ok(())
            }
            Passing::Decision { then, otherwise } => {
                let decided = Decided {
                    edges: Some((then, otherwise)),
                    side: own.then(|| step.side.unwrap_or(true)),
                    avoided: avoided.into_iter().flatten().collect(),
                };
                self.decide_step(state, &decided)
            }
        }
    }

    /// Whether a path has come by the place where it has to fail and may still fail there, in what it does now.
    pub(super) fn may_fail_here(&self, state: &State, step: &Step) -> bool {
        let Some(meant) = &step.fails else { return false };
        // What is lost is noticed at the end of a run.
        if state.failing.is_some() || self.cx.job.checks.finds(FindingKind::Leak) {
            return true;
        }
        let stack = self.cx.stack(state);
        let is_it = |frame: &StackFrame| {
            (meant.first..=meant.last).contains(&frame.line) && meant.files.contains(&frame.file)
        };
        stack.len() >= MOST_FRAMES || stack.iter().any(is_it)
    }

    /// A decision: sides that the trace does not allow, or from which there is no way to the next step, are not taken.
    fn decide_step(&mut self, state: &mut State, decided: &Decided) -> Result<(), Stop> {
        let Some((_, first, second)) = branch_ahead(state) else { return Ok(()) };
        let route = self.route;
        let ways = route.ways(self.cx, state.kept.route.passed);
        let Some(map) = ways.map(Aim::Targets) else { return Ok(()) };
        let step = route.trace.steps.get(state.kept.route.passed as usize);
        let fails = || step.is_some_and(|step| self.may_fail_here(state, step));
        let again = |next| ways.distance_behind(map, state, Some(next)) < FAR || fails();
        let (then, otherwise) = match decided.edges {
            Some((then, otherwise)) => (Some(then), Some(otherwise)),
            None => (None, None),
        };
        let open = |edge: Option<Edge>, next| match edge {
            Some(Edge::Leaves(side)) if decided.avoided.contains(&side) => false,
            Some(Edge::Leaves(side)) if decided.side == Some(side) => true,
            Some(Edge::Within) if decided.side.is_some() => true,
            _ => decided.side.is_none() && again(next),
        };
        let open = (open(then, first), open(otherwise, second));
        let condition = self.branch_condition(state)?;
        let holds = match open {
            (true, true) if decided.side.is_none() => {
                self.decide_freely(state, condition)?;
                return Ok(());
            }
            (true, true) => self.cx.decide(state, condition)?,
            (true, false) => {
                self.require(state, condition)?;
                true
            }
            (false, true) => {
                let negation = self.cx.store.not(condition);
                self.require(state, negation)?;
                false
            }
            (false, false) if !decided.avoided.is_empty() => return Err(self.is_avoided(state)),
            (false, false) => {
                self.no_way(state);
                return Err(Stop::End(Ending::Assumed));
            }
        };
        let edge = if holds { then } else { otherwise };
        if decided.side.is_some_and(|side| edge == Some(Edge::Leaves(side))) {
            state.passed();
        }
        Ok(())
    }

    /// A decision both sides of which may lead to the next step. A side that is not possible is a route that ends here.
    fn decide_freely(&mut self, state: &mut State, condition: Term) -> Result<(), Stop> {
        if self.cx.store.as_bool(condition).is_some() {
            return Ok(());
        }
        let holds = self.cx.decide(state, condition)?;
        let last = state.answers.cursor.checked_sub(1).and_then(|at| state.answers.choices.get(at));
        if last.is_some_and(|choice| matches!(choice.answer, Decision::Forced(_))) {
            let other = if holds { self.cx.store.not(condition) } else { condition };
            self.side_route(state, other);
        }
        Ok(())
    }

    /// Goes on under a condition that the trace needs.
    fn require(&mut self, state: &mut State, condition: Term) -> Result<(), Stop> {
        let before = state.path.condition.clone();
        match self.cx.assume(state, condition) {
            Err(Stop::End(Ending::Assumed)) => {
                state.path.condition = before;
                self.contradiction(state, condition);
                Err(Stop::End(Ending::Assumed))
            }
            Err(other) => Err(other),
            Ok(()) => {
                self.note_places(state);
                Ok(())
            }
        }
    }

    /// The condition of the branch before which a state stands.
    fn branch_condition(&mut self, state: &State) -> Result<Term, Stop> {
        let (condition, ..) = branch_ahead(state)
            .ok_or_else(|| internal("a decision is marked where there is none"))?;
        Ok(self.cx.term(state.stack.top.get(condition), Sort::Bool))
    }
}

impl State {
    fn passed(&mut self) {
        self.kept.route.passed += 1;
        self.kept.route.since = 0;
    }
}

/// The branch before which a state stands: its condition and its sides.
fn branch_ahead(state: &State) -> Option<(Src, u32, u32)> {
    let code = &state.stack.top.code;
    match code.insts.get(state.stack.top.at as usize + 1)? {
        Inst::Branch { cond, then, otherwise } => Some((*cond, *then, *otherwise)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
