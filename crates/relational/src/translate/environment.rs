//! What variables stand for during a translation, and where in the formula it is.

use std::rc::Rc;

use effigy_solver::circuit::Lit;

use super::cache::Key;
use crate::ids::VariableId;
use crate::matrix::Matrix;
use crate::problem::NodeData;

/// A variable and what it stands for.
pub(super) struct Binding {
    pub variable: VariableId,
    pub value: Rc<Matrix>,
    /// Tells the values of a variable apart.
    pub identity: u64,
    /// The tuple, if it stands for one that is known.
    pub tuple: Option<u64>,
    /// Where that tuple is one of those that the variable ranges over.
    pub member: Lit,
    /// What an overflow makes of atomic formulas below an even number of negations, for a variable over the integers.
    pub absorbs: Option<bool>,
}

/// Where in a formula the translation is.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// Whether there is an odd number of negations above, up to the constraint or the expression.
    pub negated: bool,
    /// Whether it is inside of an expression or an integer.
    pub inside: bool,
    /// Bindings that were made outside of the innermost expression or integer; they absorb no overflow here.
    pub base: usize,
    /// Bindings above to tuples that are known.
    pub grounded: usize,
}

/// Bindings, the innermost last.
#[derive(Default)]
pub(super) struct Environment {
    bindings: Vec<Binding>,
    pub place: Place,
    /// Existential quantifiers below more bindings to known tuples become no witnesses.
    pub witnesses_below: usize,
    skolems: u64,
}

impl Environment {
    pub fn new(witnesses_below: usize) -> Self {
        Self { witnesses_below, ..Self::default() }
    }

    pub fn push(&mut self, binding: Binding) {
        self.place.grounded += usize::from(binding.tuple.is_some());
        self.bindings.push(binding);
    }

    pub fn pop(&mut self) {
        if let Some(binding) = self.bindings.pop() {
            self.place.grounded -= usize::from(binding.tuple.is_some());
        }
    }

    /// Gives the innermost variable another tuple.
    pub fn rebind(&mut self, value: Matrix, tuple: u64, member: Lit) {
        if let Some(binding) = self.bindings.last_mut() {
            binding.value = Rc::new(value);
            (binding.identity, binding.tuple, binding.member) = (tuple, Some(tuple), member);
        }
    }

    pub fn find(&self, variable: VariableId) -> Option<&Binding> {
        self.bindings.iter().rev().find(|binding| binding.variable == variable)
    }

    /// An identity that no tuple has.
    pub fn fresh_identity(&mut self) -> u64 {
        self.skolems += 1;
        u64::MAX - self.skolems
    }

    /// What an overflow makes here of an atomic formula over something with these free variables; none if it is nothing
    /// that a variable decides.
    pub fn absorbs(&self, free: &[VariableId]) -> Option<bool> {
        let mut hidden: Vec<VariableId> = Vec::new();
        for binding in self.bindings[self.place.base..].iter().rev() {
            if !free.contains(&binding.variable) || hidden.contains(&binding.variable) {
                continue;
            }
            if let Some(value) = binding.absorbs {
                return Some(value != self.place.negated);
            }
            hidden.push(binding.variable);
        }
        None
    }

    /// Enters an expression or an integer: negations above count no more. Gives the place to come back to.
    pub fn enter(&mut self) -> Place {
        let place = self.place;
        self.place =
            Place { negated: false, inside: true, base: self.bindings.len(), ..self.place };
        place
    }

    /// The key of a node's translation here.
    pub fn key(&self, node: usize, data: &NodeData, is_formula: bool) -> Key {
        let mut key = Key::new(node);
        let here = is_formula && (data.partial || data.quantified);
        for &variable in &*data.free {
            let Some((place, binding)) =
                self.bindings.iter().enumerate().rfind(|(_, b)| b.variable == variable)
            else {
                continue;
            };
            key.push(binding.identity);
            if is_formula && data.quantified {
                // The witnesses below are nothing where it is no member.
                key.push(u64::from(binding.member.number()));
            }
            if here {
                let absorbs = binding.absorbs.filter(|_| place >= self.place.base);
                key.push(absorbs.map_or(0, |value| 1 + u64::from(value != self.place.negated)));
            }
        }
        if is_formula && data.quantified {
            let Place { negated, inside, grounded, .. } = self.place;
            let depth = grounded.min(self.witnesses_below + 1) as u64;
            key.push(depth * 4 + u64::from(negated) * 2 + u64::from(inside));
        }
        key
    }
}
