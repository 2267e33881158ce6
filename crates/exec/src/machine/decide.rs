//! Decisions on symbolic values: which sides of a fork are feasible (King 1976, section 2).

use crate::data::finding::{Failure, StackFrame};
use crate::data::options::{Follow, Merge};
use crate::data::question::{Given, Kind};
use crate::data::slot::Slot;
use crate::data::stop::{Alternative, Ending, Feasible, Stop, UNASKED, internal, unchecked};
use crate::data::trail::Decision;
use crate::data::tree::{Node, NodeId};
use crate::machine::{Context, Forks};
use crate::memory::object::ObjectSize;
use crate::memory::unspecified;
use crate::state::State;
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::ADDRESS_BITS;
use effigy_solver::{Answer, Query};
use effigy_term::{ConstArray, Model, Node as TermNode, Term};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Most values of an address that are taken together where paths are merged.
pub(super) const MAX_ADDRESSES: usize = 64;

/// Bounds of sizes that depend on inputs. They are few, so that objects of similar sizes are of one kind.
const SIZES: [u128; 4] = [16, 64, 256, 1024];

/// Most parts of a choice that are looked at for its constants.
pub(super) const MAX_PARTS: usize = 1024;

impl Context {
    /// Whether `condition` holds on this path; forks when both are possible.
    ///
    /// # Errors
    /// `Stop::Fork` when the instruction has to be executed again in each successor; an ending otherwise.
    pub(crate) fn decide(&mut self, state: &mut State, condition: Term) -> Result<bool, Stop> {
        if let Some(known) = self.store.as_bool(condition) {
            return Ok(known);
        }
        let negation = self.store.not(condition);
        self.choose(state, &[condition, negation]).map(|side| side == 0)
    }

    /// Whether the path has the object that an address belongs to, when there is one.
    ///
    /// # Errors
    /// As for [`Context::decide`].
    pub(crate) fn is_alive(&mut self, state: &mut State, address: u64) -> Result<bool, Stop> {
        let life = state.memory.object(address).and_then(|object| object.life);
        life.map_or(Ok(true), |life| self.decide(state, life))
    }

    /// Which of several alternatives holds. They exclude each other and one of them always holds.
    ///
    /// # Errors
    /// As for [`Context::decide`].
    pub(crate) fn choose(&mut self, state: &mut State, sides: &[Term]) -> Result<usize, Stop> {
        let sides = &self.following().all_said(state, sides)[..];
        if let Some(side) = sides.iter().position(|s| self.store.as_bool(*s) == Some(true)) {
            return Ok(side);
        }
        if let Some(interval) = self.features.interval.clone() {
            return interval.side(self, state, sides);
        }
        if state.failing.is_some() {
            let model = self.model(state)?;
            let side = self.side_of(sides, &model);
            return side.ok_or_else(|| internal("no side of a decision holds in the model"));
        }
        if sides.iter().any(|s| self.store.has_unspecified(*s)) {
            let settled = self.settled(state, sides, unspecified::BRANCH)?;
            return self.choose(state, &settled);
        }
        if let Some(way) = self.features.way.clone() {
            return way.side(self, state, sides);
        }
        // Behind what is asked about unspecified parts, so that it is asked in each execution of the instruction.
        if self.job.merge != Merge::Never
            && let Some(side) = self.said(state, sides)?
        {
            return Ok(side);
        }
        match self.was_asked(state) {
            true => self.choose_given(state, sides),
            false => self.fork(state, sides),
        }
    }

    /// The side that the path condition says in so many words; not when the question was asked before it did.
    fn said(&mut self, state: &State, sides: &[Term]) -> Result<Option<usize>, Stop> {
        if self.is_next(state, sides) {
            return Ok(None);
        }
        match sides.iter().position(|s| state.path.condition.contains(s)) {
            Some(side) => Ok(Some(side)),
            None => self.only_side(state, sides),
        }
    }

    /// Whether the next answer of those that were found for the instruction is to this question.
    fn is_next(&self, state: &State, sides: &[Term]) -> bool {
        state.answers.choices.get(state.answers.cursor).is_some_and(|choice| {
            choice.question == self.identity(Kind::Side, sides.iter().copied())
        })
    }

