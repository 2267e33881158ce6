//! The machine's loop: instructions on concrete words, without a look at the term store. Whatever the loop cannot do
//! on words alone it leaves to [`Context::step_slowly`].

use crate::code::{Code, Inst, R, Src};
use crate::data::slot::Slot;
use crate::data::stop::{CutReason, Ending, Stop};
use crate::machine::Context;
use crate::machine::schedule::Scheduling;
use crate::machine::work::STEP;
use crate::memory::Memory;
use crate::state::frame::CallStack;
use crate::state::{History, State};
use effigy_base::check::Check;
use effigy_base::eval::word;
use std::rc::Rc;

/// Where paths may meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meetings {
    /// At blocks that several blocks lead to, and behind returns.
    Blocks,
    /// Also where loops are left, and at the beginnings of functions.
    Unwound,
}

impl Meetings {
    /// Whether paths can meet at the beginning of a block.
    fn are_at(self, code: &Code, at: u32) -> bool {
        match self {
            Meetings::Unwound => code.flow().is_round(at),
            Meetings::Blocks => code.flow().is_meeting(at),
        }
    }
}

/// Instructions that a run goes on by at least at which paths that run for long are looked at.
const LONG: u64 = 1 << 10;

/// What the fast loop came to.
enum Fast {
    /// The instruction needs the slow path.
    Slow,
    /// The allowance is used up.
    Spent,
    /// Control came to a block that several blocks lead to.
    Meeting,
}

impl Context {
    /// Runs a state until it forks, ends, or has executed about `quantum` instructions.
    pub fn run(&mut self, state: &mut State, quantum: u64) -> Stop {
        // Who goes on by a few instructions looks at each of them.
        let Some(lasts) = self.features.lasts.filter(|_| quantum >= LONG) else {
            return self.run_on(state, quantum, usize::MAX);
        };
        let pause = state.history.steps.saturating_add(quantum);
        loop {
            let due = lasts.due(state);
            let fails = state.failing.is_some();
            if due.is_now(state) && !fails {
                if let Err(stop) = lasts.lasted(self, state) {
                    return stop;
                }
                continue;
            }
            let steps = state.history.steps;
            let until = if fails { pause } else { pause.min(due.steps) };
            let decisions = if fails { usize::MAX } else { due.decisions };
            match self.run_on(state, until.saturating_sub(steps), decisions) {
                Stop::Pause if due.is_now(state) && state.history.steps < pause => {}
                stop => return stop,
            }
        }
    }

    /// As [`Context::run`], of a path that nobody looks at, no further than to so many decisions.
    fn run_on(&mut self, state: &mut State, quantum: u64, decisions: usize) -> Stop {
        // Where there are statements, those are counted, at their marks.
        let steps = self.job.budget.steps.filter(|_| !self.job.program.marked);
        let limit = steps.unwrap_or(u64::MAX);
        let started = state.history.steps;
        let pause = started.saturating_add(quantum).min(limit);
        let stop = loop {
            if state.history.steps >= pause {
                if state.history.steps >= limit {
                    break Stop::End(Ending::Cut(CutReason::Steps));
                }
                break Stop::Pause;
            }
            let code = state.stack.top.code.clone();
            let turn = pause.min(state.threads.turn_ends());
            match run_words::<NOWHERE>(state, &code, turn) {
                Fast::Spent | Fast::Meeting => {
                    if state.threads.turn_is_over(state.history.steps)
                        && let Err(stop) = (Scheduling { cx: self }).end_turn(state)
                    {
                        break stop;
                    }
                }
                Fast::Slow => {
                    if let Err(stop) = self.step_slowly(state, &code) {
                        break stop;
                    }
                    // Such instructions can take long and much.
                    if self.limits().work(STEP) {
                        break self.limits().stopped_at_work().unwrap_or(Stop::Pause);
                    }
                    if state.history.trail.len() >= decisions {
                        break Stop::Pause;
                    }
                }
            }
        };
        self.counters.steps += state.history.steps - started;
        self.at_end(state, stop)
    }

