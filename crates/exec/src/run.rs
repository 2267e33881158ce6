//! The machine's loop: instructions on concrete words, without a look at the term store. Whatever the loop cannot do
//! on words alone it leaves to [`Context::step_slowly`].

use crate::code::{Code, Inst};
use crate::context::Context;
use crate::slot::Slot;
use crate::state::State;
use crate::stop::{CutReason, Ending, Stop};
use effigy_base::eval::word;
use std::rc::Rc;

/// Instructions of the slow path between two looks whether the run is stopped.
const SLOW_STEPS_BETWEEN_CHECKS: u32 = 128;

/// What the fast loop came to.
enum Fast {
    /// The instruction needs the slow path.
    Slow,
    /// The allowance is used up.
    Spent,
}

impl Context {
    /// Runs a state until it forks, ends, or has executed about `quantum` instructions.
    pub fn run(&mut self, state: &mut State, quantum: u64) -> Stop {
        // Where there are statements, those are counted, at their marks.
        let steps = self.job.budget.steps.filter(|_| !self.job.program.marked);
        let limit = steps.unwrap_or(u64::MAX);
        let started = state.steps;
        let pause = started.saturating_add(quantum).min(limit);
        let mut slow_steps = 0;
        let stop = loop {
            if state.steps >= pause {
                if state.steps >= limit {
                    break Stop::End(Ending::Cut(CutReason::Steps));
                }
                break Stop::Pause;
            }
            let code = state.top.code.clone();
            match run_words(state, &code, pause) {
                Fast::Spent => {}
                Fast::Slow => {
                    if let Err(stop) = self.step_slowly(state, &code) {
                        break stop;
                    }
                    // Such instructions can take long and much.
                    slow_steps += 1;
                    if slow_steps % SLOW_STEPS_BETWEEN_CHECKS == 0 && self.job.cancel.is_cancelled()
                    {
                        break Stop::Pause;
                    }
                }
            }
        };
        self.counters.steps += state.steps - started;
        self.with_leaks(state, stop)
    }

