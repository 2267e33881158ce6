//! The inputs of paths as sets, where paths are merged: what they decide without a solver.

use crate::data::slot::{Slot, term};
use crate::data::stop::{Alternative, Feasible};
use crate::machine::Context;
use crate::machine::values::Values;
use crate::state::State;
use effigy_solver::{Set, Sets};
use effigy_term::{Model, Term, TermStore};
use std::rc::Rc;

/// Sets of inputs, with the terms that they are of.
pub(crate) struct PathSets<'a> {
    pub(crate) store: &'a mut TermStore,
    pub(crate) sets: &'a mut Sets,
    values: &'a mut Values,
}

/// What is said of an input that a diagram gave and evaluation refuses.
const WRONG_MODEL: &str =
    "internal error: an input of a set does not satisfy the condition of the set";

impl Context {
    /// Sets of inputs; `None` where there are none.
    pub(crate) fn path_sets(&mut self) -> Option<PathSets<'_>> {
        let sets = self.sets.as_mut()?;
        Some(PathSets { store: &mut self.store, sets, values: &mut self.values })
    }
}

impl PathSets<'_> {
    /// The sides of a fork, where sets of inputs say which are feasible.
    pub(crate) fn known_sides(
        &mut self,
        state: &State,
        sides: &[Term],
    ) -> Option<Vec<Alternative>> {
        let mut alternatives = Vec::with_capacity(sides.len());
        for side in sides {
            let (feasible, added) = self.known(state, *side)?;
            alternatives.push(Alternative { constraint: *side, added, feasible });
        }
        Some(alternatives)
    }

    /// Whether the path condition can hold together with `constraint`, where sets of inputs say it; and what says the same as
    /// the constraint of the inputs of the path, and has a set.
    pub(crate) fn known(&mut self, state: &State, constraint: Term) -> Option<(Feasible, Term)> {
        let sets = &mut *self.sets;
        // First what may be new: it can make all sets anew.
        let simple = sets.of(self.store, constraint).is_some();
        let path = self.path_set(state)?;
        let sets = &mut *self.sets;
        let (both, added) = match simple {
            true => {
                let side = sets.of(self.store, constraint)?;
                (sets.both(path, side)?, constraint)
            }
            false => {
                let both = sets.on_path(self.store, constraint, path)?;
                let short = sets.within(both, path)?;
                (both, sets.term(self.store, short)?)
            }
        };
        if both.is_empty() {
            return Some((Feasible::No, added));
        }
        Some(match self.first(state, both, Some(constraint)) {
            Some(model) => (Feasible::Yes(model), added),
            None => (Feasible::Unknown(WRONG_MODEL.into()), added),
        })
    }

    /// The inputs of a path; `None` where paths are not merged, or when their diagram is large.
    pub(crate) fn path_set(&mut self, state: &State) -> Option<Set> {
        let sets = &mut *self.sets;
        let conditions = state.path.condition.len();
        let known = state.path.set.get().filter(|(count, _)| *count <= conditions);
        let extended = known.and_then(|(count, set)| {
            let set = set?;
            let further = sets.of_all(self.store, state.path.condition.get(count..)?)?;
            sets.both(set, further)
        });
        let before = sets.all();
        let all = match (extended, known) {
            (Some(all), _) => Some(all),
            (None, Some((_, None))) => None,
            (None, _) => sets.of_all(self.store, &state.path.condition),
        };
        // One that was thrown away can be made again, one that is large is not tried again with each further condition.
        if all.is_some() || sets.all() == before {
            state.path.set.set(Some((conditions, all)));
        }
        all
    }

    /// The inputs with which a path came to the instruction at which it stands; `None` where paths are not merged, or when
    /// their diagram is large. What is decided during the instruction does not count: executed again, it does the same.
    pub(crate) fn entered_set(&mut self, state: &State) -> Option<Set> {
        if matches!(state.path.set.get(), Some((count, None)) if count <= state.path.entered) {
            return None;
        }
        let conditions = state.path.condition.get(..state.path.entered)?;
        self.sets.of_all(self.store, conditions)
    }

    /// The first input of a set of inputs for which a path's condition holds, and `constraint`; `None` when it is wrong.
    pub(crate) fn first(
        &mut self,
        state: &State,
        set: Set,
        constraint: Option<Term>,
    ) -> Option<Rc<Model>> {
        let model = self.sets.first(self.store, set);
        let (evaluator, store) = (self.values.anew(), &*self.store);
        let mut conditions = state.path.condition.iter().chain(&constraint);
        let mut holds = |t: &Term| evaluator.truth(store, *t, &model) != Some(false);
        conditions.all(&mut holds).then(|| Rc::new(model))
    }

    /// The values that a word can have on this path, where sets of inputs say it.
    pub(crate) fn known_values(
        &mut self,
        state: &State,
        word: Term,
        most: usize,
    ) -> Option<Vec<u128>> {
        let sets = &mut *self.sets;
        if !sets.place(self.store, word) {
            return None;
        }
        let mut left = self.path_set(state)?;
        let sets = &mut *self.sets;
        if let Some(values) = sets.values(self.store, word, left) {
            return Some(values.into_iter().map(|(value, _)| value).collect());
        }
        if let Some(values) = sets.values_on(self.store, word, left) {
            return Some(values);
        }
        let sort = self.store.sort(word);
        let mut found = Vec::new();
        while !left.is_empty() && found.len() <= most {
            let model = self.sets.first(self.store, left);
            let model = Rc::new(model);
            let value = self.values.of(self.store, word, &model)?;
            found.push(value);
            let literal = term(self.store, Slot::wide(value), sort);
            let equal = self.store.eq(word, literal);
            let sets = &mut *self.sets;
            let others = sets.of(self.store, equal).map(|set| sets.others(set))?;
            left = sets.both(left, others)?;
        }
        found.sort_unstable();
        Some(found)
    }
}
