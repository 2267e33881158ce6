//! The intervals that terms lie in when each variable lies in one (Harrison, *Compiler analysis of the value ranges for
//! variables*, 1977), on words that wrap around.

use effigy_base::eval::eval_scalar;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use rustc_hash::FxHashMap;

use crate::node::{Node, Term};
use crate::store::TermStore;

/// Elements of a constant table that are looked at.
const MOST_ELEMENTS: usize = 1 << 10;

/// The numbers from `low` to `high`, modulo 2^width; a Boolean has the width 1. `0 <= low < 2^width`, and
/// `high - low < 2^width`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    width: u32,
    low: i128,
    high: i128,
}

impl Range {
    /// The numbers from `low` to `high` modulo 2^width.
    pub fn new(width: u32, low: i128, high: i128) -> Self {
        let all = 1i128 << width;
        if low > high || high - low >= all - 1 {
            return Self { width, low: 0, high: all - 1 };
        }
        let start = low.rem_euclid(all);
        Self { width, low: start, high: start + (high - low) }
    }

    /// All numbers.
    fn all(width: u32) -> Self {
        Self::new(width, 0, (1i128 << width) - 1)
    }

    fn truth(known: Option<bool>) -> Self {
        known.map_or(Self::all(1), |b| Self::new(1, i128::from(b), i128::from(b)))
    }

    /// The truth value when there is one.
    pub fn known(self) -> Option<bool> {
        (self.low == self.high).then_some(self.low == 1)
    }

    /// The number when it is the only one, read as unsigned.
    pub fn value(self) -> Option<u128> {
        (self.low == self.high).then_some(self.low as u128)
    }

    /// The least and the greatest value, read as unsigned.
    pub fn unsigned(self) -> (i128, i128) {
        let all = 1i128 << self.width;
        if self.high < all { (self.low, self.high) } else { (0, all - 1) }
    }

    /// The least and the greatest value, read as signed.
    fn signed(self) -> (i128, i128) {
        let (half, all) = (1i128 << (self.width - 1), 1i128 << self.width);
        let back = if self.low >= half { all } else { 0 };
        if self.high - back < half {
            (self.low - back, self.high - back)
        } else {
            (-half, half - 1)
        }
    }

    /// The smallest range around both.
    fn hull(self, other: Self) -> Self {
        let of = |(a, b): (i128, i128), (c, d): (i128, i128)| (a.min(c), b.max(d));
        let unsigned = of(self.unsigned(), other.unsigned());
        let signed = of(self.signed(), other.signed());
        let (low, high) =
            if signed.1 - signed.0 < unsigned.1 - unsigned.0 { signed } else { unsigned };
        Self::new(self.width, low, high)
    }
}

/// Intervals of terms, given those of variables.
#[derive(Debug)]
pub struct Ranges {
    known: FxHashMap<Term, Range>,
    pending: Vec<Term>,
}

impl Ranges {
    /// Variables that are not listed have any value.
    pub fn new(variables: impl IntoIterator<Item = (Term, Range)>) -> Self {
        Self { known: variables.into_iter().collect(), pending: Vec::new() }
    }

    /// The range of a Boolean or a bit-vector of at most 64 bits; `None` for terms that have others inside.
    pub fn of(&mut self, store: &TermStore, root: Term) -> Option<Range> {
        self.pending.clear();
        self.pending.push(root);
        while let Some(&t) = self.pending.last() {
            if self.known.contains_key(&t) || self.step(store, t)? {
                self.pending.pop();
            }
        }
        self.known.get(&root).copied()
    }