    /// Whether the next answer was found before.
    pub(crate) fn was_asked(&self, state: &State) -> bool {
        state.answers.cursor < state.answers.choices.len() || !state.answers.prefix.is_empty()
    }

    /// The side that the answer names which was found before.
    ///
    /// # Errors
    /// When it answers another question.
    pub(crate) fn choose_given(
        &mut self,
        state: &mut State,
        sides: &[Term],
    ) -> Result<usize, Stop> {
        let question = self.identity(Kind::Side, sides.iter().copied());
        if self.meets_again(state, sides) {
            return self.fork(state, sides);
        }
        let (side, given) = match self.given(state, Kind::Side, sides, question)? {
            Some(given) => match given {
                Given::Earlier(Decision::Took(side) | Decision::Forced(side))
                | Given::Replayed(Decision::Took(side) | Decision::Forced(side)) => (side, given),
                _ => return Err(self.diverged(state, Kind::Side, sides)),
            },
            None => return Err(self.diverged(state, Kind::Side, sides)),
        };
        let Some(constraint) = sides.get(side as usize) else {
            return Err(self.diverged(state, Kind::Side, sides));
        };
        match given {
            Given::Earlier(_) => {}
            Given::Replayed(Decision::Took(_)) => {
                let open = state.answers.open.get(state.history.depth as usize).cloned();
                let open = open.unwrap_or_else(|| Arc::from([side]));
                let node = self.node(state, sides.to_vec(), open);
                // In the form in which the path got it at first: all sides are looked at, as then.
                let known = self.path_sets().and_then(|mut known| known.known_sides(state, sides));
                let added = known.map_or(*constraint, |sides| sides[side as usize].added);
                state.take(node, side, added, question);
                state.path.model = None;
                state.path.models.clear();
                state.answers.cursor = state.answers.choices.len();
            }
            Given::Replayed(answer) => state.record(question, answer),
        }
        Ok(side as usize)
    }

    /// Whether the path that is taken up again went on behind this fork, where its sides met.
    fn meets_again(&self, state: &State, sides: &[Term]) -> bool {
        let next = state
            .answers
            .prefix
            .last()
            .filter(|_| state.answers.cursor == state.answers.choices.len());
        next.is_some_and(|choice| {
            choice.question == self.identity(Kind::Meeting, sides.iter().copied())
        })
    }

    fn fork(&mut self, state: &mut State, sides: &[Term]) -> Result<usize, Stop> {
        if let Some(side) = self.bypassed(state, sides)? {
            let question = self.identity(Kind::Side, sides.iter().copied());
            self.answered(state, question, Decision::Forced(side as u32))?;
            return Ok(side);
        }
        if self.forks == Forks::Together {
            return self.fork_together(state, sides);
        }
        let alternatives =
            match self.path_sets().and_then(|mut known| known.known_sides(state, sides)) {
                Some(alternatives) => alternatives,
                None => self.asked_sides(state, sides)?,
            };
        let open = |a: &Alternative| !matches!(a.feasible, Feasible::No);
        let yes = |a: &Alternative| matches!(a.feasible, Feasible::Yes(_));
        if alternatives.iter().filter(|a| open(a)).count() == 1
            && let Some(side) = alternatives.iter().position(yes)
        {
            let question = self.identity(Kind::Side, sides.iter().copied());
            self.answered(state, question, Decision::Forced(side as u32))?;
            return Ok(side);
        }
        Err(Stop::Fork(alternatives))
    }

    /// The side of a decision on a check sum that is taken without being asked for.
    fn bypassed(&mut self, state: &mut State, sides: &[Term]) -> Result<Option<usize>, Stop> {
        let bypassed = self.job.free.bypassed.clone();
        if bypassed.is_empty() {
            return Ok(None);
        }
        match bypassed.get(&*self.place(state)) {
            None => Ok(None),
            Some(Some(side)) => Ok(Some(*side as usize).filter(|side| *side < sides.len())),
            Some(None) => {
                let model = self.model(state)?;
                Ok(self.side_of(sides, &model))
            }
        }
    }

