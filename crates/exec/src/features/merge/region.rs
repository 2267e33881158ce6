//! A region: all that runs between a fork and the place where its sides meet again.

use super::item::Key;
use super::weights::{share, whole};
use crate::code::Inst;
use crate::data::options::Merge;
use crate::data::stop::{Alternative, Ending, Feasible, Stop};
use crate::features::merge::item::Item;
use crate::features::merge::join::{Joining, KeptApart, common};
use crate::machine::Context;
use crate::machine::run::Meetings;
use crate::state::State;
use std::collections::BTreeMap;

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

/// What is left of a region.
pub(crate) struct Region {
    /// The paths, with how they ended; `None` for those that go on.
    pub(crate) paths: Vec<(State, Option<Ending>)>,
    /// How many forks there were.
    pub(crate) forks: u64,
    /// Whether paths were merged.
    pub(crate) merged: bool,
}

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

/// A machine that runs regions.
pub(crate) struct Merging<'a> {
    pub(crate) cx: &'a mut Context,
}

impl Merging<'_> {
    /// Runs the region that begins at the fork at which a state stands.
    pub(crate) fn region(
        &mut self,
        state: State,
        alternatives: &[Alternative],
        end: End,
    ) -> Region {
        let mut running = Running {
            root: end.frames.min(state.stack.frames),
            end: Some(end),
            conditions: state.path.condition.len(),
            waiting: BTreeMap::new(),
            arrived: Vec::new(),
            left: Vec::new(),
            steps: 0,
            forks: 0,
            merged: false,
            classes: self.cx.job.merge != Merge::Always,
        };
        let item = Item::new(state, vec![whole()], Vec::new());
        self.part(&mut running, item, alternatives);
        loop {
            while let Some((_, items)) = running.waiting.pop_first() {
                let items = self.merge_all(&mut running, items);
                let together = items.len() > 1;
                for item in items {
                    match running.is_over() || self.cx.job.cancel.is_cancelled() {
                        true => running.left.push(item.leave(None)),
                        false => self.run_item(&mut running, item, together),
                    }
                }
            }
            let arrived = std::mem::take(&mut running.arrived);
            let arrived = self.merge_all(&mut running, arrived);
            if arrived.len() < 2 || running.is_over() || self.cx.job.cancel.is_cancelled() {
                let mut paths: Vec<_> = arrived.into_iter().map(|i| i.leave(None)).collect();
                paths.append(&mut running.left);
                return Region { paths, forks: running.forks, merged: running.merged };
            }
            running.grow(arrived);
        }
    }

    /// Puts a path on the feasible sides of the fork at which it stands.
    fn part(&mut self, running: &mut Running, item: Item, alternatives: &[Alternative]) {
        running.forks += 1;
        self.cx.job.effort.add_fork();
        let feasible = |a: &&Alternative| !matches!(a.feasible, Feasible::No);
        let sides = alternatives.iter().filter(feasible).count();
        let Item { state, weights, loops, among, .. } = item;
        let open = alternatives.iter().filter(feasible).map(|a| a.constraint).collect();
        let among = among.part(self.cx.place(&state), open);
        let weight = share(weights.last().unwrap_or(&None), sides);
        for (child, ending) in self.cx.take_sides(state, alternatives) {
            if ending.is_some() {
                running.left.push(among().leave(child, ending));
                continue;
            }
            let mut weights = weights.clone();
            weights.push(weight.clone());
            let item = Item::new(child, weights, loops.clone());
            running.wait(Item { among: among(), ..item });
        }
    }

    /// Runs a path until it waits for others, arrives, forks or ends. One that left a place `together` with others waits where
    /// it can meet them next.
    fn run_item(&mut self, running: &mut Running, mut item: Item, together: bool) {
        item.reachable = None;
        loop {
            let before = item.state.history.steps;
            let stop = self.cx.run_to_meeting(&mut item.state, MOST_STEPS, Meetings::Blocks);
            let steps = item.state.history.steps - before;
            running.steps += steps;
            self.cx.job.effort.add_steps(steps);
            // Conditions that no fork added.
            let added = item.state.path.condition.len() - running.conditions + 1;
            if item.weights.len() < added {
                item.weights.resize(added, None);
            }
            match stop {
                Err(Stop::Fork(alternatives)) if !running.is_over() => {
                    return self.part(running, item, &alternatives);
                }
                Err(Stop::Fork(alternatives)) => {
                    let among = item.among;
                    let parts = self.cx.take_sides(item.state, &alternatives);
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
            if item.state.stack.frames < running.root || running.is_over() || several {
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
        let mut apart = KeptApart::default();
        for mut item in items {
            if self.cx.job.cancel.is_cancelled() {
                merged.push(item);
                continue;
            }
            let common = common(self.cx, &item.state);
            let mut pairs = merged.iter_mut().zip(&commons).enumerate();
            let joined = pairs.find_map(|(index, (other, of_other))| {
                (*of_other == common).then_some(())?;
                let mut joining = Joining { cx: self.cx, apart: &mut apart };
                Some((index, joining.join(running.conditions, other, &mut item)?))
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

/// Where the region ends that begins at the fork at which a state stands; `None` when there is no region.
pub(crate) fn region_end(cx: &Context, state: &State) -> Option<End> {
    let budget = &cx.job.budget;
    // These limits count the forks of the tree in which nothing is merged.
    let counted = budget.forks.is_some() || budget.depth.is_some();
    let alone = state.failing.is_none() && !state.threads.are_several();
    if cx.job.merge == Merge::Never || counted || !alone {
        return None;
    }
    let (code, at) = (&state.stack.top.code, state.stack.top.at);
    match code.insts.get(at as usize)? {
        // One side of a check ends.
        Inst::Check { .. } | Inst::Assert { .. } => None,
        Inst::Branch { .. } | Inst::Switch { .. } => next_join(state, at),
        _ => Some(End { frames: state.stack.frames, at: at + 1 }),
    }
}

/// Where all ways from an instruction at which a state stands meet next.
fn next_join(state: &State, at: u32) -> Option<End> {
    match state.stack.top.code.flow().join(at) {
        Some(at) => Some(End { frames: state.stack.frames, at }),
        None => {
            let caller = state.stack.top.caller.as_deref()?;
            Some(End { frames: state.stack.frames - 1, at: caller.at + 1 })
        }
    }
}

impl Running {
    /// Whether the region is not run any further.
    fn is_over(&self) -> bool {
        self.steps > MOST_STEPS || self.forks >= MOST_FORKS || self.waiting.len() > MOST_WAITING
    }

    fn has_arrived(&self, state: &State) -> bool {
        self.end.is_some_and(|end| state.stack.frames == end.frames && state.stack.top.at == end.at)
    }

    /// Goes on with paths that could not be merged where the region was to end, to the next place where they meet.
    fn grow(&mut self, arrived: Vec<Item>) {
        self.end = arrived.first().and_then(|item| next_join(&item.state, item.state.stack.top.at));
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
