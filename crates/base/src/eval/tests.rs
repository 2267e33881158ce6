//! The evaluator against naive definitions: exhaustively at small widths, and its three ways against each other.

mod integers;

use crate::bits::BitVec;
use crate::eval::{eval, eval_scalar, wide, word};
use crate::op::Op;
use crate::sort::{Scalar, Sort};
use crate::value::{ArrayValue, Value};

/// The signed reading of `w` bits.
fn signed(w: u32, a: i64) -> i64 {
    if a >= 1 << (w - 1) { a - (1 << w) } else { a }
}

fn wrap(w: u32, a: i64) -> i64 {
    a.rem_euclid(1 << w)
}

fn fits_signed(w: u32, a: i64) -> bool {
    (-(1 << (w - 1))..1 << (w - 1)).contains(&a)
}

/// What an operator of two arguments means, in unbounded integers.
fn reference(op: Op, w: u32, a: i64, b: i64) -> Option<i64> {
    let (s, t) = (signed(w, a), signed(w, b));
    let bits = |f: fn(i64, i64) -> i64| (0..w).map(|i| f((a >> i) & 1, (b >> i) & 1) << i).sum();
    Some(match op {
        Op::BvAdd => wrap(w, a + b),
        Op::BvSub => wrap(w, a - b),
        Op::BvMul => wrap(w, a * b),
        Op::BvUdiv => {
            if b == 0 {
                (1 << w) - 1
            } else {
                a / b
            }
        }
        Op::BvUrem => {
            if b == 0 {
                a
            } else {
                a % b
            }
        }
        Op::BvSdiv if b == 0 => wrap(w, if s < 0 { 1 } else { -1 }),
        Op::BvSdiv => wrap(w, s / t),
        Op::BvSrem => {
            if b == 0 {
                a
            } else {
                wrap(w, s % t)
            }
        }
        Op::BvAnd => bits(|x, y| x * y),
        Op::BvOr => bits(|x, y| (x + y).min(1)),
        Op::BvXor => bits(|x, y| (x + y) % 2),
        Op::BvShl => wrap(w, (0..b).fold(a, |n, _| wrap(w, n * 2))),
        Op::BvLshr => (0..b).fold(a, |n, _| n / 2),
        Op::BvAshr => wrap(w, (0..b).fold(s, |n, _| n.div_euclid(2))),
        Op::BvUlt => i64::from(a < b),
        Op::BvUle => i64::from(a <= b),
        Op::BvSlt => i64::from(s < t),
        Op::BvSle => i64::from(s <= t),
        Op::BvUaddo => i64::from(a + b >= 1 << w),
        Op::BvUsubo => i64::from(a - b < 0),
        Op::BvUmulo => i64::from(a * b >= 1 << w),
        Op::BvSaddo => i64::from(!fits_signed(w, s + t)),
        Op::BvSsubo => i64::from(!fits_signed(w, s - t)),
        Op::BvSmulo => i64::from(!fits_signed(w, s * t)),
        Op::Eq => i64::from(a == b),
        Op::Concat => a * (1 << w) + b,
        _ => return None,
    })
}

/// What an operator of one argument means.
fn reference_unary(op: Op, w: u32, a: i64) -> Option<i64> {
    let bit = |i: u32| (a >> i) & 1;
    Some(match op {
        Op::BvNot => (1 << w) - 1 - a,
        Op::BvNeg => wrap(w, -a),
        Op::Extract { hi, lo } => (a >> lo) % (1 << (hi - lo + 1)),
        Op::ZeroExtend { .. } => a,
        Op::SignExtend { width } => wrap(width, signed(w, a)),
        Op::Popcount => wrap(w, (0..w).map(bit).sum()),
        Op::LeadingZeros => wrap(w, (0..w).rev().take_while(|i| bit(*i) == 0).count() as i64),
        Op::TrailingZeros => wrap(w, (0..w).take_while(|i| bit(*i) == 0).count() as i64),
        Op::BitReverse => (0..w).map(|i| bit(i) << (w - 1 - i)).sum(),
        Op::ByteSwap => (0..w / 8).map(|i| ((a >> (8 * i)) & 255) << (w - 8 - 8 * i)).sum(),
        _ => return None,
    })
}

fn value(w: u32, bits: i64) -> Value {
    Value::bits(w, bits as u128)
}

