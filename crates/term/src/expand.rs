//! Derived operators, defined over the basic ones.

use effigy_base::op::Op;

use crate::node::Term;
use crate::store::TermStore;

/// The definition of a derived operator, applied; `None` for basic operators. `b` is ignored by operators of one
/// argument.
pub(crate) fn expand(store: &mut TermStore, op: Op, a: Term, b: Term) -> Option<Term> {
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
    let (carry, sign) = (store.extract(width, width, exact), store.extract(width - 1, width - 1, exact));
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
