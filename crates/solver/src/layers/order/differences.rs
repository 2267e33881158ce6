//! Numbers whose differences are bounded.
//!
//! The numbers found so far satisfy every constraint added so far. A new constraint is an edge along which a number may
//! have to fall; what falls pulls others down with it. When the fall comes back to where the edge starts, the
//! constraints on the way form a cycle whose bounds add up to less than zero, and no numbers satisfy them all.

use std::collections::VecDeque;

/// One of the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Node(u32);

impl Node {
    /// The number zero.
    pub(crate) const ZERO: Self = Self(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// `x - y <= bound`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Difference {
    /// What is bounded from above.
    pub(crate) x: Node,
    /// What it is compared with.
    pub(crate) y: Node,
    /// How far `x` may be above `y`.
    pub(crate) bound: i128,
    /// The index of the assertion that says so; none for what holds anyway.
    pub(crate) by: Option<usize>,
}

/// An edge and the edge added before it that starts at the same node.
struct Edge {
    says: Difference,
    earlier: Option<usize>,
}

/// Numbers and the constraints that they satisfy.
///
/// Bounds and first values have to be small enough that as many of them as there are nodes add up within an `i128`.
pub(crate) struct Differences {
    values: Vec<i128>,
    edges: Vec<Edge>,
    /// By node, the latest edge that starts there, that is, whose `y` it is.
    latest: Vec<Option<usize>>,
    /// By node, the edge along which it fell last.
    cause: Vec<usize>,
    queue: VecDeque<Node>,
    queued: Vec<bool>,
    /// What fell, with its value before.
    fallen: Vec<(Node, i128)>,
}

impl Differences {
    /// The number zero alone.
    pub(crate) fn new() -> Self {
        let mut result = Self {
            values: Vec::new(),
            edges: Vec::new(),
            latest: Vec::new(),
            cause: Vec::new(),
            queue: VecDeque::new(),
            queued: Vec::new(),
            fallen: Vec::new(),
        };
        result.node(0);
        result
    }

    /// A new number, `start` for as long as nothing forbids it.
    pub(crate) fn node(&mut self, start: i128) -> Node {
        let node = Node(u32::try_from(self.values.len()).unwrap_or(u32::MAX));
        self.values.push(start + self.values.first().copied().unwrap_or(0));
        self.latest.push(None);
        self.cause.push(0);
        self.queued.push(false);
        node
    }

    /// The number as it is now.
    pub(crate) fn value(&self, node: Node) -> i128 {
        self.values[node.index()] - self.values[Node::ZERO.index()]
    }

    /// Whether the numbers as they are now satisfy a constraint.
    pub(crate) fn satisfy(&self, constraint: &Difference) -> bool {
        self.value(constraint.x) - self.value(constraint.y) <= constraint.bound
    }

    /// How many constraints there are.
    pub(crate) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Forgets all constraints but the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        while self.edges.len() > len
            && let Some(edge) = self.edges.pop()
        {
            self.latest[edge.says.y.index()] = edge.earlier;
        }
    }

    /// Adds a constraint and moves the numbers so that all constraints hold.
    ///
    /// # Errors
    /// When that cannot be, the assertions of a cycle, the constraint's own among them; the constraint is not added then.
    pub(crate) fn add(&mut self, constraint: Difference) -> Result<(), Vec<usize>> {
        let new = self.edges.len();
        let latest = &mut self.latest[constraint.y.index()];
        self.edges.push(Edge { says: constraint, earlier: latest.replace(new) });
        self.fallen.clear();
        let result = self.settle(new);
        if result.is_err() {
            while let Some((node, value)) = self.fallen.pop() {
                self.values[node.index()] = value;
            }
            self.queue.clear();
            self.queued.fill(false);
            self.truncate(new);
        }
        result
    }

    fn settle(&mut self, new: usize) -> Result<(), Vec<usize>> {
        let start = self.edges[new].says.y;
        if self.fall(new) && self.edges[new].says.x == start {
            return Err(self.cycle(new, new));
        }
        while let Some(node) = self.queue.pop_front() {
            self.queued[node.index()] = false;
            let mut next = self.latest[node.index()];
            while let Some(edge) = next {
                if self.fall(edge) && self.edges[edge].says.x == start {
                    return Err(self.cycle(edge, new));
                }
                next = self.edges[edge].earlier;
            }
        }
        Ok(())
    }

    /// Lowers the end of an edge to where the edge allows it; whether that was needed.
    fn fall(&mut self, edge: usize) -> bool {
        let Difference { x, y, bound, .. } = self.edges[edge].says;
        let most = self.values[y.index()] + bound;
        let value = &mut self.values[x.index()];
        if *value <= most {
            return false;
        }
        self.fallen.push((x, *value));
        *value = most;
        self.cause[x.index()] = edge;
        if !std::mem::replace(&mut self.queued[x.index()], true) {
            self.queue.push_back(x);
        }
        true
    }

    /// The assertions of the edges from the new one's start to `last`, which ends there.
    fn cycle(&self, last: usize, new: usize) -> Vec<usize> {
        let mut core = Vec::new();
        let mut edge = last;
        loop {
            let says = &self.edges[edge].says;
            core.extend(says.by);
            if edge == new {
                break;
            }
            edge = self.cause[says.y.index()];
        }
        core.sort_unstable();
        core.dedup();
        core
    }
}

#[cfg(test)]
#[path = "differences/tests.rs"]
mod tests;
