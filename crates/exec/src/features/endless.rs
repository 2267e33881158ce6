//! Endless loops: a path that comes back to the same place with the same values, and whose loop has to do with nothing besides the
//! path, never ends.
//!
//! A path is looked at when it has run so many instructions, then at twice as many, and so on. A look is a short run from block to block: a
//! copy of the state is compared with what comes later (Brent, *An improved Monte Carlo factorization algorithm*, 1980, of
//! which the powers of two are). Values are compared and never hashes. Then the loop is walked once more, step by step: nothing in it may be
//! seen or changed by anybody else.
//!
//! Terms count as values. From a state, every input of the path takes the decisions of the path, so where the same terms come back all
//! inputs of the path go round for ever, also when the loop added conditions the first time.

use crate::code::Inst;
use crate::data::finding::StackFrame;
use crate::data::stop::Stop;
use crate::machine::feature::Lasts;
use crate::machine::run::Meetings;
use crate::machine::{Context, Touches};
use crate::memory::Layout;
use crate::state::State;
use crate::state::frame::Frame;
use effigy_base::finding::FindingKind;
use effigy_base::id::Id;
use effigy_ir::program::FuncId;
use std::rc::Rc;

/// Instructions of a path before it is looked at for the first time.
const FIRST: u64 = 1 << 14;

/// A look takes one of so many instructions of the path.
const SHARE: u64 = 64;

/// Most instructions of a look.
const LONGEST: u64 = 1 << 20;

/// The search for endless loops.
pub(crate) struct EndlessLoops;

impl Lasts for EndlessLoops {
    fn due(&self, state: &State) -> u64 {
        FIRST.checked_shl(state.kept.looks).unwrap_or(u64::MAX)
    }

    fn lasted(&self, cx: &mut Context, state: &mut State) -> Result<(), Stop> {
        while self.due(state) <= state.history.steps {
            state.kept.looks += 1;
        }
        let length = (state.history.steps / SHARE).min(LONGEST);
        Search { cx }.look(state, length)
    }
}

/// A look at a path.
struct Search<'a> {
    cx: &'a mut Context,
}

impl Search<'_> {
    /// Runs the path on by about so many instructions.
    fn look(&mut self, state: &mut State, length: u64) -> Result<(), Stop> {
        let end = state.history.steps.saturating_add(length);
        let mut before: Option<State> = None;
        while state.history.steps < end {
            let left = end - state.history.steps;
            match self.cx.run_to_meeting(state, left, Meetings::Blocks) {
                Ok(()) => {}
                Err(Stop::Pause) => continue,
                Err(stop) => return Err(stop),
            }
            match &before {
                // Activations that are made anew have other objects each time: who called them is compared.
                Some(before) if before.stack.frames <= state.stack.frames => {
                    if is_again(before, state) {
                        let length = state.history.steps - before.history.steps;
                        return self.prove(state, length);
                    }
                }
                _ => before = Some(state.clone()),
            }
        }
        Ok(())
    }

    /// Walks once more round a loop of so many instructions.
    fn prove(&mut self, state: &mut State, length: u64) -> Result<(), Stop> {
        if state.extension.as_ref().is_some_and(|extension| extension.is_interrupted()) {
            return Ok(());
        }
        let before = state.clone();
        let mut round = Round { touches: Touches::Path, head: None };
        let steps = state.history.steps;
        while state.history.steps - steps < length && round.touches != Touches::World {
            round.touches = round.touches.max(self.touched(state));
            self.note_head(state, &mut round);
            let stepped = self.cx.step_single(state);
            if let Err(stop) = stepped {
                self.cx.counters.steps += state.history.steps - steps;
                return Err(stop);
            }
        }
        self.cx.counters.steps += state.history.steps - steps;
        if round.touches == Touches::World || !is_again(&before, state) {
            return Ok(());
        }
        let stack = round.head.map_or_else(|| self.cx.stack(state), |head| head.stack);
        let message = self.message(&stack, round.touches);
        Err(self.cx.failure_at(state, FindingKind::EndlessLoop, message, || stack))
    }

    /// What the instruction at which a path stands has to do with besides the path.
    fn touched(&mut self, state: &State) -> Touches {
        let top = &state.stack.top;
        if top.code.body.volatile {
            return Touches::World;
        }
        let entry = match top.code.insts.get(top.at as usize) {
            Some(Inst::Call { entry }) => *entry,
            Some(Inst::Output { .. }) => return Touches::World,
            _ => return Touches::Path,
        };
        let site = &top.code.calls[entry as usize];
        let at_address = || {
            let address = u64::try_from(top.get(site.address).concrete()?).ok()?;
            Layout::function_at(address).map(FuncId::from_index)
        };
        let Some(function) = site.function.or_else(at_address) else { return Touches::World };
        let Some(decl) = self.cx.job.program.functions.get(function) else {
            return Touches::World;
        };
        let (name, defined) = (decl.name.clone(), decl.defined);
        match self.cx.handler(function) {
            Some(_) => self.cx.job.environment.touches(&name),
            None if defined => Touches::Path,
            None => Touches::World,
        }
    }

    /// Notes the head of the outermost loop that a path comes by.
    fn note_head(&self, state: &mut State, round: &mut Round) {
        let code = state.stack.top.code.clone();
        let (flow, at) = (code.flow(), state.stack.top.at);
        if !flow.is_meeting(at) {
            return;
        }
        let block = flow.block(at);
        let rank = (state.stack.frames, flow.order(block));
        if flow.loop_at(block).is_none() || round.head.as_ref().is_some_and(|h| h.rank <= rank) {
            return;
        }
        let mut insts = flow.instructions(block as usize, &code);
        let said = insts.find(|at| code.locs.get(*at).is_some_and(Option::is_some));
        state.stack.top.at = said.map_or(at, |said| said as u32);
        let stack = self.cx.stack(state);
        state.stack.top.at = at;
        round.head = Some(Head { rank, stack });
    }

    fn message(&self, stack: &[StackFrame], touches: Touches) -> String {
        let shown = stack.iter().find(|frame| (self.cx.job.reported)(&frame.file));
        let shown = shown.or_else(|| stack.iter().find(|frame| frame.line != 0));
        let place = match shown {
            Some(frame) if frame.line != 0 => format!("line {}", frame.line),
            _ => "the same place".to_owned(),
        };
        let rests = match touches {
            Touches::Input => ", and the input stays at its end",
            Touches::Heap => ", and memory that it allocates is released each time",
            Touches::Path | Touches::World => "",
        };
        format!("never ends: {place} is reached again with the same values{rests}")
    }
}

