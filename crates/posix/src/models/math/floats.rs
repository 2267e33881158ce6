//! `<math.h>`: what kind of number a float is, rounding to integers, and parts of numbers. All of it is exact on symbols. Floats are
//! bit patterns of 32, 64 or, those of the x87, 80 bits.

use super::functions::constant;
use crate::errno::ERANGE;
use crate::shared::failed::tell_if;
use crate::shared::value::{Answer, Entry, arg_term, condition, term};
use effigy_base::op::{Op, RoundingMode};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::{Slot, Term};

pub(crate) const MODELS: &[Entry] = &[
    ("isnan", |c| truth(c, |f| f.nan)),
    ("isnanf", |c| truth(c, |f| f.nan)),
    ("isnanl", |c| truth(c, |f| f.nan)),
    ("__isnan", |c| truth(c, |f| f.nan)),
    ("__isnanf", |c| truth(c, |f| f.nan)),
    ("__isnanl", |c| truth(c, |f| f.nan)),
    ("isinf", infinity),
    ("isinff", infinity),
    ("isinfl", infinity),
    ("__isinf", infinity),
    ("__isinff", infinity),
    ("__isinfl", infinity),
    ("finite", |c| truth(c, |f| f.finite)),
    ("finitef", |c| truth(c, |f| f.finite)),
    ("finitel", |c| truth(c, |f| f.finite)),
    ("__finite", |c| truth(c, |f| f.finite)),
    ("__finitef", |c| truth(c, |f| f.finite)),
    ("__finitel", |c| truth(c, |f| f.finite)),
    ("signbit", |c| truth(c, |f| f.negative)),
    ("__signbit", |c| truth(c, |f| f.negative)),
    ("__signbitf", |c| truth(c, |f| f.negative)),
    ("__signbitl", |c| truth(c, |f| f.negative)),
    ("__isnegative", |c| truth(c, |f| f.negative)),
    ("__isnegativef", |c| truth(c, |f| f.negative)),
    ("__isnegativel", |c| truth(c, |f| f.negative)),
    ("__isnormal", |c| truth(c, |f| f.normal)),
    ("__isnormalf", |c| truth(c, |f| f.normal)),
    ("__isnormall", |c| truth(c, |f| f.normal)),
    ("__issubnormal", |c| truth(c, |f| f.subnormal)),
    ("__issubnormalf", |c| truth(c, |f| f.subnormal)),
    ("__issubnormall", |c| truth(c, |f| f.subnormal)),
    ("__iszero", |c| truth(c, |f| f.zero)),
    ("__iszerof", |c| truth(c, |f| f.zero)),
    ("__iszerol", |c| truth(c, |f| f.zero)),
    ("__fpclassify", classify),
    ("__fpclassifyf", classify),
    ("__fpclassifyl", classify),
    ("lround", |c| to_integer(c, RoundingMode::NearestAway)),
    ("lroundf", |c| to_integer(c, RoundingMode::NearestAway)),
    ("llround", |c| to_integer(c, RoundingMode::NearestAway)),
    ("llroundf", |c| to_integer(c, RoundingMode::NearestAway)),
    ("lroundl", |c| to_integer(c, RoundingMode::NearestAway)),
    ("llroundl", |c| to_integer(c, RoundingMode::NearestAway)),
    ("copysign", copysign),
    ("copysignf", copysign),
    ("copysignl", copysign),
    ("fabsl", magnitude),
    ("fdim", fdim),
    ("fdimf", fdim),
    ("fdiml", fdim),
    ("modf", modf),
    ("modff", modf),
    ("modfl", modf),
    ("cabs", |c| complex(c, f64::hypot)),
    ("carg", |c| complex(c, |re, im| im.atan2(re))),
    ("creal", |c| complex(c, |re, _| re)),
    ("cimag", |c| complex(c, |_, im| im)),
];

/// What kinds a number is of, each a condition.
struct Kinds {
    negative: Term,
    nan: Term,
    infinite: Term,
    finite: Term,
    zero: Term,
    subnormal: Term,
    normal: Term,
}

/// The bits of the fraction, without an integer bit, and of all below the exponent.
fn layout(width: u32) -> (u32, u32) {
    match width {
        16 => (10, 10),
        32 => (23, 23),
        64 => (52, 52),
        // The integer bit follows from the exponent.
        80 => (63, 64),
        _ => (112, 112),
    }
}

fn kinds(call: &mut Call<'_>, value: Term) -> Kinds {
    let store = call.store();
    let width = store.width(value);
    let (fraction, below) = layout(width);
    let sign = store.extract(width - 1, width - 1, value);
    let exponent = store.extract(width - 2, below, value);
    let fraction = store.extract(fraction - 1, 0, value);
    let bits = width - 1 - below;
    let most = store.bits(bits, (1 << bits) - 1);
    let negative = store.nonzero(sign);
    let has_fraction = store.nonzero(fraction);
    let has_exponent = store.nonzero(exponent);
    let greatest = store.eq(exponent, most);
    let finite = store.not(greatest);
    let (whole, none) = (store.not(has_fraction), store.not(has_exponent));
    Kinds {
        negative,
        nan: store.and(greatest, has_fraction),
        infinite: store.and(greatest, whole),
        finite,
        zero: store.and(none, whole),
        subnormal: store.and(none, has_fraction),
        normal: store.and(finite, has_exponent),
    }
}

