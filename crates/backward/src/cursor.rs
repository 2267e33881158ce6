//! Where an unfolding stands: the activations with what their registers are on the trace.

use super::globals::Globals;
use super::trace::{At, Atom};
use effigy_base::id::Id;
use effigy_exec::state::StackFrame;
use effigy_ir::function::{BlockId, Function, Inst, LocId, Operand, Reg, Target, Terminator};
use effigy_ir::program::{BodyError, FuncId, Program};
use effigy_term::Model;
use std::rc::Rc;
use std::sync::Arc;

/// An activation of a function. Its registers are its own, so that a call has fresh variables.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// Its number among the activations so far, from 0.
    pub number: u32,
    pub function: FuncId,
    pub body: Arc<Function>,
    registers: Vec<Option<Atom>>,
    block: BlockId,
    /// The number of instructions of the block that are done.
    at: usize,
}

/// What comes next in an activation.
pub(super) enum Next<'a> {
    Inst(&'a Inst),
    Terminator(&'a Terminator),
}

/// Where an unfolding stands, and what it spent to come there.
#[derive(Clone, Debug)]
pub(super) struct Cursor {
    pub top: Frame,
    callers: Vec<Rc<Frame>>,
    /// Activations begun after the first.
    entered: u32,
    pub globals: Globals,
    /// Instructions unfolded.
    pub steps: u64,
    /// Statements begun.
    pub statements: u64,
    /// Branches with more than one side.
    pub branches: u64,
    /// A model of the condition so far, when one is known.
    pub model: Option<Rc<Model>>,
}

impl Frame {
    /// An activation at the start of a function.
    pub fn new(program: &Program, function: FuncId) -> Result<Self, BodyError> {
        let body = program.body(function)?;
        let registers = vec![None; body.regs.len()];
        let block = BlockId::from_index(0);
        Ok(Self { number: 0, function, body, registers, block, at: 0 })
    }

    /// What comes next in the function's body; `None` in one without a block.
    pub fn next<'a>(&self, body: &'a Function) -> Option<Next<'a>> {
        let block = body.blocks.get(self.block)?;
        Some(match block.insts.get(self.at) {
            Some(inst) => Next::Inst(inst),
            None => Next::Terminator(&block.terminator),
        })
    }

    /// Where what comes next stands in the source.
    pub fn at(&self) -> At {
        let block = self.body.blocks.get(self.block);
        let loc = block.and_then(|block| match block.insts.get(self.at) {
            Some(inst) => inst.loc,
            None => block.terminator_loc,
        });
        At { function: self.function, loc }
    }

    /// Goes on behind an instruction.
    pub fn advance(&mut self) {
        self.at += 1;
    }

    /// Goes to a block.
    pub fn jump(&mut self, target: &Target) -> Result<(), &'static str> {
        let values: Vec<Atom> =
            target.args.iter().map(|arg| self.atom(arg)).collect::<Result<_, _>>()?;
        let body = self.body.clone();
        let params = body.blocks.get(target.block).map(|block| &block.params);
        for (param, value) in params.into_iter().flatten().zip(values) {
            self.set(*param, value);
        }
        self.block = target.block;
        self.at = 0;
        Ok(())
    }

    /// Assigns a register.
    pub fn set(&mut self, register: Reg, value: Atom) {
        if let Some(slot) = self.registers.get_mut(register.index()) {
            *slot = Some(value);
        }
    }

    /// What an operand is on the trace; otherwise what about it is not supported.
    pub fn atom(&self, operand: &Operand) -> Result<Atom, &'static str> {
        Ok(match *operand {
            Operand::Reg(register) => {
                let value = self.registers.get(register.index()).copied().flatten();
                return value.ok_or("a register without a value");
            }
            Operand::Bool(truth) => Atom::Bool(truth),
            Operand::Bits { width, value } => Atom::Bits { width, value },
            Operand::Int(value) => Atom::Int(value),
            Operand::Undef(sort) => Atom::Undef(sort),
            Operand::Global(..) => return Err("the address of a global variable"),
            Operand::Function(_) => return Err("the address of a function"),
        })
    }

    /// [`Frame::atom`] of all.
    pub fn atoms<'o>(
        &self,
        operands: impl IntoIterator<Item = &'o Operand>,
    ) -> Result<Vec<Atom>, &'static str> {
        operands.into_iter().map(|operand| self.atom(operand)).collect()
    }
}

impl Cursor {
    /// Stands at the start of an activation without a caller.
    pub fn new(top: Frame) -> Self {
        Self {
            top,
            callers: Vec::new(),
            entered: 0,
            globals: Globals::default(),
            steps: 0,
            statements: 0,
            branches: 0,
            model: Some(Rc::default()),
        }
    }

    /// The number of activations.
    pub fn depth(&self) -> usize {
        self.callers.len() + 1
    }

    /// Begins an activation; the caller stays at the call.
    pub fn enter(&mut self, mut callee: Frame) {
        self.entered += 1;
        callee.number = self.entered;
        let caller = std::mem::replace(&mut self.top, callee);
        self.callers.push(Rc::new(caller));
    }

    /// Ends the running activation; whether there is a caller.
    pub fn leave(&mut self) -> bool {
        let Some(caller) = self.callers.pop() else { return false };
        self.top = Rc::unwrap_or_clone(caller);
        true
    }
}

/// The innermost source place.
pub(super) fn place(program: &Program, function: FuncId, loc: Option<LocId>) -> StackFrame {
    let body = program.body(function).unwrap_or_default();
    effigy_exec::context::places(program, function, &body, loc).swap_remove(0)
}
