//! Addition, multiplication, fused multiplication and addition, division, square root and remainder.

use super::Format;
use super::pack::{
    Number, Unpacked, constant, round, shift_right_sticky, unpack, unpack_normalised,
};
use crate::circuit::arithmetic::{self as arith, Word};
use crate::circuit::gates::{Gates, Lit};

/// Steps of a remainder's long division that are taken or left out together; a power of two.
const STEPS_OF_BLOCK: i64 = 8;

/// Puts infinity of a sign and the canonical NaN where they belong.
fn with_specials(g: &mut Gates, f: Format, nan: Lit, infinite: (Lit, Lit), finite: &[Lit]) -> Word {
    let (infinite, sign) = infinite;
    let result = arith::mux(g, infinite, &f.special(sign, Lit::TRUE), finite);
    arith::mux(g, nan, &f.nan(), &result)
}

/// `a + b`.
pub(super) fn sum(g: &mut Gates, f: Format, a: &[Lit], b: &[Lit]) -> Word {
    let last = a.len() - 1;
    let swap = arith::unsigned_less(g, &a[..last], &b[..last]);
    let (large, small) = (arith::mux(g, swap, b, a), arith::mux(g, swap, a, b));
    let (x, y) = (unpack(g, f, &large), unpack(g, f, &small));
    let differ = g.xor(x.number.sign, y.number.sign);
    let cancel = g.and_all(vec![x.infinite, y.infinite, differ]);
    // NaN has the largest magnitude, then infinity.
    let nan = g.or(x.nan, cancel);
    let infinite = (x.infinite, x.number.sign);
    let total = add_aligned(g, &x.number, &y.number, true);
    let zeros = total.significand.len() - 1;
    let finite = round(g, f, total, zeros);
    with_specials(g, f, nan, infinite, &finite)
}

/// The sum of two numbers with significands of one length, `x` having the greater exponent; `ordered` when it has the
/// greater magnitude too. The lowest bit stands for the bits that were lost.
fn add_aligned(g: &mut Gates, x: &Number, y: &Number, ordered: bool) -> Number {
    let widen = |word: &[Lit]| -> Word {
        std::iter::repeat_n(Lit::FALSE, 3).chain(word.iter().copied()).chain([Lit::FALSE]).collect()
    };
    let by = arith::subtract(g, &x.exponent, &y.exponent).0;
    let (large, small) = (widen(&x.significand), widen(&y.significand));
    let small = shift_right_sticky(g, &small, &by);
    let differ = g.xor(x.sign, y.sign);
    let flipped: Word = small.iter().map(|&bit| g.xor(bit, differ)).collect();
    let (mut total, _) = arith::add(g, &large, &flipped, differ);
    let mut sign = x.sign;
    if !ordered {
        let top = total[total.len() - 1];
        let negative = g.and(top, differ);
        total = arith::negate_if(g, negative, &total);
        sign = g.xor(sign, negative);
    }
    // What cancels is positive, unless both are negative (IEEE 754-2019, 6.3).
    let cancelled = arith::is_zero(g, &total);
    let both = g.and(x.sign, y.sign);
    let width = x.exponent.len() + 1;
    let exponent = arith::sign_extend(&x.exponent, width);
    Number {
        sign: g.mux(cancelled, both, sign),
        exponent: arith::add(g, &exponent, &constant(1, width), Lit::FALSE).0,
        significand: total,
    }
}

/// The exact product of two normalised numbers, with twice the bits; at most one zero before its first one.
fn exact_product(g: &mut Gates, f: Format, x: &Number, y: &Number) -> Number {
    let wide = |word: &[Lit]| -> Word {
        word.iter().copied().chain(std::iter::repeat_n(Lit::FALSE, f.significand)).collect()
    };
    let width = f.exponent + 3;
    let (ex, ey) = (arith::sign_extend(&x.exponent, width), arith::sign_extend(&y.exponent, width));
    Number {
        sign: g.xor(x.sign, y.sign),
        exponent: arith::add(g, &ex, &ey, Lit::TRUE).0,
        significand: arith::multiply(g, &wide(&x.significand), &wide(&y.significand)),
    }
}

/// Whether a product is infinite, and whether it is infinity times zero.
fn product_specials(g: &mut Gates, x: &Unpacked, y: &Unpacked) -> (Lit, Lit) {
    let infinite = g.or(x.infinite, y.infinite);
    let zero = g.or(x.zero, y.zero);
    (infinite, g.and(infinite, zero))
}

