//! `<math.h>` and `<stdlib.h>` arithmetic: computed on constants; as terms where the logic has the function.

use crate::registry::Entry;
use crate::value::{Answer, arg_term, int, nonzero, resized, term, word};
use effigy_base::finding::FindingKind;
use effigy_base::op::{Op, RoundingMode};
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::{Term, TermStore};

pub(crate) const MODELS: &[Entry] = &[
    ("abs", magnitude),
    ("labs", magnitude),
    ("llabs", magnitude),
    ("imaxabs", magnitude),
    ("div", |c| divided(c, true)),
    ("ldiv", |c| divided(c, false)),
    ("lldiv", |c| divided(c, false)),
    ("imaxdiv", |c| divided(c, false)),
    ("ffs", ffs),
    ("ffsl", ffs),
    ("ffsll", ffs),
    ("sqrt", |c| operator(c, Op::FpSqrt)),
    ("sqrtf", |c| operator(c, Op::FpSqrt)),
    ("sqrtl", |c| operator(c, Op::FpSqrt)),
    ("fabs", |c| operator(c, Op::FpAbs)),
    ("fabsf", |c| operator(c, Op::FpAbs)),
    ("floor", |c| operator(c, Op::FpRound(RoundingMode::TowardNegative))),
    ("floorf", |c| operator(c, Op::FpRound(RoundingMode::TowardNegative))),
    ("floorl", |c| operator(c, Op::FpRound(RoundingMode::TowardNegative))),
    ("ceil", |c| operator(c, Op::FpRound(RoundingMode::TowardPositive))),
    ("ceilf", |c| operator(c, Op::FpRound(RoundingMode::TowardPositive))),
    ("ceill", |c| operator(c, Op::FpRound(RoundingMode::TowardPositive))),
    ("trunc", |c| operator(c, Op::FpRound(RoundingMode::TowardZero))),
    ("truncf", |c| operator(c, Op::FpRound(RoundingMode::TowardZero))),
    ("truncl", |c| operator(c, Op::FpRound(RoundingMode::TowardZero))),
    ("round", |c| operator(c, Op::FpRound(RoundingMode::NearestAway))),
    ("roundf", |c| operator(c, Op::FpRound(RoundingMode::NearestAway))),
    ("roundl", |c| operator(c, Op::FpRound(RoundingMode::NearestAway))),
    ("fmin", |c| binary_operator(c, Op::FpMin)),
    ("fminf", |c| binary_operator(c, Op::FpMin)),
    ("fminl", |c| binary_operator(c, Op::FpMin)),
    ("fmax", |c| binary_operator(c, Op::FpMax)),
    ("fmaxf", |c| binary_operator(c, Op::FpMax)),
    ("fmaxl", |c| binary_operator(c, Op::FpMax)),
    ("fmod", |c| binary_operator(c, Op::FpFmod)),
    ("fmodf", |c| binary_operator(c, Op::FpFmod)),
    ("fmodl", |c| binary_operator(c, Op::FpFmod)),
    ("exp", |c| unary(c, "exp", f64::exp)),
    ("exp2", |c| unary(c, "exp2", f64::exp2)),
    ("log", |c| unary(c, "log", f64::ln)),
    ("log2", |c| unary(c, "log2", f64::log2)),
    ("log10", |c| unary(c, "log10", f64::log10)),
    ("log1p", |c| unary(c, "log1p", f64::ln_1p)),
    ("expm1", |c| unary(c, "expm1", f64::exp_m1)),
    ("sin", |c| unary(c, "sin", f64::sin)),
    ("cos", |c| unary(c, "cos", f64::cos)),
    ("tan", |c| unary(c, "tan", f64::tan)),
    ("asin", |c| unary(c, "asin", f64::asin)),
    ("acos", |c| unary(c, "acos", f64::acos)),
    ("atan", |c| unary(c, "atan", f64::atan)),
    ("sinh", |c| unary(c, "sinh", f64::sinh)),
    ("cosh", |c| unary(c, "cosh", f64::cosh)),
    ("tanh", |c| unary(c, "tanh", f64::tanh)),
    ("cbrt", |c| unary(c, "cbrt", f64::cbrt)),
    ("pow", |c| binary(c, "pow", f64::powf)),
    ("atan2", |c| binary(c, "atan2", f64::atan2)),
    ("hypot", |c| binary(c, "hypot", f64::hypot)),
    ("powf", |c| binary_single(c, "powf", f32::powf)),
    ("expf", |c| unary_single(c, "expf", f32::exp)),
    ("logf", |c| unary_single(c, "logf", f32::ln)),
    ("sinf", |c| unary_single(c, "sinf", f32::sin)),
    ("cosf", |c| unary_single(c, "cosf", f32::cos)),
    ("remainder", remainder),
    ("remainderf", remainder),
    ("remainderl", remainder),
    ("fma", fused),
    ("fmaf", fused),
    ("fmal", fused),
    ("ldexp", ldexp),
    ("scalbn", ldexp),
];

