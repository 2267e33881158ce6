//! The execution tree as far as it was walked (King 1976, section 4): a node for each executed statement.

use std::fmt;

/// How control came from a node's parent to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arc {
    /// Without a decision.
    Plain,
    /// By the side *true* of a fork.
    True,
    /// By the side *false* of a fork.
    False,
    /// By this alternative of a fork with other than two, from 1.
    Case(u32),
}

impl fmt::Display for Arc {
    /// The label of the arc; empty for a plain one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arc::Plain => Ok(()),
            Arc::True => f.write_str("T"),
            Arc::False => f.write_str("F"),
            Arc::Case(n) => write!(f, "{n}"),
        }
    }
}

/// An executed statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The procedure or function.
    pub procedure: String,
    /// The number of the statement, or the line.
    pub number: u32,
    /// How control came to it.
    pub arc: Arc,
    /// What came before.
    pub parent: Option<usize>,
    /// What followed, on different paths.
    pub children: Vec<usize>,
    /// The fork that it came to, if any: its condition, once it was met.
    pub fork: Option<String>,
    /// How the path ended there, with its condition, when it did.
    pub leaf: Option<Leaf>,
}

/// The end of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// What it ended with.
    pub result: String,
    /// The path condition.
    pub condition: String,
}

/// The part of an execution tree that was walked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkedTree {
    /// What is executed.
    pub title: String,
    /// The nodes; the first is the root, and parents come before children.
    pub nodes: Vec<Node>,
}

impl WalkedTree {
    /// An empty tree.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), nodes: Vec::new() }
    }

    /// The node that follows `parent` by `arc`; added when no path came by before.
    pub(super) fn follow(
        &mut self,
        parent: Option<usize>,
        arc: Arc,
        procedure: &str,
        number: u32,
    ) -> usize {
        let same = |n: &Node| n.arc == arc && n.number == number && n.procedure == procedure;
        let known = match parent.and_then(|p| self.nodes.get(p)) {
            Some(node) => {
                node.children.iter().copied().find(|c| self.nodes.get(*c).is_some_and(same))
            }
            None => (!self.nodes.is_empty()).then_some(0),
        };
        known.unwrap_or_else(|| {
            let id = self.nodes.len();
            let procedure = procedure.to_owned();
            let (children, fork, leaf) = (Vec::new(), None, None);
            self.nodes.push(Node { procedure, number, arc, parent, children, fork, leaf });
            if let Some(parent) = parent.and_then(|p| self.nodes.get_mut(p)) {
                parent.children.push(id);
            }
            if let Some(parent) = parent {
                self.sort_children(parent);
            }
            id
        })
    }

    /// *True* comes before *false*, whichever was walked first.
    fn sort_children(&mut self, node: usize) {
        let Some(mut children) = self.nodes.get(node).map(|n| n.children.clone()) else { return };
        children.sort_by_key(|c| (self.nodes.get(*c).map(|n| n.arc), *c));
        if let Some(node) = self.nodes.get_mut(node) {
            node.children = children;
        }
    }
}
