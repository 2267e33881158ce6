//! Builders: a function block by block, and a program whose parts are all at hand.

mod program;

pub use program::ProgramBuilder;

use crate::function::{
    ADDRESS_BITS, Block, BlockId, Callee, Function, Inst, InstKind, Loc, LocId, Operand, Reg,
    RegDecl, Target, Terminator,
};
use crate::program::{Declarations, FunctionDecl};
use crate::verify::{Place, Problem, VerifyError, verify_body};
use effigy_base::finding::FindingKind;
use effigy_base::id::{Id, IdVec};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use std::collections::HashMap;

/// Builds one function body. Instructions go to the end of the current block, at first the entry.
///
/// Mistakes such as ill-sorted operands show in [`FunctionBuilder::finish`], which verifies.
#[derive(Clone, Debug)]
pub struct FunctionBuilder {
    function: Function,
    blocks: Vec<OpenBlock>,
    current: BlockId,
    loc: Option<LocId>,
    locs: HashMap<Loc, LocId>,
}

#[derive(Clone, Debug, Default)]
struct OpenBlock {
    params: Vec<Reg>,
    insts: Vec<Inst>,
    end: Option<(Terminator, Option<LocId>)>,
}

impl FunctionBuilder {
    /// A function with these sorts of parameters and results and an empty entry block.
    pub fn new(params: &[Sort], results: &[Sort]) -> Self {
        let mut builder = Self {
            function: Function { results: results.to_vec(), ..Function::default() },
            blocks: vec![OpenBlock::default()],
            current: BlockId::from_index(0),
            loc: None,
            locs: HashMap::new(),
        };
        builder.function.params = params.iter().map(|&sort| builder.reg(sort)).collect();
        builder
    }

    /// The registers of the parameters, in order.
    pub fn params(&self) -> &[Reg] {
        &self.function.params
    }

    /// A new register, not assigned yet.
    pub fn reg(&mut self, sort: Sort) -> Reg {
        self.function.regs.push(RegDecl { sort })
    }

    /// A new block without parameters.
    pub fn block(&mut self) -> BlockId {
        self.blocks.push(OpenBlock::default());
        BlockId::from_index(self.blocks.len() - 1)
    }

    /// A new parameter of a block. Unknown blocks are left alone.
    pub fn block_param(&mut self, block: BlockId, sort: Sort) -> Reg {
        let reg = self.reg(sort);
        if let Some(block) = self.blocks.get_mut(block.index()) {
            block.params.push(reg);
        }
        reg
    }

    /// The block that instructions go to.
    pub fn current(&self) -> BlockId {
        self.current
    }

    /// Instructions go to the end of `block` from here on.
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Whether the current block has its terminator.
    pub fn is_terminated(&self) -> bool {
        self.blocks.get(self.current.index()).is_none_or(|b| b.end.is_some())
    }

    /// The id of a source location, added when it is new.
    pub fn loc(&mut self, loc: Loc) -> LocId {
        let locs = &mut self.function.locs;
        *self.locs.entry(loc).or_insert_with_key(|loc| locs.push(loc.clone()))
    }

    /// Instructions and terminators come from `loc` from here on.
    pub fn set_loc(&mut self, loc: Option<LocId>) {
        self.loc = loc;
    }

    /// Appends an instruction. Nothing follows a terminator: there the instruction is dropped.
    pub fn push(&mut self, kind: InstKind) {
        let loc = self.loc;
        if let Some(block) = self.open() {
            block.insts.push(Inst { kind, loc });
        }
    }

    /// Ends the current block. A second terminator is dropped.
    pub fn terminate(&mut self, terminator: Terminator) {
        let loc = self.loc;
        if let Some(block) = self.open() {
            block.end = Some((terminator, loc));
        }
    }

    fn open(&mut self) -> Option<&mut OpenBlock> {
        self.blocks.get_mut(self.current.index()).filter(|block| block.end.is_none())
    }