fn magnitude(call: &mut Call<'_>) -> Answer {
    let value = arg_term(call, 0);
    let width = call.store().width(value);
    let zero = call.store().bits(width, 0);
    let negative = call.store().slt(value, zero);
    if call.finds(FindingKind::Overflow) {
        let least = call.store().bits(width, 1 << (width - 1));
        let is_least = call.store().eq(value, least);
        if call.decide(is_least)? {
            let message = "the absolute value of the least number overflows";
            return Err(call.fail(FindingKind::Overflow, message));
        }
    }
    let opposite = call.store().bvneg(value);
    let result = call.store().ite(negative, opposite, value);
    term(call, result)
}

/// The place of the lowest bit that is set, from 1; zero when none is.
fn ffs(call: &mut Call<'_>) -> Answer {
    let value = arg_term(call, 0);
    let set = nonzero(call, 0);
    let zeros = call.store().app(Op::TrailingZeros, &[value]);
    let zeros = resized(call, zeros, 32, false);
    let (one, none) = (call.store().bits(32, 1), call.store().bits(32, 0));
    let place = call.store().bvadd(zeros, one);
    let result = call.store().ite(set, place, none);
    term(call, result)
}

/// Quotient and remainder: two halves of one word, or two words.
fn divided(call: &mut Call<'_>, halves: bool) -> Answer {
    let (a, b) = (arg_term(call, 0), arg_term(call, 1));
    let divides = nonzero(call, 1);
    if !call.decide(divides)? {
        return Err(call.fail(FindingKind::DivisionByZero, "a division by zero"));
    }
    let width = call.store().width(a);
    let (least, minus) = (1 << (width - 1), u128::MAX >> (128 - width));
    let (least, minus) = (call.store().bits(width, least), call.store().bits(width, minus));
    let (is_least, is_minus) = (call.store().eq(a, least), call.store().eq(b, minus));
    let overflows = call.store().and(is_least, is_minus);
    if call.decide(overflows)? {
        return Err(call.fail(FindingKind::Overflow, "a division overflows"));
    }
    let quotient = call.store().app(Op::BvSdiv, &[a, b]);
    let rest = call.store().app(Op::BvSrem, &[a, b]);
    if halves {
        let both = call.store().app(Op::Concat, &[rest, quotient]);
        return term(call, both);
    }
    Ok(Flow::Return(vec![call.slot(quotient), call.slot(rest)]))
}

