//! A path goes on: one instruction after the other, each side of a branch as a path of its own.

mod condition;

use super::loops::first_mark;
use super::path::{End, Flow, Path, Pending, Stage};
use super::proof::Proof;
use super::start::{Forget, Scope, describe};
use super::values::{concretise, constant, kept, term};
use super::{ConditionKind, Gap, Step};
use effigy_base::sort::Sort;
use effigy_exec::code::{Code, Inst, Src};
use effigy_exec::slot::Slot;
use effigy_ir::function::MarkKind;
use effigy_ir::program::FuncId;
use effigy_term::Term;
use std::collections::BTreeSet;

/// Rounds of each loop in the search for a run that fails.
const ROUNDS: u32 = 4;
/// Activations above that of the function in that search.
const DEPTH: u32 = 6;

impl Proof<'_> {
    /// Executes the instruction that a path stands at.
    pub(super) fn advance(&mut self, path: &mut Path) -> Flow {
        let code = path.state.stack.top.code.clone();
        let at = path.state.stack.top.at;
        if let Some(end) = self.round(path, &code, at) {
            return Flow::Ended(end);
        }
        let Some(inst) = code.insts.get(at as usize).copied() else {
            return self.gap(path, "control ran off a function".to_owned());
        };
        let base = path.state.stack.frames == self.frames;
        match inst {
            Inst::Mark { number, kind } => {
                let place = self.context.place(&path.state);
                path.statements.push(Step { number, place });
                self.forget_made(path, number);
                if kind == MarkKind::Assertion && self.arrives(path) {
                    path.stage = Stage::Arriving(at);
                }
                path.state.stack.top.at += 1;
                Flow::On
            }
            Inst::Assert { cond, entry, prove } => self.assertion(path, &code, cond, entry, prove),
            Inst::Check { cond, entry } => {
                let condition = self.truth(path, cond);
                let (kind, text) = failure(&code, entry);
                // What an assumed assertion needs was shown where the assertion itself was.
                let assumed = path.calls.last().is_some_and(|call| call.after)
                    || (base && path.stage == Stage::Starting);
                let end = match assumed {
                    true => self.assume(path, condition),
                    false => self.condition(path, condition, ConditionKind::Check(kind), &text),
                };
                next(path, end)
            }
            Inst::Fail { entry } => {
                let (kind, text) = failure(&code, entry);
                let never = self.context.store.bool(false);
                let end = self.condition(path, never, ConditionKind::Check(kind), &text);
                Flow::Ended(end.unwrap_or(End::Over))
            }
            Inst::Assume { cond } => {
                let condition = self.truth(path, cond);
                let end = self.assume(path, condition);
                next(path, end)
            }
            Inst::Branch { cond, then, otherwise } => self.branch(path, cond, then, otherwise),
            Inst::Return { .. } if base => Flow::Ended(End::Over),
            Inst::Call { entry } => self.call(path, &code, entry),
            Inst::Unsupported { entry } => {
                let what = code.unsupported.get(entry as usize).cloned().unwrap_or_default();
                self.gap(path, format!("not supported: {what}"))
            }
            _ => self.step(path, inst),
        }
    }

    fn step(&mut self, path: &mut Path, inst: Inst) -> Flow {
        if let Some(handle) = kept(&path.state, inst)
            && path.lasting.insert(handle)
        {
            path.made.push(handle);
        }
        if let Err(stop) = self.context.step_single(&mut path.state) {
            return self.gap(path, describe(&stop));
        }
        if let (Some(replay), Inst::Symbol { bound: false, .. } | Inst::Array { .. }) =
            (path.replay.clone(), inst)
        {
            concretise(self.context, &mut path.state, &replay.model);
        }
        Flow::On
    }

    /// Objects that outlive calls hold what earlier calls left in them, also when this path is the first to need them.
    fn forget_made(&mut self, path: &mut Path, number: u32) {
        for handle in std::mem::take(&mut path.made) {
            let mut forget = Forget { context: self.context, number };
            forget.lasting(&mut path.state, handle, "object");
            if let Some(replay) = path.replay.clone() {
                concretise(self.context, &mut path.state, &replay.model);
            }
        }
    }

    fn gap(&mut self, path: &Path, reason: String) -> Flow {
        let place = (*self.context.place(&path.state)).clone();
        Flow::Ended(End::Gap(Gap { reason, place }))
    }

    /// Ends a path that comes to a loop which no assertion cuts, or to a round too many of one that is unrolled.
    fn round(&mut self, path: &mut Path, code: &Code, at: u32) -> Option<End> {
        let loops = self.loops(code);
        if !loops.contains(at) {
            return None;
        }
        let end = End::Loop(code.function, at);
        let most = if self.through { Some(ROUNDS) } else { self.options.unroll };
        let Some(most) = most else { return Some(end) };
        if code.block_starts.binary_search(&at).is_err() {
            return None;
        }
        let depth = path.state.stack.frames;
        // A loop inside of this one, which stands behind its head, begins anew.
        path.rounds
            .retain(|(frames, block), _| *frames < depth || (*frames == depth && *block <= at));
        let rounds = path.rounds.entry((depth, at)).or_default();
        *rounds += 1;
        (*rounds > most.saturating_add(1)).then_some(end)
    }

    /// The term of a Bool operand.
    fn truth(&mut self, path: &Path, cond: Src) -> Term {
        term(&mut self.context.store, path.state.stack.top.get(cond), Sort::Bool)
    }

    fn assertion(
        &mut self,
        path: &mut Path,
        code: &Code,
        cond: Src,
        entry: u32,
        prove: bool,
    ) -> Flow {
        let condition = self.truth(path, cond);
        let (_, text) = failure(code, entry);
        let base = path.state.stack.frames == self.frames;
        let called = path.calls.last().filter(|call| call.frames == path.state.stack.frames);
        if let Some(call) = called.filter(|_| !prove).cloned() {
            return match call.after {
                false => self.promised(path, &call, condition, &text),
                true => {
                    path.calls.pop();
                    let end = self.assume(path, condition);
                    next(path, end)
                }
            };
        }
        let end = match path.stage {
            Stage::Starting if base && !prove => {
                path.stage = Stage::Running;
                self.assume(path, condition)
            }
            Stage::Arriving(cut) if base && !prove => {
                let end = self.condition(path, condition, ConditionKind::Assertion, &text);
                Some(end.unwrap_or(End::Arrived(cut)))
            }
            _ => {
                let kind = if prove { ConditionKind::Proof } else { ConditionKind::Assertion };
                self.condition(path, condition, kind, &text)
            }
        };
        next(path, end)
    }

    fn branch(&mut self, path: &mut Path, cond: Src, then: u32, otherwise: u32) -> Flow {
        let condition = self.truth(path, cond);
        let known = match path.replay.is_some() {
            true => constant(&self.context.store, condition).and_then(|value| value.as_bool()),
            false => self.context.store.as_bool(condition),
        };
        if let Some(known) = known {
            path.state.stack.top.at = if known { then } else { otherwise };
            return Flow::On;
        }
        if path.replay.is_some() {
            return Flow::Ended(End::Replayed(false));
        }
        let negation = self.context.store.not(condition);
        let mut sides = Vec::new();
        for (side, (constraint, to)) in (0..).zip([(condition, then), (negation, otherwise)]) {
            let mut side_path = path.clone();
            side_path.state.path.condition.push(constraint);
            let known = &side_path.state.path.condition;
            if self.prover.may_hold(&mut self.context.store, known) {
                side_path.state.stack.top.at = to;
                side_path.decisions.push(side);
                sides.push(side_path);
            }
        }
        Flow::Split(sides)
    }

    fn call(&mut self, path: &mut Path, code: &Code, entry: u32) -> Flow {
        let depth = path.state.stack.frames;
        path.rounds.retain(|(frames, _), _| *frames <= depth);
        let Some(site) = code.calls.get(entry as usize) else {
            return self.gap(path, "a call without a place".to_owned());
        };
        let Some(function) = site.function else {
            return self.gap(path, "a call through an address".to_owned());
        };
        let contract = if self.through { None } else { self.contract(function) };
        if self.through && path.state.stack.frames > self.frames + DEPTH {
            return Flow::Ended(End::Over);
        }
        if let Some(contract) = contract {
            let args: Vec<Slot> =
                site.args.iter().map(|arg| path.state.stack.top.get(*arg)).collect();
            if let Some(reason) = self.aliases(path, function, &args, &site.sorts) {
                return self.gap(path, reason);
            }
            let outer = path.state.memory.arrays.handles().count() as u64;
            let frames = path.state.stack.frames + 1;
            path.calls.push(Pending { frames, function, contract, after: false, outer });
        } else if !self.through && path.state.stack().any(|frame| frame.code.function == function) {
            let name = &self.context.job.program.functions[function].display;
            let reason = format!(
                "{name} calls itself, and has no contract: an assertion as its first statement and one right before each return"
            );
            return self.gap(path, reason);
        }
        match self.context.step_single(&mut path.state) {
            Ok(()) => Flow::On,
            Err(stop) => self.gap(path, describe(&stop)),
        }
    }

    /// Why a function cannot be called by contract with these arguments.
    fn aliases(
        &mut self,
        path: &Path,
        function: FuncId,
        args: &[Slot],
        sorts: &[Sort],
    ) -> Option<String> {
        let handles: Vec<(usize, u64)> = args
            .iter()
            .enumerate()
            .filter(|(i, _)| sorts.get(*i) == Some(&Sort::BitVec(64)))
            .filter_map(|(i, slot)| Some((i, slot.concrete()? as u64)))
            .collect();
        let assigned = |i: usize| self.effects.assigns(function, i);
        let twice = handles.iter().any(|(i, handle)| {
            handles.iter().any(|(j, other)| i != j && handle == other && assigned(*i))
        });
        let name = &self.context.job.program.functions[function].display;
        if twice {
            return Some(format!(
                "{name} is called by contract with one variable twice, and may assign it"
            ));
        }
        let lasting = handles.iter().any(|(_, handle)| path.lasting.contains(handle));
        lasting
            .then(|| format!("{name} is called by contract with a variable that outlives the call"))
    }

    /// Proves the first assertion of a function that is called by contract, and goes on at its last ones.
    fn promised(&mut self, path: &mut Path, call: &Pending, condition: Term, text: &str) -> Flow {
        let name = self.context.job.program.functions[call.function].display.clone();
        let kind = ConditionKind::Precondition(name);
        if let Some(end) = self.condition(path, condition, kind, text) {
            return Flow::Ended(end);
        }
        self.used.insert(call.function);
        path.by_contract = true;
        let mut sides = Vec::new();
        for (side, after) in (0..).zip(&call.contract.after) {
            let mut returned = path.clone();
            if let Some(pending) = returned.calls.last_mut() {
                pending.after = true;
            }
            if call.contract.after.len() > 1 {
                returned.decisions.push(side);
            }
            self.forget(&mut returned, call, *after);
            returned.state.stack.top.at = *after;
            sides.push(returned);
        }
        if let Some(replay) = path.replay.clone() {
            let place = path.decisions.len();
            let side = match (call.contract.after.len(), replay.decisions.get(place)) {
                (1, _) => 0,
                (_, Some(side)) => *side as usize,
                (_, None) => {
                    let reason = "internal error: a replay has fewer decisions than its path";
                    return self.gap(path, reason.to_owned());
                }
            };
            let mut chosen: Vec<Path> = sides.into_iter().skip(side).take(1).collect();
            for path in &mut chosen {
                concretise(self.context, &mut path.state, &replay.model);
            }
            return Flow::Split(chosen);
        }
        Flow::Split(sides)
    }

    /// Forgets what a function that is called by contract may have assigned.
    fn forget(&mut self, path: &mut Path, call: &Pending, after: u32) {
        let code = path.state.stack.top.code.clone();
        let number = match code.insts.get(after as usize) {
            Some(Inst::Mark { number, .. }) => *number,
            _ => 0,
        };
        let scope = Scope {
            first: first_mark(&code),
            outer: call.outer,
            lasting: &path.lasting,
            unset: &BTreeSet::new(),
        };
        let mut forget = Forget { context: self.context, number };
        forget.frame(&mut path.state, &self.effects, &scope);
    }

    /// Whether the assertion that a path comes to ends it.
    fn arrives(&self, path: &Path) -> bool {
        !self.through && path.stage != Stage::Starting && path.state.stack.frames == self.frames
    }
}

/// Goes on behind an instruction, or ends.
fn next(path: &mut Path, end: Option<End>) -> Flow {
    match end {
        Some(end) => Flow::Ended(end),
        None => {
            path.state.stack.top.at += 1;
            Flow::On
        }
    }
}

fn failure(code: &Code, entry: u32) -> (effigy_base::finding::FindingKind, String) {
    let missing = || (effigy_base::finding::FindingKind::Unreachable, String::new());
    code.failures.get(entry as usize).cloned().unwrap_or_else(missing)
}