    /// Turns the end of a program that leaves leaks into a finding, when leaks are looked for.
    fn at_end(&mut self, state: &mut State, stop: Stop) -> Stop {
        let ends = matches!(stop, Stop::End(Ending::Exit(_)));
        if !ends || state.failing.is_some() || !self.job.checks.contains(Check::Leak) {
            return stop;
        }
        match self.features.ends.failure(self, state) {
            Ok(Some(failure)) => Stop::End(Ending::Finding(Box::new(failure))),
            Ok(None) => stop,
            Err(stop) => stop,
        }
    }

    /// Runs a state to the next place where paths may meet: the beginning of a block that several blocks lead to, or
    /// behind a return, and the beginning of a function where loops are unwound; at most about `quantum` instructions far.
    ///
    /// # Errors
    /// When the state forks, ends, or has executed so many instructions.
    pub(crate) fn run_to_meeting(
        &mut self,
        state: &mut State,
        quantum: u64,
        meetings: Meetings,
    ) -> Result<(), Stop> {
        let steps = self.job.budget.steps.filter(|_| !self.job.program.marked);
        let limit = steps.unwrap_or(u64::MAX);
        let started = state.history.steps;
        let pause = started.saturating_add(quantum).min(limit);
        let result = loop {
            if state.history.steps >= limit {
                break Err(Stop::End(Ending::Cut(CutReason::Steps)));
            }
            if state.history.steps >= pause {
                break Err(Stop::Pause);
            }
            let code = state.stack.top.code.clone();
            let turn = pause.min(state.threads.turn_ends());
            let fast = match meetings {
                Meetings::Unwound => run_words::<ROUNDS>(state, &code, turn),
                Meetings::Blocks => run_words::<MEETINGS>(state, &code, turn),
            };
            if matches!(fast, Fast::Spent | Fast::Meeting)
                && state.threads.turn_is_over(state.history.steps)
                && let Err(stop) = (Scheduling { cx: self }).end_turn(state)
            {
                break Err(stop);
            }
            match fast {
                Fast::Spent => {}
                Fast::Meeting => break Ok(()),
                Fast::Slow => {
                    let branches = code.insts.get(state.stack.top.at as usize);
                    let branches = branches
                        .is_some_and(|i| matches!(i, Inst::Branch { .. } | Inst::Switch { .. }));
                    let frames = state.stack.frames;
                    if let Err(stop) = self.step_slowly(state, &code) {
                        break Err(stop);
                    }
                    if self.limits().work(STEP) {
                        break Err(self.limits().stopped_at_work().unwrap_or(Stop::Pause));
                    }
                    // Who unwinds counts the activations.
                    let called = meetings == Meetings::Unwound && state.stack.frames > frames;
                    if state.stack.frames < frames
                        || called
                        || branches && meetings.are_at(&code, state.stack.top.at)
                    {
                        break Ok(());
                    }
                }
            }
        };
        self.counters.steps += state.history.steps - started;
        result.map_err(|stop| self.at_end(state, stop))
    }

    /// Executes exactly one instruction: the one at which the state stands.
    ///
    /// # Errors
    /// When the state forks, and still stands there, or ends.
    pub fn step_single(&mut self, state: &mut State) -> Result<(), Stop> {
        let code = state.stack.top.code.clone();
        self.step_slowly(state, &code)
    }

    /// Executes one instruction, with those before it that need no look at symbols.
    ///
    /// # Errors
    /// When the state forks or ends.
    pub fn step(&mut self, state: &mut State) -> Result<(), Stop> {
        match self.run(state, 1) {
            Stop::Pause => Ok(()),
            stop => Err(stop),
        }
    }
}

/// The low `w` bits of a word, `w` from 1 to 64.
#[inline(always)]
fn low(w: u8, word: u64) -> u64 {
    word & (u64::MAX >> (w.wrapping_neg() & 63))
}

/// The registers and constants of an activation. Each operation answers whether its operands were concrete and it is
/// done.
struct Words<'a> {
    regs: &'a mut [Slot],
    consts: &'a [Slot],
}

