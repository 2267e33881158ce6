//! The rewrite rules.
//!
//! A rule sees an operator and arguments that are themselves in normal form, and builds its result with the
//! constructors. Rules are tried in the order of the table; every rule makes progress in a measure that no other
//! undoes, so that construction ends.

mod arithmetic;
mod arrays;
mod bitwise;
mod boolean;
mod compare;
mod equality;
pub(crate) mod integers;
mod ite;
mod linear;
mod pieces;
mod reals;
mod slices;

use std::sync::LazyLock;

use effigy_base::op::Op;

use crate::node::Term;
use crate::store::TermStore;
use crate::store::rule::{FAMILIES, Family, Registry, Rule};

const TABLES: &[&[Rule]] = &[
    boolean::RULES,
    ite::RULES,
    equality::RULES,
    linear::RULES,
    arithmetic::RULES,
    bitwise::RULES,
    compare::RULES,
    slices::RULES,
    arrays::RULES,
    integers::RULES,
    reals::RULES,
];

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    let all: Vec<Rule> = TABLES.concat();
    let mut families = [const { Vec::new() }; FAMILIES];
    for (index, rule) in all.iter().enumerate() {
        for family in rule.families {
            families[*family as usize].push((index, rule.apply));
        }
    }
    Registry { all, families }
});

pub(crate) fn registry() -> &'static Registry {
    &REGISTRY
}

/// All rules, in the order in which they are tried.
pub fn rules() -> &'static [Rule] {
    &registry().all
}

/// Applies the first rule that fits.
#[inline]
pub(crate) fn rewrite(store: &mut TermStore, op: Op, args: &[Term; 3]) -> Option<Term> {
    let family = Family::of(op)?;
    for (index, apply) in &store.registry.families[family as usize] {
        if let Some(t) = apply(store, op, args) {
            store.fired[*index] += 1;
            return Some(t);
        }
    }
    None
}

/// How rules look at terms.
impl TermStore {
    #[inline]
    fn parts(&self, t: Term) -> Option<(Op, [Term; 3])> {
        match self.stored(t).kind {
            crate::store::Kind::App(op, args) => Some((op, args)),
            _ => None,
        }
    }

    fn is_zero(&self, t: Term) -> bool {
        match self.as_bits(t) {
            Some(bits) => bits == 0,
            None => self.value(t).is_some_and(|v| v.as_bits().is_some_and(|bits| bits.is_zero())),
        }
    }

    fn is_ones(&self, t: Term) -> bool {
        match self.as_bits(t) {
            Some(bits) => bits == effigy_base::eval::wide::mask(self.width(t)),
            None => self.value(t).is_some_and(|v| {
                v.as_bits()
                    .is_some_and(|bits| *bits == effigy_base::bits::BitVec::ones(bits.width()))
            }),
        }
    }

    /// The argument of a term with this unary operator.
    fn under(&self, op: Op, t: Term) -> Option<Term> {
        self.parts(t).filter(|(o, _)| *o == op).map(|(_, [a, ..])| a)
    }

    /// The arguments of a zero extension that adds bits.
    fn zero_extended(&self, t: Term) -> Option<Term> {
        match self.parts(t) {
            Some((Op::ZeroExtend { .. }, [a, ..])) => Some(a),
            _ => None,
        }
    }

    fn sign_extended(&self, t: Term) -> Option<Term> {
        match self.parts(t) {
            Some((Op::SignExtend { .. }, [a, ..])) => Some(a),
            _ => None,
        }
    }

    /// Whether the sign bit is zero whatever the variables are.
    fn is_positive(&self, t: Term) -> bool {
        match self.as_bits(t) {
            Some(bits) => !effigy_base::eval::wide::sign(self.width(t), bits),
            None => self.zero_extended(t).is_some(),
        }
    }

    /// Whether one of two Booleans is seen to be the negation of the other.
    pub fn are_complements(&self, a: Term, b: Term) -> bool {
        self.are_opposite(a, b)
    }

    /// Whether one is the negation of the other, seen from their outermost operators.
    fn are_opposite(&self, a: Term, b: Term) -> bool {
        match (self.parts(a), self.parts(b)) {
            (Some((Op::Not, [x, ..])), _) if x == b => true,
            (_, Some((Op::Not, [x, ..]))) if x == a => true,
            (Some((f, [x, y, _])), Some((g, [z, w, _]))) => {
                let swapped = x == w && y == z;
                let signed = match (f, g) {
                    (Op::IntLt | Op::IntLe, Op::IntLt | Op::IntLe) => {
                        return self.are_opposite_bounds((f, [x, y]), (g, [z, w]));
                    }
                    (Op::RealLt, Op::RealLe) | (Op::RealLe, Op::RealLt) => return swapped,
                    (Op::BvUlt, Op::BvUle) | (Op::BvUle, Op::BvUlt) => return swapped,
                    (Op::BvSlt, Op::BvSle) | (Op::BvSle, Op::BvSlt) => return swapped,
                    (Op::BvUlt, Op::BvUlt) => false,
                    (Op::BvSlt, Op::BvSlt) => true,
                    _ => return false,
                };
                self.is_gap(signed, (x, y), (z, w)) || self.is_gap(signed, (z, w), (x, y))
            }
            _ => false,
        }
    }

    /// Whether the pairs are `x < c` and `c - 1 < x`.
    fn is_gap(&self, signed: bool, (x, c): (Term, Term), (d, y): (Term, Term)) -> bool {
        let (Some(c), Some(d)) = (self.as_bits(c), self.as_bits(d)) else { return false };
        let least = if signed { 1 << (self.width(x) - 1) } else { 0 };
        x == y && c != least && d == effigy_base::eval::wide::sub(self.width(x), c, 1)
    }
}
