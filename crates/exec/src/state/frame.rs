//! Activations of functions.

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

/// An activation of a function. Callers are shared between the states that came through them.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function's code.
    pub code: Rc<Code>,
    /// The next instruction; for a caller, the call itself.
    pub at: u32,
    /// Register contents.
    pub regs: Vec<Slot>,
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
        let Frame { code: _, at: _, regs, objects: _, variadic, stack_bytes: _, caller: _ } = self;
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
        objects: Vec::new(),
        variadic: Vec::new(),
        stack_bytes: FRAME_BYTES,
        caller: None,
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
    /// The source places of the activations, innermost first, at most 64.
    pub(crate) fn places(&self, program: &Program) -> Vec<StackFrame> {
        self.top.places(program)
    }

    /// A stack of one activation.
    pub(crate) fn of(top: Frame) -> Self {
        Self { top, frames: 1, bytes: FRAME_BYTES }
    }
}
