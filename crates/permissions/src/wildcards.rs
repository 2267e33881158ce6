//! Wildcards: permission amounts that may be chosen as small as one likes.

use crate::terms::Terms;
use effigy_base::function::Function;
use effigy_base::op::Op;
use effigy_term::{Node, Term, TermStore};
use rustc_hash::FxHashSet;

/// What a fresh symbol is known by: a variable, or a function of what was bound around.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Head {
    Variable(Term),
    Function(Function),
}

impl Head {
    fn of(terms: &TermStore, t: Term) -> Self {
        match terms.node(t) {
            Node::Apply(function, _) => Self::Function(function),
            _ => Self::Variable(t),
        }
    }

    /// What all parts of a term are known by.
    fn all_of(terms: &TermStore, t: Term) -> Vec<Self> {
        let mut seen = FxHashSet::default();
        let mut pending = vec![t];
        let mut heads = Vec::new();
        while let Some(t) = pending.pop() {
            if seen.insert(t) {
                heads.push(Self::of(terms, t));
                pending.extend_from_slice(terms.args(t));
            }
        }
        heads
    }
}

/// Permission amounts that may be chosen as small as one likes.
#[derive(Default)]
pub(crate) struct Wildcards {
    heads: FxHashSet<Head>,
}

impl Wildcards {
    /// An amount may be chosen from here on.
    pub(crate) fn add(&mut self, terms: &TermStore, amount: Term) {
        self.heads.insert(Head::of(terms, amount));
    }

    /// That an amount can be taken of what is held: something is held where the amount is as small as one likes, and the
    /// amount is held where it is not.
    pub(crate) fn enough(&self, terms: &mut Terms<'_>, amount: Term, held: Term) -> Term {
        if self.is_small(terms, amount) {
            return terms.positive(held);
        }
        match terms.choice(amount) {
            Some((condition, yes, no)) if self.is_wild(terms, amount) => {
                let (yes, no) = (self.enough(terms, yes, held), self.enough(terms, no, held));
                terms.ite(condition, yes, no)
            }
            _ => terms.app(Op::RealLe, &[amount, held]),
        }
    }

    /// What is assumed of an amount that is taken: it is less than all that is held where it is as small as one likes.
    pub(crate) fn below(&self, terms: &mut Terms<'_>, amount: Term, held: Term) -> Term {
        if self.is_small(terms, amount) {
            return terms.app(Op::RealLt, &[amount, held]);
        }
        match terms.choice(amount) {
            Some((condition, yes, no)) if self.is_wild(terms, amount) => {
                let (yes, no) = (self.below(terms, yes, held), self.below(terms, no, held));
                terms.ite(condition, yes, no)
            }
            _ => terms.bool(true),
        }
    }

    /// Whether an amount is a wildcard, or a product with one.
    fn is_small(&self, terms: &TermStore, amount: Term) -> bool {
        if self.heads.is_empty() {
            return false;
        }
        match terms.op(amount) {
            Some(Op::RealMul) => terms.args(amount).iter().any(|t| self.is_small(terms, *t)),
            Some(Op::Ite) => terms.args(amount)[1..].iter().all(|t| self.is_small(terms, *t)),
            _ => self.heads.contains(&Head::of(terms, amount)),
        }
    }

    /// Whether a part of an amount may be chosen as small as one likes.
    pub(crate) fn is_wild(&self, terms: &TermStore, amount: Term) -> bool {
        !self.heads.is_empty()
            && Head::all_of(terms, amount).iter().any(|head| self.heads.contains(head))
    }

    /// From here on an amount is as it is, since permissions of this amount are held or given.
    pub(crate) fn fix(&mut self, terms: &TermStore, amount: Term) {
        if !self.heads.is_empty() {
            for head in Head::all_of(terms, amount) {
                self.heads.remove(&head);
            }
        }
    }
}
