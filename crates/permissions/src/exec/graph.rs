//! Where control can go in a list of statements.

use effigy_lang_viper::tree::{Block, LocalId, Stmt, StmtKind};
use std::sync::Arc;

/// Shows the jumps in a statement that control can reach, nested ones too, and says whether control can reach its end.
fn jumps<'p>(statement: &'p Stmt, see: &mut impl FnMut(&'p Arc<str>)) -> bool {
    match &statement.kind {
        StmtKind::Goto(label) => {
            see(label);
            false
        }
        StmtKind::If { then, otherwise, .. } => {
            let ends = jumps_of_block(then, see);
            jumps_of_block(otherwise, see) || ends
        }
        StmtKind::While { body, .. } => {
            jumps_of_block(body, see);
            true
        }
        StmtKind::Block(body) => jumps_of_block(body, see),
        _ => true,
    }
}

/// The same for a block; behind a jump only a label is reached.
pub(crate) fn jumps_of_block<'p>(block: &'p Block, see: &mut impl FnMut(&'p Arc<str>)) -> bool {
    block.statements.iter().fold(true, |reached, statement| {
        let reached = reached || matches!(statement.kind, StmtKind::Label { .. });
        reached && jumps(statement, see)
    })
}

/// The variables that statements change, those that they declare included. A side of a branch that only leads to labels
/// which are not wanted is left out.
pub(crate) fn changed(
    statements: &[Stmt],
    wanted: &impl Fn(&str) -> bool,
    found: &mut Vec<LocalId>,
) {
    for statement in statements {
        match &statement.kind {
            StmtKind::Assign { target, .. } | StmtKind::New { target, .. } => found.push(*target),
            StmtKind::Call { targets, .. } => found.extend(targets),
            StmtKind::Declare(locals) => found.extend(locals),
            StmtKind::If { then, otherwise, .. } => {
                for side in [then, otherwise] {
                    let mut stays = false;
                    let ends = jumps_of_block(side, &mut |label| stays |= wanted(label));
                    if ends || stays {
                        changed(&side.statements, wanted, found);
                    }
                }
            }
            StmtKind::While { body, .. } | StmtKind::Block(body) => {
                changed(&body.statements, wanted, found);
            }
            StmtKind::Package { script, .. } => changed(&script.statements, wanted, found),
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
}

/// Where control can go in a list of statements, by their indices; the end is an index too.
pub(crate) struct Graph {
    /// The loops that jumps make: the index of the label that they begin with, and all indices in them.
    pub(crate) loops: Vec<(usize, Vec<bool>)>,
    /// The label of a loop that is entered elsewhere too.
    pub(crate) entered: Option<usize>,
}

impl Graph {
    /// The graph of a list.
    pub(crate) fn new(all: &[Stmt]) -> Self {
        let is_label = |statement: &Stmt| matches!(statement.kind, StmtKind::Label { .. });
        if !all.iter().any(is_label) {
            return Self { loops: Vec::new(), entered: None };
        }
        let next: Vec<Vec<usize>> = (0..all.len()).map(|at| successors(all, at)).collect();
        let mut loops: Vec<(usize, Vec<bool>)> = Vec::new();
        let mut entered = None;
        for (source, head) in back_edges(&next) {
            if reaches(&next, source, head) {
                entered = Some(head);
            }
            let found = loops.iter().position(|(other, _)| *other == head);
            let at = found.unwrap_or_else(|| {
                let mut members = vec![false; all.len() + 1];
                members[head] = true;
                loops.push((head, members));
                loops.len() - 1
            });
            let members = &mut loops[at].1;
            let mut pending = vec![source];
            while let Some(node) = pending.pop() {
                if !std::mem::replace(&mut members[node], true) {
                    let before = next.iter().enumerate().filter(|(_, to)| to.contains(&node));
                    pending.extend(before.map(|(from, _)| from));
                }
            }
        }
        Self { loops, entered }
    }
}

/// Whether a walk from the first statement comes to a place without coming by another.
fn reaches(next: &[Vec<usize>], goal: usize, without: usize) -> bool {
    let mut seen = vec![false; next.len() + 1];
    seen[without] = true;
    let mut pending = vec![0];
    while let Some(node) = pending.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            if node == goal {
                return true;
            }
            pending.extend(next.get(node).into_iter().flatten());
        }
    }
    false
}

pub(crate) fn label_index(all: &[Stmt], label: &str) -> Option<usize> {
    all.iter().position(
        |statement| matches!(&statement.kind, StmtKind::Label { name, .. } if **name == *label),
    )
}

/// The indices that control can go to from a statement.
fn successors(all: &[Stmt], at: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let ends = jumps(&all[at], &mut |label| found.extend(label_index(all, label)));
    if ends {
        found.push(at + 1);
    }
    found
}

/// The edges that lead back to where a walk from the first statement came from.
fn back_edges(next: &[Vec<usize>]) -> Vec<(usize, usize)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; next.len() + 1];
    let mut edges = Vec::new();
    let mut path = vec![(0, 0)];
    marks[0] = Mark::Open;
    while let Some((node, tried)) = path.last_mut() {
        let (from, to) = (*node, next.get(*node).and_then(|to| to.get(*tried)).copied());
        *tried += 1;
        match to {
            Some(to) if marks[to] == Mark::Open => edges.push((from, to)),
            Some(to) if marks[to] == Mark::New => {
                marks[to] = Mark::Open;
                path.push((to, 0));
            }
            Some(_) => {}
            None => {
                marks[from] = Mark::Done;
                path.pop();
            }
        }
    }
    edges
}
