//! The static unfolding of a program to symbolic execution traces (de Boer & Bonsangue, section 4): depth first, the side
//! on which a condition holds first.

use super::cursor::{Cursor, Frame, place};
use super::precondition::Precondition;
use super::trace::{At, Atom, StepId, StepKind, Trace, Why};
use effigy_base::budget::{CancelToken, StopReason};
use effigy_base::finding::FindingKind;
use effigy_exec::state::StackFrame;
use effigy_exec::stop::Feasible;
use effigy_exec::unspecified;
use effigy_ir::function::{Function, InstKind, Operand, Reg, Target};
use effigy_ir::program::{BodyError, FuncId, Program};
use effigy_solver::{Answer, Query, Solver};
use effigy_term::{Evaluator, Term, TermStore};
use std::rc::Rc;

/// How far a program is unfolded. `None` is no bound.
#[derive(Clone, Debug)]
pub struct UnfoldOptions {
    /// Most statements begun on a trace, of a program with marks. A trace that needs more ends as bounded.
    pub statements: Option<u64>,
    /// Most instructions on a trace. A trace that needs more ends as bounded.
    pub steps: Option<u64>,
    /// Most branches with several sides on a trace. A trace that needs more ends as bounded.
    pub branches: Option<u64>,
    /// Most traces. When there are more, [`Unfolding::stopped`] says so.
    pub traces: Option<u64>,
    /// Most activations at a time. A trace that needs more is a finding.
    pub frames: usize,
    /// Whether a trace is given up as soon as no initial state leads along it. Without, every combination of sides is a
    /// trace, and those that cannot be taken have an unsatisfiable condition.
    pub prune: bool,
    /// Stops the unfolding.
    pub cancel: CancelToken,
}

impl Default for UnfoldOptions {
    fn default() -> Self {
        Self {
            statements: None,
            steps: Some(1_000_000),
            branches: None,
            traces: None,
            frames: 20_000,
            prune: true,
            cancel: CancelToken::new(),
        }
    }
}

/// How a trace ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program returns.
    Returned,
    /// A defect of the program.
    Finding {
        /// What kind.
        kind: FindingKind,
        /// What is wrong, for people.
        message: String,
    },
    /// The trace comes to something that has no backward condition, by name.
    Unsupported(String),
    /// The trace is longer than it may be.
    Bounded(Bound),
}

/// A bound on traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// [`UnfoldOptions::statements`].
    Statements,
    /// [`UnfoldOptions::steps`].
    Steps,
    /// [`UnfoldOptions::branches`].
    Branches,
    /// [`UnfoldOptions::traces`].
    Traces,
    /// [`UnfoldOptions::cancel`].
    Stopped(StopReason),
}

/// A trace that is over; the trace itself is [`Unfolding::trace`].
#[derive(Clone, Debug)]
pub struct Ended {
    /// How it ended.
    pub ending: Ending,
    /// Where.
    pub place: StackFrame,
    /// `path(trace)`, a conjunction in the order of the tests; truths are left out.
    pub condition: Vec<Term>,
    /// Whether an initial state leads along the trace.
    pub feasible: Feasible,
    /// The results of the program over the initial state.
    pub outputs: Vec<(String, Term)>,
}

/// The unfolding of a program. One term store and one solver chain serve all calls.
pub struct Unfolding<'p> {
    pub(super) program: &'p Program,
    pub(super) options: UnfoldOptions,
    pub(super) trace: Trace,
    precondition: Precondition,
    evaluator: Evaluator,
    pending: Vec<Pending>,
    traces: u64,
    pruned: u64,
    stopped: Option<Bound>,
}

/// A trace to go on with.
struct Pending {
    cursor: Cursor,
    /// How much of the trace it shares with those before.
    len: usize,
    then: Then,
    test: Option<Test>,
}

/// A test to append.
#[derive(Clone)]
pub(super) struct Test {
    pub condition: Atom,
    pub holds: bool,
    pub why: Why,
    pub implied: bool,
}

impl Test {
    /// A test that is to hold, or not to hold.
    pub fn new(condition: Atom, holds: bool, why: Why) -> Self {
        Self { condition, holds, why, implied: false }
    }

    /// Whether a test on a constant holds.
    fn holds_anyway(&self) -> Option<bool> {
        match self.condition {
            Atom::Bool(truth) => Some(truth == self.holds),
            _ => None,
        }
    }
}

/// What follows a test.
#[derive(Clone)]
pub(super) enum Then {
    /// What stands behind it.
    On,
    /// The instruction at which the trace stands.
    Here,
    /// A block.
    Jump(Target),
    /// The end of the trace.
    End(Ending),
}

/// What an instruction came to.
pub(super) enum Flow {
    /// The trace goes on.
    On,
    /// The trace goes on behind one of these tests; they exclude each other.
    Sides(Vec<(Test, Then)>),
    /// The trace is over.
    End(Ending),
}

