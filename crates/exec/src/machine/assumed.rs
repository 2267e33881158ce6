//! What a run takes for granted, noted where it is: by models, and by the machine.
//!
//! A worker notes each assumption once for each place of the program's own code that rests on it, so that what a run assumes does not
//! depend on the order in which workers come by.

use crate::data::finding::StackFrame;
use crate::data::record::Assumed;
use crate::machine::Context;
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

impl Context {
    /// Notes that the path rests on something from here on. A library's code that no code of the program called assumes nothing: it is the
    /// start of the process.
    pub(crate) fn rests_on(
        &mut self,
        state: &State,
        kind: AssumptionKind,
        what: Cow<'static, str>,
    ) {
        if state.failing.is_some() {
            return;
        }
        let Some((function, at)) = self.own_place(state) else { return };
        if !self.assumptions.seen.insert((kind, what.clone(), function, at)) {
            return;
        }
        let place = self.own_frame(state).unwrap_or_default();
        let StackFrame { file, line, .. } = place;
        self.assumptions.news.push(Assumed { kind, what, file, line });
    }

    /// What was noted since this was asked last.
    pub fn take_assumed(&mut self) -> Vec<Assumed> {
        std::mem::take(&mut self.assumptions.news)
    }

    /// The innermost activation of the program's own code, as a place in its compiled code.
    fn own_place(&mut self, state: &State) -> Option<(FuncId, u32)> {
        let mut frame = Some(&state.stack.top);
        while let Some(here) = frame {
            let function = here.code.function;
            let own = match self.assumptions.own.get(&function) {
                Some(own) => *own,
                None => {
                    let own = self.is_own(&self.places(&here.code, here.at));
                    self.assumptions.own.insert(function, own);
                    own
                }
            };
            if own {
                return Some((function, here.at));
            }
            frame = here.caller.as_deref();
        }
        None
    }

    /// Whether a place, innermost inlined function first, is in a function of the program's own.
    fn is_own(&self, places: &[StackFrame]) -> bool {
        places.last().is_none_or(|outermost| self.job.environment.is_own(&outermost.file))
    }

    /// The innermost place in the program's own code.
    fn own_frame(&self, state: &State) -> Option<StackFrame> {
        self.stack(state).into_iter().find(|place| self.job.environment.is_own(&place.file))
    }
}