impl Words<'_> {
    #[inline(always)]
    fn get(&self, src: Src) -> Slot {
        let src = src.0;
        if src & Src::CONST != 0 {
            self.consts[(src & !Src::CONST) as usize]
        } else {
            self.regs[src as usize]
        }
    }

    #[inline(always)]
    fn set(&mut self, dst: R, value: u64) -> bool {
        self.regs[dst as usize] = Slot::word(value);
        true
    }

    /// Whether a truth value is known to be true.
    #[inline(always)]
    fn holds(&self, a: Src) -> bool {
        let truth = self.get(a);
        truth.term.is_none() && truth.lo & 1 == 1
    }

    #[inline(always)]
    fn copy(&mut self, dst: R, a: Src) -> bool {
        self.regs[dst as usize] = self.get(a);
        true
    }

    #[inline(always)]
    fn binary(&mut self, dst: R, a: Src, b: Src, f: impl Fn(u64, u64) -> u64) -> bool {
        let (a, b) = (self.get(a), self.get(b));
        !(a.term.is_some() | b.term.is_some()) && self.set(dst, f(a.lo, b.lo))
    }

    #[inline(always)]
    fn unary(&mut self, dst: R, a: Src, f: impl Fn(u64) -> u64) -> bool {
        let a = self.get(a);
        a.term.is_none() && self.set(dst, f(a.lo))
    }

    #[inline(always)]
    fn ite(&mut self, dst: R, c: Src, a: Src, b: Src) -> bool {
        let c = self.get(c);
        if c.term.is_some() {
            return false;
        }
        self.regs[dst as usize] = if c.lo & 1 == 1 { self.get(a) } else { self.get(b) };
        true
    }

    /// Whether the low bits of an address that its alignment forbids are zero.
    #[inline(always)]
    fn aligned(&self, addr: Src, mask: u64) -> bool {
        self.get(addr).lo & mask == 0
    }

    #[inline(always)]
    fn load(&mut self, memory: &Memory, dst: R, addr: Src, len: u64, w: u8) -> bool {
        let addr = self.get(addr);
        if addr.term.is_some() || len > 8 {
            return false;
        }
        let value = memory.object(addr.lo).and_then(|object| {
            let offset = addr.lo.wrapping_sub(object.base);
            let fits = offset < object.size && object.size - offset >= len;
            if fits && object.is_whole() { object.read_u64(offset, len) } else { None }
        });
        value.is_some_and(|value| self.set(dst, low(w, value)))
    }

    #[inline(always)]
    fn store(&mut self, memory: &mut Memory, addr: Src, value: Src, len: u64) -> bool {
        let (addr, value) = (self.get(addr), self.get(value));
        if addr.term.is_some() | value.term.is_some() || len > 8 {
            return false;
        }
        let Some(object) = memory.object_mut(addr.lo) else { return false };
        let offset = addr.lo.wrapping_sub(object.base);
        let fits = offset < object.size && object.size - offset >= len;
        if !fits || object.constant || !object.is_whole() || object.has_terms() {
            return false;
        }
        object.write_bytes(offset, &value.lo.to_le_bytes()[..len as usize]);
        true
    }
}

/// Where [`run_words`] stops: nowhere, at blocks that several blocks lead to, or there and where loops are left.
const NOWHERE: u8 = 0;
const MEETINGS: u8 = 1;
const ROUNDS: u8 = 2;

