//! Circuits on constants fold to constants: they are compared with the evaluator and, at 8 bits, with exact numbers.

use effigy_base::eval::float::eval;
use effigy_base::op::{Op, RoundingMode};

use super::{Format, build, conversion, within};
use crate::circuit::arithmetic::Word;
use crate::circuit::gates::{Gates, Lit};

const MODES: [RoundingMode; 5] = [
    RoundingMode::NearestEven,
    RoundingMode::NearestAway,
    RoundingMode::TowardZero,
    RoundingMode::TowardNegative,
    RoundingMode::TowardPositive,
];

const BINARY: [Op; 5] = [Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv, Op::FpFmod];

/// A format small enough for all pairs; every number of it, product and sum is an `f64`.
const TINY: Format = Format { exponent: 4, significand: 4 };

fn word(bits: u128, width: u32) -> Word {
    (0..width).map(|i| Lit::constant(bits >> i & 1 == 1)).collect()
}

fn bits(word: &[Lit]) -> u128 {
    word.iter().rev().fold(0, |bits, lit| {
        bits << 1 | u128::from(lit.as_constant().expect("operators fold on constants"))
    })
}

fn tiny_number(pattern: u128) -> f64 {
    let (biased, fraction) = ((pattern >> 3 & 15) as i32, (pattern & 7) as f64);
    let magnitude = match biased {
        15 if fraction == 0.0 => f64::INFINITY,
        15 => f64::NAN,
        0 => fraction * 2f64.powi(-9),
        _ => (fraction + 8.0) * 2f64.powi(biased - 10),
    };
    if pattern >> 7 == 1 { -magnitude } else { magnitude }
}

/// The nearest float by search among all of them. Where infinity stands, the next power of two counts.
fn tiny_nearest(number: f64) -> u128 {
    if number.is_nan() {
        return 0x7c;
    }
    let sign = u128::from(number.is_sign_negative()) << 7;
    let distance = |pattern: &u128| {
        let there = if *pattern == 0x78 { 256.0 } else { tiny_number(*pattern) };
        (number.abs().min(256.0) - there).abs()
    };
    let nearest =
        (0..=0x78).min_by(|a, b| distance(a).total_cmp(&distance(b)).then((a & 1).cmp(&(b & 1))));
    sign | nearest.expect("there are floats")
}

fn tiny_binary(op: Op, a: u128, b: u128) -> u128 {
    let (x, y) = (tiny_number(a), tiny_number(b));
    let wide = |x: f64| u128::from(x.to_bits());
    let result = eval(op, 64, &[wide(x), wide(y)]).expect("an operator of the format");
    tiny_nearest(f64::from_bits(result as u64))
}

#[test]
fn all_pairs_of_a_tiny_format() {
    let mut g = Gates::new();
    for op in BINARY {
        for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
            let result = within(&mut g, TINY, op, &[&word(a, 8), &word(b, 8)]).expect("known");
            assert_eq!(bits(&result), tiny_binary(op, a, b), "{op:?} {a:#x} {b:#x}");
        }
    }
}

#[test]
fn all_numbers_of_a_tiny_format() {
    let mut g = Gates::new();
    let rounds = MODES.map(Op::FpRound);
    for a in 0..256 {
        let x = u128::from(tiny_number(a).to_bits());
        for op in rounds.into_iter().chain([Op::FpSqrt]) {
            let expected = eval(op, 64, &[x]).expect("known") as u64;
            let result = within(&mut g, TINY, op, &[&word(a, 8)]).expect("known");
            assert_eq!(bits(&result), tiny_nearest(f64::from_bits(expected)), "{op:?} {a:#x}");
        }
        for to in [2, 5, 8, 9, 20] {
            let signed = conversion::to_signed(&mut g, TINY, to as usize, &word(a, 8));
            let unsigned = conversion::to_unsigned(&mut g, TINY, to as usize, &word(a, 8));
            assert_eq!(Some(bits(&signed)), eval(Op::FpToSbv { width: to }, 64, &[x]), "{a:#x}");
            assert_eq!(Some(bits(&unsigned)), eval(Op::FpToUbv { width: to }, 64, &[x]), "{a:#x}");
        }
    }
    for a in 0..1024u32 {
        let unsigned = conversion::from_unsigned(&mut g, TINY, &word(a.into(), 10));
        assert_eq!(bits(&unsigned), tiny_nearest(f64::from(a)), "{a}");
        let signed = conversion::from_signed(&mut g, TINY, &word(a.into(), 10));
        let value = if a < 512 { f64::from(a) } else { f64::from(a) - 1024.0 };
        assert_eq!(bits(&signed), tiny_nearest(value), "{value}");
    }
}

