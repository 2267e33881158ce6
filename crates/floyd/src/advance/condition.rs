//! Conditions on a path: proved, or compared by the concrete run of a counterexample.

use crate::loops::first_mark;
use crate::path::{End, Flow, Path, Replay};
use crate::proof::Proof;
use crate::prove::Outcome;
use crate::start::Start;
use crate::values::{concretise, constant, values};
use crate::{ConditionKind, Counterexample, Obligation, Status};
use effigy_base::value::Value;
use effigy_exec::state::State;
use effigy_term::{Model, Role, Term};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Proof<'_> {
    /// Proves a condition on a path, which goes on under it; a concrete run compares.
    pub(super) fn condition(
        &mut self,
        path: &mut Path,
        condition: Term,
        kind: ConditionKind,
        text: &str,
    ) -> Option<End> {
        let number = path.conditions;
        path.conditions += 1;
        if let Some(replay) = &path.replay {
            let holds = self.holds(condition);
            return match number == replay.target {
                true => Some(End::Replayed(!holds)),
                false => (!holds).then_some(End::Replayed(false)),
            };
        }
        let trivial = self.context.store.as_bool(condition) == Some(true);
        if trivial && matches!(kind, ConditionKind::Check(_)) {
            return None;
        }
        let known = path.state.path.condition.clone();
        let answer = match self.through {
            true => self.prover.look(&mut self.context.store, &known, condition),
            false => self.prover.prove(&mut self.context.store, &known, condition),
        };
        let status = match answer {
            Outcome::Proved => Status::Proved,
            Outcome::Unknown(reason, query) => Status::Unknown { reason, query: Some(query) },
            Outcome::Refuted(model) => self.confirm(path, model, number),
        };
        let place = (*self.context.place(&path.state)).clone();
        self.found.obligations.push(Obligation {
            kind,
            text: text.to_owned(),
            place,
            path: path.statements.clone(),
            bounded: false,
            status,
        });
        self.assume(path, condition)
    }

    /// Adds a condition to what is known; ends the path when no values satisfy it.
    pub(super) fn assume(&mut self, path: &mut Path, condition: Term) -> Option<End> {
        if path.replay.is_some() {
            return (!self.holds(condition)).then_some(End::Replayed(false));
        }
        match self.context.store.as_bool(condition) {
            Some(true) => None,
            known => {
                path.state.path.condition.push(condition);
                known.map(|_| End::Over)
            }
        }
    }

    /// Whether a condition without symbols holds.
    pub(super) fn holds(&self, condition: Term) -> bool {
        let store = &self.context.store;
        !store.has_unspecified(condition) && constant(store, condition) == Some(Value::Bool(true))
    }

    /// Runs a path concretely on the values of a model.
    fn confirm(&mut self, path: &Path, model: Model, target: u32) -> Status {
        let mut run = self.beginning();
        concretise(self.context, &mut run.state, &model);
        let first = first_mark(&self.code);
        let start = values(self.context, &run.state, &run.state.stack.top, first);
        let decisions = path.decisions.clone();
        let inputs = self.read(&run.state, path, &model);
        run.replay = Some(Rc::new(Replay { model, decisions, target }));
        let confirmed = loop {
            match self.advance(&mut run) {
                Flow::On => {}
                Flow::Split(mut sides) => match sides.pop() {
                    Some(side) => run = side,
                    None => break false,
                },
                Flow::Ended(End::Replayed(fails)) => {
                    break fails && run.statements == path.statements;
                }
                Flow::Ended(_) => break false,
            }
        };
        if !confirmed {
            let reason = "a run on the solver's values does not confirm that it fails".to_owned();
            return Status::Unknown { reason, query: None };
        }
        let depth = (run.state.stack.frames - self.frames) as usize;
        let frame = run.state.stack().nth(depth).cloned();
        let end = frame.map(|frame| values(self.context, &run.state, &frame, first));
        let found = Box::new(Counterexample { start, end: end.unwrap_or_default(), inputs });
        match self.start == Start::Entry && !path.by_contract {
            true => Status::Refuted(found),
            false => Status::NotInductive(found),
        }
    }

    /// What a path made beyond the symbols that it began with.
    fn read(&self, begun: &State, path: &Path, model: &Model) -> Vec<(String, Value)> {
        let known: BTreeSet<&str> = begun.inputs.iter().map(|i| i.name.as_str()).collect();
        let mut read = Vec::new();
        for input in path.state.inputs.iter().filter(|i| !known.contains(i.name.as_str())) {
            for term in &input.terms {
                let is_input =
                    self.context.store.as_variable(*term).is_some_and(|i| i.role == Role::Input);
                if let Some(value) = model.get(*term).filter(|_| is_input) {
                    read.push((input.name.clone(), value.clone()));
                }
            }
        }
        read
    }
}
