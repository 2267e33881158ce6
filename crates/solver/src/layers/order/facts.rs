//! What an assertion says about the order of words.

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_term::{Term, TermStore};

/// The widest word that is looked at.
const MOST_BITS: u32 = 64;

/// The most parts of an assertion that are looked at.
const MOST_PARTS: usize = 256;

/// Terms that are equal, or not equal, in pairs.
pub(super) type Pairs = Vec<[Term; 2]>;

/// One side of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// A word, as the terms that it is concatenated of, highest first.
    Word {
        /// These terms.
        pieces: Vec<Term>,
        /// Whether it is read as a signed number.
        signed: bool,
    },
    /// A constant.
    Number(i128),
}

/// What is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fact {
    /// `left + gap <= right`.
    Below {
        /// The lower side.
        left: Side,
        /// The upper side.
        right: Side,
        /// How far they are apart at least.
        gap: i128,
    },
    /// All pairs are equal.
    Same(Pairs),
    /// Some pair is not equal.
    Different(Pairs),
}

/// Reads an assertion into facts that follow from it; whether it says nothing else.
pub(super) fn read(store: &TermStore, assertion: Term, facts: &mut Vec<Fact>) -> bool {
    let mut pending = vec![(assertion, true)];
    let mut same = Pairs::new();
    let mut whole = true;
    let mut parts = 0;
    while let Some((t, positive)) = pending.pop() {
        parts += 1;
        let fact = match (store.op(t), store.args(t), positive) {
            _ if parts > MOST_PARTS => None,
            (Some(Op::Not), &[a], _) => {
                pending.push((a, !positive));
                continue;
            }
            (Some(Op::And), &[a, b], true) | (Some(Op::Or), &[a, b], false) => {
                pending.extend([(b, positive), (a, positive)]);
                continue;
            }
            (Some(Op::Eq), &[a, b], true) if is_word(store, a) => {
                same.push([a, b]);
                continue;
            }
            (Some(Op::And | Op::Or | Op::Eq), _, _) => different(store, t, positive),
            (Some(op), &[a, b], _) => comparison(store, op, [a, b], positive),
            _ => None,
        };
        whole &= fact.is_some();
        facts.extend(fact);
    }
    if !same.is_empty() {
        facts.push(Fact::Same(same));
    }
    whole
}

/// A disjunction of nothing but negated equalities.
fn different(store: &TermStore, t: Term, positive: bool) -> Option<Fact> {
    let mut pending = vec![(t, positive)];
    let mut pairs = Pairs::new();
    while let Some((t, positive)) = pending.pop() {
        match (store.op(t), store.args(t), positive) {
            (Some(Op::Not), &[a], _) => pending.push((a, !positive)),
            (Some(Op::And), &[a, b], false) | (Some(Op::Or), &[a, b], true) => {
                pending.extend([(b, positive), (a, positive)]);
            }
            (Some(Op::Eq), &[a, b], false)
                if is_word(store, a) && pairs.len() < MOST_BITS as usize =>
            {
                pairs.push([a, b]);
            }
            _ => return None,
        }
    }
    Some(Fact::Different(pairs))
}

fn comparison(store: &TermStore, op: Op, [a, b]: [Term; 2], positive: bool) -> Option<Fact> {
    let (signed, gap) = match op {
        Op::BvUlt => (false, 1),
        Op::BvUle => (false, 0),
        Op::BvSlt => (true, 1),
        Op::BvSle => (true, 0),
        _ => return None,
    };
    let (a, b) = (side(store, a, signed)?, side(store, b, signed)?);
    Some(match positive {
        true => Fact::Below { left: a, right: b, gap },
        false => Fact::Below { left: b, right: a, gap: 1 - gap },
    })
}

fn side(store: &TermStore, t: Term, signed: bool) -> Option<Side> {
    if !is_word(store, t) {
        return None;
    }
    if let Some(bits) = store.as_bits(t) {
        return Some(Side::Number(number(bits, store.width(t), signed)));
    }
    let (t, signed) = match (store.op(t), store.args(t)) {
        (Some(Op::ZeroExtend { width }), &[a]) if store.width(a) < width => (a, false),
        (Some(Op::SignExtend { .. }), &[a]) if signed => (a, true),
        _ => (t, signed),
    };
    Some(Side::Word { pieces: pieces(store, t), signed })
}

/// Whether the term is a bit-vector that is not too wide.
pub(super) fn is_word(store: &TermStore, t: Term) -> bool {
    matches!(store.sort(t), Sort::BitVec(1..=MOST_BITS))
}

/// The terms that a bit-vector is concatenated of, highest first.
pub(super) fn pieces(store: &TermStore, t: Term) -> Vec<Term> {
    let mut result = Vec::new();
    let mut pending = vec![t];
    while let Some(t) = pending.pop() {
        match (store.op(t), store.args(t)) {
            (Some(Op::Concat), &[high, low]) => pending.extend([low, high]),
            _ => result.push(t),
        }
    }
    result
}

/// The number that bits stand for.
pub(super) fn number(bits: u128, width: u32, signed: bool) -> i128 {
    let number = bits as i128;
    if signed && bits >> (width - 1) & 1 == 1 { number - (1 << width) } else { number }
}