#[test]
fn fused_multiplication_in_a_tiny_format() {
    let mut g = Gates::new();
    for a in (0..256).step_by(3) {
        for (b, c) in (0..256).step_by(5).flat_map(|b| (0..256).step_by(7).map(move |c| (b, c))) {
            let args = [word(a, 8), word(b, 8), word(c, 8)];
            let result = within(&mut g, TINY, Op::FpFma, &[&args[0], &args[1], &args[2]]);
            let exact = tiny_number(a).mul_add(tiny_number(b), tiny_number(c));
            assert_eq!(bits(&result.expect("known")), tiny_nearest(exact), "{a:#x} {b:#x} {c:#x}");
        }
    }
}

#[test]
fn conversion_between_a_tiny_format_and_doubles() {
    let mut g = Gates::new();
    let double = Format::of_width(64).expect("known");
    for a in 0..256 {
        let number = tiny_number(a);
        let wide = conversion::convert(&mut g, TINY, double, &word(a, 8));
        let expected = if number.is_nan() { 0x7ff8 << 48 } else { u128::from(number.to_bits()) };
        assert_eq!(bits(&wide), expected, "{a:#x}");
        for near in [number, number * 1.0625, number * 1.06250001, number * 1.0624999] {
            let narrow =
                conversion::convert(&mut g, double, TINY, &word(near.to_bits().into(), 64));
            assert_eq!(bits(&narrow), tiny_nearest(near), "{near}");
        }
    }
}

/// Patterns near the edges of a format, and any.
fn sample(state: &mut u64, width: u32) -> u128 {
    let mut next = || {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u128::from(*state >> 33) | u128::from(*state >> 20) << 31
    };
    let mask = u128::MAX >> (128 - width);
    let fraction = match width {
        16 => 10,
        32 => 23,
        64 => 52,
        // With the integer bit.
        80 => 64,
        _ => 112,
    };
    let any = next() << 96 ^ next() << 64 ^ next() << 32 ^ next();
    let biased_one = (1 << (width - fraction - 2)) - 1;
    let pattern = match next() % 8 {
        0 => any & 3,
        1 => (mask >> 1) & !(any & 3),
        2 => (mask >> 1 >> fraction << fraction) + (any & 1) - (any >> 1 & 1),
        3 => (1 << fraction) + (any & 3) - 2,
        4 => any & ((1 << fraction) - 1),
        5 | 6 => (biased_one - 3 + (any & 63)) << fraction | any >> 40 & ((1 << fraction) - 1),
        _ => any,
    };
    let pattern = (pattern | (next() & 1) << (width - 1)) & mask;
    if width != 80 || next() % 8 == 0 {
        return pattern;
    }
    // Mostly numbers.
    let integer = u128::from(pattern >> 64 & 0x7fff != 0);
    pattern & !(1 << 63) | integer << 63
}

/// How often an operator is tried: a remainder costs as much as hundreds of the others.
fn samples(op: Op) -> usize {
    match op {
        Op::FpFmod => 20,
        Op::FpDiv | Op::FpMul | Op::FpSqrt | Op::FpFma => 150,
        _ => 300,
    }
}

#[test]
fn samples_agree_with_the_evaluator() {
    let mut g = Gates::new();
    let mut state = 1;
    let mut ops: Vec<Op> = BINARY.to_vec();
    ops.extend(MODES.map(Op::FpRound));
    ops.extend([Op::FpSqrt, Op::FpFma]);
    for width in [8, 32, 64, 128] {
        ops.extend([Op::FpToSbv { width }, Op::FpToUbv { width }]);
    }
    for width in [32, 64] {
        ops.extend([Op::FpToFp { width }, Op::FpFromSbv { width }, Op::FpFromUbv { width }]);
    }
    for width in [32, 64] {
        for &op in &ops {
            for _ in 0..samples(op) {
                let args = [(); 3].map(|()| sample(&mut state, width));
                let words = args.map(|arg| word(arg, width));
                let words: Vec<&[Lit]> = words.iter().map(|w| &w[..]).collect();
                let arity = match op {
                    Op::FpFma => 3,
                    _ if BINARY.contains(&op) => 2,
                    _ => 1,
                };
                let to = match op {
                    Op::FpToFp { width }
                    | Op::FpFromSbv { width }
                    | Op::FpFromUbv { width }
                    | Op::FpToSbv { width }
                    | Op::FpToUbv { width } => width,
                    _ => width,
                };
                let result = build(&mut g, op, to as usize, &words[..arity]).expect("known");
                assert_eq!(Some(bits(&result)), eval(op, width, &args), "{op:?} {args:#x?}");
            }
        }
    }
}

