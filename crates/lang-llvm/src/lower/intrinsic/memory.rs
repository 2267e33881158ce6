//! Intrinsics that touch memory.

use super::super::body::BodyLowering;
use super::super::emit::{bits, constant};
use super::super::types::{Lower, lanes, leaf_sorts, unsupported};
use crate::ast::{Arg, Call};
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::{BlockId, InstKind, Life, Operand, Target, Terminator};

impl BodyLowering<'_> {
    /// `llvm.memcpy`, whose ranges are the same or `apart`, and `llvm.memmove`.
    pub(super) fn copy_memory(&mut self, call: &Call, apart: bool) -> Lower<Vec<Operand>> {
        let (dst, src) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let len = self.argument(call, 2)?;
        let len = self.emit.resize_unsigned(len, 64);
        if constant(&len) != Some(0) {
            self.emit.inst(InstKind::Copy { dst, src, len, apart });
        }
        Ok(Vec::new())
    }

    /// `llvm.memset`.
    pub(super) fn fill_memory(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        let (dst, value) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let len = self.argument(call, 2)?;
        let len = self.emit.resize_unsigned(len, 64);
        if constant(&len) != Some(0) {
            self.emit.inst(InstKind::Fill { dst, value, len });
        }
        Ok(Vec::new())
    }

    /// `llvm.lifetime.start` and `llvm.lifetime.end`: the address is the last argument.
    pub(super) fn mark_life(&mut self, call: &Call, begins: bool) -> Lower<Vec<Operand>> {
        if !call.args.is_empty() {
            let address = self.argument(call, call.args.len() - 1)?;
            let facts = self.context.facts;
            let life = match (begins, facts.unmoved) {
                _ if !facts.lifetimes => Life::Unread,
                (true, true) => Life::Returns,
                (true, false) => Life::Begins,
                (false, _) => Life::Ends,
            };
            self.lifetime(address, life);
        }
        Ok(Vec::new())
    }

    /// `llvm.stacksave`: an object of no bytes, which is younger than all before and older than all after.
    pub(super) fn mark_stack(&mut self) -> Lower<Vec<Operand>> {
        match self.context.facts.lifetimes {
            true => Ok(vec![self.stack_object(bits(64, 0), 1)]),
            false => Ok(vec![bits(64, 0)]),
        }
    }

    /// `llvm.stackrestore`: ends the lives of arrays of variable length.
    pub(super) fn restore_stack(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        if self.context.facts.lifetimes {
            let address = self.argument(call, 0)?;
            self.emit.inst(InstKind::Lifetime { address, size: 0, life: Life::EndsWithYounger });
        }
        Ok(Vec::new())
    }

    /// `llvm.assume`.
    pub(super) fn assume(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        if self.context.facts.assumptions {
            let condition = self.argument(call, 0)?;
            let message = "an assumption that the compiler was told to make is false";
            // Compilers write what they know of values as assumptions.
            let kind = match self.context.facts.values {
                true => FindingKind::InvalidValue,
                false => FindingKind::Unreachable,
            };
            self.emit.check(condition, kind, message);
            for (tag, args) in &call.bundles {
                if &**tag == "align" {
                    self.assume_aligned(args, kind)?;
                }
            }
        }
        Ok(Vec::new())
    }

    /// `"align"(address, alignment[, offset])`. An alignment that is no constant is what an allocator was asked for.
    fn assume_aligned(&mut self, args: &[Arg], kind: FindingKind) -> Lower<()> {
        let [address, alignment, offset @ ..] = args else {
            return unsupported("an assumed alignment with too few arguments");
        };
        let mut address = self.scalar(&address.operand)?;
        let alignment = self.scalar(&alignment.operand)?;
        if let [offset, ..] = offset {
            let offset = self.scalar(&offset.operand)?;
            address = self.emit.same(Op::BvSub, vec![address, offset]);
        }
        let power = constant(&alignment).filter(|a| a.is_power_of_two() && *a > 1);
        if let Some(power) = power {
            let count = power.trailing_zeros();
            let low = self.emit.extract(count - 1, 0, address);
            let aligned = self.emit.equal(low, bits(count, 0));
            let message = "an alignment that the compiler was told to assume is false";
            self.emit.check(aligned, kind, message);
        }
        Ok(())
    }

    /// `llvm.va_copy`: the 24 bytes of the System V `va_list`.
    pub(super) fn copy_variadic(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        let (dst, src) = (self.argument(call, 0)?, self.argument(call, 1)?);
        self.emit.inst(InstKind::Copy { dst, src, len: bits(64, 24), apart: false });
        Ok(Vec::new())
    }

    /// `llvm.va_end`: the list has no value any more (C17 7.16.1.3).
    pub(super) fn end_variadic(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        let list = self.argument(call, 0)?;
        for offset in [0, 8, 16] {
            let address = self.emit.add(list.clone(), bits(64, offset));
            self.emit.store(address, Operand::Undef(Sort::BitVec(64)));
        }
        Ok(Vec::new())
    }

    /// `llvm.masked.load(ptr, [align,] mask, passthrough)`.
    pub(super) fn masked_load(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        let base = self.argument(call, 0)?;
        let size = self.lane_size(call)?;
        let count = lanes(&call.result).0;
        let addresses = (0..count).map(|i| self.emit.add(base.clone(), bits(64, size * i as u128)));
        let addresses = addresses.collect();
        self.conditional_loads(addresses, call)
    }

    /// `llvm.masked.gather(ptrs, [align,] mask, passthrough)`.
    pub(super) fn masked_gather(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        let addresses = self.leaves(call, 0)?;
        self.conditional_loads(addresses, call)
    }

    /// The bytes between the lanes of a masked access, which come in whole bytes.
    fn lane_size(&self, call: &Call) -> Lower<u128> {
        let ty = match call.result {
            crate::ast::Type::Void => call.args.first().map(|a| &a.operand.ty),
            ref ty => Some(ty),
        };
        let element = ty.map(|ty| lanes(ty).1);
        let sorts = element.map(|e| leaf_sorts(self.context.types(), e)).transpose()?;
        let width = sorts.and_then(|s| s.first()?.width()).unwrap_or(0);
        if width == 0 || width % 8 != 0 {
            return unsupported("a masked access to lanes that are not whole bytes");
        }
        Ok(u128::from(width / 8))
    }

    fn conditional_loads(&mut self, addresses: Vec<Operand>, call: &Call) -> Lower<Vec<Operand>> {
        let Some(last) = call.args.len().checked_sub(1).filter(|n| *n > 0) else {
            return unsupported("a masked load with too few arguments");
        };
        let (mask, rest) = (self.leaves(call, last - 1)?, self.leaves(call, last)?);
        let mut result = Vec::with_capacity(rest.len());
        for ((address, condition), other) in addresses.into_iter().zip(mask).zip(rest) {
            let sort = self.emit.sort(&other);
            result.push(match condition {
                Operand::Bool(true) => self.emit.load(address, sort),
                Operand::Bool(false) => other,
                condition => self.conditional_load(condition, address, other, sort),
            });
        }
        Ok(result)
    }

    fn conditional_load(
        &mut self,
        condition: Operand,
        address: Operand,
        other: Operand,
        sort: Sort,
    ) -> Operand {
        let joined = self.emit.block();
        let param = self.emit.reg(sort);
        self.emit.func.blocks[joined].params.push(param);
        let skip = Target { block: joined, args: vec![other] };
        let inside = self.branch_inside(condition, skip);
        self.emit.enter(inside);
        let loaded = self.emit.load(address, sort);
        self.emit.terminate(Terminator::Jump(Target { block: joined, args: vec![loaded] }));
        self.emit.enter(joined);
        Operand::Reg(param)
    }

    /// Goes to a new block when `condition` holds, else to `skip`.
    fn branch_inside(&mut self, cond: Operand, skip: Target) -> BlockId {
        let inside = self.emit.block();
        let then = Target { block: inside, args: Vec::new() };
        self.emit.terminate(Terminator::Branch { cond, then, otherwise: skip });
        inside
    }

    /// `llvm.masked.store(value, ptr, [align,] mask)`.
    pub(super) fn masked_store(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        let base = self.argument(call, 1)?;
        let size = self.lane_size(call)?;
        let count = call.args.first().map_or(0, |a| lanes(&a.operand.ty).0);
        let addresses = (0..count).map(|i| self.emit.add(base.clone(), bits(64, size * i as u128)));
        let addresses = addresses.collect();
        self.conditional_stores(addresses, call)
    }

    /// `llvm.masked.scatter(value, ptrs, [align,] mask)`.
    pub(super) fn masked_scatter(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        let addresses = self.leaves(call, 1)?;
        self.conditional_stores(addresses, call)
    }

    fn conditional_stores(&mut self, addresses: Vec<Operand>, call: &Call) -> Lower<Vec<Operand>> {
        let values = self.leaves(call, 0)?;
        let mask = self.leaves(call, call.args.len().saturating_sub(1))?;
        for ((address, condition), value) in addresses.into_iter().zip(mask).zip(values) {
            match condition {
                Operand::Bool(true) => self.emit.store(address, value),
                Operand::Bool(false) => {}
                condition => {
                    let joined = self.emit.block();
                    let skip = Target { block: joined, args: Vec::new() };
                    let inside = self.branch_inside(condition, skip);
                    self.emit.enter(inside);
                    self.emit.store(address, value);
                    self.emit.jump(joined);
                    self.emit.enter(joined);
                }
            }
        }
        Ok(Vec::new())
    }

    /// `llvm.load.relative`: an entry of a constant table of distances from the table, as the address it means.
    pub(super) fn load_relative(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        let (table, offset) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let offset = self.emit.resize_signed(offset, 64);
        let Operand::Global(global, 0) = table else {
            return unsupported("llvm.load.relative of a table that is not constant");
        };
        let mut result = Operand::Undef(Sort::BitVec(64));
        for (at, place) in self.context.relative_table(global)? {
            let here = self.emit.equal(offset.clone(), bits(64, u128::from(at)));
            result = match result {
                Operand::Undef(_) => place,
                result => self.emit.ite(here, place, result),
            };
        }
        Ok(vec![result])
    }

    /// The pointer with the bits that the second argument keeps.
    pub(super) fn masked_pointer(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        let (pointer, kept) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let kept = self.emit.resize_unsigned(kept, 64);
        Ok(vec![self.fold(Op::BvAnd, vec![pointer, kept], Sort::BitVec(64))])
    }
}
