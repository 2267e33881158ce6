//! The static unfolding of a program to symbolic execution traces (de Boer & Bonsangue, section 4): depth first, the side
//! on which a condition holds first.

use super::cursor::{Cursor, Frame, Next, place};
use super::globals::Globals;
use super::precondition::Precondition;
use super::trace::{At, Atom, StepId, StepKind, Trace, Why};
use effigy_base::budget::CancelToken;
use effigy_base::eval::eval_scalar;
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_exec::state::StackFrame;
use effigy_exec::stop::Feasible;
use effigy_exec::unspecified;
use effigy_ir::function::{Callee, Function, InstKind, Operand, Reg, Target, Terminator};
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
    Cancelled,
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
    program: &'p Program,
    options: UnfoldOptions,
    trace: Trace,
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
struct Test {
    condition: Atom,
    holds: bool,
    why: Why,
    implied: bool,
}

impl Test {
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
enum Then {
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
enum Flow {
    /// The trace goes on.
    On,
    /// The trace goes on behind one of these tests; they exclude each other.
    Sides(Vec<(Test, Then)>),
    /// The trace is over.
    End(Ending),
}

/// Why an instruction cannot be unfolded.
struct Unsupported(String);

impl From<&'static str> for Unsupported {
    fn from(what: &'static str) -> Self {
        Unsupported(what.to_owned())
    }
}

impl<'p> Unfolding<'p> {
    /// The unfolding of a function. Its parameters are inputs, named after the source variables that they are, or `arg0`,
    /// `arg1` and so on.
    ///
    /// # Errors
    /// When the function's body is broken or not supported.
    pub fn new(
        program: &'p Program,
        entry: FuncId,
        options: UnfoldOptions,
    ) -> Result<Self, BodyError> {
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
                if self.options.cancel.is_cancelled() {
                    self.stopped = Some(Bound::Cancelled);
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

    fn push(&mut self, cursor: &Cursor, kind: StepKind) -> StepId {
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
            if !matches!(check(store, solver, &Query::new(&assertions)), Feasible::No) {
                let (kind, message) = (FindingKind::Uninitialised, unspecified::MESSAGE.to_owned());
                return Some(Ending::Finding { kind, message });
            }
            let fixed = self.push(cursor, StepKind::Freeze(test.condition));
            test.condition = Atom::Step(fixed);
        }
        None
    }

    /// Unfolds what the cursor stands at.
    fn instruction(&mut self, cursor: &mut Cursor) -> Flow {
        cursor.steps += 1;
        if self.options.steps.is_some_and(|limit| cursor.steps > limit) {
            return Flow::End(Ending::Bounded(Bound::Steps));
        }
        let body = cursor.top.body.clone();
        let flow = match cursor.top.next(&body) {
            Some(Next::Inst(inst)) => self.inst(cursor, &body, &inst.kind),
            Some(Next::Terminator(terminator)) => self.terminator(cursor, terminator),
            None => Err("a function without a body".into()),
        };
        flow.unwrap_or_else(|Unsupported(what)| Flow::End(Ending::Unsupported(what)))
    }

    fn inst(
        &mut self,
        cursor: &mut Cursor,
        body: &Function,
        inst: &InstKind,
    ) -> Result<Flow, Unsupported> {
        match inst {
            InstKind::Op { dst, op, args } => {
                let args = cursor.top.atoms(args)?;
                let value = match folded(*op, &args, body.regs[*dst].sort) {
                    Some(constant) => constant,
                    None => Atom::Step(self.push(cursor, StepKind::Op { op: *op, args })),
                };
                cursor.top.set(*dst, value);
            }
            InstKind::Freeze { dst, value } => {
                let value = match cursor.top.atom(value)? {
                    value @ Atom::Step(_) => Atom::Step(self.push(cursor, StepKind::Freeze(value))),
                    Atom::Undef(sort) => Atom::constant(sort, 0).ok_or("an undefined array")?,
                    constant => constant,
                };
                cursor.top.set(*dst, value);
            }
            InstKind::Symbolic { dst, name } | InstKind::Bound { dst, name } => {
                let (name, sort) = (name.clone(), body.regs[*dst].sort);
                let kind = match inst {
                    InstKind::Bound { .. } => StepKind::Bound { name, sort },
                    _ => StepKind::Input { name, sort },
                };
                let step = self.push(cursor, kind);
                cursor.top.set(*dst, Atom::Step(step));
            }
            InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::Alloc { .. }
            | InstKind::Copy { .. }
            | InstKind::Fill { .. } => self.bytes(cursor, body, inst)?,
            InstKind::Array { .. }
            | InstKind::Select { .. }
            | InstKind::IsSet { .. }
            | InstKind::Put { .. }
            | InstKind::Variable { .. } => self.array(cursor, inst)?,
            InstKind::Get { .. }
            | InstKind::Set { .. }
            | InstKind::Create { .. }
            | InstKind::Unknown { .. } => self.heap(cursor, body, inst)?,
            InstKind::Call { callee, args, .. } => return self.call(cursor, callee, args),
            InstKind::Assume { cond } => {
                let condition = cursor.top.atom(cond)?;
                let test = Test { condition, holds: true, why: Why::Assumption, implied: false };
                return Ok(Flow::Sides(vec![(test, Then::On)]));
            }
            InstKind::Check { cond, kind, message } => {
                return checked(cursor, cond, *kind, message);
            }
            InstKind::Assert { cond, text, .. } => {
                return checked(cursor, cond, FindingKind::Assertion, text);
            }
            InstKind::Mark { number, kind } => {
                cursor.statements += 1;
                if self.options.statements.is_some_and(|limit| cursor.statements > limit) {
                    return Ok(Flow::End(Ending::Bounded(Bound::Statements)));
                }
                self.push(cursor, StepKind::Mark { number: *number, kind: *kind });
            }
            InstKind::Output { name, value } => {
                let (name, value) = (name.clone(), cursor.top.atom(value)?);
                self.push(cursor, StepKind::Output { name, value });
            }
            InstKind::Name { variable, value, indirect } => {
                // A name means nothing to the condition, so that any address may have one.
                if !indirect && let Ok(value) = cursor.top.atom(value) {
                    self.push(cursor, StepKind::Name { variable: variable.clone(), value });
                }
            }
            InstKind::Unsupported { what } => return Err(Unsupported(what.clone())),
        }
        cursor.top.advance();
        Ok(Flow::On)
    }

    /// An instruction on array objects.
    fn array(&mut self, cursor: &mut Cursor, inst: &InstKind) -> Result<(), Unsupported> {
        let object = |trace: &Trace, handle: &Operand| -> Result<_, Unsupported> {
            let handle = cursor.top.atom(handle)?;
            Ok(trace.array(handle).ok_or("an array object that is chosen by a value")?)
        };
        let (dst, kind) = match inst {
            InstKind::Array { dst, index, element, symbolic } => {
                let (index, element, symbolic) = (*index, *element, symbolic.clone());
                let made = self.trace.next_array();
                self.push(cursor, StepKind::Array { index, element, symbolic });
                cursor.top.set(*dst, Atom::handle(made));
                return Ok(());
            }
            InstKind::Select { dst, array, index } => {
                let (array, index) = (object(&self.trace, array)?, cursor.top.atom(index)?);
                let last = self.trace.last(array);
                (Some(dst), StepKind::Select { array, index, last })
            }
            InstKind::IsSet { dst, array, index } => {
                let (array, index) = (object(&self.trace, array)?, cursor.top.atom(index)?);
                let last = self.trace.last(array);
                (Some(dst), StepKind::IsSet { array, index, last })
            }
            InstKind::Put { array, index, value } => {
                let (array, index) = (object(&self.trace, array)?, cursor.top.atom(index)?);
                let (value, last) = (cursor.top.atom(value)?, self.trace.last(array));
                (None, StepKind::Put { array, index, value, last })
            }
            InstKind::Variable { name, array, index, .. } => {
                let index = index.as_ref().map(|index| cursor.top.atom(index)).transpose()?;
                let (name, array) = (name.clone(), object(&self.trace, array)?);
                (None, StepKind::Variable { name, array, index })
            }
            _ => return Ok(()),
        };
        let step = self.push(cursor, kind);
        if let Some(dst) = dst {
            cursor.top.set(*dst, Atom::Step(step));
        }
        Ok(())
    }

    /// An instruction on heap functions.
    fn heap(
        &mut self,
        cursor: &mut Cursor,
        body: &Function,
        inst: &InstKind,
    ) -> Result<(), Unsupported> {
        let (dst, kind) = match inst {
            InstKind::Get { dst, field, keys } => {
                let (keys, last) = (cursor.top.atoms(keys)?, self.trace.last_set(*field));
                (dst, StepKind::Get { field: *field, keys, last })
            }
            InstKind::Create { dst } => {
                let (number, sort) = (self.trace.created(), body.regs[*dst].sort);
                (dst, StepKind::Create { number, sort })
            }
            InstKind::Unknown { dst, name, initial } => {
                let (name, sort) = (self.trace.numbered(name), body.regs[*dst].sort);
                (dst, StepKind::Unknown { name, sort, initial: *initial })
            }
            InstKind::Set { field, keys, value } => {
                let (keys, value) = (cursor.top.atoms(keys)?, cursor.top.atom(value)?);
                let last = self.trace.last_set(*field);
                self.push(cursor, StepKind::Set { field: *field, keys, value, last });
                return Ok(());
            }
            _ => return Ok(()),
        };
        let step = self.push(cursor, kind);
        cursor.top.set(*dst, Atom::Step(step));
        Ok(())
    }

    /// An instruction on byte memory.
    fn bytes(
        &mut self,
        cursor: &mut Cursor,
        body: &Function,
        inst: &InstKind,
    ) -> Result<(), Unsupported> {
        match inst {
            InstKind::Load { dst, addr } => {
                let sort = body.regs[*dst].sort;
                let place = Globals::place(self.program, addr, sort);
                let value = place.and_then(|place| cursor.globals.load(self.program, place));
                cursor.top.set(*dst, value.ok_or("load from byte memory")?);
            }
            InstKind::Store { addr, value, sort } => {
                let place = Globals::place(self.program, addr, *sort);
                let place = place.ok_or("store to byte memory")?;
                let value = cursor.top.atom(value)?;
                cursor.globals.store(place, value);
            }
            InstKind::Alloc { .. } => return Err("allocation of byte memory".into()),
            InstKind::Copy { .. } => return Err("copy of byte memory".into()),
            _ => return Err("fill of byte memory".into()),
        }
        Ok(())
    }

    fn call(
        &mut self,
        cursor: &mut Cursor,
        callee: &Callee,
        args: &[Operand],
    ) -> Result<Flow, Unsupported> {
        let Callee::Function(function) = callee else {
            return Err("a call through an address".into());
        };
        let decl = &self.program.functions[*function];
        if !decl.defined {
            return Err(Unsupported(format!("the external function {}", decl.display)));
        }
        if cursor.depth() >= self.options.frames {
            let message = format!("more than {} nested calls", self.options.frames);
            return Ok(Flow::End(Ending::Finding { kind: FindingKind::StackOverflow, message }));
        }
        let args = cursor.top.atoms(args)?;
        let mut frame = Frame::new(self.program, *function)
            .map_err(|error| Unsupported(format!("{}: {error}", decl.display)))?;
        let body = frame.body.clone();
        for (param, arg) in body.params.iter().zip(args) {
            frame.set(*param, arg);
        }
        cursor.enter(frame);
        Ok(Flow::On)
    }

    fn terminator(
        &mut self,
        cursor: &mut Cursor,
        terminator: &Terminator,
    ) -> Result<Flow, Unsupported> {
        match terminator {
            Terminator::Jump(target) => Ok(follow(cursor, Then::Jump(target.clone()))),
            Terminator::Branch { cond, then, otherwise } => {
                let condition = cursor.top.atom(cond)?;
                let side = |holds, target: &Target| {
                    let test = Test { condition, holds, why: Why::Branch, implied: false };
                    (test, Then::Jump(target.clone()))
                };
                Ok(Flow::Sides(vec![side(true, then), side(false, otherwise)]))
            }
            Terminator::Switch { value, width, cases, default } => {
                let value = cursor.top.atom(value)?;
                self.switch(cursor, value, *width, cases, default)
            }
            Terminator::Return(values) => {
                let values = cursor.top.atoms(values)?;
                if !cursor.leave() {
                    return Ok(Flow::End(Ending::Returned));
                }
                let body = cursor.top.body.clone();
                if let Some(Next::Inst(inst)) = cursor.top.next(&body) {
                    for (result, value) in inst.kind.defs().iter().zip(values) {
                        cursor.top.set(*result, value);
                    }
                }
                cursor.top.advance();
                Ok(Flow::On)
            }
            Terminator::Fail { kind, message } => {
                let (kind, message) = (*kind, message.clone());
                Ok(Flow::End(Ending::Finding { kind, message }))
            }
        }
    }

    /// One side for each target: the value is one of its cases; the default has the values that no case has.
    fn switch(
        &mut self,
        cursor: &mut Cursor,
        value: Atom,
        width: u32,
        cases: &[(u128, Target)],
        default: &Target,
    ) -> Result<Flow, Unsupported> {
        if let Some((_, word)) = value.word() {
            let case = cases.iter().find(|(case, _)| *case == word);
            let target = case.map_or(default, |(_, target)| target);
            return Ok(follow(cursor, Then::Jump(target.clone())));
        }
        let mut cases: Vec<&(u128, Target)> = cases.iter().collect();
        cases.sort_by_key(|(case, _)| *case);
        let mut sides: Vec<(Atom, &Target)> = Vec::new();
        let mut matched = Atom::Bool(false);
        for (case, target) in cases {
            if target == default {
                continue;
            }
            let args = vec![value, Atom::Bits { width, value: *case }];
            let equal = Atom::Step(self.push(cursor, StepKind::Op { op: Op::Eq, args }));
            matched = self.either(cursor, matched, equal);
            match sides.iter().position(|(_, other)| *other == target) {
                Some(side) => sides[side].0 = self.either(cursor, sides[side].0, equal),
                None => sides.push((equal, target)),
            }
        }
        let side = |condition, holds, target: &Target| {
            (
                Test { condition, holds, why: Why::Branch, implied: false },
                Then::Jump(target.clone()),
            )
        };
        let mut tests: Vec<_> = sides.iter().map(|(any, to)| side(*any, true, to)).collect();
        tests.push(side(matched, false, default));
        Ok(Flow::Sides(tests))
    }

    fn either(&mut self, cursor: &Cursor, a: Atom, b: Atom) -> Atom {
        if a == Atom::Bool(false) {
            return b;
        }
        Atom::Step(self.push(cursor, StepKind::Op { op: Op::Or, args: vec![a, b] }))
    }
}

/// Goes where a trace goes on.
fn follow(cursor: &mut Cursor, then: Then) -> Flow {
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

/// A condition without which the trace ends in a finding.
fn checked(
    cursor: &Cursor,
    condition: &Operand,
    kind: FindingKind,
    message: &str,
) -> Result<Flow, Unsupported> {
    let condition = cursor.top.atom(condition)?;
    let message = message.to_owned();
    let why = Why::Check { kind, message: message.clone() };
    let failed = Then::End(Ending::Finding { kind, message });
    Ok(Flow::Sides(vec![
        (Test { condition, holds: true, why: why.clone(), implied: false }, Then::On),
        (Test { condition, holds: false, why, implied: false }, failed),
    ]))
}

/// The result of an operator on constants.
fn folded(op: Op, args: &[Atom], sort: Sort) -> Option<Atom> {
    let words: Vec<(u32, u128)> = args.iter().map(|arg| arg.word()).collect::<Option<_>>()?;
    let (widths, values): (Vec<u32>, Vec<u128>) = words.into_iter().unzip();
    Atom::constant(sort, eval_scalar(op, &widths, &values)?)
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
