//! The control-flow graph of a function: neighbours, reverse post-order, dominators.

use crate::function::{BlockId, Function};
use effigy_base::id::Id;

/// Edges and orders of one function's blocks. Targets that do not exist are left out.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Vec<Vec<BlockId>>,
    predecessors: Vec<Vec<BlockId>>,
    reverse_post_order: Vec<BlockId>,
    // Position in the reverse post-order; `None` for blocks that the entry does not reach.
    position: Vec<Option<usize>>,
}

impl Cfg {
    /// The graph of `function`. Takes time linear in its blocks and edges.
    pub fn new(function: &Function) -> Self {
        let count = function.blocks.len();
        let mut successors = vec![Vec::new(); count];
        let mut predecessors = vec![Vec::new(); count];
        for (from, block) in function.blocks.iter() {
            for target in block.terminator.targets() {
                if target.block.index() < count {
                    successors[from.index()].push(target.block);
                    predecessors[target.block.index()].push(from);
                }
            }
        }
        let reverse_post_order = reverse_post_order(&successors);
        let mut position = vec![None; count];
        for (place, block) in reverse_post_order.iter().enumerate() {
            position[block.index()] = Some(place);
        }
        Self { successors, predecessors, reverse_post_order, position }
    }

    /// Where a block may go, in the order of its terminator; a target named twice is there twice.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        self.successors.get(block.index()).map_or(&[], Vec::as_slice)
    }

    /// Where a block may be entered from, ascending; a block with two edges to it is there twice.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        self.predecessors.get(block.index()).map_or(&[], Vec::as_slice)
    }

    /// The blocks that the entry reaches, each before its successors except along back edges.
    pub fn reverse_post_order(&self) -> &[BlockId] {
        &self.reverse_post_order
    }

    /// Whether the entry reaches a block.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.place(block).is_some()
    }

    /// A block's position in [`Cfg::reverse_post_order`].
    pub fn place(&self, block: BlockId) -> Option<usize> {
        self.position.get(block.index()).copied().flatten()
    }
}

fn reverse_post_order(successors: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(successors.len());
    let mut seen = vec![false; successors.len()];
    let mut stack = Vec::new();
    if let Some(first) = seen.first_mut() {
        *first = true;
        stack.push((BlockId::from_index(0), 0));
    }
    while let Some((block, next)) = stack.pop() {
        match successors[block.index()].get(next) {
            None => order.push(block),
            Some(&to) => {
                stack.push((block, next + 1));
                if !seen[to.index()] {
                    seen[to.index()] = true;
                    stack.push((to, 0));
                }
            }
        }
    }
    order.reverse();
    order
}

/// The dominator tree of a function's reachable blocks.
#[derive(Clone, Debug)]
pub struct Dominators {
    immediate: Vec<Option<BlockId>>,
    // First and last time of a block in a walk over the tree: an ancestor's span contains its descendants'.
    span: Vec<Option<(u32, u32)>>,
}

impl Dominators {
    /// The tree of `cfg`, by the iteration of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
    pub fn new(cfg: &Cfg) -> Self {
        let order = cfg.reverse_post_order();
        // Indices here are places in the reverse post-order.
        let mut parent: Vec<Option<usize>> = vec![None; order.len()];
        if let Some(entry) = parent.first_mut() {
            *entry = Some(0);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (place, &block) in order.iter().enumerate().skip(1) {
                let ready = cfg.predecessors(block).iter().filter_map(|&p| cfg.place(p));
                let best =
                    ready.filter(|&p| parent[p].is_some()).reduce(|a, b| meet(&parent, a, b));
                if parent[place] != best {
                    parent[place] = best;
                    changed = true;
                }
            }
        }
        let mut immediate = vec![None; cfg.successors.len()];
        for (place, &block) in order.iter().enumerate().skip(1) {
            immediate[block.index()] = parent[place].map(|p| order[p]);
        }
        let span = spans(order, &immediate);
        Self { immediate, span }
    }

    /// The closest strict dominator of a block; `None` for the entry and for unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.immediate.get(block.index()).copied().flatten()
    }

    /// Whether every path from the entry to `b` goes through `a`; a block dominates itself. Constant time.
    ///
    /// An unreachable `b` is dominated by every block, since no path leads to it.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let span = |block: BlockId| self.span.get(block.index()).copied().flatten();
        match (span(a), span(b)) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some((from, to)), Some((start, end))) => from <= start && end <= to,
        }
    }
}

/// The closest common ancestor of two places whose parents are known.
fn meet(parent: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a < b {
            std::mem::swap(&mut a, &mut b);
        }
        a = parent[a].unwrap_or(0);
    }
    a
}

fn spans(order: &[BlockId], immediate: &[Option<BlockId>]) -> Vec<Option<(u32, u32)>> {
    let mut children = vec![Vec::new(); immediate.len()];
    for &block in order {
        if let Some(parent) = immediate[block.index()] {
            children[parent.index()].push(block);
        }
    }
    let mut span = vec![None; immediate.len()];
    let mut clock = 0;
    let mut stack: Vec<(BlockId, u32, usize)> =
        order.first().map(|&e| (e, 0, 0)).into_iter().collect();
    while let Some((block, start, next)) = stack.pop() {
        match children[block.index()].get(next) {
            Some(&child) => {
                stack.push((block, start, next + 1));
                clock += 1;
                stack.push((child, clock, 0));
            }
            None => span[block.index()] = Some((start, clock)),
        }
    }
    span
}

#[cfg(test)]
mod tests;