impl<'p> Unfolding<'p> {
    /// The unfolding of a function. Its parameters are inputs, named after the source variables that they are, or `arg0`,
    /// `arg1` and so on.
    ///
    /// # Errors
    /// When the function's body is broken or not supported, or when other functions run before it.
    pub fn new(
        program: &'p Program,
        entry: FuncId,
        options: UnfoldOptions,
    ) -> Result<Self, BodyError> {
        if let Some(first) = program.constructors.first() {
            let what = format!("{} runs before the entry", program.functions[*first].display);
            return Err(BodyError::Unsupported { what });
        }
        let mut trace = Trace::new(program.fields.clone());
        let mut frame = Frame::new(program, entry)?;
        let body = frame.body.clone();
        for (number, param) in body.params.iter().enumerate() {
            let (name, sort) = (parameter(&body, *param, number), body.regs[*param].sort);
            let input = trace.push(StepKind::Input { name, sort }, frame.at());
            frame.set(*param, Atom::Step(input));
        }
        let (len, cursor) = (trace.len(), Cursor::new(frame));
        Ok(Self {
            program,
            options,
            trace,
            precondition: Precondition::default(),
            evaluator: Evaluator::new(),
            pending: vec![Pending { cursor, len, then: Then::Here, test: None }],
            traces: 0,
            pruned: 0,
            stopped: None,
        })
    }

    /// The trace that ended last.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// How many beginnings of traces were given up because no initial state leads along them.
    pub fn pruned(&self) -> u64 {
        self.pruned
    }

    /// Why there may be more traces.
    pub fn stopped(&self) -> Option<Bound> {
        self.stopped
    }

    /// Unfolds the next trace to its end.
    pub fn advance(&mut self, store: &mut TermStore, solver: &mut dyn Solver) -> Option<Ended> {
        while let Some(next) = self.pending.pop() {
            if self.options.traces.is_some_and(|limit| self.traces >= limit) {
                self.stopped = Some(Bound::Traces);
                return None;
            }
            self.trace.truncate(next.len);
            self.precondition.truncate(next.len);
            let mut cursor = next.cursor;
            if let Some(test) = next.test {
                self.test(&cursor, test);
            }
            let mut flow = follow(&mut cursor, next.then);
            let ending = loop {
                flow = match flow {
                    Flow::On => self.instruction(&mut cursor),
                    Flow::End(ending) => break Some(ending),
                    Flow::Sides(sides) => match self.sides(store, solver, &mut cursor, sides) {
                        Some(flow) => flow,
                        None => break None,
                    },
                };
                if let Some(reason) = self.options.cancel.reason() {
                    self.stopped = Some(Bound::Stopped(reason));
                    return None;
                }
            };
            if let Some(ending) = ending {
                self.traces += 1;
                return Some(self.ended(store, solver, &cursor, ending));
            }
        }
        None
    }

    fn ended(
        &mut self,
        store: &mut TermStore,
        solver: &mut dyn Solver,
        cursor: &Cursor,
        ending: Ending,
    ) -> Ended {
        let condition = self.precondition.path(store, &self.trace);
        let feasible = match &cursor.model {
            Some(model) => Feasible::Yes(model.clone()),
            None => check(store, solver, &Query::new(&condition)),
        };
        let mut outputs = Vec::new();
        for (_, step) in self.trace.steps() {
            if let StepKind::Output { name, value } = &step.kind {
                let value = self.precondition.value(store, &self.trace, *value);
                outputs.push((name.clone(), value));
            }
        }
        let At { function, loc } = cursor.top.at();
        let place = place(self.program, function, loc);
        Ended { ending, place, condition, feasible, outputs }
    }

    pub(super) fn push(&mut self, cursor: &Cursor, kind: StepKind) -> StepId {
        self.trace.push(kind, cursor.top.at())
    }

    fn test(&mut self, cursor: &Cursor, test: Test) {
        let Test { condition, holds, why, implied } = test;
        self.push(cursor, StepKind::Test { condition, holds, why, implied });
    }

