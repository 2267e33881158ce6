//! What a debugger asks of the machine: one instruction at a time, functions called on the side.

use crate::code::{Code, Inst, Named};
use crate::data::slot::Slot;
use crate::data::stop::{Alternative, CutReason, Ending, Stop, internal};
use crate::machine::Context;
use crate::machine::access::Access;
use crate::state::State;
use crate::state::frame::Frame;
use effigy_base::id::Id;
use effigy_base::sort::Sort;
use effigy_ir::cfg::{Cfg, Dominators};
use effigy_ir::function::{BlockId, LocId};
use effigy_ir::program::{FuncId, Program};
use effigy_term::Term;
use std::rc::Rc;
use std::sync::Arc;

/// Most instructions of a call on the side.
pub const CALL_LIMIT: u64 = 10_000_000;

/// A source variable as it is kept at an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Where its value is.
    pub named: Named,
    /// The place that says so, in the function that it belongs to.
    pub loc: Option<LocId>,
}

/// The machine in the hands of a debugger.
pub struct Stepping<'a> {
    cx: &'a mut Context,
}

impl Context {
    /// The machine as a debugger moves it.
    pub fn stepping(&mut self) -> Stepping<'_> {
        Stepping { cx: self }
    }
}

impl Stepping<'_> {
    /// Executes exactly one instruction. Slower than [`Context::run`], which may execute several.
    ///
    /// # Errors
    /// When the state forks or ends; on a fork the state still stands at the instruction.
    pub fn step(&mut self, state: &mut State) -> Result<(), Stop> {
        let code = state.stack.top.code.clone();
        self.cx.counters.steps += 1;
        self.cx.step_slowly(state, &code)
    }

    /// Lets `add` append functions to the program. States stay good. `None` when somebody else holds the program.
    pub fn grow<T>(&mut self, add: impl FnOnce(&mut Program) -> T) -> Option<T> {
        let added = add(Arc::get_mut(&mut self.cx.job.program)?);
        self.cx.make_room();
        Some(added)
    }

    /// Puts a state at the start of a function without a caller; memory, inputs and path condition stay.
    ///
    /// # Errors
    /// When the function's body is broken or not supported.
    pub fn begin(
        &mut self,
        state: &mut State,
        function: FuncId,
        args: &[Slot],
    ) -> Result<(), Stop> {
        let code = self.cx.code(function)?;
        state.stack.top = self.cx.frame(code.clone(), None);
        state.stack.frames = 1;
        state.stack.bytes = state.stack.top.stack_bytes;
        state.answers.choices.clear();
        state.answers.cursor = 0;
        for (param, arg) in code.params.iter().zip(args) {
            state.stack.top.set(*param, *arg);
        }
        Ok(())
    }

    /// A state without a program counter: no inputs, no memory, path condition true.
    pub fn blank(&mut self) -> State {
        self.cx.empty(Vec::new())
    }

    /// Calls a function from where a state stands, runs it to its return, and leaves the state where it stood, with
    /// what the call did to memory, inputs and path condition. Gives what it returned.
    ///
    /// # Errors
    /// When the call ends the path, or forks and `choose` takes no side; the state is of no use then, so give a copy. A
    /// call that executes more than [`CALL_LIMIT`] instructions is cut.
    pub fn call(
        &mut self,
        state: &mut State,
        function: FuncId,
        args: &[Slot],
        choose: &mut dyn FnMut(&[Alternative]) -> Option<usize>,
    ) -> Result<Vec<Slot>, Stop> {
        let code = self.cx.code(function)?;
        let callee = self.cx.frame(code.clone(), None);
        let caller = std::mem::replace(&mut state.stack.top, callee);
        let choices = std::mem::take(&mut state.answers.choices);
        state.answers.cursor = 0;
        let (statements, stack_bytes) = (state.history.statements, state.stack.bytes);
        state.stack.top.caller = Some(Rc::new(caller));
        state.stack.frames += 1;
        state.stack.bytes += state.stack.top.stack_bytes;
        for (param, arg) in code.params.iter().zip(args) {
            state.stack.top.set(*param, *arg);
        }
        let (depth, thread) = (state.stack.frames, state.threads.running());
        for _ in 0..CALL_LIMIT {
            if state.threads.running() != thread {
                return Err(Stop::End(Ending::Unsupported(
                    "a call that waits for a thread".into(),
                )));
            }
            let code = state.stack.top.code.clone();
            if state.stack.frames == depth
                && let Some(Inst::Return { values }) = code.insts.get(state.stack.top.at as usize)
            {
                let values = code.list(*values).iter().map(|s| state.stack.top.get(*s)).collect();
                let caller =
                    state.stack.top.caller.take().ok_or_else(|| internal("a lost caller"))?;
                state.stack.top = Frame::woken(caller, Vec::new);
                state.stack.frames = depth - 1;
                state.stack.bytes = stack_bytes;
                state.answers.choices = choices;
                state.history.statements = statements;
                return Ok(values);
            }
            match self.step(state) {
                Ok(()) | Err(Stop::Pause) => {}
                Err(Stop::Fork(alternatives)) => match choose(&alternatives) {
                    Some(side) => self.cx.take(state, &alternatives, side),
                    None => return Err(Stop::Fork(alternatives)),
                },
                Err(stop) => return Err(stop),
            }
            if let Some(reason) = self.cx.job.cancel.reason() {
                return Err(Stop::End(Ending::Cut(reason.into())));
            }
        }
        Err(Stop::End(Ending::Cut(CutReason::Steps)))
    }

    /// Adds an assumption to the path condition, between two instructions.
    ///
    /// # Errors
    /// Ends the path when the assumption contradicts it.
    pub fn suppose(&mut self, state: &mut State, condition: Term) -> Result<(), Stop> {
        aside(state, |state| self.cx.assume(state, condition))
    }

    /// What memory holds at an address, as a value of a sort, without a change to the state.
    ///
    /// # Errors
    /// When the access forks or is a finding.
    pub fn peek(&mut self, state: &State, address: Slot, sort: Sort) -> Result<Slot, Stop> {
        aside(&mut state.clone(), |state| Access { cx: self.cx }.load(state, address, 0, sort))
    }

    /// Writes memory as the program itself would.
    ///
    /// # Errors
    /// When the access forks or is a finding.
    pub fn poke(
        &mut self,
        state: &mut State,
        address: Slot,
        value: Slot,
        sort: Sort,
    ) -> Result<(), Stop> {
        aside(state, |state| Access { cx: self.cx }.store_value(state, address, 0, value, sort))
    }
}

