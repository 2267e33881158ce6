//! Arithmetic, comparisons and conversions, lane by lane.

use super::body::BodyLowering;
use super::emit::{bits, constant, signed, zero};
use super::types::{Lower, Unsupported, float_kind, lanes, scalar_sort, type_name, unsupported};
use crate::ast::{BinaryOp, CastOp, FloatKind, FloatPredicate, IntPredicate, Type};
use effigy_base::eval::eval_scalar;
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::Operand;

impl BodyLowering<'_> {
    /// A binary operation on two values of type `ty`.
    pub fn binary(
        &mut self,
        op: BinaryOp,
        ty: &Type,
        a: Vec<Operand>,
        b: Vec<Operand>,
    ) -> Lower<Vec<Operand>> {
        if is_float(op) {
            supported_float(ty)?;
        }
        let pairs = a.into_iter().zip(b);
        Ok(pairs.map(|(a, b)| self.binary_lane(op, a, b)).collect())
    }

    fn binary_lane(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Operand {
        let sort = self.emit.sort(&a);
        if matches!(op, BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem) {
            self.check_division(matches!(op, BinaryOp::SDiv | BinaryOp::SRem), &a, &b);
        }
        if sort == Sort::Bool {
            return self.binary_bool(op, a, b);
        }
        if let (BinaryOp::Add, Operand::Global(..), _) | (BinaryOp::Add, _, Operand::Global(..)) =
            (op, &a, &b)
        {
            return self.emit.add(a, b);
        }
        self.fold(binary_op(op), vec![a, b], sort)
    }

    /// Emits `op`, or gives its value when the arguments are constants.
    pub fn fold(&mut self, op: Op, args: Vec<Operand>, sort: Sort) -> Operand {
        let values: Option<Vec<u128>> = args.iter().map(constant).collect();
        if let Some(values) = values {
            let widths: Vec<u32> = args.iter().map(|a| self.emit.width(a)).collect();
            if let Some(value) = eval_scalar(op, &widths, &values) {
                return match sort {
                    Sort::Bool => Operand::Bool(value & 1 == 1),
                    sort => bits(sort.width().unwrap_or(1), value),
                };
            }
        }
        self.emit.op(op, args, sort)
    }

    /// Arithmetic modulo 2.
    fn binary_bool(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Operand {
        match op {
            BinaryOp::And | BinaryOp::Mul => self.emit.and(a, b),
            BinaryOp::Or => self.fold(Op::Or, vec![a, b], Sort::Bool),
            BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub => match (a, b) {
                (a, Operand::Bool(true)) | (Operand::Bool(true), a) => self.emit.negate(a),
                (a, b) => self.fold(Op::Xor, vec![a, b], Sort::Bool),
            },
            BinaryOp::Shl | BinaryOp::LShr => {
                let kept = self.emit.negate(b);
                self.emit.and(a, kept)
            }
            // The divisor is 1 where the result is defined; an arithmetic shift keeps the sign.
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::AShr => a,
            _ => Operand::Bool(false),
        }
    }

    /// Checks that a division is defined, as far as the code before it has not.
    fn check_division(&mut self, is_signed: bool, a: &Operand, b: &Operand) {
        let width = self.emit.width(b);
        let divisor = constant(b);
        if !self.checked.zero && divisor.is_none_or(|d| d == 0) {
            let zero = self.emit.equal(b.clone(), zero(self.emit.sort(b)));
            let fine = self.emit.negate(zero);
            self.emit.check(fine, FindingKind::DivisionByZero, "division by zero");
        }
        let minus_one = divisor.is_none_or(|d| signed(width, d) == -1);
        let lowest = constant(a).is_none_or(|n| n == 1 << (width - 1));
        if is_signed && !self.checked.overflow && minus_one && lowest && width > 1 {
            let low = self.emit.equal(a.clone(), bits(width, 1 << (width - 1)));
            let minus = self.emit.equal(b.clone(), bits(width, u128::MAX));
            let both = self.emit.and(low, minus);
            let fine = self.emit.negate(both);
            self.emit.check(fine, FindingKind::Overflow, "division overflows");
        }
    }

    /// `icmp`, lane by lane.
    pub fn compare_integers(
        &mut self,
        predicate: IntPredicate,
        a: Vec<Operand>,
        b: Vec<Operand>,
    ) -> Vec<Operand> {
        let pairs = a.into_iter().zip(b);
        pairs.map(|(a, b)| self.compare_lane(predicate, a, b)).collect()
    }

    /// `icmp` of two scalars.
    pub fn compare_lane(&mut self, predicate: IntPredicate, a: Operand, b: Operand) -> Operand {
        let (op, swap) = match predicate {
            IntPredicate::Eq => return self.emit.equal(a, b),
            IntPredicate::Ne => {
                let equal = self.emit.equal(a, b);
                return self.emit.negate(equal);
            }
            IntPredicate::Ugt => (Op::BvUlt, true),
            IntPredicate::Uge => (Op::BvUle, true),
            IntPredicate::Ult => (Op::BvUlt, false),
            IntPredicate::Ule => (Op::BvUle, false),
            IntPredicate::Sgt => (Op::BvSlt, true),
            IntPredicate::Sge => (Op::BvSle, true),
            IntPredicate::Slt => (Op::BvSlt, false),
            IntPredicate::Sle => (Op::BvSle, false),
        };
        let (a, b) = (self.emit.bits_of(a), self.emit.bits_of(b));
        let args = if swap { vec![b, a] } else { vec![a, b] };
        self.fold(op, args, Sort::Bool)
    }

    /// `fcmp`, lane by lane.
    pub fn compare_floats(
        &mut self,
        predicate: FloatPredicate,
        ty: &Type,
        a: Vec<Operand>,
        b: Vec<Operand>,
    ) -> Lower<Vec<Operand>> {
        supported_float(ty)?;
        let pairs = a.into_iter().zip(b);
        Ok(pairs.map(|(a, b)| self.compare_float_lane(predicate, a, b)).collect())
    }

    fn compare_float_lane(&mut self, predicate: FloatPredicate, a: Operand, b: Operand) -> Operand {
        use FloatPredicate as P;
        let negated = match predicate {
            P::False => return Operand::Bool(false),
            P::True => return Operand::Bool(true),
            P::Oeq => return self.fold(Op::FpEq, vec![a, b], Sort::Bool),
            P::Ogt => return self.fold(Op::FpLt, vec![b, a], Sort::Bool),
            P::Oge => return self.fold(Op::FpLe, vec![b, a], Sort::Bool),
            P::Olt => return self.fold(Op::FpLt, vec![a, b], Sort::Bool),
            P::Ole => return self.fold(Op::FpLe, vec![a, b], Sort::Bool),
            P::One => {
                let less = self.fold(Op::FpLt, vec![a.clone(), b.clone()], Sort::Bool);
                let more = self.fold(Op::FpLt, vec![b, a], Sort::Bool);
                return self.fold(Op::Or, vec![less, more], Sort::Bool);
            }
            P::Uno => {
                let first = self.fold(Op::FpIsNan, vec![a], Sort::Bool);
                let second = self.fold(Op::FpIsNan, vec![b], Sort::Bool);
                return self.fold(Op::Or, vec![first, second], Sort::Bool);
            }
            P::Ord => P::Uno,
            P::Ueq => P::One,
            P::Ugt => P::Ole,
            P::Uge => P::Olt,
            P::Ult => P::Oge,
            P::Ule => P::Ogt,
            P::Une => P::Oeq,
        };
        let opposite = self.compare_float_lane(negated, a, b);
        self.emit.negate(opposite)
    }

    /// A conversion of the scalars `leaves` of a value of type `from`.
    pub fn cast(
        &mut self,
        op: CastOp,
        leaves: Vec<Operand>,
        from: &Type,
        to: &Type,
    ) -> Lower<Vec<Operand>> {
        if op == CastOp::Bitcast {
            return self.bitcast(leaves, to);
        }
        let Some(sort) = scalar_sort(lanes(to).1)? else {
            return unsupported(format!("{} to {}", op.name(), type_name(to)));
        };
        supported_float(from)?;
        supported_float(to)?;
        Ok(leaves.into_iter().map(|a| self.cast_lane(op, a, sort)).collect())
    }

    fn cast_lane(&mut self, op: CastOp, a: Operand, sort: Sort) -> Operand {
        let width = sort.width().unwrap_or(1);
        match op {
            CastOp::Trunc
            | CastOp::ZExt
            | CastOp::PtrToInt
            | CastOp::PtrToAddr
            | CastOp::IntToPtr
            | CastOp::AddrSpaceCast
            | CastOp::Bitcast => self.emit.resize_unsigned(a, width),
            CastOp::SExt => self.emit.resize_signed(a, width),
            CastOp::FPTrunc | CastOp::FPExt => self.fold(Op::FpToFp { width }, vec![a], sort),
            CastOp::FPToUI | CastOp::FPToSI => {
                let op = match op {
                    CastOp::FPToUI => Op::FpToUbv { width },
                    _ => Op::FpToSbv { width },
                };
                let result = self.fold(op, vec![a], Sort::BitVec(width));
                self.emit.scalar_of(result, sort)
            }
            CastOp::UIToFP | CastOp::SIToFP => {
                let a = self.emit.bits_of(a);
                let op = match op {
                    CastOp::UIToFP => Op::FpFromUbv { width },
                    _ => Op::FpFromSbv { width },
                };
                self.fold(op, vec![a], sort)
            }
        }
    }

    /// The amount of a shift in fewer bits: one that does not fit is too large as well.
    pub fn shift_amount(&mut self, amount: &Operand, width: u32) -> Operand {
        let from = self.emit.width(amount);
        let cut = self.emit.resize_unsigned(amount.clone(), width);
        let most = bits(from, super::emit::mask(width));
        let fits = self.compare_lane(IntPredicate::Ule, amount.clone(), most);
        self.emit.ite(fits, cut, bits(width, u128::MAX))
    }

    /// The bits of `leaves`, lowest lane first, as the scalars of type `to`.
    pub fn bitcast(&mut self, leaves: Vec<Operand>, to: &Type) -> Lower<Vec<Operand>> {
        let (count, element) = lanes(to);
        let Some(sort) = scalar_sort(element)? else {
            return unsupported(format!("bitcast to {}", type_name(to)));
        };
        if leaves.iter().all(|leaf| self.emit.sort(leaf) == sort) {
            return Ok(leaves);
        }
        let to_width = sort.width().unwrap_or(1);
        let mut pieces = Vec::new();
        for leaf in leaves {
            let leaf = self.emit.bits_of(leaf);
            let width = self.emit.width(&leaf);
            let step = gcd(width, to_width);
            for i in 0..width / step.max(1) {
                pieces.push(self.emit.extract((i + 1) * step - 1, i * step, leaf.clone()));
            }
        }
        let group = pieces.len() / count.max(1);
        if group == 0 || group * count != pieces.len() {
            return unsupported(format!("bitcast to {}", type_name(to)));
        }
        let mut result = Vec::with_capacity(count);
        for chunk in pieces.chunks(group) {
            let joined = self.join(chunk).ok_or_else(|| Unsupported("bitcast".to_owned()))?;
            result.push(self.emit.scalar_of(joined, sort));
        }
        Ok(result)
    }

    /// The concatenation of bit-vectors, the lowest first.
    pub fn join(&mut self, pieces: &[Operand]) -> Option<Operand> {
        let mut pieces = pieces.iter().cloned();
        let first = pieces.next()?;
        Some(pieces.fold(first, |low, high| self.emit.concat(high, low)))
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Refuses the floating-point formats that no operator works on.
pub(super) fn supported_float(ty: &Type) -> Lower<()> {
    match float_kind(ty) {
        Some(kind @ FloatKind::BFloat) => unsupported(format!("{} arithmetic", kind.name())),
        _ => Ok(()),
    }
}

fn is_float(op: BinaryOp) -> bool {
    use BinaryOp::{FAdd, FDiv, FMul, FRem, FSub};
    matches!(op, FAdd | FSub | FMul | FDiv | FRem)
}

fn binary_op(op: BinaryOp) -> Op {
    match op {
        BinaryOp::Add => Op::BvAdd,
        BinaryOp::Sub => Op::BvSub,
        BinaryOp::Mul => Op::BvMul,
        BinaryOp::UDiv => Op::BvUdiv,
        BinaryOp::SDiv => Op::BvSdiv,
        BinaryOp::URem => Op::BvUrem,
        BinaryOp::SRem => Op::BvSrem,
        BinaryOp::Shl => Op::BvShl,
        BinaryOp::LShr => Op::BvLshr,
        BinaryOp::AShr => Op::BvAshr,
        BinaryOp::And => Op::BvAnd,
        BinaryOp::Or => Op::BvOr,
        BinaryOp::Xor => Op::BvXor,
        BinaryOp::FAdd => Op::FpAdd,
        BinaryOp::FSub => Op::FpSub,
        BinaryOp::FMul => Op::FpMul,
        BinaryOp::FDiv => Op::FpDiv,
        BinaryOp::FRem => Op::FpFmod,
    }
}
