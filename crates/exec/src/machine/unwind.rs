//! Leaving several activations at once: unwinding to a call that catches, and leaps back to a marked call.

use crate::data::finding::StackFrame;
use crate::data::options::Merge;
use crate::data::stop::{Ending, Stop};
use crate::machine::Forks;
use crate::machine::call::Call;
use crate::machine::calls::{MARK, catches};
use crate::memory::Lookup;
use crate::memory::bytes::put_bytes;
use crate::memory::object::ObjectKind;
use effigy_ir::function::Catch;

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
        state.stack.top.is_marked = true;
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
