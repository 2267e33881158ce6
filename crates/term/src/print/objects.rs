//! References, and the input arrays that hold fields and contents of arrays.
//!
//! An input array whose name begins with a point is a field: the element of `.next` at `x` is `x.next`. One whose name
//! begins with `[]` holds the contents of arrays: its index is an object and an index. A reference from before the run is
//! twice an input of the role [`Role::Reference`]; odd constants are created objects, 0 is null.

use super::piece::{Level, Piece};
use super::{Printer, Style, measure};
use crate::node::{Node, Role, Term};
use crate::store::TermStore;
use effigy_base::op::Op;
use rustc_hash::FxHashSet;

impl Printer<'_> {
    /// An element of an input array that holds a field or the contents of arrays.
    pub(super) fn of_object(&self, array: Term, index: Term) -> Option<String> {
        let name = &self.store.as_variable(array)?.name;
        if name.starts_with('.') {
            // What follows an `@` tells fields of one name apart.
            let name = name.split('@').next().unwrap_or(name);
            return Some(format!("{}{name}", self.at(index, Level::Atom)));
        }
        if !name.starts_with("[]") {
            return None;
        }
        match self.store.node(index) {
            Node::App(Op::Concat, [object, index]) => {
                let (object, index) = (self.at(*object, Level::Atom), self.expression(*index).text);
                Some(format!("{object}[{index}]"))
            }
            _ => {
                let (object, rest) = self.row(index)?;
                let index = if rest.is_empty() { "0".to_owned() } else { self.sum(&rest).text };
                Some(format!("{}[{index}]", self.at(object, Level::Atom)))
            }
        }
    }

    /// The object and the summands of the index in `index + object * pitch`, where the pitch is larger than any index.
    fn row(&self, key: Term) -> Option<(Term, Vec<(Term, bool)>)> {
        let (mut object, mut rest) = (None, Vec::new());
        let mut pending = vec![(key, true)];
        while let Some((part, sign)) = pending.pop() {
            match self.store.node(part) {
                _ if self.names.contains_key(&part) => rest.push((part, sign)),
                Node::App(Op::IntAdd, [a, b]) => pending.extend([(*b, sign), (*a, sign)]),
                Node::App(Op::IntSub, [a, b]) => pending.extend([(*b, !sign), (*a, sign)]),
                Node::App(Op::IntMul, [a, b]) if self.store.as_int(*b) == Some(1 << 31) && sign => {
                    if object.replace(*a).is_some() {
                        return None;
                    }
                }
                _ => rest.push((part, sign)),
            }
        }
        Some((object?, rest))
    }

    /// Whether a bit-vector is the length of an array from before the run, or a constant, that is not negative.
    pub(super) fn is_natural(&self, t: Term) -> bool {
        let is_length = |t: Term| {
            let array = match self.store.node(t) {
                Node::App(Op::Select, [array, _]) => *array,
                _ => t,
            };
            self.store.as_variable(array).is_some_and(|info| info.role == Role::Length)
        };
        match self.store.node(t) {
            Node::Const(_) => self.store.as_bits(t).is_some_and(|bits| bits >> 30 == 0),
            Node::App(Op::ZeroExtend { .. }, [inner]) => is_length(*inner),
            Node::App(Op::Concat, [high, low]) => {
                self.store.as_bits(*high) == Some(0) && is_length(*low)
            }
            _ => is_length(t),
        }
    }

    /// A reference as people write it, when the term is certainly one.
    pub(super) fn reference(&self, t: Term) -> Option<Piece> {
        match self.store.node(t) {
            Node::App(Op::Ite, [c, a, b]) if self.references.is_reference(t) => {
                let (a, b) = (self.side(*a), self.side(*b));
                let text = format!("{} ? {a} : {b}", self.at(*c, Level::Or));
                Some(self.of(t, text, Level::Choice))
            }
            _ => {
                let half = self.expression(self.references.half(self.store, t)?);
                Some(self.of(t, half.text, half.level))
            }
        }
    }

    /// One side of a choice between references.
    fn side(&self, t: Term) -> String {
        let constant = self.store.as_int(t).or_else(|| self.store.as_bits(t).map(|b| b as i128));
        match constant {
            Some(0) => "null".to_owned(),
            Some(odd) if odd & 1 == 1 => format!("new#{}", odd / 2 + 1),
            _ => self.at(t, Level::Or),
        }
    }

    /// `null` for the constant that a reference is compared with.
    pub(super) fn null(&self, a: Term, b: Term) -> Option<Piece> {
        let zero = self.store.as_int(b) == Some(0) || self.store.as_bits(b) == Some(0);
        (zero && (self.references.is_half(a) || self.references.is_reference(a))).then(|| Piece {
            text: "null".to_owned(),
            level: Level::Atom,
            sort: None,
        })
    }
}

/// Which parts of a term are references; found once for all parts, arguments first, so that shared parts cost nothing.
#[derive(Default)]
pub(super) struct References {
    /// Halves of references from before the run.
    halves: FxHashSet<Term>,
    /// What is certainly a reference: twice such a half, or a choice with such a side.
    whole: FxHashSet<Term>,
}

impl References {
    /// The references among terms that come after their arguments.
    pub fn among(store: &TermStore, order: &[Term]) -> Self {
        let mut found = Self::default();
        for &t in order {
            let half = match store.node(t) {
                Node::Var(info) => info.role == Role::Reference,
                Node::App(Op::Select, [array, _]) => found.is_half(*array),
                Node::App(Op::Ite, [_, a, b]) => found.is_half(*a) || found.is_half(*b),
                _ => false,
            };
            if half {
                found.halves.insert(t);
            }
            let whole = match store.node(t) {
                Node::App(Op::Ite, [_, a, b]) => found.is_reference(*a) || found.is_reference(*b),
                _ => found.half(store, t).is_some(),
            };
            if whole {
                found.whole.insert(t);
            }
        }
        found
    }

    fn is_reference(&self, t: Term) -> bool {
        self.whole.contains(&t)
    }

    fn is_half(&self, t: Term) -> bool {
        self.halves.contains(&t)
    }

    /// What a reference is twice of.
    fn half(&self, store: &TermStore, t: Term) -> Option<Term> {
        let half = match store.node(t) {
            Node::App(Op::IntMul, [a, two]) if store.as_int(*two) == Some(2) => *a,
            Node::App(Op::Concat, [a, low])
                if store.width(*low) == 1 && store.as_bits(*low) == Some(0) =>
            {
                *a
            }
            _ => return None,
        };
        self.is_half(half).then_some(half)
    }
}

/// Whether a term is certainly a reference: twice an input of the role [`Role::Reference`] or an element of one, or a
/// choice with such a side.
pub fn is_reference(store: &TermStore, t: Term) -> bool {
    let (order, _) = measure(store, t, &Style::default());
    References::among(store, &order).is_reference(t)
}
