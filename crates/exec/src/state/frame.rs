//! Activations of functions.

use crate::code::flow::BitSet;
use crate::code::{Code, R, Src};
use crate::data::finding::StackFrame;
use crate::data::slot::Slot;
use effigy_base::sort::Sort;
use effigy_ir::program::{FuncId, Program};
use effigy_term::{Term, Trace};
use std::rc::Rc;
use std::sync::Arc;

/// Bytes that an activation takes on the program's stack besides its variables: the return address, saved registers
/// and spilled values, as little as a small function of an unoptimised program needs.
pub const FRAME_BYTES: u64 = 48;

/// Registers from which on an activation at rest keeps only those that it reads again. It has thousands of them where a compiler put
/// much into one function.
const MANY_REGISTERS: usize = 64;

/// Memory that is kept of so many activations.
const MOST_SPARE: usize = 64;

/// An activation of a function. Callers are shared between the states that came through them.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function's code.
    pub code: Rc<Code>,
    /// The next instruction; for a caller, the call itself.
    pub at: u32,
    /// Register contents; of an activation that is at rest, of the registers in `kept` alone.
    pub regs: Vec<Slot>,
    /// The registers that an activation at rest keeps, in order: nothing reads the others before it writes them.
    pub(crate) kept: Option<Rc<BitSet>>,
    /// Whether control can go back to an earlier call of it, where other registers may be read.
    pub(crate) is_marked: bool,
    /// The stack objects that end with the activation.
    pub objects: Vec<u64>,
    /// Arguments beyond the parameters, of a variadic function.
    pub variadic: Vec<(Slot, Sort)>,
    /// Bytes that it takes on the program's own stack.
    pub stack_bytes: u64,
    /// Who called; `None` for the entry.
    pub caller: Option<Rc<Frame>>,
}

impl Frame {
    /// The value of an operand.
    #[inline(always)]
    pub fn get(&self, src: Src) -> Slot {
        if src.0 & Src::CONST != 0 {
            self.code.consts[(src.0 & !Src::CONST) as usize]
        } else {
            self.regs[src.0 as usize]
        }
    }

    /// Sets a register.
    #[inline(always)]
    pub fn set(&mut self, dst: R, value: Slot) {
        self.regs[dst as usize] = value;
    }

    /// What a register holds; `None` for one that the activation, being at rest, does not read again.
    pub(crate) fn register(&self, register: R) -> Option<Slot> {
        let at = match &self.kept {
            None => register as usize,
            Some(kept) => kept.rank(register)?,
        };
        self.regs.get(at).copied()
    }

    /// Puts the activation to rest: only registers that it reads again keep their contents. `calls` while it waits for a call.
    /// Gives the memory of all registers.
    fn rest(&mut self, calls: bool) -> Option<Vec<Slot>> {
        if self.kept.is_some() || self.is_marked || self.regs.len() < MANY_REGISTERS {
            return None;
        }
        let kept = self.code.registers().resting(&self.code, self.at, calls);
        let mut regs = Vec::with_capacity(kept.len());
        regs.extend(kept.iter().filter_map(|register| self.regs.get(register as usize)));
        self.kept = Some(kept);
        Some(std::mem::replace(&mut self.regs, regs))
    }

    /// An activation to which control comes back, with all of its registers, which take some memory where they need it.
    pub(crate) fn woken(frame: Rc<Frame>, memory: impl FnOnce() -> Vec<Slot>) -> Frame {
        match Rc::try_unwrap(frame) {
            Ok(mut frame) => {
                frame.wake(memory);
                frame
            }
            Err(shared) => Frame {
                code: shared.code.clone(),
                at: shared.at,
                regs: shared.all_registers(memory()),
                kept: None,
                is_marked: shared.is_marked,
                objects: shared.objects.clone(),
                variadic: shared.variadic.clone(),
                stack_bytes: shared.stack_bytes,
                caller: shared.caller.clone(),
            },
        }
    }

    /// Gives the activation all of its registers, in some memory.
    pub(crate) fn wake(&mut self, memory: impl FnOnce() -> Vec<Slot>) {
        if self.kept.is_some() {
            self.regs = self.all_registers(memory());
            self.kept = None;
        }
    }