#[test]
fn binary_operators_are_exhaustively_right() {
    for w in 1..=4u32 {
        let words = [Sort::BitVec(w), Sort::BitVec(w)];
        for op in Op::ALL.iter().filter(|op| op.result_sort(&words).is_some()) {
            for (a, b) in (0..1i64 << w).flat_map(|a| (0..1i64 << w).map(move |b| (a, b))) {
                let Some(expected) = reference(*op, w, a, b) else {
                    panic!("`reference` does not say what {op:?} means");
                };
                let result = eval(*op, &[value(w, a), value(w, b)]).and_then(|v| v.scalar());
                assert_eq!(result, Some(expected as u128), "{op:?} of {a} and {b} at {w}");
                assert_eq!(
                    eval_scalar(*op, &[w, w], &[a as u128, b as u128]),
                    Some(expected as u128)
                );
            }
        }
    }
}

#[test]
fn unary_operators_are_exhaustively_right() {
    for w in (1..=4u32).chain([8, 16]) {
        let slices = (0..w.min(4)).flat_map(|hi| (0..=hi).map(move |lo| Op::Extract { hi, lo }));
        let extensions = [
            Op::ZeroExtend { width: w + 3 },
            Op::SignExtend { width: w + 3 },
            Op::SignExtend { width: w },
        ];
        // No float has eight bits.
        let is_plain =
            |op: &Op| op.params().is_empty() && op.result_sort(&[Sort::BitVec(8)]).is_some();
        let plain = Op::ALL.iter().copied().filter(is_plain);
        for op in plain.chain(slices).chain(extensions) {
            if op == Op::ByteSwap && w % 8 != 0 {
                assert_eq!(eval(op, &[value(w, 0)]), None);
                continue;
            }
            for a in 0..1i64 << w {
                let Some(expected) = reference_unary(op, w, a) else {
                    panic!("`reference_unary` does not say what {op:?} means");
                };
                let result = eval(op, &[value(w, a)]).and_then(|v| v.scalar());
                assert_eq!(result, Some(expected as u128), "{op:?} of {a} at {w}");
            }
        }
    }
}

/// Small, large and mixed words.
fn samples() -> Vec<u128> {
    let mut state = 1u128;
    let mut samples: Vec<u128> =
        vec![0, 1, 2, 3, 7, 8, u128::MAX, u128::MAX - 1, 1 << 63, (1 << 63) - 1, 1 << 31, 1 << 127];
    for _ in 0..12 {
        state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(12345);
        samples.push(state ^ (state >> 64));
    }
    samples
}

/// The operators on big numbers agree with those on words.
#[test]
fn wide_values_agree_with_words() {
    for op in Op::ALL.iter().filter(|op| op.params().is_empty()) {
        for w in [8u32, 32, 64, 128] {
            for a in samples() {
                for b in samples() {
                    let (a, b) = (wide::trunc(w, a), wide::trunc(w, b));
                    let (x, y) = (BitVec::new(w, a), BitVec::new(w, b));
                    let by_words = match op.arity() {
                        1 => eval_scalar(*op, &[w], &[a]),
                        2 => eval_scalar(*op, &[w, w], &[a, b]),
                        _ => None,
                    };
                    let by_numbers = match op.arity() {
                        1 => super::big::unary(*op, &x).map(Value::BitVec),
                        2 => super::big::binary(*op, &x, &y),
                        _ => None,
                    };
                    let (Some(left), Some(right)) = (by_words, by_numbers) else { continue };
                    if right.sort().width().is_some_and(|width| width <= 128) {
                        assert_eq!(Some(left), right.scalar(), "{op:?} of {x} and {y}");
                    }
                }
            }
        }
    }
}

#[test]
fn short_words_agree_with_wide_ones() {
    for w in [1u32, 7, 8, 32, 63, 64] {
        for a in samples() {
            for b in samples() {
                let (a, b) = (wide::trunc(w, a), wide::trunc(w, b));
                let (x, y) = (a as u64, b as u64);
                assert_eq!(u128::from(word::mul(w, x, y)), wide::mul(w, a, b));
                assert_eq!(u128::from(word::sdiv(w, x, y)), wide::sdiv(w, a, b));
                assert_eq!(u128::from(word::srem(w, x, y)), wide::srem(w, a, b));
                assert_eq!(u128::from(word::ashr(w, x, y)), wide::ashr(w, a, b));
                assert_eq!(u128::from(word::shl(w, x, y)), wide::shl(w, a, b));
                assert_eq!(word::smulo(w, x, y), wide::smulo(w, a, b));
                assert_eq!(word::umulo(w, x, y), wide::umulo(w, a, b));
                assert_eq!(word::slt(w, x, y), wide::slt(w, a, b));
                assert_eq!(u128::from(word::leading_zeros(w, x)), wide::leading_zeros(w, a));
            }
        }
    }
}

