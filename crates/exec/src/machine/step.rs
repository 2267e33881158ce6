//! Steps off the fast path, and how terms and slots become each other.

use crate::code::Code;
use crate::data::input::{Input, InputKind};
use crate::data::slot::Slot;
use crate::data::stop::{Ending, Stop, internal};
use crate::machine::schedule::Scheduling;
use crate::machine::slow::Instruction;
use crate::machine::{Context, Forks};
use crate::memory::object::ObjectKind;
use crate::memory::unspecified;
use crate::state::State;
use crate::state::threads::jumps;
use effigy_base::sort::Sort;
use effigy_term::{Role, Term, VarInfo};
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl Context {
    /// Executes the instruction at which the state stands.
    ///
    /// # Errors
    /// When the state forks or ends; on a fork the state still stands at the instruction.
    pub(crate) fn step_slowly(&mut self, state: &mut State, code: &Rc<Code>) -> Result<(), Stop> {
        state.answers.cursor = 0;
        if state.answers.choices.is_empty() {
            state.path.entered = state.path.condition.len();
        }
        let at = state.stack.top.at;
        let inst =
            *code.insts.get(at as usize).ok_or_else(|| internal("control ran off a function"))?;
        self.repeatable = true;
        let mut executed = Instruction { cx: self }.execute(state, code, inst);
        while let Err(Stop::Pause) = executed {
            state.answers.cursor = 0;
            executed = Instruction { cx: self }.execute(state, code, inst);
        }
        self.repeatable = false;
        let next = executed?;
        if state.answers.cursor != state.answers.choices.len() {
            return Err(internal("an instruction that is executed again asked less than before"));
        }
        state.answers.choices.clear();
        state.history.steps += 1;
        if let Some(next) = next {
            state.stack.top.at = next;
            // A block may begin right behind the branch that leads to it.
            code.covered.mark(next);
            if state.threads.turn_is_over(state.history.steps) && jumps(&inst) {
                Scheduling { cx: self }.end_turn(state)?;
            }
        }
        Ok(())
    }

    /// Puts terms for variables wherever the path refers to them, but for its inputs: registers, array objects, results
    /// and path condition.
    pub fn substitute(&mut self, state: &mut State, sigma: &FxHashMap<Term, Term>) {
        let mut change = |term: Term| {
            let term = self.store.substitute(term, sigma);
            self.slot(term)
        };
        let mut frame = Some(&mut state.stack.top);
        while let Some(current) = frame {
            for slot in &mut current.regs {
                if let Some(term) = slot.term {
                    *slot = change(term);
                }
            }
            frame = current.caller.as_mut().map(Rc::make_mut);
        }
        for handle in state.memory.arrays.handles() {
            if let Some(object) = state.memory.arrays.get_mut(handle) {
                object.map_terms(&mut change);
            }
        }
        state.memory.functions.map_terms(&mut change);
        for (_, slot, _) in Rc::make_mut(&mut state.history.outputs) {
            if let Some(term) = slot.term {
                *slot = change(term);
            }
        }
        state.path.set.set(None);
        for conjunct in &mut state.path.condition {
            *conjunct = self.store.substitute(*conjunct, sigma);
        }
        state.path.model = None;
        state.path.models.clear();
    }

    /// The input of this name: its given value, or a symbol, made when the path does not have it yet.
    pub fn input(&mut self, state: &mut State, name: &str, sort: Sort) -> Term {
        self.input_of(state, name, sort, Role::Input)
    }

    /// As [`Context::input`], of a symbol with this role.
    pub(crate) fn input_of(
        &mut self,
        state: &mut State,
        name: &str,
        sort: Sort,
        role: Role,
    ) -> Term {
        let is_it = |i: &Input| i.kind == InputKind::Object && i.name == name;
        if let Some(index) = state.inputs.iter().position(is_it)
            && let &[term] = state.inputs[index].terms.as_slice()
            && self.store.sort(term) == sort
        {
            // From here on every path has it.
            if state.kept.made.contains_key(&index) {
                Rc::make_mut(&mut state.kept.made).remove(&index);
            }
            return term;
        }
        let given = self.job.given.iter().find(|(n, _)| n == name);
        let given = given.and_then(|(_, value)| value.to_sort(sort));
        let info = VarInfo { name: name.into(), sort, role };
        let term = self.following().input_of_any_sort(state, &info, given);
        // A given one too, so that later inputs of the name are numbered.
        let input =
            Input { kind: InputKind::Object, name: name.into(), terms: vec![term], number: true };
        Rc::make_mut(&mut state.inputs).push(input);
        term
    }

    /// The term of a slot.
    pub fn term(&mut self, slot: Slot, sort: Sort) -> Term {
        match slot.term {
            Some(term) => term,
            None => self.literal(sort, slot.bits()),
        }
    }

    /// The slot of a term: concrete when the term is constant.
    pub fn slot(&self, term: Term) -> Slot {
        match self.constant(term) {
            Some(value) => Slot::wide(value),
            None => Slot::symbolic(term),
        }
    }

    /// The concrete value of a 64-bit slot on this path; forks over all that it can have.
    pub(crate) fn word(&mut self, state: &mut State, slot: Slot) -> Result<u64, Stop> {
        match slot.term {
            None => Ok(slot.lo),
            Some(term) => self.pick_value(state, term).map(|v| v as u64),
        }
    }

    /// The end of a program with this status. A symbolic status is no decision: the status of the ending is one that it
    /// can have, and the state keeps the term.
    pub(crate) fn exit(&mut self, state: &mut State, status: Slot) -> Stop {
        match self.status(state, status) {
            Ok(value) => Stop::End(Ending::Exit(value as i32)),
            Err(stop) => stop,
        }
    }

    fn status(&mut self, state: &mut State, status: Slot) -> Result<u64, Stop> {
        let Some(term) = status.term.filter(|_| state.failing.is_none()) else {
            return self.word(state, status);
        };
        let term = self.settled_one(state, term, unspecified::BRANCH)?;
        if let Some(value) = self.constant(term) {
            return Ok(value as u64);
        }
        if self.forks == Forks::Together {
            state.status = Some(term);
            return Ok(0);
        }
        let model = self.model(state)?;
        state.status = Some(term);
        Ok(self.evaluate(term, &model)? as u64)
    }

    /// A new stack object.
    pub(crate) fn stack_object(&self, state: &mut State, size: u64, align: u64) -> Option<u64> {
        state.memory.allocate_by(ObjectKind::Stack, size, align, self.job.alignments)
    }
}
