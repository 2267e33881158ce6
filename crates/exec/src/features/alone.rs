//! What is said of a path that was walked by itself: along a trace, or on one input.

use crate::data::record::PathRecord;
use crate::data::stop::{Ending, Stop};
use crate::machine::Context;
use crate::state::State;
use effigy_term::print::{Style, infix_in};
use effigy_term::{Model, Term};
use std::rc::Rc;
use std::sync::Arc;

/// A path's condition and an input on it.
pub(crate) struct Alone<'a> {
    /// The conjuncts.
    pub(crate) conditions: &'a [Term],
    /// Values for which they hold.
    pub(crate) model: &'a Rc<Model>,
    /// How terms are written.
    pub(crate) style: &'a Style,
}

impl PathRecord {
    /// What is said of a path that is over.
    ///
    /// # Errors
    /// The ending in its place, when something has no value in the model.
    pub(crate) fn alone(
        context: &mut Context,
        state: &State,
        ending: Ending,
        alone: &Alone<'_>,
    ) -> Result<Self, Ending> {
        let Alone { conditions, model, style } = alone;
        let inputs = context.input_values(state, model).map_err(ended)?;
        let results = context.results(state, model);
        let ending = match (state.status, ending) {
            (Some(status), Ending::Exit(_)) => {
                Ending::Exit(context.evaluate(status, model).map_err(ended)? as i32)
            }
            (_, ending) => ending,
        };
        let text = |term| infix_in(&context.store, term, style).into();
        let condition = conditions.iter().map(|term| text(*term)).collect();
        let mut outputs = Vec::with_capacity(state.history.outputs.len());
        for (name, value, sort) in state.history.outputs.iter() {
            let term = context.term(*value, *sort);
            outputs.push((name.clone(), Arc::from(infix_in(&context.store, term, style))));
        }
        Ok(Self {
            ending,
            inputs,
            steps: state.history.steps,
            condition,
            outputs,
            results,
            goals: state.history.goals.as_ref().clone(),
            threads: state.threads.began().cloned(),
            ..Self::lost(Vec::new(), context.place(state), String::new())
        })
    }
}

/// The ending of a path whose values are not to be had.
pub(crate) fn ended(stop: Stop) -> Ending {
    match stop {
        Stop::End(ending) => ending,
        Stop::Fork(_) | Stop::Pause => Ending::Unknown("no model of the path condition".into()),
    }
}