/// `a * b`.
pub(super) fn product(g: &mut Gates, f: Format, a: &[Lit], b: &[Lit]) -> Word {
    let (x, y) = (unpack_normalised(g, f, a), unpack_normalised(g, f, b));
    let (infinite, invalid) = product_specials(g, &x, &y);
    let nan = g.or_all([x.nan, y.nan, invalid]);
    let exact = exact_product(g, f, &x.number, &y.number);
    let sign = exact.sign;
    let finite = round(g, f, exact, 1);
    with_specials(g, f, nan, (infinite, sign), &finite)
}

/// `a * b + c`, rounded once.
pub(super) fn fused(g: &mut Gates, f: Format, a: &[Lit], b: &[Lit], c: &[Lit]) -> Word {
    let (x, y) = (unpack_normalised(g, f, a), unpack_normalised(g, f, b));
    let z = unpack_normalised(g, f, c);
    let (infinite, invalid) = product_specials(g, &x, &y);
    let exact = exact_product(g, f, &x.number, &y.number);
    let differ = g.xor(exact.sign, z.number.sign);
    let cancel = g.and_all(vec![infinite, z.infinite, differ]);
    let nan = g.or_all([x.nan, y.nan, z.nan, invalid, cancel]);
    let sign = g.mux(infinite, exact.sign, z.number.sign);
    let infinite = g.or(infinite, z.infinite);

    let addend = Number {
        sign: z.number.sign,
        exponent: arith::sign_extend(&z.number.exponent, exact.exponent.len()),
        significand: std::iter::repeat_n(Lit::FALSE, f.significand)
            .chain(z.number.significand)
            .collect(),
    };
    // Zero has no exponent that counts: the other number is the greater one.
    let product_zero = g.or(x.zero, y.zero);
    let greater = arith::signed_less(g, &exact.exponent, &addend.exponent);
    let greater = g.and(greater, !z.zero);
    let swap = g.or(greater, product_zero);
    let (large, small) = (choose(g, swap, &addend, &exact), choose(g, swap, &exact, &addend));
    let total = add_aligned(g, &large, &small, false);
    let zeros = total.significand.len() - 1;
    let finite = round(g, f, total, zeros);
    with_specials(g, f, nan, (infinite, sign), &finite)
}

fn choose(g: &mut Gates, c: Lit, t: &Number, e: &Number) -> Number {
    Number {
        sign: g.mux(c, t.sign, e.sign),
        exponent: arith::mux(g, c, &t.exponent, &e.exponent),
        significand: arith::mux(g, c, &t.significand, &e.significand),
    }
}

/// `a / b`, by restoring division of the significands.
pub(super) fn quotient(g: &mut Gates, f: Format, a: &[Lit], b: &[Lit]) -> Word {
    let (x, y) = (unpack_normalised(g, f, a), unpack_normalised(g, f, b));
    let sign = g.xor(x.number.sign, y.number.sign);
    let both_zero = g.and(x.zero, y.zero);
    let both_infinite = g.and(x.infinite, y.infinite);
    let nan = g.or_all([x.nan, y.nan, both_zero, both_infinite]);
    let infinite = g.or(x.infinite, y.zero);

    let mut rest = x.number.significand;
    rest.push(Lit::FALSE);
    let divisor: Word = y.number.significand.iter().copied().chain([Lit::FALSE]).collect();
    let mut digits = Vec::new();
    for _ in 0..f.significand + 2 {
        let (less, fits) = reduce(g, &rest, &divisor);
        digits.push(fits);
        rest = doubled(&less);
    }
    digits.push(g.or_all(rest.iter().copied()));
    digits.reverse();
    let width = f.exponent + 3;
    let (ex, ey) = (
        arith::sign_extend(&x.number.exponent, width),
        arith::sign_extend(&y.number.exponent, width),
    );
    let exponent = arith::subtract(g, &ex, &ey).0;
    let finite = round(g, f, Number { sign, exponent, significand: digits }, 1);
    let finite = arith::mux(g, y.infinite, &f.special(sign, Lit::FALSE), &finite);
    with_specials(g, f, nan, (infinite, sign), &finite)
}