    /// The sort of an operand; that of an unknown register counts as Bool, which `finish` reports.
    pub fn sort(&self, operand: &Operand) -> Sort {
        operand.sort(&self.function).unwrap_or(Sort::Bool)
    }

    /// `op(args)` in a new register.
    pub fn op(&mut self, op: Op, args: impl Into<Vec<Operand>>) -> Operand {
        let args = args.into();
        let sorts: Vec<Sort> = args.iter().map(|a| self.sort(a)).collect();
        let dst = self.reg(op.result_sort(&sorts).unwrap_or(Sort::Bool));
        self.push(InstKind::Op { dst, op, args });
        Operand::Reg(dst)
    }

    /// The value of `sort` at an address, in a new register.
    pub fn load(&mut self, sort: Sort, addr: Operand) -> Operand {
        let dst = self.reg(sort);
        self.push(InstKind::Load { dst, addr });
        Operand::Reg(dst)
    }

    /// Writes `value` to an address.
    pub fn store(&mut self, addr: Operand, value: Operand) {
        let sort = self.sort(&value);
        self.push(InstKind::Store { addr, value, sort });
    }

    /// The address of a new stack object of `size` bytes.
    pub fn alloc(&mut self, size: u64, align: u64) -> Operand {
        let dst = self.reg(Sort::BitVec(ADDRESS_BITS));
        let size = Operand::bits(ADDRESS_BITS, u128::from(size));
        self.push(InstKind::Alloc { dst, size, align });
        Operand::Reg(dst)
    }

    /// Calls with results of these sorts, in new registers.
    pub fn call(
        &mut self,
        callee: Callee,
        args: impl Into<Vec<Operand>>,
        results: &[Sort],
    ) -> Vec<Operand> {
        let args = args.into();
        let arg_sorts = args.iter().map(|a| self.sort(a)).collect();
        let results: Vec<Reg> = results.iter().map(|&sort| self.reg(sort)).collect();
        let values = results.iter().map(|&reg| Operand::Reg(reg)).collect();
        self.push(InstKind::Call { results, callee, args, arg_sorts });
        values
    }

    /// A finding of this kind unless `cond` holds.
    pub fn check(&mut self, cond: Operand, kind: FindingKind, message: impl Into<String>) {
        self.push(InstKind::Check { cond, kind, message: message.into() });
    }

    /// Ends the current block with a jump.
    pub fn jump(&mut self, block: BlockId, args: impl Into<Vec<Operand>>) {
        self.terminate(Terminator::Jump(Target { block, args: args.into() }));
    }

    /// Ends the current block with a branch to blocks without parameters.
    pub fn branch(&mut self, cond: Operand, then: BlockId, otherwise: BlockId) {
        let target = |block| Target { block, args: Vec::new() };
        self.terminate(Terminator::Branch {
            cond,
            then: target(then),
            otherwise: target(otherwise),
        });
    }

    /// Ends the current block by returning.
    pub fn ret(&mut self, values: impl Into<Vec<Operand>>) {
        self.terminate(Terminator::Return(values.into()));
    }

    /// The function, verified against its declaration and what it refers to.
    ///
    /// # Errors
    /// Every rule that the body breaks, blocks without a terminator first.
    pub fn finish(
        self,
        declarations: Declarations<'_>,
        decl: &FunctionDecl,
    ) -> Result<Function, Vec<VerifyError>> {
        let mut function = self.function;
        let mut blocks = IdVec::new();
        let mut errors = Vec::new();
        for (index, open) in self.blocks.into_iter().enumerate() {
            let Some((terminator, terminator_loc)) = open.end else {
                let place = Place::Terminator(BlockId::from_index(index));
                let problem = Problem::NoTerminator;
                errors.push(VerifyError { function: decl.name.clone(), place, problem });
                continue;
            };
            blocks.push(Block {
                params: open.params,
                insts: open.insts,
                terminator,
                terminator_loc,
            });
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        function.blocks = blocks;
        verify_body(declarations, decl, &function)?;
        Ok(function)
    }
}

#[cfg(test)]
mod tests;
