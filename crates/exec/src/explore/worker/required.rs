//! What a worker says of the inputs that a path requires.

use super::Worker;
use crate::data::finding::Failure;
use crate::data::stop::Ending;
use crate::features::input_path::{InputPath, Ways};
use crate::memory::initial;
use crate::state::State;
use effigy_base::budget::CancelToken;
use effigy_term::{Model, conjunction};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long ways are looked for when the run is stopped.
const LATE: Duration = Duration::from_secs(1);

/// What a path requires of the input.
#[derive(Default)]
pub(super) struct Required {
    pub(super) condition: Vec<Arc<str>>,
    pub(super) one_way: bool,
}

impl Worker<'_> {
    /// The conjuncts of the path condition, readable, where they are wanted. Of a path that several became, and that fails with
    /// these values, what their way along it requires.
    pub(super) fn required(
        &mut self,
        state: &State,
        ending: &Ending,
        values: Option<&Rc<Model>>,
    ) -> Required {
        let finding = matches!(ending, Ending::Finding(_));
        if !finding && !self.options.conditions {
            return Required::default();
        }
        let way = match (ending, values) {
            // Where conditions are asked for, they are those of whole paths.
            (Ending::Finding(failure), Some(values))
                if state.kept.met && !self.options.conditions =>
            {
                self.way(state, values, failure)
            }
            _ => None,
        };
        let one_way = way.as_ref().is_some_and(|way| way.is_one_of_several);
        let mut conjuncts = match (way, state.kept.met) {
            (Some(way), _) => way.conditions,
            // What holds where paths met is one condition.
            (None, true) => conjunction::flatten(&self.context.store, &state.path.condition),
            (None, false) => state.path.condition.clone(),
        };
        if self.options.minimal {
            conjuncts = conjunction::minimal(&mut self.context.store, &conjuncts);
        }
        conjuncts.retain(|t| !initial::is_known(&mut self.context.store, *t));
        let condition = conjuncts.into_iter().map(|t| self.text(t)).collect();
        Required { condition, one_way }
    }

    /// The way of an input along a path that fails. When the run is stopped, which is when many paths are told of that were being
    /// merged, there is a second for ways.
    fn way(&mut self, state: &State, values: &Rc<Model>, failure: &Failure) -> Option<InputPath> {
        if self.shared.stopped().is_none()
            && let Some(way) = Ways::new(&mut self.context).way(state, values, failure)
        {
            return Some(way);
        }
        self.shared.stopped()?;
        let late = *self.late.get_or_insert_with(|| Instant::now() + LATE);
        let end = self.shared.whole.deadline().map_or(late, |deadline| deadline.min(late));
        let until = CancelToken::new().part(Some(end));
        Ways::new(&mut self.context).late_way(state, values, failure, until)
    }
}