#[test]
fn samples_of_the_other_formats_agree_with_the_evaluator() {
    let mut g = Gates::new();
    let mut state = 7;
    let mut ops: Vec<Op> = BINARY.iter().copied().filter(|op| *op != Op::FpFmod).collect();
    ops.extend(MODES.map(Op::FpRound));
    ops.extend([Op::FpSqrt, Op::FpFma]);
    for width in [8, 32, 64, 128] {
        ops.extend([Op::FpToSbv { width }, Op::FpToUbv { width }]);
    }
    for width in [16, 32, 64, 80, 128] {
        ops.push(Op::FpToFp { width });
    }
    for width in [16, 80, 128] {
        for &op in &ops {
            for _ in 0..samples(op) / 3 {
                agrees(&mut g, op, width, width, &mut state);
            }
        }
        // Integers and the processor's formats as arguments.
        for from in [8, 32, 64, 128] {
            for _ in 0..50 {
                agrees(&mut g, Op::FpFromSbv { width }, from, width, &mut state);
                agrees(&mut g, Op::FpFromUbv { width }, from, width, &mut state);
                if from == 32 || from == 64 {
                    agrees(&mut g, Op::FpToFp { width }, from, width, &mut state);
                }
            }
        }
    }
    for _ in 0..samples(Op::FpFmod) {
        agrees(&mut g, Op::FpFmod, 16, 16, &mut state);
    }
}

/// Compares the circuit of an operator with the evaluator on samples of `width` bits.
fn agrees(g: &mut Gates, op: Op, width: u32, to: u32, state: &mut u64) {
    let args = [(); 3].map(|()| sample(state, width.max(16)) & (u128::MAX >> (128 - width)));
    let words = args.map(|arg| word(arg, width));
    let words: Vec<&[Lit]> = words.iter().map(|w| &w[..]).collect();
    let arity = match op {
        Op::FpFma => 3,
        _ if BINARY.contains(&op) => 2,
        _ => 1,
    };
    let to = match op {
        Op::FpToFp { width } | Op::FpToSbv { width } | Op::FpToUbv { width } => width,
        _ => to,
    };
    let result = build(g, op, to as usize, &words[..arity]).expect("known");
    assert_eq!(Some(bits(&result)), eval(op, width, &args), "{op:?} {width} {args:#x?}");
}

/// The circuit of a remainder of the x87 would have tens of millions of gates.
#[test]
fn remainders_of_large_formats_have_no_circuit() {
    let mut g = Gates::new();
    for width in [80, 128] {
        let one = word(1, width);
        let result = build(&mut g, Op::FpFmod, width as usize, &[&one, &one]);
        assert_eq!(result, None);
    }
}

#[test]
fn half_precision_rounds_what_single_precision_computes() {
    let mut g = Gates::new();
    let mut state = 3;
    for op in [Op::FpAdd, Op::FpMul, Op::FpDiv, Op::FpSqrt] {
        for _ in 0..400 {
            let args = [(); 2].map(|()| word(sample(&mut state, 32) >> 7, 16));
            let arity = if op == Op::FpSqrt { 1 } else { 2 };
            let words: Vec<&[Lit]> = args[..arity].iter().map(|w| &w[..]).collect();
            let half = build(&mut g, op, 16, &words).expect("known");
            let widen = |g: &mut Gates, w: &[Lit]| {
                bits(&build(g, Op::FpToFp { width: 32 }, 32, &[w]).expect("known"))
            };
            let wide: Vec<u128> = words.iter().map(|w| widen(&mut g, w)).collect();
            // Rounding twice is the same: 24 bits are two more than two times 11.
            let single = word(eval(op, 32, &wide).expect("known"), 32);
            let expected = build(&mut g, Op::FpToFp { width: 16 }, 16, &[&single]);
            assert_eq!(half, expected.expect("known"), "{op:?} {wide:#x?}");
        }
    }
}
