//! What follows from the truth of a term, and from what its arguments are.

use effigy_base::function::FunctionKind;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::symbol::Symbol;
use effigy_term::{Node, Term, TermStore};

use super::{Facts, Job};

impl Facts {
    /// Makes a term true or false.
    pub(super) fn set(&mut self, store: &TermStore, t: Term, truth: bool) {
        let at = self.register(store, t);
        let value = self.register(store, store.bool(truth));
        self.jobs.push_back(Job::Merge(at, value));
    }

    fn equate(&mut self, store: &TermStore, a: Term, b: Term) {
        let (a, b) = (self.register(store, a), self.register(store, b));
        self.jobs.push_back(Job::Merge(a, b));
    }

    /// What follows from the truth of a term.
    pub(super) fn decide(&mut self, store: &mut TermStore, t: Term, truth: bool) {
        let Some(op) = store.op(t) else {
            if matches!(store.node(t), Node::Quantifier(_)) {
                self.quantified(t, truth);
            }
            return;
        };
        match (op, store.args(t)) {
            (Op::Not, &[a]) => self.set(store, a, !truth),
            (Op::And, &[a, b]) | (Op::Or, &[a, b]) if truth == (op == Op::And) => {
                self.set(store, a, truth);
                self.set(store, b, truth);
            }
            (Op::And, &[a, b]) | (Op::Or, &[a, b]) => self.unit(store, a, b, truth),
            (Op::Eq, &[a, b]) if truth => self.equate(store, a, b),
            (Op::Eq, &[a, b]) => {
                self.separate(a, b);
                if store.sort(a) == Sort::Bool {
                    self.opposite(store, a, b);
                }
            }
            (Op::IntLe | Op::RealLe, &[a, b]) if truth => self.learn_below(store, a, b, false),
            (Op::IntLe | Op::RealLe, &[a, b]) => self.learn_below(store, b, a, true),
            (Op::IntLt | Op::RealLt, &[a, b]) if truth => self.learn_below(store, a, b, true),
            (Op::IntLt | Op::RealLt, &[a, b]) => self.learn_below(store, b, a, false),
            _ => {}
        }
    }

    /// A disjunction that is true, or a conjunction that is false: where one side does not make it so, the other does.
    fn unit(&mut self, store: &TermStore, a: Term, b: Term, truth: bool) {
        for (one, other) in [(a, b), (b, a)] {
            if self.truth(store, one) == Some(!truth) {
                self.set(store, other, truth);
            }
        }
    }

    /// One of two Booleans holds.
    fn opposite(&mut self, store: &TermStore, a: Term, b: Term) {
        for (one, other) in [(a, b), (b, a)] {
            if let Some(truth) = self.truth(store, one) {
                self.set(store, other, !truth);
            }
        }
    }

    /// What follows from what is known of the arguments of an application.
    pub(super) fn look(&mut self, store: &mut TermStore, t: Term) {
        let Some(op) = store.op(t) else { return self.look_declared(store, t) };
        match (op, store.args(t)) {
            (Op::Not, &[a]) => {
                if let Some(truth) = self.truth(store, a) {
                    self.set(store, t, !truth);
                }
            }
            (Op::And | Op::Or, &[a, b]) => {
                let neutral = op == Op::And;
                let (x, y) = (self.truth(store, a), self.truth(store, b));
                if x == Some(!neutral) || y == Some(!neutral) {
                    self.set(store, t, !neutral);
                } else if x == Some(neutral) {
                    self.equate(store, t, b);
                } else if y == Some(neutral) {
                    self.equate(store, t, a);
                }
            }
            (Op::Ite, &[c, a, b]) => match self.truth(store, c) {
                Some(truth) => self.equate(store, t, if truth { a } else { b }),
                None if self.same(a, b) => self.equate(store, t, a),
                None => {}
            },
            (Op::Eq, &[a, b]) => {
                if self.same(a, b) {
                    self.set(store, t, true);
                } else if self.differ(store, a, b) {
                    self.set(store, t, false);
                } else if store.sort(a) == Sort::Bool && self.truth(store, t) == Some(false) {
                    self.opposite(store, a, b);
                }
            }
            _ => {}
        }
    }

    fn look_declared(&mut self, store: &TermStore, t: Term) {
        let Some((function, &[a])) = store.as_apply(t) else { return };
        if let FunctionKind::Box { inverse } | FunctionKind::Unbox { inverse } = function.kind() {
            return self.look_inverse(store, t, (a, inverse));
        }
        let made = self.value_of(a).and_then(|value| store.as_apply(value));
        let Some((maker, parts)) = made else { return };
        match function.kind() {
            FunctionKind::Selector { constructor, index } if constructor == maker => {
                if let Some(part) = parts.get(index as usize) {
                    self.equate(store, t, *part);
                }
            }
            FunctionKind::Tester { constructor } if maker.is_constructor() => {
                self.set(store, t, constructor == maker);
            }
            _ => {}
        }
    }

    /// A function of what its inverse made of something is that.
    fn look_inverse(&mut self, store: &TermStore, t: Term, (a, inverse): (Term, Symbol)) {
        let Some(class) = self.class(a) else { return };
        let made = self.places[class as usize].members.iter().find_map(|member| {
            let (function, args) = store.as_apply(self.places[*member as usize].term)?;
            match args {
                [inside] if function.name() == inverse && store.sort(*inside) == store.sort(t) => {
                    Some(*inside)
                }
                _ => None,
            }
        });
        if let Some(inside) = made {
            self.equate(store, t, inside);
        }
    }
}
