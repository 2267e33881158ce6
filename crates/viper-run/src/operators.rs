//! Operators on values.

use crate::value::{Amount, Value};
use crate::{Machine, Run, Stop};
use effigy_lang_viper::tree::{BinaryOp, UnaryOp};
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::BTreeMap;

/// Elements of a sequence of numbers, at most.
const LONGEST: i128 = 200;

fn other_type<T>() -> Run<T> {
    Err(Stop::Left("operands of another type"))
}

fn number(n: Option<i128>) -> Run<Value> {
    n.map(Value::Int).ok_or(Stop::Left("a number that is too large"))
}

fn length(n: usize) -> Run<Value> {
    number(i128::try_from(n).ok())
}

fn as_amount(value: &Value) -> Option<Amount> {
    match value {
        Value::Perm(amount) => Some(amount.clone()),
        Value::Int(number) => Some(Amount::from(BigInt::from(*number))),
        _ => None,
    }
}

impl Machine<'_> {
    pub(crate) fn unary(&mut self, op: UnaryOp, a: Value) -> Run<Value> {
        match (op, a) {
            (UnaryOp::Not, Value::Bool(truth)) => Ok(Value::Bool(!truth)),
            (UnaryOp::Negate, Value::Int(n)) => number(n.checked_neg()),
            (UnaryOp::Negate, Value::Perm(amount)) => Ok(Value::Perm(-amount)),
            (UnaryOp::Cardinality, Value::Seq(all)) => length(all.len()),
            (UnaryOp::Cardinality, Value::Set(all)) => length(all.len()),
            (UnaryOp::Cardinality, Value::Map(all)) => length(all.len()),
            (UnaryOp::Cardinality, Value::Multiset(all)) => {
                number(Some(all.values().map(|times| i128::from(*times)).sum()))
            }
            (UnaryOp::Domain, Value::Map(all)) => Ok(Value::Set(all.into_keys().collect())),
            (UnaryOp::Range, Value::Map(all)) => Ok(Value::Set(all.into_values().collect())),
            _ => other_type(),
        }
    }
}

/// The value of two operands; the inner error says what is wrong with them.
pub(crate) fn binary(op: BinaryOp, a: Value, b: Value) -> Run<Result<Value, &'static str>> {
    let truth = |truth| Ok(Ok(Value::Bool(truth)));
    match op {
        BinaryOp::Eq | BinaryOp::Iff => truth(same(&a, &b)),
        BinaryOp::Ne => truth(!same(&a, &b)),
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => truth(compare(op, &a, &b)?),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => arithmetic(op, a, b).map(Ok),
        BinaryOp::IntDiv | BinaryOp::Mod | BinaryOp::PermDiv => divide(op, &a, &b),
        BinaryOp::Index => index(a, b),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => other_type(),
        _ => collection(op, a, b).map(Ok),
    }
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Perm(_), Value::Int(_)) | (Value::Int(_), Value::Perm(_)) => {
            as_amount(a) == as_amount(b)
        }
        _ => a == b,
    }
}

fn compare(op: BinaryOp, a: &Value, b: &Value) -> Run<bool> {
    let (Some(a), Some(b)) = (as_amount(a), as_amount(b)) else { return other_type() };
    Ok(match op {
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        _ => a >= b,
    })
}

fn arithmetic(op: BinaryOp, a: Value, b: Value) -> Run<Value> {
    if let (Value::Int(a), Value::Int(b)) = (&a, &b) {
        return number(match op {
            BinaryOp::Add => a.checked_add(*b),
            BinaryOp::Sub => a.checked_sub(*b),
            _ => a.checked_mul(*b),
        });
    }
    let (Some(a), Some(b)) = (as_amount(&a), as_amount(&b)) else { return other_type() };
    Ok(Value::Perm(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        _ => a * b,
    }))
}

