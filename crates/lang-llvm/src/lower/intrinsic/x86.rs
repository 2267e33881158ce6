//! Intrinsics of x86-64.

use super::super::body::BodyLowering;
use super::super::emit::bits;
use super::super::emit::zero;
use super::super::types::{Lower, Unsupported};
use crate::ast::Call;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::Operand;

type Lowering<'a, 'm> = &'a mut BodyLowering<'m>;

/// The sign bits of all lanes, the first lane lowest, in 32 bits.
pub(super) fn sign_mask(l: Lowering<'_, '_>, call: &Call) -> Lower<Vec<Operand>> {
    let lanes = l.leaves(call, 0)?;
    let mut signs = Vec::with_capacity(lanes.len());
    for lane in lanes {
        let width = l.emit.width(&lane);
        signs.push(l.emit.extract(width - 1, width - 1, lane));
    }
    let joined = l.join(&signs).ok_or_else(|| Unsupported("an empty vector".to_owned()))?;
    Ok(vec![l.emit.resize_unsigned(joined, 32)])
}

/// `psadbw`: for each half, the sum of the absolute differences of its unsigned bytes.
pub(super) fn absolute_differences(l: Lowering<'_, '_>, call: &Call) -> Lower<Vec<Operand>> {
    let (a, b) = (l.leaves(call, 0)?, l.leaves(call, 1)?);
    let mut sums = vec![bits(64, 0); a.len() / 8];
    for (i, (a, b)) in a.into_iter().zip(b).enumerate() {
        let byte = Sort::BitVec(8);
        let less = l.fold(Op::BvUlt, vec![a.clone(), b.clone()], Sort::Bool);
        let down = l.fold(Op::BvSub, vec![a.clone(), b.clone()], byte);
        let up = l.fold(Op::BvSub, vec![b, a], byte);
        let distance = l.emit.ite(less, up, down);
        let distance = l.emit.resize_unsigned(distance, 64);
        if let Some(sum) = sums.get_mut(i / 8) {
            *sum = l.emit.add(sum.clone(), distance);
        }
    }
    Ok(sums)
}

/// `pshufb`: each byte of the second argument picks a byte of the first, or zero when its highest bit is set.
pub(super) fn shuffle_bytes(l: Lowering<'_, '_>, call: &Call) -> Lower<Vec<Operand>> {
    let (source, picks) = (l.leaves(call, 0)?, l.leaves(call, 1)?);
    let mut result = Vec::with_capacity(picks.len());
    for pick in picks {
        let index = l.emit.extract(3, 0, pick.clone());
        let mut value = bits(8, 0);
        for (i, byte) in source.iter().enumerate() {
            let here = l.emit.equal(index.clone(), bits(4, i as u128));
            value = l.emit.ite(here, byte.clone(), value);
        }
        let clear = l.fold(Op::BvSlt, vec![pick, bits(8, 0)], Sort::Bool);
        result.push(l.emit.ite(clear, bits(8, 0), value));
    }
    Ok(result)
}

/// `adc`: the carry out and the sum of two numbers and a carry in.
pub(super) fn add_carry(l: Lowering<'_, '_>, call: &Call) -> Lower<Vec<Operand>> {
    with_carry(l, call, Op::BvAdd, Op::BvUaddo)
}

/// `sbb`: the borrow out and the difference of two numbers and a borrow in.
pub(super) fn subtract_borrow(l: Lowering<'_, '_>, call: &Call) -> Lower<Vec<Operand>> {
    with_carry(l, call, Op::BvSub, Op::BvUsubo)
}

fn with_carry(l: Lowering<'_, '_>, call: &Call, op: Op, over: Op) -> Lower<Vec<Operand>> {
    let carry = l.argument(call, 0)?;
    let (a, b) = (l.argument(call, 1)?, l.argument(call, 2)?);
    let (width, sort) = (l.emit.width(&a), l.emit.sort(&a));
    let none = l.emit.equal(carry.clone(), zero(l.emit.sort(&carry)));
    let carry = l.emit.ite(none, bits(width, 0), bits(width, 1));
    let first = l.fold(op, vec![a.clone(), b.clone()], sort);
    let first_over = l.fold(over, vec![a, b], Sort::Bool);
    let value = l.fold(op, vec![first.clone(), carry.clone()], sort);
    let second_over = l.fold(over, vec![first, carry], Sort::Bool);
    let out = l.fold(Op::Or, vec![first_over, second_over], Sort::Bool);
    Ok(vec![l.emit.resize_unsigned(out, 8), value])
}
