//! Floating-point intrinsics on one lane.

use super::super::body::BodyLowering;
use super::super::emit::only;
use super::super::emit::{bits, constant, mask, signed};
use super::super::types::Lower;
use crate::ast::{BinaryOp, Call, Type};
use effigy_base::op::{Op, RoundingMode};
use effigy_base::sort::Sort;
use effigy_ir::function::Operand;

type Lowering<'a, 'm> = &'a mut BodyLowering<'m>;

/// Rounds to an integral value.
pub(super) fn round(l: Lowering<'_, '_>, a: &[Operand], s: Sort, mode: RoundingMode) -> Operand {
    l.fold(Op::FpRound(mode), a[..1].to_vec(), s)
}

/// Rounds to an integer of the result's width.
pub(super) fn to_integer(
    l: Lowering<'_, '_>,
    a: &[Operand],
    s: Sort,
    mode: RoundingMode,
) -> Operand {
    let from = l.emit.sort(&a[0]);
    let rounded = round(l, a, from, mode);
    l.fold(Op::FpToSbv { width: s.width().unwrap_or(64) }, vec![rounded], s)
}

/// `llvm.fptosi.sat`.
pub(super) fn to_signed(l: Lowering<'_, '_>, a: &[Operand], s: Sort) -> Operand {
    l.fold(Op::FpToSbv { width: s.width().unwrap_or(64) }, a.to_vec(), s)
}

/// `llvm.fptoui.sat`.
pub(super) fn to_unsigned(l: Lowering<'_, '_>, a: &[Operand], s: Sort) -> Operand {
    l.fold(Op::FpToUbv { width: s.width().unwrap_or(64) }, a.to_vec(), s)
}

/// `llvm.fmuladd`, rounded twice as x86-64 without FMA does.
pub(super) fn multiply_add(l: Lowering<'_, '_>, a: &[Operand], s: Sort) -> Operand {
    let product = l.fold(Op::FpMul, a[..2].to_vec(), s);
    l.fold(Op::FpAdd, vec![product, a[2].clone()], s)
}

/// `llvm.copysign`.
pub(super) fn copysign(l: Lowering<'_, '_>, a: &[Operand], s: Sort) -> Operand {
    let width = s.width().unwrap_or(64);
    let sign = 1u128 << (width - 1);
    let size = l.fold(Op::BvAnd, vec![a[0].clone(), bits(width, !sign)], s);
    let sign = l.fold(Op::BvAnd, vec![a[1].clone(), bits(width, sign)], s);
    l.fold(Op::BvOr, vec![size, sign], s)
}

/// `llvm.minimum`: a NaN wins, and -0 is less than +0.
pub(super) fn minimum(l: Lowering<'_, '_>, a: &[Operand], s: Sort) -> Operand {
    extreme(l, [a[0].clone(), a[1].clone()], false, s)
}

/// `llvm.maximum`: a NaN wins, and -0 is less than +0.
pub(super) fn maximum(l: Lowering<'_, '_>, a: &[Operand], s: Sort) -> Operand {
    extreme(l, [a[0].clone(), a[1].clone()], true, s)
}

fn extreme(l: Lowering<'_, '_>, [a, b]: [Operand; 2], greatest: bool, s: Sort) -> Operand {
    let (order, join) = match greatest {
        true => (vec![b.clone(), a.clone()], Op::BvAnd),
        false => (vec![a.clone(), b.clone()], Op::BvOr),
    };
    let first = l.fold(Op::FpLt, order, Sort::Bool);
    let chosen = l.emit.ite(first, a.clone(), b.clone());
    let equal = l.fold(Op::FpEq, vec![a.clone(), b.clone()], Sort::Bool);
    let joined = l.fold(join, vec![a.clone(), b.clone()], s);
    let chosen = l.emit.ite(equal, joined, chosen);
    let b_nan = l.fold(Op::FpIsNan, vec![b.clone()], Sort::Bool);
    let chosen = l.emit.ite(b_nan, b, chosen);
    let a_nan = l.fold(Op::FpIsNan, vec![a.clone()], Sort::Bool);
    l.emit.ite(a_nan, a, chosen)
}