fn divide(op: BinaryOp, a: &Value, b: &Value) -> Run<Result<Value, &'static str>> {
    let zero = Err("the divisor is zero");
    if let (BinaryOp::IntDiv | BinaryOp::Mod, Value::Int(a), Value::Int(b)) = (op, a, b) {
        return match (op, *b) {
            (_, 0) => Ok(zero),
            (BinaryOp::IntDiv, b) => number(a.checked_div_euclid(b)).map(Ok),
            (_, b) => number(a.checked_rem_euclid(b)).map(Ok),
        };
    }
    match (as_amount(a), as_amount(b)) {
        (Some(_), Some(b)) if b.is_zero() => Ok(zero),
        (Some(a), Some(b)) => Ok(Ok(Value::Perm(a / b))),
        _ => other_type(),
    }
}

fn index(a: Value, b: Value) -> Run<Result<Value, &'static str>> {
    match (a, b) {
        (Value::Seq(all), Value::Int(at)) => {
            let element = usize::try_from(at).ok().and_then(|at| all.get(at).cloned());
            Ok(element.ok_or("the index is out of bounds"))
        }
        (Value::Map(all), key) => Ok(all.get(&key).cloned().ok_or("the map lacks the key")),
        _ => other_type(),
    }
}

fn collection(op: BinaryOp, a: Value, b: Value) -> Run<Value> {
    let clamp = |n: i128, most: usize| usize::try_from(n.max(0)).unwrap_or(most).min(most);
    Ok(match (op, a, b) {
        (BinaryOp::Append, Value::Seq(mut a), Value::Seq(b)) => {
            a.extend(b);
            Value::Seq(a)
        }
        (BinaryOp::In, a, Value::Seq(b)) => Value::Bool(b.contains(&a)),
        (BinaryOp::In, a, Value::Set(b)) => Value::Bool(b.contains(&a)),
        (BinaryOp::In, a, Value::Map(b)) => Value::Bool(b.contains_key(&a)),
        (BinaryOp::In, a, Value::Multiset(b)) => {
            Value::Int(i128::from(b.get(&a).copied().unwrap_or(0)))
        }
        (BinaryOp::Take, Value::Seq(mut a), Value::Int(n)) => {
            a.truncate(clamp(n, a.len()));
            Value::Seq(a)
        }
        (BinaryOp::Drop, Value::Seq(a), Value::Int(n)) => {
            Value::Seq(a.get(clamp(n, a.len())..).unwrap_or_default().to_vec())
        }
        (BinaryOp::Range, Value::Int(a), Value::Int(b)) => {
            if b.saturating_sub(a) > LONGEST {
                return Err(Stop::Left("a sequence that is too long"));
            }
            Value::Seq((a..b).map(Value::Int).collect())
        }
        (BinaryOp::Union, Value::Set(a), Value::Set(b)) => Value::Set(&a | &b),
        (BinaryOp::Intersection, Value::Set(a), Value::Set(b)) => Value::Set(&a & &b),
        (BinaryOp::SetMinus, Value::Set(a), Value::Set(b)) => Value::Set(&a - &b),
        (BinaryOp::Subset, Value::Set(a), Value::Set(b)) => Value::Bool(a.is_subset(&b)),
        (op, Value::Multiset(a), Value::Multiset(b)) => return multiset(op, a, &b),
        _ => return other_type(),
    })
}

fn multiset(op: BinaryOp, a: BTreeMap<Value, u32>, b: &BTreeMap<Value, u32>) -> Run<Value> {
    let of = |all: &BTreeMap<Value, u32>, key: &Value| all.get(key).copied().unwrap_or(0);
    if op == BinaryOp::Subset {
        return Ok(Value::Bool(a.iter().all(|(key, times)| *times <= of(b, key))));
    }
    let mut all = a.clone();
    for key in b.keys() {
        all.entry(key.clone()).or_default();
    }
    for (key, times) in &mut all {
        let (left, right) = (of(&a, key), of(b, key));
        *times = match op {
            BinaryOp::Union => left.saturating_add(right),
            BinaryOp::Intersection => left.min(right),
            BinaryOp::SetMinus => left.saturating_sub(right),
            _ => return other_type(),
        };
    }
    all.retain(|_, times| *times > 0);
    Ok(Value::Multiset(all))
}
