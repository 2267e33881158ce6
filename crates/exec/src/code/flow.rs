//! The control flow of a function's code: where paths join again, loops, what is live and what would be costly as a
//! symbol.

use super::blocks::Blocks;
use super::forced::{Forced, forced};
use super::{Code, Inst, Named, R, Src};
use effigy_base::sort::Sort;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    fn new(size: usize) -> Self {
        Self { words: vec![0; size.div_ceil(64)] }
    }

    pub(crate) fn contains(&self, item: u32) -> bool {
        self.words.get(item as usize / 64).is_some_and(|word| word >> (item % 64) & 1 == 1)
    }

    /// Adds an item.
    pub(super) fn add_item(&mut self, item: u32) {
        self.insert(item);
    }

    /// Adds an item; whether it is new.
    fn insert(&mut self, item: u32) -> bool {
        let word = &mut self.words[item as usize / 64];
        let before = *word;
        *word |= 1 << (item % 64);
        *word != before
    }

    pub(super) fn remove(&mut self, item: u32) {
        self.words[item as usize / 64] &= !(1 << (item % 64));
    }

    /// Adds all of another set.
    fn add(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a |= b);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        let bits = |(index, word): (usize, &u64)| {
            // Without the lowest item each time.
            let rest = |word: &u64| Some(word & (word - 1)).filter(|word| *word != 0);
            let words = std::iter::successors(Some(*word).filter(|word| *word != 0), rest);
            words.map(move |word| 64 * index as u32 + word.trailing_zeros())
        };
        self.words.iter().enumerate().flat_map(bits)
    }

    /// How many items there are.
    pub(crate) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many smaller items there are than an item of the set.
    pub(crate) fn rank(&self, item: u32) -> Option<usize> {
        let (index, bit) = (item as usize / 64, item % 64);
        let below = *self.words.get(index)? & ((1 << bit) - 1);
        let before: u32 = self.words.iter().take(index).map(|word| word.count_ones()).sum();
        self.contains(item).then_some((before + below.count_ones()) as usize)
    }
}

/// The flow graph of a function's code. Blocks are numbered by their first instruction.
#[derive(Debug)]
pub(crate) struct Flow {
    blocks: Blocks,
    /// Where control goes from each block.
    next: Vec<Vec<u32>>,
    /// The place of each block in a reverse postorder: before all blocks that it leads to, but for those of loops.
    order: Vec<u32>,
    /// The block that every way to a return comes through next; `None` when that is the return.
    join: Vec<Option<u32>>,
    /// By instruction, whether it begins a block that several blocks lead to, or a loop.
    meetings: Vec<bool>,
    /// By instruction, whether it begins a block that a loop is left to.
    exits: Vec<bool>,
    /// The blocks of the loop that a block is the head of.
    loops: Vec<Option<BitSet>>,
    /// The way behind a block that its constants decide.
    forced: Vec<Option<Forced>>,
}