    /// Goes on behind the tests that an initial state can meet: behind one at once, behind several later. `None` when the
    /// trace does not go on now.
    fn sides(
        &mut self,
        store: &mut TermStore,
        solver: &mut dyn Solver,
        cursor: &mut Cursor,
        mut sides: Vec<(Test, Then)>,
    ) -> Option<Flow> {
        // One of the sides of anything but an assumption holds.
        let complete = sides.len() > 1;
        // What is true or false on its own is no test.
        if let Some(held) = sides.iter().position(|(test, _)| test.holds_anyway() == Some(true)) {
            let (_, then) = sides.swap_remove(held);
            return Some(follow(cursor, then));
        }
        sides.retain(|(test, _)| test.holds_anyway().is_none());
        if let Some(finding) = self.settle(store, solver, cursor, &mut sides) {
            return Some(Flow::End(finding));
        }
        let mut open = Vec::with_capacity(sides.len());
        for (test, then) in sides {
            match self.feasible(store, solver, cursor, &test) {
                Feasible::No => self.pruned += 1,
                Feasible::Yes(model) => open.push((test, then, Some(model))),
                Feasible::Unknown(_) => open.push((test, then, None)),
            }
        }
        if open.len() > 1 {
            if self.options.branches.is_some_and(|limit| cursor.branches >= limit) {
                return Some(Flow::End(Ending::Bounded(Bound::Branches)));
            }
            cursor.branches += 1;
            if self.is_last() {
                self.stopped = Some(Bound::Traces);
                let (test, then, model) = open.swap_remove(0);
                cursor.model = model;
                self.test(cursor, test);
                return Some(follow(cursor, then));
            }
            let len = self.trace.len();
            for (test, then, model) in open.into_iter().rev() {
                let mut cursor = cursor.clone();
                cursor.model = model;
                self.pending.push(Pending { cursor, len, then, test: Some(test) });
            }
            return None;
        }
        let (mut test, then, model) = open.pop()?;
        test.implied = complete;
        cursor.model = model;
        self.test(cursor, test);
        Some(follow(cursor, then))
    }

    /// Whether no trace may follow the current one, which ends for sure: what branches off needs not be kept.
    fn is_last(&self) -> bool {
        !self.options.prune && self.options.traces.is_some_and(|limit| self.traces + 1 >= limit)
    }

    /// Whether an initial state leads along the trace and meets a test.
    fn feasible(
        &mut self,
        store: &mut TermStore,
        solver: &mut dyn Solver,
        cursor: &Cursor,
        test: &Test,
    ) -> Feasible {
        if !self.options.prune {
            return Feasible::Unknown(String::new());
        }
        let condition = self.precondition.value(store, &self.trace, test.condition);
        let condition = if test.holds { condition } else { store.not(condition) };
        if store.as_bool(condition) == Some(false) {
            return Feasible::No;
        }
        if let Some(model) = &cursor.model {
            self.evaluator.reset();
            if self.evaluator.truth(store, condition, model) == Some(true) {
                return Feasible::Yes(model.clone());
            }
        }
        let mut assertions = self.precondition.path(store, &self.trace);
        assertions.push(condition);
        check(store, solver, &Query { assertions: &assertions, hint: cursor.model.as_deref() })
    }

    /// Puts zeros for what was never initialised in tests; a finding when they depend on it.
    fn settle(
        &mut self,
        store: &mut TermStore,
        solver: &mut dyn Solver,
        cursor: &Cursor,
        sides: &mut [(Test, Then)],
    ) -> Option<Ending> {
        for (test, _) in sides {
            let condition = self.precondition.value(store, &self.trace, test.condition);
            if test.why == Why::Assumption || !store.has_unspecified(condition) {
                continue;
            }
            let other = unspecified::renamed(store, condition);
            let mut assertions = self.precondition.path(store, &self.trace);
            assertions.push(store.xor(condition, other));
            match check(store, solver, &Query::new(&assertions)) {
                Feasible::No => {}
                Feasible::Yes(_) => {
                    let message = unspecified::MESSAGE.to_owned();
                    return Some(Ending::Finding { kind: FindingKind::Uninitialised, message });
                }
                Feasible::Unknown(why) => {
                    let what = format!("a decision that was not decided: {why}");
                    return Some(Ending::Unsupported(what));
                }
            }
            let fixed = self.push(cursor, StepKind::Freeze(test.condition));
            test.condition = Atom::Step(fixed);
        }
        None
    }
}

/// Goes where a trace goes on.
pub(super) fn follow(cursor: &mut Cursor, then: Then) -> Flow {
    match then {
        Then::Here => Flow::On,
        Then::On => {
            cursor.top.advance();
            Flow::On
        }
        Then::Jump(target) => match cursor.top.jump(&target) {
            Ok(()) => Flow::On,
            Err(what) => Flow::End(Ending::Unsupported(what.to_owned())),
        },
        Then::End(ending) => Flow::End(ending),
    }
}

/// The name of a parameter's input.
fn parameter(body: &Function, param: Reg, number: usize) -> String {
    let insts = body.blocks.iter().flat_map(|(_, block)| &block.insts);
    let name = insts.into_iter().find_map(|inst| match &inst.kind {
        InstKind::Name { variable, value: Operand::Reg(value), indirect: false } => {
            (*value == param).then(|| variable.clone())
        }
        _ => None,
    });
    name.unwrap_or_else(|| format!("arg{number}"))
}

fn check(store: &mut TermStore, solver: &mut dyn Solver, query: &Query<'_>) -> Feasible {
    match solver.check(store, query) {
        Answer::Sat(model) => Feasible::Yes(Rc::new(model)),
        Answer::Unsat(_) => Feasible::No,
        Answer::Unknown(why) => Feasible::Unknown(why.to_string()),
    }
}
