//! What the machine makes of inputs, and of terms where one input is followed.

use crate::data::options::Follow;
use crate::machine::Context;
use crate::state::State;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::{Term, VarInfo};
use std::borrow::Cow;

/// The machine where it may follow an input.
pub(crate) struct Following<'a> {
    cx: &'a mut Context,
}

impl Context {
    /// What is made of inputs, and of terms on their way.
    #[inline]
    pub(crate) fn following(&mut self) -> Following<'_> {
        Following { cx: self }
    }
}

impl Following<'_> {
    /// The term of a new input or of a part of it, with its value when it is given.
    pub(crate) fn input(&mut self, state: &mut State, info: &VarInfo, given: Option<u128>) -> Term {
        let value = given.unwrap_or_default();
        match (self.cx.job.follow, given) {
            (Follow::Nothing, None) => self.cx.store.variable(info),
            (Follow::Nothing, Some(_)) | (Follow::Values, _) => self.cx.literal(info.sort, value),
            (Follow::Symbols, _) => match info.sort {
                Sort::BitVec(width) => self.variable(state, info, Value::bits(width, value)),
                _ => self.cx.literal(info.sort, value),
            },
        }
    }

    /// As [`Following::input`], of an input that is a value of any sort.
    pub(crate) fn input_of_any_sort(
        &mut self,
        state: &mut State,
        info: &VarInfo,
        given: Option<Value>,
    ) -> Term {
        match (self.cx.job.follow, given) {
            (Follow::Nothing, None) => self.cx.store.variable(info),
            (Follow::Nothing, Some(value)) => self.cx.store.constant(&value),
            (Follow::Values, given) => {
                self.cx.store.constant(&given.unwrap_or_else(|| Value::zero(info.sort)))
            }
            (Follow::Symbols, given) => {
                let value = given.unwrap_or_else(|| Value::zero(info.sort));
                self.variable(state, info, value)
            }
        }
    }

    /// The variable of an input that is followed, which has this value.
    fn variable(&mut self, state: &mut State, info: &VarInfo, value: Value) -> Term {
        let Some(followed) = &self.cx.features.followed else {
            return self.cx.store.constant(&value);
        };
        let variable = followed.input(&mut self.cx.store, info, value);
        // Models that were asked for before lack this value, and a second holder would make them be copied.
        state.path.model = None;
        self.cx.canonical.clear();
        variable
    }

    /// A term as it is on the path of the input that is followed, as far as the path's conditions say it.
    pub(crate) fn said(&mut self, state: &State, term: Term) -> Term {
        match &self.cx.features.followed {
            Some(followed) => followed.said(&mut self.cx.store, state, term),
            None => term,
        }
    }

    /// As [`Following::said`], of several terms.
    pub(crate) fn all_said<'t>(&mut self, state: &State, terms: &'t [Term]) -> Cow<'t, [Term]> {
        match self.cx.features.followed {
            Some(_) => terms.iter().map(|term| self.said(state, *term)).collect(),
            None => Cow::Borrowed(terms),
        }
    }
}
