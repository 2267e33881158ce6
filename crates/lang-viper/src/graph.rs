//! Which nodes of a graph lie on a cycle with each other.

/// The component of each node: nodes are in one component when each can be reached from the other. `edges` are those
/// of each node.
pub(crate) fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut search = Search {
        index: vec![usize::MAX; edges.len()],
        low: vec![0; edges.len()],
        component: vec![usize::MAX; edges.len()],
        open: Vec::new(),
        next: 0,
    };
    for node in 0..edges.len() {
        if search.index.get(node) == Some(&usize::MAX) {
            search.from(node, edges);
        }
    }
    search.component
}

/// Tarjan's search for strongly connected components, without recursion.
struct Search {
    index: Vec<usize>,
    low: Vec<usize>,
    component: Vec<usize>,
    open: Vec<usize>,
    next: usize,
}

impl Search {
    fn enter(&mut self, node: usize) {
        self.index[node] = self.next;
        self.low[node] = self.next;
        self.next += 1;
        self.open.push(node);
    }

    fn from(&mut self, root: usize, edges: &[Vec<usize>]) {
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((node, at)) = path.pop() {
            if let Some(&target) = edges[node].get(at) {
                path.push((node, at + 1));
                if self.index[target] == usize::MAX {
                    self.enter(target);
                    path.push((target, 0));
                } else if self.component[target] == usize::MAX {
                    self.low[node] = self.low[node].min(self.index[target]);
                }
                continue;
            }
            if let Some((parent, _)) = path.last() {
                self.low[*parent] = self.low[*parent].min(self.low[node]);
            }
            if self.low[node] == self.index[node] {
                while let Some(member) = self.open.pop() {
                    self.component[member] = node;
                    if member == node {
                        break;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn nodes_on_a_cycle_are_together() {
        // 0 -> 1 -> 2 -> 0, 2 -> 3, 4 -> 3.
        let edges = vec![vec![1], vec![2], vec![0, 3], vec![], vec![3]];
        let of = components(&edges);
        assert_eq!(of[0], of[1]);
        assert_eq!(of[1], of[2]);
        assert_ne!(of[2], of[3]);
        assert_ne!(of[3], of[4]);
    }
}