impl Flow {
    /// The flow graph of some code.
    pub(crate) fn new(code: &Code) -> Self {
        let blocks = Blocks::new(code);
        let starts = &blocks.starts;
        let block = |at: u32| blocks.block(at);
        let mut next: Vec<Vec<u32>> = Vec::with_capacity(starts.len());
        let mut returns = Vec::new();
        for (index, start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(code.insts.len() as u32);
            let mut to = Vec::new();
            let last = &code.insts[end.max(start + 1) as usize - 1];
            code.successors(last, &mut |at| to.push(block(at)));
            to.sort_unstable();
            to.dedup();
            returns.push(matches!(last, Inst::Return { .. }));
            next.push(to);
        }
        let (order, sequence) = reverse_postorder(&next);
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); next.len()];
        for (from, to) in next.iter().enumerate() {
            to.iter().for_each(|to| before[*to as usize].push(from as u32));
        }
        let join = joins(&next, &before, &returns);
        let mut meetings = vec![false; code.insts.len()];
        for (start, before) in starts.iter().zip(&before) {
            meetings[*start as usize] = before.len() > 1;
        }
        let loops = loops(&next, &before, &order, &sequence);
        for (start, body) in starts.iter().zip(&loops) {
            meetings[*start as usize] |= body.is_some();
        }
        let mut exits = vec![false; code.insts.len()];
        for body in loops.iter().flatten() {
            let left = body.iter().flat_map(|block| &next[block as usize]);
            left.filter(|to| !body.contains(**to))
                .for_each(|to| exits[starts[*to as usize] as usize] = true);
        }
        let forced = (0..blocks.len()).map(|block| forced(code, &blocks, block)).collect();
        Self { blocks, next, order, join, meetings, exits, loops, forced }
    }

    /// The block of an instruction.
    pub(crate) fn block(&self, at: u32) -> u32 {
        self.blocks.block(at)
    }

    /// Whether an instruction begins a block that several blocks lead to.
    pub(crate) fn is_meeting(&self, at: u32) -> bool {
        self.meetings.get(at as usize).copied().unwrap_or(false)
    }

    /// Whether paths that went round a loop several times can meet at an instruction: it begins a meeting, or a block that a loop is
    /// left to.
    pub(crate) fn is_round(&self, at: u32) -> bool {
        self.is_meeting(at) || self.exits.get(at as usize).copied().unwrap_or(false)
    }

    /// The place of a block in the order of the flow.
    pub(crate) fn order(&self, block: u32) -> u32 {
        self.order[block as usize]
    }

    /// The instruction at which all ways from the end of an instruction's block to a return meet; `None` when they meet
    /// behind the return.
    pub(crate) fn join(&self, at: u32) -> Option<u32> {
        self.join[self.block(at) as usize].map(|block| self.blocks.starts[block as usize])
    }

    /// The loop that a block is the head of.
    pub(crate) fn loop_at(&self, block: u32) -> Option<&BitSet> {
        self.loops[block as usize].as_ref()
    }

    /// The registers that the blocks of a loop write, each once.
    pub(crate) fn written_in_loop(&self, code: &Code, head: u32) -> Vec<R> {
        let mut written = BitSet::new(code.sorts.len());
        for block in self.loop_at(head).into_iter().flat_map(BitSet::iter) {
            for at in self.instructions(block as usize, code) {
                code.writes(&code.insts[at], &mut |register| {
                    written.insert(register);
                });
            }
        }
        written.iter().collect()
    }

    /// What holds at the start of each block of what holds before an instruction, where `step` says it of one instruction from
    /// what holds behind it, and any of several ways suffices. Items are numbers below `items`.
    pub(super) fn backwards(
        &self,
        code: &Code,
        items: usize,
        step: &dyn Fn(usize, &mut BitSet),
    ) -> Vec<BitSet> {
        let mut starts = vec![BitSet::new(items); self.blocks.starts.len()];
        let mut blocks: Vec<usize> = (0..self.blocks.starts.len()).collect();
        blocks.sort_unstable_by_key(|block| std::cmp::Reverse(self.order[*block]));
        let mut changed = true;
        while changed {
            changed = false;
            for block in &blocks {
                let mut set = self.behind(code, *block, &starts, items, step);
                self.instructions(*block, code).rev().for_each(|at| step(at, &mut set));
                if set != starts[*block] {
                    starts[*block] = set;
                    changed = true;
                }
            }
        }
        starts
    }

    /// What holds behind a block, by what holds at the starts of blocks.
    fn behind(
        &self,
        code: &Code,
        block: usize,
        starts: &[BitSet],
        items: usize,
        step: &dyn Fn(usize, &mut BitSet),
    ) -> BitSet {
        if let Some(Forced { through, to }) = &self.forced[block] {
            let mut set = starts[*to as usize].clone();
            for block in through.iter().rev() {
                self.instructions(*block as usize, code).rev().for_each(|at| step(at, &mut set));
            }
            return set;
        }
        let mut set = BitSet::new(items);
        self.next[block].iter().for_each(|to| set.add(&starts[*to as usize]));
        set
    }

    /// What holds before an instruction, by what [`Flow::backwards`] says of the starts of blocks.
    pub(super) fn before(
        &self,
        code: &Code,
        at: u32,
        items: usize,
        starts: &[BitSet],
        step: &dyn Fn(usize, &mut BitSet),
    ) -> BitSet {
        let block = self.block(at) as usize;
        if self.blocks.starts[block] == at {
            return starts[block].clone();
        }
        let mut set = self.behind(code, block, starts, items, step);
        let behind = self.instructions(block, code).rev().take_while(|i| *i >= at as usize);
        behind.for_each(|at| step(at, &mut set));
        set
    }

    /// How many blocks there are.
    pub(crate) fn len(&self) -> usize {
        self.blocks.starts.len()
    }

    /// Where control goes from a block.
    pub(crate) fn next(&self, block: u32) -> &[u32] {
        self.next.get(block as usize).map_or(&[], Vec::as_slice)
    }

    /// The head of the smallest loop that a block is in.
    pub(crate) fn innermost_loop(&self, block: u32) -> Option<u32> {
        let around = |(_, body): &(u32, &BitSet)| body.contains(block);
        let loops = (0..).zip(&self.loops).filter_map(|(head, body)| Some((head, body.as_ref()?)));
        loops.filter(around).min_by_key(|(_, body)| body.iter().count()).map(|(head, _)| head)
    }

    /// The instructions of a block.
    pub(crate) fn instructions(&self, block: usize, code: &Code) -> std::ops::Range<usize> {
        self.blocks.instructions(block, code)
    }
}