/// Does something between two instructions: its questions are not those of the instruction at which the state stands.
fn aside<T>(state: &mut State, act: impl FnOnce(&mut State) -> T) -> T {
    let kept =
        (std::mem::take(&mut state.answers.choices), std::mem::take(&mut state.answers.cursor));
    let result = act(state);
    (state.answers.choices, state.answers.cursor) = kept;
    result
}

impl Code {
    /// The source variables that are known at an instruction: what was said of each last on every way to it.
    pub fn variables_at(&self, at: u32) -> Vec<Variable> {
        let cfg = Cfg::new(&self.body);
        let dominators = Dominators::new(&cfg);
        let blocks = self.body.blocks.len();
        let mut block = self.block_starts.partition_point(|start| *start <= at).saturating_sub(1);
        let mut end = at;
        if block >= blocks {
            // A stub between two blocks belongs to the one that it leads to.
            let jump = self.insts.iter().skip(at as usize).find_map(|inst| match inst {
                Inst::Jump { to } => Some(*to),
                _ => None,
            });
            end = jump.unwrap_or(0);
            let real = self.block_starts.get(..blocks).unwrap_or_default();
            block = real.partition_point(|start| *start <= end).saturating_sub(1);
        }
        let mut found: Vec<Variable> = Vec::new();
        loop {
            let start = self.block_starts.get(block).copied().unwrap_or(0);
            let names = self.names.iter().zip(&self.name_locs);
            for ((from, name, named), loc) in names.rev() {
                if *from >= start && *from <= end {
                    let scope = self.scope(*loc);
                    let known = found.iter().any(|v| v.name == *name && self.scope(v.loc) == scope);
                    if !known {
                        found.push(Variable { name: name.clone(), named: *named, loc: *loc });
                    }
                }
            }
            let Some(next) = dominators.immediate(BlockId::from_index(block)) else { break };
            block = next.index();
            let last = self.block_starts.get(block + 1).copied();
            end = last.unwrap_or(self.insts.len() as u32).saturating_sub(1);
        }
        found.reverse();
        found
    }

    /// The function that a location is in, and the call that it was inlined at.
    pub fn scope(&self, loc: Option<LocId>) -> Option<(&str, Option<LocId>)> {
        let loc = self.body.locs.get(loc?)?;
        Some((&loc.function, loc.inlined_at))
    }
}
