//! What a worker does with guides: paths of inputs that are known to fail come first, and are told when the run has to
//! stop before.

use super::{Tests, Worker};
use crate::data::question::Kind;
use crate::data::stop::Ending;
use crate::features::guides::{Guide, Guiding, take};
use crate::state::State;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Worker<'_> {
    /// Takes up guides that came since, those whose paths wait here.
    pub(super) fn look_for_guides(&mut self) {
        let Some(guides) = self.shared.guides else { return };
        for guide in self.followed.news(guides) {
            let context = &mut self.context;
            match self.searcher.find(|state| Guiding::new(context).follows(state, &guide)) {
                Some(state) if take(&guide) => self.led(state, guide),
                Some(state) => self.searcher.push(vec![state]),
                None => self.followed.keep(guide),
            }
        }
    }

    /// Whether a guide that had no path before leads the state of a new item, at its first fork.
    pub(super) fn look_whether_led(&mut self, state: &State) {
        if self.is_new && state.answers.prefix.is_empty() {
            self.is_new = false;
            let context = &mut self.context;
            let found = self.followed.take(|guide| Guiding::new(context).follows(state, guide));
            self.guide = self.guide.take().or(found);
        }
    }

    /// Puts states aside; the one that the guide leads on comes next, and those of guides that had no path of their own.
    pub(super) fn wait(&mut self, states: Vec<State>) {
        let Some(guide) = self.guide.take() else { return self.searcher.push(states) };
        let mut guide = Some(guide);
        let mut others = Vec::with_capacity(states.len());
        let mut next = None;
        for state in states {
            let context = &mut self.context;
            match guide.take_if(|guide| Guiding::new(context).follows(&state, guide)) {
                Some(guide) => next = Some((state, guide)),
                None => {
                    match self.followed.take(|guide| Guiding::new(context).follows(&state, guide)) {
                        Some(guide) => self.led(state, guide),
                        None => others.push(state),
                    }
                }
            }
        }
        self.searcher.push(others);
        if let Some((state, guide)) = next {
            self.led(state, guide);
        }
    }

    fn led(&mut self, mut state: State, guide: Arc<Guide>) {
        self.lead(&mut state, &guide);
        self.searcher.lead(state, guide);
    }

    /// Gives a state the values of a guide, so that no solver is asked which side they take.
    fn lead(&mut self, state: &mut State, guide: &Guide) {
        if let Some(model) = Guiding::new(&mut self.context).guided_model(state, guide) {
            state.on_values(model);
        }
    }

    /// Records a state that came to its end.
    pub(super) fn ended(&mut self, state: State, ending: Ending) {
        let failed = self.guide.take().filter(|_| matches!(ending, Ending::Finding(_)));
        let known = failed.map(|guide| {
            guide.end();
            guide.found()
        });
        self.record_known(state, ending, known);
    }

    /// A path that the end of the run cuts is distinguished from the inputs on it that are known to fail: one fork by their
    /// values, and a path that fails for each. Gives what is left of the path.
    pub(super) fn without_failing(&mut self, mut state: State) -> State {
        let Some(guides) = self.shared.guides.filter(|_| self.shared.stopped().is_some()) else {
            return state;
        };
        for guide in guides.open() {
            if Guiding::new(&mut self.context).follows(&state, &guide) && guide.end() {
                state = self.split(state, &guide);
            }
        }
        state
    }

    /// Records the path of a guide's input alone; gives the path of all other inputs.
    fn split(&mut self, mut state: State, guide: &Guide) -> State {
        let Some(model) = Guiding::new(&mut self.context).guided_model(&state, guide) else {
            return state;
        };
        let exactly = Guiding::new(&mut self.context).exactly(&model);
        if self.context.store.as_bool(exactly).is_some() {
            return state;
        }
        let other = self.context.store.not(exactly);
        let question = self.context.identity(Kind::Side, [exactly, other]);
        let node = self.context.node(&state, vec![exactly, other], [0, 1].into());
        self.shared.forks.fetch_add(1, Ordering::Relaxed);
        let mut failing = state.clone();
        failing.take(node, 0, exactly, question);
        state.take(node, 1, other, question);
        if let Ok(inputs) = self.inputs(&failing, &Rc::new(model)) {
            let ending = Ending::Finding(Box::new(guide.failure().clone()));
            self.add(
                failing,
                ending,
                Tests { inputs, known: Some(guide.found()), ..Tests::default() },
            );
        }
        state
    }
}
