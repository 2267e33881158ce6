//! All paths of one function.

use super::contract::{Contract, precondition};
use super::effects::Effects;
use super::live::carried;
use super::loops::{Loops, first_mark, is_assertion, reached};
use super::path::{End, Flow, Path, Replay, Stage};
use super::prove::{Outcome, Prover};
use super::start::{Entry, Forget, Scope, Start, enter};
use super::values::{concretise, values, variables};
use super::{
    ConditionKind, Counterexample, FloydError, FloydOptions, Gap, Obligation, Status, UncutLoop,
    Verification,
};
use effigy_base::value::Value;
use effigy_exec::code::{Code, Inst, Named};
use effigy_exec::context::Context;
use effigy_exec::state::{StackFrame, State};
use effigy_ir::program::FuncId;
use effigy_term::{Model, Role, Term};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The proof of one function.
pub(super) struct Proof<'c> {
    pub context: &'c mut Context,
    /// Made for the context's terms: what a chain remembers means nothing for others.
    pub prover: Prover,
    pub options: &'c FloydOptions,
    pub effects: Effects,
    function: FuncId,
    code: Rc<Code>,
    entry: Entry,
    /// The number of activations in the verified one.
    pub frames: u32,
    /// The assertion that is its first statement.
    precondition: Option<u32>,
    /// Scalars that are perhaps not set at an assertion.
    unset: BTreeMap<u32, BTreeSet<u64>>,
    loops: FxHashMap<FuncId, Rc<Loops>>,
    contracts: FxHashMap<FuncId, Option<Rc<Contract>>>,
    /// The functions whose contracts were used.
    pub used: BTreeSet<FuncId>,
    /// The start of the paths that are followed now, and what was found on them.
    start: Start,
    pub found: Found,
    /// Whether paths go on through assertions, rounds of loops and calls: in the search for a run that fails.
    pub through: bool,
}

/// What was found on the paths from one cut point.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub obligations: Vec<Obligation>,
    gaps: Vec<Gap>,
    loops: BTreeSet<(FuncId, u32)>,
}

impl<'c> Proof<'c> {
    /// The proof of a function that the context's job begins with.
    ///
    /// # Errors
    /// When its entry cannot be executed, or it keeps values where no path can find them.
    pub fn new(
        context: &'c mut Context,
        prover: Prover,
        options: &'c FloydOptions,
        function: FuncId,
    ) -> Result<Self, FloydError> {
        let name = context.job.program.functions[function].display.clone();
        let program = context.job.program.clone();
        let entry = enter(context, function)
            .map_err(|reason| FloydError::Entry { function: name.clone(), reason })?;
        let code = entry.state.stack.top.code.clone();
        if let Some(number) = carried(&code.body) {
            return Err(FloydError::Carried { function: name, number });
        }
        Ok(Self {
            effects: Effects::of(&program, function),
            frames: entry.state.stack.frames,
            precondition: precondition(&code),
            unset: BTreeMap::new(),
            loops: FxHashMap::default(),
            contracts: FxHashMap::default(),
            used: BTreeSet::new(),
            start: Start::Entry,
            found: Found::default(),
            through: false,
            context,
            prover,
            options,
            function,
            code,
            entry,
        })
    }

    /// Follows all paths.
    pub fn run(mut self) -> Verification {
        let mut done: BTreeMap<Start, Found> = BTreeMap::new();
        let mut pending: BTreeSet<Start> = self.starts();
        while let Some(start) = pending.pop_first() {
            let before = self.unset.clone();
            self.begin(start, false);
            self.follow();
            done.insert(start, std::mem::take(&mut self.found));
            // Paths from an assertion that a scalar may reach unset have to be followed again.
            let changed = self.unset.iter().filter(|(cut, unset)| before.get(cut) != Some(*unset));
            pending.extend(changed.map(|(cut, _)| Start::Assertion(*cut)));
        }
        let mut result = self.verification(done);
        result.witnesses = self.witnesses(&result.obligations);
        for obligation in &mut result.obligations {
            if let Status::NotInductive(found) = &obligation.status
                && result.witnesses.iter().any(|w| w.is_about(obligation))
            {
                obligation.status = Status::Refuted(found.clone());
            }
        }
        self.prover.statistics(&mut result.statistics);
        result
    }

