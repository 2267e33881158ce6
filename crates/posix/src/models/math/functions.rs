//! `<math.h>` and `<stdlib.h>` arithmetic: computed on constants; as terms where the logic has the function.

use crate::errno::{EDOM, ERANGE};
use crate::shared::failed::{tell, tell_if};
use crate::shared::value::{Answer, Entry, arg_term, nonzero, resized, term, word};
use effigy_base::finding::FindingKind;
use effigy_base::op::{Op, RoundingMode};
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::{Term, TermStore};
use effigy_exec::stop::Stop;

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
    ("sqrt", root),
    ("sqrtf", root),
    ("sqrtl", root),
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
    ("fmod", modulo),
    ("fmodf", modulo),
    ("fmodl", modulo),
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
    ("cbrt", cbrt),
    ("pow", |c| binary(c, "pow", f64::powf)),
    ("atan2", |c| binary(c, "atan2", f64::atan2)),
    ("hypot", |c| binary(c, "hypot", f64::hypot)),
    ("powf", |c| binary_single(c, "powf", f32::powf)),
    ("expf", |c| unary_single(c, "expf", f32::exp)),
    ("logf", |c| unary_single(c, "logf", f32::ln)),
    ("sinf", |c| unary_single(c, "sinf", f32::sin)),
    ("cosf", |c| unary_single(c, "cosf", f32::cos)),
    ("acosf", |c| unary_single(c, "acosf", f32::acos)),
    ("asinf", |c| unary_single(c, "asinf", f32::asin)),
    ("atanf", |c| unary_single(c, "atanf", f32::atan)),
    ("tanf", |c| unary_single(c, "tanf", f32::tan)),
    ("sinhf", |c| unary_single(c, "sinhf", f32::sinh)),
    ("coshf", |c| unary_single(c, "coshf", f32::cosh)),
    ("tanhf", |c| unary_single(c, "tanhf", f32::tanh)),
    ("cbrtf", cbrtf),
    ("exp2f", |c| unary_single(c, "exp2f", f32::exp2)),
    ("log2f", |c| unary_single(c, "log2f", f32::log2)),
    ("log10f", |c| unary_single(c, "log10f", f32::log10)),
    ("log1pf", |c| unary_single(c, "log1pf", f32::ln_1p)),
    ("expm1f", |c| unary_single(c, "expm1f", f32::exp_m1)),
    ("atan2f", |c| binary_single(c, "atan2f", f32::atan2)),
    ("hypotf", |c| binary_single(c, "hypotf", f32::hypot)),
    ("remainder", remainder),
    ("remainderf", remainder),
    ("remainderl", remainder),
    ("fma", fused),
    ("fmaf", fused),
    ("fmal", fused),
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
    no_number(call, &[a, b], result)?;
    term(call, result)
}

/// `fma(x, y, z)`: rounded once.
fn fused(call: &mut Call<'_>) -> Answer {
    let args = [0, 1, 2].map(|index| arg_term(call, index));
    let result = call.store().app(Op::FpFma, &args);
    term(call, result)
}

/// `sqrt(value)`: an error below zero.
fn root(call: &mut Call<'_>) -> Answer {
    let value = arg_term(call, 0);
    let width = call.store().width(value);
    let zero = call.store().bits(width, 0);
    let below = call.store().app(Op::FpLt, &[value, zero]);
    let result = call.store().app(Op::FpSqrt, &[value]);
    tell_if(call, below, EDOM)?;
    term(call, result)
}

fn modulo(call: &mut Call<'_>) -> Answer {
    let (a, b) = (arg_term(call, 0), arg_term(call, 1));
    let result = call.store().app(Op::FpFmod, &[a, b]);
    no_number(call, &[a, b], result)?;
    term(call, result)
}

