//! Hash-consed nodes.

use std::hash::Hash;

use effigy_base::id::{Id, IdVec};
use rustc_hash::FxHashMap;

/// Nodes with what is known of each; equal nodes have one id.
#[derive(Clone, Debug)]
pub(crate) struct Arena<I, N, D> {
    nodes: IdVec<I, (N, D)>,
    ids: FxHashMap<N, I>,
}

impl<I: Id, N: Clone + Eq + Hash, D> Arena<I, N, D> {
    pub fn new() -> Self {
        Self { nodes: IdVec::new(), ids: FxHashMap::default() }
    }

    /// The id of a node; `data` is asked for when it is new.
    pub fn intern(&mut self, node: N, data: impl FnOnce() -> D) -> I {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        let id = self.nodes.push((node.clone(), data()));
        self.ids.insert(node, id);
        id
    }

    pub fn get(&self, id: I) -> Option<&(N, D)> {
        self.nodes.get(id)
    }

    pub fn nodes(&self) -> impl Iterator<Item = &N> {
        self.nodes.iter().map(|(_, (node, _))| node)
    }

    pub fn node(&self, id: I) -> &N {
        &self.nodes[id].0
    }

    pub fn data(&self, id: I) -> &D {
        &self.nodes[id].1
    }
}
