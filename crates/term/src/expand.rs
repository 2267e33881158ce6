//! Derived operators, defined over the basic ones.

use effigy_base::op::Op;

use crate::node::Term;
use crate::store::TermStore;

/// The definition of a derived operator, applied; `None` for basic operators. `b` is ignored by operators of one
/// argument.
pub(crate) fn expand(store: &mut TermStore, op: Op, a: Term, b: Term) -> Option<Term> {
    let of_x87 = matches!(op, Op::FpIsNan | Op::FpEq | Op::FpLt | Op::FpLe | Op::FpMin | Op::FpMax)
        && store.width(a) == X87;
    if of_x87 {
        let a = without_integer_bit(store, a);
        let b = if op == Op::FpIsNan { a } else { without_integer_bit(store, b) };
        let result = expand(store, op, a, b)?;
        let chooses = matches!(op, Op::FpMin | Op::FpMax);
        return Some(if chooses { with_integer_bit(store, result) } else { result });
    }
    Some(match op {
        Op::BoolToBv { width } => {
            let (one, zero) = (store.bits(width, 1), store.bits(width, 0));
            store.ite(a, one, zero)
        }
        Op::BvUsubo => store.ult(a, b),
        Op::BvUaddo => {
            let sum = store.bvadd(a, b);
            store.ult(sum, a)
        }
        Op::BvSaddo | Op::BvSsubo => signed_overflow(store, op, a, b),
        Op::BvUmulo => {
            let width = store.width(a);
            let (x, y) = (store.zero_extend(2 * width, a), store.zero_extend(2 * width, b));
            let product = store.bvmul(x, y);
            let high = store.extract(2 * width - 1, width, product);
            store.nonzero(high)
        }
        Op::BvSmulo => {
            let width = store.width(a);
            let (x, y) = (store.sign_extend(2 * width, a), store.sign_extend(2 * width, b));
            let product = store.bvmul(x, y);
            let low = store.extract(width - 1, 0, product);
            let again = store.sign_extend(2 * width, low);
            store.distinct(product, again)
        }
        Op::Popcount => popcount(store, a),
        Op::LeadingZeros => zeros(store, a, true),
        Op::TrailingZeros => zeros(store, a, false),
        Op::FpNeg | Op::FpAbs | Op::FpIsNan => sign_operator(store, op, a),
        Op::FpEq | Op::FpLt | Op::FpLe => compare_floats(store, op, a, b),
        Op::FpMin | Op::FpMax => choose_float(store, op, a, b),
        Op::ByteSwap => pieces_reversed(store, a, 8),
        Op::BitReverse => pieces_reversed(store, a, 1),
        _ => return None,
    })
}

/// Overflow of signed addition and subtraction: the result of one more bit is not the sign extension of its low bits.
fn signed_overflow(store: &mut TermStore, op: Op, a: Term, b: Term) -> Term {
    let width = store.width(a);
    let (x, y) = (store.sign_extend(width + 1, a), store.sign_extend(width + 1, b));
    let exact = if op == Op::BvSaddo { store.bvadd(x, y) } else { store.bvsub(x, y) };
    let (carry, sign) =
        (store.extract(width, width, exact), store.extract(width - 1, width - 1, exact));
    store.distinct(carry, sign)
}

/// The sum of the bits, added in pairs so that the depth is logarithmic.
fn popcount(store: &mut TermStore, a: Term) -> Term {
    let width = store.width(a);
    let mut terms: Vec<Term> = (0..width).map(|i| store.extract(i, i, a)).collect();
    while terms.len() > 1 {
        let widest = terms.iter().map(|t| store.width(*t)).max().unwrap_or(1);
        let wider = (widest + 1).min(width);
        let pairs = std::mem::take(&mut terms);
        for pair in pairs.chunks(2) {
            let mut sum = store.bits(wider, 0);
            for t in pair {
                let t = store.zero_extend(wider, *t);
                sum = store.bvadd(sum, t);
            }
            terms.push(sum);
        }
    }
    terms.first().map_or(a, |t| store.zero_extend(width, *t))
}

/// The number of zeros before the first one, from the high or the low end.
fn zeros(store: &mut TermStore, a: Term, leading: bool) -> Term {
    let width = store.width(a);
    let mut result = store.bits(width, u128::from(width));
    let one = store.bits(1, 1);
    for distance in (0..width).rev() {
        let index = if leading { width - 1 - distance } else { distance };
        let bit = store.extract(index, index, a);
        let is_set = store.eq(bit, one);
        let count = store.bits(width, u128::from(distance));
        result = store.ite(is_set, count, result);
    }
    result
}

/// The pieces of `size` bits in reverse order.
fn pieces_reversed(store: &mut TermStore, a: Term, size: u32) -> Term {
    let mut result = None;
    for lo in (0..store.width(a)).step_by(size as usize) {
        let piece = store.extract(lo + size - 1, lo, a);
        result = Some(match result {
            Some(high) => store.concat(high, piece),
            None => piece,
        });
    }
    result.unwrap_or(a)
}

/// The width of the x87's format, the only one with the integer bit of the significand in the pattern.
const X87: u32 = 80;

/// The place of that bit.
const INTEGER: u32 = 63;

