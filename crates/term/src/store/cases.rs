//! The cases of a word that has few.

use std::rc::Rc;

use crate::node::Term;

/// The constants that a word can be. Exactly one of the conditions holds under each model; several may be of one
/// constant, so that words that depend on the same choice have the same conditions.
#[derive(Clone, Debug)]
pub struct Cases {
    /// The conditions.
    pub conditions: Rc<[Term]>,
    /// By condition, the constant.
    pub constants: Rc<[Term]>,
}

impl Cases {
    /// Each condition with its constant.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Term, Term)> {
        self.conditions.iter().copied().zip(self.constants.iter().copied())
    }

    /// The terms that must live as long as the word does.
    pub(crate) fn terms(&self) -> impl Iterator<Item = Term> {
        self.conditions.iter().chain(&*self.constants).copied()
    }
}
