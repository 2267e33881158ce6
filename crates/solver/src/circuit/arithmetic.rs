//! Circuits for arithmetic and comparison. Words are slices of literals, lowest bit first.

use super::gates::{Gates, Lit};

/// A word: literals, lowest bit first.
pub(crate) type Word = Vec<Lit>;

/// The sum of two words of one width and a carry, and the carry out.
pub(crate) fn add(g: &mut Gates, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
    let mut sum = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let half = g.xor(x, y);
        sum.push(g.xor(half, carry));
        carry = g.majority(x, y, carry);
    }
    (sum, carry)
}

/// The difference of two words of one width, and whether there was no borrow (`a >= b`, unsigned).
pub(crate) fn subtract(g: &mut Gates, a: &[Lit], b: &[Lit]) -> (Word, Lit) {
    add(g, a, &complement(b), Lit::TRUE)
}

/// The bitwise complement.
pub(crate) fn complement(a: &[Lit]) -> Word {
    a.iter().map(|&x| !x).collect()
}

/// Two's complement negation.
pub(crate) fn negate(g: &mut Gates, a: &[Lit]) -> Word {
    let zero = vec![Lit::FALSE; a.len()];
    subtract(g, &zero, a).0
}

/// `a` negated when `condition`.
pub(crate) fn negate_if(g: &mut Gates, condition: Lit, a: &[Lit]) -> Word {
    let mut carry = condition;
    let mut result = Vec::with_capacity(a.len());
    for &x in a {
        let flipped = g.xor(x, condition);
        result.push(g.xor(flipped, carry));
        carry = g.and(flipped, carry);
    }
    result
}

/// `t` when `c`, else `e`, bit by bit.
pub(crate) fn mux(g: &mut Gates, c: Lit, t: &[Lit], e: &[Lit]) -> Word {
    t.iter().zip(e).map(|(&t, &e)| g.mux(c, t, e)).collect()
}

/// Whether two words are equal.
pub(crate) fn equal(g: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
    let bits = a.iter().zip(b).map(|(&x, &y)| g.iff(x, y)).collect();
    g.and_all(bits)
}

/// Whether a word is zero.
pub(crate) fn is_zero(g: &mut Gates, a: &[Lit]) -> Lit {
    !g.or_all(a.iter().copied())
}

/// Unsigned less than.
pub(crate) fn unsigned_less(g: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
    a.iter().zip(b).fold(Lit::FALSE, |less, (&x, &y)| g.majority(!x, y, less))
}

/// Signed less than.
pub(crate) fn signed_less(g: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
    let (Some((&a_sign, a_low)), Some((&b_sign, b_low))) = (a.split_last(), b.split_last()) else {
        return Lit::FALSE;
    };
    let less = unsigned_less(g, a_low, b_low);
    g.majority(a_sign, !b_sign, less)
}

fn constant_bits(a: &[Lit]) -> Option<Vec<bool>> {
    a.iter().map(|x| x.as_constant()).collect()
}

/// The product modulo 2^w.
pub(crate) fn multiply(g: &mut Gates, a: &[Lit], b: &[Lit]) -> Word {
    if let Some(bits) = constant_bits(b) {
        return multiply_constant(g, a, &bits);
    }
    if let Some(bits) = constant_bits(a) {
        return multiply_constant(g, b, &bits);
    }
    // The factor with fewer open bits gives the rows.
    let open = |w: &[Lit]| w.iter().filter(|x| **x != Lit::FALSE).count();
    let (a, b) = if open(a) < open(b) { (b, a) } else { (a, b) };
    let mut product = vec![Lit::FALSE; a.len()];
    for (shift, &bit) in b.iter().enumerate().filter(|(_, bit)| **bit != Lit::FALSE) {
        let row: Word = a[..a.len() - shift].iter().map(|&x| g.and(x, bit)).collect();
        let (high, _) = add(g, &product[shift..], &row, Lit::FALSE);
        product.truncate(shift);
        product.extend(high);
    }
    product
}