/// The number of each block in a reverse postorder, and the blocks in that order.
fn reverse_postorder(next: &[Vec<u32>]) -> (Vec<u32>, Vec<u32>) {
    let mut seen = vec![false; next.len()];
    let mut sequence = Vec::with_capacity(next.len());
    let mut stack: Vec<(u32, usize)> = Vec::new();
    for root in 0..next.len() as u32 {
        if std::mem::replace(&mut seen[root as usize], true) {
            continue;
        }
        let mut post = Vec::new();
        stack.push((root, 0));
        while let Some((block, tried)) = stack.last_mut() {
            match next[*block as usize].get(*tried) {
                Some(to) => {
                    *tried += 1;
                    if !std::mem::replace(&mut seen[*to as usize], true) {
                        stack.push((*to, 0));
                    }
                }
                None => {
                    post.push(*block);
                    stack.pop();
                }
            }
        }
        post.reverse();
        sequence.extend(post);
    }
    let mut order = vec![0; next.len()];
    for (place, block) in sequence.iter().enumerate() {
        order[*block as usize] = place as u32;
    }
    (order, sequence)
}

/// The immediate postdominator of each block, on the ways that return (Cooper, Harvey and Kennedy, *A simple, fast
/// dominance algorithm*, 2001, on the reversed graph).
fn joins(next: &[Vec<u32>], before: &[Vec<u32>], returns: &[bool]) -> Vec<Option<u32>> {
    let exit = next.len();
    // The reversed graph with one exit in front of all returns.
    let mut back: Vec<Vec<u32>> = before.to_vec();
    back.push((0..exit as u32).filter(|block| returns[*block as usize]).collect());
    let mut sequence = Vec::new();
    let mut seen = vec![false; exit + 1];
    seen[exit] = true;
    let mut stack = vec![(exit as u32, 0)];
    while let Some((block, tried)) = stack.last_mut() {
        match back[*block as usize].get(*tried) {
            Some(to) => {
                *tried += 1;
                if !std::mem::replace(&mut seen[*to as usize], true) {
                    stack.push((*to, 0));
                }
            }
            None => {
                sequence.push(*block);
                stack.pop();
            }
        }
    }
    sequence.reverse();
    let mut place = vec![usize::MAX; exit + 1];
    sequence.iter().enumerate().for_each(|(i, block)| place[*block as usize] = i);
    let mut parent: Vec<Option<u32>> = vec![None; exit + 1];
    parent[exit] = Some(exit as u32);
    let mut changed = true;
    while changed {
        changed = false;
        for block in sequence.iter().skip(1) {
            let at = *block as usize;
            let exits = returns[at].then_some(exit as u32);
            let mut new: Option<u32> = None;
            for to in next[at].iter().copied().chain(exits) {
                if parent[to as usize].is_none() {
                    continue;
                }
                new = Some(match new {
                    None => to,
                    Some(mut a) => {
                        let mut b = to;
                        while a != b {
                            while place[a as usize] > place[b as usize] {
                                a = parent[a as usize].unwrap_or(exit as u32);
                            }
                            while place[b as usize] > place[a as usize] {
                                b = parent[b as usize].unwrap_or(exit as u32);
                            }
                        }
                        a
                    }
                });
            }
            if new.is_some() && new != parent[at] {
                parent[at] = new;
                changed = true;
            }
        }
    }
    parent.truncate(exit);
    parent.into_iter().map(|join| join.filter(|block| *block as usize != exit)).collect()
}