/// `llvm.is.fpclass`: whether the value belongs to one of the classes in the constant second argument.
pub(super) fn class(l: Lowering<'_, '_>, a: &[Operand], _: Sort) -> Operand {
    let classes = constant(&a[1]).unwrap_or(0);
    let mut value = a[0].clone();
    if l.emit.width(&value) == 80 {
        // Without the integer bit, which the exponent tells.
        let (high, low) = (l.emit.extract(79, 64, value.clone()), l.emit.extract(62, 0, value));
        value = l.emit.concat(high, low);
    }
    let width = l.emit.width(&value);
    let fraction = match width {
        16 => 10,
        32 => 23,
        79 => 63,
        128 => 112,
        _ => 52,
    };
    let sign = l.emit.extract(width - 1, width - 1, value.clone());
    let minus = l.emit.equal(sign, bits(1, 1));
    let size = l.fold(Op::BvAnd, vec![value, bits(width, mask(width - 1))], Sort::BitVec(width));
    let infinity = bits(width, mask(width - 1) & !mask(fraction));
    let least_normal = bits(width, 1 << fraction);
    let quiet = l.fold(
        Op::BvAdd,
        vec![infinity.clone(), bits(width, 1 << (fraction - 1))],
        Sort::BitVec(width),
    );
    let below = |l: Lowering<'_, '_>, bound: &Operand| {
        l.fold(Op::BvUlt, vec![size.clone(), bound.clone()], Sort::Bool)
    };
    let is_zero = l.emit.equal(size.clone(), bits(width, 0));
    let is_infinite = l.emit.equal(size.clone(), infinity.clone());
    let (tiny, finite) = (below(l, &least_normal), below(l, &infinity));
    let not_quiet = below(l, &quiet);
    let nonzero = l.emit.negate(is_zero.clone());
    let not_tiny = l.emit.negate(tiny.clone());
    let is_subnormal = l.emit.and(nonzero, tiny);
    let is_normal = l.emit.and(not_tiny, finite.clone());
    let big = l.emit.negate(finite);
    let not_infinite = l.emit.negate(is_infinite.clone());
    let is_nan = l.emit.and(big, not_infinite);
    let is_quiet = l.emit.negate(not_quiet.clone());
    let is_signaling = l.emit.and(is_nan, not_quiet);
    let plus = l.emit.negate(minus.clone());
    let mut tests = vec![is_signaling, is_quiet];
    for test in [&is_infinite, &is_normal, &is_subnormal, &is_zero] {
        tests.push(l.emit.and(minus.clone(), test.clone()));
    }
    for test in [&is_zero, &is_subnormal, &is_normal, &is_infinite] {
        tests.push(l.emit.and(plus.clone(), test.clone()));
    }
    let mut result = Operand::Bool(false);
    for (i, test) in tests.into_iter().enumerate() {
        if classes >> i & 1 == 1 {
            result = match result {
                Operand::Bool(false) => test,
                result => l.fold(Op::Or, vec![result, test], Sort::Bool),
            };
        }
    }
    l.emit.bits_of(result)
}

impl BodyLowering<'_> {
    /// `llvm.powi`: repeated squaring for a constant exponent, as compiler-rt does it, else a call.
    pub(super) fn integer_power(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        let exponent = self.argument(call, 1)?;
        let (Some(n), Type::Float(_)) = (constant(&exponent), &call.result) else {
            return self.external_call("powi", call);
        };
        let exponent = signed(self.emit.width(&exponent), n);
        let ty = call.result.clone();
        super::super::arith::supported_float(&ty)?;
        let one = match self.argument(call, 0).map(|a| self.emit.width(&a))? {
            16 => bits(16, 0x3c00),
            32 => bits(32, 0x3f80_0000),
            80 => bits(80, 0x3fff << 64 | 1 << 63),
            128 => bits(128, 0x3fff << 112),
            _ => bits(64, 0x3ff0_0000_0000_0000),
        };
        let mut base = vec![self.argument(call, 0)?];
        let mut result: Option<Vec<Operand>> = None;
        let mut left = exponent.unsigned_abs();
        while left != 0 {
            if left & 1 == 1 {
                result = Some(match result {
                    Some(r) => self.binary(BinaryOp::FMul, &ty, r, base.clone())?,
                    None => base.clone(),
                });
            }
            left >>= 1;
            if left != 0 {
                base = self.binary(BinaryOp::FMul, &ty, base.clone(), base)?;
            }
        }
        let result = result.unwrap_or_else(|| vec![one.clone()]);
        if exponent >= 0 {
            return Ok(result);
        }
        Ok(vec![only(self.binary(BinaryOp::FDiv, &ty, vec![one], result)?)?])
    }
}