/// Multiplies by a constant in its non-adjacent form: about one addition for three bits.
fn multiply_constant(g: &mut Gates, a: &[Lit], bits: &[bool]) -> Word {
    let mut product = vec![Lit::FALSE; a.len()];
    for (shift, negative) in non_adjacent_form(bits) {
        let row = &a[..a.len() - shift];
        let high = if negative {
            subtract(g, &product[shift..], row).0
        } else {
            add(g, &product[shift..], row, Lit::FALSE).0
        };
        product.truncate(shift);
        product.extend(high);
    }
    product
}

/// The signed digits of a constant modulo 2^w that are not zero: position and whether it is negative.
fn non_adjacent_form(bits: &[bool]) -> Vec<(usize, bool)> {
    let mut digits = Vec::new();
    let mut carry = false;
    for (i, &bit) in bits.iter().enumerate() {
        if bit == carry {
            // 0 without and 1 with a carry: no digit, and the carry stays as it is.
            continue;
        }
        let negative = bits.get(i + 1).copied().unwrap_or(false);
        digits.push((i, negative));
        carry = negative;
    }
    digits
}

/// Whether the exact product of two signed words does not fit.
pub(crate) fn signed_product_overflows(g: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
    let width = a.len();
    let product = multiply(g, &sign_extend(a, 2 * width), &sign_extend(b, 2 * width));
    let sign = product[width - 1];
    let wrong: Vec<Lit> = product[width..].iter().map(|&x| g.xor(x, sign)).collect();
    g.or_all(wrong)
}

/// The word with copies of its highest bit up to `width`.
pub(crate) fn sign_extend(a: &[Lit], width: usize) -> Word {
    let sign = a.last().copied().unwrap_or(Lit::FALSE);
    a.iter().copied().chain(std::iter::repeat_n(sign, width.saturating_sub(a.len()))).collect()
}

/// Unsigned quotient and remainder, as SMT-LIB defines them for a divisor of zero too.
pub(crate) fn divide(g: &mut Gates, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    let width = a.len();
    // Below the divisor's highest bit that can be set, the remainder needs no more bits than the divisor.
    let bits = b.iter().rposition(|x| *x != Lit::FALSE).map_or(0, |i| i + 1);
    if bits == 0 {
        return (vec![Lit::TRUE; width], a.to_vec());
    }
    let divisor: Word = b[..bits].iter().copied().chain([Lit::FALSE]).collect();
    let mut quotient = vec![Lit::FALSE; width];
    let mut remainder = vec![Lit::FALSE; bits];
    let by_zero = is_zero(g, b);
    for i in (0..width).rev() {
        if a[i] == Lit::FALSE && remainder.iter().all(|x| *x == Lit::FALSE) {
            quotient[i] = by_zero;
            continue;
        }
        let shifted: Word = std::iter::once(a[i]).chain(remainder.iter().copied()).collect();
        let (difference, fits) = subtract(g, &shifted, &divisor);
        quotient[i] = fits;
        remainder = mux(g, fits, &difference[..bits], &shifted[..bits]);
    }
    remainder.resize(width, Lit::FALSE);
    let remainder = mux(g, by_zero, a, &remainder);
    (quotient, remainder)
}

/// Signed quotient and remainder, truncating; the remainder's sign follows the dividend.
pub(crate) fn divide_signed(g: &mut Gates, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    let sign = |w: &[Lit]| w.last().copied().unwrap_or(Lit::FALSE);
    let (a_sign, b_sign) = (sign(a), sign(b));
    let (a_size, b_size) = (negate_if(g, a_sign, a), negate_if(g, b_sign, b));
    let (quotient, remainder) = divide(g, &a_size, &b_size);
    let differ = g.xor(a_sign, b_sign);
    (negate_if(g, differ, &quotient), negate_if(g, a_sign, &remainder))
}