/// `a` less `b` where it fits, and whether it does.
fn reduce(g: &mut Gates, a: &[Lit], b: &[Lit]) -> (Word, Lit) {
    let (difference, fits) = arith::subtract(g, a, b);
    (arith::mux(g, fits, &difference, a), fits)
}

/// Two times a word whose highest bit is zero.
fn doubled(a: &[Lit]) -> Word {
    std::iter::once(Lit::FALSE).chain(a[..a.len() - 1].iter().copied()).collect()
}

/// The square root, digit by digit.
pub(super) fn square_root(g: &mut Gates, f: Format, a: &[Lit]) -> Word {
    let x = unpack_normalised(g, f, a);
    let negative = g.and(x.number.sign, !x.zero);
    let nan = g.or(x.nan, negative);

    // With an even exponent the radicand is in [1, 4), so the root is in [1, 2).
    let odd = x.number.exponent[0];
    let count = f.significand + 2;
    let mut radicand = vec![Lit::FALSE; 2 * count - f.significand - 1];
    let significand = &x.number.significand;
    let single: Word = significand.iter().copied().chain([Lit::FALSE]).collect();
    let double: Word = std::iter::once(Lit::FALSE).chain(significand.iter().copied()).collect();
    radicand.extend(arith::mux(g, odd, &double, &single));

    let mut digits: Vec<Lit> = Vec::new();
    let mut rest: Word = Vec::new();
    for pair in radicand.rchunks(2) {
        rest.splice(0..0, pair.iter().copied());
        // Four times the root plus one.
        let mut trial = vec![Lit::TRUE, Lit::FALSE];
        trial.extend(digits.iter().rev());
        let width = rest.len().max(trial.len());
        rest.resize(width, Lit::FALSE);
        trial.resize(width, Lit::FALSE);
        let (less, fits) = reduce(g, &rest, &trial);
        digits.push(fits);
        // What is left is at most two times the root.
        rest = less;
        rest.truncate(digits.len() + 1);
    }
    digits.push(g.or_all(rest.iter().copied()));
    digits.reverse();
    let exponent = x.number.exponent[1..].to_vec();
    let finite = round(g, f, Number { sign: x.number.sign, exponent, significand: digits }, 0);
    with_specials(g, f, nan, (x.infinite, Lit::FALSE), &finite)
}

/// The remainder of C's `fmod`, by long division: one subtraction for each difference of exponents that there may be.
pub(super) fn remainder(g: &mut Gates, f: Format, a: &[Lit], b: &[Lit]) -> Word {
    let (x, y) = (unpack_normalised(g, f, a), unpack_normalised(g, f, b));
    let nan = g.or_all([x.nan, y.nan, x.infinite, y.zero]);
    let width = f.exponent + 3;
    let (ex, ey) = (
        arith::sign_extend(&x.number.exponent, width),
        arith::sign_extend(&y.number.exponent, width),
    );
    let apart = arith::subtract(g, &ex, &ey).0;
    let below = apart[width - 1];
    let divisor: Word = y.number.significand.iter().copied().chain([Lit::FALSE]).collect();
    let mut rest = x.number.significand;
    rest.push(Lit::FALSE);
    rest = reduce(g, &rest, &divisor).0;
    let (few, blocks) = apart.split_at(STEPS_OF_BLOCK.ilog2() as usize);
    for step in 1..STEPS_OF_BLOCK {
        let next = reduce(g, &doubled(&rest), &divisor).0;
        let enough = !arith::unsigned_less(g, few, &constant(step, few.len()));
        rest = arith::mux(g, enough, &next, &rest);
    }
    let most = 2 * f.bias() + f.significand as i64 - 2;
    for block in 1..=most / STEPS_OF_BLOCK {
        let mut next = rest.clone();
        for _ in 0..STEPS_OF_BLOCK {
            next = reduce(g, &doubled(&next), &divisor).0;
        }
        let enough = !arith::signed_less(g, blocks, &constant(block, blocks.len()));
        rest = arith::mux(g, enough, &next, &rest);
    }
    rest.truncate(f.significand);
    let number = Number { sign: x.number.sign, exponent: ey, significand: rest };
    let finite = round(g, f, number, f.significand - 1);
    let unchanged = g.or_all([below, y.infinite, x.zero]);
    let result = arith::mux(g, unchanged, a, &finite);
    arith::mux(g, nan, &f.nan(), &result)
}