/// The natural loop of each head: the blocks from which an edge that goes back to it can be reached.
fn loops(
    next: &[Vec<u32>],
    before: &[Vec<u32>],
    order: &[u32],
    sequence: &[u32],
) -> Vec<Option<BitSet>> {
    let mut loops: Vec<Option<BitSet>> = vec![None; next.len()];
    for from in sequence {
        for head in &next[*from as usize] {
            if order[*head as usize] > order[*from as usize] {
                continue;
            }
            let body = loops[*head as usize].get_or_insert_with(|| BitSet::new(next.len()));
            body.insert(*head);
            let mut pending = vec![*from];
            while let Some(block) = pending.pop() {
                if body.insert(block) {
                    // What comes before the head in the order is outside, also where a loop has several entries.
                    let inside = before[block as usize]
                        .iter()
                        .filter(|b| order[**b as usize] > order[*head as usize]);
                    pending.extend(inside);
                }
            }
        }
    }
    loops
}

/// What is known of a function's registers.
#[derive(Debug)]
pub(crate) struct Registers {
    /// The registers that are read before they are written, from the start of each block on.
    live: Vec<BitSet>,
    /// The registers that become part of an address, a length, or the bound of a loop.
    hot: BitSet,
    /// The registers that become part of a word that is stored or passed on, and may be an address or a length.
    kept: BitSet,
    /// The registers that become part of each value that the function returns.
    returned: Vec<BitSet>,
    /// By instruction, as far as somebody asked.
    at: RefCell<FxHashMap<(u32, bool), Rc<LiveAt>>>,
    /// The same of activations at rest.
    resting: RefCell<FxHashMap<(u32, bool), Rc<BitSet>>>,
}

/// The registers that are read from an instruction on before they are written.
#[derive(Debug)]
pub(crate) struct LiveAt {
    pub(crate) all: BitSet,
    /// Those words among them that are hot.
    pub(crate) hot: Vec<R>,
}

impl Registers {
    /// What is known of the registers of some code.
    pub(crate) fn new(code: &Code) -> Self {
        let Heat { hot, kept, returned, bounds: _ } = Heat::new(code, code.flow());
        let flow = code.flow();
        let live = flow.backwards(code, code.sorts.len(), &|at, set| step_back(code, at, set));
        let (at, resting) = Default::default();
        Self { live, hot, kept, returned, at, resting }
    }

    /// The registers that are read from an instruction on before they are written; with `calls`, while the instruction, which is
    /// a call, is being executed.
    pub(crate) fn live_at(&self, code: &Code, at: u32, calls: bool) -> Rc<LiveAt> {
        if let Some(found) = self.at.borrow().get(&(at, calls)) {
            return found.clone();
        }
        let step = |at, set: &mut BitSet| step_back(code, at, set);
        let flow = code.flow();
        let mut all = flow.before(code, at + u32::from(calls), code.sorts.len(), &self.live, &step);
        if calls {
            // What a call will return is not there yet.
            code.writes(&code.insts[at as usize], &mut |dst| all.remove(dst));
        }
        let is_word = |r: R| matches!(code.sorts[r as usize], Sort::BitVec(_));
        let hot = all.iter().filter(|r| self.is_hot(*r) && is_word(*r)).collect();
        let found = Rc::new(LiveAt { all, hot });
        self.at.borrow_mut().insert((at, calls), found.clone());
        found
    }

    /// The registers that an activation keeps while it rests at an instruction: those that it reads again, and the addresses of
    /// variables, by which the machine knows their types.
    pub(crate) fn resting(&self, code: &Code, at: u32, calls: bool) -> Rc<BitSet> {
        if let Some(found) = self.resting.borrow().get(&(at, calls)) {
            return found.clone();
        }
        let mut kept = self.live_at(code, at, calls).all.clone();
        for (_, _, name) in &code.names {
            if let Named::Address(src) = name
                && let Some(register) = src.register()
            {
                kept.insert(register);
            }
        }
        let kept = Rc::new(kept);
        self.resting.borrow_mut().insert((at, calls), kept.clone());
        kept
    }

    /// Whether a register becomes part of an address, a length, or the bound of a loop.
    pub(crate) fn is_hot(&self, register: R) -> bool {
        self.hot.contains(register)
    }

    /// Whether a register becomes part of a word that is stored or passed on.
    pub(crate) fn is_kept(&self, register: R) -> bool {
        self.kept.contains(register)
    }

    /// The places of the returned values that a register becomes part of.
    pub(crate) fn returned(&self, register: R) -> impl Iterator<Item = usize> {
        let part = move |(_, set): &(usize, &BitSet)| set.contains(register);
        self.returned.iter().enumerate().filter(part).map(|(place, _)| place)
    }
}