/// A walk round a loop.
struct Round {
    /// What it has to do with besides the path.
    touches: Touches,
    /// The head of the outermost loop on the way.
    head: Option<Head>,
}

/// The head of a loop.
struct Head {
    /// How many activations there are, and its place in the flow: of several the outermost one has the least.
    rank: (u32, u32),
    stack: Vec<StackFrame>,
}

/// Whether a path stands where it stood before with the same values, as far as they are read again.
fn is_again(before: &State, now: &State) -> bool {
    let waits = now.answers.choices.is_empty()
        && now.answers.prefix.is_empty()
        && now.failing.is_none()
        && now.status.is_none();
    waits
        && before.stack.frames == now.stack.frames
        && before.stack.bytes == now.stack.bytes
        && holds_the_same(&before.stack.top, &now.stack.top, false)
        && callers_hold_the_same(before, now)
        && !now.threads.are_several()
        && before.threads.are_same(&now.threads)
        && before.inputs == now.inputs
        && before.history.goals == now.history.goals
        && before.history.outputs == now.history.outputs
        && before.history.concretised == now.history.concretised
        && extensions_are_the_same(before, now)
        && now.memory.is_again(&before.memory)
}

fn callers_hold_the_same(before: &State, now: &State) -> bool {
    let (mut a, mut b) = (&before.stack.top.caller, &now.stack.top.caller);
    while let (Some(x), Some(y)) = (a, b) {
        if Rc::ptr_eq(x, y) {
            return true;
        }
        if !holds_the_same(x, y, true) {
            return false;
        }
        (a, b) = (&x.caller, &y.caller);
    }
    a.is_none() && b.is_none()
}

/// Whether two activations stand at one place, with the same values in the registers that are read from there on; `calls` for
/// those that are being called from.
fn holds_the_same(a: &Frame, b: &Frame, calls: bool) -> bool {
    a.is_like(b) && {
        let live = a.code.registers().live_at(&a.code, a.at, calls);
        live.all.iter().all(|r| a.regs[r as usize] == b.regs[r as usize])
    }
}

fn extensions_are_the_same(before: &State, now: &State) -> bool {
    match (&before.extension, &now.extension) {
        (None, None) => true,
        (Some(x), Some(y)) => Rc::ptr_eq(x, y) || x.is_same(&***y),
        _ => false,
    }
}
