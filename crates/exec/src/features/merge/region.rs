//! A region: all that runs between a fork and the place where its sides meet again.

use super::masses::{Mass, share, whole};
use super::met::Among;
use super::reach::Reachable;
use crate::code::Inst;
use crate::data::input::Input;
use crate::data::options::Merge;
use crate::data::stop::{Alternative, Ending, Feasible, Stop};
use crate::machine::Context;
use crate::state::State;
use crate::state::frame::Frame;
use effigy_ir::program::FuncId;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// Most instructions that a region executes on all of its paths together. Then its paths go on by themselves.
const MOST_STEPS: u64 = 20_000_000;

/// Most forks of a region.
const MOST_FORKS: u64 = 1 << 15;

/// Most paths that wait in a region.
const MOST_WAITING: usize = 1 << 12;

/// Where the paths of a region meet at last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    /// The number of activations.
    frames: u32,
    /// The next instruction there.
    at: u32,
}

/// A loop that a path is in.
#[derive(Clone, Debug)]
pub(in crate::features) struct LoopAt {
    /// The block that begins the loop.
    pub(in crate::features) head: u32,
    /// How often the path came by.
    pub(in crate::features) rounds: u64,
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
    /// Whether another path is in the same round of the loop, with the same objects at first.
    fn is_like(&self, other: &LoopAt) -> bool {
        self.head == other.head && self.rounds == other.rounds && self.shape == other.shape
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
    /// The mass of the region's paths with the first so many of the conditions that the path added.
    pub(in crate::features) masses: Vec<Mass>,
    /// For each activation since the region's, the loops that it is in.
    loops: Vec<Vec<LoopAt>>,
    /// What the path can reach, as long as it waits, when that was asked for.
    pub(in crate::features) reachable: Option<Option<Reachable>>,
    /// Which of the region's paths it is.
    pub(in crate::features) among: Among,
}

/// What is left of a region.
pub(crate) struct Region {
    /// The paths, with how they ended; `None` for those that go on.
    pub(crate) paths: Vec<(State, Option<Ending>)>,
    /// How many forks there were.
    pub(crate) forks: u64,
    /// Whether paths were merged.
    pub(crate) merged: bool,
}

/// Where a path stands: of two paths the one with the lower key is behind. For each activation since the region's the
/// loops that it is in with the number of the round, and the instruction, in order of the flow.
type Key = Vec<u64>;

/// A region that is being run.
struct Running {
    /// `None` when the paths meet nowhere but at the end of the program.
    end: Option<End>,
    /// The number of activations that no path has left.
    root: u32,
    /// How many conditions the path had at the fork.
    conditions: usize,
    waiting: BTreeMap<Key, Vec<Item>>,
    arrived: Vec<Item>,
    left: Vec<(State, Option<Ending>)>,
    steps: u64,
    forks: u64,
    merged: bool,
    /// Whether registers that become addresses, lengths or bounds of loops keep paths apart.
    classes: bool,
}

impl Context {
    /// Runs the region that begins at the fork at which a state stands.
    pub(crate) fn region(
        &mut self,
        state: State,
        alternatives: &[Alternative],
        end: End,
    ) -> Region {
        let mut running = Running {
            root: end.frames.min(state.frames),
            end: Some(end),
            conditions: state.condition.len(),
            waiting: BTreeMap::new(),
            arrived: Vec::new(),
            left: Vec::new(),
            steps: 0,
            forks: 0,
            merged: false,
            classes: self.job.merge != Merge::Always,
        };
        let item = Item::new(state, vec![whole()], Vec::new());
        self.part(&mut running, item, alternatives);
        loop {
            while let Some((_, items)) = running.waiting.pop_first() {
                let items = self.merge_all(&mut running, items);
                let together = items.len() > 1;
                for item in items {
                    match running.is_over() || self.job.cancel.is_cancelled() {
                        true => running.left.push(item.leave(None)),
                        false => self.run_item(&mut running, item, together),
                    }
                }
            }
            let arrived = std::mem::take(&mut running.arrived);
            let arrived = self.merge_all(&mut running, arrived);
            if arrived.len() < 2 || running.is_over() || self.job.cancel.is_cancelled() {
                let mut paths: Vec<_> = arrived.into_iter().map(|i| i.leave(None)).collect();
                paths.append(&mut running.left);
                return Region { paths, forks: running.forks, merged: running.merged };
            }
            running.grow(arrived);
        }
    }

