//! The debugger's view of a program: King's interactive executor (1976, section 6) over the one machine.
//!
//! A [`Debugger`] holds a program and one execution of it, which it advances statement by statement. All that it says
//! is plain data; a [`Snapshot`] is the whole state of the execution at a time, cheap to keep and to go back to.

mod advance;
mod calls;
mod change;
mod data;
mod face;
mod native;
mod pli;
mod start;
mod stop;
mod stops;
mod text;
mod tree;
mod typed;
mod value;
mod view;

pub use change::Assumed;
pub use data::{
    Activation, DebugError, Event, Fork, ForkKind, Line, Possible, Shown, Side, Spot, Standing,
    Step,
};
pub use stop::Stopping;
pub use tree::{Arc as TreeArc, Leaf, Node as TreeNode, WalkedTree};

use crate::error::SessionError;
use crate::front_end::{FrontEnd, Sessions};
use crate::languages::LANGUAGES;
use crate::options::ExploreOptions;
use calls::Terminal;
use effigy_exec::context::Context;
use effigy_exec::slot::Slot;
use effigy_exec::state::State;
use effigy_exec::stop::{Alternative, Ending};
use face::Face;
use std::cell::RefCell;
use std::rc::Rc;
use stop::StopKey;

/// A program and one execution of it.
pub struct Debugger {
    context: Context,
    face: Face,
    now: Moment,
    /// The places at which execution can stop, when they were asked for.
    stops: Option<Rc<Vec<Stopping>>>,
    /// Whether what is printed is read by people alone, so that names stand without quotes.
    plain: bool,
}

/// The state of an execution at some time. Keeping one costs little: states share what did not change.
#[derive(Clone)]
pub struct Snapshot(Rc<Moment>);

/// All that a snapshot holds.
#[derive(Clone)]
struct Moment {
    state: State,
    at: At,
    /// The state before the statement that is being executed.
    start: Option<Rc<State>>,
    /// The statement that is being executed or comes next.
    spot: Spot,
    key: Option<StopKey>,
    /// The last executed statement's node in the tree, and the side chosen since.
    node: Option<usize>,
    arc: TreeArc,
    tree: Rc<RefCell<WalkedTree>>,
    /// The variables of the terminal.
    terminal: Rc<Terminal>,
    /// The terminal as it was before the call.
    home: Option<Rc<Moment>>,
    /// What the outermost call returned.
    returned: Option<(Slot, effigy_base::sort::Sort)>,
    /// How many results were shown already.
    outputs: usize,
}

/// Where a moment is.
#[derive(Clone)]
enum At {
    Idle,
    Before,
    /// Within a statement: interrupted, or at a fork whose path condition has changed since.
    Within,
    Fork(Rc<Vec<Alternative>>),
    Ended(Ending),
}

impl Debugger {
    /// Loads a program. One that starts at an entry of its own stands before its first statement; a PL/I program
    /// waits for a call.
    ///
    /// # Errors
    /// When the program cannot be compiled, read or started.
    pub fn load(options: &ExploreOptions) -> Result<Self, SessionError> {
        let compiled = LANGUAGES.compile_for_session(options)?;
        match compiled.front_end.sessions() {
            Sessions::Lines => start::load(&compiled, options),
            Sessions::Calls => calls::load(&compiled, options),
            Sessions::None => {
                let has = |front_end: &dyn FrontEnd| front_end.sessions() != Sessions::None;
                let languages = LANGUAGES.those(|row| row.front_end.is_some_and(has));
                Err(SessionError::other_file("a session", &languages))
            }
        }
    }

    fn new(mut context: Context, face: Face) -> Self {
        context.store.keep_strictness();
        let now = Moment::idle(context.stepping().blank());
        Self { context, face, now, stops: None, plain: false }
    }

    /// Whether the program is started by calls that are typed, and its statements have numbers; otherwise it has an
    /// entry of its own, and lines take the place of statements.
    pub fn is_called(&self) -> bool {
        self.face.is_pli()
    }

    /// Asks what is being done to stop; the next command works again after [`Debugger::resume`].
    pub fn cancel_token(&self) -> effigy_base::budget::CancelToken {
        self.context.job.cancel.clone()
    }

    /// Takes an interruption back.
    pub fn resume(&self) {
        self.context.job.cancel.reset();
    }

    /// The present state, to come back to.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(Rc::new(self.now.clone()))
    }

    /// Goes back to a state. What was walked of the execution tree stays.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.now = (*snapshot.0).clone();
    }

    /// The part of the execution tree of the present call that was walked.
    pub fn tree(&self) -> WalkedTree {
        self.now.tree.borrow().clone()
    }

    /// How execution stands.
    pub fn standing(&mut self) -> Standing {
        let spot = self.now.spot.clone();
        match self.now.at.clone() {
            At::Idle => Standing::Idle,
            At::Before | At::Within => Standing::Before(spot),
            At::Fork(alternatives) => Standing::Fork(spot, self.fork_view(&alternatives)),
            At::Ended(ending) => Standing::Ended(spot, effigy_explore::convert::ending(&ending)),
        }
    }

    /// The number of statements executed on the path so far.
    pub fn executed(&self) -> u64 {
        self.now.state.history.statements
    }
}

impl Moment {
    fn idle(state: State) -> Self {
        Self {
            state,
            at: At::Idle,
            start: None,
            spot: Spot::default(),
            key: None,
            node: None,
            arc: TreeArc::Plain,
            tree: Rc::default(),
            terminal: Rc::default(),
            home: None,
            returned: None,
            outputs: 0,
        }
    }
}