    /// Sets out for the paths from a cut point.
    pub fn begin(&mut self, start: Start, through: bool) {
        self.start = start;
        self.found = Found::default();
        if self.through != through {
            self.through = through;
            self.loops.clear();
        }
    }

    /// The cut points that paths begin at.
    fn starts(&self) -> BTreeSet<Start> {
        let code = &self.code;
        let everywhere = reached(code, 0, &[]);
        let round = Loops::new(code, false);
        let again = |at: &u32| Some(*at) != self.precondition || round.contains(*at);
        let marks = everywhere.into_iter().filter(|at| is_assertion(code, *at)).filter(again);
        std::iter::once(Start::Entry).chain(marks.map(Start::Assertion)).collect()
    }

    fn verification(&mut self, done: BTreeMap<Start, Found>) -> Verification {
        let name = self.context.job.program.functions[self.function].display.clone();
        let mut result = Verification { function: name, ..Verification::default() };
        let mut uncut: BTreeSet<(FuncId, u32)> = BTreeSet::new();
        let own = self.loops(&self.code.clone());
        uncut.extend(own.loops.iter().map(|l| (self.function, l.at)));
        for found in done.into_values() {
            result.obligations.extend(found.obligations);
            for gap in found.gaps {
                if !result.gaps.contains(&gap) {
                    result.gaps.push(gap);
                }
            }
            uncut.extend(found.loops);
        }
        let mut heads: BTreeSet<(FuncId, u32)> = BTreeSet::new();
        for (function, at) in uncut {
            let Ok(code) = self.context.code(function) else { continue };
            let loops = self.loops(&code);
            let Some(found) = loops.at(at).copied() else { continue };
            if heads.insert((function, found.at)) {
                let place = self.place_in(&code, found.at);
                let unrolled = self.options.unroll.is_some();
                let (number, in_assertion) = (found.number, found.in_assertion);
                result.uncut.push(UncutLoop { number, place, in_assertion, unrolled });
            }
        }
        let bounded = !result.uncut.is_empty();
        result.obligations.iter_mut().for_each(|o| o.bounded = bounded);
        result.by_contract = self.contract(self.function).is_some();
        result.contracts = self.used.iter().copied().collect();
        result
    }

    fn place_in(&mut self, code: &Rc<Code>, at: u32) -> StackFrame {
        let mut state = self.entry.state.clone();
        state.stack.top.code = code.clone();
        state.stack.top.at = at;
        (*self.context.place(&state)).clone()
    }

    /// The loops of a function that end paths.
    pub fn loops(&mut self, code: &Code) -> Rc<Loops> {
        if let Some(loops) = self.loops.get(&code.function) {
            return loops.clone();
        }
        let loops = Rc::new(Loops::new(code, !self.through && code.function == self.function));
        self.loops.insert(code.function, loops.clone());
        loops
    }

    /// The contract of a function, if it is called by one.
    pub fn contract(&mut self, function: FuncId) -> Option<Rc<Contract>> {
        if let Some(known) = self.contracts.get(&function) {
            return known.clone();
        }
        let code = self.context.code(function).ok();
        let whole = code.filter(|code| carried(&code.body).is_none());
        let contract = whole.and_then(|code| Contract::of(&code)).map(Rc::new);
        self.contracts.insert(function, contract.clone());
        contract
    }

    /// The state that the paths from the present cut point begin in.
    pub fn beginning(&mut self) -> Path {
        let mut state = self.entry.state.clone();
        let first = first_mark(&self.code);
        let number = |at: u32| match self.code.insts.get(at as usize) {
            Some(Inst::Mark { number, .. }) => *number,
            _ => 0,
        };
        match self.start {
            Start::Entry => {
                let stage =
                    if self.precondition.is_some() { Stage::Starting } else { Stage::Running };
                let mut forget = Forget { context: self.context, number: number(first) };
                for handle in &self.entry.lasting {
                    forget.lasting(&mut state, *handle, "object");
                }
                Path::new(state, stage, self.entry.lasting.clone())
            }
            Start::Assertion(cut) => {
                let unset = self.unset.get(&cut).cloned().unwrap_or_default();
                let scope = Scope {
                    first,
                    outer: self.entry.outer,
                    lasting: &self.entry.lasting,
                    unset: &unset,
                };
                let mut forget = Forget { context: self.context, number: number(cut) };
                forget.frame(&mut state, &self.effects, &scope);
                state.stack.top.at = cut;
                Path::new(state, Stage::Starting, self.entry.lasting.clone())
            }
        }
    }

