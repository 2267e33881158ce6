//! Features: what some runs do besides executing a program.
//!
//! The machine knows none of them. It asks at a few moments, each of which is a trait here, and whoever assembles a machine gives it
//! the features that are asked ([`Features`]). An empty place costs a test. Nothing is asked at an instruction on concrete words.

use super::meaning::Uncovered;
use super::{Context, Flow};
use crate::data::finding::{Failure, StackFrame};
use crate::data::slot::Slot;
use crate::data::stop::Stop;
use crate::state::State;
use effigy_base::value::Value;
use effigy_ir::program::FuncId;
use effigy_term::{Model, Term, TermStore, Trace, VarInfo};
use std::rc::Rc;
use std::sync::Arc;

/// At a decision: who decides in the place of models, sets of inputs and the solver. No fork comes of it.
pub(crate) trait Decides: Trace {
    /// Which of several alternatives holds.
    ///
    /// # Errors
    /// When the path has to be executed again, or no alternative holds.
    fn side(&self, cx: &mut Context, state: &mut State, sides: &[Term]) -> Result<usize, Stop>;

    /// The value of a term where a number is needed.
    ///
    /// # Errors
    /// As for [`Decides::side`].
    fn value(&self, cx: &mut Context, state: &mut State, term: Term) -> Result<u128, Stop>;

    /// Goes on under an assumption.
    ///
    /// # Errors
    /// Ends the path when the assumption does not hold.
    fn assume(&self, cx: &mut Context, state: &mut State, condition: Term) -> Result<(), Stop>;

    /// The values that the program fails on, when it begins to fail.
    fn values(&self) -> Option<Rc<Model>> {
        None
    }
}

/// Where the path of one input is followed with symbols: when an input is made, when a term is used, when an assumption was added.
pub(crate) trait Follows {
    /// The variable of a new input, which has this value.
    fn input(&self, store: &mut TermStore, info: &VarInfo, value: Value) -> Term;

    /// A term as the conditions of the path say it in so many words.
    fn said(&self, store: &mut TermStore, state: &State, term: Term) -> Term;

    /// An assumption is the path's condition of this number, from 1.
    fn assumed(&self, number: usize, place: Arc<StackFrame>);
}

/// Where something has no meaning to the machine.
pub(crate) trait Replaces {
    /// A model does not cover what it is asked: `what` says it.
    ///
    /// # Errors
    /// The path ends as unsupported when it does not go on.
    fn uncovered(
        &self,
        cx: &mut Context,
        state: &mut State,
        call: &Uncovered<'_>,
        what: String,
    ) -> Result<Flow, Stop>;

    /// Whether the path goes on with zero.
    ///
    /// # Errors
    /// The path ends as unsupported when it does not.
    fn goes_on(&self, cx: &mut Context, state: &State, what: String) -> Result<(), Stop>;

    /// One possibility was taken for all.
    fn took(&self, cx: &mut Context, state: &State, what: &str);
}

/// At the call of a function with a body.
pub(crate) trait Calls: Trace {
    /// The results of the call, when it need not be executed.
    ///
    /// # Errors
    /// When the path forks.
    fn results(
        &self,
        cx: &mut Context,
        state: &mut State,
        function: FuncId,
        args: &[Slot],
    ) -> Result<Option<Vec<Slot>>, Stop>;

    /// Terms are collected.
    fn collected(&self) {}
}

/// Where a program is marked, and when an assumption was added.
pub(crate) trait Marks {
    /// A path comes to a marked place.
    ///
    /// # Errors
    /// When the path forks, or may not go on.
    fn passes(
        &self,
        cx: &mut Context,
        state: &mut State,
        marker: FuncId,
        argument: Slot,
    ) -> Result<(), Stop>;

    /// The path may have conditions that it had not before.
    fn assumed(&self, _cx: &mut Context, _state: &mut State) {}
}

/// At an assignment, and where the form of a term matters.
pub(crate) trait Assigns: Trace {
    /// What stands for an assigned value from here on.
    fn assigned(&mut self, store: &mut TermStore, value: Slot) -> Slot;