    /// A fork whose sides are looked at together, without those that sets of inputs exclude. Inside of a call the only side that they
    /// leave open is taken at once, since a model of an external function does not fork behind a change.
    fn fork_together(&mut self, state: &mut State, sides: &[Term]) -> Result<usize, Stop> {
        let known = self.path_sets().and_then(|mut known| known.known_sides(state, sides));
        let Some(mut known) = known else { return Err(Stop::Fork(self.unasked_sides(sides))) };
        let mut open = Vec::new();
        for (index, side) in known.iter_mut().enumerate() {
            if !matches!(side.feasible, Feasible::No) {
                side.feasible = Feasible::Unknown(UNASKED.into());
                open.push(index);
            }
        }
        match open[..] {
            [side] if state.is_at_call() => {
                let question = self.identity(Kind::Side, sides.iter().copied());
                self.answered(state, question, Decision::Forced(side as u32))?;
                Ok(side)
            }
            _ => Err(Stop::Fork(known)),
        }
    }

    /// The sides of a fork that are looked at together: only what says itself that it does not hold is left out.
    fn unasked_sides(&self, sides: &[Term]) -> Vec<Alternative> {
        let side = |side: &Term| match self.store.as_bool(*side) {
            Some(false) => Alternative::new(*side, Feasible::No),
            _ => Alternative::new(*side, Feasible::Unknown(UNASKED.into())),
        };
        sides.iter().map(side).collect()
    }

    /// The sides of a fork, where models and the solver say which are feasible.
    fn asked_sides(&mut self, state: &mut State, sides: &[Term]) -> Result<Vec<Alternative>, Stop> {
        let model = self.model(state)?;
        let taken = self.side_of(sides, &model);
        let mut alternatives = Vec::with_capacity(sides.len());
        for (side, constraint) in sides.iter().enumerate() {
            let feasible = if Some(side) == taken {
                Feasible::Yes(model.clone())
            } else if let Some(known) = self.known_model(state, *constraint) {
                Feasible::Yes(known)
            } else {
                self.feasible(state, *constraint)
            };
            alternatives.push(Alternative::new(*constraint, feasible));
        }
        Ok(alternatives)
    }

    /// The values that a word can have on this path, the lowest first; `None` when there are more than `most`.
    ///
    /// # Errors
    /// When the solver does not decide.
    pub(crate) fn possible(
        &mut self,
        state: &State,
        word: Term,
        most: usize,
    ) -> Result<Option<Vec<u128>>, Stop> {
        if let Some(known) = self.path_sets().and_then(|mut s| s.known_values(state, word, most)) {
            return Ok((known.len() <= most).then_some(known));
        }
        let sort = self.store.sort(word);
        let mut found = Vec::new();
        let mut others = self.store.bool(true);
        while let Some(model) = self.feasible(state, others).decided()? {
            if found.len() == most {
                return Ok(None);
            }
            let value = self.evaluate(word, &model)?;
            found.push(value);
            let literal = self.literal(sort, value);
            let equal = self.store.eq(word, literal);
            let differs = self.store.not(equal);
            others = self.store.and(others, differs);
        }
        found.sort_unstable();
        Ok(Some(found))
    }

    /// A model of the path condition that is known already, with which the constraint holds.
    fn known_model(&mut self, state: &State, constraint: Term) -> Option<Rc<Model>> {
        if self.job.stress.models {
            return None;
        }
        let mut models = state.path.models.iter();
        models.find(|model| self.side_of(&[constraint], model).is_some()).cloned()
    }

    /// Keeps of the further models of a path those with which a condition holds that was added.
    pub(crate) fn keep_models(&mut self, state: &mut State, constraint: Term) {
        let mut models = std::mem::take(&mut state.path.models);
        models.retain(|model| self.side_of(&[constraint], model).is_some());
        state.path.models = models;
    }

    /// A new fork of the tree at the place of a state; `open` are its feasible sides.
    pub(crate) fn node(&mut self, state: &State, sides: Vec<Term>, open: Arc<[u32]>) -> NodeId {
        let place = self.place(state);
        let (parent, merged) = (state.history.node, state.kept.merged.clone());
        self.tree.push(Node { parent, place, sides, open, merged, told: false })
    }

