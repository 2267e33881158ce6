//! The paths of a region, and the loops that they are in.

use super::merge_record::Among;
use super::reach::Reachable;
use super::weights::Weight;
use crate::data::input::Input;
use crate::data::stop::Ending;
use crate::state::State;
use crate::state::frame::Frame;
use effigy_ir::program::FuncId;
use std::ops::Range;
use std::rc::Rc;

/// A loop that a path is in.
#[derive(Clone, Debug)]
pub(in crate::features) struct LoopAt {
    /// The block that begins the loop.
    pub(in crate::features) head: u32,
    /// How often the path came by.
    pub(in crate::features) iterations: u64,
    /// Which objects there were at first.
    pub(in crate::features) shape: u64,
    /// How many array objects there were at first.
    pub(in crate::features) arrays: u64,
    /// How many objects of the language there were at first.
    pub(in crate::features) made: u64,
    /// The inputs that were made at first.
    pub(in crate::features) inputs: Rc<Vec<Input>>,
}

impl LoopAt {
    /// Whether another path is in the same iteration of the loop, with the same objects at first.
    fn is_like(&self, other: &LoopAt) -> bool {
        self.head == other.head && self.iterations == other.iterations && self.shape == other.shape
    }

    /// What both of two paths had at first that are in the same loop.
    fn take(&mut self, other: &LoopAt) {
        // No handle leads to an array object that one of them has not.
        self.arrays = self.arrays.max(other.arrays);
        self.made = self.made.min(other.made);
        if !Rc::ptr_eq(&self.inputs, &other.inputs) && self.inputs != other.inputs {
            let both = self.inputs.iter().filter(|input| other.inputs.contains(input));
            self.inputs = Rc::new(both.cloned().collect());
        }
    }
}

/// A path of a region.
pub(in crate::features) struct Item {
    pub(in crate::features) state: State,
    /// The weight of the region's paths with the first so many of the conditions that the path added.
    pub(in crate::features) weights: Vec<Weight>,
    /// For each activation since the region's, the loops that it is in.
    pub(super) loops: Vec<Vec<LoopAt>>,
    /// What the path can reach, as long as it waits, when that was asked for.
    pub(in crate::features) reachable: Option<Option<Reachable>>,
    /// Which of the region's paths it is.
    pub(in crate::features) among: Among,
}

/// Where a path stands: of two paths the one with the lower key is behind. For each activation since the region's the
/// loops that it is in with the number of the iteration, and the instruction, in order of the flow.
pub(super) type Key = Vec<u64>;

impl Item {
    pub(in crate::features) fn new(
        state: State,
        weights: Vec<Weight>,
        loops: Vec<Vec<LoopAt>>,
    ) -> Self {
        Self { state, weights, loops, reachable: None, among: Among::default() }
    }

    /// The path's state, which knows what the path became of.
    pub(super) fn leave(self, ending: Option<Ending>) -> (State, Option<Ending>) {
        self.among.leave(self.state, ending)
    }

    /// A path that two became.
    pub(in crate::features) fn merged(state: State, weights: Vec<Weight>, like: &Item) -> Self {
        Self::new(state, weights, like.loops.clone())
    }

    /// Another path at the same place.
    pub(in crate::features) fn with(&self, state: State) -> Self {
        Self::new(state, Vec::new(), self.loops.clone())
    }

    /// The loops that the path is in, by activation, the outermost one first.
    pub(in crate::features) fn loops(&self) -> &[Vec<LoopAt>] {
        &self.loops
    }

    /// The loops that the path is in.
    pub(in crate::features) fn all_loops(&self) -> impl Iterator<Item = &LoopAt> {
        self.loops.iter().flatten()
    }

    /// The loops of the running activation that the path is in.
    pub(in crate::features) fn loops_of_top(&self) -> &[LoopAt] {
        self.loops.last().map_or(&[], Vec::as_slice)
    }

    /// The loops of all activations that the path is in, with their functions; the outermost activation is the first one.
    pub(in crate::features) fn loops_by_function(&self) -> Vec<(FuncId, LoopAt)> {
        let mut functions: Vec<FuncId> = self.state.stack().map(|f| f.code.function).collect();
        functions.reverse();
        let all = functions.into_iter().zip(&self.loops);
        all.flat_map(|(function, loops)| loops.iter().map(move |at| (function, at.clone())))
            .collect()
    }

