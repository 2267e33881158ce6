//! What has no meaning to the machine, on the path of an input that is followed: it takes a concrete value, and the path goes on.
//!
//! A model that does not cover symbolic arguments is asked again with the values that they have for the input, and its answer is the
//! right one. Where there is no model at all, or code that no front end reads, nobody here knows the value: zero is chosen, and the
//! path may not be the one of the native program from there on. Both are counted, and distinguished.

use super::Followed;
use crate::code::CallSite;
use crate::data::record::TakenValue;
use crate::data::slot::Slot;
use crate::data::stop::{Ending, Stop};
use crate::machine::calls::Activations;
use crate::machine::feature::Replaces;
use crate::machine::meaning::{Uncovered, fails_behind};
use crate::machine::{Context, Flow};
use crate::state::State;
use effigy_base::sort::Sort;
use std::cell::RefCell;
use std::sync::Arc;

/// Places that are distinguished on a path.
const MOST_PLACES: usize = 100;

/// The values that a machine took.
pub(crate) struct Taken {
    followed: Followed,
    values: RefCell<Vec<TakenValue>>,
}

impl Taken {
    /// Nothing is taken yet, of a machine that follows an input.
    pub(crate) fn new(followed: Followed) -> Self {
        Self { followed, values: RefCell::default() }
    }

    /// Forgets them.
    pub(super) fn clear(&self) {
        self.values.borrow_mut().clear();
    }

    /// Takes them out.
    pub(super) fn take(&self) -> Vec<TakenValue> {
        self.values.take()
    }

    /// What arguments are for the input that is followed.
    fn values_of(&self, cx: &mut Context, site: &CallSite, args: &[Slot]) -> Vec<Slot> {
        let model = self.followed.model();
        let value = |(at, arg): (usize, &Slot)| match arg.term {
            Some(term)
                if site
                    .sorts
                    .get(at)
                    .is_none_or(|sort| matches!(sort, Sort::Bool | Sort::BitVec(_))) =>
            {
                cx.evaluate(term, &model).map_or(*arg, Slot::wide)
            }
            _ => *arg,
        };
        args.iter().enumerate().map(value).collect()
    }

    fn note(&self, cx: &mut Context, state: &State, what: &str, is_known: bool) {
        let place = cx.place(state);
        let known = |value: &TakenValue| Arc::ptr_eq(&value.place, &place) && value.what == what;
        let mut values = self.values.borrow_mut();
        match values.iter().position(known) {
            Some(known) => values[known].times += 1,
            None if values.len() < MOST_PLACES => {
                let what = what.to_owned();
                values.push(TakenValue { what, place, is_known, times: 1 });
            }
            None => {}
        }
    }
}

impl Replaces for Taken {
    fn uncovered(
        &self,
        cx: &mut Context,
        state: &mut State,
        call: &Uncovered<'_>,
        what: String,
    ) -> Result<Flow, Stop> {
        let Uncovered { site, function, handler, args, changed } = *call;
        if cx.job.chooses && !changed && args.iter().any(|arg| arg.term.is_some()) {
            let values = self.values_of(cx, site, args);
            let again =
                Activations { cx: &mut *cx }.ask_model(state, site, function, handler, &values);
            match again.flow {
                Err(Stop::End(Ending::Unsupported(_))) if again.is_uncovered => {}
                flow => {
                    if flow.is_ok() {
                        self.note(cx, state, &what, true);
                    }
                    return flow;
                }
            }
        }
        Activations { cx: &mut *cx }.chosen_results(state, site, args, what).map(Flow::Return)
    }

    fn goes_on(&self, cx: &mut Context, state: &State, what: String) -> Result<(), Stop> {
        if !cx.job.chooses || fails_behind(state) {
            return Err(Stop::End(Ending::Unsupported(what)));
        }
        self.note(cx, state, &what, false);
        Ok(())
    }

    fn took(&self, cx: &mut Context, state: &State, what: &str) {
        self.note(cx, state, what, true);
    }
}