#[test]
fn ill_sorted_arguments_have_no_value() {
    assert_eq!(eval(Op::BvAdd, &[value(8, 1), value(16, 1)]), None);
    assert_eq!(eval(Op::BvAdd, &[value(8, 1)]), None);
    assert_eq!(eval(Op::Not, &[value(1, 1)]), None);
    assert_eq!(eval(Op::Extract { hi: 8, lo: 0 }, &[value(8, 1)]), None);
    assert_eq!(eval(Op::FpAdd, &[value(24, 1), value(24, 1)]), None);
}

#[test]
fn floats_have_one_nan_and_keep_signs() {
    let f = |x: f32| Value::bits(32, u128::from(x.to_bits()));
    let nan = Value::bits(32, 0x7fc0_0000);
    assert_eq!(eval(Op::FpDiv, &[f(0.0), f(0.0)]), Some(nan.clone()));
    assert_eq!(eval(Op::FpAdd, &[f(f32::INFINITY), f(f32::NEG_INFINITY)]), Some(nan));
    assert_eq!(
        eval(Op::FpNeg, &[Value::bits(32, 0x7fa0_0001)]),
        Some(Value::bits(32, 0xffa0_0001))
    );
    assert_eq!(eval(Op::FpFmod, &[f(-5.5), f(2.0)]), Some(f(-1.5)));
    assert_eq!(eval(Op::FpMin, &[f(f32::NAN), f(1.0)]), Some(f(1.0)));
    assert_eq!(eval(Op::FpMin, &[f(0.0), f(-0.0)]), Some(f(-0.0)));
    assert_eq!(eval(Op::FpToSbv { width: 8 }, &[f(-1000.0)]), Some(Value::bits(8, 0x80)));
    assert_eq!(eval(Op::FpToUbv { width: 8 }, &[f(-1.0)]), Some(Value::bits(8, 0)));
    assert_eq!(eval(Op::FpToUbv { width: 8 }, &[f(f32::NAN)]), Some(Value::bits(8, 0)));
    assert_eq!(
        eval(Op::FpFromSbv { width: 32 }, &[Value::bits(64, u128::from(u64::MAX))]),
        Some(f(-1.0))
    );
}

/// Each operator without parameters takes arguments of some sorts.
#[test]
fn operators_have_sorts() {
    let array = Sort::Array { index: Scalar::BitVec(8), element: Scalar::BitVec(32) };
    let sorts = [Sort::Bool, Sort::Int, Sort::Real, Sort::BitVec(8), Sort::BitVec(32), array];
    for op in Op::ALL.iter().filter(|op| op.params().is_empty()) {
        let mut lists: Vec<Vec<Sort>> = vec![Vec::new()];
        for _ in 0..op.arity() {
            let longer = |list: &Vec<Sort>| sorts.map(|sort| [&list[..], &[sort]].concat());
            lists = lists.iter().flat_map(longer).collect();
        }
        assert!(lists.iter().any(|list| op.result_sort(list).is_some()), "{op:?} has no sort");
    }
}

#[test]
fn heads_and_parameters_name_operators() {
    for op in Op::ALL {
        assert_eq!(Op::parse(op.head(), &op.params()), Some(*op));
    }
    let slice = Op::Extract { hi: 7, lo: 3 };
    assert_eq!(Op::parse("extract", &[7, 3]), Some(slice));
    assert_eq!(Op::parse("extract", &[7]), None);
    assert_eq!(Op::parse("bvfoo", &[]), None);
    assert_eq!(slice.result_sort(&[Sort::BitVec(8)]), Some(Sort::BitVec(5)));
}

#[test]
fn equal_arrays_are_equal_values() {
    let bits = |n| Value::bits(2, n);
    let index = Scalar::BitVec(2);
    let mut filled = ArrayValue::new(index, bits(0));
    for i in 0..4 {
        filled.store(bits(i), bits(1));
    }
    assert_eq!(filled, ArrayValue::new(index, bits(1)));
    let table = ArrayValue::from_table(2, &[1, 2, 2, 2], BitVec::new(2, 0));
    let mut stored = ArrayValue::new(index, bits(2));
    stored.store(bits(0), bits(1));
    assert_eq!(table, stored);
    assert_eq!(table.select(&bits(3)), &bits(2));
}

#[test]
fn bit_vectors_print_as_literals() {
    assert_eq!(BitVec::new(8, 10).to_string(), "#x0a");
    assert_eq!(BitVec::new(3, 5).to_string(), "#b101");
    assert_eq!(BitVec::ones(132).to_string(), format!("#x{}", "f".repeat(33)));
    assert_eq!(BitVec::parse(132, "ff", 16), Some(BitVec::new(132, 255)));
    assert_eq!(BitVec::new(200, 0x0102).to_le_bytes().len(), 25);
}
