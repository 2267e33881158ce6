//! From operators to circuits.

use effigy_base::op::Op;

use super::float;
use crate::circuit::arithmetic::{self as arith, Word};
use crate::circuit::bits::{self, Shift};
use crate::circuit::gates::{Gates, Lit};

/// The circuit of an operator on bit-vectors and Booleans; `width` is that of the result. `None` for operators that
/// the embedded back end does not have. Terms have no derived operators.
pub(super) fn build(g: &mut Gates, op: Op, width: usize, args: &[&[Lit]]) -> Option<Word> {
    if op.is_floating_point() {
        return float::build(g, op, width, args);
    }
    match *args {
        [a] => unary(g, op, width, a),
        [a, b] => binary(g, op, a, b),
        [c, t, e] if op == Op::Ite => Some(arith::mux(g, *c.first()?, t, e)),
        _ => None,
    }
}

fn unary(g: &mut Gates, op: Op, width: usize, a: &[Lit]) -> Option<Word> {
    Some(match op {
        Op::Not | Op::BvNot => arith::complement(a),
        Op::BvNeg => arith::negate(g, a),
        Op::Extract { hi, lo } => a.get(lo as usize..=hi as usize)?.to_vec(),
        Op::ZeroExtend { .. } => {
            let zeros = std::iter::repeat_n(Lit::FALSE, width.saturating_sub(a.len()));
            a.iter().copied().chain(zeros).collect()
        }
        Op::SignExtend { .. } => arith::sign_extend(a, width),
        _ => return None,
    })
}

fn binary(g: &mut Gates, op: Op, a: &[Lit], b: &[Lit]) -> Option<Word> {
    if let Some(lit) = comparison(g, op, a, b) {
        return Some(vec![lit]);
    }
    Some(match op {
        Op::And | Op::BvAnd => bitwise(a, b, |x, y| g.and(x, y)),
        Op::Or | Op::BvOr => bitwise(a, b, |x, y| g.or(x, y)),
        Op::Xor | Op::BvXor => bitwise(a, b, |x, y| g.xor(x, y)),
        Op::BvAdd => arith::add(g, a, b, Lit::FALSE).0,
        Op::BvSub => arith::subtract(g, a, b).0,
        Op::BvMul => arith::multiply(g, a, b),
        Op::BvUdiv => arith::divide(g, a, b).0,
        Op::BvUrem => arith::divide(g, a, b).1,
        Op::BvSdiv => arith::divide_signed(g, a, b).0,
        Op::BvSrem => arith::divide_signed(g, a, b).1,
        Op::BvShl => bits::shift(g, Shift::Left, a, b),
        Op::BvLshr => bits::shift(g, Shift::Logical, a, b),
        Op::BvAshr => bits::shift(g, Shift::Arithmetic, a, b),
        Op::Concat => b.iter().chain(a).copied().collect(),
        _ => return None,
    })
}

fn bitwise(a: &[Lit], b: &[Lit], mut gate: impl FnMut(Lit, Lit) -> Lit) -> Word {
    a.iter().zip(b).map(|(&x, &y)| gate(x, y)).collect()
}

fn comparison(g: &mut Gates, op: Op, a: &[Lit], b: &[Lit]) -> Option<Lit> {
    Some(match op {
        Op::Eq => arith::equal(g, a, b),
        Op::BvUlt => arith::unsigned_less(g, a, b),
        Op::BvUle => !arith::unsigned_less(g, b, a),
        Op::BvSlt => arith::signed_less(g, a, b),
        Op::BvSle => !arith::signed_less(g, b, a),
        _ => return None,
    })
}
