//! Unwinding: what `invoke`, `landingpad` and `resume` mean.
//!
//! The machine unwinds the stack and stops at calls that catch. Such a call gives what unwound, or zero when it returned; the
//! block branches on that, and hands it to the landing pad as a parameter. Which types a landing pad wants is asked by
//! languages of which nothing is caught here.

use super::body::BodyLowering;
use super::context::RESUME;
use super::emit::zero;
use super::emit::{bits, unreachable};
use super::types::{Lower, leaf_sorts, unsupported};
use crate::ast::{self, BlockId, Clause, InstKind, Invoke, Type};
use effigy_base::sort::Sort;
use effigy_ir::function::{Callee, Catch, InstKind as Made, Operand, Target, Terminator};

impl BodyLowering<'_> {
    /// Makes the parameter of a landing pad that receives what unwound to it.
    pub fn make_landing(&mut self, id: BlockId) {
        if self.clause(id).is_some()
            && let Some(block) = self.block_of(id)
        {
            let reg = self.emit.reg(Sort::BitVec(64));
            self.emit.func.blocks[block].params.push(reg);
            self.landed.insert(id, reg);
        }
    }

    /// What the landing pad of a block does; `None` where there is none.
    fn clause(&self, id: BlockId) -> Option<Clause> {
        let insts = &self.body.blocks[id].insts;
        insts.iter().find_map(|inst| match &inst.kind {
            InstKind::LandingPad { clause, .. } => Some(*clause),
            _ => None,
        })
    }

    /// An `invoke`; `None` when its call is the end of the block.
    pub fn invoke(&mut self, invoke: &Invoke) -> Lower<Option<Terminator>> {
        let clause = self.clause(invoke.unwind).filter(|_| self.context.unwinds());
        let kind = match clause {
            Some(Clause::Cleanup) => Some(Catch::Cleanup),
            Some(Clause::Nothing) => Some(Catch::Nothing),
            // One that asks for types says that it is not supported.
            Some(Clause::All | Clause::Types) => Some(Catch::All),
            None => None,
        };
        let unwound = kind.map(|kind| {
            let dst = self.emit.reg(Sort::BitVec(64));
            self.emit.inst(Made::Catches { dst, kind });
            dst
        });
        let leaves = self.call(&invoke.call)?;
        if let Some(result) = invoke.result {
            self.bind(result, leaves);
        }
        if self.emit.current.is_none() {
            return Ok(None);
        }
        let normal = self.edge(invoke.normal)?;
        let Some(dst) = unwound else { return Ok(Some(Terminator::Jump(normal))) };
        let mut pad: Target = self.edge(invoke.unwind)?;
        pad.args.push(Operand::Reg(dst));
        // No decision of the source: it has no place there.
        self.emit.loc = None;
        let cond = self.emit.equal(Operand::Reg(dst), bits(64, 0));
        Ok(Some(Terminator::Branch { cond, then: normal, otherwise: pad }))
    }

    /// The value of a landing pad: what unwound, and no number of a type.
    pub fn landing_pad(&mut self, ty: &Type, clause: Clause) -> Lower<Vec<Operand>> {
        if clause == Clause::Types {
            return unsupported("a landing pad that asks for types");
        }
        let Some(reg) = self.landed.get(&self.here).copied() else {
            return unsupported("unwinding (landingpad)");
        };
        let sorts = leaf_sorts(self.context.types(), ty)?;
        let mut leaves: Vec<Operand> = sorts.into_iter().map(zero).collect();
        if let Some(first) = leaves.first_mut() {
            *first = Operand::Reg(reg);
        }
        Ok(leaves)
    }

    /// A `resume`: unwinding goes on behind this function.
    pub fn resume(&mut self, value: &ast::Operand) -> Lower<Terminator> {
        let Some(function) = self.context.external(RESUME) else {
            return unsupported("unwinding (resume)");
        };
        let Some(unwound) = self.operand(value)?.into_iter().next() else {
            return unsupported("unwinding (resume)");
        };
        self.emit_call(Callee::Function(function), vec![unwound], &Type::Void)?;
        Ok(unreachable())
    }
}
