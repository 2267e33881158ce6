//! Integer intrinsics on one lane.

use crate::lower::body::BodyLowering;
use crate::lower::emit::{bits, constant};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::Operand;

type Lowering<'a, 'm> = &'a mut BodyLowering<'m>;

fn width(sort: Sort) -> u32 {
    sort.width().unwrap_or(1)
}

fn lowest(sort: Sort) -> Operand {
    bits(width(sort), 1 << (width(sort) - 1))
}

fn highest(sort: Sort) -> Operand {
    bits(width(sort), (1 << (width(sort) - 1)) - 1)
}

fn negative(l: Lowering<'_, '_>, a: &Operand, sort: Sort) -> Operand {
    l.fold(Op::BvSlt, vec![a.clone(), bits(width(sort), 0)], Sort::Bool)
}

/// The bound that a signed result with the sign of `a` stops at.
fn bound(l: Lowering<'_, '_>, a: &Operand, sort: Sort) -> Operand {
    let negative = negative(l, a, sort);
    l.emit.ite(negative, lowest(sort), highest(sort))
}

fn saturated(
    l: Lowering<'_, '_>,
    args: &[Operand],
    ops: (Op, Op),
    stop: impl Fn(&mut BodyLowering<'_>) -> Operand,
    sort: Sort,
) -> Operand {
    let over = l.fold(ops.1, args.to_vec(), Sort::Bool);
    let value = l.fold(ops.0, args.to_vec(), sort);
    let stop = stop(l);
    l.emit.ite(over, stop, value)
}

/// `llvm.uadd.sat`.
pub(super) fn uadd_sat(l: Lowering<'_, '_>, args: &[Operand], sort: Sort) -> Operand {
    let most = bits(width(sort), u128::MAX);
    saturated(l, args, (Op::BvAdd, Op::BvUaddo), |_| most.clone(), sort)
}

/// `llvm.sadd.sat`.
pub(super) fn sadd_sat(l: Lowering<'_, '_>, args: &[Operand], sort: Sort) -> Operand {
    saturated(l, args, (Op::BvAdd, Op::BvSaddo), |l| bound(l, &args[0], sort), sort)
}

/// `llvm.usub.sat`.
pub(super) fn usub_sat(l: Lowering<'_, '_>, args: &[Operand], sort: Sort) -> Operand {
    saturated(l, args, (Op::BvSub, Op::BvUlt), |_| bits(width(sort), 0), sort)
}

/// `llvm.ssub.sat`.
pub(super) fn ssub_sat(l: Lowering<'_, '_>, args: &[Operand], sort: Sort) -> Operand {
    saturated(l, args, (Op::BvSub, Op::BvSsubo), |l| bound(l, &args[0], sort), sort)
}

fn shift_sat(
    l: Lowering<'_, '_>,
    args: &[Operand],
    back: Op,
    stop: Operand,
    sort: Sort,
) -> Operand {
    let shifted = l.fold(Op::BvShl, args.to_vec(), sort);
    let restored = l.fold(back, vec![shifted.clone(), args[1].clone()], sort);
    let fits = l.emit.equal(restored, args[0].clone());
    l.emit.ite(fits, shifted, stop)
}

/// `llvm.ushl.sat`.
pub(super) fn ushl_sat(l: Lowering<'_, '_>, args: &[Operand], sort: Sort) -> Operand {
    shift_sat(l, args, Op::BvLshr, bits(width(sort), u128::MAX), sort)
}

/// `llvm.sshl.sat`.
pub(super) fn sshl_sat(l: Lowering<'_, '_>, args: &[Operand], sort: Sort) -> Operand {
    let stop = bound(l, &args[0], sort);
    shift_sat(l, args, Op::BvAshr, stop, sort)
}

/// The first of two values when `less(args[at.0], args[at.1])`, else the second.
fn pick(l: Lowering<'_, '_>, args: &[Operand], less: Op, first_less: bool) -> Operand {
    let (a, b) = (args[0].clone(), args[1].clone());
    let order = if first_less { vec![a.clone(), b.clone()] } else { vec![b.clone(), a.clone()] };
    let first = l.fold(less, order, Sort::Bool);
    l.emit.ite(first, a, b)
}

/// `llvm.smin`.
pub(super) fn smin(l: Lowering<'_, '_>, args: &[Operand], _: Sort) -> Operand {
    pick(l, args, Op::BvSlt, true)
}

/// `llvm.smax`.
pub(super) fn smax(l: Lowering<'_, '_>, args: &[Operand], _: Sort) -> Operand {
    pick(l, args, Op::BvSlt, false)
}

/// `llvm.umin`.
pub(super) fn umin(l: Lowering<'_, '_>, args: &[Operand], _: Sort) -> Operand {
    pick(l, args, Op::BvUlt, true)
}

/// `llvm.umax`.
pub(super) fn umax(l: Lowering<'_, '_>, args: &[Operand], _: Sort) -> Operand {
    pick(l, args, Op::BvUlt, false)
}

/// `llvm.abs`.
pub(super) fn abs(l: Lowering<'_, '_>, args: &[Operand], sort: Sort) -> Operand {
    let is_negative = negative(l, &args[0], sort);
    let opposite = l.fold(Op::BvNeg, vec![args[0].clone()], sort);
    l.emit.ite(is_negative, opposite, args[0].clone())
}

/// Minus one, zero or one.
fn three_way(l: Lowering<'_, '_>, args: &[Operand], less: Op, sort: Sort) -> Operand {
    let below = l.fold(less, vec![args[0].clone(), args[1].clone()], Sort::Bool);
    let above = l.fold(less, vec![args[1].clone(), args[0].clone()], Sort::Bool);
    let width = width(sort);
    let rest = l.emit.ite(above, bits(width, 1), bits(width, 0));
    l.emit.ite(below, bits(width, u128::MAX), rest)
}

/// `llvm.scmp`.
pub(super) fn scmp(l: Lowering<'_, '_>, args: &[Operand], sort: Sort) -> Operand {
    three_way(l, args, Op::BvSlt, sort)
}

/// `llvm.ucmp`.
pub(super) fn ucmp(l: Lowering<'_, '_>, args: &[Operand], sort: Sort) -> Operand {
    three_way(l, args, Op::BvUlt, sort)
}

/// The amount of a funnel shift, below the width.
fn amount(l: Lowering<'_, '_>, amount: &Operand, sort: Sort) -> Operand {
    let w = width(sort);
    if w.is_power_of_two() {
        l.fold(Op::BvAnd, vec![amount.clone(), bits(w, u128::from(w - 1))], sort)
    } else {
        l.fold(Op::BvUrem, vec![amount.clone(), bits(w, u128::from(w))], sort)
    }
}

/// `llvm.fshl`: the high half of `args[0]:args[1]` shifted left.
pub(super) fn fshl(l: Lowering<'_, '_>, args: &[Operand], sort: Sort) -> Operand {
    let w = width(sort);
    let by = amount(l, &args[2], sort);
    match constant(&by).map(|n| n as u32) {
        Some(0) => args[0].clone(),
        Some(n) => funnel(l, args, n),
        None => {
            let rest = l.fold(Op::BvSub, vec![bits(w, u128::from(w)), by.clone()], sort);
            shifted(l, args, by, rest, sort)
        }
    }
}

/// `llvm.fshr`: the low half of `args[0]:args[1]` shifted right.
pub(super) fn fshr(l: Lowering<'_, '_>, args: &[Operand], sort: Sort) -> Operand {
    let w = width(sort);
    let by = amount(l, &args[2], sort);
    match constant(&by).map(|n| n as u32) {
        Some(0) => args[1].clone(),
        Some(n) => funnel(l, args, w - n),
        None => {
            let rest = l.fold(Op::BvSub, vec![bits(w, u128::from(w)), by.clone()], sort);
            shifted(l, args, rest, by, sort)
        }
    }
}

/// The low `w - n` bits of the first argument over the high `n` bits of the second, `0 < n < w`.
fn funnel(l: Lowering<'_, '_>, args: &[Operand], n: u32) -> Operand {
    let w = l.emit.width(&args[0]);
    let high = l.emit.extract(w - n - 1, 0, args[0].clone());
    let low = l.emit.extract(w - 1, w - n, args[1].clone());
    l.emit.concat(high, low)
}

/// `args[0] << left | args[1] >> right`; one of the two shifts gives zero when the other is by nothing.
fn shifted(
    l: Lowering<'_, '_>,
    args: &[Operand],
    left: Operand,
    right: Operand,
    sort: Sort,
) -> Operand {
    let high = l.fold(Op::BvShl, vec![args[0].clone(), left], sort);
    let low = l.fold(Op::BvLshr, vec![args[1].clone(), right], sort);
    l.fold(Op::BvOr, vec![high, low], sort)
}
