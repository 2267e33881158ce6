//! What one path owns: its call stacks, memory, path condition, inputs and decisions.

pub(crate) mod extension;
pub(crate) mod frame;
pub mod threads;

pub use crate::data::finding::{Failure, Goal, StackFrame};
pub use crate::data::input::{Input, InputKind};
pub use extension::Extension;
pub use frame::Frame;

use crate::data::met::Met;
use crate::data::record::Concretised;
use crate::data::route::OnRoute;
use crate::data::sides::Sides;
use crate::data::slot::Slot;
use crate::data::trail::{Choice, Trail};
use crate::data::tree::NodeId;
use crate::memory::Memory;
use crate::state::frame::FRAME_BYTES;
use crate::state::threads::Threads;
use effigy_base::op::RoundingMode;
use effigy_base::sort::Sort;
use effigy_solver::Set;
use effigy_term::{Model, Term, Trace};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// One path in progress.
pub struct State {
    /// The running activation, of the thread that runs.
    pub top: Frame,
    /// Number of activations of that thread.
    pub frames: u32,
    /// The other threads, and the clock.
    pub threads: Threads,
    /// The objects.
    pub memory: Memory,
    /// The path condition, a conjunction, oldest first. It is satisfiable.
    pub condition: Vec<Term>,
    /// A model of the path condition, when one is known.
    pub model: Option<Rc<Model>>,
    /// Further models of the path condition, of paths that were merged.
    pub(crate) models: Vec<Rc<Model>>,
    /// The sides that were merged, where tests are wanted for each.
    pub(crate) sides: Option<Rc<Sides>>,
    /// Whether it may be a path that several became: it went through a region in which paths were merged.
    pub(crate) met: bool,
    /// What was merged since the fork before.
    pub(crate) merged: Rc<Vec<Met>>,
    /// All decisions so far.
    pub trail: Trail,
    /// Instructions executed.
    pub steps: u64,
    /// Decisions that were open: the depth in the execution tree.
    pub depth: u64,
    /// The fork that the state came from, and its side.
    pub node: Option<(NodeId, u32)>,
    /// The inputs made so far.
    pub inputs: Rc<Vec<Input>>,
    /// When each of those was made that were not made by all of the paths that became this one, where paths are melded.
    pub(crate) made: Rc<BTreeMap<usize, Term>>,
    /// The goals that it came by.
    pub goals: Rc<Vec<Goal>>,
    /// The results that it has so far: name, value and sort.
    pub outputs: Rc<Vec<(String, Slot, Sort)>>,
    /// Statements begun, of a program with marks.
    pub statements: u64,
    /// The status that the program ended with, when it is symbolic.
    pub status: Option<Term>,
    /// Bytes that the activations of the thread that runs take on its stack.
    pub stack_bytes: u64,
    /// Set once the program has begun to fail: from here on values are those of the model, so that the failure
    /// can be reported by the program's own code.
    pub failing: Option<Rc<Failure>>,
    /// Answers for the instruction that is being executed again.
    pub(crate) choices: Vec<Choice>,
    /// How many of them were used in this execution.
    pub(crate) cursor: usize,
    /// The inputs for which the first so many conditions hold, where paths are merged; no set when their diagram is large.
    pub(crate) set: Cell<Option<(usize, Option<Set>)>>,
    /// How many conditions there were when the instruction at which the path stands began.
    pub(crate) entered: usize,
    /// What is left of the prefix that leads to this state's work item, last decision first.
    pub(crate) prefix: Vec<Choice>,
    /// The feasible sides of the forks of the work item, in order of the path.
    pub(crate) open: Arc<[Arc<[u32]>]>,
    /// The values that were made concrete, and the calls whose results were made up.
    pub(crate) concretised: Rc<Vec<Concretised>>,
    pub(crate) extension: Option<Rc<Box<dyn Extension>>>,
    /// How far it has followed a trace, where one is followed.
    pub(crate) followed: OnRoute,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            top: self.top.clone(),
            frames: self.frames,
            threads: self.threads.clone(),
            memory: self.memory.clone(),
            condition: self.condition.clone(),
            model: self.model.clone(),
            models: self.models.clone(),
            sides: self.sides.clone(),
            met: self.met,
            merged: self.merged.clone(),
            trail: self.trail.clone(),
            steps: self.steps,
            depth: self.depth,
            node: self.node,
            inputs: self.inputs.clone(),
            made: self.made.clone(),
            goals: self.goals.clone(),
            outputs: self.outputs.clone(),
            statements: self.statements,
            status: self.status,
            stack_bytes: self.stack_bytes,
            failing: self.failing.clone(),
            choices: self.choices.clone(),
            cursor: self.cursor,
            entered: self.entered,
            set: self.set.clone(),
            prefix: self.prefix.clone(),
            open: self.open.clone(),
            concretised: self.concretised.clone(),
            extension: self.extension.clone(),
            followed: self.followed.clone(),
        }
    }
}

