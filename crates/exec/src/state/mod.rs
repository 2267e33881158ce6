//! What one path owns. Each group of a [`State`] has one owner: the call stacks are the machine's, the memory that of accesses, the path
//! condition and the answers those of decisions, the history the explorer's, and what features keep is theirs.

pub(crate) mod extension;
pub(crate) mod frame;
mod kept;
pub mod threads;

pub use crate::data::finding::{Failure, Goal, StackFrame};
pub use crate::data::input::{Input, InputKind};
pub use extension::Extension;
pub use frame::{CallStack, Frame};
pub(crate) use kept::Kept;

use crate::code::Inst;
use crate::data::record::Concretised;
use crate::data::slot::Slot;
use crate::data::trail::{Choice, Trail};
use crate::data::tree::NodeId;
use crate::memory::Memory;
use crate::state::threads::Threads;
use effigy_base::op::RoundingMode;
use effigy_base::sort::Sort;
use effigy_solver::Set;
use effigy_term::{Model, Term, Trace};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// One path in progress.
#[derive(Clone)]
pub struct State {
    /// The call stack of the thread that runs.
    pub stack: CallStack,
    /// The other threads, and the clock.
    pub threads: Threads,
    /// The objects.
    pub memory: Memory,
    /// What holds on the path.
    pub path: PathCondition,
    /// The inputs made so far.
    pub inputs: Rc<Vec<Input>>,
    /// What the path came by.
    pub history: History,
    /// The status that the program ended with, when it is symbolic.
    pub status: Option<Term>,
    /// Set once the program has begun to fail: from here on values are those of the model, so that the failure
    /// can be reported by the program's own code.
    pub failing: Option<Rc<Failure>>,
    /// Answers that were found before.
    pub(crate) answers: Answers,
    /// What the library of external models keeps.
    pub(crate) extension: Option<Rc<Box<dyn Extension>>>,
    /// What features keep.
    pub(crate) kept: Kept,
}

/// What holds on a path.
#[derive(Clone)]
pub struct PathCondition {
    /// A conjunction, oldest first. It is satisfiable.
    pub condition: Vec<Term>,
    /// A model of it, when one is known.
    pub model: Option<Rc<Model>>,
    /// Further models of it, of paths that were merged.
    pub(crate) models: Vec<Rc<Model>>,
    /// The inputs for which the first so many conditions hold, where paths are merged; no set when their diagram is large.
    pub(crate) set: Cell<Option<(usize, Option<Set>)>>,
    /// How many conditions there were when the instruction at which the path stands began.
    pub(crate) entered: usize,
}

impl Default for PathCondition {
    fn default() -> Self {
        Self {
            condition: Vec::new(),
            model: Some(Rc::new(Model::default())),
            models: Vec::new(),
            set: Cell::new(None),
            entered: 0,
        }
    }
}

impl Trace for PathCondition {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let PathCondition { condition, model, models, set: _, entered: _ } = self;
        condition.trace(visit);
        model.trace(visit);
        models.trace(visit);
    }
}

/// Answers to questions of a path that were found before.
#[derive(Clone, Default)]
pub(crate) struct Answers {
    /// Those for the instruction that is being executed again.
    pub(crate) choices: Vec<Choice>,
    /// How many of them were used in this execution.
    pub(crate) cursor: usize,
    /// What is left of the prefix that leads to this state's work item, last decision first.
    pub(crate) prefix: Vec<Choice>,
    /// The feasible sides of the forks of the work item, in order of the path.
    pub(crate) open: Arc<[Arc<[u32]>]>,
}

/// What a path came by.
#[derive(Clone, Default)]
pub struct History {
    /// All decisions so far.
    pub trail: Trail,
    /// Instructions executed.
    pub steps: u64,
    /// Decisions that were open: the depth in the execution tree.
    pub depth: u64,
    /// The fork that the state came from, and its side.
    pub node: Option<(NodeId, u32)>,
    /// Statements begun, of a program with marks.
    pub statements: u64,
    /// The goals that it came by.
    pub goals: Rc<Vec<Goal>>,
    /// The results that it has so far: name, value and sort.
    pub outputs: Rc<Vec<(String, Slot, Sort)>>,
    /// The values that were made concrete, and the calls whose results were made up.
    pub(crate) concretised: Rc<Vec<Concretised>>,
}