    /// Where the region ends that begins at the fork at which a state stands; `None` when there is no region.
    pub(crate) fn region_end(&self, state: &State) -> Option<End> {
        let budget = &self.job.budget;
        // These limits count the forks of the tree in which nothing is merged.
        let counted = budget.forks.is_some() || budget.depth.is_some();
        let alone = state.failing.is_none() && !state.threads.are_several();
        if self.job.merge == Merge::Never || counted || !alone {
            return None;
        }
        let (code, at) = (&state.top.code, state.top.at);
        match code.insts.get(at as usize)? {
            // One side of a check ends.
            Inst::Check { .. } | Inst::Assert { .. } => None,
            Inst::Branch { .. } | Inst::Switch { .. } => next_join(state, at),
            _ => Some(End { frames: state.frames, at: at + 1 }),
        }
    }

    /// Puts a path on the feasible sides of the fork at which it stands.
    fn part(&mut self, running: &mut Running, item: Item, alternatives: &[Alternative]) {
        running.forks += 1;
        let feasible = |a: &&Alternative| !matches!(a.feasible, Feasible::No);
        let sides = alternatives.iter().filter(feasible).count();
        let Item { state, masses, loops, among, .. } = item;
        let open = alternatives.iter().filter(feasible).map(|a| a.constraint).collect();
        let among = among.part(self.place(&state), open);
        let mass = share(masses.last().unwrap_or(&None), sides);
        for (child, ending) in self.take_sides(state, alternatives) {
            if ending.is_some() {
                running.left.push(among().leave(child, ending));
                continue;
            }
            let mut masses = masses.clone();
            masses.push(mass.clone());
            let item = Item::new(child, masses, loops.clone());
            running.wait(Item { among: among(), ..item });
        }
    }

    /// Runs a path until it waits for others, arrives, forks or ends. One that left a place `together` with others waits where
    /// it can meet them next.
    fn run_item(&mut self, running: &mut Running, mut item: Item, together: bool) {
        item.reachable = None;
        loop {
            let before = item.state.steps;
            let stop = self.run_to_meeting(&mut item.state, MOST_STEPS);
            running.steps += item.state.steps - before;
            // Conditions that no fork added.
            let added = item.state.condition.len() - running.conditions + 1;
            if item.masses.len() < added {
                item.masses.resize(added, None);
            }
            match stop {
                Err(Stop::Fork(alternatives)) if !running.is_over() => {
                    return self.part(running, item, &alternatives);
                }
                Err(Stop::Fork(alternatives)) => {
                    let among = item.among;
                    let parts = self.take_sides(item.state, &alternatives);
                    running.forks += 1;
                    let parts =
                        parts.into_iter().map(|(state, end)| among.clone().leave(state, end));
                    return running.left.extend(parts);
                }
                Err(Stop::End(ending)) => return running.left.push(item.leave(Some(ending))),
                Err(Stop::Pause) => return running.left.push(item.leave(None)),
                Ok(()) => {}
            }
            let several = item.state.threads.are_several();
            if !several && running.has_arrived(&item.state) {
                return running.arrived.push(item);
            }
            if item.state.frames < running.root || running.is_over() || several {
                return running.left.push(item.leave(None));
            }
            item.came_by(running.root);
            let alone = running.waiting.first_key_value();
            if together
                || alone.is_some_and(|(first, _)| *first <= item.key(running.root, running.classes))
            {
                return running.wait(item);
            }
        }
    }