impl State {
    /// Where the path rounds floating-point numbers to.
    pub(crate) fn rounding(&self) -> RoundingMode {
        self.extension.as_ref().map_or(RoundingMode::NearestEven, |e| e.rounding())
    }

    /// A path at the start of a function.
    pub(crate) fn new(top: Frame, prefix: Vec<Choice>) -> Self {
        Self {
            top,
            frames: 1,
            threads: Threads::default(),
            memory: Memory::default(),
            condition: Vec::new(),
            model: Some(Rc::new(Model::default())),
            models: Vec::new(),
            sides: None,
            met: false,
            merged: Rc::default(),
            trail: Trail::default(),
            steps: 0,
            depth: 0,
            node: None,
            inputs: Rc::default(),
            made: Rc::default(),
            goals: Rc::default(),
            outputs: Rc::default(),
            statements: 0,
            status: None,
            stack_bytes: FRAME_BYTES,
            failing: None,
            choices: Vec::new(),
            cursor: 0,
            entered: 0,
            set: Cell::new(None),
            prefix,
            open: Arc::default(),
            concretised: Rc::default(),
            extension: None,
            followed: OnRoute::default(),
        }
    }

    /// The activations of the thread that runs, innermost first.
    pub fn stack(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(Some(&self.top), |f| f.caller.as_deref())
    }

    /// Notes that one value was taken for many, once for each time that the path comes there: an instruction that is
    /// executed again makes the same values concrete again.
    pub(crate) fn note_concretised(&mut self, place: Arc<StackFrame>) {
        let (forks, position) = self.position();
        let values = self.concretised.iter().rev().filter(|taken| taken.external.is_none());
        if values.take(1).all(|last| last.position < position) {
            let taken = Concretised { forks, position, place, external: None };
            Rc::make_mut(&mut self.concretised).push(taken);
        }
    }

    /// Notes a call whose results are made up. To be told once for each call, after the last question.
    pub(crate) fn note_external(&mut self, place: Arc<StackFrame>, external: String) {
        let (forks, position) = self.position();
        let taken = Concretised { forks, position, place, external: Some(external) };
        Rc::make_mut(&mut self.concretised).push(taken);
    }

    /// How many forks and how many decisions lie before what is executed.
    fn position(&self) -> (usize, u64) {
        let ahead = self.choices.get(self.cursor..).unwrap_or_default();
        let position = self.trail.len().saturating_sub(ahead.len()) as u64;
        let sides = ahead.iter().filter_map(Choice::side).count();
        ((self.depth as usize).saturating_sub(sides), position)
    }
}

impl Trace for State {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        // Callers are visited one by one: a chain of them may be long.
        self.stack().for_each(|frame| frame.trace(visit));
        let State {
            top: _,
            frames: _,
            threads,
            memory,
            condition,
            model,
            models,
            sides,
            met: _,
            merged,
            trail: _,
            steps: _,
            depth: _,
            node: _,
            inputs,
            made,
            goals: _,
            outputs,
            statements: _,
            status,
            stack_bytes: _,
            failing: _,
            choices: _,
            cursor: _,
            entered: _,
            set: _,
            prefix: _,
            open: _,
            concretised: _,
            extension,
            followed: _,
        } = self;
        threads.trace(visit);
        memory.trace(visit);
        condition.trace(visit);
        model.trace(visit);
        models.trace(visit);
        sides.trace(visit);
        merged.trace(visit);
        inputs.trace(visit);
        made.values().for_each(|term| visit(*term));
        status.trace(visit);
        outputs.iter().for_each(|(_, slot, _)| slot.trace(visit));
        extension.iter().for_each(|extension| extension.trace(visit));
    }
}