    /// Finds the range of one term, or pushes what it needs first and gives false.
    fn step(&mut self, store: &TermStore, t: Term) -> Option<bool> {
        let (Sort::Bool | Sort::BitVec(..=64)) = store.sort(t) else { return None };
        let width = store.sort(t).width()?;
        let range = match store.node(t) {
            Node::Const(value) => {
                let bits = i128::try_from(value.scalar()?).ok()?;
                Range::new(width, bits, bits)
            }
            Node::Var(_) => Range::all(width),
            Node::App(Op::Select, &[array, index]) => {
                let Node::ConstArray(table) = store.node(array) else { return None };
                let Some(index) = self.argument(index) else { return Some(false) };
                let default = table.default_bits()?;
                let (low, high) = index.unsigned();
                let (low, high) = (usize::try_from(low).ok()?, usize::try_from(high).ok()?);
                if high - low >= MOST_ELEMENTS {
                    Range::all(width)
                } else {
                    let element = |i| table.elements.get(i).copied().unwrap_or(default);
                    let elements = (low..=high).map(element);
                    let (least, most) = (elements.clone().min()?, elements.max()?);
                    Range::new(width, least.into(), most.into())
                }
            }
            Node::App(op, args) => {
                let mut ranges = [Range::all(1); 3];
                let mut all = true;
                for (range, arg) in ranges.iter_mut().zip(args) {
                    match self.argument(*arg) {
                        Some(known) => *range = known,
                        None => all = false,
                    }
                }
                if !all {
                    return Some(false);
                }
                apply(op, width, ranges.get(..args.len())?)
            }
            _ => return None,
        };
        self.known.insert(t, range);
        Some(true)
    }

    fn argument(&mut self, t: Term) -> Option<Range> {
        let range = self.known.get(&t).copied();
        if range.is_none() {
            self.pending.push(t);
        }
        range
    }
}

/// The range of an operator's result, which has `width` bits.
fn apply(op: Op, width: u32, args: &[Range]) -> Range {
    let (mut widths, mut values) = ([0; 3], [0; 3]);
    let constant = args.iter().zip(widths.iter_mut().zip(&mut values)).all(|(arg, (w, v))| {
        *w = arg.width;
        arg.value().map(|value| *v = value).is_some()
    });
    if constant
        && let (Some(widths), Some(values)) = (widths.get(..args.len()), values.get(..args.len()))
        && let Some(value) = eval_scalar(op, widths, values)
    {
        return Range::new(width, value as i128, value as i128);
    }
    let range = match args {
        [a] => unary(op, width, *a),
        [a, b] if width == 1 => predicate(op, *a, *b).map(|known| Range::truth(Some(known))),
        [a, b] => binary(op, width, *a, *b),
        [c, a, b] if op == Op::Ite => Some(match c.known() {
            Some(true) => *a,
            Some(false) => *b,
            None => a.hull(*b),
        }),
        _ => None,
    };
    range.unwrap_or(Range::all(width))
}

fn unary(op: Op, width: u32, a: Range) -> Option<Range> {
    let (low, high) = a.unsigned();
    let (low, high) = match op {
        Op::Not => (1 - high, 1 - low),
        Op::BvNot => (-1 - a.high, -1 - a.low),
        Op::BvNeg => (-a.high, -a.low),
        Op::ZeroExtend { .. } => (low, high),
        Op::SignExtend { .. } => a.signed(),
        Op::Extract { lo: 0, .. } => (a.low, a.high),
        Op::Extract { lo, .. } => (low >> lo, high >> lo),
        _ => return None,
    };
    Some(Range::new(width, low, high))
}

/// The result of a binary operator on words of more than one bit.
fn binary(op: Op, width: u32, a: Range, b: Range) -> Option<Range> {
    let ((a_low, a_high), (b_low, b_high)) = (a.unsigned(), b.unsigned());
    let constant = (b_low == b_high).then_some(b_low);
    let (low, high) = match op {
        Op::BvAdd => (a.low + b.low, a.high + b.high),
        Op::BvSub => (a.low - b.high, a.high - b.low),
        Op::BvMul => return Some(product(width, a, b)),
        Op::Concat => ((a_low << b.width) + b_low, (a_high << b.width) + b_high),
        Op::BvAnd | Op::BvOr | Op::BvXor => bitwise(op, (a_low, a_high), (b_low, b_high))?,
        Op::BvUdiv if b_low > 0 => (a_low / b_high, a_high / b_low),
        Op::BvUrem if a_high < b_low => (a_low, a_high),
        Op::BvUrem if b_low > 0 => (0, a_high.min(b_high - 1)),
        Op::BvSdiv | Op::BvSrem if a.signed().0 >= 0 && b.signed().0 > 0 => {
            let unsigned = if op == Op::BvSdiv { Op::BvUdiv } else { Op::BvUrem };
            return binary(unsigned, width, a, b);
        }
        Op::BvShl => match constant.filter(|shift| *shift < i128::from(width)) {
            Some(shift) => (a_low << shift, a_high << shift),
            None => return None,
        },
        Op::BvLshr => {
            let by = |shift: i128, n: i128| if shift >= i128::from(width) { 0 } else { n >> shift };
            (by(b_high, a_low), by(b_low, a_high))
        }
        Op::BvAshr => {
            let shift = constant.filter(|shift| *shift < i128::from(width))?;
            (a.signed().0 >> shift, a.signed().1 >> shift)
        }
        _ => return None,
    };
    Some(Range::new(width, low, high))
}