    /// Whether the path condition can hold together with `constraint`.
    pub fn feasible(&mut self, state: &State, constraint: Term) -> Feasible {
        if self.store.as_bool(constraint) == Some(false) {
            return Feasible::No;
        }
        self.strain();
        if let Some((known, _)) = self.path_sets().and_then(|mut s| s.known(state, constraint)) {
            return known;
        }
        self.asks(state);
        let condition = self.instances().whole_condition(state);
        let constraint = self.instances().expanded(constraint);
        self.scratch.clear();
        self.scratch.extend_from_slice(&condition);
        self.scratch.push(constraint);
        let hint = state.path.model.as_deref().filter(|_| !self.job.stress.models);
        let query = Query { assertions: &self.scratch, hint };
        let answer = self.solver.check(&mut self.store, &query);
        self.has_asked();
        match answer {
            Answer::Sat(model) => Feasible::Yes(Rc::new(model)),
            Answer::Unsat(_) => Feasible::No,
            Answer::Unknown(why) => Feasible::Unknown(why.to_string()),
        }
    }

    /// Forgets what the solver chain remembers, where stress asks for it.
    fn strain(&mut self) {
        if self.job.stress.caches {
            self.canonical.clear();
            if let Ok(fresh) = effigy_solver::assemble(self.job.chain()) {
                self.solver = fresh;
            }
            if let Some(sets) = &mut self.sets {
                sets.forget();
            }
        }
    }

    /// A model of the path condition.
    ///
    /// # Errors
    /// Ends the path when there is none, which happens only after a replayed prefix that met an assumption.
    pub(crate) fn model(&mut self, state: &mut State) -> Result<Rc<Model>, Stop> {
        if let Some(model) = &state.path.model
            && (!self.job.stress.models || state.failing.is_some())
        {
            return Ok(model.clone());
        }
        self.strain();
        self.asks(state);
        let condition = self.instances().whole_condition(state);
        let query = Query { assertions: &condition, hint: None };
        let answer = self.solver.check(&mut self.store, &query);
        self.has_asked();
        let model = match answer {
            Answer::Sat(model) => Rc::new(model),
            Answer::Unsat(_) => return Err(Stop::End(Ending::Assumed)),
            Answer::Unknown(why) => return Err(Stop::End(Ending::Unknown(why.to_string()))),
        };
        state.path.model = Some(model.clone());
        Ok(model)
    }

    /// The model of a path condition that depends on nothing but the condition itself.
    ///
    /// # Errors
    /// When the solver does not decide.
    pub fn canonical_model(&mut self, state: &State) -> Result<Rc<Model>, Stop> {
        self.strain();
        if let Some(mut sets) = self.path_sets()
            && let Some(path) = sets.path_set(state)
            && !path.is_empty()
            && let Some(model) = sets.first(state, path, None)
        {
            return Ok(model);
        }
        self.asks(state);
        let condition = self.instances().whole_condition(state);
        let solver = self.solver.as_mut();
        let answer = self.canonical.model(&mut self.store, &condition, solver);
        self.has_asked();
        match answer {
            Answer::Sat(model) => Ok(Rc::new(model)),
            Answer::Unsat(_) => Err(Stop::End(Ending::Assumed)),
            Answer::Unknown(why) => Err(Stop::End(Ending::Unknown(why.to_string()))),
        }
    }

    /// As [`Context::canonical_model`], with few objects and small numbers: for people.
    ///
    /// # Errors
    /// When the solver does not decide.
    pub fn smallest_model(&mut self, state: &State) -> Result<Rc<Model>, Stop> {
        let model = self.canonical_model(state)?;
        self.asks(state);
        let solver = self.solver.as_mut();
        let small = effigy_solver::smallest(&mut self.store, solver, &state.path.condition, &model);
        self.has_asked();
        Ok(Rc::new(small))
    }

    /// The parts of a conditional term.
    pub(crate) fn ite_parts(&self, term: Term) -> Option<(Term, Term, Term)> {
        if self.store.op(term) != Some(effigy_base::op::Op::Ite) {
            return None;
        }
        match *self.store.args(term) {
            [c, a, b] => Some((c, a, b)),
            _ => None,
        }
    }

