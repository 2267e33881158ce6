//! What the machine makes of inputs, and of terms where one input is followed.

use crate::data::options::Follow;
use crate::data::slot::Slot;
use crate::machine::Context;
use crate::state::State;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::{Term, VarInfo};
use std::borrow::Cow;

impl Context {
    /// The term of a new input or of a part of it, with its value when it is given.
    pub(crate) fn input_term(
        &mut self,
        state: &mut State,
        info: &VarInfo,
        given: Option<u128>,
    ) -> Term {
        let value = given.unwrap_or_default();
        match (self.job.follow, given) {
            (Follow::Nothing, None) => self.store.variable(info),
            (Follow::Nothing, Some(_)) | (Follow::Values, _) => self.literal(info.sort, value),
            (Follow::Symbols, _) => match info.sort {
                Sort::BitVec(width) => self.followed_term(state, info, Value::bits(width, value)),
                _ => self.literal(info.sort, value),
            },
        }
    }

    /// As [`Context::input_term`], of an input that is a value of any sort.
    pub(crate) fn input_value(
        &mut self,
        state: &mut State,
        info: &VarInfo,
        given: Option<Value>,
    ) -> Term {
        match (self.job.follow, given) {
            (Follow::Nothing, None) => self.store.variable(info),
            (Follow::Nothing, Some(value)) => self.store.constant(&value),
            (Follow::Values, given) => {
                self.store.constant(&given.unwrap_or_else(|| Value::zero(info.sort)))
            }
            (Follow::Symbols, given) => {
                let value = given.unwrap_or_else(|| Value::zero(info.sort));
                self.followed_term(state, info, value)
            }
        }
    }

    /// The variable of an input that is followed, which has this value.
    fn followed_term(&mut self, state: &mut State, info: &VarInfo, value: Value) -> Term {
        let Some(followed) = &self.features.followed else { return self.store.constant(&value) };
        let variable = followed.input(&mut self.store, info, value);
        // Models that were asked for before lack this value, and a second holder would make them be copied.
        state.path.model = None;
        self.canonical.clear();
        variable
    }

    /// A term as it is on the path of the input that is followed, as far as the path's conditions say it.
    pub(crate) fn as_said(&mut self, state: &State, term: Term) -> Term {
        match &self.features.followed {
            Some(followed) => followed.said(&mut self.store, state, term),
            None => term,
        }
    }

    /// As [`Context::as_said`], of several terms.
    pub(crate) fn all_as_said<'t>(&mut self, state: &State, terms: &'t [Term]) -> Cow<'t, [Term]> {
        match self.features.followed {
            Some(_) => terms.iter().map(|term| self.as_said(state, *term)).collect(),
            None => Cow::Borrowed(terms),
        }
    }

    /// Tells of an assumption that was added to the path condition, which had so many conditions before.
    pub(crate) fn note_assumption(&mut self, state: &mut State, before: usize) {
        if let Some(marks) = self.features.marks.clone() {
            marks.assumed(self, state);
        }
        if let Some(followed) = self.features.followed.clone()
            && state.path.condition.len() > before
        {
            let place = self.shown_place(state);
            followed.assumed(state.path.condition.len(), place);
        }
    }

    /// What is assigned, as instances of variables where those are made.
    pub(crate) fn assigned(&mut self, value: Slot) -> Slot {
        match &mut self.features.assigns {
            Some(assigns) => assigns.assigned(&mut self.store, value),
            None => value,
        }
    }

    /// A term without instances.
    pub(crate) fn expanded(&mut self, term: Term) -> Term {
        match &self.features.assigns {
            Some(assigns) => assigns.expanded(&mut self.store, term),
            None => term,
        }
    }

    /// The condition of a path without instances.
    pub(crate) fn whole_condition<'s>(&mut self, state: &'s State) -> Cow<'s, [Term]> {
        match self.features.assigns {
            Some(_) => state.path.condition.iter().map(|term| self.expanded(*term)).collect(),
            None => Cow::Borrowed(&state.path.condition),
        }
    }
}
