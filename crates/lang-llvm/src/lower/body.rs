//! One function body: blocks in reverse postorder, phis as block parameters, values as lists of scalars.

use super::context::Context;
use super::emit::{Emit, bits, constant, only, unreachable};
use super::guard::{Checked, Guards};
use super::order::reverse_postorder;
use super::types::{Lower, Unsupported, leaf_sorts, unsupported};
use crate::ast::{self, InstKind, Local, MdRef, TerminatorKind, Value};
use effigy_base::finding::FindingKind;
use effigy_base::id::Id;
use effigy_base::sort::Sort;
use effigy_ir::function::{BlockId, Function, Loc, LocId, Operand, Reg, Target, Terminator};
use std::collections::HashMap;

/// A body under way.
pub(super) struct BodyLowering<'m> {
    /// The program that the function belongs to.
    pub context: &'m Context,
    /// What is lowered.
    pub body: &'m ast::Body,
    /// What is built.
    pub emit: Emit,
    /// The branches that guard traps and divisions.
    pub guards: Guards<'m>,
    /// What the code before the present division has checked.
    pub checked: Checked,
    /// The block that is lowered.
    pub here: ast::BlockId,
    /// The locations met so far.
    pub locs: HashMap<MdRef, Option<LocId>>,
    /// The same by content: several nodes may say the same.
    pub interned: HashMap<Loc, LocId>,
    /// The sizes of stack objects, where they are constant.
    pub stack_sizes: HashMap<Reg, u64>,
    /// What is promised of what the function returns.
    result: ast::Promise,
    values: Vec<Option<Vec<Operand>>>,
    blocks: Vec<Option<BlockId>>,
    /// What unwound to each landing pad.
    pub landed: HashMap<ast::BlockId, Reg>,
    after_noreturn: bool,
}

/// Lowers the body of `function`.
pub(super) fn lower_body<'m>(
    context: &'m Context,
    function: &ast::Function,
    body: &'m ast::Body,
) -> Lower<Function> {
    let order = reverse_postorder(body, context.unwinds());
    let mut lowering = BodyLowering {
        context,
        body,
        emit: Emit::default(),
        guards: Guards::find(body),
        checked: Checked::default(),
        here: ast::BlockId::from_index(0),
        locs: HashMap::new(),
        interned: HashMap::new(),
        stack_sizes: HashMap::new(),
        result: function.promise,
        values: vec![None; body.locals.len()],
        blocks: vec![None; body.blocks.len()],
        landed: HashMap::new(),
        after_noreturn: false,
    };
    lowering.emit.func.results = leaf_sorts(context.types(), &function.result)?;
    lowering.make_blocks(&order)?;
    lowering.parameters(function)?;
    for block in order {
        lowering.block(block);
    }
    Ok(lowering.emit.func)
}