/// What is live before an instruction, from what is live behind it.
fn step_back(code: &Code, at: usize, live: &mut BitSet) {
    let inst = &code.insts[at];
    // A value that is only moved to where nobody reads it is not read.
    if matches!(inst, Inst::Move { dst, .. } if !live.contains(*dst)) {
        return;
    }
    code.writes(inst, &mut |dst| live.remove(dst));
    code.reads(inst, &mut |src| {
        if let Some(register) = src.register() {
            live.insert(register);
        }
    });
}

/// What becomes of registers, without regard to the order of the instructions.
struct Heat {
    hot: BitSet,
    kept: BitSet,
    returned: Vec<BitSet>,
    /// Truth values that decide whether a loop goes on.
    bounds: BitSet,
}

impl Heat {
    fn new(code: &Code, flow: &Flow) -> Self {
        let set = || BitSet::new(code.sorts.len());
        let mut heat = Heat { hot: set(), kept: set(), returned: Vec::new(), bounds: set() };
        for (at, inst) in code.insts.iter().enumerate() {
            heat.begin(code, flow, at as u32, inst);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for inst in code.insts.iter().rev() {
                changed |= heat.spread(code, inst);
            }
        }
        heat
    }

    /// What an instruction itself does with its operands.
    fn begin(&mut self, code: &Code, flow: &Flow, at: u32, inst: &Inst) {
        let add = |set: &mut BitSet, src: Src| {
            if let Some(register) = src.register() {
                set.insert(register);
            }
        };
        let hot = &mut self.hot;
        match inst {
            Inst::Load { addr, .. } => add(hot, *addr),
            Inst::Store { addr, value, .. } => {
                add(hot, *addr);
                add(&mut self.kept, *value);
            }
            Inst::Copy { dst, src, len, .. } => {
                [*dst, *src, *len].into_iter().for_each(|src| add(hot, src))
            }
            Inst::Fill { dst, len, .. } => [*dst, *len].into_iter().for_each(|src| add(hot, src)),
            Inst::Alloc { size, .. } => add(hot, *size),
            Inst::Select { index, .. } | Inst::Put { index, .. } => add(hot, *index),
            Inst::Call { entry } => {
                let site = &code.calls[*entry as usize];
                site.args.iter().for_each(|arg| add(&mut self.kept, *arg));
                if site.function.is_none() {
                    add(hot, site.address);
                }
            }
            Inst::Return { values } => {
                for (place, src) in code.list(*values).iter().enumerate() {
                    if self.returned.len() <= place {
                        self.returned.push(BitSet::new(code.sorts.len()));
                    }
                    add(&mut self.returned[place], *src);
                }
            }
            Inst::Branch { cond, .. } if leaves_a_loop(code, flow, at) => {
                add(&mut self.bounds, *cond);
            }
            _ => {}
        }
    }

    /// Passes on from an instruction's result to its operands what becomes of it; whether something is new.
    fn spread(&mut self, code: &Code, inst: &Inst) -> bool {
        let compares = matches!(
            inst,
            Inst::Eq { .. }
                | Inst::Ult { .. }
                | Inst::Ule { .. }
                | Inst::Slt { .. }
                | Inst::Sle { .. }
        );
        let computes = match inst {
            Inst::Call { .. } | Inst::Load { .. } | Inst::Select { .. } | Inst::Get { .. } => false,
            _ => !compares,
        };
        let mut to: Option<R> = None;
        code.writes(inst, &mut |dst| to = Some(dst));
        let Some(to) = to else { return false };
        let mut changed = false;
        code.reads(inst, &mut |src| {
            let Some(register) = src.register() else { return };
            let is_bound = self.bounds.contains(to);
            if self.hot.contains(to) && computes || is_bound && compares {
                changed |= self.hot.insert(register);
            }
            if is_bound && computes && code.sorts[register as usize] == Sort::Bool {
                changed |= self.bounds.insert(register);
            }
            if computes {
                let kept = std::iter::once(&mut self.kept);
                let sets = kept.chain(&mut self.returned).filter(|set| set.contains(to));
                sets.for_each(|set| changed |= set.insert(register));
            }
        });
        changed
    }
}

/// Whether a branch can leave a loop that it is in.
fn leaves_a_loop(code: &Code, flow: &Flow, at: u32) -> bool {
    let block = flow.block(at);
    let mut targets = Vec::new();
    code.successors(&code.insts[at as usize], &mut |to| targets.push(flow.block(to)));
    let leaves = |body: &BitSet| body.contains(block) && targets.iter().any(|t| !body.contains(*t));
    flow.loops.iter().flatten().any(leaves)
}