/// Runs instructions of one activation while their operands are concrete, no further than to where it stops.
fn run_words<const STOPS: u8>(state: &mut State, code: &Rc<Code>, pause: u64) -> Fast {
    let State {
        stack: CallStack { top, .. }, memory, history: History { steps, .. }, threads, ..
    } = state;
    let mut words = Words { regs: top.regs.as_mut_slice(), consts: code.consts.as_slice() };
    let mut at = top.at as usize;
    let mut count = *steps;

    macro_rules! leave {
        ($how:expr) => {{
            top.at = at as u32;
            *steps = count;
            return $how;
        }};
    }
    macro_rules! jump {
        ($to:expr) => {{
            at = $to as usize;
            code.covered.mark(at as u32);
            if STOPS == MEETINGS && code.flow().is_meeting(at as u32)
                || STOPS == ROUNDS && code.flow().is_round(at as u32)
            {
                leave!(Fast::Meeting);
            }
            if count >= pause {
                leave!(Fast::Spent);
            }
            continue;
        }};
    }

    loop {
        let Some(inst) = code.insts.get(at) else { leave!(Fast::Slow) };
        count += 1;
        let done = match *inst {
            Inst::Add { w, dst, a, b } => words.binary(dst, a, b, |x, y| low(w, x.wrapping_add(y))),
            Inst::Sub { w, dst, a, b } => words.binary(dst, a, b, |x, y| low(w, x.wrapping_sub(y))),
            Inst::Mul { w, dst, a, b } => words.binary(dst, a, b, |x, y| low(w, x.wrapping_mul(y))),
            Inst::And { dst, a, b, .. } => words.binary(dst, a, b, |x, y| x & y),
            Inst::Or { dst, a, b, .. } => words.binary(dst, a, b, |x, y| x | y),
            Inst::Xor { dst, a, b, .. } => words.binary(dst, a, b, |x, y| x ^ y),
            Inst::Shl { w, dst, a, b } => words.binary(dst, a, b, |x, y| word::shl(w as u32, x, y)),
            Inst::Lshr { w, dst, a, b } => {
                words.binary(dst, a, b, |x, y| word::lshr(w as u32, x, y))
            }
            Inst::Ashr { w, dst, a, b } => {
                words.binary(dst, a, b, |x, y| word::ashr(w as u32, x, y))
            }
            Inst::Eq { dst, a, b, .. } => words.binary(dst, a, b, |x, y| (x == y) as u64),
            Inst::Ult { dst, a, b, .. } => words.binary(dst, a, b, |x, y| (x < y) as u64),
            Inst::Ule { dst, a, b, .. } => words.binary(dst, a, b, |x, y| (x <= y) as u64),
            Inst::Slt { w, dst, a, b } => {
                words.binary(dst, a, b, |x, y| word::slt(w as u32, x, y) as u64)
            }
            Inst::Sle { w, dst, a, b } => {
                words.binary(dst, a, b, |x, y| word::sle(w as u32, x, y) as u64)
            }
            Inst::Not { dst, a } => words.unary(dst, a, |x| x ^ 1),
            Inst::Zext { dst, a, .. } => words.unary(dst, a, |x| x),
            Inst::Sext { w, from, dst, a } => {
                words.unary(dst, a, |x| word::sext(from as u32, w as u32, x))
            }
            Inst::Extract { w, lo, dst, a } => words.unary(dst, a, |x| low(w, x >> lo)),
            Inst::Ite { dst, c, a, b } => words.ite(dst, c, a, b),
            Inst::Move { dst, a } => words.copy(dst, a),
            Inst::Poison { dst, a, valid, .. } => words.holds(valid) && words.copy(dst, a),
            Inst::Defined { a, .. } => words.get(a).term.is_none(),
            Inst::Own { dst, a } => threads.running() == 0 && words.copy(dst, a),
            Inst::Load { len, dst, addr, w, mask } => {
                words.aligned(addr, mask as u64) && words.load(memory, dst, addr, len as u64, w)
            }
            Inst::Store { len, addr, value, mask, .. } => {
                words.aligned(addr, mask as u64) && words.store(memory, addr, value, len as u64)
            }
            Inst::Jump { to } => jump!(to),
            Inst::Branch { cond, then, otherwise } => {
                let cond = words.get(cond);
                if cond.term.is_none() {
                    jump!(if cond.lo & 1 == 1 { then } else { otherwise });
                }
                false
            }
            Inst::Switch { value, entry } => {
                let value = words.get(value);
                if value.term.is_none() {
                    jump!(code.switches[entry as usize].target(value.bits()));
                }
                false
            }
            Inst::Check { cond, .. } => words.holds(cond),
            _ => false,
        };
        if !done {
            count -= 1;
            leave!(Fast::Slow);
        }
        at += 1;
    }
}
