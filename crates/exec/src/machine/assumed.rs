//! What a run takes for granted, noted where it is: by models, and by the machine.
//!
//! A worker notes each assumption once for each place of the program's own code that rests on it, so that what a run assumes does not
//! depend on the order in which workers come by.

use crate::data::finding::StackFrame;
use crate::data::record::Assumed;
use crate::machine::Job;
use crate::state::State;
use effigy_base::assumption::AssumptionKind;
use effigy_ir::program::FuncId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// What a worker has noted.
#[derive(Default)]
pub(crate) struct Assumptions {
    /// What was noted already, by the place in the compiled code.
    seen: FxHashSet<(AssumptionKind, Cow<'static, str>, FuncId, u32)>,
    /// Whether a function is the program's own.
    own: FxHashMap<FuncId, bool>,
    /// What nobody was told of.
    news: Vec<Assumed>,
}

impl Assumptions {
    /// Notes that the path rests on something from here on. A library's code that no code of the program called assumes nothing: it is the
    /// start of the process.
    pub(super) fn rests_on(
        &mut self,
        job: &Job,
        state: &State,
        kind: AssumptionKind,
        what: Cow<'static, str>,
    ) {
        if state.failing.is_some() {
            return;
        }
        let Some((function, at)) = self.own_place(job, state) else { return };
        if !self.seen.insert((kind, what.clone(), function, at)) {
            return;
        }
        let is_own = |place: &StackFrame| job.environment.is_own(&place.file);
        let place = state.stack.places(&job.program).into_iter().find(is_own);
        let StackFrame { file, line, .. } = place.unwrap_or_default();
        self.news.push(Assumed { kind, what, file, line });
    }

    /// What was noted since this was asked last.
    pub(super) fn take(&mut self) -> Vec<Assumed> {
        std::mem::take(&mut self.news)
    }

    /// The innermost activation of the program's own code, as a place in its compiled code.
    fn own_place(&mut self, job: &Job, state: &State) -> Option<(FuncId, u32)> {
        let mut frame = Some(&state.stack.top);
        while let Some(here) = frame {
            let function = here.code.function;
            let is_own = || {
                // Innermost inlined function first.
                let places = here.code.places(&job.program, here.at);
                places.last().is_none_or(|outermost| job.environment.is_own(&outermost.file))
            };
            if *self.own.entry(function).or_insert_with(is_own) {
                return Some((function, here.at));
            }
            frame = here.caller.as_deref();
        }
        None
    }
}
