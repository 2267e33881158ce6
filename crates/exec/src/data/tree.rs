//! The execution tree as one worker sees it: every fork with what was decided there.

use crate::data::finding::StackFrame;
use crate::data::merge_record::MergeRecord;
use effigy_base::define_id;
use effigy_base::id::IdVec;
use effigy_term::{Term, Trace};
use std::rc::Rc;
use std::sync::Arc;

define_id! {
    /// A fork in the execution tree.
    NodeId
}

/// A fork.
#[derive(Clone, Debug)]
pub struct Node {
    /// The fork before it and the side taken there.
    pub parent: Option<(NodeId, u32)>,
    /// Where in the program.
    pub place: Arc<StackFrame>,
    /// The condition of each side; none once the fork was reported.
    pub sides: Vec<Term>,
    /// The sides that are feasible or may be.
    pub open: Arc<[u32]>,
    /// What was merged on the way from the fork before; nothing once the fork was reported.
    pub(crate) merged: Rc<Vec<MergeRecord>>,
    /// Whether a path below it was reported.
    pub told: bool,
}

/// All forks seen.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: IdVec<NodeId, Node>,
}

impl Tree {
    /// Adds a fork.
    pub fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node)
    }

    /// How many forks it has.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Forgets all forks but the first so many; nothing refers to the others.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
    }

    /// A fork.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// A fork, to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id]
    }

    /// The feasible sides of the forks from the root to a state, which are about so many.
    pub fn open(&self, node: Option<(NodeId, u32)>, about: usize) -> Vec<&Arc<[u32]>> {
        let above = std::iter::successors(node, |(id, _)| self.nodes[*id].parent);
        let mut open = Vec::with_capacity(about);
        open.extend(above.map(|(id, _)| &self.nodes[id].open));
        open.reverse();
        open
    }

    /// The sides taken from the root to a state, which are about so many.
    pub fn path(&self, mut node: Option<(NodeId, u32)>, about: usize) -> Vec<u32> {
        let mut sides = Vec::with_capacity(about);
        while let Some((id, side)) = node {
            sides.push(side);
            node = self.nodes[id].parent;
        }
        sides.reverse();
        sides
    }

    /// All forks.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter()
    }
}

impl Trace for Tree {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Tree { nodes } = self;
        nodes.iter().for_each(|(_, node)| node.trace(visit));
    }
}

impl Trace for Node {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Node { parent: _, place: _, sides, open: _, merged, told: _ } = self;
        sides.trace(visit);
        merged.trace(visit);
    }
}