/// The error of a result that is no number where the arguments are.
fn no_number(call: &mut Call<'_>, args: &[Term], result: Term) -> Result<(), Stop> {
    let mut parts = vec![call.store().app(Op::FpIsNan, &[result])];
    for arg in args {
        let nan = call.store().app(Op::FpIsNan, &[*arg]);
        parts.push(call.store().not(nan));
    }
    let error = call.store().and_all(&parts);
    tell_if(call, error, EDOM)
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
pub(crate) fn constant(call: &mut Call<'_>, index: usize, name: &str) -> Result<u64, Stop> {
    match call.arg(index).concrete() {
        Some(bits) => Ok(bits as u64),
        None if call.failing().is_some() => call.word(index),
        None => Err(call.unsupported(format!("{name} of a symbolic number"))),
    }
}

fn unary(call: &mut Call<'_>, name: &str, function: fn(f64) -> f64) -> Answer {
    let value = f64::from_bits(constant(call, 0, name)?);
    let result = function(value);
    tell(call, error(&[value], result, vanishes(name, &[value])))?;
    word(result.to_bits())
}

/// `cbrt(value)`, whose last digit is the library's own, also where the root is exact: of zero, infinity and NaN alone.
fn cbrt(call: &mut Call<'_>) -> Answer {
    let value = f64::from_bits(constant(call, 0, "cbrt")?);
    if value.is_normal() || value.is_subnormal() {
        return Err(call.unsupported("the last digit of cbrt"));
    }
    word(value.to_bits())
}

/// `cbrtf(value)`: the same, but for cubes.
fn cbrtf(call: &mut Call<'_>) -> Answer {
    let value = f32::from_bits(constant(call, 0, "cbrtf")? as u32);
    let root = value.cbrt();
    let wide = f64::from(root);
    // 17 bits, whose cube a double has.
    let is_short = root.to_bits().trailing_zeros() >= 7;
    let is_cube = is_short && wide * wide * wide == f64::from(value);
    if (value.is_normal() || value.is_subnormal()) && !is_cube {
        return Err(call.unsupported("the last digit of cbrtf"));
    }
    word(u64::from(root.to_bits()))
}

fn binary(call: &mut Call<'_>, name: &str, function: fn(f64, f64) -> f64) -> Answer {
    let a = f64::from_bits(constant(call, 0, name)?);
    let b = f64::from_bits(constant(call, 1, name)?);
    let result = function(a, b);
    tell(call, error(&[a, b], result, vanishes(name, &[a, b])))?;
    word(result.to_bits())
}

fn unary_single(call: &mut Call<'_>, name: &str, function: fn(f32) -> f32) -> Answer {
    let value = f32::from_bits(constant(call, 0, name)? as u32);
    let (result, given) = (function(value), [f64::from(value)]);
    tell(call, error(&given, f64::from(result), vanishes(name, &given)))?;
    word(u64::from(result.to_bits()))
}

fn binary_single(call: &mut Call<'_>, name: &str, function: fn(f32, f32) -> f32) -> Answer {
    let a = f32::from_bits(constant(call, 0, name)? as u32);
    let b = f32::from_bits(constant(call, 1, name)? as u32);
    let (result, given) = (function(a, b), [f64::from(a), f64::from(b)]);
    tell(call, error(&given, f64::from(result), vanishes(name, &given)))?;
    word(u64::from(result.to_bits()))
}

/// The error of a result that was computed: no number of numbers, infinite or, where that is one, zero of finite ones.
fn error(args: &[f64], result: f64, vanishes: bool) -> Option<u32> {
    if result.is_nan() {
        return (!args.iter().any(|a| a.is_nan())).then_some(EDOM);
    }
    let finite = args.iter().all(|a| a.is_finite());
    (finite && (result.is_infinite() || vanishes && result == 0.0)).then_some(ERANGE)
}

/// Whether a function has no zero, or none but of zero: such a result is too small.
fn vanishes(name: &str, args: &[f64]) -> bool {
    match name {
        "exp" | "exp2" | "expf" | "exp2f" | "exp10" => true,
        "pow" | "powf" | "atan2" | "atan2f" => args.first().is_some_and(|a| *a != 0.0),
        _ => false,
    }
}
