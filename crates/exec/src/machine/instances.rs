//! Instances of variables, one for each assignment, in the runs that make them.

use crate::data::slot::Slot;
use crate::machine::Context;
use crate::machine::feature::Assigns;
use crate::state::State;
use effigy_term::{Term, TermStore};
use std::borrow::Cow;

/// The instances of a machine; most make none, and then values and terms stay as they are.
pub(crate) struct Instances<'a> {
    store: &'a mut TermStore,
    made: Option<&'a mut (dyn Assigns + 'static)>,
}

impl Context {
    /// The instances that this machine makes.
    #[inline]
    pub(crate) fn instances(&mut self) -> Instances<'_> {
        Instances { store: &mut self.store, made: self.features.assigns.as_deref_mut() }
    }
}

impl Instances<'_> {
    /// What is assigned, as instances of variables where those are made.
    pub(crate) fn assigned(&mut self, value: Slot) -> Slot {
        match &mut self.made {
            Some(assigns) => assigns.assigned(self.store, value),
            None => value,
        }
    }

    /// A term without instances.
    pub(crate) fn expanded(&mut self, term: Term) -> Term {
        match &self.made {
            Some(assigns) => assigns.expanded(self.store, term),
            None => term,
        }
    }

    /// The condition of a path without instances.
    pub(crate) fn whole_condition<'s>(&mut self, state: &'s State) -> Cow<'s, [Term]> {
        match self.made {
            Some(_) => state.path.condition.iter().map(|term| self.expanded(*term)).collect(),
            None => Cow::Borrowed(&state.path.condition),
        }
    }
}