    /// The constants that a word of at most 64 bits is a choice of; `None` when they are many, or it can be something else.
    pub(crate) fn constants(&self, word: Term) -> Option<BTreeSet<u64>> {
        let (mut found, mut seen) = (BTreeSet::new(), FxHashSet::default());
        let mut pending = vec![word];
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(value) = self.store.as_bits(term) {
                found.insert(value as u64);
            } else if let Some(cases) = self.store.cases(term) {
                pending.extend(cases.constants.iter());
            } else if let Some((_, yes, no)) = self.ite_parts(term) {
                pending.extend([yes, no]);
            } else {
                let table = self.table(term)?;
                found.extend(table.elements.iter());
                found.insert(table.default.scalar()? as u64);
            }
            if found.len() > MAX_ADDRESSES || seen.len() > MAX_PARTS {
                return None;
            }
        }
        Some(found)
    }

    /// The table of constants that a term is read from.
    fn table(&self, term: Term) -> Option<&ConstArray> {
        match (self.store.op(term), self.store.args(term)) {
            (Some(Op::Select), [array, _]) => match self.store.node(*array) {
                TermNode::ConstArray(table) => Some(table),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether sets of inputs say that a word has few values on this path.
    pub(crate) fn is_known_choice(&mut self, state: &mut State, word: Term) -> Result<bool, Stop> {
        if self.sets.is_none() || state.failing.is_some() {
            return Ok(false);
        }
        let few = self.answer(state, Kind::Places, word, |this, state| {
            let sets = this.path_sets();
            let known = sets.and_then(|mut s| s.known_values(state, word, MAX_ADDRESSES));
            Ok(u128::from(known.is_some_and(|values| values.len() <= MAX_ADDRESSES)))
        })?;
        Ok(few == 1)
    }

    /// One value that a bit-vector term has on this path; forks over all that it can have.
    ///
    /// # Errors
    /// As for [`Context::decide`].
    pub(crate) fn pick_value(&mut self, state: &mut State, term: Term) -> Result<u128, Stop> {
        if let Some(interval) = self.features.interval.clone() {
            return interval.value(self, state, term);
        }
        let term = self.instances().expanded(term);
        let term = self.following().said(state, term);
        let term = self.settled_one(state, term, unspecified::BRANCH)?;
        let sort = self.store.sort(term);
        let mut term = term;
        // What paths brought to where they met is distinguished by where they came from, when it is not by its values.
        let merges = self.job.merge != Merge::Never && self.features.way.is_none();
        if merges && let Some(values) = self.constants(term).filter(|values| values.len() > 1) {
            return self.pick_constant(state, term, values);
        }
        let tells_apart = merges && !self.is_known_choice(state, term)?;
        while tells_apart && let Some((condition, then, otherwise)) = self.ite_parts(term) {
            term = if self.decide(state, condition)? { then } else { otherwise };
        }
        let most = self.job.max_values;
        for _ in 0..most {
            if let Some(value) = self.constant(term) {
                return Ok(value);
            }
            let value = self.candidate(state, term)?;
            let constant = self.literal(sort, value);
            let equal = self.store.eq(term, constant);
            if state.failing.is_some() || self.decide(state, equal)? {
                return Ok(value);
            }
        }
        if self.forks == Forks::Together {
            let what = format!("an address, a size or a target with more than {most} values");
            return Err(Stop::End(Ending::Unsupported(what)));
        }
        let value = self.candidate(state, term)?;
        let constant = self.literal(sort, value);
        let equal = self.store.eq(term, constant);
        self.assume(state, equal)?;
        let place = self.place(state);
        state.note_concretised(place);
        Ok(value)
    }

    /// Whether a size, a length or a place that depends on inputs stays a term on this path: where paths are merged.
    pub(crate) fn keeps_choices(&self, state: &State) -> bool {
        let features = &self.features;
        let is_other =
            features.way.is_some() || features.interval.is_some() || features.assigns.is_some();
        self.job.merge != Merge::Never
            && !is_other
            && state.failing.is_none()
            && matches!(self.job.follow, Follow::Nothing)
    }

    /// A size that depends on inputs where paths are merged, with a bound that is not large.
    ///
    /// # Errors
    /// When the path forks.
    pub(crate) fn bounded_size(
        &mut self,
        state: &mut State,
        size: Slot,
    ) -> Result<Option<ObjectSize>, Stop> {
        let Some(term) = size.term else { return Ok(None) };
        if !self.keeps_choices(state) {
            return Ok(None);
        }
        let term = self.instances().expanded(term);
        let term = self.following().said(state, term);
        let term = self.settled_one(state, term, unspecified::BRANCH)?;
        if self.constant(term).is_some() {
            return Ok(None);
        }
        let most = self.answer(state, Kind::Size, term, |this, state| {
            for most in SIZES {
                let bound = this.store.bits(ADDRESS_BITS, most);
                let beyond = this.store.ult(bound, term);
                if matches!(this.feasible(state, beyond), Feasible::No) {
                    return Ok(most);
                }
            }
            Ok(0)
        })?;
        let size = ObjectSize { most: most as u64, exact: Some(term) };
        Ok((most > 0).then_some(size))
    }

    /// The one of these constants that a term is on this path; forks over all of them at once.
    fn pick_constant(
        &mut self,
        state: &mut State,
        term: Term,
        values: BTreeSet<u64>,
    ) -> Result<u128, Stop> {
        let sort = self.store.sort(term);
        let mut sides = Vec::with_capacity(values.len());
        for value in &values {
            let constant = self.literal(sort, u128::from(*value));
            sides.push(self.store.eq(term, constant));
        }
        let side = self.choose(state, &sides)?;
        let value = values.into_iter().nth(side).map(u128::from);
        value.ok_or_else(|| internal("a side that is no value"))
    }

    /// Adds a condition to a path of which nobody asked whether it can hold.
    pub(crate) fn push_unasked(&mut self, state: &mut State, condition: Term) {
        state.path.condition.push(condition);
        let model = state.path.model.take().filter(|_| self.features.assigns.is_none());
        state.path.model = model.filter(|model| self.side_of(&[condition], model).is_some());
    }

    /// The next value to compare a term with: the same in every run that comes here.
    pub(crate) fn candidate(&mut self, state: &mut State, term: Term) -> Result<u128, Stop> {
        if state.failing.is_some() {
            let model = self.model(state)?;
            return self.evaluate(term, &model);
        }
        if let Some(way) = self.features.way.clone() {
            return way.value(self, state, term);
        }
        self.answer(state, Kind::Value, term, |this, state| {
            // The values of all paths are one formula: which of them comes first makes no difference.
            let model = match this.forks {
                Forks::Together => this.model(state)?,
                Forks::Asked => this.canonical_model(state)?,
            };
            this.evaluate(term, &model)
        })
    }

    /// The terms without what was never initialised, where that makes no difference on this path.
    ///
    /// # Errors
    /// Forks where it makes a difference for some inputs only; ends the path in a finding that says that `subject` depends on it where it
    /// makes one, and as not decided where the solver does not tell.
    pub(crate) fn settled(
        &mut self,
        state: &mut State,
        terms: &[Term],
        subject: &str,
    ) -> Result<Vec<Term>, Stop> {
        let settles = self.features.settles;
        settles.settled(self, state, terms, subject)
    }

    /// As [`Context::settled`], of one term.
    pub(crate) fn settled_one(
        &mut self,
        state: &mut State,
        term: Term,
        subject: &str,
    ) -> Result<Term, Stop> {
        if !self.store.has_unspecified(term) {
            return Ok(term);
        }
        let settled = self.settled(state, &[term], subject)?;
        settled.first().copied().ok_or_else(|| internal("a term was lost"))
    }

    /// Adds an assumption to the path condition, as part of an instruction.
    ///
    /// # Errors
    /// Ends the path when the assumption contradicts it.
    pub(crate) fn assume(&mut self, state: &mut State, condition: Term) -> Result<(), Stop> {
        match self.store.as_bool(condition) {
            Some(true) => return Ok(()),
            Some(false) => return Err(Stop::End(Ending::Assumed)),
            None => {}
        }
        if let Some(interval) = self.features.interval.clone() {
            return interval.assume(self, state, condition);
        }
        if state.failing.is_some() {
            return Ok(());
        }
        if self.store.has_unspecified(condition) {
            let settled = self.settled_one(state, condition, unspecified::BRANCH)?;
            return self.assume(state, settled);
        }
        if let Some(way) = self.features.way.clone() {
            return way.assume(self, state, condition);
        }
        let question = self.identity(Kind::Assumption, [condition]);
        match self.given(state, Kind::Assumption, &[condition], question)? {
            None if self.forks == Forks::Together => {
                self.push_unasked(state, condition);
                self.answered(state, question, Decision::Forced(0))
            }
            None => {
                let model = self.model(state)?;
                if self.side_of(&[condition], &model).is_none() {
                    match self.feasible(state, condition).decided()? {
                        Some(model) => state.path.model = Some(model),
                        None => return Err(Stop::End(Ending::Assumed)),
                    }
                }
                state.path.condition.push(condition);
                self.keep_models(state, condition);
                self.answered(state, question, Decision::Forced(0))
            }
            Some(Given::Earlier(Decision::Forced(0))) => Ok(()),
            Some(Given::Replayed(answer @ Decision::Forced(0))) => {
                state.path.model = None;
                state.path.models.clear();
                state.path.condition.push(condition);
                state.record(question, answer);
                Ok(())
            }
            Some(_) => Err(self.diverged(state, Kind::Assumption, &[condition])),
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

    /// The first side that holds in a model.
    pub(crate) fn side_of(&mut self, sides: &[Term], model: &Rc<Model>) -> Option<usize> {
        let (evaluator, store) = (self.values.under(model), &self.store);
        sides.iter().position(|s| evaluator.truth(store, *s, model) == Some(true))
    }

    /// The value of a scalar term in a model; a Bool is 0 or 1. A variable that the model does not mention is not
    /// restricted: it is zero.
    ///
    /// # Errors
    /// The path is not decided when the value is not computed here ([`Evaluator::value`]).
    ///
    /// [`Evaluator::value`]: effigy_term::Evaluator::value
    pub fn evaluate(&mut self, term: Term, model: &Rc<Model>) -> Result<u128, Stop> {
        let value = self.values.of(&self.store, term, model);
        value.ok_or_else(|| Stop::End(Ending::Unknown(UNCOMPUTED.into())))
    }

    /// The value of a constant scalar term.
    pub(crate) fn constant(&self, term: Term) -> Option<u128> {
        let bits = self.store.as_bits(term).or_else(|| self.store.as_bool(term).map(u128::from));
        bits.or_else(|| self.store.as_int(term).map(|n| n as u128))
    }

    /// The constant of a scalar sort.
    pub(crate) fn literal(&mut self, sort: Sort, value: u128) -> Term {
        match sort {
            Sort::Bool => self.store.bool(value & 1 == 1),
            Sort::Int => self.store.int(value as i128),
            _ => self.store.bits(sort.width().unwrap_or(1), value),
        }
    }

    /// The end of a path in a finding at its current instruction.
    pub(crate) fn failure(
        &self,
        state: &State,
        kind: FindingKind,
        message: impl Into<String>,
    ) -> Stop {
        self.failure_at(state, kind, message.into(), || self.stack(state))
    }

    /// A finding at a place that may be another thread's.
    pub(crate) fn failure_at(
        &self,
        state: &State,
        kind: FindingKind,
        message: String,
        stack: impl FnOnce() -> Vec<StackFrame>,
    ) -> Stop {
        // What a program does while it reports its failure is no failure of its own.
        if let Some(begun) = &state.failing {
            return Stop::End(Ending::Finding(Box::new(Failure::clone(begun))));
        }
        if !self.job.checks.finds(kind) {
            return Stop::End(unchecked(kind, &message));
        }
        let failure = Failure { kind, message, reported_at: None, stack: stack() };
        Stop::End(Ending::Finding(Box::new(failure)))
    }
}

/// What is said of a value that cannot be computed from a model.
const UNCOMPUTED: &str = "a value of the path's model is not computed here: it is too large, or a float of 16 or 128 bits";
