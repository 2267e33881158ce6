//! The control-flow graph of a function: order, dominators, dominance frontiers, liveness.

use effigy_base::id::Id;
use effigy_ir::function::{BlockId, Function, Terminator};

/// A function's control-flow graph; blocks that the entry does not reach are left out.
pub(super) struct Graph {
    preds: Vec<Vec<BlockId>>,
    order: Vec<BlockId>,
    /// Position in `order`; `None` for unreachable blocks.
    position: Vec<Option<usize>>,
    children: Vec<Vec<BlockId>>,
    frontiers: Vec<Vec<BlockId>>,
}

impl Graph {
    /// The graph of `func`.
    pub fn of(func: &Function) -> Self {
        let count = func.blocks.len();
        let succs: Vec<Vec<BlockId>> =
            func.blocks.iter().map(|(_, b)| successors(&b.terminator)).collect();
        let order = reverse_postorder(&succs);
        let mut position = vec![None; count];
        for (i, block) in order.iter().enumerate() {
            position[block.index()] = Some(i);
        }
        let mut preds = vec![Vec::new(); count];
        for block in &order {
            for next in &succs[block.index()] {
                preds[next.index()].push(*block);
            }
        }
        let idoms = dominators(&order, &position, &preds);
        let mut children = vec![Vec::new(); count];
        for block in order.iter().skip(1) {
            let parent = order[idoms[position[block.index()].unwrap_or(0)]];
            children[parent.index()].push(*block);
        }
        let frontiers = frontiers(&order, &position, &preds, &idoms);
        Self { preds, order, position, children, frontiers }
    }

    /// The entry.
    pub fn root(&self) -> Option<BlockId> {
        self.order.first().copied()
    }

    /// The blocks that `block` immediately dominates.
    pub fn children(&self, block: BlockId) -> &[BlockId] {
        &self.children[block.index()]
    }

    /// Whether the entry reaches `block`.
    pub fn reachable(&self, block: BlockId) -> bool {
        self.position[block.index()].is_some()
    }

    /// For each block, whether a variable is live at its start.
    pub fn live_in(&self, uses: &[BlockId], stores: &[BlockId]) -> Vec<bool> {
        let mut stored = vec![false; self.preds.len()];
        for block in stores {
            stored[block.index()] = true;
        }
        let mut live = vec![false; self.preds.len()];
        let mut work: Vec<BlockId> = uses.to_vec();
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut live[block.index()], true) {
                continue;
            }
            let preds = self.preds[block.index()].iter().copied();
            work.extend(preds.filter(|p| !stored[p.index()] && !live[p.index()]));
        }
        live
    }

    /// The iterated dominance frontier of some blocks, in order of the graph.
    pub fn iterated_frontier(&self, blocks: &[BlockId]) -> Vec<BlockId> {
        let mut inside = vec![false; self.preds.len()];
        let mut found = Vec::new();
        let mut work = blocks.to_vec();
        while let Some(block) = work.pop() {
            for next in &self.frontiers[block.index()] {
                if !std::mem::replace(&mut inside[next.index()], true) {
                    found.push(*next);
                    work.push(*next);
                }
            }
        }
        found.sort_unstable_by_key(|b| self.position[b.index()]);
        found
    }
}

fn successors(terminator: &Terminator) -> Vec<BlockId> {
    match terminator {
        Terminator::Jump(target) => vec![target.block],
        Terminator::Branch { then, otherwise, .. } => vec![then.block, otherwise.block],
        Terminator::Switch { cases, default, .. } => {
            cases.iter().map(|(_, t)| t.block).chain([default.block]).collect()
        }
        Terminator::Return(_) | Terminator::Fail { .. } => Vec::new(),
    }
}

fn reverse_postorder(succs: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut order = Vec::new();
    if succs.is_empty() {
        return order;
    }
    let mut seen = vec![false; succs.len()];
    seen[0] = true;
    let mut stack = vec![(BlockId::from_index(0), 0)];
    while let Some((block, next)) = stack.last_mut() {
        let block = *block;
        match succs[block.index()].get(*next) {
            Some(child) => {
                *next += 1;
                if !std::mem::replace(&mut seen[child.index()], true) {
                    stack.push((*child, 0));
                }
            }
            None => {
                order.push(block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Immediate dominators as positions in `order` (Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm").
fn dominators(
    order: &[BlockId],
    position: &[Option<usize>],
    preds: &[Vec<BlockId>],
) -> Vec<usize> {
    let mut idoms: Vec<Option<usize>> = vec![None; order.len()];
    if let Some(first) = idoms.first_mut() {
        *first = Some(0);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (i, block) in order.iter().enumerate().skip(1) {
            let mut new = None;
            for pred in preds[block.index()].iter().filter_map(|p| position[p.index()]) {
                if idoms[pred].is_some() {
                    new = Some(new.map_or(pred, |other| common(&idoms, pred, other)));
                }
            }
            if idoms[i] != new {
                idoms[i] = new;
                changed = true;
            }
        }
    }
    idoms.into_iter().map(|d| d.unwrap_or(0)).collect()
}

fn common(idoms: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a > b {
            a = idoms[a].unwrap_or(0);
        }
        while b > a {
            b = idoms[b].unwrap_or(0);
        }
    }
    a
}

fn frontiers(
    order: &[BlockId],
    position: &[Option<usize>],
    preds: &[Vec<BlockId>],
    idoms: &[usize],
) -> Vec<Vec<BlockId>> {
    let mut frontiers: Vec<Vec<BlockId>> = vec![Vec::new(); preds.len()];
    for (i, block) in order.iter().enumerate() {
        if preds[block.index()].len() < 2 {
            continue;
        }
        for pred in &preds[block.index()] {
            let mut runner = position[pred.index()].unwrap_or(0);
            while runner != idoms[i] {
                let frontier = &mut frontiers[order[runner].index()];
                if frontier.last() != Some(block) {
                    frontier.push(*block);
                }
                runner = idoms[runner];
            }
        }
    }
    frontiers
}