    /// Merges paths that stand at one place where that is possible, and pays.
    fn merge_all(&mut self, running: &mut Running, items: Vec<Item>) -> Vec<Item> {
        let mut merged: Vec<Item> = Vec::with_capacity(items.len());
        // What paths that are merged have in common. It stays the same when they are.
        let mut commons: Vec<u64> = Vec::with_capacity(items.len());
        for mut item in items {
            if self.job.cancel.is_cancelled() {
                merged.push(item);
                continue;
            }
            let common = self.common(&item.state);
            let mut pairs = merged.iter_mut().zip(&commons).enumerate();
            let joined = pairs.find_map(|(index, (other, of_other))| {
                (*of_other == common).then_some(())?;
                Some((index, self.join(running.conditions, other, &mut item)?))
            });
            match joined {
                Some((index, both)) => {
                    running.merged = true;
                    merged[index] = both;
                }
                None => {
                    merged.push(item);
                    commons.push(common);
                }
            }
        }
        // Paths that stay apart make what they make from here on at the same addresses, so that they can meet later.
        if let [first, rest @ ..] = &mut *merged {
            let first = &mut first.state.memory;
            rest.iter().for_each(|item| first.skip_used(&item.state.memory));
            rest.iter_mut().for_each(|item| item.state.memory.skip_used(first));
        }
        merged
    }
}

/// Where all ways from an instruction at which a state stands meet next.
fn next_join(state: &State, at: u32) -> Option<End> {
    match state.top.code.flow().join(at) {
        Some(at) => Some(End { frames: state.frames, at }),
        None => {
            let caller = state.top.caller.as_deref()?;
            Some(End { frames: state.frames - 1, at: caller.at + 1 })
        }
    }
}

impl Running {
    /// Whether the region is not run any further.
    fn is_over(&self) -> bool {
        self.steps > MOST_STEPS || self.forks >= MOST_FORKS || self.waiting.len() > MOST_WAITING
    }

    fn has_arrived(&self, state: &State) -> bool {
        self.end.is_some_and(|end| state.frames == end.frames && state.top.at == end.at)
    }

    /// Goes on with paths that could not be merged where the region was to end, to the next place where they meet.
    fn grow(&mut self, arrived: Vec<Item>) {
        self.end = arrived.first().and_then(|item| next_join(&item.state, item.state.top.at));
        let root = self.end.map_or(self.root, |end| end.frames.min(self.root));
        for mut item in arrived {
            let outer = (self.root - root) as usize;
            item.loops.splice(0..0, std::iter::repeat_n(Vec::new(), outer));
            item.came_by(root);
            self.waiting.entry(item.key(root, self.classes)).or_default().push(item);
        }
        self.root = root;
    }

    fn wait(&mut self, item: Item) {
        self.waiting.entry(item.key(self.root, self.classes)).or_default().push(item);
    }
}

impl Item {
    pub(in crate::features) fn new(
        state: State,
        masses: Vec<Mass>,
        loops: Vec<Vec<LoopAt>>,
    ) -> Self {
        Self { state, masses, loops, reachable: None, among: Among::default() }
    }

    /// The path's state, which knows what the path became of.
    fn leave(self, ending: Option<Ending>) -> (State, Option<Ending>) {
        self.among.leave(self.state, ending)
    }

    /// A path that two became.
    pub(in crate::features) fn merged(state: State, masses: Vec<Mass>, like: &Item) -> Self {
        Self::new(state, masses, like.loops.clone())
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
        let code = &self.state.top.code;
        let block = code.flow().block(self.state.top.at);
        let at = self.loops_of_top().last()?;
        (at.head == block && at.rounds == 0 && code.flow().is_meeting(self.state.top.at))
            .then_some((code.function, block))
    }

    /// Another number of rounds of the innermost loop.
    pub(in crate::features) fn set_rounds(&mut self, rounds: u64) {
        if let Some(at) = self.loops.last_mut().and_then(|loops| loops.last_mut()) {
            at.rounds = rounds;
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
        let count = self.state.frames.saturating_sub(root) as usize + 1;
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
                    Some(at) if at.head == block => at.rounds += 1,
                    _ => loops.push(LoopAt {
                        head: block,
                        rounds: 0,
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
            for LoopAt { head, rounds, .. } in self.loops.get(index).into_iter().flatten() {
                key.push(u64::from(flow.order(*head)) << 32);
                key.push(*rounds);
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
