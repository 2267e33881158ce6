//! The values of terms under the models of paths.

use effigy_base::value::Value;
use effigy_term::{Evaluator, Model, Term, TermStore};
use std::rc::{Rc, Weak};

/// Evaluates terms. What was evaluated under a model is remembered until another model is asked: the conditions of a path are
/// made of each other.
#[derive(Default)]
pub(crate) struct Values {
    evaluator: Evaluator,
    /// The model of the values that are remembered. Its place in memory is not given to another one before this lets go of it.
    model: Weak<Model>,
}

impl Values {
    /// An evaluator that knows what was evaluated under this model, if that was the last one.
    pub(crate) fn under(&mut self, model: &Rc<Model>) -> &mut Evaluator {
        if Weak::as_ptr(&self.model) != Rc::as_ptr(model) {
            self.forget();
            self.model = Rc::downgrade(model);
        }
        &mut self.evaluator
    }

    /// An evaluator that knows nothing.
    pub(crate) fn anew(&mut self) -> &mut Evaluator {
        self.forget();
        &mut self.evaluator
    }

    /// Forgets all values: to be called when terms are collected.
    pub(crate) fn forget(&mut self) {
        self.evaluator.reset();
        self.model = Weak::new();
    }

    /// The value of a scalar term in a model; a Bool is 0 or 1. A variable that the model does not mention is zero. `None` when it is
    /// not computed here.
    pub(crate) fn of(&mut self, store: &TermStore, term: Term, model: &Rc<Model>) -> Option<u128> {
        if store.as_variable(term).is_some() {
            return model.get(term).map_or(Some(0), Value::scalar);
        }
        self.under(model).value(store, term, model).and_then(|value| value.scalar())
    }
}