/// The result of a bitwise operator: exact in the bits above those that vary.
fn bitwise(
    op: Op,
    (a_low, a_high): (i128, i128),
    (b_low, b_high): (i128, i128),
) -> Option<(i128, i128)> {
    let varying = ones((a_low ^ a_high) | (b_low ^ b_high));
    let (a, b) = ((a_low & varying, a_high & varying), (b_low & varying, b_high & varying));
    // A constant of ones lets the other through.
    let through = |mask: (i128, i128), other| (mask == (varying, varying)).then_some(other);
    let (fixed, (low, high)) = match op {
        Op::BvAnd => {
            let exact = through(b, a).or_else(|| through(a, b));
            (a_low & b_low, exact.unwrap_or((0, a.1.min(b.1))))
        }
        Op::BvOr => (a_low | b_low, (a.0.max(b.0), ones(a.1 | b.1))),
        Op::BvXor => (a_low ^ b_low, (0, ones(a.1 | b.1))),
        _ => return None,
    };
    let fixed = fixed & !varying;
    Some((fixed + low, fixed + high))
}

/// The smallest number of ones that is not below a number.
fn ones(n: i128) -> i128 {
    (1i128 << (128 - n.leading_zeros())) - 1
}

fn product(width: u32, a: Range, b: Range) -> Range {
    let corners = |(a, b): (i128, i128), (c, d): (i128, i128)| -> Option<(i128, i128)> {
        let all = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
        Some((*all.iter().min()?, *all.iter().max()?))
    };
    let unsigned = corners(a.unsigned(), b.unsigned());
    let signed = corners(a.signed(), b.signed());
    let smaller = [unsigned, signed]
        .into_iter()
        .flatten()
        .min_by_key(|(low, high)| high.checked_sub(*low).unwrap_or(i128::MAX));
    smaller.map_or(Range::all(width), |(low, high)| match high.checked_sub(low) {
        Some(_) => Range::new(width, low, high),
        None => Range::all(width),
    })
}

/// The truth of an operator that gives a Boolean, when the ranges decide it.
fn predicate(op: Op, a: Range, b: Range) -> Option<bool> {
    let ((a_low, a_high), (b_low, b_high)) = (a.unsigned(), b.unsigned());
    let (signed_a, signed_b) = (a.signed(), b.signed());
    match op {
        Op::And => match (a.known(), b.known()) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        Op::Or => match (a.known(), b.known()) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        Op::Xor => Some(a.known()? != b.known()?),
        Op::Eq if a_high < b_low || b_high < a_low => Some(false),
        Op::Eq if signed_a.1 < signed_b.0 || signed_b.1 < signed_a.0 => Some(false),
        Op::Eq => (a_low == a_high && b_low == b_high && a_low == b_low).then_some(true),
        Op::BvUlt => order((a_low, a_high), (b_low, b_high)),
        Op::BvUle => order((b_low, b_high), (a_low, a_high)).map(|less| !less),
        Op::BvSlt => order(signed_a, signed_b),
        Op::BvSle => order(signed_b, signed_a).map(|less| !less),
        _ => None,
    }
}

/// Whether each number of the first is below each of the second, or none is.
fn order((a_low, a_high): (i128, i128), (b_low, b_high): (i128, i128)) -> Option<bool> {
    if a_high < b_low { Some(true) } else { (a_low >= b_high).then_some(false) }
}

#[cfg(test)]
#[path = "ranges/tests.rs"]
mod tests;