impl Trace for History {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let History {
            trail: _,
            steps: _,
            depth: _,
            node: _,
            statements: _,
            goals: _,
            outputs,
            concretised: _,
        } = self;
        outputs.iter().for_each(|(_, slot, _)| slot.trace(visit));
    }
}

impl State {
    /// The instruction at which the path stands.
    fn inst(&self) -> Option<&Inst> {
        let top = &self.stack.top;
        top.code.insts.get(top.at as usize)
    }

    /// Whether the path stands at a check, of which the second side fails.
    pub(crate) fn is_at_check(&self) -> bool {
        matches!(self.inst(), Some(Inst::Check { .. } | Inst::Assert { .. }))
    }

    /// Whether the path stands at a call.
    pub(crate) fn is_at_call(&self) -> bool {
        matches!(self.inst(), Some(Inst::Call { .. }))
    }

    /// Where the path rounds floating-point numbers to.
    pub(crate) fn rounding(&self) -> RoundingMode {
        self.extension.as_ref().map_or(RoundingMode::NearestEven, |e| e.rounding())
    }

    /// A path at the start of a function.
    pub(crate) fn new(top: Frame, prefix: Vec<Choice>) -> Self {
        Self {
            stack: CallStack::of(top),
            threads: Threads::default(),
            memory: Memory::default(),
            path: PathCondition::default(),
            inputs: Rc::default(),
            history: History::default(),
            status: None,
            failing: None,
            answers: Answers { prefix, ..Answers::default() },
            extension: None,
            kept: Kept::default(),
        }
    }

    /// The activations of the thread that runs, innermost first.
    pub fn stack(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(Some(&self.stack.top), |f| f.caller.as_deref())
    }

    /// Notes that one value was taken for many, once for each time that the path comes there: an instruction that is
    /// executed again makes the same values concrete again.
    pub(crate) fn note_concretised(&mut self, place: Arc<StackFrame>) {
        let (forks, position) = self.position();
        let values = self.history.concretised.iter().rev().filter(|taken| taken.external.is_none());
        if values.take(1).all(|last| last.position < position) {
            let taken = Concretised { forks, position, place, external: None };
            Rc::make_mut(&mut self.history.concretised).push(taken);
        }
    }

    /// Notes a call whose results are made up. To be told once for each call, after the last question.
    pub(crate) fn note_external(&mut self, place: Arc<StackFrame>, external: String) {
        let (forks, position) = self.position();
        let taken = Concretised { forks, position, place, external: Some(external) };
        Rc::make_mut(&mut self.history.concretised).push(taken);
    }

    /// How many forks and how many decisions lie before what is executed.
    fn position(&self) -> (usize, u64) {
        let ahead = self.answers.choices.get(self.answers.cursor..).unwrap_or_default();
        let position = self.history.trail.len().saturating_sub(ahead.len()) as u64;
        let sides = ahead.iter().filter_map(Choice::side).count();
        ((self.history.depth as usize).saturating_sub(sides), position)
    }
}

impl Trace for State {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        // Callers are visited one by one: a chain of them may be long.
        self.stack().for_each(|frame| frame.trace(visit));
        let State {
            stack: _,
            threads,
            memory,
            path,
            inputs,
            history,
            status,
            failing: _,
            answers: _,
            extension,
            kept,
        } = self;
        threads.trace(visit);
        memory.trace(visit);
        path.trace(visit);
        inputs.trace(visit);
        history.trace(visit);
        status.trace(visit);
        extension.iter().for_each(|extension| extension.trace(visit));
        kept.trace(visit);
    }
}
