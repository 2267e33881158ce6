//! Operations that have no value where what the text promises of their operands does not hold (LLVM's poison).

use super::body::BodyLowering;
use super::emit::{bits, constant, mask, zero};
use super::types::{Lower, size_of};
use crate::ast::{BinaryOp, CastOp, Flags, Type};
use effigy_base::finding::FindingKind;
use effigy_base::op::{Op, RoundingMode};
use effigy_base::sort::Sort;
use effigy_ir::function::{InstKind, Operand};

/// For which number a function of one number has no value.
#[derive(Clone, Copy)]
pub(super) enum Least {
    /// Zero: it counts zeros.
    Zero,
    /// The lowest: it is the absolute value.
    Lowest,
}

impl BodyLowering<'_> {
    /// `value` where `valid` holds, else no value.
    pub fn poisoned(
        &mut self,
        value: Operand,
        valid: Operand,
        kind: FindingKind,
        cause: &str,
    ) -> Operand {
        if !self.context.facts.values || valid == Operand::Bool(true) {
            return value;
        }
        let dst = self.emit.reg(self.emit.sort(&value));
        let cause = cause.to_owned();
        self.emit.inst(InstKind::Poison { dst, value, valid, kind, cause });
        Operand::Reg(dst)
    }

    /// The lanes of a result of arithmetic on `a` and `b`.
    pub fn computed(
        &mut self,
        (op, flags): (BinaryOp, Flags),
        result: Vec<Operand>,
        a: Vec<Operand>,
        b: Vec<Operand>,
    ) -> Vec<Operand> {
        if !self.context.facts.values {
            return result;
        }
        let lanes = result.into_iter().zip(a.into_iter().zip(b));
        lanes.map(|(result, (a, b))| self.computed_lane(op, flags, result, &a, &b)).collect()
    }

    fn computed_lane(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        mut result: Operand,
        a: &Operand,
        b: &Operand,
    ) -> Operand {
        let Sort::BitVec(width) = self.emit.sort(&result) else { return result };
        let plain = result.clone();
        if matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr) {
            let wide = bits(width, u128::from(width));
            let valid = self.fold(Op::BvUlt, vec![b.clone(), wide], Sort::Bool);
            let cause = format!("a result of `{}` by at least the width", op.name());
            result = self.poisoned(result, valid, FindingKind::Shift, &cause);
        }
        for (flag, word, is_signed) in [(flags.nuw, "nuw", false), (flags.nsw, "nsw", true)] {
            if flag && let Some(valid) = self.fits(op, is_signed, [&plain, a, b]) {
                let cause = format!("a result of `{} {word}` that does not fit", op.name());
                result = self.poisoned(result, valid, FindingKind::Overflow, &cause);
            }
        }
        if flags.exact
            && let Some(valid) = self.leaves_nothing(op, [&plain, a, b])
        {
            let cause = format!("a result of `{} exact` that loses a remainder", op.name());
            result = self.poisoned(result, valid, FindingKind::InvalidValue, &cause);
        }
        if flags.disjoint {
            let both = self.fold(Op::BvAnd, vec![a.clone(), b.clone()], Sort::BitVec(width));
            let valid = self.emit.equal(both, bits(width, 0));
            let cause = "a result of `or disjoint` of numbers that share a bit";
            result = self.poisoned(result, valid, FindingKind::InvalidValue, cause);
        }
        result
    }

    /// Whether a result fits its width, with a sign or without.
    fn fits(
        &mut self,
        op: BinaryOp,
        is_signed: bool,
        [result, a, b]: [&Operand; 3],
    ) -> Option<Operand> {
        let overflows = match (op, is_signed) {
            (BinaryOp::Add, true) => Op::BvSaddo,
            (BinaryOp::Add, false) => Op::BvUaddo,
            (BinaryOp::Sub, true) => Op::BvSsubo,
            (BinaryOp::Sub, false) => Op::BvUsubo,
            (BinaryOp::Mul, true) => Op::BvSmulo,
            (BinaryOp::Mul, false) => Op::BvUmulo,
            (BinaryOp::Shl, _) => {
                let back = if is_signed { Op::BvAshr } else { Op::BvLshr };
                let sort = self.emit.sort(a);
                let back = self.fold(back, vec![result.clone(), b.clone()], sort);
                return Some(self.emit.equal(back, a.clone()));
            }
            _ => return None,
        };
        let overflows = self.fold(overflows, vec![a.clone(), b.clone()], Sort::Bool);
        Some(self.emit.negate(overflows))
    }

    /// Whether a division or a shift to the right loses nothing.
    fn leaves_nothing(&mut self, op: BinaryOp, [result, a, b]: [&Operand; 3]) -> Option<Operand> {
        let sort = self.emit.sort(a);
        let rest = match op {
            BinaryOp::UDiv => Op::BvUrem,
            BinaryOp::SDiv => Op::BvSrem,
            BinaryOp::LShr | BinaryOp::AShr => {
                let back = self.fold(Op::BvShl, vec![result.clone(), b.clone()], sort);
                return Some(self.emit.equal(back, a.clone()));
            }
            _ => return None,
        };
        let rest = self.fold(rest, vec![a.clone(), b.clone()], sort);
        Some(self.emit.equal(rest, zero(sort)))
    }

    /// The lanes of a comparison whose operands have the same sign.
    pub fn same_sign(
        &mut self,
        result: Vec<Operand>,
        a: &[Operand],
        b: &[Operand],
    ) -> Vec<Operand> {
        let mut lanes = Vec::with_capacity(result.len());
        for (result, (a, b)) in result.into_iter().zip(a.iter().zip(b)) {
            let (x, y) = (self.is_negative(a), self.is_negative(b));
            let valid = self.emit.equal(x, y);
            let cause = "an answer of `icmp samesign` of numbers of two signs";
            lanes.push(self.poisoned(result, valid, FindingKind::InvalidValue, cause));
        }
        lanes
    }

    fn is_negative(&mut self, value: &Operand) -> Operand {
        let value = self.emit.bits_of(value.clone());
        let width = self.emit.width(&value);
        self.fold(Op::BvSlt, vec![value, bits(width, 0)], Sort::Bool)
    }

    /// The lanes of a conversion of `from`.
    pub fn converted(
        &mut self,
        (op, flags): (CastOp, Flags),
        from: Vec<Operand>,
        result: Vec<Operand>,
    ) -> Vec<Operand> {
        let floats = matches!(op, CastOp::FPToUI | CastOp::FPToSI);
        let promises = flags.nuw || flags.nsw || flags.nneg || floats;
        if !self.context.facts.values || !promises || from.len() != result.len() {
            return result;
        }
        let lanes = from.into_iter().zip(result);
        lanes.map(|(from, result)| self.converted_lane(op, flags, &from, result)).collect()
    }

    fn converted_lane(
        &mut self,
        op: CastOp,
        flags: Flags,
        from: &Operand,
        mut result: Operand,
    ) -> Operand {
        let kind = FindingKind::InvalidValue;
        if matches!(op, CastOp::FPToUI | CastOp::FPToSI) {
            let width = self.emit.width(&result);
            let valid = self.has_room(from, width, op == CastOp::FPToSI);
            let cause = "an integer from a float that it has no room for";
            return self.poisoned(result, valid, kind, cause);
        }
        let Sort::BitVec(wide) = self.emit.sort(from) else { return result };
        if flags.nneg && matches!(op, CastOp::ZExt | CastOp::UIToFP) {
            let negative = self.is_negative(from);
            let valid = self.emit.negate(negative);
            let cause = format!("a result of `{} nneg` of a negative number", op.name());
            return self.poisoned(result, valid, kind, &cause);
        }
        let plain = self.emit.bits_of(result.clone());
        let kept = [(flags.nuw, "nuw", false), (flags.nsw, "nsw", true)];
        for (flag, word, is_signed) in kept.into_iter().filter(|_| op == CastOp::Trunc) {
            if flag {
                let back = match is_signed {
                    true => self.emit.resize_signed(plain.clone(), wide),
                    false => self.emit.resize_unsigned(plain.clone(), wide),
                };
                let valid = self.emit.equal(back, from.clone());
                let cause = format!("a result of `trunc {word}` that loses bits");
                result = self.poisoned(result, valid, kind, &cause);
            }
        }
        result
    }

    /// Whether an integer of this width has room for a float without its fraction.
    fn has_room(&mut self, float: &Operand, width: u32, is_signed: bool) -> Operand {
        let sort = self.emit.sort(float);
        let format = sort.width().unwrap_or(64);
        let half = bits(width, 1 << (width - 1));
        let half = self.fold(Op::FpFromUbv { width: format }, vec![half], sort);
        let whole = self.fold(Op::FpAdd, vec![half.clone(), half.clone()], sort);
        let high = if is_signed { half.clone() } else { whole };
        let least = match is_signed {
            true => self.fold(Op::FpNeg, vec![half.clone()], sort),
            false => bits(format, 0),
        };
        let round = Op::FpRound(RoundingMode::TowardZero);
        let cut = self.fold(round, vec![float.clone()], sort);
        let below = self.fold(Op::FpLt, vec![cut.clone(), high.clone()], Sort::Bool);
        // A format without so large a number has infinity in its place, which is no number.
        let infinite = self.fold(Op::FpAdd, vec![half.clone(), half.clone()], sort);
        let finite = self.fold(Op::FpLt, vec![half, infinite], Sort::Bool);
        let reaches = if finite == Operand::Bool(false) { Op::FpLt } else { Op::FpLe };
        let above = self.fold(reaches, vec![least, cut], Sort::Bool);
        self.emit.and(above, below)
    }

    /// The result of a function that may have none for one number: its second argument says so.
    pub fn counted(&mut self, result: Operand, args: &[Operand], least: Least) -> Operand {
        let ([value, asks], true) = (args, self.context.facts.values) else { return result };
        if constant(asks) != Some(1) {
            return result;
        }
        let width = self.emit.width(value);
        let (number, kind, cause) = match least {
            Least::Zero => {
                (0, FindingKind::InvalidValue, "the number of zeros around the ones of zero")
            }
            Least::Lowest => {
                (1 << (width - 1), FindingKind::Overflow, "the absolute value of the lowest number")
            }
        };
        let equal = self.emit.equal(value.clone(), bits(width, number));
        let valid = self.emit.negate(equal);
        self.poisoned(result, valid, kind, cause)
    }

    /// Addresses that must lie in the objects of their bases.
    pub fn addressed(
        &mut self,
        flags: Flags,
        source: &Type,
        bases: Vec<Operand>,
        indices: &[(Vec<Operand>, Type)],
        to: Vec<Operand>,
    ) -> Lower<Vec<Operand>> {
        if !self.context.facts.values || !flags.inbounds {
            return Ok(to);
        }
        let size = u128::from(size_of(self.context.types(), source)?);
        let mut result = Vec::with_capacity(to.len());
        for (lane, address) in to.into_iter().enumerate() {
            let (Some(base), Some((first, _))) =
                (bases.get(lane).or(bases.first()), indices.first())
            else {
                result.push(address);
                continue;
            };
            let step = first.get(lane).or(first.first()).cloned();
            let steps: Vec<&Operand> = indices.iter().filter_map(|(i, _)| i.first()).collect();
            if self.is_surely_inside(base, size, &steps) {
                result.push(address);
                continue;
            }
            let short = match step {
                Some(step) => self.is_short(step, size, flags.nuw),
                None => Operand::Bool(true),
            };
            let dst = self.emit.reg(Sort::Bool);
            let (first, second) = (base.clone(), address.clone());
            self.emit.inst(InstKind::SameObject { dst, first, second });
            let valid = self.emit.and(short, Operand::Reg(dst));
            let (kind, cause) = (FindingKind::OutOfBounds, "an address outside of its object");
            result.push(self.poisoned(address, valid, kind, cause));
        }
        Ok(result)
    }

    /// Whether an address at a constant distance lies in an object that is known here.
    fn is_surely_inside(&self, base: &Operand, size: u128, steps: &[&Operand]) -> bool {
        let [step] = steps else { return false };
        let distance = constant(step).and_then(|n| n.checked_mul(size));
        match (base, distance) {
            (_, Some(0)) => true,
            (Operand::Reg(reg), Some(distance)) => {
                self.stack_sizes.get(reg).is_some_and(|most| distance <= u128::from(*most))
            }
            _ => false,
        }
    }

    /// Whether so many elements of this size are a distance that a pointer has.
    fn is_short(&mut self, step: Operand, size: u128, forward: bool) -> Operand {
        let most = mask(63) / size.max(1);
        let step = self.emit.resize_signed(step, 64);
        if !forward && size <= 1 {
            return Operand::Bool(true);
        }
        let (step, most) = match forward {
            true => (step, most),
            false => (self.fold(Op::BvAdd, vec![step, bits(64, most)], Sort::BitVec(64)), 2 * most),
        };
        self.fold(Op::BvUle, vec![step, bits(64, most)], Sort::Bool)
    }
}