    /// Executes exactly one instruction: the one at which the state stands.
    ///
    /// # Errors
    /// When the state forks, and still stands there, or ends.
    pub fn step_single(&mut self, state: &mut State) -> Result<(), Stop> {
        let code = state.top.code.clone();
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

/// Runs instructions of one activation while their operands are concrete.
fn run_words(state: &mut State, code: &Rc<Code>, pause: u64) -> Fast {
    let State { top, memory, steps, .. } = state;
    let regs = top.regs.as_mut_slice();
    let consts = code.consts.as_slice();
    let mut at = top.at as usize;
    let mut count = *steps;

    macro_rules! get {
        ($src:expr) => {{
            let src = $src.0;
            if src & crate::code::Src::CONST != 0 {
                consts[(src & !crate::code::Src::CONST) as usize]
            } else {
                regs[src as usize]
            }
        }};
    }
    macro_rules! leave {
        ($how:expr) => {{
            top.at = at as u32;
            *steps = count;
            return $how;
        }};
    }
    macro_rules! binary {
        ($dst:expr, $a:expr, $b:expr, $f:expr) => {{
            let (a, b) = (get!($a), get!($b));
            if a.term.is_some() | b.term.is_some() {
                count -= 1;
                leave!(Fast::Slow);
            }
            regs[$dst as usize] = Slot::word($f(a.lo, b.lo));
            at += 1;
        }};
    }
    macro_rules! unary {
        ($dst:expr, $a:expr, $f:expr) => {{
            let a = get!($a);
            if a.term.is_some() {
                count -= 1;
                leave!(Fast::Slow);
            }
            regs[$dst as usize] = Slot::word($f(a.lo));
            at += 1;
        }};
    }
    macro_rules! jump {
        ($to:expr) => {{
            at = $to as usize;
            code.covered.mark(at as u32);
            if count >= pause {
                leave!(Fast::Spent);
            }
        }};
    }

    loop {
        let Some(inst) = code.insts.get(at) else { leave!(Fast::Slow) };
        count += 1;
        match *inst {
            Inst::Add { w, dst, a, b } => binary!(dst, a, b, |x, y| word::add(w as u32, x, y)),
            Inst::Sub { w, dst, a, b } => binary!(dst, a, b, |x, y| word::sub(w as u32, x, y)),
            Inst::Mul { w, dst, a, b } => binary!(dst, a, b, |x, y| word::mul(w as u32, x, y)),
            Inst::And { dst, a, b, .. } => binary!(dst, a, b, |x, y| x & y),
            Inst::Or { dst, a, b, .. } => binary!(dst, a, b, |x, y| x | y),
            Inst::Xor { dst, a, b, .. } => binary!(dst, a, b, |x, y| x ^ y),
            Inst::Shl { w, dst, a, b } => binary!(dst, a, b, |x, y| word::shl(w as u32, x, y)),
            Inst::Lshr { w, dst, a, b } => binary!(dst, a, b, |x, y| word::lshr(w as u32, x, y)),
            Inst::Ashr { w, dst, a, b } => binary!(dst, a, b, |x, y| word::ashr(w as u32, x, y)),
            Inst::Eq { dst, a, b, .. } => binary!(dst, a, b, |x, y| (x == y) as u64),
            Inst::Ult { dst, a, b, .. } => binary!(dst, a, b, |x, y| (x < y) as u64),
            Inst::Ule { dst, a, b, .. } => binary!(dst, a, b, |x, y| (x <= y) as u64),
            Inst::Slt { w, dst, a, b } => {
                binary!(dst, a, b, |x, y| word::slt(w as u32, x, y) as u64)
            }
            Inst::Sle { w, dst, a, b } => {
                binary!(dst, a, b, |x, y| word::sle(w as u32, x, y) as u64)
            }
            Inst::Not { dst, a } => unary!(dst, a, |x| x ^ 1),
            Inst::Zext { dst, a, .. } => unary!(dst, a, |x| x),
            Inst::Sext { w, from, dst, a } => {
                unary!(dst, a, |x| word::sext(from as u32, w as u32, x))
            }
            Inst::Extract { w, lo, dst, a } => {
                unary!(dst, a, |x: u64| word::trunc(w as u32, x >> lo))
            }
            Inst::Ite { dst, c, a, b } => {
                let c = get!(c);
                if c.term.is_some() {
                    count -= 1;
                    leave!(Fast::Slow);
                }
                regs[dst as usize] = if c.lo & 1 == 1 { get!(a) } else { get!(b) };
                at += 1;
            }
            Inst::Move { dst, a } => {
                regs[dst as usize] = get!(a);
                at += 1;
            }
            Inst::Load { len, dst, addr, w, mask } => {
                let addr = get!(addr);
                let plain = addr.term.is_none() && len <= 8 && addr.lo & mask as u64 == 0;
                let value = if plain {
                    memory.object(addr.lo).and_then(|object| {
                        let offset = addr.lo.wrapping_sub(object.base);
                        let fits = offset < object.size && object.size - offset >= len as u64;
                        if fits { object.read_u64(offset, len as u64) } else { None }
                    })
                } else {
                    None
                };
                let Some(value) = value else {
                    count -= 1;
                    leave!(Fast::Slow)
                };
                regs[dst as usize] = Slot::word(word::trunc(w as u32, value));
                at += 1;
            }
            Inst::Store { len, addr, value, mask, .. } => {
                let (addr, value) = (get!(addr), get!(value));
                let mut done = false;
                if addr.term.is_none() & value.term.is_none()
                    && len <= 8
                    && addr.lo & mask as u64 == 0
                    && let Some(object) = memory.object_mut(addr.lo)
                {
                    let offset = addr.lo.wrapping_sub(object.base);
                    let fits = offset < object.size && object.size - offset >= len as u64;
                    if fits && !object.constant && !object.has_terms() {
                        object.write_bytes(offset, &value.lo.to_le_bytes()[..len as usize]);
                        done = true;
                    }
                }
                if !done {
                    count -= 1;
                    leave!(Fast::Slow);
                }
                at += 1;
            }
            Inst::Jump { to } => jump!(to),
            Inst::Branch { cond, then, otherwise } => {
                let cond = get!(cond);
                if cond.term.is_some() {
                    count -= 1;
                    leave!(Fast::Slow);
                }
                jump!(if cond.lo & 1 == 1 { then } else { otherwise });
            }
            Inst::Switch { value, entry } => {
                let value = get!(value);
                if value.term.is_some() {
                    count -= 1;
                    leave!(Fast::Slow);
                }
                jump!(code.switches[entry as usize].target(value.bits()));
            }
            Inst::Check { cond, .. } => {
                let cond = get!(cond);
                if cond.term.is_some() || cond.lo & 1 == 0 {
                    count -= 1;
                    leave!(Fast::Slow);
                }
                at += 1;
            }
            _ => {
                count -= 1;
                leave!(Fast::Slow);
            }
        }
    }
}
