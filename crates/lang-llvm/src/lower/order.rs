//! The order of blocks.

use crate::ast::{self, TerminatorKind};
use effigy_base::id::Id;

/// The blocks that control flow reaches, each after the blocks that dominate it.
pub(super) fn reverse_postorder(body: &ast::Body, unwinds: bool) -> Vec<ast::BlockId> {
    let Some(entry) = body.blocks.ids().next() else { return Vec::new() };
    let mut seen = vec![false; body.blocks.len()];
    seen[entry.index()] = true;
    let mut order = Vec::new();
    let mut stack = vec![(entry, successors(body, entry, unwinds), 0)];
    while let Some((block, next, at)) = stack.last_mut() {
        let block = *block;
        match next.get(*at).copied() {
            Some(child) => {
                *at += 1;
                if !std::mem::replace(&mut seen[child.index()], true) {
                    stack.push((child, successors(body, child, unwinds), 0));
                }
            }
            None => {
                order.push(block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Where a block goes on; to landing pads where something unwinds.
pub(super) fn successors(
    body: &ast::Body,
    block: ast::BlockId,
    unwinds: bool,
) -> Vec<ast::BlockId> {
    match &body.blocks[block].terminator.kind {
        TerminatorKind::Br(target) => vec![*target],
        TerminatorKind::CondBr { then, otherwise, .. } => vec![*otherwise, *then],
        TerminatorKind::Switch { default, cases, .. } => {
            cases.iter().rev().map(|(_, t)| *t).chain([*default]).collect()
        }
        TerminatorKind::IndirectBr { targets, .. } => targets.clone(),
        TerminatorKind::Invoke(invoke) if unwinds => vec![invoke.unwind, invoke.normal],
        TerminatorKind::Invoke(invoke) => vec![invoke.normal],
        TerminatorKind::Ret(_)
        | TerminatorKind::Resume(_)
        | TerminatorKind::Unreachable
        | TerminatorKind::Unsupported(_) => Vec::new(),
    }
}
