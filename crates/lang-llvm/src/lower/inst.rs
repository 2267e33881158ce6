//! One instruction: what its result consists of.

use super::body::BodyLowering;
use super::emit::constant;
use super::emit::only;
use super::guard::Checked;
use super::types::{Lower, float_kind, leaf_count, member, unsupported};
use crate::ast::{self, BinaryOp, Flags, FloatKind, InstKind, IntPredicate, Type, Value};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::{InstKind as Emitted, Operand};

impl BodyLowering<'_> {
    /// The scalars of an instruction's result; none when it has no result.
    pub fn instruction_value(&mut self, kind: &InstKind) -> Lower<Vec<Operand>> {
        match kind {
            InstKind::Binary { op, ty, lhs, rhs, flags } => {
                self.binary_inst((*op, *flags), ty, lhs, rhs)
            }
            InstKind::FNeg(value) => self.negate_float(value),
            InstKind::ICmp { predicate, ty, lhs, rhs, flags } => {
                let (a, b) = (self.value(lhs, ty)?, self.value(rhs, ty)?);
                if let (Type::Ptr(_), [a], [b]) = (ty, a.as_slice(), b.as_slice())
                    && !matches!(predicate, IntPredicate::Eq | IntPredicate::Ne)
                {
                    self.check_same_object(a, b, "compared by their order");
                }
                let result = self.compare_integers(*predicate, a.clone(), b.clone());
                Ok(if flags.samesign { self.same_sign(result, &a, &b) } else { result })
            }
            InstKind::FCmp { predicate, ty, lhs, rhs } => {
                let (a, b) = (self.value(lhs, ty)?, self.value(rhs, ty)?);
                self.compare_floats(*predicate, ty, a, b)
            }
            InstKind::Cast { op, value, to, flags, amount } => {
                let leaves = self.operand(value)?;
                if let (true, [leaf], Type::Int(width)) = (*amount, leaves.as_slice(), to) {
                    return Ok(vec![self.shift_amount(leaf, *width)]);
                }
                let result = self.cast(*op, leaves.clone(), &value.ty, to)?;
                Ok(self.converted((*op, *flags), leaves, result))
            }
            InstKind::Select { condition, then, otherwise } => {
                let condition = self.operand(condition)?;
                let (a, b) = (self.operand(then)?, self.operand(otherwise)?);
                self.choose(condition, a, b)
            }
            InstKind::Freeze(value) => {
                let leaves = self.operand(value)?;
                Ok(leaves.into_iter().map(|leaf| self.freeze(leaf)).collect())
            }
            InstKind::Phi { .. } => unsupported("a phi in the middle of a block"),
            InstKind::Alloca { ty, count, align } => self.alloca(ty, count.as_ref(), *align),
            InstKind::Load { ty, ptr, align, volatile, promise, .. } => {
                self.emit.func.volatile |= volatile;
                let addr = self.scalar(ptr)?;
                self.aligned(&addr, *align);
                let leaves = self.load(&addr, ty)?;
                Ok(match leaves.as_slice() {
                    [value] => vec![self.promised(promise, value.clone(), "a value that is read")],
                    _ => leaves,
                })
            }
            InstKind::Store { value, ptr, align, .. } => {
                self.store_inst(value, ptr, *align).map(|()| Vec::new())
            }
            InstKind::Fence => Ok(Vec::new()),
            InstKind::CmpXchg { ptr, expected, new } => self.compare_exchange(ptr, expected, new),
            InstKind::AtomicRmw { op, ptr, value } => self.atomic_update(*op, ptr, value),
            InstKind::GetElementPtr { source, base, indices, flags } => {
                let leaves = self.operand(base)?;
                let mut values = Vec::with_capacity(indices.len());
                for index in indices {
                    values.push((self.operand(index)?, index.ty.clone()));
                }
                let to = self.element_pointer(source, (leaves.clone(), &base.ty), &values)?;
                self.addressed(*flags, source, leaves, &values, to)
            }
            InstKind::Call(call) => self.call(call),
            InstKind::VaArg { .. } => unsupported("va_arg"),
            InstKind::LandingPad { ty, clause } => self.landing_pad(ty, *clause),
            InstKind::DebugVariable(variable) => {
                self.name_variable(variable);
                Ok(Vec::new())
            }
            InstKind::Unsupported(keyword) => unsupported(format!("instruction {keyword}")),
            _ => self.aggregate_value(kind),
        }
    }

    /// Instructions that take aggregates and vectors apart or put them together.
    fn aggregate_value(&mut self, kind: &InstKind) -> Lower<Vec<Operand>> {
        match kind {
            InstKind::ExtractValue { aggregate, indices } => {
                let types = self.context.types();
                let leaves = self.operand(aggregate)?;
                let (first, ty) = member(types, &aggregate.ty, indices)?;
                let count = leaf_count(types, &ty)?;
                Ok(leaves.into_iter().skip(first).take(count).collect())
            }
            InstKind::InsertValue { aggregate, element, indices } => {
                let mut leaves = self.operand(aggregate)?;
                let new = self.operand(element)?;
                let (first, _) = member(self.context.types(), &aggregate.ty, indices)?;
                for (slot, leaf) in leaves.iter_mut().skip(first).zip(new) {
                    *slot = leaf;
                }
                Ok(leaves)
            }
            InstKind::ExtractElement { vector, index } => {
                let lanes = self.operand(vector)?;
                let index = self.scalar(index)?;
                self.lane(lanes, &index)
            }
            InstKind::InsertElement { vector, element, index } => {
                let lanes = self.operand(vector)?;
                let (new, index) = (self.scalar(element)?, self.scalar(index)?);
                Ok(self.with_lane(lanes, &new, &index))
            }
            InstKind::ShuffleVector { first, second, mask } => {
                let mut lanes = self.operand(first)?;
                lanes.extend(self.operand(second)?);
                let sort = lanes.first().map_or(Sort::Bool, |l| self.emit.sort(l));
                let pick = |i: &Option<u32>| i.and_then(|i| lanes.get(i as usize).cloned());
                Ok(mask.iter().map(|i| pick(i).unwrap_or(Operand::Undef(sort))).collect())
            }
            _ => unsupported("this instruction"),
        }
    }

    fn binary_inst(
        &mut self,
        (op, flags): (BinaryOp, Flags),
        ty: &Type,
        lhs: &Value,
        rhs: &Value,
    ) -> Lower<Vec<Operand>> {
        let (a, b) = (self.value(lhs, ty)?, self.value(rhs, ty)?);
        if matches!(op, BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem) {
            self.checked = self.guards.checked(self.here, rhs);
        }
        if let (true, [a], [b]) = (flags.pointers, a.as_slice(), b.as_slice()) {
            self.check_same_object(a, b, "subtracted");
        }
        let result = self.binary(op, ty, a.clone(), b.clone());
        self.checked = Checked::default();
        Ok(self.computed((op, flags), result?, a, b))
    }

    /// `fneg`: flips the sign bit, in every format.
    fn negate_float(&mut self, value: &ast::Operand) -> Lower<Vec<Operand>> {
        let leaves = self.operand(value)?;
        let ieee = float_kind(&value.ty) != Some(FloatKind::BFloat);
        let flip = |lowering: &mut Self, leaf: Operand| {
            let sort = lowering.emit.sort(&leaf);
            let width = sort.width().unwrap_or(1);
            if ieee {
                return lowering.fold(Op::FpNeg, vec![leaf], sort);
            }
            let sign = super::emit::bits(width, 1 << (width - 1));
            lowering.fold(Op::BvXor, vec![leaf, sign], sort)
        };
        Ok(leaves.into_iter().map(|leaf| flip(self, leaf)).collect())
    }

    /// `select`: one condition for all scalars, or one for each lane.
    pub fn choose(
        &mut self,
        conditions: Vec<Operand>,
        then: Vec<Operand>,
        otherwise: Vec<Operand>,
    ) -> Lower<Vec<Operand>> {
        if conditions.len() != 1 && conditions.len() != then.len() {
            return unsupported("a select with another number of conditions than lanes");
        }
        let mut conditions = conditions.into_iter().cycle();
        let mut result = Vec::with_capacity(then.len());
        for (a, b) in then.into_iter().zip(otherwise) {
            let Some(condition) = conditions.next() else {
                return unsupported("a select without a condition");
            };
            result.push(self.emit.ite(condition, a, b));
        }
        Ok(result)
    }

    fn freeze(&mut self, value: Operand) -> Operand {
        if constant(&value).is_some() {
            return value;
        }
        let dst = self.emit.reg(self.emit.sort(&value));
        self.emit.inst(Emitted::Freeze { dst, value });
        Operand::Reg(dst)
    }

    /// The lane at `index`: a choice among all lanes when it is not constant.
    fn lane(&mut self, lanes: Vec<Operand>, index: &Operand) -> Lower<Vec<Operand>> {
        if let Some(n) = constant(index) {
            let sort = lanes.first().map_or(Sort::Bool, |l| self.emit.sort(l));
            let lane = usize::try_from(n).ok().and_then(|n| lanes.get(n).cloned());
            return Ok(vec![lane.unwrap_or(Operand::Undef(sort))]);
        }
        let mut lanes = lanes.into_iter().enumerate().rev();
        let Some((_, mut result)) = lanes.next() else { return unsupported("an empty vector") };
        for (i, lane) in lanes {
            let here = self.is_lane(index, i);
            result = self.emit.ite(here, lane, result);
        }
        Ok(vec![only(vec![result])?])
    }

    fn with_lane(&mut self, lanes: Vec<Operand>, new: &Operand, index: &Operand) -> Vec<Operand> {
        let replaced = |(i, lane): (usize, Operand)| {
            let here = self.is_lane(index, i);
            self.emit.ite(here, new.clone(), lane)
        };
        lanes.into_iter().enumerate().map(replaced).collect()
    }

    fn is_lane(&mut self, index: &Operand, lane: usize) -> Operand {
        let width = self.emit.width(index);
        if self.emit.sort(index) == Sort::Bool {
            let index = index.clone();
            return if lane == 1 { index } else { self.emit.negate(index) };
        }
        if width < 64 && lane as u128 > super::emit::mask(width) {
            return Operand::Bool(false);
        }
        self.emit.equal(index.clone(), super::emit::bits(width, lane as u128))
    }
}
