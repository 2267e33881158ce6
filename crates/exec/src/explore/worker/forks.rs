//! Which loops of the program forks belong to, so that a run which does not end can name the loop that keeps forking.

use crate::code::Code;
use crate::data::finding::StackFrame;
use crate::explore::exploration::LoopForks;
use crate::machine::Context;
use crate::state::State;
use effigy_ir::program::FuncId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A loop, and whether people are shown its code.
type Around = (Arc<StackFrame>, bool);

/// How often loops forked.
#[derive(Debug, Default)]
pub(super) struct Loops {
    /// The loop around an instruction.
    around: FxHashMap<(FuncId, u32), Option<Around>>,
    forks: FxHashMap<(String, u32, String), u64>,
    most: Option<LoopForks>,
}

impl Loops {
    /// Counts a fork of so many forks in the innermost loop that a state is in, first in code that people are shown.
    pub(super) fn count(&mut self, context: &Context, state: &State, forks: u64) {
        let mut found: Option<Arc<StackFrame>> = None;
        for frame in state.stack().take(FRAMES) {
            let key = (frame.code.function, frame.at);
            let around =
                self.around.entry(key).or_insert_with(|| around(context, &frame.code, frame.at));
            match around {
                Some((place, true)) => {
                    found = Some(place.clone());
                    break;
                }
                Some((place, false)) if found.is_none() => found = Some(place.clone()),
                _ => {}
            }
        }
        let Some(place) = found else { return };
        let key = (place.file.clone(), place.line, place.function.clone());
        let count = self.forks.entry(key).or_default();
        *count += forks;
        if self.most.as_ref().is_none_or(|(_, most)| *count >= *most) {
            self.most = Some((place, *count));
        }
    }

    /// The loop that forked most.
    pub(super) fn most(&self) -> Option<&LoopForks> {
        self.most.as_ref()
    }

    /// Adds the counts, by file, line and function.
    pub(super) fn add_to(&self, all: &mut BTreeMap<(String, u32, String), u64>) {
        for (place, forks) in &self.forks {
            *all.entry(place.clone()).or_default() += forks;
        }
    }
}

/// Activations that are looked at.
const FRAMES: usize = 64;

/// The place of the innermost loop around an instruction, in code that people are shown where there is such code.
fn around(context: &Context, code: &Code, at: u32) -> Option<Around> {
    let flow = code.flow();
    let head = flow.innermost_loop(flow.block(at))?;
    let shown = |frame: &StackFrame| (context.job.reported)(&frame.file) && frame.line > 0;
    let start = flow.instructions(head as usize, code);
    let places = start.map(|at| context.places(code, at as u32)).chain([context.places(code, at)]);
    let places: Vec<Vec<StackFrame>> = places.collect();
    if let Some(frame) = places.iter().flatten().find(|frame| shown(frame)) {
        return Some((Arc::new(frame.clone()), true));
    }
    let frame = places.iter().flatten().find(|frame| frame.line > 0)?;
    Some((Arc::new(frame.clone()), false))
}
