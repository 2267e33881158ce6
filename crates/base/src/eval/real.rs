//! Operators on rational numbers.

use num_rational::BigRational;

use crate::op::Op;
use crate::value::Value;

/// Evaluates an operator on two numbers; `None` for a division by zero.
pub(super) fn binary(op: Op, a: &BigRational, b: &BigRational) -> Option<Value> {
    Some(match op {
        Op::RealAdd => Value::Real(a + b),
        Op::RealSub => Value::Real(a - b),
        Op::RealMul => Value::Real(a * b),
        Op::RealDiv if *b == BigRational::default() => return None,
        Op::RealDiv => Value::Real(a / b),
        Op::RealLt => Value::Bool(a < b),
        Op::RealLe => Value::Bool(a <= b),
        _ => return None,
    })
}
