//! The one evaluator of operators on concrete values.
//!
//! Constant folding, evaluation under a model and the concrete machine all come here: [`word`] for machine words of
//! at most 64 bits, [`wide`] for at most 128, [`eval_scalar`] for any operator on such words, [`eval`] for values
//! of every sort and width.

mod big;
pub mod float;
mod int;
mod real;
mod soft;
mod words;

#[cfg(test)]
mod tests;

pub use word::*;
pub use words::{wide, word};

use crate::op::Op;
use crate::sort::Sort;
use crate::value::Value;

/// Evaluates `op` on values. `None` when the arguments do not have sorts that the operator takes, for floating-point
/// formats that [`float`] does not compute, for a real divided by zero, for powers of more than a million bits, and for `forall`, whose body is no
/// value.
pub fn eval(op: Op, args: &[Value]) -> Option<Value> {
    let mut sorts = [Sort::Bool; 3];
    let sorts = sorts.get_mut(..args.len())?;
    for (sort, arg) in sorts.iter_mut().zip(args) {
        *sort = arg.sort();
    }
    let result = op.result_sort(sorts)?;
    match (op, args) {
        (Op::Ite, [condition, yes, no]) => {
            Some(if condition.as_bool()? { yes } else { no }.clone())
        }
        (Op::Eq, [a, b]) => Some(Value::Bool(a == b)),
        (Op::Select, [array, index]) => Some(array.as_array()?.select(index).clone()),
        (Op::Store, [array, index, element]) => {
            let mut array = array.as_array()?.clone();
            array.store(index.clone(), element.clone());
            Some(Value::Array(array))
        }
        _ => scalar_values(op, args, result).or_else(|| big_values(op, args)),
    }
}

/// The operator on words, when all widths are at most 128.
fn scalar_values(op: Op, args: &[Value], result: Sort) -> Option<Value> {
    if result.word_width()? > 128 {
        return None;
    }
    let mut widths = [0; 3];
    let mut words = [0; 3];
    for ((width, word), arg) in widths.iter_mut().zip(&mut words).zip(args) {
        *width = arg.sort().word_width()?;
        *word = arg.scalar()?;
    }
    let bits = eval_scalar(op, widths.get(..args.len())?, words.get(..args.len())?)?;
    Value::from_scalar(result, bits)
}

fn big_values(op: Op, args: &[Value]) -> Option<Value> {
    match (op, args) {
        (Op::IntToReal, [Value::Int(n)]) => Some(Value::Real(n.clone().into())),
        (_, [Value::Real(a), Value::Real(b)]) => real::binary(op, a, b),
        (Op::BoolToBv { width }, [Value::Bool(b)]) => Some(Value::bits(width, u128::from(*b))),
        (_, [Value::Int(a)]) => int::unary(op, a).map(Value::Int),
        (_, [Value::Int(a), Value::Int(b)]) => int::binary(op, a, b),
        (_, [Value::BitVec(a)]) => big::unary(op, a).map(Value::BitVec),
        (_, [Value::BitVec(a), Value::BitVec(b)]) => big::binary(op, a, b),
        _ => None,
    }
}

/// Evaluates `op` on words of at most 128 bits whose bits above their width are zero; a Bool is 0 or 1 of width 1.
///
/// An integer is its two's complement in 128 bits, and has the width 128. `None` for array operators and `forall`, for
/// a width above 128 anywhere, for a wrong number of arguments, and when an integer does not fit 128 bits. The widths
/// are trusted to fit the operator.
#[inline]
pub fn eval_scalar(op: Op, arg_widths: &[u32], args: &[u128]) -> Option<u128> {
    match (arg_widths, args) {
        ([w], [a]) if *w <= 128 => unary(op, *w, *a),
        ([wa, wb], [a, b]) if *wa <= 128 && *wb <= 128 => binary(op, *wa, *wb, *a, *b),
        ([_, w, _], [c, a, b]) if op == Op::Ite && *w <= 128 => {
            Some(if c & 1 == 1 { *a } else { *b })
        }
        ([w, ..], [_, _, _]) if op == Op::FpFma => float::eval(op, *w, args),
        _ => None,
    }
}

fn unary(op: Op, w: u32, a: u128) -> Option<u128> {
    let fits = |width: u32| (width <= 128).then_some(());
    Some(match op {
        Op::Not => a ^ 1,
        Op::BvNot => wide::not(w, a),
        Op::BvNeg => wide::neg(w, a),
        Op::Extract { hi, lo } if lo <= hi && hi < w => wide::trunc(hi - lo + 1, a >> lo),
        Op::ZeroExtend { width } | Op::BoolToBv { width } => fits(width).map(|()| a)?,
        Op::SignExtend { width } => fits(width).map(|()| wide::sext(w, width, a))?,
        Op::Popcount => wide::popcount(w, a),
        Op::LeadingZeros => wide::leading_zeros(w, a),
        Op::TrailingZeros => wide::trailing_zeros(w, a),
        Op::ByteSwap if w.is_multiple_of(8) => wide::byte_swap(w, a),
        Op::BitReverse => wide::bit_reverse(w, a),
        Op::IntAbs => int::word(op, a as i128, 0)?,
        _ => float::eval(op, w, &[a])?,
    })
}

fn binary(op: Op, w: u32, wb: u32, a: u128, b: u128) -> Option<u128> {
    Some(match op {
        Op::And | Op::BvAnd => a & b,
        Op::Or | Op::BvOr => a | b,
        Op::Xor | Op::BvXor => a ^ b,
        Op::Eq => u128::from(a == b),
        Op::BvAdd => wide::add(w, a, b),
        Op::BvSub => wide::sub(w, a, b),
        Op::BvMul => wide::mul(w, a, b),
        Op::BvUdiv => wide::udiv(w, a, b),
        Op::BvUrem => wide::urem(w, a, b),
        Op::BvSdiv => wide::sdiv(w, a, b),
        Op::BvSrem => wide::srem(w, a, b),
        Op::BvShl => wide::shl(w, a, b),
        Op::BvLshr => wide::lshr(w, a, b),
        Op::BvAshr => wide::ashr(w, a, b),
        Op::Concat if w + wb <= 128 => (a << wb) | b,
        _ if op.is_integer() => int::word(op, a as i128, b as i128)?,
        _ => match predicate(op, w, a, b) {
            Some(truth) => u128::from(truth),
            None => float::eval(op, w, &[a, b])?,
        },
    })
}

fn predicate(op: Op, w: u32, a: u128, b: u128) -> Option<bool> {
    Some(match op {
        Op::BvUlt => wide::ult(w, a, b),
        Op::BvUle => wide::ule(w, a, b),
        Op::BvSlt => wide::slt(w, a, b),
        Op::BvSle => wide::sle(w, a, b),
        Op::BvUaddo => wide::uaddo(w, a, b),
        Op::BvSaddo => wide::saddo(w, a, b),
        Op::BvUsubo => wide::usubo(w, a, b),
        Op::BvSsubo => wide::ssubo(w, a, b),
        Op::BvUmulo => wide::umulo(w, a, b),
        Op::BvSmulo => wide::smulo(w, a, b),
        _ => return None,
    })
}