/// What is left of `a` after the multiple of `b` that lies nearest, the even one of two (IEEE 754, 5.3.1): no step of it is rounded.
fn remainder(call: &mut Call<'_>) -> Answer {
    let (a, b) = (arg_term(call, 0), arg_term(call, 1));
    let store = call.store();
    let width = store.width(a);
    let (sign, size) = (store.extract(width - 1, width - 1, a), store.extract(width - 2, 0, a));
    let size = store.zero_extend(width, size);
    let other = store.extract(width - 2, 0, b);
    let other = store.zero_extend(width, other);
    // Below the doubled size no multiple is rounded; where that is infinite, `a` is below it anyway.
    let doubled = store.app(Op::FpAdd, &[other, other]);
    let below = store.app(Op::FpFmod, &[size, doubled]);
    let takes = |store: &mut TermStore, rest: Term, or_equal: bool| {
        // Twice the rest against the divisor: `rest > other - rest`, which is exact where it matters.
        let left = store.app(Op::FpSub, &[other, rest]);
        let op = if or_equal { Op::FpLe } else { Op::FpLt };
        let more = store.app(op, &[left, rest]);
        let less = store.app(Op::FpSub, &[rest, other]);
        store.ite(more, less, rest)
    };
    let once = takes(store, below, false);
    let twice = takes(store, once, true);
    let had = store.eq(once, below);
    let rest = store.ite(had, once, twice);
    let minus = store.nonzero(sign);
    let flipped = store.app(Op::FpNeg, &[rest]);
    let result = store.ite(minus, flipped, rest);
    let nan = store.app(Op::FpIsNan, &[rest]);
    let result = store.ite(nan, rest, result);
    term(call, result)
}

/// `fma(x, y, z)`: rounded once.
fn fused(call: &mut Call<'_>) -> Answer {
    let args = [0, 1, 2].map(|index| arg_term(call, index));
    let result = call.store().app(Op::FpFma, &args);
    term(call, result)
}

fn operator(call: &mut Call<'_>, op: Op) -> Answer {
    let value = arg_term(call, 0);
    let result = call.store().app(op, &[value]);
    term(call, result)
}

fn binary_operator(call: &mut Call<'_>, op: Op) -> Answer {
    let (a, b) = (arg_term(call, 0), arg_term(call, 1));
    let result = call.store().app(op, &[a, b]);
    term(call, result)
}

/// The bits of a constant argument; a symbolic one is not modelled.
pub(crate) fn constant(
    call: &mut Call<'_>,
    index: usize,
    name: &str,
) -> Result<u64, effigy_exec::stop::Stop> {
    match call.arg(index).concrete() {
        Some(bits) => Ok(bits as u64),
        None if call.failing().is_some() => call.word(index),
        None => Err(call.unsupported(format!("{name} of a symbolic number"))),
    }
}

fn unary(call: &mut Call<'_>, name: &str, function: fn(f64) -> f64) -> Answer {
    let value = f64::from_bits(constant(call, 0, name)?);
    word(function(value).to_bits())
}

fn binary(call: &mut Call<'_>, name: &str, function: fn(f64, f64) -> f64) -> Answer {
    let a = f64::from_bits(constant(call, 0, name)?);
    let b = f64::from_bits(constant(call, 1, name)?);
    word(function(a, b).to_bits())
}

fn unary_single(call: &mut Call<'_>, name: &str, function: fn(f32) -> f32) -> Answer {
    let value = f32::from_bits(constant(call, 0, name)? as u32);
    word(u64::from(function(value).to_bits()))
}

fn binary_single(call: &mut Call<'_>, name: &str, function: fn(f32, f32) -> f32) -> Answer {
    let a = f32::from_bits(constant(call, 0, name)? as u32);
    let b = f32::from_bits(constant(call, 1, name)? as u32);
    word(u64::from(function(a, b).to_bits()))
}

/// `ldexp(value, exponent)`: in three steps, so that no power of two overflows on the way.
fn ldexp(call: &mut Call<'_>) -> Answer {
    let mut value = f64::from_bits(constant(call, 0, "ldexp")?);
    let mut exponent = int(call, 1)?.clamp(-2200, 2200);
    while exponent != 0 {
        let step = exponent.clamp(-1000, 1000);
        value *= 2f64.powi(step);
        exponent -= step;
    }
    word(value.to_bits())
}