/// A condition on the argument as a number of the result's width, or as it is.
fn truth(call: &mut Call<'_>, of: fn(&Kinds) -> Term) -> Answer {
    let value = arg_term(call, 0);
    let kinds = kinds(call, value);
    condition(call, of(&kinds))
}

/// 1 for infinity, -1 for negative infinity, else 0, as in glibc.
fn infinity(call: &mut Call<'_>) -> Answer {
    let value = arg_term(call, 0);
    let kinds = kinds(call, value);
    let (plus, minus, no) =
        (call.store().bits(32, 1), call.store().bits(32, 0xffff_ffff), call.store().bits(32, 0));
    let signed = call.store().ite(kinds.negative, minus, plus);
    let result = call.store().ite(kinds.infinite, signed, no);
    term(call, result)
}

/// glibc's numbers of the kinds: NaN 0, infinite 1, zero 2, subnormal 3, normal 4.
fn classify(call: &mut Call<'_>) -> Answer {
    let value = arg_term(call, 0);
    let kinds = kinds(call, value);
    let mut result = call.store().bits(32, 0);
    for (number, kind) in (1..).zip([kinds.infinite, kinds.zero, kinds.subnormal, kinds.normal]) {
        let number = call.store().bits(32, number);
        result = call.store().ite(kind, number, result);
    }
    term(call, result)
}

/// A number as an integer; the least integer where it does not fit, as the machine has it.
pub(crate) fn to_integer(call: &mut Call<'_>, mode: RoundingMode) -> Answer {
    let value = arg_term(call, 0);
    let width = call.store().width(value);
    let whole = call.store().app(Op::FpRound(mode), &[value]);
    let to = call.result_width();
    let limit = |call: &mut Call<'_>, number: f64| {
        let double = call.store().bits(64, u128::from(number.to_bits()));
        call.store().app(Op::FpToFp { width }, &[double])
    };
    let most = 2f64.powi(to as i32 - 1);
    let (low, high) = (limit(call, -most), limit(call, most));
    let above = call.store().app(Op::FpLe, &[low, whole]);
    let below = call.store().app(Op::FpLt, &[whole, high]);
    let fits = call.store().and(above, below);
    let integer = call.store().app(Op::FpToSbv { width: to }, &[whole]);
    let least = call.store().bits(to, 1 << (to - 1));
    let result = call.store().ite(fits, integer, least);
    term(call, result)
}

fn copysign(call: &mut Call<'_>) -> Answer {
    let (a, b) = (arg_term(call, 0), arg_term(call, 1));
    let store = call.store();
    let width = store.width(a);
    let (sign, rest) = (store.extract(width - 1, width - 1, b), store.extract(width - 2, 0, a));
    let result = store.concat(sign, rest);
    term(call, result)
}

fn magnitude(call: &mut Call<'_>) -> Answer {
    let a = arg_term(call, 0);
    let store = call.store();
    let width = store.width(a);
    let rest = store.extract(width - 2, 0, a);
    let result = store.zero_extend(width, rest);
    term(call, result)
}

/// The positive difference: `a - b` where that is positive or no number, else zero.
fn fdim(call: &mut Call<'_>) -> Answer {
    let (a, b) = (arg_term(call, 0), arg_term(call, 1));
    let width = call.store().width(a);
    let smaller = call.store().app(Op::FpLe, &[a, b]);
    let difference = call.store().app(Op::FpSub, &[a, b]);
    let zero = call.store().bits(width, 0);
    let result = call.store().ite(smaller, zero, difference);
    // Infinite, of finite numbers.
    let (a, b, infinite) =
        (kinds(call, a).finite, kinds(call, b).finite, kinds(call, result).infinite);
    let overflows = call.store().and_all(&[a, b, infinite]);
    tell_if(call, overflows, ERANGE)?;
    term(call, result)
}

/// `modf(value, &whole)`: both parts have the sign of the value; the fraction of an infinity is zero.
fn modf(call: &mut Call<'_>) -> Answer {
    let value = arg_term(call, 0);
    let width = call.store().width(value);
    let target = call.address(call.arg(1), u64::from(width / 8), true)?;
    let whole = call.store().app(Op::FpRound(RoundingMode::TowardZero), &[value]);
    let fraction = call.store().app(Op::FpSub, &[value, whole]);
    let infinite = kinds(call, value).infinite;
    let store = call.store();
    let zero = store.bits(width, 0);
    let fraction = store.ite(infinite, zero, fraction);
    let (sign, rest) =
        (store.extract(width - 1, width - 1, value), store.extract(width - 2, 0, fraction));
    let nan = store.app(Op::FpIsNan, &[fraction]);
    let signed = store.concat(sign, rest);
    let fraction = store.ite(nan, fraction, signed);
    let stored = call.slot(whole);
    call.store_value(Slot::word(target), stored, Sort::BitVec(width))?;
    term(call, fraction)
}

/// A function of a constant complex number, which comes as two numbers.
fn complex(call: &mut Call<'_>, of: fn(f64, f64) -> f64) -> Answer {
    let re = f64::from_bits(constant(call, 0, "a complex function")?);
    let im = f64::from_bits(constant(call, 1, "a complex function")?);
    Ok(Flow::Return(vec![Slot::word(of(re, im).to_bits())]))
}
