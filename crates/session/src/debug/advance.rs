//! Going on: statement by statement, and over forks.

use super::data::{DebugError, Event, Shown, Step};
use super::stop::{Assigned, WRITE};
use super::tree::{Arc, Leaf};
use super::{At, Debugger};
use effigy_exec::code::{Code, Inst};
use effigy_exec::state::State;
use effigy_exec::stop::{Alternative, Ending, Feasible, Stop};
use std::rc::Rc;

/// What one instruction led to.
enum Reached {
    /// The same statement goes on.
    Same,
    /// The next statement.
    Next,
    /// A fork.
    Fork(Vec<Alternative>),
    /// The end.
    End(Ending),
}

impl Debugger {
    /// Executes the present statement, up to the next one, to a fork, or to the end. With `watch` the step says what the
    /// statement assigned.
    ///
    /// # Errors
    /// When nothing is being executed, or the user interrupts; then the statement is executed in part, and goes on when
    /// it is executed again.
    pub fn advance(&mut self, watch: bool) -> Result<Step, DebugError> {
        match self.now.at {
            At::Idle => return Err(DebugError::Idle("begin with a CALL")),
            At::Ended(_) => {
                return Err(DebugError::Ended("go back, restore a state, or begin anew"));
            }
            At::Before => self.now.start = Some(Rc::new(self.now.state.clone())),
            At::Within | At::Fork(_) => {}
        }
        let before = self.now.start.clone().filter(|_| watch);
        let mut step = Step { spot: self.now.spot.clone(), ..Step::default() };
        self.now.at = At::Within;
        loop {
            if self.context.job.cancel.is_cancelled() {
                return Err(DebugError::Interrupted);
            }
            match self.instruction(&mut step) {
                Reached::Same => {}
                Reached::Next => {
                    step.complete = true;
                    self.now.at = At::Before;
                    self.stand();
                    break;
                }
                Reached::Fork(alternatives) => {
                    self.note_fork(&alternatives);
                    self.now.at = At::Fork(Rc::new(alternatives));
                    break;
                }
                Reached::End(ending) => {
                    step.complete = true;
                    self.end(ending, &mut step);
                    break;
                }
            }
        }
        self.collect_output(&mut step);
        if let (true, Some(before)) = (step.complete, before) {
            step.results = self.effects(&before, &step);
        }
        Ok(step)
    }

    /// Executes one instruction.
    fn instruction(&mut self, step: &mut Step) -> Reached {
        let code = self.now.state.stack.top.code.clone();
        let at = self.now.state.stack.top.at;
        let inst = code.insts.get(at as usize).copied();
        if let (Some(Inst::Return { values }), 1, true) =
            (inst, self.now.state.stack.frames, self.face.is_pli())
        {
            let value = code.list(values).first().copied();
            self.now.returned = value.map(|v| (self.now.state.stack.top.get(v), code.sort(v)));
            return Reached::End(Ending::Exit(0));
        }
        match self.context.stepping().step(&mut self.now.state) {
            Ok(()) => {
                note(inst, &self.now.state, &code, step);
                let state = &self.now.state;
                match self.face.stop(&self.context, state, self.now.key.as_ref()) {
                    Some(key) => {
                        self.now.key = Some(key);
                        Reached::Next
                    }
                    None => Reached::Same,
                }
            }
            Err(Stop::Pause) => Reached::Same,
            Err(Stop::Fork(alternatives)) => Reached::Fork(alternatives),
            Err(Stop::End(ending)) => Reached::End(match (&self.now.state.failing, ending) {
                (Some(failure), ending) if !matches!(ending, Ending::Finding(_)) => {
                    Ending::Finding(Box::new((**failure).clone()))
                }
                (_, ending) => ending,
            }),
        }
    }

    /// Begins to execute from the present state: up to its first statement.
    pub(super) fn begin(&mut self) -> Result<(), DebugError> {
        self.now.at = At::Within;
        if let Some(key) = self.face.stop(&self.context, &self.now.state, None) {
            self.now.key = Some(key);
            self.now.at = At::Before;
            self.stand();
            return Ok(());
        }
        self.advance(false).map(|_| ())
    }

    /// Takes note of a path that ended before its first instruction.
    pub(super) fn stopped_at_start(&mut self, stop: Stop) {
        let ending = match stop {
            Stop::End(ending) => ending,
            Stop::Fork(_) | Stop::Pause => {
                Ending::Internal("a decision before the program began".into())
            }
        };
        self.end(ending, &mut Step::default());
    }

    /// Takes note of the statement that comes next.
    fn stand(&mut self) {
        let depth = self.activations().len() as u32;
        let Some(key) = &self.now.key else { return };
        self.now.spot = self.face.spot(&self.context, key, depth, &self.now.state.stack.top);
        let (node, arc) = (self.now.node, std::mem::replace(&mut self.now.arc, Arc::Plain));
        let spot = &self.now.spot;
        let next = self.now.tree.borrow_mut().follow(node, arc, &spot.procedure, spot.number);
        self.now.node = Some(next);
    }

