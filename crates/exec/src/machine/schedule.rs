//! The threads of a path, as its calls start, park and wake them.

use crate::data::finding::StackFrame;
use crate::data::options::Follow;
use crate::data::slot::Slot;
use crate::data::stop::{Ending, Stop};
use crate::machine::{Context, Forks};
use crate::memory::object::ObjectKind;
use crate::state::State;
use crate::state::threads::{Step, TO_END, TURN_TIME, ThreadId, Waiting, name};
use effigy_base::finding::FindingKind;
use effigy_ir::program::FuncId;

/// The threads of a path on a machine.
pub(super) struct Scheduling<'a> {
    pub(super) cx: &'a mut Context,
}

impl Scheduling<'_> {
    /// Starts a thread that begins with a function; its number. Whoever starts it goes on.
    ///
    /// # Errors
    /// When the body of the function ends the path, or nothing can be said of threads in this mode.
    pub(crate) fn start_thread(
        &mut self,
        state: &mut State,
        function: FuncId,
        args: &[Slot],
    ) -> Result<ThreadId, Stop> {
        if self.cx.forks == Forks::Together {
            return Err(Stop::End(Ending::Unsupported("threads where loops are unwound".into())));
        }
        let code = self.cx.code(function)?;
        let mut top = self.cx.frame(code.clone(), None);
        for (param, arg) in code.params.iter().zip(args) {
            top.set(*param, *arg);
        }
        code.covered.mark(0);
        let began = self.cx.shown_place(state);
        let turn_ends = state.history.steps.saturating_add(self.cx.job.schedule.turn());
        let (id, is_second) = state.threads.start(top, began, turn_ends);
        if is_second
            && self.cx.job.follow != Follow::Nothing
            && let Some(replaces) = self.cx.features.replaces.clone()
        {
            replaces.took(self.cx, state, "the order of threads");
        }
        Ok(id)
    }

    /// Does with the running thread what its model says; another one runs then.
    ///
    /// # Errors
    /// When no thread can run any more.
    pub(crate) fn thread_step(&mut self, state: &mut State, step: Step) -> Result<(), Stop> {
        match state.thread_step(step)? {
            true => self.reschedule(state),
            false => Ok(()),
        }
    }

    /// Gives another thread a turn, at a jump of the running one whose turn is over.
    ///
    /// # Errors
    /// When every thread waits for another one.
    pub(crate) fn end_turn(&mut self, state: &mut State) -> Result<(), Stop> {
        state.threads.pass(TURN_TIME);
        self.reschedule(state)
    }

    fn reschedule(&self, state: &mut State) -> Result<(), Stop> {
        match state.reschedule(self.cx.job.schedule)? {
            Ok(()) => Ok(()),
            Err(_) => Err(self.deadlock(state)),
        }
    }

    /// The end of a path on which every thread waits for another one.
    fn deadlock(&self, state: &State) -> Stop {
        let mut waits = state.threads.all_waiting();
        let stack = |thread: &Waiting<'_>| match thread.parked {
            Some(top) => self.cx.stack_of(top),
            None => self.cx.stack(state),
        };
        let said = waits.iter().map(|thread| {
            let places = stack(thread);
            let shown = |frame: &&StackFrame| (self.cx.job.reported)(&frame.file);
            let place = places.iter().find(shown).or(places.iter().find(|frame| frame.line != 0));
            let place = place.map(|f| format!(" in `{}`, line {}", f.function, f.line));
            let place = place.unwrap_or_default();
            format!("{} waits {}{place}", name(thread.id), thread.wait.what)
        });
        let said: Vec<String> = said.collect();
        let message = match said.as_slice() {
            [one] => format!("no thread can go on: {one}"),
            _ => format!("every thread waits: {}", said.join("; ")),
        };
        // Who waits for a thread to end is seldom to blame.
        waits.sort_by_key(|thread| (thread.wait.what.ends_with(TO_END), u64::MAX - thread.since));
        let stack = || waits.first().map(stack).unwrap_or_default();
        self.cx.failure_at(state, FindingKind::Deadlock, message, stack)
    }

    /// The address of a global of which each thread has one of its own, for the running thread.
    pub(crate) fn own_global(&mut self, state: &mut State, address: u64) -> Result<u64, Stop> {
        let running = state.threads.running();
        let Some(global) = self.cx.job.layout.global_at(address).filter(|_| running != 0) else {
            return Ok(address);
        };
        let offset = address.wrapping_sub(self.cx.job.layout.global(global));
        if let Some(base) = state.threads.own(global) {
            return Ok(base.wrapping_add(offset));
        }
        let mut first = self.cx.global_on(state, global)?;
        let align = 1 << first.base.trailing_zeros().min(12);
        let base = self.cx.stack_object(state, first.size, align);
        let base = base.ok_or_else(|| Stop::End(Ending::Unsupported("more objects".into())))?;
        if let Some(object) = state.memory.object_mut(base) {
            (first.base, first.kind) = (base, ObjectKind::Stack);
            *object = first;
        }
        state.threads.set_own(global, base);
        Ok(base.wrapping_add(offset))
    }
}