    /// The contents of all registers, in some memory.
    fn all_registers(&self, mut all: Vec<Slot>) -> Vec<Slot> {
        all.clear();
        match &self.kept {
            None => all.extend_from_slice(&self.regs),
            Some(kept) => {
                all.resize(self.code.sorts.len(), Slot::default());
                for (register, slot) in kept.iter().zip(&self.regs) {
                    all[register as usize] = *slot;
                }
            }
        }
        all
    }

    /// Whether two activations are the same but for their registers and their callers.
    pub(crate) fn is_like(&self, other: &Frame) -> bool {
        Rc::ptr_eq(&self.code, &other.code)
            && self.at == other.at
            && self.objects == other.objects
            && self.variadic == other.variadic
            && self.stack_bytes == other.stack_bytes
    }
}

impl Trace for Frame {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Frame {
            code: _,
            at: _,
            regs,
            kept: _,
            is_marked: _,
            objects: _,
            variadic,
            stack_bytes: _,
            caller: _,
        } = self;
        regs.trace(visit);
        variadic.iter().for_each(|(slot, _)| slot.trace(visit));
    }
}

impl Drop for Frame {
    /// One by one: the callers of a deep activation would otherwise be dropped by as deep a recursion.
    fn drop(&mut self) {
        let mut next = self.caller.take();
        while let Some(mut frame) = next.and_then(Rc::into_inner) {
            next = frame.caller.take();
        }
    }
}

/// An activation that stands nowhere.
pub(crate) fn empty_frame(function: FuncId) -> Frame {
    let code = Code::empty(function, &Arc::default(), Vec::new(), Vec::new());
    Frame {
        code: Rc::new(code),
        at: 0,
        regs: Vec::new(),
        kept: None,
        is_marked: false,
        objects: Vec::new(),
        variadic: Vec::new(),
        stack_bytes: FRAME_BYTES,
        caller: None,
    }
}

/// Memory of registers of activations that are over, for the next ones.
#[derive(Default)]
pub(crate) struct Spare {
    memory: Vec<Vec<Slot>>,
}

impl Spare {
    /// Some memory, with nothing in it: what an activation of another function held would keep objects from being leaks.
    pub(crate) fn take(&mut self) -> Vec<Slot> {
        self.memory.pop().unwrap_or_default()
    }

    /// Keeps memory. More of it comes back than is taken, as sides of forks return to callers that they share.
    pub(crate) fn give(&mut self, mut memory: Vec<Slot>) {
        if self.memory.len() < MOST_SPARE {
            memory.clear();
            self.memory.push(memory);
        }
    }

    /// Gives all of it back.
    pub(crate) fn clear(&mut self) {
        self.memory.clear();
    }
}

/// The activations of a thread.
#[derive(Clone, Debug)]
pub struct CallStack {
    /// The innermost one, which runs when the thread does.
    pub top: Frame,
    /// How many there are.
    pub frames: u32,
    /// Bytes that they take on the thread's stack.
    pub bytes: u64,
}

impl Frame {
    /// The call stack that ends with an activation, innermost first, at most 64 frames.
    pub(crate) fn places(&self, program: &Program) -> Vec<StackFrame> {
        let frames = std::iter::successors(Some(self), |f| f.caller.as_deref());
        frames.take(64).flat_map(|f| f.code.places(program, f.at)).take(64).collect()
    }
}

impl CallStack {
    /// Puts the activations to rest before the path forks: all of its sides share what they do not change. Gives the memory of
    /// registers.
    pub(crate) fn rest(&mut self, spare: &mut Spare) {
        self.top.rest(false).into_iter().for_each(|memory| spare.give(memory));
        let mut caller = self.top.caller.as_mut();
        while let Some(frame) = caller {
            // What is shared with other paths rests already, and so do its callers.
            let Some(frame) = Rc::get_mut(frame).filter(|frame| frame.kept.is_none()) else {
                break;
            };
            frame.rest(true).into_iter().for_each(|memory| spare.give(memory));
            caller = frame.caller.as_mut();
        }
    }

    /// The source places of the activations, innermost first, at most 64.
    pub(crate) fn places(&self, program: &Program) -> Vec<StackFrame> {
        self.top.places(program)
    }

    /// A stack of one activation.
    pub(crate) fn of(top: Frame) -> Self {
        Self { top, frames: 1, bytes: FRAME_BYTES }
    }
}

#[cfg(test)]
mod tests;