    /// The loop that the path comes to at this place for the first time.
    pub(in crate::features) fn enters(&self) -> Option<(FuncId, u32)> {
        let code = &self.state.stack.top.code;
        let block = code.flow().block(self.state.stack.top.at);
        let at = self.loops_of_top().last()?;
        (at.head == block && at.iterations == 0 && code.flow().is_meeting(self.state.stack.top.at))
            .then_some((code.function, block))
    }

    /// Another number of iterations of the innermost loop.
    pub(in crate::features) fn set_iterations(&mut self, iterations: u64) {
        if let Some(at) = self.loops.last_mut().and_then(|loops| loops.last_mut()) {
            at.iterations = iterations;
        }
    }

    /// Whether another path is in the same loops, with the same objects at first.
    pub(in crate::features) fn is_in_loops_of(&self, other: &Item) -> bool {
        let pairs = || self.loops.iter().zip(&other.loops);
        let like = |(a, b): (&Vec<LoopAt>, &Vec<LoopAt>)| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_like(b))
        };
        self.loops.len() == other.loops.len() && pairs().all(like)
    }

    /// Takes over what another path in the same loops had at first.
    pub(in crate::features) fn take_loops(&mut self, other: &Item) {
        let pairs = self.loops.iter_mut().flatten().zip(other.loops.iter().flatten());
        pairs.for_each(|(mine, theirs)| mine.take(theirs));
    }

    /// Whether it still matters what a range of a stack object holds.
    pub(in crate::features) fn can_reach(&self, base: u64, range: &Range<u64>) -> bool {
        match &self.reachable {
            Some(Some(reachable)) => reachable.contains(base, range),
            Some(None) | None => true,
        }
    }

    /// The activations since the region's, outermost first.
    fn frames(&self, root: u32) -> Vec<&Frame> {
        let count = self.state.stack.frames.saturating_sub(root) as usize + 1;
        let mut frames: Vec<&Frame> = self.state.stack().take(count).collect();
        frames.reverse();
        frames
    }

    /// Notes the loops that the path is in.
    pub(in crate::features) fn came_by(&mut self, root: u32) {
        let mut loops = std::mem::take(&mut self.loops);
        let shape = self.state.memory.shape();
        let (arrays, inputs) = (self.state.memory.arrays.count(), self.state.inputs.clone());
        let made = self.state.memory.functions.objects();
        let frames = self.frames(root);
        loops.resize(frames.len(), Vec::new());
        let last = frames.len() - 1;
        for (index, (frame, loops)) in frames.iter().zip(&mut loops).enumerate() {
            let flow = frame.code.flow();
            let block = flow.block(frame.at);
            let around = |head: u32| flow.loop_at(head).is_some_and(|body| body.contains(block));
            while loops.last().is_some_and(|at| !around(at.head)) {
                loops.pop();
            }
            let begins = index == last && flow.loop_at(block).is_some();
            if begins && flow.is_meeting(frame.at) {
                match loops.last_mut() {
                    Some(at) if at.head == block => at.iterations += 1,
                    _ => loops.push(LoopAt {
                        head: block,
                        iterations: 0,
                        shape,
                        arrays,
                        made,
                        inputs: inputs.clone(),
                    }),
                }
            }
        }
        self.loops = loops;
    }

    pub(in crate::features) fn key(&self, root: u32, classes: bool) -> Key {
        let mut key = Vec::new();
        let frames = self.frames(root);
        let top = frames.len() - 1;
        for (index, frame) in frames.into_iter().enumerate() {
            let flow = frame.code.flow();
            for LoopAt { head, iterations, .. } in self.loops.get(index).into_iter().flatten() {
                key.push(u64::from(flow.order(*head)) << 32);
                key.push(*iterations);
            }
            let order = u64::from(flow.order(flow.block(frame.at)));
            key.push(order << 32 | u64::from(frame.at));
            // Paths that cannot become one before this activation goes on run to there one class after the other.
            if classes && index < top {
                key.push(frame.hot_values(true));
            }
        }
        key
    }
}
