//! The sides of a fork: states that go on there.

use crate::data::stop::{Alternative, Ending, Feasible};
use crate::data::trail::{Choice, Decision};
use crate::data::tree::NodeId;
use crate::machine::Context;
use crate::state::State;
use effigy_term::Term;
use std::rc::Rc;

impl Context {
    /// A new fork of the tree at the place of a state.
    pub(crate) fn fork_node(&mut self, state: &State, alternatives: &[Alternative]) -> NodeId {
        let feasible = |a: &Alternative| !matches!(a.feasible, Feasible::No);
        let open = (0..).zip(alternatives).filter(|(_, a)| feasible(a)).map(|(side, _)| side);
        let open = open.collect();
        self.node(state, alternatives.iter().map(|a| a.constraint).collect(), open)
    }

    /// The states on the sides of a fork that are feasible or may be; those that the solver did not decide are over.
    pub(crate) fn take_sides(
        &mut self,
        state: State,
        alternatives: &[Alternative],
    ) -> Vec<(State, Option<Ending>)> {
        let question = self.question_of(alternatives);
        let node = self.fork_node(&state, alternatives);
        let last = alternatives.iter().rposition(|a| !matches!(a.feasible, Feasible::No));
        let mut parent = Some(state);
        let mut children = Vec::with_capacity(alternatives.len());
        for (side, alternative) in alternatives.iter().enumerate() {
            let (model, ending) = match &alternative.feasible {
                Feasible::No => continue,
                Feasible::Yes(model) => (Some(model.clone()), None),
                Feasible::Unknown(why) => (None, Some(Ending::Unknown(why.clone()))),
            };
            let copy = if Some(side) == last { parent.take() } else { parent.clone() };
            let Some(mut child) = copy else { continue };
            child.take(node, side as u32, alternative.added, question);
            child.path.model = model;
            self.keep_models(&mut child, alternative.added);
            children.push((child, ending));
        }
        children
    }

    /// Puts a state that stopped at a fork on one of its sides; the instruction is then executed again. Nothing
    /// happens when there is no such side.
    pub fn take(&mut self, state: &mut State, alternatives: &[Alternative], side: usize) {
        let Some(alternative) = alternatives.get(side) else { return };
        let node = self.fork_node(state, alternatives);
        let question = self.question_of(alternatives);
        state.take(node, side as u32, alternative.constraint, question);
        state.path.models.clear();
        state.path.model = match &alternative.feasible {
            Feasible::Yes(model) => Some(model.clone()),
            Feasible::No | Feasible::Unknown(_) => None,
        };
    }
}

impl State {
    /// Puts a state on a side of a fork.
    pub(crate) fn take(&mut self, node: NodeId, side: u32, constraint: Term, question: u64) {
        self.history.node = Some((node, side));
        self.kept.merged = Rc::default();
        self.history.depth += 1;
        self.path.condition.push(constraint);
        let choice = Choice { question, answer: Decision::Took(side) };
        self.answers.choices.push(choice);
        self.history.trail.push(choice);
    }
}
