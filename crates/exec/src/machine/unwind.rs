//! Leaving several activations at once: unwinding to a call that catches, and leaps back to a marked call.

use crate::code::{Inst, R};
use crate::data::finding::StackFrame;
use crate::data::options::Merge;
use crate::data::slot::Slot;
use crate::data::stop::{Ending, Stop, internal};
use crate::machine::access::Access;
use crate::machine::call::Call;
use crate::machine::slow::returned;
use crate::machine::{Context, Forks};
use crate::memory::Lookup;
use crate::memory::bytes::put_bytes;
use crate::memory::object::ObjectKind;
use crate::state::State;
use crate::state::frame::Frame;
use effigy_ir::function::Catch;

/// Bytes of the object that marks a call: the call's place in the code.
const MARK: u64 = 4;

/// What stops at the call at which an activation stands.
fn catches(frame: &Frame) -> Option<(R, Catch)> {
    match frame.code.insts.get(frame.at as usize)? {
        Inst::Call { entry } => frame.code.calls.get(*entry as usize)?.catches,
        _ => None,
    }
}

impl Context {
    /// Unwinds to the innermost call that catches, which receives `unwound`.
    ///
    /// # Errors
    /// When there is none: who unwinds asks first.
    pub(crate) fn unwind_stack(&mut self, state: &mut State, unwound: Slot) -> Result<(), Stop> {
        loop {
            if let Some((dst, _)) = catches(&state.stack.top) {
                state.stack.top.set(dst, unwound);
                state.stack.top.at += 1;
                return Ok(());
            }
            let Some(caller) = state.stack.top.caller.clone() else {
                return Err(internal("nothing catches what unwinds"));
            };
            self.drop_activation(state, caller);
        }
    }

    /// Goes back to a marked call, which returns `value` once more.
    ///
    /// # Errors
    /// When the call's activation is over.
    pub(crate) fn leap(&mut self, state: &mut State, mark: u64, value: Slot) -> Result<(), Stop> {
        let at = Access { cx: self }.read_at(state, mark, MARK);
        let at = self.word(state, at)? as u32;
        while !state.stack.top.objects.contains(&mark) {
            let Some(caller) = state.stack.top.caller.clone() else {
                return Err(internal("a leap to a call that is over"));
            };
            self.drop_activation(state, caller);
        }
        state.stack.top.at = at;
        let code = state.stack.top.code.clone();
        let Some(Inst::Call { entry }) = code.insts.get(at as usize) else {
            return Err(internal("a leap to no call"));
        };
        state.stack.top.at = returned(state, &code.calls[*entry as usize], vec![value]);
        Ok(())
    }
}

impl Call<'_> {
    /// What stops the innermost unwinding from here that is more than a cleanup, and the places of the activation in which it
    /// does and of those around it, innermost first.
    pub fn catcher(&self) -> Option<(Catch, Vec<StackFrame>)> {
        let (context, state) = self.parts();
        let mut frames = state
            .stack()
            .skip_while(|frame| !matches!(catches(frame), Some((_, Catch::All | Catch::Nothing))));
        let first = frames.next()?;
        let (_, kind) = catches(first)?;
        let around = std::iter::once(first).chain(frames);
        let places = around.flat_map(|frame| context.places(&frame.code, frame.at)).collect();
        Some((kind, places))
    }

    /// Whether anything stops what unwinds from here, a cleanup too.
    pub fn catches(&self) -> bool {
        self.parts().1.stack().any(|frame| catches(frame).is_some())
    }

    /// Whether this run joins paths that meet: what a call that returns twice may come back to is not known then.
    pub fn joins_paths(&self) -> bool {
        let context = self.parts().0;
        context.forks == Forks::Together || context.job.merge != Merge::Never
    }

    /// Marks this call as one to which control can go back as long as the activation that made it lives.
    ///
    /// # Errors
    /// When there is no room for the mark.
    pub fn mark_return(&mut self) -> Result<u64, Stop> {
        let (context, state) = self.parts_mut();
        let mark = state.memory.allocate(ObjectKind::Stack, MARK, MARK);
        let mark =
            mark.ok_or_else(|| Stop::End(Ending::Unsupported("more stack objects".into())))?;
        let at = state.stack.top.at;
        state.stack.top.objects.push(mark);
        put_bytes(&mut context.store, &mut state.memory, mark, &at.to_le_bytes());
        Ok(mark)
    }

    /// Whether control can go back to a marked call.
    pub fn is_marked(&self, mark: u64) -> bool {
        let (context, state) = self.parts();
        let lives = matches!(state.memory.lookup(&context.job.layout, mark),
            Lookup::Object(object) if object.base == mark && object.size == MARK);
        lives && state.stack().any(|frame| frame.objects.contains(&mark))
    }
}