impl BodyLowering<'_> {
    /// Makes the blocks with a parameter for each scalar of each phi.
    fn make_blocks(&mut self, order: &[ast::BlockId]) -> Lower<()> {
        for id in order {
            let block = self.emit.block();
            self.blocks[id.index()] = Some(block);
        }
        for id in order {
            for inst in &self.body.blocks[*id].insts {
                if let (InstKind::Phi { ty, .. }, Some(result)) = (&inst.kind, inst.result)
                    && let Ok(sorts) = leaf_sorts(self.context.types(), ty)
                {
                    let regs: Vec<Reg> = sorts.into_iter().map(|s| self.emit.reg(s)).collect();
                    if let Some(block) = self.blocks[id.index()] {
                        self.emit.func.blocks[block].params.extend(&regs);
                    }
                    self.bind(result, regs.into_iter().map(Operand::Reg).collect());
                }
            }
            self.make_landing(*id);
        }
        Ok(())
    }

    /// Makes the parameters; a `byval` parameter is a copy that the function owns.
    fn parameters(&mut self, function: &ast::Function) -> Lower<()> {
        let types = self.context.types();
        self.emit.current = self.blocks.first().copied().flatten();
        for (param, local) in function.params.iter().zip(&self.body.params) {
            let mut leaves = Vec::new();
            for sort in leaf_sorts(types, &param.ty)? {
                let reg = self.emit.reg(sort);
                self.emit.func.params.push(reg);
                leaves.push(Operand::Reg(reg));
            }
            if let Some(ty) = &param.byval
                && let [source] = leaves.as_slice()
            {
                leaves = vec![self.own_copy(source.clone(), ty, param.align)?];
            } else if let [value] = leaves.as_slice() {
                let value = self.promised(&param.promise, value.clone(), "an argument");
                leaves = vec![value];
            } else if param.promise.defined {
                self.check_defined(&leaves, "an argument");
            }
            self.bind(*local, leaves);
        }
        Ok(())
    }

    /// Says what a local is.
    pub fn bind(&mut self, local: Local, leaves: Vec<Operand>) {
        self.values[local.index()] = Some(leaves);
    }

    /// The scalars of a value of type `ty`.
    pub fn value(&mut self, value: &Value, ty: &ast::Type) -> Lower<Vec<Operand>> {
        match value {
            Value::Constant(constant) => self.constant(constant, ty),
            Value::Local(local) => match &self.values[local.index()] {
                Some(leaves) => Ok(leaves.clone()),
                // Of an instruction that is not supported, or of code that never runs: zero for who goes on nevertheless.
                None => {
                    let sorts = leaf_sorts(self.context.types(), ty)?;
                    let zero = |sort: Sort| match sort.width() {
                        Some(width) => bits(width, 0),
                        None => Operand::Bool(false),
                    };
                    Ok(sorts.into_iter().map(zero).collect())
                }
            },
        }
    }

    /// The scalars of an operand.
    pub fn operand(&mut self, operand: &ast::Operand) -> Lower<Vec<Operand>> {
        self.value(&operand.value, &operand.ty)
    }

    /// An operand that is one scalar.
    pub fn scalar(&mut self, operand: &ast::Operand) -> Lower<Operand> {
        only(self.operand(operand)?)
    }

    /// The block that an LLVM block becomes, where control flow reaches it.
    pub fn block_of(&self, id: ast::BlockId) -> Option<BlockId> {
        self.blocks[id.index()]
    }

    fn block(&mut self, id: ast::BlockId) {
        let Some(block) = self.blocks[id.index()] else { return };
        if self.emit.current != Some(block) {
            self.emit.enter(block);
        }
        self.here = id;
        self.after_noreturn = false;
        let source = &self.body.blocks[id];
        for inst in &source.insts {
            if matches!(inst.kind, InstKind::Phi { .. }) {
                continue;
            }
            self.emit.loc = self.location(inst.loc.as_ref());
            self.instruction(inst);
            if self.emit.current.is_none() {
                return;
            }
        }
        self.emit.loc = self.location(source.terminator.loc.as_ref());
        if let Err(Unsupported(what)) = self.terminator(&source.terminator.kind) {
            self.emit.unsupported(what);
            self.emit.terminate(unreachable());
        }
    }

    /// Lowers an instruction; one that is not supported stops the path.
    fn instruction(&mut self, inst: &ast::Inst) {
        let leaves = match self.instruction_value(&inst.kind) {
            Ok(leaves) => leaves,
            Err(Unsupported(what)) => {
                self.emit.unsupported(what);
                return;
            }
        };
        if let Some(result) = inst.result {
            self.bind(result, leaves);
        }
        if !matches!(inst.kind, InstKind::DebugVariable(_)) {
            self.after_noreturn = matches!(&inst.kind, InstKind::Call(call) if call.noreturn);
        }
    }

    fn terminator(&mut self, kind: &TerminatorKind) -> Lower<()> {
        let terminator = match kind {
            TerminatorKind::Ret(None) => Terminator::Return(Vec::new()),
            TerminatorKind::Ret(Some(value)) => {
                let leaves = self.operand(value)?;
                let promise = self.result;
                Terminator::Return(match leaves.as_slice() {
                    [value] => vec![self.promised(&promise, value.clone(), "a result")],
                    _ => {
                        if promise.defined {
                            self.check_defined(&leaves, "a result");
                        }
                        leaves
                    }
                })
            }
            TerminatorKind::Br(target) => Terminator::Jump(self.edge(*target)?),
            TerminatorKind::CondBr { condition, then, otherwise } => {
                let cond = only(self.value(condition, &ast::Type::Int(1))?)?;
                let (then, otherwise) = (self.edge(*then)?, self.edge(*otherwise)?);
                match cond {
                    Operand::Bool(true) => Terminator::Jump(then),
                    Operand::Bool(false) => Terminator::Jump(otherwise),
                    cond => Terminator::Branch { cond, then, otherwise },
                }
            }
            TerminatorKind::Switch { value, default, cases } => {
                self.switch(value, *default, cases)?
            }
            TerminatorKind::IndirectBr { address, targets } => {
                self.indirect_branch(address, targets)?
            }
            TerminatorKind::Invoke(invoke) => match self.invoke(invoke)? {
                Some(terminator) => terminator,
                None => return Ok(()),
            },
            TerminatorKind::Resume(value) => self.resume(value)?,
            TerminatorKind::Unreachable if self.after_noreturn => Terminator::Fail {
                kind: FindingKind::Unreachable,
                message: "a function that must not return has returned".to_owned(),
            },
            TerminatorKind::Unreachable => unreachable(),
            TerminatorKind::Unsupported(keyword) => {
                return unsupported(format!("terminator {keyword}"));
            }
        };
        self.emit.terminate(terminator);
        Ok(())
    }

    fn switch(
        &mut self,
        value: &ast::Operand,
        default: ast::BlockId,
        cases: &[(ast::Constant, ast::BlockId)],
    ) -> Lower<Terminator> {
        let value = self.scalar(value)?;
        let value = self.emit.bits_of(value);
        let width = self.emit.width(&value);
        let mut targets = Vec::with_capacity(cases.len());
        for (case, target) in cases {
            let number = match case {
                ast::Constant::Int(n) => *n,
                ast::Constant::Zero => 0,
                _ => return unsupported("a switch on something that is not a number"),
            };
            targets.push((number, self.edge(*target)?));
        }
        let default = self.edge(default)?;
        if let Some(known) = constant(&value) {
            let chosen = targets.into_iter().find(|(n, _)| *n == known);
            return Ok(Terminator::Jump(chosen.map_or(default, |(_, target)| target)));
        }
        if targets.is_empty() {
            return Ok(Terminator::Jump(default));
        }
        Ok(Terminator::Switch { value, width, cases: targets, default })
    }

    /// A computed goto: the address of a block is its number in the function plus one.
    fn indirect_branch(
        &mut self,
        address: &ast::Operand,
        targets: &[ast::BlockId],
    ) -> Lower<Terminator> {
        let value = self.scalar(address)?;
        let mut targets = targets.to_vec();
        targets.sort_unstable();
        targets.dedup();
        let mut cases = Vec::with_capacity(targets.len());
        for target in targets {
            cases.push((target.index() as u128 + 1, self.edge(target)?));
        }
        let failure = self.emit.block();
        let default = Target { block: failure, args: Vec::new() };
        Ok(Terminator::Switch { value, width: 64, cases, default })
    }

    /// The jump from the present block to `to`, with the values of its phis.
    pub fn edge(&mut self, to: ast::BlockId) -> Lower<Target> {
        let Some(block) = self.blocks[to.index()] else {
            return unsupported("a jump to a block that cannot be reached");
        };
        let mut args = Vec::new();
        for inst in &self.body.blocks[to].insts {
            let InstKind::Phi { ty, incoming } = &inst.kind else { break };
            if leaf_sorts(self.context.types(), ty).is_err() {
                continue;
            }
            let value = incoming.iter().find(|(_, from)| *from == self.here);
            match value {
                Some((value, _)) => args.extend(self.value(value, ty)?),
                None => return unsupported("a phi without a value for this jump"),
            }
        }
        Ok(Target { block, args })
    }
}
