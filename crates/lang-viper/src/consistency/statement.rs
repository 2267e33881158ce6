//! Statements.

use super::{Check, Wand};
use crate::tree::{Block, LocalId, Place, StmtKind};
use crate::walk;
use std::sync::Arc;

/// Shows all labels of a block.
pub(super) fn labels(block: &Block, f: &mut dyn FnMut(Place, &Arc<str>)) {
    for statement in &block.statements {
        if let StmtKind::Label { name, .. } = &statement.kind {
            f(statement.place, name);
        }
        walk::blocks(&statement.kind, &mut |block| labels(block, f));
    }
}

/// Shows all jumps of a block.
pub(super) fn gotos(block: &Block, f: &mut dyn FnMut(Place, &Arc<str>)) {
    for statement in &block.statements {
        if let StmtKind::Goto(name) = &statement.kind {
            f(statement.place, name);
        }
        walk::blocks(&statement.kind, &mut |block| gotos(block, f));
    }
}

/// The variables that a block declares, those of its own blocks included.
fn declared(block: &Block, list: &mut Vec<LocalId>) {
    for statement in &block.statements {
        if let StmtKind::Declare(locals) = &statement.kind {
            list.extend(locals);
        }
        walk::blocks(&statement.kind, &mut |block| declared(block, list));
    }
}

impl Check<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        for statement in &block.statements {
            self.statement(&statement.kind, statement.place);
        }
    }

    fn statement(&mut self, kind: &StmtKind, place: Place) {
        match kind {
            StmtKind::Fold(access) | StmtKind::Unfold(access) => {
                self.access(access, place);
                return;
            }
            StmtKind::Call { targets, .. } => {
                let twice = |(n, t): (usize, &LocalId)| targets.iter().take(n).any(|o| o == t);
                if targets.iter().enumerate().any(twice) {
                    self.error(place, "one variable is assigned twice by this call");
                }
            }
            StmtKind::Package { script, .. } => {
                let mut own = Vec::new();
                declared(script, &mut own);
                self.script(script, &own);
            }
            _ => {}
        }
        self.assumed = matches!(kind, StmtKind::Assume(_));
        walk::statement(kind, &mut |e| self.expression(e));
        self.assumed = false;
        let outer = self.wand;
        if matches!(kind, StmtKind::Package { .. }) {
            self.wand = Wand::Right;
        }
        walk::blocks(kind, &mut |block| self.block(block));
        self.wand = outer;
    }

    /// Reports what the script of `package` must not do; `own` are the variables that it declares.
    fn script(&mut self, script: &Block, own: &[LocalId]) {
        for statement in &script.statements {
            let place = statement.place;
            match &statement.kind {
                StmtKind::AssignField { .. } => {
                    self.error(place, "the script of `package` does not assign fields");
                }
                StmtKind::New { .. } => {
                    self.error(place, "the script of `package` makes no objects");
                }
                StmtKind::While { .. } => {
                    self.error(place, "the script of `package` has no loops");
                }
                StmtKind::Assign { target, .. } if !own.contains(target) => {
                    self.error(place, "the script of `package` assigns its own variables only");
                }
                StmtKind::Package { .. } => {}
                kind => walk::blocks(kind, &mut |block| self.script(block, own)),
            }
        }
    }
}
