//! References, and the input arrays that hold fields and contents of arrays.
//!
//! An input array whose name begins with a point is a field: the element of `.next` at `x` is `x.next`. One whose name
//! begins with `[]` holds the contents of arrays: its index is an object and an index. A reference from before the run is
//! twice an input of the role [`Role::Reference`]; odd constants are created objects, 0 is null.

use super::expression::Level;
use super::{Piece, Printer};
use crate::node::{Node, Role, Term};
use crate::store::TermStore;
use effigy_base::op::Op;

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

    /// A reference as people write it, when the term is certainly one.
    pub(super) fn reference(&self, t: Term) -> Option<Piece> {
        match self.store.node(t) {
            Node::App(Op::Ite, [c, a, b]) if is_reference(self.store, t) => {
                let (a, b) = (self.side(*a), self.side(*b));
                let text = format!("{} ? {a} : {b}", self.at(*c, Level::Or));
                Some(Piece { text, level: Level::Choice })
            }
            _ => half(self.store, t).map(|half| self.expression(half)),
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
        (zero && is_half(self.store, a))
            .then(|| Piece { text: "null".to_owned(), level: Level::Atom })
    }
}

/// Whether a term is certainly a reference: twice an input of the role [`Role::Reference`] or an element of one, or a
/// choice with such a side.
pub fn is_reference(store: &TermStore, t: Term) -> bool {
    match store.node(t) {
        Node::App(Op::Ite, [_, a, b]) => is_reference(store, *a) || is_reference(store, *b),
        _ => half(store, t).is_some(),
    }
}

/// Half of a reference from before the run.
fn is_half(store: &TermStore, t: Term) -> bool {
    match store.node(t) {
        Node::Var(info) => info.role == Role::Reference,
        Node::App(Op::Select, [array, _]) => is_half(store, *array),
        Node::App(Op::Ite, [_, a, b]) => is_half(store, *a) || is_half(store, *b),
        _ => false,
    }
}

/// What a reference is twice of.
fn half(store: &TermStore, t: Term) -> Option<Term> {
    let half = match store.node(t) {
        Node::App(Op::IntMul, [a, two]) if store.as_int(*two) == Some(2) => *a,
        Node::App(Op::Concat, [a, low])
            if store.width(*low) == 1 && store.as_bits(*low) == Some(0) =>
        {
            *a
        }
        _ => return None,
    };
    is_half(store, half).then_some(half)
}