/// A pattern of the x87 without its integer bit. One beside a zero exponent stands for an exponent of one; a missing one beside another
/// exponent makes the pattern no number.
fn without_integer_bit(store: &mut TermStore, a: Term) -> Term {
    let (sign, exponent) = (store.extract(79, 79, a), store.extract(78, 64, a));
    let (integer, fraction) = (store.extract(INTEGER, INTEGER, a), store.extract(62, 0, a));
    let (integer, some) = (store.nonzero(integer), store.nonzero(exponent));
    let (none, whole) = (store.not(some), store.not(integer));
    let (invalid, least) = (store.and(some, whole), store.and(none, integer));
    let one = store.bits(15, 1);
    let exponent = store.ite(least, one, exponent);
    let high = store.concat(sign, exponent);
    let plain = store.concat(high, fraction);
    let nan = store.bits(79, 0xffff << 62);
    store.ite(invalid, nan, plain)
}

/// The pattern of the x87 of one without integer bit.
fn with_integer_bit(store: &mut TermStore, a: Term) -> Term {
    let (high, fraction) = (store.extract(78, INTEGER, a), store.extract(62, 0, a));
    let exponent = store.extract(77, INTEGER, a);
    let some = store.nonzero(exponent);
    let integer = store.bool_to_bv(1, some);
    let low = store.concat(integer, fraction);
    store.concat(high, low)
}

/// The width of a format's significand without its hidden bit.
fn fraction_width(width: u32) -> u32 {
    match width {
        // The x87's without its integer bit.
        79 => 63,
        16 => 10,
        32 => 23,
        64 => 52,
        _ => 112,
    }
}

/// The magnitude: the bits without the sign.
fn magnitude(store: &mut TermStore, a: Term) -> Term {
    let width = store.width(a);
    store.extract(width - 2, 0, a)
}

fn is_negative(store: &mut TermStore, a: Term) -> Term {
    let width = store.width(a);
    let (sign, one) = (store.extract(width - 1, width - 1, a), store.bits(1, 1));
    store.eq(sign, one)
}

/// A NaN's magnitude is above that of infinity.
fn is_nan(store: &mut TermStore, a: Term) -> Term {
    let width = store.width(a);
    let fraction = fraction_width(width);
    let exponent = effigy_base::eval::wide::mask(width - 1 - fraction);
    let infinity = store.bits(width - 1, exponent << fraction);
    let magnitude = magnitude(store, a);
    store.ult(infinity, magnitude)
}

fn sign_operator(store: &mut TermStore, op: Op, a: Term) -> Term {
    let width = store.width(a);
    if op == Op::FpIsNan {
        return is_nan(store, a);
    }
    let magnitude = magnitude(store, a);
    if op == Op::FpAbs {
        return store.zero_extend(width, magnitude);
    }
    let sign = store.extract(width - 1, width - 1, a);
    let flipped = store.bvnot(sign);
    store.concat(flipped, magnitude)
}

/// IEEE comparison over the bits: by sign, then by magnitude; zeros are equal, a NaN compares with nothing.
fn compare_floats(store: &mut TermStore, op: Op, a: Term, b: Term) -> Term {
    let (nan_a, nan_b) = (is_nan(store, a), is_nan(store, b));
    let unordered = store.or(nan_a, nan_b);
    let ordered = store.not(unordered);
    let (size_a, size_b) = (magnitude(store, a), magnitude(store, b));
    let no_size = store.bits(store.width(size_a), 0);
    let (zero_a, zero_b) = (store.eq(size_a, no_size), store.eq(size_b, no_size));
    let zeros = store.and(zero_a, zero_b);
    let truth = if op == Op::FpEq {
        let same = store.eq(a, b);
        store.or(same, zeros)
    } else {
        let compare = if op == Op::FpLt { Op::BvUlt } else { Op::BvUle };
        let (negative_a, negative_b) = (is_negative(store, a), is_negative(store, b));
        let (up, down) =
            (store.app(compare, &[size_a, size_b]), store.app(compare, &[size_b, size_a]));
        let one_sign = store.ite(negative_a, down, up);
        let same_sign = store.eq(negative_a, negative_b);
        let by_sign = store.ite(same_sign, one_sign, negative_a);
        let at_zero = store.bool(op == Op::FpLe);
        store.ite(zeros, at_zero, by_sign)
    };
    store.and(ordered, truth)
}

/// Minimum and maximum; of two zeros the negative one is less, two NaNs give the canonical one.
fn choose_float(store: &mut TermStore, op: Op, a: Term, b: Term) -> Term {
    let width = store.width(a);
    let fraction = fraction_width(width);
    let quiet = effigy_base::eval::wide::mask(width - fraction);
    let canonical = store.bits(width, quiet << (fraction - 1));
    let (nan_a, nan_b) = (is_nan(store, a), is_nan(store, b));
    let below = compare_floats(store, Op::FpLt, a, b);
    let equal = compare_floats(store, Op::FpEq, a, b);
    let negative = is_negative(store, a);
    let first_zero = store.and(equal, negative);
    let first_below = store.or(below, first_zero);
    let (least, most) = if op == Op::FpMin { (a, b) } else { (b, a) };
    let chosen = store.ite(first_below, least, most);
    let without_b = store.ite(nan_b, a, chosen);
    let first_nan = store.ite(nan_b, canonical, b);
    store.ite(nan_a, first_nan, without_b)
}