    /// Follows all paths from the present cut point.
    fn follow(&mut self) {
        let path = self.beginning();
        if self.start == Start::Entry {
            self.entry_checks();
        }
        let started = path.stage != Stage::Starting;
        let mut pending = vec![(path, started)];
        while let Some((mut path, mut started)) = pending.pop() {
            loop {
                if let Some(reason) = self.context.job.cancel.reason() {
                    let place = (*self.context.place(&path.state)).clone();
                    self.found.gaps.push(Gap { reason: reason.text().into(), place });
                    return;
                }
                let flow = self.advance(&mut path);
                if !started && path.stage != Stage::Starting {
                    started = true;
                    self.not_vacuous(&path);
                }
                match flow {
                    Flow::On => {}
                    Flow::Split(sides) => {
                        pending.extend(sides.into_iter().rev().map(|side| (side, started)));
                        break;
                    }
                    Flow::Ended(end) => {
                        self.ended(&path, end);
                        break;
                    }
                }
            }
        }
    }

    /// An assertion that no values satisfy would prove everything.
    fn not_vacuous(&mut self, path: &Path) {
        if self.start == Start::Entry
            && self.prover.contradicts(&mut self.context.store, &path.state.path.condition)
        {
            let place = (*self.context.place(&path.state)).clone();
            let reason = "no values satisfy the assertion that the procedure begins with";
            self.found.gaps.push(Gap { reason: reason.to_owned(), place });
        }
    }

    fn entry_checks(&mut self) {
        for check in self.entry.checks.clone() {
            let status =
                match self.prover.prove(&mut self.context.store, &check.known, check.condition) {
                    Outcome::Proved => Status::Proved,
                    Outcome::Unknown(reason, query) => {
                        Status::Unknown { reason, query: Some(query) }
                    }
                    Outcome::Refuted(model) => {
                        let mut state = self.entry.state.clone();
                        concretise(self.context, &mut state, &model);
                        let first = first_mark(&self.code);
                        let start = values(self.context, &state, &state.stack.top, first);
                        let end = start.clone();
                        Status::Refuted(Box::new(Counterexample { start, end, inputs: Vec::new() }))
                    }
                };
            self.found.obligations.push(Obligation {
                kind: ConditionKind::Check(check.failure.0),
                text: check.failure.1,
                place: check.place,
                path: Vec::new(),
                bounded: false,
                status,
            });
        }
    }

    fn ended(&mut self, path: &Path, end: End) {
        match end {
            End::Arrived(cut) => self.arrive(path, cut),
            End::Over | End::Replayed(_) => {}
            End::Loop(function, at) => {
                self.found.loops.insert((function, at));
            }
            End::Gap(gap) => self.found.gaps.push(gap),
        }
    }

    /// Notes which scalars a path may leave unset at the assertion where it ends.
    fn arrive(&mut self, path: &Path, cut: u32) {
        let code = self.code.clone();
        let mut arrays = path.state.memory.arrays.clone();
        for (_, named) in variables(&code, first_mark(&code)) {
            let Named::Element(handle, index) = named else { continue };
            let frame = &path.state.stack.top;
            let Some(handle) = frame.get(handle).concrete().map(|h| h as u64) else { continue };
            let Some(object) = arrays.get_mut(handle) else { continue };
            let set = object.is_set(&mut self.context.store, frame.get(index));
            if self.context.store.as_bool(set) != Some(true) {
                self.unset.entry(cut).or_default().insert(handle);
            }
        }
    }

    /// Proves a condition on a path, which goes on under it; a concrete run compares.
    pub fn condition(
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
