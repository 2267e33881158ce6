//! Jumps that go round: a `goto` back to a label from which it can be reached again is a loop without a measure.

use super::{CONDITION, Condition, Tuple, condition_check, old};
use crate::graph::components;
use crate::tree::{Block, Place, Stmt, StmtKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Where a body jumps back into a cycle, in the order of the text.
pub(crate) fn backward(body: &Block) -> Vec<Place> {
    let mut flow = Flow::default();
    let start = flow.node([]);
    flow.block(body, start);
    for (node, label, _) in &flow.jumps {
        if let Some(target) = flow.labels.get(label) {
            flow.edges[*node].push(*target);
        }
    }
    let component = components(&flow.edges);
    let goes_round = |(node, label, _): &&(usize, Arc<str>, Place)| {
        flow.labels
            .get(label)
            .is_some_and(|target| target < node && component.get(*target) == component.get(*node))
    };
    flow.jumps.iter().filter(goes_round).map(|(_, _, place)| *place).collect()
}

/// Asserts before each of these jumps that it is never taken where the method has a measure.
pub(crate) fn forbid(body: &mut Block, jumps: &[Place], tuple: &Tuple) {
    let places: FxHashSet<Place> = jumps.iter().copied().collect();
    forbid_in(body, &places, tuple);
}

fn forbid_in(block: &mut Block, jumps: &FxHashSet<Place>, tuple: &Tuple) {
    let mut statements = Vec::with_capacity(block.statements.len());
    for mut statement in std::mem::take(&mut block.statements) {
        let place = statement.place;
        if matches!(statement.kind, StmtKind::Goto(_)) && jumps.contains(&place) {
            let required = tuple.condition.clone().map(old);
            let never = Condition::Never(place);
            statements.extend(condition_check(required, never, CONDITION, place));
        }
        match &mut statement.kind {
            StmtKind::If { then, otherwise, .. } => {
                forbid_in(then, jumps, tuple);
                forbid_in(otherwise, jumps, tuple);
            }
            StmtKind::While { body, .. }
            | StmtKind::Block(body)
            | StmtKind::Package { script: body, .. } => forbid_in(body, jumps, tuple),
            _ => {}
        }
        statements.push(statement);
    }
    block.statements = statements;
}

/// The statements of a body as a graph; nodes are numbered in the order of the text.
#[derive(Default)]
struct Flow {
    edges: Vec<Vec<usize>>,
    labels: FxHashMap<Arc<str>, usize>,
    jumps: Vec<(usize, Arc<str>, Place)>,
}

impl Flow {
    /// A node behind others.
    fn node(&mut self, before: impl IntoIterator<Item = usize>) -> usize {
        let node = self.edges.len();
        self.edges.push(Vec::new());
        for from in before {
            self.edges[from].push(node);
        }
        node
    }

    /// Adds the statements of a block behind a node; the result is the last node.
    fn block(&mut self, block: &Block, before: usize) -> usize {
        block.statements.iter().fold(before, |before, statement| self.statement(statement, before))
    }

    fn statement(&mut self, statement: &Stmt, before: usize) -> usize {
        match &statement.kind {
            StmtKind::If { then, otherwise, .. } => {
                let start = self.node([before]);
                let (then, otherwise) = (self.block(then, start), self.block(otherwise, start));
                self.node([then, otherwise])
            }
            StmtKind::While { body, .. } => {
                let head = self.node([before]);
                let end = self.block(body, head);
                self.edges[end].push(head);
                self.node([head])
            }
            StmtKind::Block(inner) | StmtKind::Package { script: inner, .. } => {
                self.block(inner, before)
            }
            StmtKind::Label { name, .. } => {
                let node = self.node([before]);
                self.labels.insert(name.clone(), node);
                node
            }
            StmtKind::Goto(name) => {
                let node = self.node([before]);
                self.jumps.push((node, name.clone(), statement.place));
                // Nothing behind a jump is reached from it.
                self.node([])
            }
            _ => before,
        }
    }
}
