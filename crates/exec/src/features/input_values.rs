//! The values of one input, and what holds for it: who follows an input, with symbols, along merged paths or as a guide, asks here which
//! side it is on.

use effigy_base::value::Value;
use effigy_term::{Evaluator, Model, Term, TermStore, Trace};
use std::rc::Rc;

/// The values of an input.
#[derive(Default)]
pub(crate) struct InputValues {
    model: Rc<Model>,
    evaluator: Evaluator,
}

impl InputValues {
    /// An input that has these values.
    pub(crate) fn new(model: Rc<Model>) -> Self {
        Self { model, evaluator: Evaluator::default() }
    }

    /// Another input, of which no value is known yet.
    pub(crate) fn begin(&mut self) {
        self.model = Rc::default();
        self.evaluator.reset();
    }

    /// Gives a variable its value. It has it before a term has it, so that what was evaluated before stays right.
    pub(crate) fn set(&mut self, variable: Term, value: Value) {
        Rc::make_mut(&mut self.model).set(variable, value);
    }

    /// The values as a model.
    pub(crate) fn model(&self) -> &Rc<Model> {
        &self.model
    }

    /// Whether a condition holds for the input; `None` where its values do not say it.
    pub(crate) fn truth(&mut self, store: &TermStore, condition: Term) -> Option<bool> {
        match store.has_unspecified(condition) {
            true => None,
            false => self.evaluator.truth(store, condition, &self.model),
        }
    }

    /// The first of several sides on which the input is.
    pub(crate) fn side(&mut self, store: &TermStore, sides: &[Term]) -> Option<usize> {
        sides.iter().position(|side| is_on(&mut self.evaluator, store, *side, &self.model))
    }

    /// Terms are collected.
    pub(crate) fn forget(&mut self) {
        self.evaluator.reset();
    }
}

impl Trace for InputValues {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        self.model.trace(visit);
    }
}

/// Whether the input with these values is on a side.
pub(crate) fn is_on(
    evaluator: &mut Evaluator,
    store: &TermStore,
    side: Term,
    model: &Model,
) -> bool {
    evaluator.truth(store, side, model) == Some(true)
}