    fn note_fork(&mut self, alternatives: &[Alternative]) {
        let condition = alternatives.first().map(|a| self.text(a.constraint)).unwrap_or_default();
        if let Some(id) = self.now.node
            && let Some(node) = self.now.tree.borrow_mut().nodes.get_mut(id)
        {
            node.fork.get_or_insert(condition);
        }
    }

    fn end(&mut self, ending: Ending, step: &mut Step) {
        if let Some((slot, sort)) = self.now.returned {
            let term = self.context.term(slot, sort);
            step.events.push(Event::Returned(self.text(term)));
        }
        self.now.at = At::Ended(ending);
        let leaf = self.plainly(|debugger| Leaf {
            result: debugger.result_text(),
            condition: debugger.path_condition(),
        });
        let mut tree = self.now.tree.borrow_mut();
        if self.now.arc != Arc::Plain {
            let spot = &self.now.spot;
            let id = tree.follow(self.now.node, self.now.arc, &spot.procedure, spot.number);
            self.now.node = Some(id);
            self.now.arc = Arc::Plain;
        }
        if let Some(node) = self.now.node.and_then(|id| tree.nodes.get_mut(id)) {
            node.leaf = Some(leaf);
        }
    }

    fn collect_output(&mut self, step: &mut Step) {
        let outputs = self.now.state.history.outputs.clone();
        for (name, slot, sort) in outputs.iter().skip(self.now.outputs) {
            if name == WRITE {
                let term = self.context.term(*slot, *sort);
                step.events.push(Event::Wrote(self.text(term)));
            }
        }
        self.now.outputs = outputs.len();
    }

    /// What a statement changed in the activation that executed it.
    fn effects(&mut self, before: &State, step: &Step) -> Vec<Shown> {
        let depth = before.stack.frames;
        if self.now.state.stack.frames < depth {
            return Vec::new();
        }
        let old = self.variables_of(before, 0);
        let level = (self.now.state.stack.frames - depth) as usize;
        let state = self.now.state.clone();
        let mut new = self.variables_of(&state, level);
        match self.face.assigned(&step.spot) {
            Some(Assigned::Variable(name)) => {
                new.retain(|v| v.name == name);
                return new;
            }
            Some(Assigned::Element(name, at)) => {
                let written = format!("{name}({at})");
                let shown = |this: &mut Self, state, text: &str| this.text_at(state, level, text);
                let index = shown(self, before, &at).unwrap_or(at);
                let value = shown(self, &state, &written);
                let shown = value.map(|value| Shown { name: format!("{name}({index})"), value });
                return Vec::from_iter(shown);
            }
            None => {}
        }
        new.retain(|v| v.value != "?" && !old.contains(v));
        new
    }

    /// Chooses a side of the fork at which execution stands, from 0; of a branch 0 is *true*. The statement goes on when
    /// it is executed again.
    ///
    /// # Errors
    /// When execution stands at no fork, or the side cannot be taken.
    pub fn choose(&mut self, side: usize) -> Result<(), DebugError> {
        let At::Fork(alternatives) = self.now.at.clone() else { return Err(DebugError::NoFork) };
        let Some(alternative) = alternatives.get(side) else {
            return Err(DebugError::NoSide(alternatives.len()));
        };
        if matches!(alternative.feasible, Feasible::No) {
            return Err(DebugError::Impossible(self.text(alternative.constraint)));
        }
        self.context.take(&mut self.now.state, &alternatives, side);
        if self.now.arc != Arc::Plain {
            let spot = &self.now.spot;
            let mut tree = self.now.tree.borrow_mut();
            let id = tree.follow(self.now.node, self.now.arc, &spot.procedure, spot.number);
            self.now.node = Some(id);
        }
        self.now.arc = match (alternatives.len(), side) {
            (2, 0) => Arc::True,
            (2, _) => Arc::False,
            _ => Arc::Case(side as u32 + 1),
        };
        self.now.at = At::Within;
        Ok(())
    }

    /// The sides of the present fork that can be taken, or may be for all that the solver says; none elsewhere.
    pub fn open_sides(&self) -> Vec<usize> {
        let At::Fork(alternatives) = &self.now.at else { return Vec::new() };
        let open = |a: &Alternative| !matches!(a.feasible, Feasible::No);
        (0..alternatives.len()).filter(|i| alternatives.get(*i).is_some_and(open)).collect()
    }
}

/// Takes note of what an instruction did.
fn note(inst: Option<Inst>, state: &State, code: &Code, step: &mut Step) {
    match inst {
        Some(Inst::Branch { then, otherwise, .. }) if then != otherwise => {
            step.decided = Some(state.stack.top.at == then);
        }
        Some(Inst::Assert { entry, prove, .. }) => {
            if let Some((_, text)) = code.failures.get(entry as usize) {
                step.events.push(Event::Holds { text: text.clone(), prove });
            }
        }
        _ => {}
    }
}
