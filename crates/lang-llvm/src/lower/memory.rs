//! Memory: stack objects, loads, stores, addresses, atomics.

use super::body::BodyLowering;
use super::emit::{bits, constant};
use super::emit::{only, zero};
use super::types::{
    Lower, Unsupported, fields, lanes, leaf_count, scalar_sort, size_of, unsupported,
};
use crate::ast::{self, AtomicOp, BinaryOp, Constant, IntPredicate, StructType, Type, Value};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::{InstKind, Life, Operand};

impl BodyLowering<'_> {
    /// `alloca`.
    pub fn alloca(
        &mut self,
        ty: &Type,
        count: Option<&ast::Operand>,
        align: Option<u64>,
    ) -> Lower<Vec<Operand>> {
        let size = size_of(self.context.types(), ty)?;
        let mut bytes = bits(64, u128::from(size));
        if let Some(count) = count {
            let count = self.scalar(count)?;
            let count = self.emit.resize_unsigned(count, 64);
            bytes = self.emit.mul(count, bytes);
        }
        let align = match align {
            Some(align) => align,
            None => self.align_of(ty)?,
        };
        Ok(vec![self.stack_object(bytes, align)])
    }

    /// A new stack object; its address.
    pub fn stack_object(&mut self, size: Operand, align: u64) -> Operand {
        let dst = self.emit.reg(Sort::BitVec(64));
        if let Some(size) = constant(&size).and_then(|size| u64::try_from(size).ok()) {
            self.stack_sizes.insert(dst, size);
        }
        self.emit.inst(InstKind::Alloc { dst, size, align: align.max(1) });
        Operand::Reg(dst)
    }

    fn align_of(&self, ty: &Type) -> Lower<u64> {
        self.context.types().align_of(ty).map_err(|e| Unsupported(e.to_string()))
    }

    /// The address of a new stack object with the contents of the `ty` at `source`.
    pub fn own_copy(&mut self, source: Operand, ty: &Type, align: Option<u64>) -> Lower<Operand> {
        let size = bits(64, u128::from(size_of(self.context.types(), ty)?));
        let align = align.unwrap_or(self.align_of(ty)?);
        let dst = self.stack_object(size.clone(), align);
        let kind = InstKind::Copy { dst: dst.clone(), src: source, len: size, apart: false };
        self.emit.inst(kind);
        Ok(dst)
    }

    /// Reads the scalars of a `ty` at `addr`.
    pub fn load(&mut self, addr: &Operand, ty: &Type) -> Lower<Vec<Operand>> {
        let mut leaves = Vec::with_capacity(leaf_count(self.context.types(), ty)?);
        self.load_at(addr, 0, ty, &mut leaves)?;
        Ok(leaves)
    }

    fn load_at(
        &mut self,
        base: &Operand,
        offset: u64,
        ty: &Type,
        leaves: &mut Vec<Operand>,
    ) -> Lower<()> {
        if let Some(sort) = scalar_sort(ty)? {
            let addr = self.displaced(base, offset);
            leaves.push(self.emit.load(addr, sort));
            return Ok(());
        }
        if let Some((count, sort)) = packed(ty)? {
            let width = sort.width().unwrap_or(1);
            let addr = self.displaced(base, offset);
            let whole = self.emit.load(addr, whole_sort(count, width)?);
            let whole = self.emit.bits_of(whole);
            for i in 0..count {
                let lane = self.emit.extract((i + 1) * width - 1, i * width, whole.clone());
                leaves.push(self.emit.scalar_of(lane, sort));
            }
            return Ok(());
        }
        for (at, part) in self.parts(ty)? {
            self.load_at(base, offset + at, &part, leaves)?;
        }
        Ok(())
    }

    /// Writes the scalars of a `ty` to `addr`.
    pub fn store(&mut self, addr: &Operand, ty: &Type, leaves: Vec<Operand>) -> Lower<()> {
        let mut leaves = leaves.into_iter();
        self.store_at(addr, 0, ty, &mut leaves)
    }

    fn store_at(
        &mut self,
        base: &Operand,
        offset: u64,
        ty: &Type,
        leaves: &mut std::vec::IntoIter<Operand>,
    ) -> Lower<()> {
        if scalar_sort(ty)?.is_some() {
            let addr = self.displaced(base, offset);
            if let Some(value) = leaves.next() {
                self.emit.store(addr, value);
            }
            return Ok(());
        }
        if let Some((count, sort)) = packed(ty)? {
            let addr = self.displaced(base, offset);
            let sort = whole_sort(count, sort.width().unwrap_or(1))?;
            let lanes: Vec<Operand> = leaves.take(count as usize).collect();
            let lanes: Vec<Operand> = lanes.into_iter().map(|l| self.emit.bits_of(l)).collect();
            if let Some(whole) = self.join(&lanes) {
                let whole = self.emit.scalar_of(whole, sort);
                self.emit.store(addr, whole);
            }
            return Ok(());
        }
        for (at, part) in self.parts(ty)? {
            self.store_at(base, offset + at, &part, leaves)?;
        }
        Ok(())
    }

    /// The parts of an aggregate with their offsets.
    fn parts(&self, ty: &Type) -> Lower<Vec<(u64, Type)>> {
        let types = self.context.types();
        match ty {
            Type::Array(count, element) => {
                let size = size_of(types, element)?;
                if size == 0 {
                    return Ok(Vec::new());
                }
                Ok((0..*count).map(|i| (i * size, Type::clone(element))).collect())
            }
            Type::Vector(count, element) => {
                let (_, size) = lane_bits(element)?;
                let size = u64::from(size / 8);
                Ok((0..u64::from(*count)).map(|i| (i * size, Type::clone(element))).collect())
            }
            Type::Struct(_) | Type::Named(_) => {
                let body = fields(types, ty)?;
                let mut parts = Vec::with_capacity(body.fields.len());
                for (i, field) in body.fields.iter().enumerate() {
                    parts.push((self.field_offset(body, i)?, field.clone()));
                }
                Ok(parts)
            }
            _ => Ok(Vec::new()),
        }
    }

    fn field_offset(&self, body: &StructType, index: usize) -> Lower<u64> {
        let offset = self.context.types().field_offset(body, index);
        offset.map_err(|e| Unsupported(e.to_string()))
    }

    fn displaced(&mut self, base: &Operand, offset: u64) -> Operand {
        self.emit.add(base.clone(), bits(64, u128::from(offset)))
    }

    /// A check of the alignment of the access that follows.
    pub fn aligned(&mut self, addr: &Operand, align: Option<u64>) {
        if let Some(align) = align.filter(|align| self.context.facts.alignment && *align > 1) {
            self.emit.inst(InstKind::Aligned { addr: addr.clone(), align });
        }
    }

    /// The life of the stack object at an address begins or ends.
    pub fn lifetime(&mut self, address: Operand, life: Life) {
        if let Operand::Reg(reg) = address
            && let Some(size) = self.stack_sizes.get(&reg)
        {
            self.emit.inst(InstKind::Lifetime { address, size: *size, life });
        }
    }

    /// `store`; a large constant of zeros becomes one fill.
    pub fn store_inst(
        &mut self,
        value: &ast::Operand,
        ptr: &ast::Operand,
        align: Option<u64>,
    ) -> Lower<()> {
        let addr = self.scalar(ptr)?;
        let is_zero = matches!(value.value, Value::Constant(Constant::Zero));
        if is_zero && matches!(value.ty, Type::Array(..) | Type::Struct(_) | Type::Named(_)) {
            let len = bits(64, u128::from(size_of(self.context.types(), &value.ty)?));
            self.emit.inst(InstKind::Fill { dst: addr, value: bits(8, 0), len });
            return Ok(());
        }
        let leaves = self.operand(value)?;
        self.aligned(&addr, align);
        self.store(&addr, &value.ty, leaves)
    }

    /// `getelementptr`: `base` is a pointer or a vector of them, and so is each index a number or a vector.
    pub fn element_pointer(
        &mut self,
        source: &Type,
        base: (Vec<Operand>, &Type),
        indices: &[(Vec<Operand>, Type)],
    ) -> Lower<Vec<Operand>> {
        let (bases, base_type) = base;
        let widest = indices.iter().map(|(_, ty)| lanes(ty).0).max().unwrap_or(1);
        let count = widest.max(lanes(base_type).0);
        let mut result = Vec::with_capacity(count);
        for lane in 0..count {
            let pick = |leaves: &[Operand]| leaves.get(lane).or(leaves.first()).cloned();
            let Some(address) = pick(&bases) else {
                return unsupported("an address that is no scalar");
            };
            let steps: Option<Vec<Operand>> = indices.iter().map(|(i, _)| pick(i)).collect();
            let Some(steps) = steps else {
                return unsupported("an index that is no scalar");
            };
            result.push(self.element_address(source, address, steps)?);
        }
        Ok(result)
    }

    fn element_address(
        &mut self,
        source: &Type,
        mut address: Operand,
        steps: Vec<Operand>,
    ) -> Lower<Operand> {
        let types = self.context.types();
        let mut ty = source.clone();
        let mut fixed: u64 = 0;
        for (i, step) in steps.into_iter().enumerate() {
            let element = match &ty {
                _ if i == 0 => ty,
                Type::Array(_, element) | Type::Vector(_, element) => Type::clone(element),
                Type::Struct(_) | Type::Named(_) => {
                    let body = fields(types, &ty)?.clone();
                    let index = constant(&step).and_then(|n| usize::try_from(n).ok());
                    let Some((index, field)) = index.and_then(|n| Some((n, body.fields.get(n)?)))
                    else {
                        return unsupported("a field by a number that is not constant");
                    };
                    fixed = fixed.wrapping_add(self.field_offset(&body, index)?);
                    ty = field.clone();
                    continue;
                }
                _ => return unsupported("an address inside of a scalar"),
            };
            let size = bits(64, u128::from(size_of(types, &element)?));
            let step = self.emit.resize_signed(step, 64);
            let distance = self.emit.mul(step, size);
            match constant(&distance) {
                Some(n) => fixed = fixed.wrapping_add(n as u64),
                None => address = self.emit.add(address, distance),
            }
            ty = element;
        }
        Ok(self.emit.add(address, bits(64, u128::from(fixed))))
    }

    /// `atomicrmw`, as one thread does it: reads, computes, writes; the result is the old value.
    pub fn atomic_update(
        &mut self,
        op: AtomicOp,
        ptr: &ast::Operand,
        value: &ast::Operand,
    ) -> Lower<Vec<Operand>> {
        let addr = self.scalar(ptr)?;
        let operand = self.scalar(value)?;
        let old = only(self.load(&addr, &value.ty)?)?;
        let new = self.atomic_result(op, &value.ty, old.clone(), operand)?;
        self.store(&addr, &value.ty, vec![new])?;
        Ok(vec![old])
    }

    fn atomic_result(
        &mut self,
        op: AtomicOp,
        ty: &Type,
        old: Operand,
        x: Operand,
    ) -> Lower<Operand> {
        let arithmetic = match op {
            AtomicOp::Add => Some(BinaryOp::Add),
            AtomicOp::Sub => Some(BinaryOp::Sub),
            AtomicOp::And | AtomicOp::Nand => Some(BinaryOp::And),
            AtomicOp::Or => Some(BinaryOp::Or),
            AtomicOp::Xor => Some(BinaryOp::Xor),
            AtomicOp::FAdd => Some(BinaryOp::FAdd),
            AtomicOp::FSub => Some(BinaryOp::FSub),
            _ => None,
        };
        if let Some(binary) = arithmetic {
            let result = only(self.binary(binary, ty, vec![old], vec![x])?)?;
            return Ok(match (op, self.emit.sort(&result)) {
                (AtomicOp::Nand, Sort::Bool) => self.emit.negate(result),
                (AtomicOp::Nand, _) => self.emit.same(Op::BvNot, vec![result]),
                _ => result,
            });
        }
        let chosen = match op {
            AtomicOp::Xchg => return Ok(x),
            AtomicOp::Max => IntPredicate::Sgt,
            AtomicOp::Min => IntPredicate::Slt,
            AtomicOp::UMax => IntPredicate::Ugt,
            AtomicOp::UMin => IntPredicate::Ult,
            _ => return self.atomic_wrapping(op, ty, old, x),
        };
        let keep = self.compare_lane(chosen, old.clone(), x.clone());
        Ok(self.emit.ite(keep, old, x))
    }

    fn atomic_wrapping(
        &mut self,
        op: AtomicOp,
        ty: &Type,
        old: Operand,
        x: Operand,
    ) -> Lower<Operand> {
        let Type::Int(width) = ty else {
            return unsupported(format!("atomicrmw {}", op.name()));
        };
        let one = if *width == 1 { Operand::Bool(true) } else { bits(*width, 1) };
        let reached = self.compare_lane(IntPredicate::Uge, old.clone(), x.clone());
        let nothing = zero(self.emit.sort(&old));
        let minus = |lowering: &mut Self, b: Operand| {
            only(lowering.binary(BinaryOp::Sub, ty, vec![old.clone()], vec![b])?)
        };
        match op {
            AtomicOp::UIncWrap => {
                let next = only(self.binary(BinaryOp::Add, ty, vec![old.clone()], vec![one])?)?;
                Ok(self.emit.ite(reached, nothing, next))
            }
            AtomicOp::UDecWrap => {
                let next = minus(self, one)?;
                let above = self.compare_lane(IntPredicate::Ugt, old.clone(), x.clone());
                let empty = self.emit.equal(old, nothing);
                let next = self.emit.ite(above, x.clone(), next);
                Ok(self.emit.ite(empty, x, next))
            }
            AtomicOp::USubCond => {
                let next = minus(self, x)?;
                Ok(self.emit.ite(reached, next, old))
            }
            AtomicOp::USubSat => {
                let next = minus(self, x)?;
                Ok(self.emit.ite(reached, next, nothing))
            }
            _ => unsupported(format!("atomicrmw {}", op.name())),
        }
    }

    /// `cmpxchg`: the old value and whether it was replaced.
    pub fn compare_exchange(
        &mut self,
        ptr: &ast::Operand,
        expected: &ast::Operand,
        new: &ast::Operand,
    ) -> Lower<Vec<Operand>> {
        let addr = self.scalar(ptr)?;
        let (wanted, new) = (self.scalar(expected)?, self.scalar(new)?);
        let old = only(self.load(&addr, &expected.ty)?)?;
        let same = self.emit.equal(old.clone(), wanted);
        let stored = self.emit.ite(same.clone(), new, old.clone());
        self.store(&addr, &expected.ty, vec![stored])?;
        Ok(vec![old, same])
    }
}

/// The lanes of a vector that memory holds without padding to bytes.
fn packed(ty: &Type) -> Lower<Option<(u32, Sort)>> {
    let Type::Vector(count, element) = ty else { return Ok(None) };
    let (sort, width) = lane_bits(element)?;
    Ok((width % 8 != 0).then_some((*count, sort)))
}

fn lane_bits(element: &Type) -> Lower<(Sort, u32)> {
    match scalar_sort(element)? {
        Some(sort) => Ok((sort, sort.width().unwrap_or(1))),
        None => unsupported("a vector of aggregates"),
    }
}

fn whole_sort(count: u32, width: u32) -> Lower<Sort> {
    match count.saturating_mul(width) {
        1 => Ok(Sort::Bool),
        total @ 2..=128 => Ok(Sort::BitVec(total)),
        total => unsupported(format!("a vector of {total} packed bits in memory")),
    }
}
