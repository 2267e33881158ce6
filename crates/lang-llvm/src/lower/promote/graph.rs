//! Where values of variables meet: dominance frontiers and liveness.

use effigy_base::id::Id;
use effigy_ir::cfg::{Cfg, Dominators};
use effigy_ir::function::{BlockId, Function};

/// A function's control-flow graph; blocks that the entry does not reach are left out.
pub(super) struct Graph {
    cfg: Cfg,
    children: Vec<Vec<BlockId>>,
    frontiers: Vec<Vec<BlockId>>,
}

impl Graph {
    /// The graph of `func`.
    pub fn of(func: &Function) -> Self {
        let cfg = Cfg::new(func);
        let dominators = Dominators::new(&cfg);
        let mut children = vec![Vec::new(); func.blocks.len()];
        let mut frontiers: Vec<Vec<BlockId>> = vec![Vec::new(); func.blocks.len()];
        for &block in cfg.reverse_post_order() {
            let parent = dominators.immediate(block);
            if let Some(parent) = parent {
                children[parent.index()].push(block);
            }
            if cfg.predecessors(block).len() < 2 {
                continue;
            }
            for &pred in cfg.predecessors(block).iter().filter(|p| cfg.is_reachable(**p)) {
                let mut runner = Some(pred);
                while let Some(here) = runner.filter(|r| Some(*r) != parent) {
                    let frontier = &mut frontiers[here.index()];
                    if frontier.last() != Some(&block) {
                        frontier.push(block);
                    }
                    runner = dominators.immediate(here);
                }
            }
        }
        Self { cfg, children, frontiers }
    }

    /// The entry.
    pub fn root(&self) -> Option<BlockId> {
        self.cfg.reverse_post_order().first().copied()
    }

    /// The blocks that `block` immediately dominates.
    pub fn children(&self, block: BlockId) -> &[BlockId] {
        &self.children[block.index()]
    }

    /// Whether the entry reaches `block`.
    pub fn reachable(&self, block: BlockId) -> bool {
        self.cfg.is_reachable(block)
    }

    /// For each block, whether a variable is live at its start.
    pub fn live_in(&self, uses: &[BlockId], stores: &[BlockId]) -> Vec<bool> {
        let mut stored = vec![false; self.children.len()];
        for block in stores {
            stored[block.index()] = true;
        }
        let mut live = vec![false; self.children.len()];
        let mut work: Vec<BlockId> = uses.to_vec();
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut live[block.index()], true) {
                continue;
            }
            let preds = self.cfg.predecessors(block).iter().copied();
            work.extend(preds.filter(|p| !stored[p.index()] && !live[p.index()]));
        }
        live
    }

    /// The iterated dominance frontier of some blocks, in order of the graph.
    pub fn iterated_frontier(&self, blocks: &[BlockId]) -> Vec<BlockId> {
        let mut inside = vec![false; self.children.len()];
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
        found.sort_unstable_by_key(|b| self.cfg.place(*b));
        found
    }
}
