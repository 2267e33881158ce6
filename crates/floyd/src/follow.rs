//! All paths of one function.

use crate::loops::{Loops, first_mark, is_assertion, reached};
use crate::path::{End, Flow, Path, Stage};
use crate::proof::{Found, Proof};
use crate::prove::Outcome;
use crate::start::Start;
use crate::values::{concretise, values, variables};
use crate::{ConditionKind, Counterexample, Gap, Obligation, Status, UncutLoop, Verification};
use effigy_exec::code::{Code, Named};
use effigy_exec::state::StackFrame;
use effigy_ir::program::FuncId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

impl Proof<'_> {
    /// Follows all paths.
    pub(crate) fn run(mut self) -> Verification {
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
}