    /// A term without what stands for others.
    fn expanded(&self, store: &mut TermStore, term: Term) -> Term;

    /// What holds beside the conditions of paths.
    fn equations(&self) -> &[Term];
}

/// At an access to what was never written, and at a use of it.
pub(crate) trait Settles: Sync {
    /// The terms without what was never initialised, where that makes no difference on the path. What depends on it is `subject`.
    ///
    /// # Errors
    /// Forks where it makes a difference for some inputs only; ends the path in a finding where it makes one.
    fn settled(
        &self,
        cx: &mut Context,
        state: &mut State,
        terms: &[Term],
        subject: &str,
    ) -> Result<Vec<Term>, Stop>;

    /// Bytes are read that may never have been written, where any value will do.
    fn reads(&self, cx: &mut Context, state: &mut State, address: u64, len: u64);
}

/// At the end of a program.
pub(crate) trait Ends: Sync {
    /// What the program fails to do before it ends.
    ///
    /// # Errors
    /// Forks where it fails to do it for some inputs only.
    fn failure(&self, cx: &mut Context, state: &mut State) -> Result<Option<Failure>, Stop>;
}

/// When a path is looked at next: with so many instructions, or with so many decisions.
#[derive(Clone, Copy)]
pub(crate) struct Due {
    pub(crate) steps: u64,
    pub(crate) decisions: usize,
}

impl Due {
    /// Whether a path is that far.
    pub(crate) fn is_now(&self, state: &State) -> bool {
        state.history.steps >= self.steps || state.history.trail.len() >= self.decisions
    }
}

/// Where a path has run for long.
pub(crate) trait Lasts: Sync {
    /// When a path is looked at next.
    fn due(&self, state: &State) -> Due;

    /// Looks at a path, which may run on meanwhile.
    ///
    /// # Errors
    /// When the path forks or ends, or is found to run for ever.
    fn lasted(&self, cx: &mut Context, state: &mut State) -> Result<(), Stop>;
}

/// The features of a machine.
pub(crate) struct Features {
    /// Decides on an interval of a function's argument, before all else.
    pub(crate) interval: Option<Rc<dyn Decides>>,
    /// Decides by the values of an input, behind what unspecified memory is asked.
    pub(crate) way: Option<Rc<dyn Decides>>,
    /// The input that is followed.
    pub(crate) followed: Option<Rc<dyn Follows>>,
    /// Takes values where there is no meaning.
    pub(crate) replaces: Option<Rc<dyn Replaces>>,
    /// Knows results of calls.
    pub(crate) calls: Option<Rc<dyn Calls>>,
    /// Looks at marked places.
    pub(crate) marks: Option<Rc<dyn Marks>>,
    /// Makes instances of variables.
    pub(crate) assigns: Option<Box<dyn Assigns>>,
    /// Knows what uses of unspecified memory come to.
    pub(crate) settles: &'static dyn Settles,
    /// Looks at the ends of programs.
    pub(crate) ends: &'static dyn Ends,
    /// Looks at paths that run for long.
    pub(crate) lasts: Option<&'static dyn Lasts>,
}

impl Features {
    /// Those that every machine has.
    pub(crate) fn new(settles: &'static dyn Settles, ends: &'static dyn Ends) -> Self {
        Self {
            interval: None,
            way: None,
            followed: None,
            replaces: None,
            calls: None,
            marks: None,
            assigns: None,
            settles,
            ends,
            lasts: None,
        }
    }

    /// Terms are collected.
    pub(super) fn collected(&self) {
        self.calls.iter().for_each(|calls| calls.collected());
    }
}

impl Trace for Features {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Features { interval, way, calls, assigns, .. } = self;
        interval.iter().chain(way).for_each(|decides| decides.trace(visit));
        calls.iter().for_each(|calls| calls.trace(visit));
        assigns.iter().for_each(|assigns| assigns.trace(visit));
    }
}
