//! Integers: the evaluator against naive definitions, on words and on numbers of any size.

use num_bigint::BigInt;

use crate::eval::{eval, eval_scalar};
use crate::op::Op;
use crate::sort::{INT_BITS, Scalar, Sort};
use crate::value::{ArrayValue, Value};

/// What an operator of two small integers means.
fn reference(op: Op, a: i64, b: i64) -> Option<i64> {
    // Counting by hand: the multiples of `b` that fit below `a`.
    let quotient = || (-100..=100).find(|q| (0..b.abs()).contains(&(a - q * b)));
    Some(match op {
        Op::IntAdd => a + b,
        Op::IntSub => a - b,
        Op::IntMul => (0..b.abs()).map(|_| a * b.signum()).sum(),
        Op::IntDiv | Op::IntQuot if b == 0 => 0,
        Op::IntMod if b == 0 => a,
        Op::IntDiv => quotient()?,
        Op::IntMod => a - b * quotient()?,
        Op::IntQuot => a / b,
        Op::IntPow => (0..b).map(|_| a).product(),
        Op::IntLt => i64::from(b - a > 0),
        Op::IntLe => i64::from(b - a >= 0),
        _ => return None,
    })
}

const BINARY: [Op; 9] = [
    Op::IntAdd,
    Op::IntSub,
    Op::IntMul,
    Op::IntDiv,
    Op::IntMod,
    Op::IntQuot,
    Op::IntPow,
    Op::IntLt,
    Op::IntLe,
];

#[test]
fn small_integers_are_exhaustively_right() {
    for op in BINARY {
        for (a, b) in (-9..10).flat_map(|a| (-9..10).map(move |b| (a, b))) {
            let expected = reference(op, a, b).expect("a reference");
            let value = eval(op, &[Value::int(a), Value::int(b)]).expect("a value");
            assert_eq!(value.scalar(), Some(i128::from(expected) as u128), "{op:?} of {a} and {b}");
            let words = [i128::from(a) as u128, i128::from(b) as u128];
            let word = eval_scalar(op, &[INT_BITS; 2], &words);
            assert_eq!(word, value.scalar(), "{op:?} of {a} and {b}");
        }
    }
    assert_eq!(eval(Op::IntAbs, &[Value::int(-4)]), Some(Value::int(4)));
}

/// Numbers on both sides of 128 bits: the results do not depend on how they are held.
#[test]
fn large_integers_agree_with_words() {
    let most = i128::MAX;
    for op in BINARY.into_iter().filter(|op| *op != Op::IntPow) {
        for a in [most, i128::MIN, -1, 0, 1 << 80] {
            for b in [most, i128::MIN, -1, 0, 3] {
                let value = eval(op, &[Value::int(a), Value::int(b)]).expect("a value");
                let word = eval_scalar(op, &[INT_BITS; 2], &[a as u128, b as u128]);
                let by_numbers = super::super::int::binary(op, &BigInt::from(a), &BigInt::from(b));
                assert_eq!(by_numbers.as_ref(), Some(&value), "{op:?} of {a} and {b}");
                if word.is_some() {
                    assert_eq!(word, value.scalar(), "{op:?} of {a} and {b}");
                }
            }
        }
    }
    assert_eq!(eval_scalar(Op::IntAdd, &[INT_BITS; 2], &[most as u128, 1]), None);
    let sum = eval(Op::IntAdd, &[Value::int(most), Value::int(1)]);
    assert_eq!(sum, Some(Value::Int(BigInt::from(1) << 127)));
}

#[test]
fn powers_have_a_limit() {
    let two = || Value::int(2);
    assert_eq!(
        eval(Op::IntPow, &[two(), Value::int(130)]),
        Some(Value::Int(BigInt::from(1) << 130))
    );
    assert_eq!(eval(Op::IntPow, &[two(), Value::int(1i64 << 40)]), None);
    assert_eq!(
        eval(Op::IntPow, &[Value::int(-1), Value::int((1i64 << 40) + 1)]),
        Some(Value::int(-1))
    );
}

#[test]
fn sorts_are_read_as_they_print() {
    let scalars = [Scalar::Bool, Scalar::BitVec(8), Scalar::Int];
    let arrays =
        scalars.iter().flat_map(|i| scalars.iter().map(|e| Sort::Array { index: *i, element: *e }));
    let all: Vec<Sort> = scalars.iter().map(|s| Sort::from(*s)).chain(arrays).collect();
    for sort in &all {
        assert_eq!(Sort::parse(&sort.to_string()), Some(*sort), "{sort}");
    }
    assert_eq!(all[3 + 4].to_string(), "array8.8");
    assert_eq!(all[3 + 8].to_string(), "array.int.int");
    for wrong in ["bv0", "bv+1", "array.bv8.bv8", "array.int", "array8", "real", ""] {
        assert_eq!(Sort::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn arrays_have_any_scalar_sorts() {
    let mut array = ArrayValue::new(Scalar::Int, Value::Bool(false));
    array.store(Value::int(-3), Value::Bool(true));
    array.store(Value::bits(8, 1), Value::Bool(true));
    assert_eq!(array.entries().len(), 1);
    assert_eq!(array.select(&Value::int(-3)), &Value::Bool(true));
    let read = eval(Op::Select, &[Value::Array(array.clone()), Value::int(5)]);
    assert_eq!(read, Some(Value::Bool(false)));
    assert_eq!(eval(Op::Select, &[Value::Array(array), Value::bits(8, 5)]), None);
    let mut both = ArrayValue::new(Scalar::Bool, Value::int(1));
    both.store(Value::Bool(false), Value::int(2));
    both.store(Value::Bool(true), Value::int(2));
    assert_eq!(both, ArrayValue::new(Scalar::Bool, Value::int(2)));
}
