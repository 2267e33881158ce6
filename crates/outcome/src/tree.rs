//! The execution tree of a run (King 1976, section 2): a node a decision, a leaf a path.

use crate::place::Place;
use effigy_base::finding::FindingKind;
use std::sync::Arc;

/// How a path ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program returned or exited.
    Completed {
        /// With this status.
        status: i32,
    },
    /// A defect.
    Failed {
        /// What kind.
        kind: FindingKind,
        /// The message for people.
        message: String,
    },
    /// A budget or an interruption ended it.
    Cut {
        /// Which.
        reason: String,
    },
    /// It needs something which Effigy does not support.
    Unsupported {
        /// What.
        what: String,
    },
    /// A solver could not decide.
    Unknown {
        /// Why.
        why: String,
    },
    /// No input on this path meets an assumption of the program.
    Dismissed,
}

impl Ending {
    /// The word for this kind of ending.
    pub fn name(&self) -> &'static str {
        match self {
            Ending::Completed { .. } => "completed",
            Ending::Failed { .. } => "failed",
            Ending::Cut { .. } => "cut",
            Ending::Unsupported { .. } => "unsupported",
            Ending::Unknown { .. } => "unknown",
            Ending::Dismissed => "dismissed",
        }
    }

    /// What a person wants to know beside the kind of ending.
    pub fn detail(&self) -> String {
        match self {
            Ending::Completed { status } => format!("exit {status}"),
            Ending::Failed { kind, message } => format!("{kind}: {message}"),
            Ending::Cut { reason } => reason.clone(),
            Ending::Unsupported { what } => what.clone(),
            Ending::Unknown { why } => why.clone(),
            Ending::Dismissed => "no input meets an assumption".to_owned(),
        }
    }
}

/// A node: what happened between one decision and the next one or the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeNode {
    /// Index of the node that decided; `None` for the root. It is smaller than the node's own index.
    pub parent: Option<u32>,
    /// The condition that leads from the parent to this node, in the program's own names; empty for the root.
    pub condition: Arc<str>,
    /// The side of the parent's decision: `true`, `false`, `case 3`, or an address; empty for the root.
    pub side: Arc<str>,
    /// Where the node decides, or where it ends.
    pub place: Place,
    /// How it ends; `None` for a node that decides.
    pub ending: Option<Ending>,
    /// Number of the test that this leaf made.
    pub test: Option<usize>,
    /// What was merged between the parent's decision and this node, in the order in which it was.
    pub merged: Vec<Merged>,
}

/// Paths that parted, met again and became one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// How many.
    pub paths: u64,
    /// Where the last of them met.
    pub place: Place,
    /// Forks at which they had parted, in the order in which the program came to them.
    pub forks: Vec<MergedFork>,
    /// Whether there are further ones.
    pub more: bool,
}

/// A fork whose sides became one path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergedFork {
    /// Where it is.
    pub place: Place,
    /// The condition of each side, in the program's own names.
    pub sides: Vec<Arc<str>>,
}

/// The execution tree. Siblings stand in the order of their sides, and parents before their children.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExecutionTree {
    /// The nodes, the root first.
    pub nodes: Vec<TreeNode>,
}

impl ExecutionTree {
    /// Number of leaves.
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|n| n.ending.is_some()).count()
    }

    /// The children of every node, in the order of the nodes.
    pub fn children(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in (0u32..).zip(&self.nodes) {
            if let Some(siblings) = node.parent.and_then(|p| children.get_mut(p as usize)) {
                siblings.push(index);
            }
        }
        children
    }
}
